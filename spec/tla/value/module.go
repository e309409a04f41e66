package value

import "slices"

// An Operator is a definition of a standard module.
type Operator struct {
	Name   string // as it is written; symbols in ASCII, such as \o
	Params []int  // for each parameter: 0 for a value, else the arity of an operator
	// Call applies the operator to as many arguments as there are parameters.
	Call func(args []Arg) (Value, error)
}

// An Arg is an argument of an [Operator]: a value, or an operator.
type Arg struct {
	Value Value
	Op    func(args ...Value) (Value, error)
}

// A Module is a standard module or one of the community's.
type Module struct {
	Name      string
	Extends   []string // modules whose names it passes on
	Operators []Operator
}

// FindModule returns the built-in module of that name.
func FindModule(name string) (*Module, bool) {
	i := slices.IndexFunc(modules, func(m *Module) bool { return m.Name == name })
	if i < 0 {
		return nil, false
	}
	return modules[i], true
}

// Find returns the module's own operator of that name.
func (m *Module) Find(name string) (Operator, bool) {
	i := slices.IndexFunc(m.Operators, func(o Operator) bool { return o.Name == name })
	if i < 0 {
		return Operator{}, false
	}
	return m.Operators[i], true
}

var modules = []*Module{
	{Name: "Naturals", Operators: naturals},
	{Name: "Integers", Extends: []string{"Naturals"}, Operators: integers},
	{Name: "Reals", Extends: []string{"Integers"}, Operators: reals},
	{Name: "Sequences", Operators: sequences},
	{Name: "FiniteSets", Operators: finiteSets},
	{Name: "TLC", Operators: tlc},
	{Name: "TLCExt", Operators: tlcExt},
	{Name: "Bags", Extends: []string{"TLC"}, Operators: bags},
	{Name: "BagsExt", Operators: bagsExt},
	{Name: "Folds", Operators: folds},
	{Name: "Functions", Extends: []string{"Integers", "Folds"}, Operators: functions},
	{Name: "FiniteSetsExt", Extends: []string{"Integers", "FiniteSets", "Folds", "Functions"}, Operators: finiteSetsExt},
	{Name: "SequencesExt", Extends: []string{"Sequences", "Naturals", "FiniteSets", "FiniteSetsExt", "Folds", "Functions", "Bags", "TLC"}, Operators: slices.Concat(sequencesExt, subsequences)},
	{Name: "Relation", Extends: []string{"Naturals", "FiniteSets"}, Operators: relation},
	{Name: "Json", Operators: slices.Concat(jsonOperators, jsonFiles)},
	{Name: "Bitwise", Operators: bitwise},
	{Name: "Combinatorics", Extends: []string{"Naturals"}, Operators: combinatorics},
	{Name: "DyadicRationals", Operators: dyadicRationals},
	{Name: "Graphs", Extends: []string{"Naturals", "Sequences", "FiniteSets", "SequencesExt", "Relation"}, Operators: graphs},
	{Name: "UndirectedGraphs", Operators: undirectedGraphs},
	{Name: "Randomization", Operators: randomization},
	{Name: "VectorClocks", Extends: []string{"Naturals", "Sequences", "Functions"}, Operators: vectorClocks},
	{Name: "IOUtils", Operators: ioUtils},
	{Name: "CSV", Operators: csv},
	{Name: "SVG", Operators: svg},
}

// constant makes an operator without parameters.
func constant(name string, v Value) Operator {
	return Operator{Name: name, Call: func([]Arg) (Value, error) { return v, nil }}
}

func unary(name string, f func(Value) (Value, error)) Operator {
	return Operator{name, []int{0}, func(a []Arg) (Value, error) { return f(a[0].Value) }}
}

func binary(name string, f func(a, b Value) (Value, error)) Operator {
	return Operator{name, []int{0, 0}, func(a []Arg) (Value, error) { return f(a[0].Value, a[1].Value) }}
}

func ternary(name string, f func(a, b, c Value) (Value, error)) Operator {
	return Operator{name, []int{0, 0, 0}, func(a []Arg) (Value, error) { return f(a[0].Value, a[1].Value, a[2].Value) }}
}

// test1 and test2 make operators whose value is TRUE or FALSE.
func test1(name string, f func(Value) (bool, error)) Operator {
	return unary(name, func(a Value) (Value, error) {
		b, err := f(a)
		return Bool(b), err
	})
}

func test2(name string, f func(a, b Value) (bool, error)) Operator {
	return binary(name, func(a, b Value) (Value, error) {
		yes, err := f(a, b)
		return Bool(yes), err
	})
}

// holds applies an operator that must be TRUE or FALSE.
func holds(operator string, f func(args ...Value) (Value, error), args ...Value) (bool, error) {
	v, err := f(args...)
	if err != nil {
		return false, err
	}
	b, ok := v.AsBool()
	if !ok {
		return false, wrongArgument(operator, "an operator that is TRUE or FALSE", v)
	}
	return b, nil
}

// swapped exchanges the arguments of a test.
func swapped(f func(a, b Value) (bool, error)) func(a, b Value) (bool, error) {
	return func(a, b Value) (bool, error) { return f(b, a) }
}

var naturals = []Operator{
	constant("Nat", Nat),
	binary("+", Add), binary("-", Sub), binary("*", Mul), binary("^", Pow),
	binary(`\div`, Div), binary("%", Mod), binary("..", Range),
	test2("<", Less), test2(">", swapped(Less)),
	test2("=<", LessEq), test2("<=", LessEq), test2(`\leq`, LessEq),
	test2(">=", swapped(LessEq)), test2(`\geq`, swapped(LessEq)),
}

var integers = []Operator{constant("Int", Integers), unary("-.", Neg)}

// reals has no numbers but the integers, as in TLC.
var reals = []Operator{constant("Real", Reals), binary("/", divide)}

// divide is the / of Reals, as far as its result is an integer.
func divide(a, b Value) (Value, error) {
	if err := twoInts("/", a, b); err != nil {
		return Value{}, err
	}
	if b.i == 0 || a.i%b.i != 0 {
		return Value{}, errorf("%v / %v is not an integer, and other real numbers are not supported", a, b)
	}
	return Div(a, b)
}

var finiteSets = []Operator{test1("IsFiniteSet", IsFinite), unary("Cardinality", Cardinality)}
