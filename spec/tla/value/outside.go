package value

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// refused makes an operator that says by name that it is not supported.
func refused(name, why string, parameters int) Operator {
	return Operator{name, make([]int, parameters), func([]Arg) (Value, error) {
		return Value{}, errorf("%s is not supported: %s", name, why)
	}}
}

const (
	noFiles    = "a specification reads and writes no files"
	noCommands = "a specification runs no commands"
	noPictures = "pictures are not drawn"
)

// ioUtils knows no environment, files or commands: a result must depend on the
// specification alone.
var ioUtils = []Operator{
	constant("IOEnv", EmptyTuple),
	unary("atoi", func(s Value) (Value, error) {
		i, err := strconv.ParseInt(s.Text(), 10, 64)
		if s.Kind() != KindString || err != nil {
			return Value{}, wrongArgument("atoi", "the text of a number", s)
		}
		return Int(i), nil
	}),
	binary("zeroPadN", func(n, width Value) (Value, error) {
		if n.n != intNode || width.n != intNode || n.i < 0 || width.i < 0 || width.i > 100 {
			return Value{}, errorf("zeroPadN: expected two small natural numbers, found %v and %v", n, width)
		}
		text := n.String()
		return String(strings.Repeat("0", max(0, int(width.i)-len(text))) + text), nil
	}),
	refused("IOSerialize", noFiles, 3), refused("IODeserialize", noFiles, 2),
	refused("Serialize", noFiles, 3), refused("Deserialize", noFiles, 2),
	refused("IOExec", noCommands, 1), refused("IOEnvExec", noCommands, 2),
	refused("IOExecTemplate", noCommands, 2), refused("IOEnvExecTemplate", noCommands, 3),
}

var csv = []Operator{
	refused("CSVWrite", noFiles, 3), refused("CSVWriteRecord", noFiles, 4),
	refused("CSVRead", noFiles, 3), refused("CSVRecords", noFiles, 1),
}

var jsonFiles = []Operator{
	refused("JsonSerialize", noFiles, 2), refused("JsonDeserialize", noFiles, 1),
	refused("ndJsonSerialize", noFiles, 2), refused("ndJsonDeserialize", noFiles, 1),
}

var svg = []Operator{
	refused("SVGElem", noPictures, 4), refused("Line", noPictures, 5), refused("Circle", noPictures, 4),
	refused("Rect", noPictures, 5), refused("Text", noPictures, 4), refused("Image", noPictures, 6),
	refused("Group", noPictures, 2), refused("Svg", noPictures, 2), refused("SVGDoc", noPictures, 6),
	refused("SVGElemToString", noPictures, 1), refused("NodeOfRingNetwork", noPictures, 5),
	refused("NodesOfDirectedMultiGraph", noPictures, 3), refused("PointOnLine", noPictures, 3),
	refused("SVGSerialize", noPictures, 3),
}

// randomization picks what is the same for the same arguments on every run.
var randomization = []Operator{
	binary("RandomSubset", func(k, s Value) (Value, error) {
		s, err := finiteSet("RandomSubset", s)
		if err != nil {
			return Value{}, err
		}
		if k.n != intNode || k.i < 0 || k.i > int64(len(s.n.elems)) {
			return Value{}, errorf("RandomSubset: expected a number from 0 to %d, found %v", len(s.n.elems), k)
		}
		draw, err := chance(Tuple(k, s))
		if err != nil {
			return Value{}, err
		}
		return Set(shuffled(s.n.elems, draw)[:k.i]...), nil
	}),
	ternary("RandomSetOfSubsets", randomSubsets),
	ternary("TestRandomSetOfSubsets", func(k, n, s Value) (Value, error) {
		drawn, err := randomSubsets(k, n, s)
		if err != nil {
			return Value{}, err
		}
		count, err := Cardinality(drawn)
		return Tuple(count, count, count, count, count), err
	}),
}

// chance returns a source of numbers that depends on a value alone.
func chance(v Value) (*rand.Rand, error) {
	h, err := Hash(v)
	return rand.New(rand.NewPCG(h, 0)), err
}

func shuffled(elems []Value, draw *rand.Rand) []Value {
	elems = slices.Clone(elems)
	draw.Shuffle(len(elems), func(i, j int) { elems[i], elems[j] = elems[j], elems[i] })
	return elems
}

// randomSubsets draws k subsets of s that have n elements on average.
func randomSubsets(k, n, s Value) (Value, error) {
	s, err := finiteSet("RandomSetOfSubsets", s)
	if err != nil {
		return Value{}, err
	}
	size := int64(len(s.n.elems))
	if err := twoInts("RandomSetOfSubsets", k, n); err != nil {
		return Value{}, err
	}
	if k.i < 0 || k.i > MaxElements || n.i < 0 || n.i > size {
		return Value{}, errorf("RandomSetOfSubsets: expected up to %d subsets of 0 to %d elements, found %v of %v", MaxElements, size, k, n)
	}
	draw, err := chance(Tuple(k, n, s))
	if err != nil {
		return Value{}, err
	}
	var b Builder
	for range k.i {
		var kept []Value
		for _, e := range s.n.elems {
			if draw.Int64N(size) < n.i {
				kept = append(kept, e)
			}
		}
		if err := b.Add(Set(kept...)); err != nil {
			return Value{}, err
		}
	}
	return b.Set()
}

// randomElement returns an element of a finite set, the same one for the same
// set on every run. Large symbolic sets are not listed for it.
func randomElement(s Value) (Value, error) {
	if infinite, err := infiniteSet(s); err != nil || infinite {
		if err == nil {
			err = wrongArgument("RandomElement", "a finite set", s)
		}
		return Value{}, err
	}
	draw := rand.New(rand.NewPCG(hashText(s.Kind(), s.String()), 0))
	return drawn(s, draw)
}

func drawn(s Value, draw *rand.Rand) (Value, error) {
	switch s.Kind() {
	case KindSubset:
		all, err := force(s.n.elems[0])
		if err != nil {
			return Value{}, err
		}
		return filter(all, func(Value) (bool, error) { return draw.IntN(2) == 0, nil })
	case KindFunctionSet:
		return MakeFunction(s.n.elems[0], func(Value) (Value, error) { return drawn(s.n.elems[1], draw) })
	case KindRecordSet, KindProduct:
		elems := make([]Value, len(s.n.elems))
		for i, part := range s.n.elems {
			var err error
			if elems[i], err = drawn(part, draw); err != nil {
				return Value{}, err
			}
		}
		if s.n.kind == KindProduct {
			return Tuple(elems...), nil
		}
		n := allocCopy(KindRecord, elems)
		n.dom = s.n.dom
		return Value{n: n}, nil
	case KindInterval:
		lo, hi := s.bounds()
		return Int(lo + int64(draw.Uint64N(intervalSize(lo, hi)))), nil
	}
	all, err := force(s)
	if err != nil {
		return Value{}, err
	}
	if len(all.n.elems) == 0 {
		return Value{}, errorf("RandomElement of the empty set")
	}
	return all.n.elems[draw.IntN(len(all.n.elems))], nil
}
