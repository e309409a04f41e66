package cli

import (
	"fmt"

	"tidemark/cmd/tidemark/internal/exit"
	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/invariants"
	"tidemark/model"
)

// judge adds to a trace which of a system's properties hold in each of its states.
func judge(t *trace.Trace, sys explore.System, path []explore.Step) error {
	found, err := explore.Judge(sys, path)
	if err != nil {
		return err
	}
	t.Judged = nil
	for _, p := range sys.Properties() {
		t.Judged = append(t.Judged, p.Name)
	}
	for i := range t.Steps {
		t.Steps[i].Violated = nil
		for _, v := range found[i] {
			t.Steps[i].Violated = append(t.Steps[i].Violated, trace.Violation{Property: v.Name, Kind: v.Kind.String(), Reason: v.Reason})
		}
	}
	return nil
}

// judgeNative judges a trace of the native model by all properties that there are.
func judgeNative(t *trace.Trace, m *model.Model, path []explore.Step) error {
	m, path = m.Whole(path)
	all, err := model.New(*m.Bounds(), model.Checks{Properties: invariants.All()})
	if err != nil {
		return err
	}
	return judge(t, all, path)
}

// judgeRead judges a trace that was read from a file, unless it says already what
// holds.
func judgeRead(file string, t *trace.Trace) error {
	if len(t.Judged) > 0 {
		return nil
	}
	m, path, err := model.ReadTrace(t, model.Checks{})
	if err == nil {
		err = judgeNative(t, m, path)
	}
	if err == nil {
		return nil
	}
	return &exit.Error{
		Status:  exit.Configuration,
		Message: fmt.Sprintf("%s does not say which properties hold, and is no behaviour of the native model that could be asked: %v", file, err),
		Hint:    "tidemark check FILE.tla --properties --trace-out trace.json",
	}
}
