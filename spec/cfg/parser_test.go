package cfg_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tidemark/spec/cfg"
)

const everything = `\* a comment (* that does not nest
CONSTANT N = 3 (* one (* two *) *) Names = {b, a, {}, "x", {2, 1, 2}}
  f(1, a) = TRUE
  f(2, {}) = FALSE
  M = [Other] 007
  a!b!c <- Def
  ++ <- PlusPlus  Plus<-[Other]+  \o <- (+)
CONSTANTS d <- [Other] Def
INVARIANT TypeOK
PROPERTY Live
INVARIANTS A B
PROPERTIES Safe
CONSTRAINT C1
CONSTRAINTS C2
ACTION_CONSTRAINT A1
ACTION_CONSTRAINTS A2
INIT Init
NEXT Next
SPECIFICATION Spec
VIEW View
SYMMETRY Perms
ALIAS Alias
POSTCONDITION P1
POSTCONDITIONS P2
_PERIODIC Per
_RL_REWARD Reward
_POSSIBLE Far Near
CHECK_DEADLOCK FALSE
\* no newline at the end`

const everythingCanonical = `CONSTANTS
    N = 3
    Names = {"x", a, b, {}, {1, 2}}
    f(1, a) = TRUE
    f(2, {}) = FALSE
    M = [Other] 7
    a!b!c <- Def
    ++ <- PlusPlus
    Plus <- [Other] +
    \o <- (+)
    d <- [Other] Def
SPECIFICATION Spec
INIT Init
NEXT Next
CONSTRAINTS
    C1
    C2
ACTION_CONSTRAINTS
    A1
    A2
INVARIANTS
    TypeOK
PROPERTIES
    Live
INVARIANTS
    A
    B
PROPERTIES
    Safe
VIEW View
SYMMETRY Perms
ALIAS Alias
POSTCONDITIONS
    P1
    P2
_POSSIBLE
    Far
    Near
_PERIODIC Per
_RL_REWARD Reward
CHECK_DEADLOCK FALSE
`

func TestParseEverything(t *testing.T) {
	f, err := cfg.Parse("all.cfg", []byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	if got := f.String(); got != everythingCanonical {
		t.Errorf("canonical form:\n%s\nwant:\n%s", got, everythingCanonical)
	}
	if got := fmt.Sprint(f.Checks); got != "[{{{9 11} TypeOK} true} {{{10 10} Live} false} {{{11 12} A} true} {{{11 14} B} true} {{{12 12} Safe} false}]" {
		t.Errorf("checks: %s", got)
	}
	if c := f.Constants[0]; c.Name.Pos != (cfg.Pos{Line: 2, Column: 10}) || c.ValuePos != (cfg.Pos{Line: 2, Column: 14}) {
		t.Errorf("N stands at %v, its value at %v", c.Name.Pos, c.ValuePos)
	}
}

// What is legal though it looks odd.
func TestParseAccepts(t *testing.T) {
	for _, test := range []struct{ name, src, canonical string }{
		{"nothing", "", ""},
		{"only blanks and comments", " \t\r\n\\* x\n(* y\n(**) *)", ""},
		{"comment that looks closed", "INIT Init (*) *) NEXT Next", "INIT Init\nNEXT Next\n"},
		{"sections with nothing in them", "CONSTANTS INVARIANT PROPERTIES CONSTRAINT ACTION_CONSTRAINTS POSTCONDITION _POSSIBLE", ""},
		{"byte order mark", "\uFEFFINIT Init", "INIT Init\n"},
		{"CRLF and lone CR", "INIT\r\nInit\rNEXT\rNext\r\n", "INIT Init\nNEXT Next\n"},
		{"CR ends a line comment", "\\* x\rINIT Init", "INIT Init\n"},
		{"no blanks", `CONSTANTS a={b,"c"}d<-e f(1)=[M]{}INIT x`, "CONSTANTS\n    a = {\"c\", b}\n    d <- e\n    f(1) = [M] {}\nINIT x\n"},
		{"names that start like keywords or numbers", "CONSTANT INITx = 1x _x_ = _1a INVARIANT WF SFx", "CONSTANTS\n    INITx = 1x\n    _x_ = _1a\nINVARIANTS\n    WF\n    SFx\n"},
		{"misspelt keyword after names", "INVARIANT A PROPERTYS B", "INVARIANTS\n    A\n    PROPERTYS\n    B\n"},
		{"names given twice", "INVARIANT A A", "INVARIANTS\n    A\n    A\n"},
		{"any characters in strings and comments", "CONSTANT a = \"é(*\" \\* ü", "CONSTANTS\n    a = \"é(*\"\n"},
		{"as many nested sets as allowed", "CONSTANT a = " + nested(cfg.MaxNesting), "CONSTANTS\n    a = " + nested(cfg.MaxNesting) + "\n"},
		{"deeply nested comment", strings.Repeat("(*", 100_000) + strings.Repeat("*)", 100_000) + "INIT I", "INIT I\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := cfg.Parse("t.cfg", []byte(test.src))
			if err != nil {
				t.Fatal(err)
			}
			if got := f.String(); got != test.canonical {
				t.Errorf("got\n%swant\n%s", got, test.canonical)
			}
		})
	}
}

