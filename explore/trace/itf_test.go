package trace_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/explore/trace"
)

// clockITF is the Informal Trace Format of a trace that needs much of it.
const clockITF = `{
  "#meta": {
    "format": "ITF",
    "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
    "source": "Clock",
    "description": "Often temporal property violated",
    "varTypes": {
      "hour": "Int",
      "hands": "Str -> <<Int, Str>>",
      "rung": "Set({ at: Seq(Int), by: Str })"
    },
    "tidemark": {
      "source": {
        "system": "Clock",
        "constants": {"Hours": {"#set": [{"#bigint": "1"}, {"#bigint": "2"}]}}
      },
      "violation": {"property": "Often", "kind": "temporal property"},
      "modelValues": {
        "big": "big",
        "up_OF_MODEL": "up"
      },
      "loop": {"state": 1, "action": "Turn", "args": {"by": {"#bigint": "-1"}}}
    }
  },
  "vars": ["hour", "hands", "rung"],
  "states": [
    {
      "#meta": {"index": 0},
      "hour": {"#bigint": "1"},
      "hands": {"#map": [["big", {"#tup": [{"#bigint": "0"}, "up"]}]]},
      "rung": {"#set": []}
    },
    {
      "#meta": {"index": 1, "action": "Turn", "args": {"by": {"#bigint": "1"}}, "rule": "1 + 1 = 2"},
      "hour": {"#bigint": "2"},
      "hands": {"#map": [["big", {"#tup": [{"#bigint": "12"}, "up_OF_MODEL"]}]]},
      "rung": {"#set": [{"at": [{"#bigint": "1"}, {"#bigint": "2"}], "by": "big"}]}
    }
  ],
  "loop": 0
}
`

func clock() trace.Trace {
	big := trace.Model("big")
	hands := func(at int, where trace.Value) trace.Value {
		return trace.Function(trace.Pair{Key: big, Value: trace.Sequence(trace.Int(at), where)})
	}
	ring := trace.Record(trace.Field{Name: "at", Value: trace.Sequence(trace.Int(1), trace.Int(2))}, trace.Field{Name: "by", Value: big})
	return trace.Trace{
		Source:    trace.Source{System: "Clock", Constants: []trace.Arg{{Name: "Hours", Value: trace.Set(trace.Int(1), trace.Int(2))}}},
		Violation: &trace.Violation{Property: "Often", Kind: "temporal property"},
		Vars:      []string{"hour", "hands", "rung"},
		Steps: []trace.Step{
			{State: []trace.Value{trace.Int(1), hands(0, trace.String("up")), trace.Set()}},
			{Action: "Turn", Args: []trace.Arg{{Name: "by", Value: trace.Int(1)}}, Rule: "1 + 1 = 2",
				State: []trace.Value{trace.Int(2), hands(12, trace.Model("up")), trace.Set(ring)}},
		},
		Loop: &trace.Loop{State: 1, Action: "Turn", Args: []trace.Arg{{Name: "by", Value: trace.Int(-1)}}},
	}
}

