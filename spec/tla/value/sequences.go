package value

import (
	"slices"
	"unicode/utf8"
)

var sequences = []Operator{
	unary("Seq", SeqSet),
	unary("Len", Len), unary("Head", Head), unary("Tail", Tail),
	binary("Append", Append), binary(`\o`, Concat), binary(`\circ`, Concat),
	ternary("SubSeq", subSeq),
	{"SelectSeq", []int{0, 1}, func(a []Arg) (Value, error) {
		return selectSeq(a[0].Value, func(x Value) (bool, error) { return holds("SelectSeq", a[1].Op, x) })
	}},
}

// sequence returns the elements of a sequence.
func sequence(operator string, s Value) ([]Value, error) {
	if s.Kind() == KindLazy {
		forced, err := force(s)
		if err != nil {
			return nil, err
		}
		s = forced
	}
	if s.Kind() != KindTuple {
		return nil, wrongArgument(operator, "a sequence", s)
	}
	return s.n.elems, nil
}

// Len returns the length of a sequence, or of a string in characters.
func Len(s Value) (Value, error) {
	if s.Kind() == KindString {
		return Int(int64(utf8.RuneCountInString(s.Text()))), nil
	}
	elems, err := sequence("Len", s)
	return Int(int64(len(elems))), err
}

// Head returns the first element.
func Head(s Value) (Value, error) {
	elems, err := sequence("Head", s)
	if err != nil {
		return Value{}, err
	}
	if len(elems) == 0 {
		return Value{}, errorf("Head of the empty sequence")
	}
	return elems[0], nil
}

// Tail returns all but the first element.
func Tail(s Value) (Value, error) {
	if s.Kind() == KindString && s.Text() != "" {
		_, n := utf8.DecodeRuneInString(s.Text())
		return String(s.Text()[n:]), nil
	}
	elems, err := sequence("Tail", s)
	if err != nil {
		return Value{}, err
	}
	if len(elems) == 0 {
		return Value{}, errorf("Tail of the empty sequence")
	}
	return Tuple(elems[1:]...), nil
}

// Append returns the sequence with one element more at its end.
func Append(s, x Value) (Value, error) {
	elems, err := sequence("Append", s)
	if err != nil {
		return Value{}, err
	}
	if len(elems) >= MaxElements {
		return Value{}, tooMany("a sequence")
	}
	n := alloc(KindTuple, len(elems)+1)
	copy(n.elems, elems)
	n.elems[len(elems)] = x
	return Value{n: n}, nil
}

// Concat returns s \o t, of sequences or strings.
func Concat(s, t Value) (Value, error) {
	if s.Kind() == KindString && t.Kind() == KindString {
		if len(s.Text())+len(t.Text()) > maxText {
			return Value{}, errorf("a string would have more than %d bytes", maxText)
		}
		return String(s.Text() + t.Text()), nil
	}
	a, err := sequence(`\o`, s)
	if err != nil {
		return Value{}, err
	}
	b, err := sequence(`\o`, t)
	if err != nil {
		return Value{}, err
	}
	switch {
	case len(a) == 0:
		return newTupleOf(t, b), nil
	case len(b) == 0:
		return newTupleOf(s, a), nil
	case len(a)+len(b) > MaxElements:
		return Value{}, tooMany("a sequence")
	}
	n := alloc(KindTuple, len(a)+len(b))
	copy(n.elems, a)
	copy(n.elems[len(a):], b)
	return Value{n: n}, nil
}

// newTupleOf returns s if it is a tuple already, else one of its elements.
func newTupleOf(s Value, elems []Value) Value {
	if s.Kind() == KindTuple {
		return s
	}
	return newTuple(elems)
}

// subSeq returns <<s[m], ..., s[n]>>, the empty sequence if m > n.
func subSeq(s, m, n Value) (Value, error) {
	if m.n != intNode || n.n != intNode {
		return Value{}, errorf("SubSeq: expected two integers, found %s and %s", describe(m), describe(n))
	}
	var elems []Value
	var runes []rune
	size := 0
	if s.Kind() == KindString {
		runes = []rune(s.Text())
		size = len(runes)
	} else {
		var err error
		if elems, err = sequence("SubSeq", s); err != nil {
			return Value{}, err
		}
		size = len(elems)
	}
	switch {
	case m.i > n.i && s.Kind() == KindString:
		return String(""), nil
	case m.i > n.i:
		return EmptyTuple, nil
	case m.i < 1 || n.i > int64(size):
		return Value{}, errorf("SubSeq(_, %v, %v): the sequence %v has the indexes 1..%d", m, n, s, size)
	case s.Kind() == KindString:
		return String(string(runes[m.i-1 : n.i])), nil
	case m.i == 1 && n.i == int64(size):
		return newTupleOf(s, elems), nil
	}
	return Tuple(elems[m.i-1 : n.i]...), nil
}

// selectSeq returns the sequence of the elements that a test selects.
func selectSeq(s Value, test func(Value) (bool, error)) (Value, error) {
	elems, err := sequence("SelectSeq", s)
	if err != nil {
		return Value{}, err
	}
	var kept []Value
	for _, e := range elems {
		yes, err := test(e)
		if err != nil {
			return Value{}, err
		}
		if yes {
			kept = append(kept, e)
		}
	}
	return newTuple(kept), nil
}

// index returns where x is in the sequence, or -1.
func index(elems []Value, x Value) (int, error) {
	for i, e := range elems {
		if same, err := Equal(e, x); err != nil || same {
			return i, err
		}
	}
	return -1, nil
}

// sortSeq sorts a sequence by insertion, as TLC does: an element moves before
// those that it precedes, so that equal ones keep their order.
func sortSeq(elems []Value, precedes func(args ...Value) (Value, error)) (Value, error) {
	var failed error
	sorted := slices.Clone(elems)
	slices.SortStableFunc(sorted, func(a, b Value) int {
		if failed != nil {
			return 0
		}
		less, err := holds("SortSeq", precedes, a, b)
		if err == nil && less {
			return -1
		}
		if err == nil {
			less, err = holds("SortSeq", precedes, b, a)
		}
		if failed = err; less {
			return 1
		}
		return 0
	})
	return newTuple(sorted), failed
}
