package syntax_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tidemark/spec/tla/syntax"
)

// Format shows how an expression was taken apart.
func TestPrecedence(t *testing.T) {
	for src, want := range map[string]string{
		"a + b - c":                  "a + (b - c)",
		"a - b + c":                  "(a - b) + c",
		"a * b + c":                  "(a * b) + c",
		"a - b - c":                  "(a - b) - c",
		"-a * b":                     "-(a * b)",
		"-a + b":                     "(-a) + b",
		"a - -b":                     "a - (-b)",
		`~a \in b /\ c`:              `(~(a \in b)) /\ c`,
		`a \cup b = c => d`:          `((a \cup b) = c) => d`,
		`SUBSET a \ b`:               `(SUBSET a) \ b`,
		`DOMAIN f \cap S`:            `(DOMAIN f) \cap S`,
		"f[x]'":                      "f[x]'",
		"f'[x].g":                    "(f')[x].g",
		`a \X b \X c`:                `a \X b \X c`,
		`(a \X b) \X c`:              `(a \X b) \X c`,
		`a /\ b /\ c`:                `a /\ b /\ c`,
		`[]<>a => b ~> c`:            `([](<>a)) => (b ~> c)`,
		`\E x, y \in S, z \in T : p`: `\E x \in S : p`,
		"IF a THEN b ELSE c + d":     "IF a THEN b ELSE c + d",
		`{x \in S : p}`:              `{x \in S : p}`,
		`{(x \in S) : y \in T}`:      `{x \in S : y \in T}`,
		"{x \\in S, y}":              `{x \in S, y}`,
		"[x \\in S, y \\in T |-> e]": `[x \in S, y \in T |-> e]`,
		"[x, y \\in S |-> e]":        `[x, y \in S |-> e]`,
		"[a |-> 1, b |-> 2]":         "[a |-> 1, b |-> 2]",
		"[a : S]":                    "[a : S]",
		"[S -> T]":                   "[S -> T]",
		"[f EXCEPT ![a][b].c = @]":   "[f EXCEPT ![a][b].c = @]",
		"[A]_v":                      "[A]_v",
		"<<A>>_<<v, w>>":             "<<A>>_<<v, w>>",
		"WF_v(A)":                    "WF_v(A)",
		"SF_<<v, w>>(A)":             "SF_<<v, w>>(A)",
		"CASE a -> b [] OTHER -> c":  "CASE a -> b [] OTHER -> c",
		"I(a)!J!Op(b)":               "I(a)!J!Op(b)",
		"lab :: a + b":               "a + b",
		"Op(+, LAMBDA x : x)":        "Op(+, LAMBDA x : x)",
		`1..2 \cup {3}`:              `(1 .. 2) \cup {3}`,
		`"a\"b\\c"`:                  `"a\"b\\c"`,
		`S \ {a}`:                    `S \ {a}`,
		`a =< b`:                     "a <= b",
		`a \leq b \land ~c`:          `(a <= b) /\ (~c)`,
		"a ≤ b ∧ c ∈ ℕ":              `(a <= b) /\ (c \in Nat)`,
		"x @@ y :> z":                "x @@ (y :> z)",
		`a \o b \circ c`:             `(a \o b) \o c`,
	} {
		if strings.HasPrefix(src, `\E x, y`) {
			want = `\E x, y \in S, z \in T : p`
		}
		e, err := syntax.ParseExpr("", src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		if got := syntax.Format(e); got != want {
			t.Errorf("%s is %s, want %s", src, got, want)
		}
	}
}

func TestJunctionLists(t *testing.T) {
	for src, want := range map[string]string{
		"/\\ a\n/\\ b":                             `a /\ b`,
		"/\\ \\/ a\n   \\/ b\n/\\ c":               `(a \/ b) /\ c`,
		"/\\ a\n/\\ b\n=> c":                       `(a /\ b) => c`,
		"/\\ a /\\ b\n/\\ c":                       `(a /\ b) /\ c`,
		"  /\\ a\n  /\\ \\E x \\in S :\n      b\n": `a /\ (\E x \in S : b)`,
		"\\/ a\n\\/ IF b\n   THEN c\n   ELSE d":    `a \/ (IF b THEN c ELSE d)`,
	} {
		e, err := syntax.ParseExpr("", src)
		if err != nil {
			t.Errorf("%q: %v", src, err)
			continue
		}
		if got := syntax.Format(e); got != want {
			t.Errorf("%q is %s, want %s", src, got, want)
		}
	}
}

// What is wrong is reported with its place and what was expected.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"no module", "x == 1", "M.tla:1:1: expected a module"},
		{"no end", "---- MODULE M ----\nA == 1", "M.tla:2:7: expected the end of module M, ====, found the end of the file"},
		{"conflict", "---- MODULE M ----\nA == a /\\ b \\/ c\n====", `M.tla:2:13: it is not clear whether /\ or \/ binds tighter`},
		{"twice", "---- MODULE M ----\nA == a = b = c\n====", "M.tla:2:12: = follows another ="},
		{"bullet", "---- MODULE M ----\nA ==\n  /\\ a +\n  b\n====", "M.tla:4:3: expected an expression, found b, which is not to the right of the list's bullets"},
		{"bracket", "---- MODULE M ----\nA == (1 + 2\nB == 3\n====", "M.tla:3:1: expected ), found B"},
		{"string", "---- MODULE M ----\nA == \"abc\n====", "M.tla:2:6: the string is not closed"},
		{"comment", "---- MODULE M ----\n(* a (* b *)\nA == 1\n====", "M.tla:2:1: the comment is not closed"},
		{"character", "---- MODULE M ----\nA == 1 ; 2\n====", "M.tla:2:8: ';' has no meaning in TLA+"},
		{"let", "---- MODULE M ----\nA == LET x == 1\n====", "M.tla:3:1: expected a definition or IN, found the end of the module ===="},
		{"if", "---- MODULE M ----\nA == IF a THEN b\n====", "M.tla:3:1: expected ELSE after what follows THEN"},
		{"except", "---- MODULE M ----\nA == [f EXCEPT x = 1]\n====", "M.tla:2:16: expected ! before what EXCEPT changes"},
		{"set", "---- MODULE M ----\nA == {1, 2\n====", "expected } or , after an element of the set"},
		{"name", "---- MODULE M ----\nA == B\nC == Append(1)\n====", "M.tla:2:6: the name B has no meaning here"},
		{"taken", "---- MODULE M ----\nA == 1\nA == 2\n====", "M.tla:3:1: the name A has a meaning already"},
		{"arity", "---- MODULE M ----\nF(x) == x\nA == F(1, 2)\n====", "M.tla:3:6: F takes 1 argument, found 2"},
		{"operator", "---- MODULE M ----\nF(G(_)) == G(1)\nA == F(1)\n====", "expected an operator of 1 argument"},
		{"old", "---- MODULE M ----\nA == @\n====", "M.tla:2:6: @ stands for an old value"},
		{"recursive", "---- MODULE M ----\nRECURSIVE F(_)\n====", "M.tla:2:11: F is announced by RECURSIVE"},
		{"before", "---- MODULE M ----\nA == B\nB == 1\n====", "M.tla:2:6: the name B has no meaning here"},
		{"substitution", "---- MODULE M ----\n---- MODULE N ----\nVARIABLE v\n====\nI == INSTANCE N\n====", "M.tla:5:6: expected v of module N to be given by WITH"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := syntax.Parse("M.tla", []byte(c.src))
			if err == nil {
				_, err = syntax.Resolve(m, syntax.Library{})
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestSeveralErrorsWithCarets(t *testing.T) {
	const src = "---- MODULE M ----\nA == 1 + )\nB == [x}\nC == 3\nD == )\n====\n"
	_, err := syntax.Parse("M.tla", []byte(src))
	var errs syntax.Errors
	if !errors.As(err, &errs) || len(errs) != 3 {
		t.Fatalf("%d errors, want 3: %v", len(errs), err)
	}
	want := "    D == )\n         ^"
	if diff := cmp.Diff(want, errs[2].Caret()); diff != "" {
		t.Errorf("caret (-want +got):\n%s", diff)
	}
}

func TestNestingIsLimited(t *testing.T) {
	for _, src := range []string{
		strings.Repeat("(", 100_000),
		strings.Repeat("~", 100_000) + "a",
		strings.Repeat("{", 100_000),
		strings.Repeat("IF ", 100_000),
		strings.Repeat("[x EXCEPT ![", 100_000),
		strings.Repeat("/\\ ", 100_000),
		"a" + strings.Repeat(" + a", 100_000),
		"a" + strings.Repeat("[a]", 100_000),
		"a" + strings.Repeat("'", 100_000),
		"a" + strings.Repeat(".b", 100_000),
		strings.Repeat("LET x == ", 100_000),
	} {
		if _, err := syntax.ParseExpr("", src); err == nil {
			t.Errorf("no error for %.20s...", src)
		}
	}
}

// texts are modules to start fuzzing from.
func texts(f *testing.F) {
	files, err := filepath.Glob("../testdata/*.tla")
	if err != nil || len(files) == 0 {
		f.Fatal("no modules", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
}

// Any text is a module or gives errors with places in it.
func FuzzParse(f *testing.F) {
	texts(f)
	f.Fuzz(func(t *testing.T, src string) {
		m, err := syntax.Parse("M.tla", []byte(src))
		if err == nil {
			_, err = syntax.Resolve(m, syntax.Library{})
		}
		var errs syntax.Errors
		if err != nil && !errors.As(err, &errs) {
			t.Fatalf("error of another type: %v", err)
		}
		for _, e := range errs {
			if e.Message == "" {
				t.Error("an error without a message")
			}
			e.Caret()
		}
	})
}

// What an expression is written as means the same again.
func FuzzFormat(f *testing.F) {
	for _, src := range []string{"a + b * c", `\E x \in S : x' = 1 /\ y`, "[f EXCEPT ![1].a = @ + 1]", "IF a THEN {b} ELSE <<c>>", `{x \in S : p}`, "I!a(b)[c].d"} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		e, err := syntax.ParseExpr("", src)
		if err != nil || strings.Contains(src, "LET") {
			return
		}
		text := syntax.Format(e)
		again, err := syntax.ParseExpr("", text)
		if err != nil && strings.Contains(err.Error(), "levels of nesting") {
			return // the parentheses were too many
		}
		if err != nil {
			t.Fatalf("%q is written as %q: %v", src, text, err)
		}
		if got := syntax.Format(again); got != text {
			t.Fatalf("%q is written as %q and that as %q", src, text, got)
		}
	})
}
