package trace

import "slices"

// A Change is a part of a value that differs in another one.
type Change struct {
	Path          string // from the value to the part, in TLA+'s terms, such as [r1][2].epoch; empty: it is the value itself
	Before, After *Value // nil where the part is in one of the values only
}

// Changes lists where two values differ, as deep inside them as they have the same
// form: in the fields of records, the entries of functions and sequences, and the
// elements of sets. Equal values have none.
func Changes(before, after Value) []Change { return changes(nil, "", before, after) }

func changes(all []Change, path string, before, after Value) []Change {
	switch {
	case before.Equal(after):
		return all
	case before.kind == SetKind && after.kind == SetKind:
		return setChanges(all, path, before, after)
	case before.isFunction() && after.isFunction() && alike(before, after):
		return functionChanges(all, path, before, after)
	}
	return append(all, Change{path, &before, &after})
}

// isFunction reports whether the value maps keys to values.
func (v Value) isFunction() bool {
	return v.kind == SequenceKind || v.kind == RecordKind || v.kind == FunctionKind
}

// alike reports whether two functions have a key in common, or one of them has none.
func alike(before, after Value) bool {
	if len(before.elems) == 0 || len(after.elems) == 0 {
		return true
	}
	return slices.ContainsFunc(before.Domain(), func(k Value) bool {
		_, both := after.Apply(k)
		return both
	})
}

func functionChanges(all []Change, path string, before, after Value) []Change {
	for i, k := range before.Domain() {
		if now, both := after.Apply(k); both {
			all = changes(all, path+step(before, k), before.elems[i], now)
		} else {
			all = append(all, Change{path + step(before, k), &before.elems[i], nil})
		}
	}
	for i, k := range after.Domain() {
		if _, both := before.Apply(k); !both {
			all = append(all, Change{path + step(after, k), nil, &after.elems[i]})
		}
	}
	return all
}

// step is the way from a function to what it maps a key to.
func step(f, key Value) string {
	if f.kind == RecordKind {
		return "." + key.text
	}
	return "[" + key.String() + "]"
}

func setChanges(all []Change, path string, before, after Value) []Change {
	missing := func(set, from Value, note func(*Value)) {
		for i := range set.elems {
			if _, found := slices.BinarySearchFunc(from.elems, set.elems[i], Value.Compare); !found {
				note(&set.elems[i])
			}
		}
	}
	missing(before, after, func(e *Value) { all = append(all, Change{path, e, nil}) })
	missing(after, before, func(e *Value) { all = append(all, Change{path, nil, e}) })
	return all
}
