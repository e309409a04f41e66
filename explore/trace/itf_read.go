package trace

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ReadITF reads a trace in the Informal Trace Format; file is its name in messages.
// An error is an *[Error].
//
// It reads what [WriteITF] writes without loss, and what Apalache and Quint write as
// far as there is a form for it here: tuples and lists are sequences, variants are
// records with a tag and a value, and the variables mbt::actionTaken and
// mbt::nondetPicks say how a step came about. Where nothing does, its action is Next.
func ReadITF(file string, src []byte) (Trace, error) {
	return read(file, src, (*reader).itfTrace)
}

// The variables by which Quint says how a step came about.
const (
	takenVar = "mbt::actionTaken"
	picksVar = "mbt::nondetPicks"
)

// unknownAction is that of a step of which the file says nothing.
const unknownAction = "Next"

func (r *reader) itfTrace(n *node) (Trace, error) {
	var t Trace
	r.itf = true
	if err := n.expectITF("a trace in the Informal Trace Format", "params", "vars", "states", "loop"); err != nil {
		return t, err
	}
	own, err := r.ownMeta(n)
	if err != nil {
		return t, err
	}
	if err := r.vars(n, &t); err != nil {
		return t, err
	}
	params, err := n.params()
	if err != nil {
		return t, err
	}
	states, err := n.states("states")
	if err != nil {
		return t, err
	}
	r.foreign = own == nil
	all := t.Vars
	t.Vars = slices.DeleteFunc(slices.Clone(all), func(name string) bool { return name == takenVar || name == picksVar })
	if len(t.Vars) == 0 {
		t.Vars = nil
	}
	for i := range states.items {
		s, err := r.itfState(&states.items[i], slices.Concat(all, params), t.Vars, i)
		if err != nil {
			return t, err
		}
		t.Steps = append(t.Steps, s)
	}
	if err := r.itfLoop(n, own, &t); err != nil {
		return t, err
	}
	if own == nil {
		return t, r.foreignSource(n, params, &t)
	}
	return t, r.facts(own, &t)
}

// expectITF returns an error unless the node is an object whose members are known, or
// start with #.
func (n *node) expectITF(what string, known ...string) error {
	return n.expectOnly(what, known, func(name string) bool { return strings.HasPrefix(name, "#") })
}

// ownMeta returns the part of #meta that is ours, nil without one, and takes note of
// the strings that stand for model values.
func (r *reader) ownMeta(n *node) (*node, error) {
	meta, found := n.member("#meta")
	if !found {
		return nil, nil
	}
	if err := meta.expect(anObject, "#meta"); err != nil {
		return nil, err
	}
	own, found := meta.member(ownMeta)
	if !found {
		return nil, nil
	}
	if err := own.expectMembers(ownMeta, append([]string{modelMember, "loop"}, facts...)...); err != nil {
		return nil, err
	}
	models, found := own.member(modelMember)
	if !found {
		return own, nil
	}
	if err := models.expect(anObject, modelMember); err != nil {
		return nil, err
	}
	r.models = map[string]string{}
	for i := range models.items {
		m := &models.items[i]
		if m.shape != aString || !isModelName(m.text) {
			return nil, &failure{at: m.at, message: "expected the name of a model value"}
		}
		r.models[models.names[i].text] = m.text
	}
	return own, nil
}

// params returns the names of the parameters: constants, which have their values in
// the first state.
func (n *node) params() ([]string, error) {
	m, found := n.member("params")
	if !found {
		return nil, nil
	}
	return m.texts("params", "the name of a parameter")
}

// foreignSource reads where a trace comes from that another tool has written.
func (r *reader) foreignSource(n *node, params []string, t *Trace) (err error) {
	if meta, found := n.member("#meta"); found {
		if m, found := meta.member("source"); found && m.shape == aString {
			t.Source.System = strings.TrimSuffix(m.text, ".tla")
		}
	}
	states, _ := n.states("states")
	for _, name := range params {
		if m, found := states.items[0].member(name); found && !slices.Contains(t.Vars, name) {
			v, err := r.value(m)
			if err != nil {
				return err
			}
			t.Source.Constants = append(t.Source.Constants, Arg{name, v})
		}
	}
	return nil
}

