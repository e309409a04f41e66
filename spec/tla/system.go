package tla

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"tidemark/explore"
	"tidemark/spec/cfg"
	"tidemark/spec/tla/eval"
	"tidemark/spec/tla/syntax"
	"tidemark/spec/tla/value"
)

// A System is a specification with a configuration, as package explore
// searches it. A row holds the handle of one value for each variable.
type System struct {
	spec  *Spec
	file  *cfg.File
	prog  *eval.Program
	table *value.Table
	width int

	init, next *eval.Action
	properties []explore.Property
	checks     []check        // one for each property
	formulas   []eval.Formula // likewise, to explain
	notChecked []string

	constraints       []*eval.Predicate
	actionConstraints []*eval.Predicate
	post              []namedPredicate
	view, alias       *eval.Term
	group             []value.Permutation

	labels labels
	level  atomic.Int64 // of the states that are being expanded

	mu          sync.Mutex
	initial     []uint64
	initialized bool
	badInitial  map[string]explore.Mask // rows of initial states that violate a part of a PROPERTY
	views       map[uint64][]uint64
	viewless    map[string]error // why VIEW could not be evaluated in these states
}

// A check is how a property is evaluated.
type check struct {
	pred  *eval.Predicate
	start bool // it is about initial states only
}

type namedPredicate struct {
	name string
	pred *eval.Predicate
}

// An AssumptionError says that an ASSUME is false.
type AssumptionError struct{ Err *eval.Error }

// Error returns file:line:column: message.
func (e *AssumptionError) Error() string { return e.Err.Error() }

// Unwrap returns the place of the assumption.
func (e *AssumptionError) Unwrap() error { return e.Err }

// System binds the specification to a configuration, and evaluates its
// assumptions. An error is a *[cfg.Error] for what is wrong in the
// configuration, an *[eval.Error] for what can't be compiled or evaluated, and
// an *[AssumptionError] for an assumption that is false.
func (s *Spec) System(f *cfg.File) (*System, error) {
	p, err := s.bind(f)
	if err != nil {
		return nil, err
	}
	p.SetRegister("config", searchConfig())
	sys := &System{spec: s, file: f, prog: p, table: value.NewTable(), width: len(s.scope.Variables)}
	if err := sys.assume(); err != nil {
		return nil, err
	}
	if sys.width == 0 && f.Specification == nil && f.Init == nil && f.Next == nil {
		sys.labels.init()
		return sys, nil
	}
	if sys.width == 0 {
		return nil, f.ErrorAt(cfg.Pos{}, "module "+s.Name()+" has no variables, expected some to check", "")
	}
	b, err := s.behaviourOf(p, f)
	if err != nil {
		return nil, err
	}
	if sys.init, err = p.Init(b.init); err != nil {
		return nil, err
	}
	if sys.next, err = p.Next(b.next); err != nil {
		return nil, err
	}
	sys.labels.init()
	for _, step := range []func(*cfg.File) error{sys.bindChecks, sys.bindConstraints, sys.bindRest} {
		if err := step(f); err != nil {
			return nil, err
		}
	}
	return sys, nil
}

// searchConfig is what TLCGet("config") says: a breadth-first search.
func searchConfig() value.Value {
	fields, err := value.NewFields("mode", "deadlock", "worker", "depth", "traces", "seed", "fingerprint")
	if err != nil {
		return value.EmptyTuple
	}
	zero := value.Int(0)
	return fields.Record([]value.Value{value.String("bfs"), value.True, value.Int(1), value.Int(-1), value.Int(-1), zero, zero})
}

// HasBehaviour reports whether there is something to search. A module without
// variables has assumptions only, which System evaluates.
func (sys *System) HasBehaviour() bool { return sys.next != nil }

// assume evaluates the assumptions.
func (sys *System) assume() error {
	m := sys.prog.NewMachine()
	for _, a := range sys.spec.scope.Assumes {
		f := sys.prog.Expression(a.Expr)
		pred, err := sys.prog.Predicate(f)
		if err != nil {
			return err
		}
		yes, err := m.Holds(pred)
		if err != nil {
			return err
		}
		if !yes {
			name := "the assumption"
			if a.Name != "" {
				name += " " + a.Name
			}
			e := f.Error(name + " is false")
			e.Pos = a.Pos
			return &AssumptionError{e}
		}
	}
	return nil
}

