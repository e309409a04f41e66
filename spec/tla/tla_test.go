package tla_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tidemark/explore"
	"tidemark/spec/cfg"
	"tidemark/spec/tla"
	"tidemark/spec/tla/eval"
	"tidemark/spec/tla/syntax"
)

// comment finds a remark in a configuration of testdata: what it is for.
func comment(src []byte, key string) string {
	m := regexp.MustCompile(`(?m)^\\\* ` + key + `: (.*)$`).FindSubmatch(src)
	if m == nil {
		return ""
	}
	return string(m[1])
}

// configured makes the system of a configuration in testdata.
func configured(t *testing.T, name string) (*tla.System, []byte, error) {
	t.Helper()
	file := filepath.Join("testdata", name)
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	module := comment(src, "module")
	if module == "" {
		module = strings.TrimSuffix(name, ".cfg")
	}
	sys, err := load(t, filepath.Join("testdata", module+".tla"), file, src)
	return sys, src, err
}

func load(t *testing.T, module, file string, src []byte) (*tla.System, error) {
	t.Helper()
	spec, err := tla.Load(module, tla.Options{})
	if err != nil {
		return nil, err
	}
	c, err := cfg.Parse(file, src)
	if err != nil {
		t.Fatal(err)
	}
	return spec.System(c)
}

// summary says how a search ended, as the configurations of testdata do.
func summary(sys *tla.System, res *explore.Result) string {
	if len(res.Violations) > 0 {
		v := res.Violations[0]
		return fmt.Sprintf("violated %s length=%d", v.Name, len(v.Path))
	}
	return fmt.Sprintf("%s generated=%d distinct=%d depth=%d", res.Verdict, res.Generated, res.Distinct, res.Depth)
}

