package cfg_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"tidemark/spec/cfg"
)

func TestParseValue(t *testing.T) {
	for _, test := range []struct{ src, canonical string }{
		{"0", "0"},
		{" 2147483647 ", "2147483647"},
		{"00", "0"},
		{"TRUE", "TRUE"},
		{"FALSE", "FALSE"},
		{"r1", "r1"},
		{"1st", "1st"},
		{`""`, `""`},
		{`"a\"\\\n\t\r\f é"`, `"a\"\\\n\t\r\f é"`},
		{"\"a\tb\"", `"a\tb"`},
		{"{}", "{}"},
		{"{ r2 , r1,r2 } \\* twice is once", "{r1, r2}"},
		{`{{2, 1}, {}, {1, 2}, {1}, x, "x", 10, 9, TRUE, FALSE}`, `{FALSE, TRUE, 9, 10, "x", x, {}, {1}, {1, 2}}`},
	} {
		v, err := cfg.ParseValue(test.src)
		if err != nil {
			t.Errorf("%s: %v", test.src, err)
			continue
		}
		if got := v.String(); got != test.canonical {
			t.Errorf("%s: got %s, want %s", test.src, got, test.canonical)
		}
	}
}

func TestParseValueErrors(t *testing.T) {
	const forValue = "a value is a natural number, a string, TRUE, FALSE, a set such as {a, b}, or a name for a model value; for anything else define it in the module and write Name <- Definition"
	for _, test := range []struct{ src, err, hint string }{
		{"", "1:1: expected a value, found the end of the value", forValue},
		{"1 2", "1:3: expected nothing after the value, found 2", forValue},
		{"1..2", "1:2: expected nothing after the value, found ..", forValue},
		{"{a", "1:3: expected , or }, found the end of the value", ""},
		{"-1", "1:1: expected a value, found a minus sign: a configuration file has no negative numbers", "define it in the module, as in MinusOne == -1, and write Name <- MinusOne"},
		{"INIT", "1:1: expected a value, found the keyword INIT", forValue},
		{`"x`, "1:1: the string that starts here is never closed", `close it with " on the same line`},
	} {
		t.Run(test.src, func(t *testing.T) {
			_, err := cfg.ParseValue(test.src)
			checkError(t, err, test.err, test.hint)
		})
	}
}

// randomValue returns a value with at most depth sets within each other.
func randomValue(rng *rand.Rand, depth int) cfg.Value {
	pick := []string{"a", "b", "r1", "x_y"}
	switch k := rng.IntN(4 + min(depth, 1)*3); k {
	case 0:
		return cfg.BoolValue(rng.IntN(2) == 0)
	case 1:
		return cfg.NumberValue(rng.IntN(cfg.MaxNumber))
	case 2:
		return cfg.StringValue([]string{"", "a", "\"\\", "\n\t\r\f", "é(*"}[rng.IntN(5)])
	case 3:
		return cfg.NamedValue(pick[rng.IntN(len(pick))])
	}
	var elements []cfg.Value
	for range rng.IntN(5) {
		elements = append(elements, randomValue(rng, depth-1))
	}
	return cfg.SetOf(elements...)
}

func TestValueLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		v, w, x := randomValue(rng, 3), randomValue(rng, 3), randomValue(rng, 3)
		back, err := cfg.ParseValue(v.String())
		if err != nil || !reflect.DeepEqual(back, v) {
			t.Fatalf("%s: read back as %s, %v", v, back, err)
		}
		if (v.String() == w.String()) != cfg.Equal(v, w) {
			t.Fatalf("%s and %s: equal is %v", v, w, cfg.Equal(v, w))
		}
		if cfg.Compare(v, w) != -cfg.Compare(w, v) {
			t.Fatalf("%s and %s: the order is not antisymmetric", v, w)
		}
		three := []cfg.Value{v, w, x}
		slices.SortFunc(three, cfg.Compare)
		if cfg.Compare(three[0], three[2]) > 0 {
			t.Fatalf("%v: the order is not transitive", three)
		}
		if !cfg.Equal(cfg.SetOf(v, w, x), cfg.SetOf(x, x, w, v)) {
			t.Fatalf("%v: a set depends on how it is written", three)
		}
	}
}

func TestSetOfLeavesItsArgumentAlone(t *testing.T) {
	elements := []cfg.Value{cfg.NumberValue(2), cfg.NumberValue(1), cfg.NumberValue(2)}
	cfg.SetOf(elements...)
	if got := fmt.Sprint(elements); got != "[2 1 2]" {
		t.Errorf("the elements are now %s", got)
	}
}

func TestKindNames(t *testing.T) {
	got := fmt.Sprint([]cfg.Kind{cfg.Bool, cfg.Number, cfg.String, cfg.ModelValue, cfg.Set})
	if want := "[boolean number string model value set]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"TypeOK", "LeaderInISR", "HWAtMostISRLEO", "HWNeverDecreases"}
	for _, test := range []struct{ word, want string }{
		{"TypeOk", "TypeOK"},
		{"LeadreInISR", "LeaderInISR"},
		{"LeaderInIsr", "LeaderInISR"},
		{"HwNeverDecreased", "HWNeverDecreases"},
		{"Something", ""},
		{"", ""},
	} {
		if got := cfg.Nearest(test.word, names); got != test.want {
			t.Errorf("%s: got %q, want %q", test.word, got, test.want)
		}
	}
	long := string(make([]byte, 100_000))
	if got := cfg.Nearest(long, append(names, long)); got != "" {
		t.Errorf("a long word: got %q", got)
	}
	if got := cfg.Nearest("x", []string{long}); got != "" {
		t.Errorf("a long candidate: got %q", got)
	}
	for word, want := range map[string]string{"PROPERTYS": "PROPERTY", "invariant": "INVARIANT", "CONSTRAINS": "CONSTRAINT", "TypeOK": ""} {
		if got := cfg.NearestKeyword(word); got != want {
			t.Errorf("%s: got keyword %q, want %q", word, got, want)
		}
	}
}