// bindChecks compiles the invariants and properties.
func (sys *System) bindChecks(f *cfg.File) error {
	for _, c := range f.Checks {
		formula, err := sys.spec.formula(sys.prog, f, c.Name)
		if err != nil {
			return err
		}
		if c.Invariant {
			if sys.prog.IsTemporal(formula) {
				return f.ErrorAt(c.Pos, "INVARIANT "+c.Text+" is a temporal formula, expected a condition on states", "PROPERTY "+c.Text)
			}
			if err := sys.add(part{name: c.Text, kind: always, f: formula}); err != nil {
				return err
			}
			continue
		}
		parts, rest := properties(sys.prog, c.Text, formula)
		for _, p := range parts {
			if err := sys.add(p); err != nil {
				return err
			}
		}
		if rest {
			sys.notChecked = append(sys.notChecked, c.Text)
		}
	}
	if len(sys.properties) > 64 {
		return f.ErrorAt(f.Checks[64].Pos, "expected at most 64 invariants and properties, found more", "")
	}
	return nil
}

// add compiles a part of a property.
func (sys *System) add(p part) error {
	kind := explore.Invariant
	var pred *eval.Predicate
	var err error
	if p.kind == steps {
		kind = explore.StepProperty
		if p.sub.Expr != nil {
			pred, err = sys.prog.Box(p.f, p.sub)
		} else {
			pred, err = sys.prog.Predicate(p.f)
		}
	} else {
		pred, err = sys.prog.Predicate(p.f)
	}
	if err != nil {
		return err
	}
	if kind == explore.Invariant && pred.ReadsNext() {
		return p.f.Error(p.name + " speaks of the next state, expected a condition on one state")
	}
	sys.properties = append(sys.properties, explore.Property{Name: p.name, Kind: kind})
	sys.checks = append(sys.checks, check{pred, p.kind == initial})
	sys.formulas = append(sys.formulas, p.f)
	return nil
}

// predicates compiles the conditions that the configuration names.
func (sys *System) predicates(f *cfg.File, names []cfg.Name) ([]*eval.Predicate, error) {
	var all []*eval.Predicate
	for _, name := range names {
		formula, err := sys.spec.formula(sys.prog, f, name)
		if err != nil {
			return nil, err
		}
		pred, err := sys.prog.Predicate(formula)
		if err != nil {
			return nil, err
		}
		all = append(all, pred)
	}
	return all, nil
}

func (sys *System) bindConstraints(f *cfg.File) (err error) {
	if sys.constraints, err = sys.predicates(f, f.Constraints); err != nil {
		return err
	}
	if sys.actionConstraints, err = sys.predicates(f, f.ActionConstraints); err != nil {
		return err
	}
	post, err := sys.predicates(f, f.Postconditions)
	for i, p := range post {
		sys.post = append(sys.post, namedPredicate{f.Postconditions[i].Text, p})
	}
	return err
}

// bindRest compiles VIEW, ALIAS and SYMMETRY.
func (sys *System) bindRest(f *cfg.File) error {
	for _, part := range []struct {
		name *cfg.Name
		term **eval.Term
	}{{f.View, &sys.view}, {f.Alias, &sys.alias}} {
		if part.name == nil {
			continue
		}
		formula, err := sys.spec.formula(sys.prog, f, *part.name)
		if err != nil {
			return err
		}
		if *part.term, err = sys.prog.Term(formula); err != nil {
			return err
		}
	}
	if sys.view != nil {
		if sys.view.ReadsNext() {
			return f.ErrorAt(f.View.Pos, "VIEW "+f.View.Text+" speaks of the next state, expected an expression of one state", "")
		}
		sys.views = make(map[uint64][]uint64)
	}
	if f.Symmetry == nil {
		return nil
	}
	formula, err := sys.spec.formula(sys.prog, f, *f.Symmetry)
	if err != nil {
		return err
	}
	term, err := sys.prog.Term(formula)
	if err != nil {
		return err
	}
	v, err := sys.prog.NewMachine().Value(term)
	if err != nil {
		return err
	}
	if sys.group, err = value.Group(v); err != nil {
		return f.ErrorAt(f.Symmetry.Pos, fmt.Sprintf("SYMMETRY %s: %v", f.Symmetry.Text, err), "Permutations(S) for a set S of model values")
	}
	return nil
}

