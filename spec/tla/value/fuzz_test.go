package value

import "testing"

// Whatever is read is written in a form that reads as the same value.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"1", `"a\"b"`, "{1, {2}}", "<<TRUE, FALSE>>", "[a |-> 1, b |-> <<>>]", "(1 :> 2 @@ m :> {})", "-3..4", "{", `"\`, "[a |-> ", "1..", "((1:>2):>3)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Parse(text)
		if err != nil {
			return
		}
		if v.Kind() == KindInterval {
			v, err = Normalize(v)
			if err != nil {
				return // too large to be listed
			}
		}
		back, err := Parse(v.String())
		if err != nil {
			t.Fatalf("%s was read as %v, which can't be read: %v", text, v, err)
		}
		if Order(v, back) != 0 {
			t.Fatalf("%v was read back as %v", v, back)
		}
	})
}
