package explore

import (
	"encoding/binary"
	"slices"
)

// A reference is a search as plain as can be: one row at a time, a map of
// everything seen, a list of every fault. The engine has to agree with it.
type reference struct {
	x    *expander
	opts Options

	depthOf map[string]int
	levels  [][][]uint64
	faults  []refFault
	res     Result
	degrees []int
}

// A refFault is a violation, with all that decides which one is reported.
type refFault struct {
	length, position int
	state, pred      []uint64
}

func key(row []uint64) string {
	var b []byte
	for _, word := range row {
		b = binary.LittleEndian.AppendUint64(b, word)
	}
	return string(b)
}

// refer runs the reference search. It knows Continue, CheckDeadlock, Symmetry,
// MaxDepth and MaxStates.
func refer(sys System, opts Options) *reference {
	sub, err := newSubject(sys)
	if err != nil {
		panic(err)
	}
	x, err := newExpander(sub, opts.Symmetry)
	if err != nil {
		panic(err)
	}
	r := &reference{x: x, opts: opts, depthOf: map[string]int{}}
	for _, name := range sub.actions {
		r.res.Actions = append(r.res.Actions, ActionCount{Name: name})
	}
	r.run()
	r.finish()
	return r
}

func (r *reference) run() {
	rows, err := r.x.initial()
	if err != nil {
		panic(err)
	}
	level := r.addInitial(rows)
	for {
		if len(level) > 0 {
			r.levels = append(r.levels, level)
		}
		switch {
		case len(r.faults) > 0 && !r.opts.Continue, len(level) == 0:
		case r.opts.MaxDepth > 0 && len(r.levels) >= r.opts.MaxDepth:
			r.res.Stop = DepthLimit
		case r.opts.MaxStates > 0 && len(r.depthOf) >= int(r.opts.MaxStates):
			r.res.Stop = StateLimit
		default:
			level = r.expandLevel(level)
			continue
		}
		r.res.Queue = uint64(len(level))
		return
	}
}

func (r *reference) rowsOf(flat []uint64) [][]uint64 {
	var rows [][]uint64
	for row := range slices.Chunk(slices.Clone(flat), r.x.width) {
		rows = append(rows, row)
	}
	return rows
}

func (r *reference) form(row []uint64) []uint64 {
	row = slices.Clone(row)
	r.x.canonical(row)
	return row
}

func (r *reference) addInitial(flat []uint64) (level [][]uint64) {
	for _, row := range r.rowsOf(flat) {
		r.res.Generated++
		r.check(row, nil, 1)
		if admitted, _ := r.x.admitStates(row); admitted != nil && !admitted[0] {
			continue
		}
		form := r.form(row)
		if _, seen := r.depthOf[key(form)]; !seen {
			r.depthOf[key(form)] = 1
			level = append(level, form)
		}
	}
	return level
}

// check lists the invariants that are false in a state.
func (r *reference) check(row, pred []uint64, length int) {
	fails, err := r.x.checkStates(row)
	if err != nil {
		panic(err)
	}
	for p := range r.x.properties {
		if fails != nil && fails[0]>>p&1 == 1 {
			r.faults = append(r.faults, refFault{length, p, r.form(row), pred})
		}
	}
}

// A refStep is one successor with all that is known of it.
type refStep struct {
	label    Label
	row      []uint64
	fails    Mask
	admitted bool
}

func (r *reference) steps(src []uint64) []refStep {
	if err := r.x.expand(src); err != nil {
		panic(err)
	}
	fails, err := r.x.checkSteps(src)
	if err != nil {
		panic(err)
	}
	admitted, err := r.x.admit(src)
	if err != nil {
		panic(err)
	}
	var steps []refStep
	for i, row := range r.rowsOf(r.x.out.Rows) {
		s := refStep{label: r.x.out.Labels[i], row: row, admitted: admitted == nil || admitted[i]}
		if fails != nil {
			s.fails = fails[i]
		}
		steps = append(steps, s)
	}
	return steps
}

