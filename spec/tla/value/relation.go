package value

// A relation over S is a function from S \X S to the truth values.

// relation has each property of relations twice: of a function, and of an
// operator ("Under").
var relation = func() []Operator {
	operators := []Operator{
		binary("TransitiveClosure", func(r, s Value) (Value, error) { return closureOf(r, s, false) }),
		binary("ReflexiveTransitiveClosure", func(r, s Value) (Value, error) { return closureOf(r, s, true) }),
		test2("IsConnected", func(r, s Value) (bool, error) {
			m, err := readRelation(r, s)
			if err != nil {
				return false, err
			}
			m.close()
			return m.all(func(i, j int) bool { return i == j || m.has(i, j) }), nil
		}),
	}
	for _, p := range relationProperties {
		operators = append(operators,
			test2(p.name, func(r, s Value) (bool, error) {
				m, err := readRelation(r, s)
				return err == nil && p.holds(m), err
			}),
			Operator{p.name + "Under", []int{2, 0}, func(a []Arg) (Value, error) {
				m, err := relationOf(a[1].Value, func(x, y Value) (Value, error) { return a[0].Op(x, y) })
				return Bool(err == nil && p.holds(m)), err
			}})
	}
	return operators
}()

var relationProperties = []struct {
	name  string
	holds func(*matrix) bool
}{
	{"IsReflexive", (*matrix).reflexive},
	{"IsIrreflexive", (*matrix).irreflexive},
	{"IsSymmetric", func(m *matrix) bool { return m.all(func(i, j int) bool { return m.has(i, j) == m.has(j, i) }) }},
	{"IsAntiSymmetric", (*matrix).antiSymmetric},
	{"IsAsymmetric", func(m *matrix) bool { return m.all(func(i, j int) bool { return !m.has(i, j) || !m.has(j, i) }) }},
	{"IsTransitive", (*matrix).transitive},
	{"IsStrictlyPartiallyOrdered", (*matrix).strictOrder},
	{"IsPartiallyOrdered", (*matrix).partialOrder},
	{"IsStrictlyTotallyOrdered", func(m *matrix) bool {
		return m.strictOrder() && m.all(func(i, j int) bool { return i == j || m.has(i, j) || m.has(j, i) })
	}},
	{"IsTotallyOrdered", func(m *matrix) bool {
		return m.partialOrder() && m.all(func(i, j int) bool { return m.has(i, j) || m.has(j, i) })
	}},
}

// matrix is a relation as a square of truth values.
type matrix struct {
	elems []Value
	cells []bool
}

func (m *matrix) has(i, j int) bool { return m.cells[i*len(m.elems)+j] }

func (m *matrix) all(test func(i, j int) bool) bool {
	for i := range m.elems {
		for j := range m.elems {
			if !test(i, j) {
				return false
			}
		}
	}
	return true
}

func (m *matrix) reflexive() bool { return m.all(func(i, j int) bool { return i != j || m.has(i, i) }) }
func (m *matrix) irreflexive() bool {
	return m.all(func(i, j int) bool { return i != j || !m.has(i, i) })
}

func (m *matrix) antiSymmetric() bool {
	return m.all(func(i, j int) bool { return i == j || !m.has(i, j) || !m.has(j, i) })
}

func (m *matrix) transitive() bool {
	return m.all(func(i, j int) bool {
		for k := range m.elems {
			if m.has(i, k) && m.has(k, j) && !m.has(i, j) {
				return false
			}
		}
		return true
	})
}

func (m *matrix) strictOrder() bool  { return m.irreflexive() && m.antiSymmetric() && m.transitive() }
func (m *matrix) partialOrder() bool { return m.reflexive() && m.antiSymmetric() && m.transitive() }

// close makes the relation transitive.
func (m *matrix) close() {
	for k := range m.elems {
		for i := range m.elems {
			for j := range m.elems {
				if m.has(i, k) && m.has(k, j) {
					m.cells[i*len(m.elems)+j] = true
				}
			}
		}
	}
}

func readRelation(r, s Value) (*matrix, error) {
	return relationOf(s, func(x, y Value) (Value, error) { return Apply(r, Tuple(x, y)) })
}

func relationOf(s Value, related func(x, y Value) (Value, error)) (*matrix, error) {
	s, err := finiteSet("a relation", s)
	if err != nil {
		return nil, err
	}
	m := &matrix{elems: s.n.elems}
	if times(uint64(len(m.elems)), uint64(len(m.elems))) > MaxElements {
		return nil, tooMany("a relation")
	}
	for _, x := range m.elems {
		for _, y := range m.elems {
			yes, err := holds("a relation", func(a ...Value) (Value, error) { return related(a[0], a[1]) }, x, y)
			if err != nil {
				return nil, err
			}
			m.cells = append(m.cells, yes)
		}
	}
	return m, nil
}

// closureOf returns the transitive closure as a function.
func closureOf(r, s Value, reflexive bool) (Value, error) {
	m, err := readRelation(r, s)
	if err != nil {
		return Value{}, err
	}
	m.close()
	pairs, err := Product(Set(m.elems...), Set(m.elems...))
	if err != nil {
		return Value{}, err
	}
	at := -1
	return MakeFunction(pairs, func(Value) (Value, error) {
		at++
		return Bool(m.cells[at] || reflexive && at%(len(m.elems)+1) == 0), nil
	})
}