// itfState reads state number i, from 0, whose members may be those of all.
func (r *reader) itfState(n *node, all, vars []string, i int) (Step, error) {
	var s Step
	if err := n.expectITF("a state", all...); err != nil {
		return s, err
	}
	if meta, found := n.member("#meta"); found {
		if err := meta.expect(anObject, "#meta"); err != nil {
			return s, err
		}
		if err := r.origin(meta, &s); err != nil && !r.foreign {
			return s, err
		} else if err != nil {
			s = Step{} // another tool may have anything there
		}
	}
	if slices.Contains(all, takenVar) {
		if err := r.taken(n, &s); err != nil {
			return s, err
		}
	}
	switch {
	case i == 0:
		s.Action, s.Args = "", nil
	case s.Action == "":
		s.Action = unknownAction
	}
	return s, r.state(n, vars, &s)
}

// taken reads how Quint says that a step came about: a name, and a record of what was
// chosen, where it was.
func (r *reader) taken(n *node, s *Step) error {
	action, found := n.member(takenVar)
	if !found {
		return &failure{at: n.at, message: "the state has no value for the variable " + takenVar}
	}
	if err := action.expect(aString, takenVar); err != nil {
		return err
	}
	s.Action = action.text
	picks, found := n.member(picksVar)
	if !found {
		return nil
	}
	v, err := r.value(picks)
	if err != nil {
		return err
	}
	s.Args = nil
	for i, name := range v.Domain() {
		pick, option := v.Elems()[i], ""
		if tag, found := pick.Field("tag"); found {
			option = tag.Text()
		}
		if chosen, found := pick.Field("value"); found && option == "Some" {
			pick = chosen
		}
		if option != "None" && v.Kind() == RecordKind {
			s.Args = append(s.Args, Arg{name.Text(), pick})
		}
	}
	return nil
}

func (r *reader) itfLoop(n, own *node, t *Trace) error {
	loop, found := n.member("loop")
	if !found {
		return nil
	}
	back, err := strconv.Atoi(loop.text)
	if loop.shape != aNumber || err != nil || back < 0 || back >= len(t.Steps) {
		return &failure{at: loop.at, message: fmt.Sprintf("expected the index of a state for loop, from 0 to %d", len(t.Steps)-1)}
	}
	t.Loop = &Loop{State: back + 1}
	if own == nil {
		if back+1 < len(t.Steps) {
			t.Loop.Action = unknownAction
		}
		return nil
	}
	m, found := own.member("loop")
	if !found {
		return nil
	}
	if err := r.loop(m, t); err != nil {
		return err
	}
	if t.Loop.State != back+1 {
		return &failure{at: m.at, message: fmt.Sprintf("this loop goes back to state %d, and the trace's to %d", t.Loop.State, back+1)}
	}
	return nil
}

// itfTagged reads a value that only the Informal Trace Format has a tag for.
func (r *reader) itfTagged(tag node, n *node) (Value, error) {
	switch tag.text {
	case "#bigint":
		if n.shape != aString {
			return Value{}, &failure{at: n.at, message: "expected a whole number as a string for #bigint"}
		}
		return n.number()
	case "#tup":
		if err := n.expect(anArray, "a tuple"); err != nil {
			return Value{}, err
		}
		elems, err := r.values(n)
		return Sequence(elems...), err
	case "#unserializable":
		if n.shape != aString || n.text == "" {
			return Value{}, &failure{at: n.at, message: "expected a text for #unserializable"}
		}
		return Model(n.text), nil
	}
	return Value{}, &failure{at: tag.at, message: fmt.Sprintf("%q is no kind of value: expected #bigint, #tup, #set, #map or #unserializable", tag.text)}
}