// Every configuration in testdata says what comes out; the counts are those
// of TLC.
func TestConfigurations(t *testing.T) {
	files, err := filepath.Glob("testdata/*.cfg")
	if err != nil || len(files) == 0 {
		t.Fatal("no configurations", err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			sys, src, err := configured(t, name)
			want := comment(src, "expect")
			if e := comment(src, "error"); e != "" {
				if err == nil {
					_, err = explore.Check(t.Context(), sys, sys.Options())
				}
				if err == nil || !strings.Contains(err.Error(), e) {
					t.Fatalf("error %v, want one with %q", err, e)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if want == "assumptions" {
				if sys.HasBehaviour() {
					t.Error("expected assumptions only")
				}
				return
			}
			for _, workers := range []int{1, 3} {
				opts := sys.Options()
				if opts.Workers == 0 {
					opts.Workers = workers
				}
				res, err := explore.Check(t.Context(), sys, opts)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, summary(sys, res)); diff != "" {
					t.Errorf("with %d workers (-want +got):\n%s", workers, diff)
				}
			}
			if diff := cmp.Diff(comment(src, "not checked"), strings.Join(sys.NotChecked(), " ")); diff != "" {
				t.Errorf("not checked (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLabelsNameSubActions(t *testing.T) {
	sys, _, err := configured(t, "Actions.cfg")
	if err != nil {
		t.Fatal(err)
	}
	opts := sys.Options()
	opts.CheckDeadlock = false
	res, err := explore.Check(context.Background(), sys, opts)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, a := range res.Actions {
		names = append(names, a.Name)
		if a.Generated == 0 {
			t.Errorf("no step of action %s", a.Name)
		}
	}
	want := []string{"Plain", "Through", "FromSet", "Subset", "Choice", "Cases", "Bound", "Twofold", "Every", "Deep", "Boxed"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("actions (-want +got):\n%s", diff)
	}
	rows, err := sys.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	var out explore.Successors
	if err := sys.NewWorker().Successors(rows[:sys.Width()], &out); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, label := range out.Labels {
		name, args := sys.Label(label)
		for _, a := range args {
			name += fmt.Sprintf(" %s=%v", a.Name, a.Value.Int())
		}
		seen[name] = true
	}
	for _, want := range []string{"Bound k=1", "Bound k=2", "Plain"} {
		if !seen[want] {
			t.Errorf("no step %s among %v", want, seen)
		}
	}
}

func TestAliasAndPostcondition(t *testing.T) {
	sys, _, err := configured(t, "Limits.cfg")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := sys.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	names, values, err := sys.Alias(rows[:sys.Width()], nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"next", "who"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if values[0].Int() != 1 || values[1].Text() != "None" {
		t.Errorf("values %v", values)
	}
}

// The project's own module gives the counts of its native model.
func TestPartition(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	src, err := os.ReadFile("../small.cfg")
	if err != nil {
		t.Fatal(err)
	}
	sys, err := load(t, "../Partition.tla", "small.cfg", src)
	if err != nil {
		t.Fatal(err)
	}
	res, err := explore.Check(t.Context(), sys, sys.Options())
	if err != nil {
		t.Fatal(err)
	}
	const want = "holds generated=1107880 distinct=154836 depth=28"
	if got := summary(sys, res); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// write makes a folder with the given files and returns a file's path in it.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestSearchPath(t *testing.T) {
	lib := write(t, map[string]string{"Lib.tla": "---- MODULE Lib ----\nOne == 1\n====\n"})
	main := write(t, map[string]string{"M.tla": "---- MODULE M ----\nEXTENDS Lib\nASSUME One = 1\n====\n"})
	file := filepath.Join(main, "M.tla")
	if _, err := tla.Load(file, tla.Options{}); err == nil || !strings.Contains(err.Error(), "there is no module Lib") {
		t.Errorf("without a path: error %v", err)
	}
	if _, err := tla.Load(file, tla.Options{Path: []string{lib}}); err != nil {
		t.Errorf("with a path: %v", err)
	}
}

// What is wrong in a module or a run is an error with a place, never a panic.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, body, cfg, want string }{
		{"unknown name", "VARIABLE x\nInit == y = 0\nNext == x' = x", "", "M.tla:3:9: the name y has no meaning here"},
		{"no value", "VARIABLES x, y\nInit == x = 0\nNext == UNCHANGED <<x, y>>", "", "gives the variable y no value"},
		{"half a step", "VARIABLES x, y\nInit == x = 0 /\\ y = 0\nNext == x' = 1", "", "the action Next gives the variable y no value"},
		{"read too early", "VARIABLES x, y\nInit == x = 0 /\\ y = 0\nNext == x' = y' /\\ y' = 1", "", "M.tla:4:14: the variable y has no value yet"},
		{"assumption", "VARIABLE x\nASSUME 1 = 2\nInit == x = 0\nNext == x' = x", "", "M.tla:3:1: the assumption is false"},
		{"constant", "CONSTANT C\nVARIABLE x\nInit == x = C\nNext == x' = x", "", "the constant C has no value"},
		{"composition", "VARIABLE x\nA == x' = 1\nInit == x = 0\nNext == A \\cdot A", "", `action composition, \cdot, is not supported`},
		{"recursion", "EXTENDS Integers\nVARIABLE x\nRECURSIVE F(_)\nF(n) == F(n + 1) + 1\nInit == x = F(0)\nNext == x' = x", "", "F calls itself too deeply"},
		{"recursive function", "EXTENDS Integers\nVARIABLE x\nf[n \\in Nat] == f[n + 1] + 1\nInit == x = f[0]\nNext == x' = x", "", "f calls itself too deeply"},
		{"huge set", "EXTENDS Integers\nVARIABLE x\nInit == x \\in {s \\in SUBSET SUBSET (1..60) : FALSE} \\cup {1}\nNext == x' = x", "", "M.tla:4"},
		{"infinite set", "EXTENDS Integers\nVARIABLE x\nInit == x \\in Nat\nNext == x' = x", "", "infinite set Nat"},
		{"overflow", "EXTENDS Integers\nVARIABLE x\nInit == x = 9223372036854775807\nNext == x' = x + 1", "", "M.tla:5:16:"},
		{"double prime", "VARIABLE x\nInit == x = 0\nNext == x'' = x", "", "primed twice"},
		{"liveness as invariant", "VARIABLE x\nInit == x = 0\nNext == x' = x\nL == <>(x = 1)", "INVARIANT L", "is a temporal formula"},
		{"no such property", "VARIABLE x\nInit == x = 0\nNext == x' = x\nInv == TRUE", "INVARIANT Inw", "module M has no definition Inw"},
		{"circle", "EXTENDS M\nVARIABLE x\nInit == x = 0\nNext == x' = x", "", "module M needs itself"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := write(t, map[string]string{"M.tla": "---- MODULE M ----\n" + c.body + "\n====\n"})
			sys, err := load(t, filepath.Join(folder, "M.tla"), "M.cfg", []byte("INIT Init NEXT Next\n"+c.cfg))
			if err == nil {
				_, err = explore.Check(t.Context(), sys, sys.Options())
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestErrorsShowTheirPlace(t *testing.T) {
	folder := write(t, map[string]string{"M.tla": "---- MODULE M ----\nEXTENDS Sequences\nVARIABLE x\nF(s) == Head(s)\nInit == x = F(<<>>)\nNext == x' = x\n====\n"})
	sys, err := load(t, filepath.Join(folder, "M.tla"), "M.cfg", []byte("INIT Init NEXT Next"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = sys.Init(nil)
	var e *eval.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v, want an evaluation error", err)
	}
	want := "    F(s) == Head(s)\n            ^\n    in F, used at 5:13 of module M\n    in Init"
	if diff := cmp.Diff(want, e.Details()); diff != "" {
		t.Errorf("details (-want +got):\n%s", diff)
	}
	_, err = tla.Load(filepath.Join(folder, "N.tla"), tla.Options{})
	var s syntax.Errors
	if errors.As(err, &s) || err == nil {
		t.Errorf("a missing file gives %v", err)
	}
}

// reasons are what is said of properties that are false.
func TestExplain(t *testing.T) {
	const module = `---- MODULE Why ----
EXTENDS Integers
VARIABLES x, f
Limit(n) == x <= n
Inner == /\ x >= 0
         /\ Limit(2)
All == \A r, s \in DOMAIN f : r < s => f[r] <= f[s]
Pairs == \A <<a, b>> \in {<<x, 5>>, <<3, 4>>} : a = b
Chosen == IF x = 3 THEN LET y == x + 1 IN y = 5 ELSE TRUE
Some == \E n \in 1..2 : x = n
Up == [][x' > x /\ f' = f]_x
Init == x = 3 /\ f = [i \in 1..3 |-> 4 - i]
Next == x' = 2 /\ UNCHANGED f
====
`
	dir := write(t, map[string]string{"Why.tla": module})
	for name, want := range map[string]string{
		"Inner":  "x <= n (Why.tla:4:13) is false",
		"All":    "f[r] <= f[s] (Why.tla:7:40) is false for r = 1, s = 2",
		"Pairs":  "a = b (Why.tla:8:49) is false for a = 3, b = 4",
		"Chosen": "y = 5 (Why.tla:9:43) is false",
		"Some":   `\E n \in (1 .. 2) : x = n (Why.tla:10:9) is false`,
		"Up":     "x' > x (Why.tla:11:10) is false",
	} {
		kind := "INVARIANT "
		if name == "Up" {
			kind = "PROPERTY "
		}
		sys, err := load(t, filepath.Join(dir, "Why.tla"), "Why.cfg", []byte("INIT Init\nNEXT Next\n"+kind+name))
		if err != nil {
			t.Fatal(err)
		}
		res, err := explore.Check(t.Context(), sys, sys.Options())
		if err != nil || len(res.Violations) != 1 {
			t.Fatalf("%s: %d violations (%v), expected one", name, len(res.Violations), err)
		}
		if got := strings.ReplaceAll(res.Violations[0].Reason, dir+string(filepath.Separator), ""); got != want {
			t.Errorf("%s: %s\nexpected %s", name, got, want)
		}
	}
}

// A module may follow in the same file; one of its own goes before it.
func TestModuleInTheSameFile(t *testing.T) {
	dir := write(t, map[string]string{
		"First.tla": "---- MODULE First ----\nEXTENDS Second, Third\nASSUME a = 2 /\\ b = 3\n====\n" +
			"---- MODULE Second ----\na == 2\n====\n---- MODULE Third ----\nb == 1\n====\n",
		"Third.tla":  "---- MODULE Third ----\nb == 3\n====\n",
		"Faulty.tla": "---- MODULE Faulty ----\nEXTENDS Other\n====\n---- MODULE Other ----\na ==\n====\n",
		"None.tla":   "---- MODULE None ----\nEXTENDS Nine\n====\n---- MODULE Ninety ----\n====\n",
	})
	if _, err := load(t, filepath.Join(dir, "First.tla"), "First.cfg", nil); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{"Faulty": "Faulty.tla:6:1: expected an expression", "None": "None.tla:2:9: there is no module Nine"} {
		_, err := tla.Load(filepath.Join(dir, name+".tla"), tla.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %s", err, want)
		}
	}
}

// What can't be evaluated may stand where it is not, and what is printed goes
// where the options say.
func TestPrintAndRefusal(t *testing.T) {
	dir := write(t, map[string]string{
		"P.tla": "---- MODULE P ----\nEXTENDS Integers, TLC, TLCExt\nASSUME PrintT(<<1, \"a\">>)\nASSUME Print(2, TRUE)\nASSUME TRUE \\/ Trace = <<>>\n====\n",
		"Q.tla": "---- MODULE Q ----\nEXTENDS TLCExt\nASSUME Trace = <<>>\n====\n",
	})
	var lines []string
	spec, err := tla.Load(filepath.Join(dir, "P.tla"), tla.Options{Print: func(s string) { lines = append(lines, s) }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := spec.System(&cfg.File{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{`<<1, "a">>`, "2  TRUE"}, lines); diff != "" {
		t.Error(diff)
	}
	if _, err := load(t, filepath.Join(dir, "Q.tla"), "Q.cfg", nil); err == nil || !strings.Contains(err.Error(), "Q.tla:3:8: Trace of module TLCExt is not supported") {
		t.Errorf("%v, expected that Trace is not supported", err)
	}
}

// As in TLC, a configuration may name what the module has no use for; who asks is
// told.
func TestUnread(t *testing.T) {
	sys, _, err := configured(t, "Unread.cfg")
	if err != nil {
		t.Fatal(err)
	}
	if res, err := explore.Check(t.Context(), sys, sys.Options()); err != nil || res.Distinct != 4 {
		t.Errorf("%v distinct states, %v; expected 4", res, err)
	}
	spec, err := tla.Load("testdata/Faults.tla", tla.Options{})
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile("testdata/Unread.cfg")
	if err != nil {
		t.Fatal(err)
	}
	f, err := cfg.Parse("Unread.cfg", src)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range spec.Unread(f) {
		got = append(got, e.Error())
	}
	want := []string{
		"Unread.cfg:6:5: module Faults has no constant N, so its value is not read",
		"Unread.cfg:7:5: x is a variable, so its value is not read",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
