package trace_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
	"tidemark/explore/trace"
)

// value generates values of at most the given depth.
func value(depth int) *rapid.Generator[trace.Value] {
	leaf := rapid.OneOf(
		rapid.Map(rapid.Bool(), trace.Bool),
		rapid.Map(rapid.Int(), trace.Int),
		rapid.Map(rapid.String(), trace.String),
		rapid.Map(name(), trace.Model),
		rapid.Map(rapid.StringMatching(`[a-z0-9]{1,2}`), trace.String), // which may be the name of a model value
		rapid.SampledFrom([]trace.Value{trace.Model("5"), trace.Model("node-1"), trace.Model("Nat \\ {0}")}),
	)
	if depth == 0 {
		return leaf
	}
	inner := rapid.SliceOfN(rapid.Deferred(func() *rapid.Generator[trace.Value] { return value(depth - 1) }), 0, 4)
	return rapid.OneOf(
		leaf,
		rapid.Map(inner, func(v []trace.Value) trace.Value { return trace.Sequence(v...) }),
		rapid.Map(inner, func(v []trace.Value) trace.Value { return trace.Set(v...) }),
		rapid.Custom(func(t *rapid.T) trace.Value {
			var fields []trace.Field
			for _, v := range inner.Draw(t, "fields") {
				fields = append(fields, trace.Field{Name: name().Draw(t, "name"), Value: v})
			}
			return trace.Record(fields...)
		}),
		rapid.Custom(func(t *rapid.T) trace.Value {
			var pairs []trace.Pair
			for _, v := range inner.Draw(t, "values") {
				pairs = append(pairs, trace.Pair{Key: value(depth-1).Draw(t, "key"), Value: v})
			}
			return trace.Function(pairs...)
		}),
	)
}

func name() *rapid.Generator[string] { return rapid.StringMatching(`[a-z][a-z0-9_]{0,3}`) }

func args(t *rapid.T, label string) []trace.Arg {
	var args []trace.Arg
	for _, n := range rapid.SliceOfNDistinct(name(), 0, 3, rapid.ID).Draw(t, label) {
		args = append(args, trace.Arg{Name: n, Value: value(2).Draw(t, n)})
	}
	return args
}

func anyTrace(t *rapid.T) trace.Trace {
	tr := trace.Trace{
		Source: trace.Source{System: rapid.String().Draw(t, "system"), Constants: args(t, "constants")},
		Vars:   rapid.SliceOfNDistinct(rapid.String(), 0, 4, rapid.ID).Draw(t, "vars"),
	}
	if len(tr.Vars) == 0 {
		tr.Vars = nil
	}
	if rapid.Bool().Draw(t, "violated") {
		tr.Violation = &trace.Violation{Property: name().Draw(t, "property"), Kind: "invariant", Reason: rapid.String().Draw(t, "reason")}
	}
	for i := range rapid.IntRange(1, 4).Draw(t, "steps") {
		var s trace.Step
		if i > 0 {
			s = trace.Step{Action: name().Draw(t, "action"), Args: args(t, "args"), Rule: rapid.String().Draw(t, "rule")}
		}
		for range tr.Vars {
			s.State = append(s.State, value(3).Draw(t, "value"))
		}
		tr.Steps = append(tr.Steps, s)
	}
	if rapid.Bool().Draw(t, "departs") {
		tr.Departure = &trace.Departure{Step: rapid.IntRange(2, len(tr.Steps)+1).Draw(t, "departure"), Text: rapid.String().Draw(t, "text")}
	}
	if rapid.Bool().Draw(t, "loops") {
		tr.Loop = &trace.Loop{State: rapid.IntRange(1, len(tr.Steps)).Draw(t, "loop"), Action: rapid.String().Draw(t, "back"), Args: args(t, "args"), Rule: rapid.String().Draw(t, "rule")}
	}
	if rapid.Bool().Draw(t, "judged") {
		tr.Judged = []string{"Early", "Late"}
		tr.Steps[len(tr.Steps)-1].Violated = []trace.Violation{{Property: "Late", Kind: "invariant", Reason: rapid.String().Draw(t, "why")}}
	}
	if rapid.Bool().Draw(t, "a module") {
		tr.Source.Alias, tr.Source.Init, tr.Source.Next = "Short", "Init", `A \/ B("x")`
		tr.Source.Overrides = []trace.Override{{Constant: "Hours", Definition: "MCHours"}}
	}
	return tr
}

