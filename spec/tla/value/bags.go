package value

// A bag is a function from its elements to how many copies of each it has.

var bags = []Operator{
	test1("IsABag", isABag),
	unary("BagToSet", Domain),
	unary("SetToBag", func(s Value) (Value, error) {
		return MakeFunction(s, func(Value) (Value, error) { return Int(1), nil })
	}),
	test2("BagIn", func(e, b Value) (bool, error) {
		domain, err := Domain(b)
		if err != nil {
			return false, err
		}
		return Member(e, domain)
	}),
	constant("EmptyBag", EmptyTuple),
	binary("(+)", bagPlus), binary(`\oplus`, bagPlus),
	binary("(-)", bagMinus), binary(`\ominus`, bagMinus),
	unary("BagUnion", bagUnion),
	test2(`\sqsubseteq`, bagWithin),
	unary("SubBag", subBags),
	{"BagOfAll", []int{1, 0}, func(a []Arg) (Value, error) { return bagOfAll(a[0].Op, a[1].Value) }},
	unary("BagCardinality", bagCardinality),
	binary("CopiesIn", copiesIn),
}

// copies returns how many copies of e the bag has.
func copies(e, bag Value) (int64, error) {
	at, err := bag.n.position(e)
	if err != nil || at < 0 {
		return 0, err
	}
	n, ok := bag.n.elems[at].AsInt()
	if !ok {
		return 0, wrongArgument("bag", "a function to positive integers", bag)
	}
	return n, nil
}

func copiesIn(e, bag Value) (Value, error) {
	bag, err := explicitFunction("CopiesIn", bag)
	if err != nil {
		return Value{}, err
	}
	n, err := copies(e, bag)
	return Int(n), err
}

func isABag(bag Value) (bool, error) {
	if !bag.Kind().IsFunction() {
		return false, wrongArgument("IsABag", "a function", bag)
	}
	bag, err := force(bag)
	if err != nil {
		return false, err
	}
	for _, n := range bag.n.elems {
		natural, err := Member(n, Nat)
		if err != nil || !natural || n.i == 0 {
			return false, err
		}
	}
	return true, nil
}

// bagOf builds the bag over a set in which count says how many copies of an
// element there are; elements without copies are left out.
func bagOf(domain Value, count func(Value) (int64, error)) (Value, error) {
	it, err := Elements(domain)
	if err != nil {
		return Value{}, err
	}
	var keys, counts []Value
	for e, ok := it.Next(); ok; e, ok = it.Next() {
		n, err := count(e)
		if err != nil {
			return Value{}, err
		}
		if n > 0 {
			keys, counts = append(keys, e), append(counts, Int(n))
		}
	}
	if it.Err() != nil {
		return Value{}, it.Err()
	}
	return FunctionOf(newSet(keys), counts)
}

// twoBags makes both explicit and returns the union of their domains, too.
func twoBags(operator string, a, b *Value) (domain Value, err error) {
	if *a, err = explicitFunction(operator, *a); err != nil {
		return Value{}, err
	}
	if *b, err = explicitFunction(operator, *b); err != nil {
		return Value{}, err
	}
	return Union(a.n.domain(), b.n.domain())
}

func bagPlus(a, b Value) (Value, error) {
	domain, err := twoBags("(+)", &a, &b)
	if err != nil {
		return Value{}, err
	}
	return bagOf(domain, func(e Value) (int64, error) {
		return combine(e, a, b, AddInt)
	})
}

func bagMinus(a, b Value) (Value, error) {
	if _, err := twoBags("(-)", &a, &b); err != nil {
		return Value{}, err
	}
	return bagOf(a.n.domain(), func(e Value) (int64, error) {
		return combine(e, a, b, SubInt)
	})
}

// combine computes with the numbers of copies in two bags.
func combine(e, a, b Value, f func(n, m int64) (int64, bool)) (int64, error) {
	n, err := copies(e, a)
	if err != nil {
		return 0, err
	}
	m, err := copies(e, b)
	if err != nil {
		return 0, err
	}
	sum, ok := f(n, m)
	if !ok {
		return 0, errorf("the number of copies of %v does not fit into 64 bits", e)
	}
	return sum, nil
}

func bagUnion(s Value) (Value, error) {
	it, err := Elements(s)
	if err != nil {
		return Value{}, err
	}
	sum := EmptyTuple
	for b, ok := it.Next(); ok; b, ok = it.Next() {
		if sum, err = bagPlus(sum, b); err != nil {
			return Value{}, err
		}
	}
	return sum, it.Err()
}

