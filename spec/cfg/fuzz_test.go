package cfg_test

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"tidemark/spec/cfg"
)

// What can be parsed prints to something that parses to the same, and printing
// that changes nothing more.
func FuzzParse(f *testing.F) {
	f.Add([]byte(everything))
	embedded, err := filepath.Glob("../*.cfg")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range embedded {
		src, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Add([]byte("\uFEFFCONSTANTS\r\n N = {1, {}, \"\\n\"} \r\\* c\rINVARIANT A\nPROPERTY B INVARIANT C"))
	f.Add([]byte("CONSTANT f(1, {a}) = [M] x a!b <- [N] c (* (* *) *)"))
	f.Add([]byte("CONSTANT ++ <- (+) \\o <- [M] -. a!!b <- !!"))
	f.Add([]byte("CHECK_DEADLOCK FALSE INIT"))
	f.Add([]byte("CONSTANT N = -1"))
	f.Fuzz(func(t *testing.T, src []byte) {
		file, err := cfg.Parse("f.cfg", src)
		if err != nil {
			checkPosition(t, err, "f.cfg")
			return
		}
		text := file.String()
		back, err := cfg.Parse("g.cfg", []byte(text))
		if err != nil {
			// Indentation and longer keywords can take a file over the limit.
			if len(text) > cfg.MaxSize {
				return
			}
			t.Fatalf("%v in the canonical form\n%s", err, text)
		}
		if !sameFile(file, back) {
			t.Fatalf("%+v\nprints as\n%s\nwhich is\n%+v", file, text, back)
		}
		if again := back.String(); again != text {
			t.Fatalf("the canonical form\n%s\nprints as\n%s", text, again)
		}
	})
}

func FuzzParseValue(f *testing.F) {
	for _, s := range []string{"3", "TRUE", `"a\n"`, "{a, {1, 2}, {}}", "-1", "{", "1 2", "99999999999", "INIT"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		v, err := cfg.ParseValue(src)
		if err != nil {
			checkPosition(t, err, "")
			return
		}
		back, err := cfg.ParseValue(v.String())
		if err != nil && len(v.String()) <= cfg.MaxSize || err == nil && !reflect.DeepEqual(back, v) {
			t.Fatalf("%s reads as %s and %v", v, back, err)
		}
	})
}

func checkPosition(t *testing.T, err error, file string) {
	t.Helper()
	e, ok := err.(*cfg.Error)
	if !ok || e.File != file || e.Line < 1 || e.Column < 1 || e.Message == "" {
		t.Fatalf("%#v is not an error with a position", err)
	}
}