func nested(n int) string { return strings.Repeat("{", n) + strings.Repeat("}", n) }

func TestParseErrors(t *testing.T) {
	const forValue = "a value is a natural number, a string, TRUE, FALSE, a set such as {a, b}, or a name for a model value; for anything else define it in the module and write Name <- Definition"
	for _, test := range []struct{ src, err, hint string }{
		// Statements.
		{"Spec", "1:1: expected a keyword such as SPECIFICATION or INVARIANT, found Spec", ""},
		{"INVARIENT TypeOK", "1:1: expected a keyword such as SPECIFICATION or INVARIANT, found INVARIENT", "did you mean INVARIANT?"},
		{"INIT Init Next Next", "1:11: expected a keyword such as SPECIFICATION or INVARIANT, found Next", "did you mean NEXT?"},
		{"3", "1:1: expected a keyword such as SPECIFICATION or INVARIANT, found 3", ""},
		{`"INIT"`, `1:1: expected a keyword such as SPECIFICATION or INVARIANT, found the string "INIT"`, ""},
		{"INIT", "1:5: expected a name after INIT, found the end of the file", ""},
		{"INIT NEXT Next", "1:6: expected a name after INIT, found the keyword NEXT", ""},
		{"CONSTANT INIT = 3", "1:15: expected a name after INIT, found =", "INIT is a keyword of configuration files and can't be the name of a constant"},
		{"INIT I\n\tINIT J", "2:2: INIT is given twice, expected it at most once", ""},
		{"SPECIFICATION I SPECIFICATION J", "1:17: SPECIFICATION is given twice, expected it at most once", ""},
		{"INVARIANT A, B", "1:12: expected a name after INVARIANT, found ,", "names are separated by blanks, not by commas"},
		{"PROPERTIES TRUE", "1:12: expected a name after PROPERTIES, found TRUE", ""},
		{"VIEW <<x, y>>", "1:6: expected a name after VIEW, found <<", ""},
		{"CHECK_DEADLOCK", "1:15: expected TRUE or FALSE after CHECK_DEADLOCK, found the end of the file", ""},
		{"CHECK_DEADLOCK false", "1:16: expected TRUE or FALSE after CHECK_DEADLOCK, found false", ""},
		{"CHECK_DEADLOCK TRUE CHECK_DEADLOCK TRUE", "1:21: CHECK_DEADLOCK is given twice, expected it at most once", ""},
		// Constants.
		{"CONSTANT 3 = 3", "1:10: expected the name of a constant, found 3", ""},
		{"CONSTANT N", "1:11: expected = or <- after N, found the end of the file", ""},
		{"CONSTANTS N, M", "1:12: expected = or <- after N, found ,", ""},
		{"CONSTANT N == 3", "1:12: expected = or <- after N, found ==", "a configuration file assigns with a single ="},
		{"CONSTANT N = 3 INVARIENT TypeOK", "1:26: expected = or <- after INVARIENT, found TypeOK", "did you mean the keyword INVARIANT instead of INVARIENT?"},
		{"CONSTANT N\nSPECIFICATION Spec", "2:1: expected = or <- after N, found the keyword SPECIFICATION", ""},
		{"CONSTANT N =\nSPECIFICATION Spec", "2:1: expected a value, found the keyword SPECIFICATION", forValue},
		{"CONSTANT N = 1..3", "1:17: expected <- after .., found 3", forValue},
		{"CONSTANT N = 1 \\in", "1:16: expected the name of a constant, found \\", forValue},
		{"CONSTANT + = 1", "1:12: expected <- after +, found =", forValue},
		{"CONSTANT + <-", "1:14: expected the name of a definition after <-, found the end of the file", ""},
		{"CONSTANT a!+ <- b", "1:12: expected a name after !, found +", ""},
		{"CONSTANT N = <<1>>", "1:14: expected a value, found <<", forValue},
		{"CONSTANT N = -1", "1:14: expected a value, found a minus sign: a configuration file has no negative numbers", "define it in the module, as in MinusOne == -1, and write Name <- MinusOne"},
		{"CONSTANT N = {0, -1}", "1:18: expected a value, found a minus sign: a configuration file has no negative numbers", "define it in the module, as in MinusOne == -1, and write Name <- MinusOne"},
		{"CONSTANT N = 2147483648", "1:14: expected a number up to 2147483647, found 2147483648", ""},
		{"CONSTANT N = " + strings.Repeat("9", 50), "1:14: expected a number up to 2147483647, found " + strings.Repeat("9", 40) + "...", ""},
		{"CONSTANT N = {1, 2", "1:19: expected , or }, found the end of the file", ""},
		{"CONSTANT N = {1 2}", "1:17: expected , or }, found 2", ""},
		{"CONSTANT N = {1,}", "1:17: expected a value, found }", forValue},
		{"CONSTANT N = " + nested(cfg.MaxNesting+1), "1:114: expected at most 100 sets within each other, found more", ""},
		{"CONSTANT N = " + strings.Repeat("{", 1_000_000), "1:114: expected at most 100 sets within each other, found more", ""},
		{"CONSTANT N = {" + strings.Repeat("1,", cfg.MaxElements) + "1}", "1:20015: expected at most 10000 values up to }, found more", ""},
		{"CONSTANT f() = 1", "1:12: expected a value, found )", forValue},
		{"CONSTANT f(1 = 1", "1:14: expected , or ), found =", ""},
		{"CONSTANT f(1) <- g", "1:15: expected = after f, found <-", ""},
		{"CONSTANT a!3 = 1", "1:12: expected a name after !, found 3", ""},
		{"CONSTANT N = [", "1:15: expected the name of a module after [, found the end of the file", ""},
		{"CONSTANT N = [M 3", "1:17: expected ] after the module M, found 3", ""},
		{"CONSTANT N <- [M", "1:17: expected ] after the module M, found the end of the file", ""},
		{"CONSTANT N <- 3", "1:15: expected the name of a definition after <-, found 3", "<- takes the name of a definition; a value is assigned with ="},
		{"CONSTANT N <-", "1:14: expected the name of a definition after <-, found the end of the file", ""},
		// Characters.
		{"INIT I\x00", "1:7: expected text, found the byte 0x00", "save the file as UTF-8 text"},
		{"é\n\t\xff\xfe", "2:2: expected text, found the byte 0xFF", "save the file as UTF-8 text"},
		{"\\* \ufffd is text\n\xef\xbf", "2:1: expected text, found the byte 0xEF", "save the file as UTF-8 text"},
		{"(* é *) “x”", "1:9: unexpected character '“' (U+201C)", "only strings and comments may hold more than ASCII"},
		{"INIT\fI", `1:5: unexpected character '\f' (U+000C)`, "only strings and comments may hold more than ASCII"},
		{"INIT I\r\n\r\rNEXT ?", "4:6: expected a name after NEXT, found ?", ""},
		{"INIT I *)", "1:8: expected a keyword such as SPECIFICATION or INVARIANT, found *)", ""},
		{"INIT I\n (* (* *)", "2:2: the comment that starts here is never closed", "close it with *), once for every (* in it"},
		{"INIT I (*", "1:8: the comment that starts here is never closed", "close it with *), once for every (* in it"},
		{"CONSTANT a = \"x\n\"", "1:14: the string that starts here is never closed", `close it with " on the same line`},
		{`CONSTANT a = "x\`, "1:14: the string that starts here is never closed", `close it with " on the same line`},
		{`CONSTANT a = "é\q"`, `1:16: unknown escape in a string, expected \", \\, \n, \t, \r or \f`, `write \\ for a backslash`},
		{"INIT _", "1:6: expected a name or a number, found _", "a name has at least one letter"},
		{"INIT WF_x", "1:6: WF_x is not a name", "in TLA+ WF_ and SF_ are operators, so no name starts with them"},
		{strings.Repeat(" ", cfg.MaxSize+1), "1:1: the file has 1048577 bytes, at most 1048576 were expected", ""},
	} {
		name := test.src[:min(len(test.src), 40)]
		t.Run(name, func(t *testing.T) {
			_, err := cfg.Parse("t.cfg", []byte(test.src))
			checkError(t, err, "t.cfg:"+test.err, test.hint)
		})
	}
}

func checkError(t *testing.T, err error, want, hint string) {
	t.Helper()
	e, ok := err.(*cfg.Error)
	if !ok {
		t.Fatalf("got %v, want a *cfg.Error", err)
	}
	if got := e.Error(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if e.Hint != hint {
		t.Errorf("hint: got  %s\n      want %s", e.Hint, hint)
	}
}

func TestErrorLeavesOutWhatIsUnknown(t *testing.T) {
	for _, test := range []struct {
		err  cfg.Error
		want string
	}{
		{cfg.Error{File: "f", Line: 1, Column: 2, Message: "m"}, "f:1:2: m"},
		{cfg.Error{File: "f", Message: "m"}, "f: m"},
		{cfg.Error{Line: 1, Column: 2, Message: "m"}, "1:2: m"},
		{cfg.Error{Message: "m", Hint: "h"}, "m"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// sameFile reports whether two files say the same; names of files and
// positions may differ.
func sameFile(f, g *cfg.File) bool {
	return reflect.DeepEqual(withoutPositions(f), withoutPositions(g))
}

func withoutPositions(f *cfg.File) *cfg.File {
	bare := func(names []cfg.Name) []cfg.Name {
		var out []cfg.Name
		for _, n := range names {
			out = append(out, cfg.Name{Text: n.Text})
		}
		return out
	}
	one := func(n *cfg.Name) *cfg.Name {
		if n == nil {
			return nil
		}
		return &cfg.Name{Text: n.Text}
	}
	g := *f
	g.Name = ""
	g.Constants, g.Checks = nil, nil
	for _, c := range f.Constants {
		c.Name.Pos, c.ValuePos = cfg.Pos{}, cfg.Pos{}
		c.Module, c.Override = one(c.Module), one(c.Override)
		g.Constants = append(g.Constants, c)
	}
	for _, c := range f.Checks {
		c.Pos = cfg.Pos{}
		g.Checks = append(g.Checks, c)
	}
	g.Constraints, g.ActionConstraints = bare(f.Constraints), bare(f.ActionConstraints)
	g.Postconditions, g.Possible = bare(f.Postconditions), bare(f.Possible)
	for _, n := range []**cfg.Name{&g.Specification, &g.Init, &g.Next, &g.View, &g.Symmetry, &g.Alias, &g.Periodic, &g.RLReward} {
		*n = one(*n)
	}
	return &g
}