// TestRoundTrip writes traces, in lines and on one, and reads them again.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyTrace(t)
		var lines bytes.Buffer
		if err := trace.WriteJSON(&lines, want); err != nil {
			t.Fatal(err)
		}
		line, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		for _, src := range [][]byte{lines.Bytes(), line, itf(t, want)} {
			got, err := trace.Read("t.json", src)
			if err != nil {
				t.Fatalf("%v\n%s", err, src)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("(-want +got):\n%s", d)
			}
			// Equality does not see the order of a record's fields; the text does.
			if w, g := fmt.Sprint(want.Steps, want.Source), fmt.Sprint(got.Steps, got.Source); w != g {
				t.Fatalf("want %s\ngot  %s", w, g)
			}
		}
	})
}

// itf writes a trace in the Informal Trace Format, with its variables renamed if
// need be.
func itf(t *rapid.T, tr trace.Trace) []byte {
	var b bytes.Buffer
	if err := trace.WriteITF(&b, tr); err != nil {
		for _, name := range tr.Vars {
			if strings.HasPrefix(name, "#") {
				t.Skip("the format has no such variables")
			}
		}
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestOrder checks that Compare is a total order and that equal values of any
// two ways to make them have equal texts.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vs := rapid.SliceOfN(value(2), 3, 3).Draw(t, "values")
		a, b, c := vs[0], vs[1], vs[2]
		if a.Compare(a) != 0 || a.Compare(b) != -b.Compare(a) {
			t.Fatalf("%s and %s: not antisymmetric", a, b)
		}
		if a.Compare(b) <= 0 && b.Compare(c) <= 0 && a.Compare(c) > 0 {
			t.Fatalf("%s, %s, %s: not transitive", a, b, c)
		}
		reversed := slices.Clone(vs)
		slices.Reverse(reversed)
		if x, y := trace.Set(append(vs, vs...)...), trace.Set(reversed...); !x.Equal(y) || x.String() != y.String() {
			t.Fatalf("%s and %s: one set, two forms", x, y)
		}
	})
}

