package tla

import (
	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// IsStandard reports whether a module of that name is built in. A file of that name would
// take its place in other tools.
func IsStandard(name string) bool { return standard(name) != nil }

// standard returns a module whose operators are built in, nil for others.
func standard(name string) *syntax.Standard {
	std := &syntax.Standard{}
	if m, ok := value.FindModule(name); ok {
		std.Extends = m.Extends
		for _, op := range m.Operators {
			if syntax.Canonical(op.Name) == op.Name {
				std.Operators = append(std.Operators, syntax.StandardOperator{Name: op.Name, Params: op.Params})
			}
		}
	} else if _, ok := names[name]; !ok {
		return nil
	}
	std.Operators = append(std.Operators, names[name]...)
	return std
}

func operators(arity int, names ...string) []syntax.StandardOperator {
	var all []syntax.StandardOperator
	for _, name := range names {
		all = append(all, syntax.StandardOperator{Name: name, Params: make([]int, arity)})
	}
	return all
}

func join(lists ...[]syntax.StandardOperator) []syntax.StandardOperator {
	var all []syntax.StandardOperator
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// names are operators that are known by name: those that the evaluator itself
// has, and those of modules for proofs, which only proofs use.
var names = map[string][]syntax.StandardOperator{
	"TLC":    join(operators(0, "JavaTime"), operators(1, "PrintT", "TLCGet"), operators(2, "Print", "TLCSet")),
	"TLCExt": join(operators(2, "TLCGetOrDefault"), operators(0, "Trace", "TLCCache"), operators(1, "PickSuccessor", "TLCNoOp")),
	"TLAPS": join(
		operators(0, "SMT", "CVC3", "CVC4", "Yices", "Z3", "veriT", "Zenon", "Isa", "SlowZenon", "SlowerZenon", "VerySlowZenon",
			"SlowestZenon", "Auto", "Force", "Blast", "SimplifyAndSolve", "Simplification", "AutoBlast", "LS4", "PTL",
			"PropositionalTemporalLogic", "SimpleArithmetic", "NoSetContainsEverything", "NoSetContainsNat", "AllProvers",
			"AllProversT", "AllSMT", "AllIsa", "SetExtensionality", "FunctionExtensionality", "SMTT", "ExpandENABLED",
			"ENABLEDaxioms", "ENABLEDrewrites", "ENABLEDrules", "ExpandCdot", "Lambdify", "Trivial"),
		operators(1, "CVC3T", "CVC4T", "YicesT", "Z3T", "veriTT", "ZenonT", "IsaT", "IsaM", "SpassT"),
		operators(2, "IsaMT")),
	"NaturalsInduction":           nil,
	"WellFoundedInduction":        nil,
	"FiniteSetTheorems":           nil,
	"FunctionTheorems":            nil,
	"SequenceTheorems":            nil,
	"SequencesExtTheorems":        nil,
	"SequencesExtTheorems_proofs": nil,
	"FiniteSetsExtTheorems":       nil,
	"JectionThm":                  nil,
	"RealTime":                    nil,
	"Toolbox":                     nil,
	"Apalache":                    nil,
}
