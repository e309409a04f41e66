package value

import (
	"math"
	"math/bits"
)

// AddInt returns a + b, and false when it does not fit into 64 bits.
func AddInt(a, b int64) (int64, bool) {
	sum := a + b
	return sum, (sum > a) == (b > 0)
}

// SubInt returns a - b, and false when it does not fit into 64 bits.
func SubInt(a, b int64) (int64, bool) {
	difference := a - b
	return difference, (difference < a) == (b > 0)
}

// MulInt returns a * b, and false when it does not fit into 64 bits.
func MulInt(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if negative := (a < 0) != (b < 0); negative {
		return -int64(lo), hi == 0 && lo <= 1<<63
	}
	return int64(lo), hi == 0 && lo <= math.MaxInt64
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// twoInts checks the arguments of an arithmetic operator.
func twoInts(operator string, a, b Value) error {
	if a.n != intNode {
		return wrongArgument(operator, "an integer on the left", a)
	}
	if b.n != intNode {
		return wrongArgument(operator, "an integer on the right", b)
	}
	return nil
}

func arithmetic(operator string, a, b Value, f func(a, b int64) (int64, bool)) (Value, error) {
	if err := twoInts(operator, a, b); err != nil {
		return Value{}, err
	}
	i, ok := f(a.i, b.i)
	if !ok {
		if operator == `\div` && b.i == 0 {
			return Value{}, errorf(`%v \div 0: division by zero`, a)
		}
		return Value{}, errorf("%v %s %v does not fit into 64 bits", a, operator, b)
	}
	return Int(i), nil
}

// Add returns a + b.
func Add(a, b Value) (Value, error) { return arithmetic("+", a, b, AddInt) }

// Sub returns a - b.
func Sub(a, b Value) (Value, error) { return arithmetic("-", a, b, SubInt) }

// Mul returns a * b.
func Mul(a, b Value) (Value, error) { return arithmetic("*", a, b, MulInt) }

// Neg returns -a.
func Neg(a Value) (Value, error) {
	if a.n != intNode {
		return Value{}, wrongArgument("-", "an integer", a)
	}
	return Sub(Int(0), a)
}

// Div returns a \div b, rounded down.
func Div(a, b Value) (Value, error) {
	return arithmetic(`\div`, a, b, func(a, b int64) (int64, bool) {
		if b == 0 || a == math.MinInt64 && b == -1 {
			return 0, false
		}
		q := a / b
		if r := a % b; r != 0 && (r < 0) != (b < 0) {
			q--
		}
		return q, true
	})
}

// Mod returns a % b, which is at least 0 and below b. b must be positive.
func Mod(a, b Value) (Value, error) {
	if err := twoInts("%", a, b); err != nil {
		return Value{}, err
	}
	if b.i <= 0 {
		return Value{}, wrongArgument("%", "a positive integer on the right", b)
	}
	r := a.i % b.i
	if r < 0 {
		r += b.i
	}
	return Int(r), nil
}

// Pow returns a ^ b for b >= 0.
func Pow(a, b Value) (Value, error) {
	if err := twoInts("^", a, b); err != nil {
		return Value{}, err
	}
	switch {
	case b.i < 0:
		return Value{}, errorf("%v^(%v) is no integer: expected an exponent of at least 0", a, b)
	case a.i == 0 && b.i == 0:
		return Value{}, errorf("0^0 is not defined")
	}
	return arithmetic("^", a, b, func(base, exponent int64) (int64, bool) {
		result, ok := int64(1), true
		switch base {
		case -1, 0, 1: // the only ones with large powers
			exponent = 2 - exponent%2
		}
		for ; exponent > 0 && ok; exponent-- {
			result, ok = MulInt(result, base)
		}
		return result, ok
	})
}

// Less returns a < b for integers.
func Less(a, b Value) (bool, error) { return a.i < b.i, twoInts("<", a, b) }

// LessEq returns a <= b for integers.
func LessEq(a, b Value) (bool, error) { return a.i <= b.i, twoInts("<=", a, b) }

// Range returns a..b for integers.
func Range(a, b Value) (Value, error) {
	if err := twoInts("..", a, b); err != nil {
		return Value{}, err
	}
	return Interval(a.i, b.i), nil
}
