package value

import (
	"slices"
	"strings"
	"testing"
)

// passed are operators that tests pass as arguments.
var passed = map[string]op{
	"plus":  addOp,
	"minus": func(a ...Value) (Value, error) { return Sub(a[0], a[1]) },
	"less":  func(a ...Value) (Value, error) { b, err := Less(a[0], a[1]); return Bool(b), err },
	"pair":  func(a ...Value) (Value, error) { return Tuple(a[0], a[1]), nil },
	"big":   func(a ...Value) (Value, error) { return Bool(a[0].i > 1), nil },
	"one":   func(a ...Value) (Value, error) { return Int(a[0].i % 2), nil },
	"least": func(a ...Value) (Value, error) { return a[0].n.elems[0], nil },
	"self":  itself,
	"wrong": func(a ...Value) (Value, error) { return Int(7), nil },
}

// operatorTests are lines of: module, operator, arguments between |, and after
// = the result, or a part of the error after !.
const operatorTests = `
Naturals % | -7 | 3 = 2
Naturals \div | -7 | 2 = -4
Naturals \div | 7 | 0 ! division by zero
Naturals % | 7 | -1 ! positive
Naturals ^ | 2 | 62 = 4611686018427387904
Naturals ^ | 2 | 63 ! 64 bits
Naturals ^ | -1 | 1000000000001 = -1
Naturals ^ | 0 | 0 ! not defined
Naturals + | 9223372036854775807 | 1 ! 64 bits
Naturals - | -9223372036854775807 | 2 ! 64 bits
Naturals * | 4294967296 | 2147483648 ! 64 bits
Naturals * | -4294967296 | 2147483648 = -9223372036854775808
Naturals + | 1 | "a" ! expected an integer on the right
Naturals .. | 2 | 4 = {2, 3, 4}
Naturals .. | 4 | 2 = {}
Naturals >= | 2 | 2 = TRUE
Naturals > | 2 | 2 = FALSE
Integers -. | 3 = -3
Reals / | 6 | 3 = 2
Reals / | 5 | 3 ! not an integer
FiniteSets Cardinality | {1, 2, 1} = 2
FiniteSets Cardinality | 1..1000000000000 = 1000000000000
FiniteSets Cardinality | <<1>> ! expected a set
FiniteSets IsFiniteSet | {} = TRUE
Sequences Len | <<1, 2>> = 2
Sequences Len | "añb" = 3
Sequences Len | {1} ! expected a sequence
Sequences Head | <<>> ! empty
Sequences Tail | <<1, 2, 3>> = <<2, 3>>
Sequences Append | <<1>> | 2 = <<1, 2>>
Sequences \o | <<1>> | <<2, 3>> = <<1, 2, 3>>
Sequences \o | "a" | "b" = "ab"
Sequences \o | "a" | <<>> ! expected a sequence
Sequences SubSeq | <<1, 2, 3>> | 2 | 3 = <<2, 3>>
Sequences SubSeq | <<1, 2, 3>> | 3 | 2 = <<>>
Sequences SubSeq | <<1, 2, 3>> | 0 | 2 ! indexes 1..3
Sequences SubSeq | "abc" | 2 | 2 = "b"
Sequences SelectSeq | <<1, 2, 3>> | big = <<2, 3>>
Sequences SelectSeq | <<1, 2, 3>> | wrong ! TRUE or FALSE
TLC :> | 1 | 2 = <<2>>
TLC :> | "a" | 2 = [a |-> 2]
TLC @@ | (2 :> "x") | <<"y", "z">> = <<"y", "x">>
TLC @@ | <<1>> | {} ! expected a function
TLC Permutations | {a, b} = {(a :> a @@ b :> b), (a :> b @@ b :> a)}
TLC ToString | [a |-> <<1, "x">>] = "[a |-> <<1, \"x\">>]"
TLC SortSeq | <<3, 1, 2>> | less = <<1, 2, 3>>
TLC Assert | FALSE | "no" ! assertion failed: no
TLCExt TLCModelValue | "m" = m
Bags (+) | <<1, 1>> | (m :> 2) = (1 :> 1 @@ 2 :> 1 @@ m :> 2)
Bags (+) | (a :> 1) | (a :> 2 @@ b :> 1) = (a :> 3 @@ b :> 1)
Bags (-) | (a :> 3 @@ b :> 1) | (a :> 1 @@ b :> 2) = (a :> 2)
Bags BagUnion | {(a :> 1), (a :> 2 @@ b :> 1)} = (a :> 3 @@ b :> 1)
Bags \sqsubseteq | (a :> 1) | (a :> 2 @@ b :> 1) = TRUE
Bags SubBag | (a :> 2) = {<<>>, (a :> 1), (a :> 2)}
Bags BagOfAll | one | <<2, 3, 4>> = (0 :> 3 @@ 1 :> 6)
Bags BagCardinality | (a :> 3 @@ b :> 1) = 4
Bags CopiesIn | c | (a :> 3) = 0
Bags IsABag | (a :> 0) = FALSE
Bags SetToBag | {a} = (a :> 1)
BagsExt BagAdd | (a :> 1) | b = (a :> 1 @@ b :> 1)
BagsExt BagRemove | (a :> 1) | a = <<>>
BagsExt BagRemoveAll | (a :> 3 @@ b :> 1) | a = (b :> 1)
BagsExt SumBag | (5 :> 2 @@ 7 :> 1) = 17
BagsExt FoldBag | pair | 0 | <<2>> = <<<<0, 1>>, 1>>
Folds MapThenFoldSet | pair | 0 | one | least | {2, 3} = <<0, <<1, 0>>>>
FiniteSetsExt FoldSet | pair | 0 | {1, 2} = <<2, <<1, 0>>>>
FiniteSetsExt ReduceSet | plus | {1, 2} | 10 = 13
FiniteSetsExt SumSet | {1, 2, 3} = 6
FiniteSetsExt ProductSet | {2, 3} = 6
FiniteSetsExt MapThenSumSet | one | {1, 2, 3} = 2
FiniteSetsExt SymDiff | {1, 2} | {2, 3} = {1, 3}
FiniteSetsExt Quantify | {1, 2, 3} | big = 2
FiniteSetsExt kSubset | 2 | {1, 2, 3} = {{1, 2}, {1, 3}, {2, 3}}
FiniteSetsExt kSubset | 0 | {1} = {{}}
FiniteSetsExt kSubset | 5 | {1} = {}
FiniteSetsExt Max | {3, 9, 2} = 9
FiniteSetsExt Min | 3..9 = 3
FiniteSetsExt Max | {} ! empty
FiniteSetsExt Choices | {{1, 2}, {3}} = {{1, 3}, {2, 3}}
FiniteSetsExt ChooseUnique | {1, 2} | big = 2
FiniteSetsExt ChooseUnique | {1, 2, 3} | big ! expected one
Functions Restrict | [a |-> 1, b |-> 2] | {"a"} = [a |-> 1]
Functions RestrictDomain | <<5, 6, 7>> | big = (2 :> 6 @@ 3 :> 7)
Functions RestrictValues | <<1, 6>> | big = (2 :> 6)
Functions IsRestriction | [a |-> 1] | [a |-> 1, b |-> 2] = TRUE
Functions Range | <<1, 1, 2>> = {1, 2}
Functions Pointwise | <<1, 2>> | <<3, 4>> | plus = <<4, 6>>
Functions Inverse | <<5, 6>> | {1, 2} | {6} = (6 :> 2)
Functions AntiFunction | <<"x", "y">> = [x |-> 1, y |-> 2]
Functions IsInjective | <<1, 1>> = FALSE
Functions Injection | {1} | {a, b} = {<<a>>, <<b>>}
Functions Surjection | {1, 2} | {a, b} = {<<a, b>>, <<b, a>>}
Functions ExistsBijection | {1, 2} | {a, b} = TRUE
Functions ExistsSurjection | {1} | {} = FALSE
Functions FoldFunction | pair | 0 | <<5, 6>> = <<6, <<5, 0>>>>
Functions SumFunctionOnSet | <<5, 6, 7>> | {1, 3} = 12
SequencesExt ToSet | <<1, 2, 1>> = {1, 2}
SequencesExt ToBag | <<a, b, a>> = (a :> 2 @@ b :> 1)
SequencesExt SetToSeq | {2, 1} = <<1, 2>>
SequencesExt SetToSeqs | {1, 2} = {<<1, 2>>, <<2, 1>>}
SequencesExt SetToSortSeq | {1, 3, 2} | less = <<1, 2, 3>>
SequencesExt SetToAllKPermutations | {1, 2} = {<<>>, <<1>>, <<2>>, <<1, 2>>, <<2, 1>>}
SequencesExt TupleOf | {1} | 2 = {<<1, 1>>}
SequencesExt SeqOf | {1} | 2 = {<<>>, <<1>>, <<1, 1>>}
SequencesExt Contains | <<1, 2>> | 2 = TRUE
SequencesExt IsSorted | <<1, 2, 2>> | less = FALSE
SequencesExt Reverse | <<1, 2, 3>> = <<3, 2, 1>>
SequencesExt Remove | <<1, 2, 1>> | 1 = <<2>>
SequencesExt ReplaceAll | <<1, 2, 1>> | 1 | 3 = <<3, 2, 3>>
SequencesExt InsertAt | <<1, 2>> | 3 | 9 = <<1, 2, 9>>
SequencesExt InsertAt | <<1, 2>> | 4 | 9 ! no index
SequencesExt ReplaceAt | <<1, 2>> | 2 | 9 = <<1, 9>>
SequencesExt RemoveAt | <<1, 2>> | 1 = <<2>>
SequencesExt RemoveFirst | <<1, 2, 1>> | 1 = <<2, 1>>
SequencesExt RemoveFirstMatch | <<1, 2, 3>> | big = <<1, 3>>
SequencesExt Cons | 1 | <<2>> = <<1, 2>>
SequencesExt Front | <<1, 2>> = <<1>>
SequencesExt Last | <<1, 2>> = 2
SequencesExt Last | <<>> ! not in its domain
SequencesExt SeqMod | 4 | 2 = 2
SequencesExt FlattenSeq | <<<<1>>, <<>>, <<2>>>> = <<1, 2>>
SequencesExt Zip | <<1, 2>> | <<3>> = <<<<1, 3>>>>
SequencesExt Interleave | <<1, 3>> | <<2, 4>> = <<<<1>>, <<2>>, <<3>>, <<4>>>>
SequencesExt SelectInSeq | <<1, 2, 3>> | big = 2
SequencesExt SelectLastInSeq | <<1, 2, 3>> | big = 3
SequencesExt SelectInSubSeq | <<1, 2, 3>> | 3 | 3 | big = 1
SequencesExt FoldSeq | pair | 0 | <<1, 2>> = <<2, <<1, 0>>>>
SequencesExt FoldLeft | pair | 0 | <<1, 2>> = <<<<0, 1>>, 2>>
SequencesExt FoldRight | pair | <<1, 2>> | 0 = <<1, <<2, 0>>>>
SequencesExt FoldLeftDomain | minus | 0 | <<5, 5, 5>> = -6
SequencesExt IsPrefix | <<1>> | <<1, 2>> = TRUE
SequencesExt IsStrictPrefix | <<1>> | <<1>> = FALSE
SequencesExt IsSuffix | <<2>> | <<1, 2>> = TRUE
SequencesExt Prefixes | <<1, 2>> = {<<>>, <<1>>, <<1, 2>>}
SequencesExt Suffixes | <<1, 2>> = {<<>>, <<2>>, <<1, 2>>}
SequencesExt SubSeqs | <<1, 2>> = {<<>>, <<1>>, <<2>>, <<1, 2>>}
SequencesExt AllSubSeqs | <<1, 2, 3>> = {<<>>, <<1>>, <<2>>, <<3>>, <<1, 2>>, <<1, 3>>, <<2, 3>>, <<1, 2, 3>>}
SequencesExt CommonPrefixes | {<<1, 2>>, <<1, 3>>} = {<<>>, <<1>>}
SequencesExt LongestCommonPrefix | {<<1, 2>>, <<1, 2, 3>>} = <<1, 2>>
SequencesExt IndexFirstSubSeq | <<2>> | <<1, 2>> = 2
SequencesExt ReplaceFirstSubSeq | <<9>> | <<1>> | <<1, 1>> = <<9, 1>>
SequencesExt ReplaceAllSubSeqs | <<9>> | <<1>> | <<1, 2, 1>> = <<9, 2, 9>>
SequencesExt ReplaceAllSubSeqs | <<9>> | <<>> | <<1, 2>> = <<9, 1, 9, 2>>
Relation IsReflexiveUnder | less | {1, 2} = FALSE
Relation IsStrictlyTotallyOrderedUnder | less | {1, 2, 3} = TRUE
Relation IsTransitive | (<<1, 1>> :> FALSE @@ <<1, 2>> :> TRUE @@ <<2, 1>> :> TRUE @@ <<2, 2>> :> FALSE) | {1, 2} = FALSE
Relation TransitiveClosure | (<<1, 1>> :> FALSE @@ <<1, 2>> :> TRUE @@ <<2, 1>> :> TRUE @@ <<2, 2>> :> FALSE) | {1, 2} = (<<1, 1>> :> TRUE @@ <<1, 2>> :> TRUE @@ <<2, 1>> :> TRUE @@ <<2, 2>> :> TRUE)
Relation IsConnected | (<<1, 1>> :> FALSE @@ <<1, 2>> :> TRUE @@ <<2, 1>> :> FALSE @@ <<2, 2>> :> FALSE) | {1, 2} = FALSE
Json ToJson | [a |-> <<1, TRUE>>, b |-> {m}] = "{\"a\":[1,true],\"b\":[\"m\"]}"
Json ToJsonObject | <<5>> = "{\"1\":5}"
Bitwise & | 12 | 10 = 8
Bitwise | | 12 | 10 = 14
Bitwise ^^ | 12 | 10 = 6
Bitwise shiftR | 12 | 2 = 3
Bitwise Not | 5 = 2
Combinatorics choose | 5 | 2 = 10
DyadicRationals Add | [num |-> 1, den |-> 2] | [num |-> 1, den |-> 4] = [den |-> 4, num |-> 3]
DyadicRationals Half | [num |-> 1, den |-> 1] = [den |-> 2, num |-> 1]
DyadicRationals PrettyPrint | [num |-> 3, den |-> 4] = "3/4"
Graphs IsTreeWithRoot | [node |-> {1, 2, 3}, edge |-> {<<2, 1>>, <<3, 2>>}] | 1 = TRUE
Graphs IsTreeWithRoot | [node |-> {1, 2, 3}, edge |-> {<<2, 1>>}] | 1 = FALSE
Graphs IsStronglyConnected | [node |-> {1, 2}, edge |-> {<<1, 2>>, <<2, 1>>}] = TRUE
Graphs IsDag | [node |-> {1, 2}, edge |-> {<<1, 2>>, <<2, 1>>}] = FALSE
Graphs IsDirectedGraph | [node |-> {1, 2}, edge |-> {<<1, 3>>}] = FALSE
Graphs Successors | [node |-> {1, 2}, edge |-> {<<1, 2>>}] | 1 = {2}
Graphs Descendants | [node |-> {1, 2, 3}, edge |-> {<<1, 2>>, <<2, 3>>}] | 1 = {2, 3}
Graphs Roots | [node |-> {1, 2, 3}, edge |-> {<<1, 2>>, <<2, 3>>}] = {1}
Graphs Transpose | [node |-> {1, 2}, edge |-> {<<1, 2>>}] = [node |-> {1, 2}, edge |-> {<<2, 1>>}]
Graphs AreConnectedIn | 1 | 3 | [node |-> {1, 2, 3}, edge |-> {<<1, 2>>, <<2, 3>>}] = TRUE
UndirectedGraphs IsUndirectedGraph | [node |-> {1, 2}, edge |-> {{1, 2}}] = TRUE
UndirectedGraphs ConnectedComponents | [node |-> {1, 2, 3}, edge |-> {{1, 2}}] = {{1, 2}, {3}}
UndirectedGraphs IsStronglyConnected | [node |-> {1, 2, 3}, edge |-> {{1, 2}, {2, 3}}] = TRUE
IOUtils atoi | "12" = 12
IOUtils zeroPadN | 7 | 3 = "007"
IOUtils IOExec | <<"ls">> ! not supported
Randomization RandomSubset | 3 | {1, 2} ! from 0 to 2
VectorClocks IsCausalOrder | <<[a |-> 1], [a |-> 2]>> | self = TRUE
VectorClocks IsCausalOrder | <<[a |-> 2], [a |-> 1]>> | self = FALSE
VectorClocks CausalOrder | <<[a |-> 2, b |-> 1], [a |-> 1, b |-> 0], [a |-> 1, b |-> 1]>> | self | self | self = <<[a |-> 1, b |-> 0], [a |-> 1, b |-> 1], [a |-> 2, b |-> 1]>>
Randomization RandomSubset | 2 | {1, 2} = {1, 2}
`

