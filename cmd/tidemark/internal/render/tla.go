package render

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"tidemark/explore"
	"tidemark/explore/trace"
)

// TLA writes a trace as a module that TLC replays, with its configuration below it. It
// extends the module that the trace is of, where that is known, and takes only steps
// that are steps of that module too: TLC reports a deadlock before the last state if
// the trace is none of its behaviours, and otherwise what the trace violates. file is
// the module's; without one its name is made up.
func TLA(w io.Writer, t *trace.Trace, file string) error {
	m, err := newTLAModule(t, file)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	m.writeHead(out)
	m.writeBehaviour(out)
	m.writeConfig(out)
	return out.Flush()
}

// A tlaModule is a trace as a module.
type tlaModule struct {
	t       *trace.Trace
	name    string
	extends string // the module that it is a trace of; empty: it stands alone
	init    string // that module's definitions of its behaviours
	next    string
	models  []string          // model values, by the names that they have here
	names   map[string]string // the names that model values have here
}

// at is the variable that says at which state of the trace it is.
const at = "TraceAt"

func newTLAModule(t *trace.Trace, file string) (*tlaModule, error) {
	m := &tlaModule{t: t, name: "Trace", names: map[string]string{}}
	if isIdentifier(t.Source.System) {
		m.name = t.Source.System + "Trace"
		m.init, m.next = t.Source.Init, t.Source.Next
		if native := newPartition(t) != nil; native && m.init == "" {
			m.init, m.next = "Init", "Next"
		}
		if t.Source.Alias == "" && m.init != "" && m.next != "" {
			m.extends = t.Source.System
		}
	}
	if file != "" {
		m.name = moduleName(file)
	}
	if err := CheckTLA(m.name); err != nil {
		return nil, err
	}
	if m.name == t.Source.System {
		return nil, fmt.Errorf("expected another name than that of the module %s itself", m.name)
	}
	for _, name := range t.Vars {
		if !isIdentifier(name) {
			return nil, fmt.Errorf("%q can't name a variable of a module", name)
		}
	}
	return m, m.nameModels()
}

// CheckTLA returns an error when a file can't have the name that it has, because a module
// must have it, too.
func CheckTLA(file string) error {
	if !isIdentifier(moduleName(file)) {
		return fmt.Errorf("expected a file with the name of a module, letters, digits and _, found %s", file)
	}
	return nil
}

var identifier = regexp.MustCompile(`^[A-Za-z0-9_]*[A-Za-z][A-Za-z0-9_]*$`)

func isIdentifier(s string) bool { return identifier.MatchString(s) }

