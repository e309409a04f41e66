package tla_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"tidemark/explore"
	"tidemark/spec/cfg"
	"tidemark/spec/tla"
)

// Environment of the test of public models.
const (
	// examplesFolder is a copy of a collection whose manifest.json files say
	// which verdict and counts a model has, as github.com/tlaplus/Examples does.
	examplesFolder = "TIDEMARK_EXAMPLES"
	// examplesTime is how much time of a processor a model may take, so that the
	// outcome does not depend on what else the machine does; by default a minute.
	examplesTime = "TIDEMARK_EXAMPLES_TIME"
	// examplesOnly is a part of the names of the models that are judged.
	examplesOnly = "TIDEMARK_EXAMPLES_ONLY"
	// examplesTable is a file that the table of results is written to.
	examplesTable = "TIDEMARK_EXAMPLES_TABLE"
	// examplesModel is set for a process that judges one model: its module and
	// configuration.
	examplesModel = "TIDEMARK_EXAMPLES_MODEL"
)

// A manifest lists the models of a folder.
type manifest struct {
	Modules []struct {
		Path   string
		Models []expected
	}
}

// expected is what a manifest says of a model.
type expected struct {
	Path           string
	Mode           any
	Result         string
	DistinctStates *uint64
	TotalStates    *uint64
	StateDepth     *int
}

// outcome is what came out.
type outcome struct {
	Result       string // as in a manifest; "unknown", or "unsupported" with a message
	Message      string
	Distinct     uint64
	Generated    uint64
	Depth        int
	NotChecked   []string
	Milliseconds int64
}

// TestExamples judges every exhaustively searched model of a collection.
func TestExamples(t *testing.T) {
	if model := os.Getenv(examplesModel); model != "" {
		module, config, _ := strings.Cut(model, "|")
		tell(judge(module, config))
		return
	}
	folder := os.Getenv(examplesFolder)
	if folder == "" {
		t.Skipf("%s names no copy of github.com/tlaplus/Examples; see docs/tla.md", examplesFolder)
	}
	limit := time.Minute
	if text := os.Getenv(examplesTime); text != "" {
		var err error
		if limit, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "specifications", "*", "manifest.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no specifications/*/manifest.json in %s (%v)", folder, err)
	}
	var table bytes.Buffer
	tally := map[string]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var m manifest
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, module := range m.Modules {
			for _, model := range module.Models {
				if model.Mode != "exhaustive search" || !strings.Contains(model.Path, os.Getenv(examplesOnly)) {
					continue
				}
				t.Run(strings.TrimPrefix(model.Path, "specifications/"), func(t *testing.T) {
					got := judgeApart(folder, module.Path, model.Path, limit)
					verdict := compare(model, got)
					tally[verdict.kind]++
					fmt.Fprintln(&table, row(model, got, verdict))
					if verdict.kind == "wrong" {
						t.Errorf("%s\n%s", verdict.note, got.Message)
					} else {
						t.Logf("%s: %s %s", verdict.kind, verdict.note, got.Message)
					}
				})
			}
		}
	}
	t.Logf("%v", tally)
	if path := os.Getenv(examplesTable); path != "" {
		if err := os.WriteFile(path, table.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// judgeApart judges a model in a process of its own, so that neither a crash
// nor a long computation is the end of the test.
func judgeApart(folder, module, config string, limit time.Duration) outcome {
	self, err := os.Executable()
	if err != nil {
		return outcome{Result: "crash", Message: err.Error()}
	}
	cmd := exec.Command(self, "-test.run=^TestExamples$", "-test.timeout=0")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), examplesModel+"="+module+"|"+config, examplesTime+"="+limit.String())
	out, err := cmd.CombinedOutput()
	_, text, found := strings.Cut(string(out), "\noutcome ")
	var got outcome
	if found {
		text, _, _ = strings.Cut(text, "\n")
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			return outcome{Result: "crash", Message: err.Error()}
		}
		return got
	}
	return outcome{Result: "crash", Message: fmt.Sprintf("%v\n%s", err, out[:min(len(out), 2000)])}
}

// tell prints an outcome for the process that waits for it.
func tell(o outcome) {
	o.Milliseconds = processorTime().Milliseconds()
	text, _ := json.Marshal(o)
	fmt.Printf("\noutcome %s\n", text)
}