func TestITF(t *testing.T) {
	var b bytes.Buffer
	if err := trace.WriteITF(&b, clock()); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(clockITF, b.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for name, read := range map[string]func(string, []byte) (trace.Trace, error){"ReadITF": trace.ReadITF, "Read": trace.Read} {
		got, err := read("clock.itf.json", []byte(clockITF))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if d := cmp.Diff(clock(), got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// TestForeignITF reads what other tools write.
func TestForeignITF(t *testing.T) {
	const apalache = `{"#meta": {"format": "ITF", "source": "Clock.tla", "varTypes": {"x": "Int"}}, "params": ["N"], "vars": ["x", "y"],
		"states": [{"#meta": {"index": 0}, "x": 1, "y": {"tag": "None", "value": {"#tup": []}}}, {"x": {"#bigint": "-12"}, "y": {"#unserializable": "Nat"}}]}`
	none := trace.Record(trace.Field{Name: "tag", Value: trace.String("None")}, trace.Field{Name: "value", Value: trace.Sequence()})
	const parameters = "\ufeff" + `{"params": ["N", "Hours"], "vars": ["x"], "states": [{"N": 3, "Hours": {"#set": [1]}, "x": 1},
		{"#meta": {"action": 5, "args": null, "violated": "no"}, "N": 3, "x": 2}, {"#meta": {"action": "Turn"}, "x": 3}]}`
	const quint = `{"vars": ["mbt::actionTaken", "mbt::nondetPicks", "x"], "states": [
		{"mbt::actionTaken": "init", "mbt::nondetPicks": {"n": {"tag": "None", "value": {"#tup": []}}}, "x": {"#bigint": "0"}},
		{"mbt::actionTaken": "step", "mbt::nondetPicks": {"n": {"tag": "Some", "value": {"#bigint": "7"}}, "m": {"tag": "None", "value": {"#tup": []}}}, "x": {"#bigint": "7"}}]}`
	for _, tt := range []struct {
		name, src string
		want      trace.Trace
	}{
		{"apalache", apalache, trace.Trace{
			Source: trace.Source{System: "Clock"}, Vars: []string{"x", "y"},
			Steps: []trace.Step{{State: []trace.Value{trace.Int(1), none}}, {Action: "Next", State: []trace.Value{trace.Int(-12), trace.Model("Nat")}}},
		}},
		{"parameters", parameters, trace.Trace{
			Source: trace.Source{Constants: []trace.Arg{{Name: "N", Value: trace.Int(3)}, {Name: "Hours", Value: trace.Set(trace.Int(1))}}},
			Vars:   []string{"x"},
			Steps:  []trace.Step{{State: []trace.Value{trace.Int(1)}}, {Action: "Next", State: []trace.Value{trace.Int(2)}}, {Action: "Turn", State: []trace.Value{trace.Int(3)}}},
		}},
		{"a loop", `{"vars": ["x"], "states": [{"x": 1}, {"x": 2}], "loop": 0}`, trace.Trace{
			Vars:  []string{"x"},
			Steps: []trace.Step{{State: []trace.Value{trace.Int(1)}}, {Action: "Next", State: []trace.Value{trace.Int(2)}}},
			Loop:  &trace.Loop{State: 1, Action: "Next"},
		}},
		{"stuttering", `{"vars": ["x"], "states": [{"x": 1}], "loop": 0}`, trace.Trace{
			Vars: []string{"x"}, Steps: []trace.Step{{State: []trace.Value{trace.Int(1)}}}, Loop: &trace.Loop{State: 1},
		}},
		{"quint", quint, trace.Trace{
			Vars: []string{"x"},
			Steps: []trace.Step{
				{State: []trace.Value{trace.Int(0)}},
				{Action: "step", Args: []trace.Arg{{Name: "n", Value: trace.Int(7)}}, State: []trace.Value{trace.Int(7)}},
			},
		}},
	} {
		got, err := trace.Read(tt.name, []byte(tt.src))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		} else if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

func TestITFErrors(t *testing.T) {
	replace := func(old, new string) string {
		if !strings.Contains(clockITF, old) {
			t.Fatalf("no %s", old)
		}
		return strings.Replace(clockITF, old, new, 1)
	}
	for _, tt := range []struct{ name, src, want string }{
		{"cut", clockITF[:900], "the file ends inside the JSON value"},
		{"no states", `{"vars": [], "states": []}`, "1:24: the trace has no states"},
		{"no states at all", `{"#meta": {"format": "ITF"}, "vars": []}`, `the trace has no "states"`},
		{"field", `{"vars": ["x"], "states": [{"x": {"#bigint": "7", "y": 1}}]}`, `1:35: "#bigint" can't name a field of a record`},
		{"parameter", `{"vars": ["x"], "params": ["N"], "states": [{"x": 1, "N": null}]}`, "expected a value, found null"},
		{"parameters", `{"vars": ["x"], "params": [1], "states": [{"x": 1}]}`, "expected a string for the name of a parameter"},
		{"action", replace(`"action": "Turn", "args": {"by": {"#bigint": "1"}}`, `"action": 5`), "expected a string for action, found a number"},
		{"no vars", `{"states": [{}]}`, `1:1: the trace has no "vars"`},
		{"states", `{"vars": [], "states": 1}`, "1:24: expected an array for states, found a number"},
		{"member", `{"vars": [], "states": [{}], "x": 1}`, `1:30: "x" is no part of a trace in the Informal Trace Format`},
		{"meta", `{"#meta": 1, "vars": [], "states": [{}]}`, "1:11: expected an object for #meta"},
		{"variable", replace(`"hour": {"#bigint": "1"},`, ""), "the state has no value for the variable hour"},
		{"bigint", replace(`"hour": {"#bigint": "1"}`, `"hour": {"#bigint": 1}`), "29:27: expected a whole number as a string"},
		{"bigint text", replace(`"hour": {"#bigint": "1"}`, `"hour": {"#bigint": "x"}`), "expected a whole number of at most 64 bits, found x"},
		{"large", replace(`"hour": {"#bigint": "1"}`, `"hour": {"#bigint": "9223372036854775808"}`), "at most 64 bits"},
		{"tuple", replace(`{"#tup": [{"#bigint": "0"}, "up"]}`, `{"#tup": 1}`), "expected an array for a tuple"},
		{"tag", replace(`{"#set": []}`, `{"#bag": []}`), `"#bag" is no kind of value: expected #bigint`},
		{"unserializable", replace(`{"#set": []}`, `{"#unserializable": 1}`), "expected a text for #unserializable"},
		{"loop", replace(`"loop": 0`, `"loop": 2`), "expected the index of a state for loop, from 0 to 1"},
		{"another loop", replace(`"loop": 0`, `"loop": 1`), "this loop goes back to state 1, and the trace's to 2"},
		{"own", replace(`"modelValues"`, `"models"`), `"models" is no part of tidemark`},
		{"model value", replace(`"big": "big"`, `"big": "a b"`), "expected the name of a model value"},
		{"many", replace(`{"#set": []}`, `[`+strings.Repeat("1,", 1_000_000)+`1]`), "the file is too large: expected at most 1000000 values and names"},
		{"nested", replace(`{"#set": []}`, strings.Repeat(`{"#set": [`, 300)), "brackets nest too deeply"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := trace.Read("c.itf.json", []byte(tt.src))
			var located *trace.Error
			if !errors.As(err, &located) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

// TestITFNumbers wants no number in a state that is not a #bigint.
func TestITFNumbers(t *testing.T) {
	var document struct{ States []map[string]any }
	if err := json.Unmarshal([]byte(clockITF), &document); err != nil {
		t.Fatal(err)
	}
	var check func(v any)
	check = func(v any) {
		switch v := v.(type) {
		case float64:
			t.Errorf("the number %v", v)
		case []any:
			for _, item := range v {
				check(item)
			}
		case map[string]any:
			for _, item := range v {
				check(item)
			}
		}
	}
	for _, state := range document.States {
		delete(state["#meta"].(map[string]any), "index") // which is no value
		check(state)
	}
}

// FuzzReadITF checks that what can be read is the same after writing and reading it
// again, in either form.
func FuzzReadITF(f *testing.F) {
	f.Add([]byte(clockITF))
	f.Add([]byte(`{"vars": ["x"], "states": [{"x": 1}], "loop": 0}`))
	f.Add([]byte(`{"vars": ["mbt::actionTaken", "x"], "states": [{"mbt::actionTaken": "init", "x": {"tag": "A", "value": {"#tup": [1, ""]}}}]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		first, err := trace.ReadITF("a.json", src)
		if err != nil {
			var located *trace.Error
			if !errors.As(err, &located) || located.Line < 1 || located.Column < 1 {
				t.Fatalf("no place in %#v", err)
			}
			return
		}
		for name, write := range map[string]func(*bytes.Buffer) error{
			"ITF":  func(b *bytes.Buffer) error { return trace.WriteITF(b, first) },
			"JSON": func(b *bytes.Buffer) error { return trace.WriteJSON(b, first) },
		} {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				if name == "ITF" && strings.Contains(err.Error(), "start with #") {
					continue
				}
				t.Fatal(err)
			}
			second, err := trace.Read("b.json", b.Bytes())
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, b.Bytes())
			}
			if d := cmp.Diff(first, second); d != "" {
				t.Fatalf("%s (-first +second):\n%s", name, d)
			}
		}
	})
}
