package model_test

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"tidemark/explore"
	"tidemark/model"
)

// counts are TLC's, of the module Partition.
//
//go:embed testdata/counts.tsv
var counts string

// A tlcRun is a row of counts.
type tlcRun struct {
	name                       string
	bounds                     model.Bounds
	symmetry                   bool
	generated, distinct, depth int
}

// tlcRuns reads counts: a comment, the columns' names, and a row for each run.
func tlcRuns(t *testing.T) (runs []tlcRun) {
	lines := strings.Split(strings.TrimSpace(counts), "\n")
	columns := strings.Split(lines[1], "\t")
	for _, line := range lines[2:] {
		row := map[string]string{}
		for i, value := range strings.Split(line, "\t") {
			row[columns[i]] = value
		}
		number := func(column string) int {
			n, err := strconv.Atoi(row[column])
			if err != nil {
				t.Fatalf("%s: %s: %v", row["name"], column, err)
			}
			return n
		}
		b := within(number("Replicas"), number("MaxRecords"), number("MaxEpoch"))
		b.LagMax, b.MinISR, b.MaxCrashes = number("LagMax"), number("MinISR"), number("MaxCrashes")
		b.FetchMax, b.Retention, b.Lease = number("FetchMax"), number("Retention"), number("Lease")
		b.Acks = strings.Split(row["Acks"], "+")
		b.Drop, b.Duplicate, b.TimeOuts = row["Drop"] == "1", row["Duplicate"] == "1", row["TimeOuts"] == "1"
		b.Durability = row["Durability"]
		runs = append(runs, tlcRun{
			name: row["name"], bounds: b, symmetry: row["symmetry"] == "1",
			generated: number("generated"), distinct: number("distinct"), depth: number("depth"),
		})
	}
	return runs
}

// TestCountsAreTLCs wants the counts that TLC has for the module.
func TestCountsAreTLCs(t *testing.T) {
	const affordable = 200_000
	runs := tlcRuns(t)
	compared := 0
	for _, run := range runs {
		if run.distinct > affordable {
			continue
		}
		compared++
		t.Run(run.name, func(t *testing.T) {
			m, err := model.New(run.bounds, model.Checks{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := explore.Check(t.Context(), m, explore.Options{Symmetry: run.symmetry})
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprintf("%d generated, %d distinct, depth %d", r.Generated, r.Distinct, r.Depth)
			if want := fmt.Sprintf("%d generated, %d distinct, depth %d", run.generated, run.distinct, run.depth); got != want {
				t.Errorf("%s; TLC has %s", got, want)
			}
		})
	}
	if compared < 40 {
		t.Errorf("only %d of %d runs were compared", compared, len(runs))
	}
}
