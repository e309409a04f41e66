package explore

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// A jugs state is the riddle of the two jugs, with more in it than it needs.
type jugs struct {
	Big, Small int8
	Last       string
	Seen       [2]struct{ Full bool }
	_          float64 // blank fields do not count
}

func jugsModel() Plain[jugs] {
	move := func(name string, change func(*jugs)) PlainAction[jugs] {
		return PlainAction[jugs]{name, func(j jugs, emit func(jugs)) {
			change(&j)
			j.Last = name
			j.Seen[0].Full = j.Big == 5
			emit(j)
		}}
	}
	return Plain[jugs]{
		Init: []jugs{{}},
		Actions: []PlainAction[jugs]{
			move("FillBig", func(j *jugs) { j.Big = 5 }),
			move("FillSmall", func(j *jugs) { j.Small = 3 }),
			move("EmptyBig", func(j *jugs) { j.Big = 0 }),
			move("EmptySmall", func(j *jugs) { j.Small = 0 }),
			move("BigToSmall", func(j *jugs) { n := min(j.Big, 3-j.Small); j.Big -= n; j.Small += n }),
			move("SmallToBig", func(j *jugs) { n := min(j.Small, 5-j.Big); j.Small -= n; j.Big += n }),
		},
		Invariants: []PlainInvariant[jugs]{{
			Name:  "NeverFour",
			Holds: func(j jugs) bool { return j.Big != 4 },
			Why:   func(j jugs) string { return fmt.Sprint("the big jug has ", j.Big) },
		}},
		StepProperties: []PlainStepProperty[jugs]{{
			Name:  "FillsNotBoth",
			Holds: func(from, to jugs) bool { return from.Big+from.Small+7 >= to.Big+to.Small },
		}},
	}
}

func TestPlain(t *testing.T) {
	var first *Result
	var path []jugs
	everyWay(Options{CheckDeadlock: true, Continue: true}, func(opts Options) {
		sys, err := jugsModel().System()
		if err != nil {
			t.Fatal(err)
		}
		sys.intern(jugs{Big: int8(opts.Workers)}) // another order
		res := check(t, sys, opts)
		var states []jugs
		for i, step := range res.Violations[0].Path {
			states = append(states, sys.State(step.Row))
			res.Violations[0].Path[i].Row = nil
		}
		if first == nil {
			first, path = res, states
		}
		if !reflect.DeepEqual(plainResult(res), plainResult(first)) || !reflect.DeepEqual(states, path) {
			t.Fatalf("got  %+v %v\nwant %+v %v", res, states, first, path)
		}
	})
	v := first.Violations[0]
	if len(first.Violations) != 1 || v.Name != "NeverFour" || v.Reason != "the big jug has 4" || len(v.Path) != 7 {
		t.Errorf("%+v", first)
	}
}

func TestPlainConstraintAndEnds(t *testing.T) {
	counter := Plain[int]{
		Init:           []int{0},
		Actions:        []PlainAction[int]{{"Up", func(n int, emit func(int)) { emit(n + 1) }}},
		Invariants:     []PlainInvariant[int]{{Name: "Small", Holds: func(n int) bool { return n < 100 }}},
		StepProperties: []PlainStepProperty[int]{{Name: "Odd", Holds: func(from, to int) bool { return to != 11 }, Why: func(from, to int) string { return fmt.Sprint(from, to) }}},
		Constraint:     func(n int) bool { return n < 11 },
	}
	sys, err := counter.System()
	if err != nil {
		t.Fatal(err)
	}
	res := check(t, sys, Options{CheckDeadlock: true})
	if v := res.Violations[0]; v.Name != "Odd" || v.Reason != "10 11" || len(v.Path) != 12 || res.Distinct != 11 {
		t.Errorf("%+v", res)
	}

	counter.Actions[0].Next = func(n int, emit func(int)) {
		if n < 5 {
			emit(n + 1)
		}
	}
	for _, end := range []func(int) bool{nil, func(n int) bool { return n == 5 }} {
		counter.LegalEnd = end
		sys, _ := counter.System()
		if res := check(t, sys, Options{CheckDeadlock: true}); (res.Verdict == Holds) != (end != nil) {
			t.Errorf("%+v", res)
		}
	}
}

func TestPlainRejects(t *testing.T) {
	type inner struct{ Clocks [3]float64 }
	type outer struct {
		In inner
	}
	for want, make := range map[string]func() error{
		"outer.In.Clocks[i] is a float64": func() error { _, err := Plain[outer]{}.System(); return err },
		"is a *int":                       func() error { _, err := Plain[*int]{}.System(); return err },
		"is a interface {}":               func() error { _, err := Plain[any]{}.System(); return err },
		"is a chan int":                   func() error { _, err := Plain[chan int]{}.System(); return err },
		"action A has no Next":            func() error { _, err := Plain[int]{Actions: []PlainAction[int]{{Name: "A"}}}.System(); return err },
		"invariant I has no Holds": func() error {
			_, err := Plain[int]{Invariants: []PlainInvariant[int]{{Name: "I"}}}.System()
			return err
		},
		"property S has no Holds": func() error {
			_, err := Plain[int]{StepProperties: []PlainStepProperty[int]{{Name: "S"}}}.System()
			return err
		},
		"the model has none": func() error {
			sys, err := Plain[int]{}.System()
			if err == nil {
				_, err = Check(t.Context(), sys, Options{})
			}
			return err
		},
	} {
		if err := make(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestEncodingKeepsOrder compares values with their bytes.
func TestEncodingKeepsOrder(t *testing.T) {
	sorted := [][]any{
		{false, true},
		{int64(math.MinInt64), int64(-3), int64(-1), int64(0), int64(1), int64(math.MaxInt64)},
		{int8(-128), int8(-1), int8(0), int8(127)},
		{uint16(0), uint16(1), uint16(256), uint16(65535)},
		{"", "\x00", "\x00\x00", "\x00\x01", "\x01", "a", "a\x00", "a\x00b", "a\x01", "aa", "b", "\xff"},
		{[2]string{"", "b"}, [2]string{"a", ""}, [2]string{"a", "b"}, [2]string{"ab", ""}},
		{struct{ A, B int }{1, 9}, struct{ A, B int }{2, -1}, struct{ A, B int }{2, 0}},
	}
	for _, values := range sorted {
		for i := 1; i < len(values); i++ {
			a, b := reflect.ValueOf(values[i-1]), reflect.ValueOf(values[i])
			encode, err := encoderFor(a.Type())
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Compare(encode(nil, a), encode(nil, b)) >= 0 {
				t.Errorf("%#v should come before %#v", values[i-1], values[i])
			}
		}
	}
}

// TestFingerprintOfPlainIsFixed: a fingerprint must not change from run to
// run.
func TestFingerprintOfPlainIsFixed(t *testing.T) {
	for want, bytes := range map[uint64]string{
		0xe7299dcd09e414d0: "",
		0x3462a8c8d14857f5: "tidemark",
		0xdc15c0211d14e934: "the highest water",
	} {
		if got := hashBytes([]byte(bytes)); got != want {
			t.Errorf("%q has %#x, not %#x", bytes, got, want)
		}
	}
	seen := map[uint64]string{}
	rng := rand.New(rand.NewPCG(1, 8))
	for range 100_000 {
		b := make([]byte, rng.IntN(20))
		for i := range b {
			b[i] = byte(rng.IntN(3))
		}
		h := hashBytes(b)
		if other, ok := seen[h]; ok && other != string(b) {
			t.Fatalf("%q and %q have one hash", b, other)
		}
		seen[h] = string(b)
	}
}
