package cli

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/explore/trace"
	"tidemark/model"
)

// result is the JSON document as its readers know it.
type result struct {
	Schema        string            `json:"schema"`
	Command       string            `json:"command"`
	Configuration string            `json:"configuration"`
	Constants     map[string]string `json:"constants"`
	Symmetry      bool              `json:"symmetry"`
	Store         string            `json:"store"`
	Reproduce     string            `json:"reproduce"`
	Result        string            `json:"result"`
	Reason        string            `json:"reason"`
	Distinct      *uint64           `json:"distinct"`
	Generated     uint64            `json:"generated"`
	Depth         int               `json:"depth"`
	Queue         *uint64           `json:"queue"`
	Walks         *uint64           `json:"walks"`
	OutDegree     *struct {
		Min  int     `json:"min"`
		Mean float64 `json:"mean"`
		P95  int     `json:"p95"`
		Max  int     `json:"max"`
	} `json:"out_degree"`
	Omission   float64            `json:"omission_probability"`
	Violation  *resultViolation   `json:"violation"`
	Violations []*resultViolation `json:"violations"`
	Retrace    *struct {
		Distinct  uint64 `json:"distinct"`
		Generated uint64 `json:"generated"`
	} `json:"retrace"`
	Coverage []struct {
		Action    string  `json:"action"`
		Generated uint64  `json:"generated"`
		Distinct  *uint64 `json:"distinct"`
	} `json:"coverage"`
	Unfired  []string `json:"unfired"`
	Vacuous  []string `json:"vacuous"`
	Warnings []string `json:"warnings"`
	Seconds  float64  `json:"seconds"`
	Workers  int      `json:"workers"`
	Run      struct {
		Seconds       float64 `json:"seconds"`
		Workers       int     `json:"workers"`
		Bytes         uint64  `json:"bytes"`
		BytesPerState float64 `json:"bytes_per_state"`
		Rate          float64 `json:"rate"`
		MemoryLimit   uint64  `json:"memory_limit"`
	} `json:"run"`
}

type resultViolation struct {
	Property string          `json:"property"`
	Kind     string          `json:"kind"`
	Reason   string          `json:"reason"`
	Length   int             `json:"length"`
	Trace    json.RawMessage `json:"trace"`
}

// decode decodes a document and refuses members that are not known.
func decode(t *testing.T, text string) result {
	t.Helper()
	var r result
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if d.More() || !strings.HasSuffix(text, "}\n") {
		t.Errorf("more than one object: %s", text)
	}
	return r
}

// lost is a check that finds a committed record lost, among other violations.
var lost = []string{"check", "lossy", "--set", "Replicas={r1, r2}", "--set", "MinISR=1", "--invariant", "HWAtMostISRLEO,CommittedOnISR,CommittedSurvives", "--property", "TruncationKeepsCommitted"}

func TestJSON(t *testing.T) {
	small := []string{"check", "small", "--format", "json", "--set", "MaxRecords=1", "--set", "MaxEpoch=1", "--symmetry"}
	status, stdout, stderr := run(t, append(small, "--coverage")...)
	r := decode(t, stdout)
	if status != exit.OK || stderr != "" || r.Schema != "tidemark-result/1" || r.Result != "holds" || r.Reason != "" || r.Violation != nil {
		t.Errorf("status %d, %q, %+v", status, stderr, r)
	}
	if r.Distinct == nil || *r.Distinct == 0 || r.Generated < *r.Distinct || r.Depth == 0 || *r.Queue != 0 || !r.Symmetry || r.Store != "exact" {
		t.Errorf("counts: %s", stdout)
	}
	if r.Workers != 2 || r.Run.Workers != 2 || r.Seconds != r.Run.Seconds || r.Run.Bytes == 0 {
		t.Errorf("run: %s", stdout)
	}
	if len(r.Coverage) != len(model.Actions()) || r.Coverage[0].Action != "Produce" || r.Coverage[0].Distinct == nil {
		t.Errorf("coverage: %+v", r.Coverage)
	}

	_, stdout, _ = run(t, append(small, "--continue")...)
	if r := decode(t, stdout); r.Violations == nil || len(r.Violations) > 0 {
		t.Errorf("violations under --continue, where there are none: %s", stdout)
	}

	status, stdout, _ = run(t, append(small, "--max-depth", "3")...)
	if r := decode(t, stdout); status != exit.Unknown || r.Result != "unknown" || r.Reason != "the depth limit of 3 states was reached" || r.Coverage != nil {
		t.Errorf("status %d, %s", status, stdout)
	}

	status, stdout, _ = run(t, "simulate", "small", "--walks", "3", "--format", "json")
	if r := decode(t, stdout); status != exit.OK || r.Result != "unknown" || *r.Walks != 3 || r.Distinct != nil || r.Reproduce != "tidemark simulate small --seed 1 --walks 3 --depth 100" {
		t.Errorf("status %d, %s", status, stdout)
	}
}

