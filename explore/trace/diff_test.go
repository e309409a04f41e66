package trace_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
	"tidemark/explore/trace"
)

// spelled is a change on one line.
func spelled(c trace.Change) string {
	switch {
	case c.Before == nil:
		return fmt.Sprintf("%s + %s", c.Path, c.After)
	case c.After == nil:
		return fmt.Sprintf("%s - %s", c.Path, c.Before)
	}
	return fmt.Sprintf("%s: %s -> %s", c.Path, c.Before, c.After)
}

func TestChanges(t *testing.T) {
	record := func(id, epoch int) trace.Value {
		return trace.Record(trace.Field{Name: "id", Value: trace.Int(id)}, trace.Field{Name: "epoch", Value: trace.Int(epoch)})
	}
	logs := func(a, b trace.Value) trace.Value {
		return trace.Function(trace.Pair{Key: trace.Model("r1"), Value: a}, trace.Pair{Key: trace.Model("r2"), Value: b})
	}
	seq, set, n := trace.Sequence, trace.Set, trace.Int
	for _, tt := range []struct {
		before, after trace.Value
		want          []string
	}{
		{n(1), n(1), nil},
		{n(1), n(2), []string{": 1 -> 2"}},
		{n(1), trace.String("1"), []string{`: 1 -> "1"`}},
		{set(n(1), n(2)), set(n(2), n(3)), []string{" - 1", " + 3"}},
		{logs(seq(), seq(record(1, 1))), logs(seq(record(1, 1)), seq(record(1, 2))), []string{"[r1][1] + [id |-> 1, epoch |-> 1]", "[r2][1].epoch: 1 -> 2"}},
		{logs(seq(record(1, 1), record(2, 1)), seq()), logs(seq(record(1, 1)), seq()), []string{"[r1][2] - [id |-> 2, epoch |-> 1]"}},
		{logs(n(1), n(2)), seq(n(1)), []string{": (r1 :> 1 @@ r2 :> 2) -> <<1>>"}},
		{seq(set(n(1))), seq(set()), []string{"[1] - 1"}},
	} {
		var got []string
		for _, c := range trace.Changes(tt.before, tt.after) {
			got = append(got, spelled(c))
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s to %s (-want +got):\n%s", tt.before, tt.after, d)
		}
	}
}

// TestChangesTellValuesApart wants changes between values that differ and only there,
// and the same ones backwards.
func TestChangesTellValuesApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, w := value(3).Draw(t, "v"), value(3).Draw(t, "w")
		there, back := trace.Changes(v, w), trace.Changes(w, v)
		if v.Equal(w) != (len(there) == 0) {
			t.Fatalf("%s and %s: %d changes", v, w, len(there))
		}
		if len(there) != len(back) {
			t.Fatalf("%s and %s: %d changes there, %d back", v, w, len(there), len(back))
		}
		for _, c := range there {
			if c.Before == nil && c.After == nil || c.Before != nil && c.After != nil && c.Before.Equal(*c.After) {
				t.Fatalf("%s and %s: the change %+v is none", v, w, c)
			}
		}
	})
}
