package trace

import (
	"fmt"
	"strconv"
	"strings"
)

func (r *reader) args(n *node, what string) ([]Arg, error) {
	if err := n.expect(anObject, what); err != nil {
		return nil, err
	}
	var args []Arg
	for i := range n.items {
		v, err := r.value(&n.items[i])
		if err != nil {
			return nil, err
		}
		args = append(args, Arg{n.names[i].text, v})
	}
	return args, nil
}

func (r *reader) value(n *node) (Value, error) {
	switch n.shape {
	case aTruth:
		return Bool(n.text == "true"), nil
	case aString:
		if name, model := r.models[n.text]; model {
			return Model(name), nil
		}
		return String(n.text), nil
	case aNumber:
		return n.number()
	case anArray:
		elems, err := r.values(n)
		return Sequence(elems...), err
	case anObject:
		if len(n.names) == 1 && strings.HasPrefix(n.names[0].text, "#") {
			return r.tagged(n.names[0], &n.items[0])
		}
		return r.record(n)
	}
	return Value{}, &failure{at: n.at, message: "expected a value, found " + n.shape}
}

// number reads a number from its text.
func (n *node) number() (Value, error) {
	i, err := strconv.ParseInt(n.text, 10, 64)
	if err != nil {
		return Value{}, &failure{at: n.at, message: fmt.Sprintf("expected a whole number of at most 64 bits, found %.30s", n.text)}
	}
	return Value{kind: IntKind, num: i}, nil
}

func (r *reader) values(n *node) ([]Value, error) {
	elems := make([]Value, len(n.items))
	for i := range n.items {
		var err error
		if elems[i], err = r.value(&n.items[i]); err != nil {
			return nil, err
		}
	}
	return elems, nil
}

func (r *reader) record(n *node) (Value, error) {
	fields := make([]Field, len(n.items))
	for i := range n.items {
		name := &n.names[i]
		if !isName(name.text) && !r.itf {
			return Value{}, &failure{at: name.at, message: fmt.Sprintf("%q can't name a field of a record: expected an identifier", name.text)}
		}
		if strings.HasPrefix(name.text, "#") {
			return Value{}, &failure{at: name.at, message: fmt.Sprintf("%q can't name a field of a record: expected it alone, or a name without #", name.text)}
		}
		v, err := r.value(&n.items[i])
		if err != nil {
			return Value{}, err
		}
		fields[i] = Field{name.text, v}
	}
	return Record(fields...), nil
}

// tagged reads a value that JSON has no form of its own for.
func (r *reader) tagged(tag node, n *node) (Value, error) {
	switch {
	case tag.text == "#set":
		return r.set(n)
	case tag.text == "#map":
		return r.mapping(n)
	case r.itf:
		return r.itfTagged(tag, n)
	case tag.text == "#model":
		if n.shape == aString && n.text != "" {
			return Model(n.text), nil
		}
		return Value{}, &failure{at: n.at, message: "expected the name of a model value"}
	}
	return Value{}, &failure{at: tag.at, message: fmt.Sprintf("%q is no kind of value: expected #model, #set or #map", tag.text)}
}

func (r *reader) set(n *node) (Value, error) {
	if err := n.expect(anArray, "a set"); err != nil {
		return Value{}, err
	}
	elems, err := r.values(n)
	if err != nil {
		return Value{}, err
	}
	set := Set(elems...)
	if len(set.elems) < len(elems) {
		return Value{}, &failure{at: n.at, message: "the set has an element twice"}
	}
	return set, nil
}

func (r *reader) mapping(n *node) (Value, error) {
	if err := n.expect(anArray, "a function"); err != nil {
		return Value{}, err
	}
	pairs := make([]Pair, len(n.items))
	for i := range n.items {
		item := &n.items[i]
		if item.shape != anArray || len(item.items) != 2 {
			return Value{}, &failure{at: item.at, message: "expected an array of a key and a value"}
		}
		pair, err := r.values(item)
		if err != nil {
			return Value{}, err
		}
		pairs[i] = Pair{pair[0], pair[1]}
	}
	f := Function(pairs...)
	if len(f.elems) < len(pairs) {
		return Value{}, &failure{at: n.at, message: "the function has a key twice"}
	}
	return f, nil
}
