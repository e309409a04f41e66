package value

import "slices"

// vectorClocks orders logs by the clocks of their entries.
var vectorClocks = []Operator{
	{"IsCausalOrder", []int{0, 1}, func(a []Arg) (Value, error) {
		log, err := sequence("IsCausalOrder", a[0].Value)
		if err != nil {
			return Value{}, err
		}
		for i := range log {
			for j := range i {
				if later, err := before(log[i], log[j], a[1].Op); err != nil || later {
					return False, err
				}
			}
		}
		return True, nil
	}},
	{"CausalOrder", []int{0, 1, 1, 1}, func(a []Arg) (Value, error) { return causalOrder(a[0].Value, a[1].Op) }},
}

// before reports whether the clock of x is before that of y, or equal to it.
func before(x, y Value, clock op) (bool, error) {
	c, err := clock(x)
	if err != nil {
		return false, err
	}
	d, err := clock(y)
	if err != nil {
		return false, err
	}
	return bagWithin(c, d)
}

// causalOrder repeatedly takes the first entry that no other one is before.
func causalOrder(s Value, clock op) (Value, error) {
	log, err := sequence("CausalOrder", s)
	if err != nil {
		return Value{}, err
	}
	rest, sorted := slices.Clone(log), []Value(nil)
	for len(rest) > 0 {
		next := 0
		for i := 1; i < len(rest); i++ {
			earlier, err := before(rest[i], rest[next], clock)
			if err != nil {
				return Value{}, err
			}
			if earlier {
				next = i
			}
		}
		sorted = append(sorted, rest[next])
		rest = slices.Delete(rest, next, next+1)
	}
	return newTuple(sorted), nil
}