func TestText(t *testing.T) {
	r1, r2 := trace.Model("r1"), trace.Model("r2")
	record := trace.Record(trace.Field{Name: "id", Value: trace.Int(1)}, trace.Field{Name: "epoch", Value: trace.Int(2)})
	swapped := trace.Record(trace.Field{Name: "epoch", Value: trace.Int(2)}, trace.Field{Name: "id", Value: trace.Int(1)})
	for _, tt := range []struct {
		value trace.Value
		want  string
	}{
		{trace.Value{}, "FALSE"},
		{trace.Bool(true), "TRUE"},
		{trace.Int(-7), "-7"},
		{trace.String("a\"b\\c\n"), `"a\"b\\c\n"`},
		{trace.Set(r2, r1, r2), "{r1, r2}"},
		{trace.Set(), "{}"},
		{trace.Function(trace.Pair{Key: r2, Value: trace.Sequence()}, trace.Pair{Key: r1, Value: trace.Sequence(record)}),
			"(r1 :> <<[id |-> 1, epoch |-> 2]>> @@ r2 :> <<>>)"},
		{swapped, "[epoch |-> 2, id |-> 1]"},
		{trace.Function(trace.Pair{Key: trace.Int(2), Value: r2}, trace.Pair{Key: trace.Int(1), Value: r1}), "<<r1, r2>>"},
		{trace.Function(trace.Pair{Key: trace.Int(0), Value: r1}), "(0 :> r1)"},
		{trace.Function(trace.Pair{Key: trace.String("f"), Value: r1}), "[f |-> r1]"},
		{trace.Function(trace.Pair{Key: trace.String("1"), Value: r1}), `("1" :> r1)`},
		{trace.Function(trace.Pair{Key: r1, Value: r1}, trace.Pair{Key: r1, Value: r2}), "(r1 :> r1)"},
		{trace.Record(), "<<>>"},
	} {
		if got := tt.value.String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
	if !record.Equal(swapped) {
		t.Error("the order of fields counts for equality")
	}
	if v, ok := record.Field("epoch"); !ok || v.Int() != 2 {
		t.Errorf("field epoch: %s, %t", v, ok)
	}
	if _, ok := trace.Sequence(r1).Apply(trace.Int(2)); ok {
		t.Error("a sequence has an element behind its end")
	}
}

const example = `{
  "format": "tidemark-trace/1",
  "source": {
    "system": "Clock",
    "constants": {"Hours": {"#set": [1, 2]}}
  },
  "violation": {"property": "Early", "kind": "invariant", "reason": "it is 2"},
  "vars": ["hour", "hand"],
  "steps": [
    {
      "state": {
        "hour": 1,
        "hand": {"#map": [[{"#model": "big"}, "up"]]}
      }
    },
    {
      "action": "Turn",
      "args": {"by": 1},
      "rule": "1 + 1 = 2",
      "state": {
        "hour": 2,
        "hand": {"#map": [[{"#model": "big"}, "down"]]}
      }
    }
  ]
}
`

func TestWriteJSON(t *testing.T) {
	tr, err := trace.ReadJSON("clock.json", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := trace.WriteJSON(&b, tr); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(example, b.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if v, ok := tr.Value(1, "hour"); !ok || v.Int() != 2 {
		t.Errorf("hour in step 1: %s, %t", v, ok)
	}
}

func TestWriteErrors(t *testing.T) {
	short := trace.Trace{Vars: []string{"x"}, Steps: []trace.Step{{}}}
	if err := trace.WriteJSON(&bytes.Buffer{}, short); err == nil {
		t.Error("a state without a value for a variable was written")
	}
	bytes := trace.Trace{Source: trace.Source{System: "\xff"}, Steps: []trace.Step{{}}}
	if _, err := json.Marshal(bytes); err == nil {
		t.Error("text that is not UTF-8 was written")
	}
}

func TestReadErrors(t *testing.T) {
	replace := func(old, new string) string { return strings.Replace(example, old, new, 1) }
	for _, tt := range []struct{ name, src, want string }{
		{"empty", "", "1:1: the file is empty, expected a trace"},
		{"blank", " \n", "1:1: the file is empty, expected a trace"},
		{"cut", example[:90], "the file ends inside"},
		{"not JSON", "hello", "1:1: this is not JSON"},
		{"two values", example + "{}", "27:1: expected the end of the file"},
		{"not an object", "[]", "1:1: expected an object for a trace, found an array"},
		{"no format", "{}", `no "format"`},
		{"other format", replace("trace/1", "trace/9"), "2:13: this format of traces is not known"},
		{"not UTF-8", replace("Clock", "Cl\xffock"), "4:18: this is not UTF-8"},
		{"columns are characters", `{"größer": 1, "format": "x"}`, "1:25: this format of traces is not known"},
		{"unknown member", replace(`"vars"`, `"variables"`), `8:3: "variables" is no part of a trace`},
		{"twice", replace(`"hour": 1`, `"hour": 1, "hour": 2`), "12:20: the object has this member twice"},
		{"variable missing", replace("\"hour\": 1,", ""), "no value for the variable hour"},
		{"variable unknown", replace(`"hour": 1`, `"hour": 1, "minute": 2`), `12:20: "minute" is no part of a state: expected hour, hand`},
		{"variable twice", replace(`["hour", "hand"]`, `["hour", "hour"]`), "the variable hour is named twice"},
		{"fraction", replace(`"hour": 1`, `"hour": 1.5`), "12:17: expected a whole number of at most 64 bits, found 1.5"},
		{"huge", replace(`"hour": 1`, `"hour": 123456789012345678901234567890123`), "found 123456789012345678901234567890"},
		{"null", replace(`"hour": 1`, `"hour": null`), "expected a value, found null"},
		{"tag", replace(`"hour": 1`, `"hour": {"#bag": []}`), `"#bag" is no kind of value: expected #model, #set or #map`},
		{"set", replace(`"hour": 1`, `"hour": {"#set": [1, 1]}`), "12:26: the set has an element twice"},
		{"map", replace(`"hour": 1`, `"hour": {"#map": [[1]]}`), "expected an array of a key and a value"},
		{"map key twice", replace(`"hour": 1`, `"hour": {"#map": [[3, 1], [3, 2]]}`), "the function has a key twice"},
		{"field", replace(`"hour": 1`, `"hour": {"a b": 1}`), `"a b" can't name a field`},
		{"no steps", example[:strings.Index(example, `"steps"`)] + `"steps": []}`, "the trace has no steps"},
		{"action missing", replace(`"action": "Turn",`, ""), "expected an action in every step but the first"},
		{"departure nowhere", replace(`"vars"`, `"departure": {"text": "x"}, "vars"`), `the departure has no "step"`},
		{"departure at the start", replace(`"vars"`, `"departure": {"step": 1}, "vars"`), "expected a number from 2 to 3 for step"},
		{"departure beyond", replace(`"vars"`, `"departure": {"step": 4, "text": ""}, "vars"`), "expected a number from 2 to 3 for step"},
		{"departure unknown", replace(`"vars"`, `"departure": {"at": 2}, "vars"`), `"at" is no part of departure`},
		{"nested", replace(`"hour": 1`, `"hour": `+strings.Repeat("[", 100000)), "brackets nest too deeply"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := trace.ReadJSON("clock.json", []byte(tt.src))
			var located *trace.Error
			if !errors.As(err, &located) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

// TestReadResult wants it said where in the result of a search its trace is.
func TestReadResult(t *testing.T) {
	_, err := trace.Read("result.json", []byte(`{"schema": "tidemark-result/1", "violation": {"trace": `+example+`}}`))
	var located *trace.Error
	if !errors.As(err, &located) || located.Hint != "its violation has one as the member trace" {
		t.Errorf("got %v", err)
	}
}

// FuzzReadJSON checks that whatever can be read is the same after writing and
// reading it again, and that nothing makes the reader panic.
func FuzzReadJSON(f *testing.F) {
	f.Add([]byte(example))
	f.Fuzz(func(t *testing.T, src []byte) {
		first, err := trace.ReadJSON("a.json", src)
		if err != nil {
			var located *trace.Error
			if !errors.As(err, &located) || located.Line < 1 || located.Column < 1 {
				t.Fatalf("no place in %#v", err)
			}
			return
		}
		var b bytes.Buffer
		if err := trace.WriteJSON(&b, first); err != nil {
			t.Fatal(err)
		}
		second, err := trace.ReadJSON("b.json", b.Bytes())
		if err != nil {
			t.Fatalf("%v\n%s", err, b.Bytes())
		}
		if d := cmp.Diff(first, second); d != "" {
			t.Fatalf("(-first +second):\n%s", d)
		}
	})
}

func ExampleWriteJSON() {
	t := trace.Trace{
		Source: trace.Source{System: "Counter"},
		Vars:   []string{"n", "seen"},
		Steps: []trace.Step{
			{State: []trace.Value{trace.Int(0), trace.Set()}},
			{Action: "Count", State: []trace.Value{trace.Int(1), trace.Set(trace.Int(0))}},
		},
	}
	if err := trace.WriteJSON(os.Stdout, t); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {
	//   "format": "tidemark-trace/1",
	//   "source": {
	//     "system": "Counter"
	//   },
	//   "vars": ["n", "seen"],
	//   "steps": [
	//     {
	//       "state": {
	//         "n": 0,
	//         "seen": {"#set": []}
	//       }
	//     },
	//     {
	//       "action": "Count",
	//       "state": {
	//         "n": 1,
	//         "seen": {"#set": [0]}
	//       }
	//     }
	//   ]
	// }
}