func (r *reference) expandLevel(level [][]uint64) (next [][]uint64) {
	depth := len(r.levels)
	finder := map[string]int{}
	for _, src := range level {
		steps := r.steps(src)
		r.degrees = append(r.degrees, len(steps))
		if len(steps) == 0 && r.opts.CheckDeadlock && r.x.deadlocked(src) {
			r.faults = append(r.faults, refFault{depth, len(r.x.properties), src, nil})
		}
		for _, s := range steps {
			r.res.Generated++
			r.res.Actions[s.label.Action()].Generated++
			form := r.form(s.row)
			for p := range r.x.properties {
				if s.fails>>p&1 == 1 {
					r.faults = append(r.faults, refFault{depth + 1, p, form, src})
				}
			}
			r.check(s.row, src, depth+1)
			if !s.admitted {
				continue
			}
			if _, seen := r.depthOf[key(form)]; !seen {
				r.depthOf[key(form)] = depth + 1
				next = append(next, form)
			}
			if r.depthOf[key(form)] == depth+1 {
				old, found := finder[key(form)]
				if !found || s.label.Action() < old {
					finder[key(form)] = s.label.Action()
				}
			}
		}
	}
	for _, action := range finder {
		if r.opts.Coverage {
			r.res.Actions[action].Distinct++
		}
	}
	return next
}

// finish picks the violations and fills in the result.
func (r *reference) finish() {
	r.res.Distinct = uint64(len(r.depthOf))
	r.res.Depth = len(r.levels)
	r.res.OutDegree = r.outDegree()
	for _, a := range r.res.Actions {
		if a.Generated == 0 {
			r.res.Unfired = append(r.res.Unfired, a.Name)
		}
	}
	if len(r.faults) == 0 {
		if r.res.Stop == NotStopped {
			r.res.Verdict = Holds
		}
		return
	}
	r.res.Verdict = Violated
	slices.SortStableFunc(r.faults, func(a, b refFault) int {
		for _, order := range []int{
			a.length - b.length, a.position - b.position,
			r.x.compare(a.state, b.state), r.comparePreds(a.pred, b.pred),
		} {
			if order != 0 {
				return order
			}
		}
		return 0
	})
	reported := map[int]bool{}
	for _, f := range r.faults {
		if reported[f.position] || !r.opts.Continue && len(reported) > 0 {
			continue
		}
		reported[f.position] = true
		r.res.Violations = append(r.res.Violations, r.violation(f))
	}
}

func (r *reference) outDegree() OutDegree {
	if len(r.degrees) == 0 {
		return OutDegree{}
	}
	slices.Sort(r.degrees)
	n := len(r.degrees)
	o := OutDegree{Min: r.degrees[0], Max: r.degrees[n-1], P95: r.degrees[(n*95+99)/100-1]}
	for _, degree := range r.degrees {
		o.Mean += float64(degree)
	}
	o.Mean /= float64(n)
	return o
}

func (r *reference) comparePreds(a, b []uint64) int {
	if a == nil || b == nil {
		return 0
	}
	return r.x.compare(a, b)
}

// violation builds the trace of a fault, of representatives under symmetry.
func (r *reference) violation(f refFault) Violation {
	v := Violation{Property: -1, Name: "deadlock", Kind: Deadlock}
	if f.position < len(r.x.properties) {
		p := r.x.properties[f.position]
		v = Violation{Property: f.position, Name: p.Name, Kind: p.Kind}
	}
	states := make([][]uint64, f.length)
	states[f.length-1] = f.state
	for i := f.length - 2; i >= 0; i-- {
		if i == f.length-2 && f.pred != nil {
			states[i] = f.pred
			continue
		}
		for _, src := range r.levels[i] {
			if states[i] != nil && r.x.compare(states[i], src) <= 0 {
				continue
			}
			for _, s := range r.steps(src) {
				if s.admitted && slices.Equal(r.form(s.row), states[i+1]) {
					states[i] = src
				}
			}
		}
	}
	v.Path = []Step{{Row: states[0]}}
	for i := 1; i < f.length; i++ {
		v.Path = append(v.Path, Step{Label: r.labelOf(states[i-1], states[i], v, i == f.length-1), Row: states[i]})
	}
	return v
}

func (r *reference) labelOf(src, dst []uint64, v Violation, last bool) Label {
	for _, s := range r.steps(src) {
		if !slices.Equal(r.form(s.row), dst) {
			continue
		}
		if last && v.Kind == StepProperty && s.fails>>v.Property&1 == 0 {
			continue
		}
		if s.admitted || last && v.Kind != Deadlock {
			return s.label
		}
	}
	panic("no such step")
}
