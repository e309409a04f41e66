package value

import (
	"testing"

	"pgregory.net/rapid"
)

// What is looked for by a probe is found where the value itself is, with the
// same errors.
func TestProbe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p Probe
		part := explicitValue(1)
		var tuples []Value
		for _, elems := range rapid.SliceOfN(rapid.SliceOfN(part, 1, 3), 1, 6).Draw(t, "tuples") {
			tuples = append(tuples, Tuple(elems...))
		}
		s := Set(tuples...)
		elems := rapid.SliceOfN(part, 1, 3).Draw(t, "elements")
		if rapid.Bool().Draw(t, "member") {
			elems = tuples[0].Elems()
		}
		x := Tuple(elems...)
		p.Tuple([]Value{Int(1), Int(2), Int(3), Int(4)}) // leaves nothing behind
		want, wantErr := Member(x, s)
		got, err := Member(p.Tuple(elems), s)
		if got != want || (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Fatalf("%v \\in %v: %v (%v), expected %v (%v)", x, s, got, err, want, wantErr)
		}
		fields, err := NewFields("b", "a")
		if err != nil {
			t.Fatal(err)
		}
		pair := []Value{part.Draw(t, "b"), part.Draw(t, "a")}
		record := fields.Record(pair)
		f, err := FunctionOf(Set(record, tuples[0]), []Value{True, False})
		if err != nil {
			return // not comparable
		}
		if got, err := Apply(f, fields.Probe(&p, pair)); err != nil || got.Kind() != KindBool {
			t.Fatalf("%v[%v] = %v (%v)", f, record, got, err)
		}
	})
}