func TestOperators(t *testing.T) {
	for line := range strings.Lines(strings.TrimSpace(operatorTests)) {
		line = strings.TrimSpace(line)
		call, want, failing := line, "", false
		if i := strings.LastIndex(line, " = "); i >= 0 {
			call, want = line[:i], line[i+3:]
		} else if i := strings.LastIndex(line, " ! "); i >= 0 {
			call, want, failing = line[:i], line[i+3:], true
		}
		module, rest, _ := strings.Cut(call, " ")
		name, list, _ := strings.Cut(rest, " | ")
		got, err := applyOperator(t, module, name, strings.Split(list, " | "))
		switch {
		case failing && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s\ngot %v, %v", line, got, err)
		case !failing && (err != nil || !Identical(got, parsed(t, want))):
			t.Errorf("%s\ngot %v, %v", line, got, err)
		}
	}
}

func applyOperator(t *testing.T, module, name string, texts []string) (Value, error) {
	m, ok := FindModule(module)
	if !ok {
		t.Fatalf("no module %s", module)
	}
	o, ok := m.Find(name)
	if !ok || len(o.Params) != len(texts) {
		t.Fatalf("no operator %s of %d parameters in %s", name, len(texts), module)
	}
	var args []Arg
	for i, text := range texts {
		if o.Params[i] > 0 {
			args = append(args, Arg{Op: passed[text]})
		} else {
			args = append(args, Arg{Value: parsed(t, text)})
		}
	}
	return o.Call(args)
}