// watch cancels when the process has taken its time, and ends the process when
// that is of no avail.
func watch(limit time.Duration, cancel context.CancelFunc) {
	for processorTime() < limit {
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	for processorTime() < limit+10*time.Second {
		time.Sleep(10 * time.Millisecond)
	}
	tell(outcome{Result: "unknown", Message: "time limit, within one evaluation"})
	os.Exit(0)
}

// judge checks a model.
func judge(module, config string) (got outcome) {
	limit, _ := time.ParseDuration(os.Getenv(examplesTime))
	debug.SetMemoryLimit(6 << 30)
	debug.SetGCPercent(400)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go watch(limit, cancel)
	sys, err := system(module, config)
	if err != nil {
		return failure(err)
	}
	if !sys.HasBehaviour() { // the assumptions were all there is
		return outcome{Result: "success"}
	}
	opts := sys.Options()
	opts.Workers = 1
	opts.MaxBytes = 2 << 30
	res, err := explore.Check(ctx, sys, opts)
	if err != nil {
		return failure(err)
	}
	got = outcome{Distinct: res.Distinct, Generated: res.Generated, Depth: res.Depth, NotChecked: sys.NotChecked()}
	switch {
	case len(res.Violations) > 0:
		v := res.Violations[0]
		got.Result, got.Message = "safety failure", v.Name
		if v.Kind == explore.Deadlock {
			got.Result = "deadlock failure"
		}
	case res.Verdict == explore.Unknown:
		got.Result, got.Message = "unknown", res.Stop.String()
		if res.Stop == explore.Interrupted {
			got.Message = "time limit"
		}
	default:
		got.Result = "success"
	}
	return got
}

func system(module, config string) (*tla.System, error) {
	spec, err := tla.Load(module, tla.Options{})
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(config)
	if err != nil {
		return nil, err
	}
	file, err := cfg.Parse(config, text)
	if err != nil {
		return nil, err
	}
	return spec.System(file)
}

func failure(err error) outcome {
	var assumption *tla.AssumptionError
	if errors.As(err, &assumption) {
		return outcome{Result: "assumption failure", Message: err.Error()}
	}
	return outcome{Result: "unsupported", Message: err.Error()}
}

// verdict says how an outcome stands to what was expected: "agrees", "wrong",
// "unsupported", or "unknown" if nothing contradicts it but it is not complete.
type verdict struct{ kind, note string }

func compare(want expected, got outcome) verdict {
	switch got.Result {
	case "crash":
		return verdict{"wrong", "crash"}
	case "unsupported", "unknown":
		return verdict{got.Result, ""}
	}
	result := want.Result
	switch {
	case result == "unknown":
		return verdict{"agrees", "the manifest has no verdict"}
	case result == "liveness failure" && got.Result == "success" && len(got.NotChecked) > 0:
		return verdict{"agrees", "liveness is not checked"}
	case result != got.Result:
		return verdict{"wrong", fmt.Sprintf("%s, expected %s", got.Result, result)}
	}
	if result == "success" {
		if note := counts(want, got); note != "" {
			return verdict{"wrong", note}
		}
	}
	if len(got.NotChecked) > 0 {
		return verdict{"agrees", "liveness is not checked"}
	}
	if want.StateDepth != nil && *want.StateDepth > got.Depth {
		return verdict{"agrees", fmt.Sprintf("the manifest has depth %d", *want.StateDepth)}
	}
	return verdict{"agrees", ""}
}

// counts compares what the manifest gives. Its depths were taken by TLC with
// several workers, which may find a state by a path that is no shortest one;
// so they are upper bounds.
func counts(want expected, got outcome) string {
	var notes []string
	if want.DistinctStates != nil && *want.DistinctStates != got.Distinct {
		notes = append(notes, fmt.Sprintf("%d distinct states, expected %d", got.Distinct, *want.DistinctStates))
	}
	if want.TotalStates != nil && *want.TotalStates != got.Generated {
		notes = append(notes, fmt.Sprintf("%d generated states, expected %d", got.Generated, *want.TotalStates))
	}
	if want.StateDepth != nil && *want.StateDepth < got.Depth {
		notes = append(notes, fmt.Sprintf("depth %d, expected %d", got.Depth, *want.StateDepth))
	}
	return strings.Join(notes, "; ")
}

// row is a line of the table.
func row(want expected, got outcome, v verdict) string {
	states := ""
	if got.Distinct > 0 {
		states = fmt.Sprintf("%d / %d / %d", got.Distinct, got.Generated, got.Depth)
	}
	message, _, _ := strings.Cut(got.Message, "\n")
	notes := slices.DeleteFunc([]string{v.note, message}, func(s string) bool { return s == "" })
	return fmt.Sprintf("| %s | %s | %s | %s | %.1f s | %s |", strings.TrimPrefix(want.Path, "specifications/"), want.Result, v.kind,
		states, float64(got.Milliseconds)/1000, strings.ReplaceAll(strings.Join(notes, "; "), "|", "\\|"))
}
