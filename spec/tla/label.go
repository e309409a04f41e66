package tla

import (
	"sync"

	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/spec/tla/eval"
	"tidemark/spec/tla/value"
)

// labels number the arguments of sub-actions.
type labels struct {
	mu      sync.RWMutex
	numbers map[string]int
	list    []arguments
}

type arguments struct {
	names  []string
	values []value.Value
}

// maxArguments is how many different arguments a label can tell apart; the
// last one stands for unknown ones.
const maxArguments = 1<<24 - 1

func (l *labels) init() {
	l.numbers = make(map[string]int)
	l.list = []arguments{{}}
}

// An argCache is a worker's own memory of labels.
type argCache struct {
	names  []string
	values []value.Value
	few    map[fewArgs]explore.Label
}

// fewArgs are the arguments of an action that has not many.
type fewArgs struct {
	action int
	values [4]value.Value
}

// label returns the label of the sub-action that a machine is in.
func (l *labels) label(m *eval.Machine, c *argCache) explore.Label {
	action := m.Label()
	c.names, c.values = m.Arguments(c.names[:0], c.values[:0])
	k := fewArgs{action: action}
	switch {
	case len(c.values) == 0:
		return explore.MakeLabel(action, 0)
	case len(c.values) > len(k.values):
		return explore.MakeLabel(action, l.number(c))
	}
	copy(k.values[:], c.values)
	if label, ok := c.few[k]; ok {
		return label
	}
	if c.few == nil || len(c.few) > 10_000 {
		c.few = make(map[fewArgs]explore.Label)
	}
	c.few[k] = explore.MakeLabel(action, l.number(c))
	return c.few[k]
}

// number returns the number of arguments.
func (l *labels) number(c *argCache) int {
	text := ""
	for i, v := range c.values {
		text += c.names[i] + "=" + v.String() + ";"
	}
	l.mu.RLock()
	n, ok := l.numbers[text]
	l.mu.RUnlock()
	if ok {
		return n
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if n, ok = l.numbers[text]; ok {
		return n
	}
	n = len(l.list)
	if n >= maxArguments {
		return 0
	}
	a := arguments{append([]string(nil), c.names...), append([]value.Value(nil), c.values...)}
	l.list = append(l.list, a)
	l.numbers[text] = n
	return n
}

// Label returns the name and the arguments of the sub-action that a label
// stands for.
func (sys *System) Label(label explore.Label) (name string, args []trace.Arg) {
	name = sys.next.Names[label.Action()]
	sys.labels.mu.RLock()
	a := sys.labels.list[label.Argument()]
	sys.labels.mu.RUnlock()
	for i, v := range a.values {
		args = append(args, trace.Arg{Name: a.names[i], Value: traceValue(v)})
	}
	return name, args
}