func bagWithin(a, b Value) (bool, error) {
	if _, err := twoBags(`\sqsubseteq`, &a, &b); err != nil {
		return false, err
	}
	it, err := Elements(a.n.domain())
	if err != nil {
		return false, err
	}
	for e, ok := it.Next(); ok; e, ok = it.Next() {
		if left, err := combine(e, b, a, SubInt); err != nil || left < 0 {
			return false, err
		}
	}
	return true, nil
}

// subBags returns every bag within a bag.
func subBags(bag Value) (Value, error) {
	bag, err := explicitFunction("SubBag", bag)
	if err != nil {
		return Value{}, err
	}
	ranges := make([]Value, len(bag.n.elems))
	total := uint64(1)
	for i, n := range bag.n.elems {
		if n.n != intNode || n.i < 0 {
			return Value{}, wrongArgument("SubBag", "a bag", bag)
		}
		ranges[i], total = Interval(0, n.i), times(total, uint64(n.i)+1)
	}
	if total > MaxElements {
		return Value{}, tooMany("SubBag")
	}
	all, err := Product(ranges...)
	if err != nil {
		return Value{}, err
	}
	return MapSet(all, func(counts Value) (Value, error) {
		i := -1
		return bagOf(bag.n.domain(), func(Value) (int64, error) {
			i++
			return counts.n.elems[i].i, nil
		})
	})
}

func bagOfAll(f op, bag Value) (Value, error) {
	bag, err := explicitFunction("BagOfAll", bag)
	if err != nil {
		return Value{}, err
	}
	it, err := Elements(bag.n.domain())
	if err != nil {
		return Value{}, err
	}
	sum := EmptyTuple
	for e, ok := it.Next(); ok; e, ok = it.Next() {
		image, err := f(e)
		if err != nil {
			return Value{}, err
		}
		n, err := copies(e, bag)
		if err != nil {
			return Value{}, err
		}
		one, err := MapsTo(image, Int(n))
		if err != nil {
			return Value{}, err
		}
		if sum, err = bagPlus(sum, one); err != nil {
			return Value{}, err
		}
	}
	return sum, nil
}

func bagCardinality(bag Value) (Value, error) {
	bag, err := explicitFunction("BagCardinality", bag)
	if err != nil {
		return Value{}, err
	}
	return foldRight(addOp, bag.n.elems, Int(0), itself)
}

var bagsExt = []Operator{
	binary("BagAdd", func(bag, x Value) (Value, error) {
		one, err := MapsTo(x, Int(1))
		if err != nil {
			return Value{}, err
		}
		return bagPlus(bag, one)
	}),
	binary("BagRemove", func(bag, x Value) (Value, error) {
		one, err := MapsTo(x, Int(1))
		if err != nil {
			return Value{}, err
		}
		return bagMinus(bag, one)
	}),
	binary("BagRemoveAll", func(bag, x Value) (Value, error) {
		domain, err := Domain(bag)
		if err != nil {
			return Value{}, err
		}
		if domain, err = Difference(domain, Set(x)); err != nil {
			return Value{}, err
		}
		return restrict(bag, domain)
	}),
	{"MapThenFoldBag", []int{2, 0, 1, 1, 0}, func(a []Arg) (Value, error) {
		return foldBag(a[0].Op, a[1].Value, a[2].Op, a[4].Value)
	}},
	{"FoldBag", []int{2, 0, 0}, func(a []Arg) (Value, error) {
		return foldBag(a[0].Op, a[1].Value, itself, a[2].Value)
	}},
	unary("SumBag", func(bag Value) (Value, error) { return foldBag(addOp, Int(0), itself, bag) }),
	unary("ProductBag", func(bag Value) (Value, error) { return foldBag(mulOp, Int(1), itself, bag) }),
}

// foldBag folds the elements of a bag, each as often as there are copies of it.
func foldBag(f op, base Value, g op, bag Value) (Value, error) {
	bag, err := explicitFunction("FoldBag", bag)
	if err != nil {
		return Value{}, err
	}
	domain, err := force(bag.n.domain())
	if err != nil {
		return Value{}, err
	}
	for i, e := range domain.n.elems {
		x, err := g(e)
		if err != nil {
			return Value{}, err
		}
		for n := bag.n.elems[i].i; n > 0; n-- {
			if base, err = f(base, x); err != nil {
				return Value{}, err
			}
		}
	}
	return base, nil
}
