package value

// subsequences are the operators of SequencesExt about parts of sequences.
var subsequences = []Operator{
	test2("IsPrefix", isPrefix),
	test2("IsStrictPrefix", func(s, t Value) (bool, error) {
		yes, err := isPrefix(s, t)
		return yes && len(s.Elems()) < len(t.Elems()), err
	}),
	test2("IsSuffix", isSuffix),
	test2("IsStrictSuffix", func(s, t Value) (bool, error) {
		yes, err := isSuffix(s, t)
		return yes && len(s.Elems()) < len(t.Elems()), err
	}),
	unary("Prefixes", func(s Value) (Value, error) {
		return parts("Prefixes", s, func(n int, add func(from, to int)) {
			for i := range n + 1 {
				add(0, i)
			}
		})
	}),
	unary("Suffixes", func(s Value) (Value, error) {
		return parts("Suffixes", s, func(n int, add func(from, to int)) {
			for i := range n + 1 {
				add(i, n)
			}
		})
	}),
	unary("SubSeqs", func(s Value) (Value, error) {
		return parts("SubSeqs", s, func(n int, add func(from, to int)) {
			add(0, 0)
			for i := range n {
				for j := i + 1; j <= n; j++ {
					add(i, j)
				}
			}
		})
	}),
	unary("AllSubSeqs", allSubSeqs),
	unary("CommonPrefixes", func(s Value) (Value, error) {
		longest, err := longestCommonPrefix(s)
		if err != nil {
			return Value{}, err
		}
		return parts("CommonPrefixes", longest, func(n int, add func(from, to int)) {
			for i := range n + 1 {
				add(0, i)
			}
		})
	}),
	unary("LongestCommonPrefix", longestCommonPrefix),
	binary("IndexFirstSubSeq", func(s, t Value) (Value, error) {
		pattern, text, err := twoSequences("IndexFirstSubSeq", s, t)
		if err != nil {
			return Value{}, err
		}
		at, err := find(pattern, text, 0)
		if err == nil && at < 0 {
			err = errorf("IndexFirstSubSeq: %v is no part of %v", s, t)
		}
		return Int(int64(at + 1)), err
	}),
	{"ReplaceSubSeqAt", []int{0, 0, 0, 0}, func(a []Arg) (Value, error) {
		i, r, s, t := a[0].Value, a[1].Value, a[2].Value, a[3].Value
		old, text, err := twoSequences("ReplaceSubSeqAt", s, t)
		if err != nil {
			return Value{}, err
		}
		new, err := sequence("ReplaceSubSeqAt", r)
		if err != nil {
			return Value{}, err
		}
		if i.n != intNode || i.i < 1 || i.i-1+int64(len(old)) > int64(len(text)) {
			return Value{}, errorf("ReplaceSubSeqAt: %v is no index of %v in %v", i, s, t)
		}
		return splice("ReplaceSubSeqAt", t, i, len(old), new...)
	}},
	ternary("ReplaceFirstSubSeq", func(r, s, t Value) (Value, error) { return replace("ReplaceFirstSubSeq", r, s, t, 1) }),
	ternary("ReplaceAllSubSeqs", func(r, s, t Value) (Value, error) { return replace("ReplaceAllSubSeqs", r, s, t, MaxElements) }),
}

func twoSequences(operator string, s, t Value) (a, b []Value, err error) {
	if a, err = sequence(operator, s); err != nil {
		return nil, nil, err
	}
	b, err = sequence(operator, t)
	return a, b, err
}

// matches reports whether two lists are equal.
func matches(a, b []Value) (bool, error) {
	for i := range a {
		if same, err := Equal(a[i], b[i]); err != nil || !same {
			return false, err
		}
	}
	return true, nil
}

func isPrefix(s, t Value) (bool, error) {
	a, b, err := twoSequences("IsPrefix", s, t)
	if err != nil || len(a) > len(b) {
		return false, err
	}
	return matches(a, b)
}

func isSuffix(s, t Value) (bool, error) {
	a, b, err := twoSequences("IsSuffix", s, t)
	if err != nil || len(a) > len(b) {
		return false, err
	}
	return matches(a, b[len(b)-len(a):])
}

// parts returns the set of the parts of a sequence that choose adds by index.
func parts(operator string, s Value, choose func(n int, add func(from, to int))) (Value, error) {
	elems, err := sequence(operator, s)
	if err != nil {
		return Value{}, err
	}
	var b Builder
	var failed error
	choose(len(elems), func(from, to int) {
		if failed == nil {
			failed = b.Add(Tuple(elems[from:to]...))
		}
	})
	if failed != nil {
		return Value{}, failed
	}
	return b.Set()
}

// allSubSeqs returns the sequences that are left when any elements are removed.
func allSubSeqs(s Value) (Value, error) {
	elems, err := sequence("AllSubSeqs", s)
	if err != nil {
		return Value{}, err
	}
	if len(elems) >= 20 {
		return Value{}, tooMany("AllSubSeqs")
	}
	var b Builder
	for chosen := range 1 << len(elems) {
		var kept []Value
		for i, e := range elems {
			if chosen>>i&1 != 0 {
				kept = append(kept, e)
			}
		}
		if err := b.Add(newTuple(kept)); err != nil {
			return Value{}, err
		}
	}
	return b.Set()
}

func longestCommonPrefix(s Value) (Value, error) {
	s, err := finiteSet("LongestCommonPrefix", s)
	if err != nil {
		return Value{}, err
	}
	if len(s.n.elems) == 0 {
		return Value{}, errorf("LongestCommonPrefix of the empty set")
	}
	common, err := sequence("LongestCommonPrefix", s.n.elems[0])
	if err != nil {
		return Value{}, err
	}
	for _, other := range s.n.elems {
		elems, err := sequence("LongestCommonPrefix", other)
		if err != nil {
			return Value{}, err
		}
		n := 0
		for n < min(len(common), len(elems)) {
			same, err := Equal(common[n], elems[n])
			if err != nil {
				return Value{}, err
			}
			if !same {
				break
			}
			n++
		}
		common = common[:n]
	}
	return Tuple(common...), nil
}

// find returns where the pattern occurs in the text first, from an index on,
// or -1.
func find(pattern, text []Value, from int) (int, error) {
	for i := from; i+len(pattern) <= len(text); i++ {
		if same, err := matches(pattern, text[i:]); err != nil || same {
			return i, err
		}
	}
	return -1, nil
}

// replace replaces up to most occurrences of s in t by r. An empty s occurs
// before each element.
func replace(operator string, r, s, t Value, most int) (Value, error) {
	old, text, err := twoSequences(operator, s, t)
	if err != nil {
		return Value{}, err
	}
	new, err := sequence(operator, r)
	if err != nil {
		return Value{}, err
	}
	if len(text) == 0 && len(old) == 0 {
		return newTupleOf(r, new), nil
	}
	var out []Value
	for at := 0; at < len(text); most-- {
		next := -1
		if most > 0 {
			if next, err = find(old, text, at); err != nil {
				return Value{}, err
			}
		}
		if next < 0 || next == len(text) {
			out = append(out, text[at:]...)
			break
		}
		out = append(append(out, text[at:next]...), new...)
		if at = next + len(old); len(old) == 0 {
			out = append(out, text[next])
			at++
		}
		if len(out) > MaxElements {
			return Value{}, tooMany("a sequence")
		}
	}
	return newTuple(out), nil
}
