package value

// search makes an operator that returns the first or last index of an element
// that passes a test, in the sequence or a part of it; 0 if there is none.
func search(name string, part, last bool) Operator {
	params := []int{0, 1}
	if part {
		params = []int{0, 0, 0, 1}
	}
	return Operator{name, params, func(a []Arg) (Value, error) {
		s, test := a[0].Value, a[len(a)-1].Op
		if part {
			var err error
			if s, err = subSeq(s, a[1].Value, a[2].Value); err != nil {
				return Value{}, err
			}
		}
		elems, err := sequence(name, s)
		if err != nil {
			return Value{}, err
		}
		for i := range elems {
			at := i
			if last {
				at = len(elems) - 1 - i
			}
			if yes, err := holds(name, test, elems[at]); err != nil || yes {
				return Int(int64(at + 1)), err
			}
		}
		return Int(0), nil
	}}
}

// foldSeqLeft and foldSeqRight fold a sequence, or its indexes.
func foldSeqLeft(f op, base, s Value, indexes bool) (Value, error) {
	elems, err := elementsOrIndexes("FoldLeft", s, indexes)
	if err != nil {
		return Value{}, err
	}
	return foldLeft(f, base, elems)
}

func foldSeqRight(f op, s, base Value, indexes bool) (Value, error) {
	elems, err := elementsOrIndexes("FoldRight", s, indexes)
	if err != nil {
		return Value{}, err
	}
	return foldRight(f, elems, base, itself)
}

func elementsOrIndexes(operator string, s Value, indexes bool) ([]Value, error) {
	elems, err := sequence(operator, s)
	if err == nil && indexes && len(elems) > 0 {
		elems = Interval(1, int64(len(elems))).explicit().n.elems
	}
	return elems, err
}
