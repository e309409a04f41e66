package render

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"tidemark/explore/trace"
)

// A Graph is a state graph with its values and the names of its steps.
type Graph struct {
	System  string
	Vars    []string
	States  [][]trace.Value // in the order of Vars
	Initial []int           // places in States
	Edges   []Edge
}

// An Edge is a step between two of a graph's states.
type Edge struct {
	From, To int
	Label    string // the action with its arguments
}

// GraphDOT writes a state graph for Graphviz; initial states are filled.
func GraphDOT(w io.Writer, g *Graph) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "digraph states {\n    node [shape=box, style=rounded, fontname=monospace]\n    edge [fontname=monospace]\n")
	for i, state := range g.States {
		look := ""
		if slices.Contains(g.Initial, i) {
			look = `, style="rounded,filled"`
		}
		var lines []string
		for v, name := range g.Vars {
			lines = append(lines, fmt.Sprintf("/\\ %s = %s", name, state[v]))
		}
		fmt.Fprintf(out, "    %d [label=%s%s]\n", i, dotLabel(lines), look)
	}
	for _, e := range g.Edges {
		fmt.Fprintf(out, "    %d -> %d [label=%s]\n", e.From, e.To, dotString(e.Label))
	}
	fmt.Fprint(out, "}\n")
	return out.Flush()
}

// GraphAUT writes a state graph as a labelled transition system in the Aldebaran
// format, which has one initial state, 0, and no values. Of several initial states,
// 0 is one before them, with a step named init to each. Double quotes in labels
// become single ones.
func GraphAUT(w io.Writer, g *Graph) error {
	out := bufio.NewWriter(w)
	edges, shift := g.Edges, 0
	if !slices.Equal(g.Initial, []int{0}) {
		shift = 1
		edges = nil
		for _, i := range g.Initial {
			edges = append(edges, Edge{-1, i, "init"})
		}
		edges = append(edges, g.Edges...)
	}
	fmt.Fprintf(out, "des (0, %d, %d)\n", len(edges), len(g.States)+shift)
	for _, e := range edges {
		fmt.Fprintf(out, "(%d, \"%s\", %d)\n", e.From+shift, strings.ReplaceAll(oneLine(e.Label), `"`, "'"), e.To+shift)
	}
	return out.Flush()
}

// GraphJSON writes a state graph as JSON, with a line for each state and step. States
// are numbered from 0; a step is an array of its source, its label and its target.
// Values are those of a trace's JSON.
func GraphJSON(w io.Writer, g *Graph) error {
	out := bufio.NewWriter(w)
	list := func(n int, line func(i int) string) {
		for i := range n {
			comma := ","
			if i == n-1 {
				comma = ""
			}
			fmt.Fprintf(out, "\n    %s%s", line(i), comma)
		}
	}
	fmt.Fprintf(out, "{\n  \"format\": %s,\n  \"system\": %s,\n  \"vars\": %s,\n  \"initial\": %s,\n  \"states\": [", jsonText("tidemark-graph/1"), jsonText(g.System), jsonText(g.Vars), jsonText(g.Initial))
	list(len(g.States), func(i int) string { return trace.JSON(g.Vars, g.States[i]) })
	fmt.Fprint(out, "\n  ],\n  \"steps\": [")
	list(len(g.Edges), func(i int) string {
		e := &g.Edges[i]
		return fmt.Sprintf("[%d, %s, %d]", e.From, jsonText(e.Label), e.To)
	})
	fmt.Fprint(out, "\n  ]\n}\n")
	return out.Flush()
}

// jsonText is a value of strings and numbers as JSON.
func jsonText(v any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.Encode(v) // never fails
	return strings.TrimSuffix(b.String(), "\n")
}
