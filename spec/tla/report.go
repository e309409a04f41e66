package tla

import (
	"tidemark/explore/trace"
	"tidemark/spec/tla/value"
)

// State returns the values of the variables in a row.
func (sys *System) State(row []uint64) []trace.Value {
	all := make([]trace.Value, len(row))
	for i, h := range row {
		all[i] = traceValue(sys.table.Value(h))
	}
	return all
}

// Values returns the values of the variables in a row.
func (sys *System) Values(row []uint64) []value.Value {
	all := make([]value.Value, len(row))
	sys.load(all, row)
	return all
}

// Alias returns the names and values that a state is shown as: those of the
// configuration's ALIAS, which may also speak of the next state, or else its
// variables. next may be nil.
func (sys *System) Alias(row, next []uint64) (names []string, values []trace.Value, err error) {
	if sys.alias == nil {
		return sys.Variables(), sys.State(row), nil
	}
	m := sys.prog.NewMachine()
	sys.load(m.Cur, row)
	if next == nil {
		next = row
	}
	sys.load(m.Next, next)
	v, err := m.Value(sys.alias)
	if err == nil {
		v, err = value.Normalize(v)
	}
	if err != nil {
		return nil, nil, err
	}
	t := traceValue(v)
	if t.Kind() != trace.RecordKind {
		return []string{"alias"}, []trace.Value{t}, nil
	}
	for i, k := range t.Domain() {
		names, values = append(names, k.Text()), append(values, t.Elems()[i])
	}
	return names, values, nil
}

// traceValue returns a value in the form of traces. What has no such form is
// given as its text.
func traceValue(v value.Value) trace.Value {
	if n, err := value.Normalize(v); err == nil {
		v = n
	}
	switch v.Kind() {
	case value.KindBool:
		return trace.Bool(v.IsTrue())
	case value.KindInt:
		i, _ := v.AsInt()
		return trace.Int(int(i))
	case value.KindString:
		return trace.String(v.Text())
	case value.KindModel:
		return trace.Model(v.Text())
	case value.KindTuple:
		return trace.Sequence(traceValues(v.Elems())...)
	case value.KindRecord, value.KindFunction:
		return traceFunction(v)
	case value.KindSet, value.KindInterval:
		if it, err := value.Elements(v); err == nil {
			var elems []trace.Value
			for x, ok := it.Next(); ok; x, ok = it.Next() {
				elems = append(elems, traceValue(x))
			}
			return trace.Set(elems...)
		}
	}
	return trace.Model(v.String())
}

func traceValues(vs []value.Value) []trace.Value {
	all := make([]trace.Value, len(vs))
	for i, v := range vs {
		all[i] = traceValue(v)
	}
	return all
}

func traceFunction(v value.Value) trace.Value {
	domain, err := value.Domain(v)
	if err != nil {
		return trace.Model(v.String())
	}
	it, err := value.Elements(domain)
	if err != nil {
		return trace.Model(v.String())
	}
	var pairs []trace.Pair
	for i := 0; ; i++ {
		x, ok := it.Next()
		if !ok {
			return trace.Function(pairs...)
		}
		pairs = append(pairs, trace.Pair{Key: traceValue(x), Value: traceValue(v.Elems()[i])})
	}
}

// Postconditions evaluates the configuration's POSTCONDITIONs after a search
// that found so many distinct states in so many levels, and returns the names
// of those that are false.
func (sys *System) Postconditions(distinct uint64, depth int) ([]string, error) {
	sys.prog.SetRegister("distinct", value.Int(int64(distinct)))
	sys.prog.SetRegister("diameter", value.Int(int64(depth)))
	m := sys.prog.NewMachine()
	m.Depth = depth
	var failed []string
	for _, p := range sys.post {
		yes, err := m.Holds(p.pred)
		if err != nil {
			return failed, err
		}
		if !yes {
			failed = append(failed, p.name)
		}
	}
	return failed, nil
}