// moduleName is the name of the module in a file.
func moduleName(file string) string {
	name := file[strings.LastIndexAny(file, `/\`)+1:]
	return strings.TrimSuffix(name, ".tla")
}

// nameModels gives each model value a name that a module can declare.
func (m *tlaModule) nameModels() error {
	taken := map[string]bool{at: true}
	var all []string
	note := func(v trace.Value) {
		if v.Kind() == trace.ModelKind && !slices.Contains(all, v.Text()) {
			all = append(all, v.Text())
			taken[v.Text()] = true
		}
	}
	for _, c := range m.t.Source.Constants {
		visit(c.Value, note)
	}
	for i := range m.t.Steps {
		for _, v := range m.t.Steps[i].State {
			visit(v, note)
		}
	}
	for _, text := range all {
		name := text
		if !isIdentifier(name) {
			if !plainName.MatchString(text) {
				return fmt.Errorf("the value %s has no form that TLC would read", text)
			}
			for name = "m_" + strings.NewReplacer("-", "_", ".", "_").Replace(text); taken[name]; {
				name += "_"
			}
			taken[name] = true
		}
		m.names[text] = name
		m.models = append(m.models, name)
	}
	slices.Sort(m.models)
	return nil
}

var plainName = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

// visit calls f for a value and all those in it.
func visit(v trace.Value, f func(trace.Value)) {
	f(v)
	if v.Kind() == trace.FunctionKind {
		for _, k := range v.Domain() {
			visit(k, f)
		}
	}
	for _, e := range v.Elems() {
		visit(e, f)
	}
}

// value writes a value with the names that model values have here.
func (m *tlaModule) value(v trace.Value) string {
	return v.Renamed(func(name string) string { return m.names[name] }).String()
}

func (m *tlaModule) writeHead(w io.Writer) {
	fmt.Fprintf(w, "---- MODULE %s ----\n", m.name)
	if v := m.t.Violation; v != nil {
		fmt.Fprintf(w, "\\* %s\n", oneLine(Violation(*v)))
	}
	fmt.Fprintf(w, "\\* java -cp tla2tools.jar tlc2.TLC -config %s.tla %[1]s.tla", m.name)
	if m.extends != "" {
		fmt.Fprintf(w, ", with %s.tla beside it", m.extends)
	}
	fmt.Fprintln(w)
	var extends []string
	if m.extends != "" {
		extends = append(extends, m.extends)
	}
	negative, function := false, false
	for i := range m.t.Steps {
		for _, v := range m.t.Steps[i].State {
			visit(v, func(v trace.Value) {
				negative = negative || v.Kind() == trace.IntKind && v.Int() < 0
				function = function || v.Kind() == trace.FunctionKind
			})
		}
	}
	if negative {
		extends = append(extends, "Integers")
	}
	if function {
		extends = append(extends, "TLC")
	}
	if len(extends) > 0 {
		fmt.Fprintf(w, "EXTENDS %s\n", strings.Join(extends, ", "))
	}
	if own := m.ownModels(); len(own) > 0 {
		fmt.Fprintf(w, "\nCONSTANTS %s\n", strings.Join(own, ", "))
	}
	vars := []string{at}
	if m.extends == "" {
		vars = append(vars, m.t.Vars...)
	}
	fmt.Fprintf(w, "\nVARIABLES %s\n", strings.Join(vars, ", "))
	fmt.Fprintf(w, "\nTraceVars == %s\n", tuple(append([]string{at}, m.t.Vars...), len("TraceVars == ")))
}

// ownModels are the model values that the extended module does not declare itself.
func (m *tlaModule) ownModels() (own []string) {
	for _, name := range m.models {
		declared := slices.ContainsFunc(m.t.Source.Constants, func(c trace.Arg) bool { return c.Name == name })
		if m.extends == "" || !declared {
			own = append(own, name)
		}
	}
	return own
}

// tuple writes variables as a tuple that starts in a column.
func tuple(names []string, column int) string {
	return "<<" + joined(names, column+2) + ">>"
}

func (m *tlaModule) writeBehaviour(w io.Writer) {
	fmt.Fprintf(w, "\nTraceInit ==\n    /\\ %s = 1\n", at)
	for v, name := range m.t.Vars {
		fmt.Fprintf(w, "    /\\ %s = %s\n", name, m.value(m.t.Steps[0].State[v]))
	}
	if m.extends != "" {
		fmt.Fprintf(w, "    /\\ %s\n", m.init)
	}
	fmt.Fprint(w, "\nTraceNext ==\n")
	n := len(m.t.Steps)
	for i := 1; i < n; i++ {
		m.writeStep(w, &m.t.Steps[i], i, i+1)
	}
	loop, deadlock := m.t.Loop, m.t.Violation != nil && m.t.Violation.Kind == explore.Deadlock.String()
	switch {
	case loop != nil && loop.State < n:
		m.writeStep(w, &trace.Step{Action: loop.Action, Args: loop.Args}, n, loop.State)
	case deadlock && m.extends != "":
		fmt.Fprintf(w, "    \\/ /\\ %s = %d /\\ %[1]s' = 0 \\* there must be no such step\n       /\\ %[3]s\n", at, n, m.next)
	case deadlock && n > 1:
	case deadlock:
		fmt.Fprint(w, "    FALSE\n")
	default:
		fmt.Fprintf(w, "    \\/ %s = %d /\\ UNCHANGED TraceVars\n", at, n)
	}
	fmt.Fprint(w, "\nTraceSpec == TraceInit /\\ [][TraceNext]_TraceVars")
	if loop != nil && loop.State < n {
		fmt.Fprint(w, " /\\ WF_TraceVars(TraceNext)")
	}
	fmt.Fprint(w, "\n====\n")
}

// writeStep writes the step from one state of the trace to another.
func (m *tlaModule) writeStep(w io.Writer, s *trace.Step, from, to int) {
	fmt.Fprintf(w, "    \\/ /\\ %s = %d /\\ %[1]s' = %[3]d", at, from, to)
	if s.Action != "" {
		fmt.Fprintf(w, " \\* %s", oneLine(Call(s)))
	}
	fmt.Fprintln(w)
	var same []string
	for v, name := range m.t.Vars {
		before, after := m.t.Steps[from-1].State[v], m.t.Steps[to-1].State[v]
		if after.Equal(before) {
			same = append(same, name)
		} else {
			fmt.Fprintf(w, "       /\\ %s' = %s\n", name, m.value(after))
		}
	}
	if len(same) > 0 {
		fmt.Fprintf(w, "       /\\ UNCHANGED %s\n", tuple(same, len("       /\\ UNCHANGED ")))
	}
	if m.extends != "" {
		fmt.Fprintf(w, "       /\\ %s\n", m.next)
	}
}

// oneLine is a text that a comment can hold.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