// TestJSONViolation checks that the traces are traces, and that --continue
// reports all violations with the first among them.
func TestJSONViolation(t *testing.T) {
	status, stdout, _ := run(t, slices.Concat(lost, []string{"--format", "json", "--continue", "--max-depth", "6"})...)
	r := decode(t, stdout)
	if status != exit.Invariant || r.Result != "violated" || len(r.Violations) < 2 || r.Violation == nil {
		t.Fatalf("status %d, %s", status, stdout)
	}
	if d := cmp.Diff(r.Violations[0], r.Violation); d != "" {
		t.Errorf("the violation is not the first (-first +violation):\n%s", d)
	}
	for _, v := range r.Violations {
		tr, err := trace.ReadJSON("trace", v.Trace)
		if err != nil {
			t.Fatal(err)
		}
		if len(tr.Steps) != v.Length || tr.Violation.Property != v.Property || tr.Violation.Reason != v.Reason {
			t.Errorf("%s: a trace of %d states with %+v", v.Property, len(tr.Steps), tr.Violation)
		}
	}
	if _, stdout, _ := run(t, append(lost, "--format", "json")...); decode(t, stdout).Violations != nil {
		t.Error("violations without --continue")
	}
}

// TestJSONIsDeterministic compares documents without what depends on the
// machine and the moment.
func TestJSONIsDeterministic(t *testing.T) {
	stable := func(args ...string) result {
		_, stdout, _ := run(t, append(args, "--format", "json")...)
		r := decode(t, stdout)
		r.Seconds, r.Workers = 0, 0
		r.Run.Seconds, r.Run.Workers, r.Run.Bytes, r.Run.BytesPerState, r.Run.Rate = 0, 0, 0, 0, 0
		return r
	}
	for _, args := range [][]string{
		slices.Concat(lost, []string{"--continue", "--coverage", "--symmetry"}),
		slices.Concat(lost, []string{"--store", "hash"}),
		{"simulate", "lossy", "--coverage"},
		{"simulate", "small", "--walks", "20"},
	} {
		want := stable(append(args, "--workers", "1")...)
		for _, workers := range []string{"1", "2", "3"} {
			if d := cmp.Diff(want, stable(append(args, "--workers", workers)...)); d != "" {
				t.Errorf("%v with %s workers (-want +got):\n%s", args, workers, d)
			}
		}
	}
}

// TestSymmetryHalves compares states and orbits: with two replicas one leads
// and one does not, so that each orbit has two states.
func TestSymmetryHalves(t *testing.T) {
	args := []string{"check", "small", "--set", "MaxRecords=1", "--set", "MaxEpoch=1", "--format", "json"}
	_, states, _ := run(t, args...)
	_, orbits, _ := run(t, append(args, "--symmetry")...)
	if s, o := *decode(t, states).Distinct, *decode(t, orbits).Distinct; s != 2*o {
		t.Errorf("%d states, %d orbits", s, o)
	}
}