func TestEveryOperatorIsNamedOnce(t *testing.T) {
	for _, m := range modules {
		var names []string
		for _, o := range m.Operators {
			if slices.Contains(names, o.Name) {
				t.Errorf("%s has %s twice", m.Name, o.Name)
			}
			names = append(names, o.Name)
		}
		for _, other := range m.Extends {
			if _, ok := FindModule(other); !ok {
				t.Errorf("%s extends %s, which is not there", m.Name, other)
			}
		}
	}
}

// No operator may panic, whatever it is applied to.
func TestOperatorsOnWrongArguments(t *testing.T) {
	samples := []Value{True, Int(-1), String("a"), Model("m"), EmptySet, EmptyTuple, Tuple(String("x")), Nat,
		Set(Int(1), String("a")), Interval(1, 1<<40), Lazy(Nat, func(x Value) (Value, error) { return x, nil }), AnySet}
	for _, m := range modules {
		for _, o := range m.Operators {
			tryAll(o, samples, nil)
		}
	}
}

func tryAll(o Operator, samples []Value, args []Arg) {
	if len(args) == len(o.Params) {
		if v, err := o.Call(args); err == nil {
			_ = v.String()
		}
		return
	}
	if len(args) > 2 {
		samples = samples[len(samples)-3:]
	}
	if o.Params[len(args)] > 0 {
		tryAll(o, samples, append(args[:len(args):len(args)], Arg{Op: passed["wrong"]}))
		return
	}
	for _, v := range samples {
		tryAll(o, samples, append(args[:len(args):len(args)], Arg{Value: v}))
	}
}

func TestRandomElementIsAnElement(t *testing.T) {
	for name, s := range sets(t) {
		infinite := isInfinite(s)
		for range 2 {
			x, err := randomElement(s)
			if infinite {
				if err == nil {
					t.Errorf("an element %v of %s", x, name)
				}
				continue
			}
			if in, memberErr := Member(x, s); err != nil || !in || memberErr != nil {
				t.Errorf("RandomElement(%s) = %v, %v", name, x, err)
			}
			if y, _ := randomElement(s); !Identical(x, y) {
				t.Errorf("RandomElement(%s) is %v, then %v", name, x, y)
			}
		}
	}
}