// Options returns what the configuration asks of a search. Its OnLevel tells
// the system how deep the search is, for TLCGet("level"); a caller with an
// OnLevel of its own should call both.
func (sys *System) Options() explore.Options {
	opts := explore.Options{
		CheckDeadlock: sys.file.CheckDeadlock == nil || *sys.file.CheckDeadlock,
		Symmetry:      sys.group != nil || sys.view != nil,
	}
	opts.OnLevel = func(l explore.Level) { sys.level.Store(int64(l.Depth)) }
	if sys.view != nil {
		opts.Workers = 1 // which of the states with one view is kept depends on the order
	}
	return opts
}

// NotChecked names the properties that a search can't tell, at least not in
// full: those that need liveness.
func (sys *System) NotChecked() []string { return slices.Clone(sys.notChecked) }

// Width is the number of variables.
func (sys *System) Width() int { return sys.width }

// Variables names the variables, in the order of a row.
func (sys *System) Variables() []string { return sys.prog.Variables() }

// Actions names the sub-actions of the next-state action.
func (sys *System) Actions() []string { return slices.Clone(sys.next.Names) }

// Properties lists invariants and properties in the order of the
// configuration. One PROPERTY may give several of one name.
func (sys *System) Properties() []explore.Property { return slices.Clone(sys.properties) }

// Init appends the initial states.
func (sys *System) Init(dst []uint64) ([]uint64, error) {
	sys.mu.Lock()
	defer sys.mu.Unlock()
	if !sys.initialized {
		if err := sys.solveInit(); err != nil {
			return nil, err
		}
		sys.initialized = true
	}
	return append(dst, sys.initial...), nil
}

func (sys *System) solveInit() error {
	m := sys.prog.NewMachine()
	var failed error
	rows := []uint64{}
	err := m.Solve(sys.init, func() bool {
		for i, v := range m.Next {
			h, err := sys.handle(v, i)
			if err != nil {
				failed = sys.init.Error(0, "the initial predicate gives "+err.Error())
				return false
			}
			rows = append(rows, h)
		}
		if len(rows)/sys.width > maxInitial {
			failed = sys.init.Error(0, fmt.Sprintf("expected at most %d initial states, found more", maxInitial))
		}
		return failed == nil
	})
	if err == nil {
		err = failed
	}
	if err != nil {
		return err
	}
	sys.initial = rows
	m.Depth = 1
	return sys.checkInitial(m)
}

// maxInitial bounds the initial states, which are kept in one piece.
const maxInitial = 50_000_000

// handle returns the word for a value of the i-th variable.
func (sys *System) handle(v value.Value, i int) (uint64, error) {
	if v.IsZero() {
		return 0, fmt.Errorf("the variable %s no value, expected one for every variable", sys.Variables()[i])
	}
	h, err := sys.table.Handle(v)
	if err != nil {
		return 0, fmt.Errorf("the variable %s a value that no state can have: %w", sys.Variables()[i], err)
	}
	return h, nil
}

// checkInitial evaluates what a PROPERTY asks of initial states.
func (sys *System) checkInitial(m *eval.Machine) error {
	sys.badInitial = make(map[string]explore.Mask)
	for i, c := range sys.checks {
		if !c.start {
			continue
		}
		for at := 0; at < len(sys.initial); at += sys.width {
			row := sys.initial[at : at+sys.width]
			sys.load(m.Cur, row)
			m.Changed()
			yes, err := m.Holds(c.pred)
			if err != nil {
				return err
			}
			if !yes {
				sys.badInitial[key(row)] |= 1 << i
			}
		}
	}
	return nil
}

func key(row []uint64) string { return fmt.Sprint(row) }

// load puts the values of a row into a machine's state.
func (sys *System) load(dst []value.Value, row []uint64) {
	for i, h := range row {
		dst[i] = sys.table.Value(h)
	}
}

// Compare orders states by the values of their variables, in their order.
func (sys *System) Compare(a, b []uint64) int {
	for i := range a {
		if a[i] != b[i] {
			if c := value.Order(sys.table.Value(a[i]), sys.table.Value(b[i])); c != 0 {
				return c
			}
		}
	}
	return 0
}

// Fingerprints hashes states by their values.
func (sys *System) Fingerprints(rows, dst []uint64) {
	for i := range dst {
		h := uint64(0x9e3779b97f4a7c15)
		for _, word := range rows[i*sys.width : (i+1)*sys.width] {
			v, _ := value.Hash(sys.table.Value(word))
			h = (h ^ v) * 0xff51afd7ed558ccd
			h ^= h >> 32
		}
		dst[i] = h
	}
}

// Scope returns the module.
func (s *Spec) Scope() *syntax.Scope { return s.scope }
