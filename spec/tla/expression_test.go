package tla_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tidemark/spec/cfg"
	"tidemark/spec/tla"
)

// calculator is a module to evaluate expressions in.
func calculator(t testing.TB) *tla.Spec {
	t.Helper()
	const module = "---- MODULE Calculator ----\nEXTENDS Integers, Sequences, FiniteSets, TLC\nVARIABLE v\n" +
		"RECURSIVE Sum(_)\nSum(s) == IF s = <<>> THEN 0 ELSE Head(s) + Sum(Tail(s))\nf[n \\in 0..9] == IF n = 0 THEN 1 ELSE n * f[n - 1]\n====\n"
	folder := write(t, map[string]string{"Calculator.tla": module})
	spec, err := tla.Load(filepath.Join(folder, "Calculator.tla"), tla.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

func TestEvaluate(t *testing.T) {
	spec := calculator(t)
	for src, want := range map[string]string{
		"1 + 2 * 3": "7",
		`LET g[n \in 0..5] == IF n = 0 THEN 1 ELSE n * g[n - 1] IN g[5]`:  "120",
		`LET a == 1 + 1 b == a + a IN IF b = 4 THEN a + a + b ELSE FALSE`: "8",
		"Sum(<<1, 2, 3>>)":                       "6",
		"f[5]":                                   "120",
		`{x \in 1..5 : x % 2 = 0}`:               "{2, 4}",
		`[x \in {"a", "b"} |-> 1]`:               `[a |-> 1, b |-> 1]`,
		"LET g[x \\in 1..3] == x * x IN g[3]":    "9",
		`CHOOSE x \in SUBSET {1, 2} : 1 \in x`:   "{1}",
		`Cardinality([{1, 2} -> {3, 4, 5}])`:     "9",
		`[[a |-> 1] EXCEPT !.a = @ + 1].a`:       "2",
		`CASE FALSE -> 1 [] OTHER -> <<1, "x">>`: `<<1, "x">>`,
	} {
		v, err := spec.Evaluate(&cfg.File{}, src)
		if err != nil {
			t.Errorf("%s: %v", src, err)
		} else if v.String() != want {
			t.Errorf("%s is %s, want %s", src, v, want)
		}
	}
	for src, want := range map[string]string{
		"1 +":        "1:4: expected an expression",
		"nope":       "1:1: the name nope has no meaning",
		"Head(<<>>)": "1:1:",
		"v + 1":      "",
		"1 = \"a\"":  "1:3: cannot check equality",
	} {
		if _, err := spec.Evaluate(&cfg.File{}, src); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", src, err, want)
		}
	}
}

// No expression makes the evaluator panic.
func FuzzEvaluate(f *testing.F) {
	for _, src := range []string{
		"1 + 2", `\A x \in {1, 2} : x > 0`, `[x \in 1..3 |-> x]`, "Sum(<<1, 2>>)", `{<<a, b>> \in {1} \X {2} : a < b}`,
		`[[a |-> <<1>>] EXCEPT !.a[1] = @ + 1]`, "LET F(x) == x IN F(F(1))", `f[3] \in Nat`, `(1 :> 2) @@ <<3>>`, `SubSeq(<<1, 2>>, 1, 1)`,
	} {
		f.Add(src)
	}
	spec := calculator(f)
	long := regexp.MustCompile(`\d{2,}|\\h|\^|SUBSET|Seq|Permutations|->|\\X|\\times|\*\*`)
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 80 || long.MatchString(src) {
			return // it may take long
		}
		v, err := spec.Evaluate(&cfg.File{}, src)
		if err == nil {
			_ = v.String()
		}
	})
}
