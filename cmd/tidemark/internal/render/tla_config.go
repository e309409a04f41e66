package render

import (
	"fmt"
	"io"
	"strings"

	"tidemark/explore"
)

func (m *tlaModule) writeConfig(w io.Writer) {
	fmt.Fprintf(w, "\n---- CONFIG %s ----\n", m.name)
	own := m.ownModels()
	if n := len(m.t.Source.Constants) + len(m.t.Source.Overrides); len(own) > 0 || m.extends != "" && n > 0 {
		fmt.Fprint(w, "CONSTANTS\n")
		if m.extends != "" {
			m.writeConstants(w)
		}
		for _, name := range own {
			fmt.Fprintf(w, "    %s = %[1]s\n", name)
		}
	}
	fmt.Fprint(w, "SPECIFICATION TraceSpec\n")
	if v := m.t.Violation; v != nil && m.extends != "" && isIdentifier(v.Property) {
		switch v.Kind {
		case explore.Invariant.String():
			fmt.Fprintf(w, "INVARIANT %s\n", v.Property)
		case explore.Deadlock.String(), EvaluationKind:
		default:
			fmt.Fprintf(w, "PROPERTY %s\n", v.Property)
		}
	}
	fmt.Fprint(w, "CHECK_DEADLOCK TRUE\n====\n")
}

// writeConstants writes what the extended module's constants are.
func (m *tlaModule) writeConstants(w io.Writer) {
	inModule := func(name string) (constant, of string) {
		if of, constant, qualified := strings.Cut(name, "!"); qualified {
			return constant, "[" + of + "] "
		}
		return name, ""
	}
	for _, c := range m.t.Source.Constants {
		name, of := inModule(c.Name)
		fmt.Fprintf(w, "    %s = %s%s\n", name, of, m.value(c.Value))
	}
	for _, o := range m.t.Source.Overrides {
		name, of := inModule(o.Constant)
		fmt.Fprintf(w, "    %s <- %s%s\n", name, of, o.Definition)
	}
}
