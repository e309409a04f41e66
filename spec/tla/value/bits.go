package value

// bitwise are operators over natural numbers.
var bitwise = []Operator{
	bitOperator("&", func(a, b int64) int64 { return a & b }),
	bitOperator("|", func(a, b int64) int64 { return a | b }),
	bitOperator("^^", func(a, b int64) int64 { return a ^ b }),
	bitOperator("shiftR", func(a, b int64) int64 { return a >> min(b, 63) }),
	unary("Not", func(a Value) (Value, error) {
		if a.n != intNode || a.i < 0 {
			return Value{}, wrongArgument("Not", "a natural number", a)
		}
		return Int(a.i ^ allOnes(a.i)), nil
	}),
}

// allOnes returns the number of as many digits as i, all of them 1.
func allOnes(i int64) int64 {
	ones := int64(0)
	for ; i > ones; ones = ones<<1 | 1 {
	}
	return ones
}

func bitOperator(name string, f func(a, b int64) int64) Operator {
	return binary(name, func(a, b Value) (Value, error) {
		if err := twoInts(name, a, b); err != nil {
			return Value{}, err
		}
		if a.i < 0 || b.i < 0 {
			return Value{}, errorf("%s: expected natural numbers, found %v and %v", name, a, b)
		}
		return Int(f(a.i, b.i)), nil
	})
}

var combinatorics = []Operator{
	constant("factorial", Lazy(Nat, func(n Value) (Value, error) { return factorial(n.i) })),
	binary("choose", func(n, k Value) (Value, error) {
		if err := twoInts("choose", n, k); err != nil {
			return Value{}, err
		}
		if k.i < 0 || k.i > n.i {
			return Value{}, errorf("choose: expected 0 <= k <= n, found n = %v, k = %v", n, k)
		}
		result := Int(1)
		for i := int64(1); i <= min(k.i, n.i-k.i); i++ {
			product, err := Mul(result, Int(n.i-i+1))
			if err != nil {
				return Value{}, err
			}
			result = Int(product.i / i)
		}
		return result, nil
	}),
}

func factorial(n int64) (Value, error) {
	result := Int(1)
	var err error
	for i := int64(2); i <= n && err == nil; i++ {
		result, err = Mul(result, Int(i))
	}
	return result, err
}

// dyadicRationals are records of a numerator and a denominator.
var dyadicRationals = []Operator{
	constant("Zero", rational(0, 1)), constant("One", rational(1, 1)),
	test1("IsDyadicRational", func(r Value) (bool, error) {
		_, den, err := readRational(r)
		return den > 0 && den&(den-1) == 0, err
	}),
	binary("Add", func(a, b Value) (Value, error) {
		n, d, err := readRational(a)
		if err != nil {
			return Value{}, err
		}
		m, e, err := readRational(b)
		if err != nil {
			return Value{}, err
		}
		left, err := Mul(Int(n), Int(e))
		if err != nil {
			return Value{}, err
		}
		right, err := Mul(Int(m), Int(d))
		if err != nil {
			return Value{}, err
		}
		sum, err := Add(left, right)
		if err != nil {
			return Value{}, err
		}
		den, err := Mul(Int(d), Int(e))
		return rational(sum.i, den.i), err
	}),
	unary("Half", func(a Value) (Value, error) {
		n, d, err := readRational(a)
		if err != nil {
			return Value{}, err
		}
		den, err := Mul(Int(d), Int(2))
		return rational(n, den.i), err
	}),
	unary("PrettyPrint", func(a Value) (Value, error) {
		n, d, err := readRational(a)
		if err != nil || d == 1 && (n == 0 || n == 1) {
			return String(Int(n).String()), err
		}
		return String(Int(n).String() + "/" + Int(d).String()), nil
	}),
}

var rationalFields, _ = NewFields("num", "den")

// rational returns num/den in its lowest terms.
func rational(num, den int64) Value {
	a, b := num, den
	for b != 0 {
		a, b = b, a%b
	}
	if a != 0 {
		num, den = num/a, den/a
	}
	return rationalFields.Record([]Value{Int(num), Int(den)})
}

func readRational(r Value) (num, den int64, err error) {
	for _, field := range []struct {
		name string
		to   *int64
	}{{"num", &num}, {"den", &den}} {
		v, err := Field(r, String(field.name))
		if err != nil {
			return 0, 0, err
		}
		if v.n != intNode {
			return 0, 0, wrongArgument("a rational number", "integers", r)
		}
		*field.to = v.i
	}
	return num, den, nil
}
