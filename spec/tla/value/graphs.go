package value

// A graph is a record of its nodes and its edges: pairs for the module Graphs,
// sets of one or two nodes for UndirectedGraphs.

var graphRecord, _ = NewFields("node", "edge")

// A graph read into a matrix: has(i, j) for an edge from the i-th node.
type graph struct {
	matrix
	nodes, edges Value
	proper       bool // every edge is one between nodes
}

func graphPart(g Value, name string) (Value, error) {
	part, err := Field(g, String(name))
	if err != nil {
		return Value{}, err
	}
	return finiteSet("a graph", part)
}

// readGraph reads a graph; its edges are pairs or, if undirected, sets.
func readGraph(v Value, undirected bool) (*graph, error) {
	nodes, err := graphPart(v, "node")
	if err != nil {
		return nil, err
	}
	edges, err := graphPart(v, "edge")
	if err != nil {
		return nil, err
	}
	if times(uint64(len(nodes.n.elems)), uint64(len(nodes.n.elems))) > MaxElements {
		return nil, tooMany("a graph")
	}
	g := &graph{matrix: matrix{elems: nodes.n.elems}, nodes: nodes, edges: edges, proper: len(v.Elems()) == 2}
	g.cells = make([]bool, len(g.elems)*len(g.elems))
	for _, e := range edges.n.elems {
		ends, err := ends(e, undirected)
		if err != nil {
			return nil, err
		}
		from, err := nodes.n.find(ends[0])
		if err != nil {
			return nil, err
		}
		to, err := nodes.n.find(ends[1])
		if err != nil {
			return nil, err
		}
		if from < 0 || to < 0 {
			g.proper = false
			continue
		}
		g.cells[from*len(g.elems)+to] = true
		if undirected {
			g.cells[to*len(g.elems)+from] = true
		}
	}
	return g, nil
}

func ends(edge Value, undirected bool) ([2]Value, error) {
	if undirected {
		set, err := finiteSet("an edge", edge)
		if err != nil {
			return [2]Value{}, err
		}
		if n := len(set.n.elems); n == 1 || n == 2 {
			return [2]Value{set.n.elems[0], set.n.elems[n-1]}, nil
		}
		return [2]Value{}, wrongArgument("an edge", "a set of one or two nodes", edge)
	}
	pair, err := sequence("an edge", edge)
	if err != nil || len(pair) != 2 {
		return [2]Value{}, wrongArgument("an edge", "a pair of nodes", edge)
	}
	return [2]Value{pair[0], pair[1]}, nil
}

// reachable is the reflexive transitive closure.
func (g *graph) reachable() *matrix {
	m := &matrix{elems: g.elems, cells: append([]bool(nil), g.cells...)}
	for i := range m.elems {
		m.cells[i*len(m.elems)+i] = true
	}
	m.close()
	return m
}

// where returns the nodes whose index passes a test.
func (g *graph) where(test func(i int) bool) Value {
	var out []Value
	for i, node := range g.elems {
		if test(i) {
			out = append(out, node)
		}
	}
	return newSet(out)
}

// onGraph makes an operator of a graph alone.
func onGraph(name string, undirected bool, f func(*graph) Value) Operator {
	return unary(name, func(v Value) (Value, error) {
		g, err := readGraph(v, undirected)
		if err != nil {
			return Value{}, err
		}
		return f(g), nil
	})
}

// onNode makes an operator of a directed graph and a node of it.
func onNode(name string, f func(g *graph, at int) Value) Operator {
	return binary(name, func(v, node Value) (Value, error) {
		g, err := readGraph(v, false)
		if err != nil {
			return Value{}, err
		}
		at, err := g.nodes.n.find(node)
		if err != nil {
			return Value{}, err
		}
		return f(g, at), nil
	})
}

var graphs = []Operator{
	onGraph("IsDirectedGraph", false, func(g *graph) Value { return Bool(g.proper) }),
	onGraph("IsUndirectedGraph", false, func(g *graph) Value {
		return Bool(g.proper && g.all(func(i, j int) bool { return g.has(i, j) == g.has(j, i) }))
	}),
	unary("Transpose", transpose),
	onGraph("IsStronglyConnected", false, func(g *graph) Value { return Bool(g.reachable().all(func(int, int) bool { return true })) }),
	ternary("AreConnectedIn", func(m, n, v Value) (Value, error) { return connected(m, n, v, false) }),
	onGraph("HasCycle", false, func(g *graph) Value { return Bool(g.hasCycle()) }),
	onGraph("IsDag", false, func(g *graph) Value { return Bool(g.proper && !g.hasCycle()) }),
	onNode("IsTreeWithRoot", func(g *graph, root int) Value { return Bool(g.isTree(root)) }),
	onNode("Successors", func(g *graph, at int) Value { return g.where(func(i int) bool { return at >= 0 && g.has(at, i) }) }),
	onNode("Predecessors", func(g *graph, at int) Value { return g.where(func(i int) bool { return at >= 0 && g.has(i, at) }) }),
	onNode("OutDegree", func(g *graph, at int) Value {
		return Int(int64(len(g.where(func(i int) bool { return at >= 0 && g.has(at, i) }).n.elems)))
	}),
	onNode("InDegree", func(g *graph, at int) Value {
		return Int(int64(len(g.where(func(i int) bool { return at >= 0 && g.has(i, at) }).n.elems)))
	}),
	onNode("Descendants", func(g *graph, at int) Value {
		g.close()
		return g.where(func(i int) bool { return at >= 0 && g.has(at, i) })
	}),
	onNode("Ancestors", func(g *graph, at int) Value {
		g.close()
		return g.where(func(i int) bool { return at >= 0 && g.has(i, at) })
	}),
	onGraph("Roots", false, func(g *graph) Value {
		return g.where(func(i int) bool { return !g.any(func(j int) bool { return g.has(j, i) }) })
	}),
	onGraph("Leaves", false, func(g *graph) Value {
		return g.where(func(i int) bool { return !g.any(func(j int) bool { return g.has(i, j) }) })
	}),
	binary("GraphUnion", func(a, b Value) (Value, error) {
		var parts []Value
		for _, name := range []string{"node", "edge"} {
			s, err := graphPart(a, name)
			if err != nil {
				return Value{}, err
			}
			t, err := graphPart(b, name)
			if err != nil {
				return Value{}, err
			}
			both, err := Union(s, t)
			if err != nil {
				return Value{}, err
			}
			parts = append(parts, both)
		}
		return graphRecord.Record(parts), nil
	}),
	constant("EmptyGraph", graphRecord.Record([]Value{EmptySet, EmptySet})),
	unary("Graphs", func(s Value) (Value, error) {
		pairs, err := Product(s, s)
		if err != nil {
			return Value{}, err
		}
		return graphsOver(s, pairs)
	}),
}

var undirectedGraphs = []Operator{
	onGraph("IsUndirectedGraph", true, func(g *graph) Value { return Bool(g.proper) }),
	onGraph("IsLoopFreeUndirectedGraph", true, func(g *graph) Value {
		return Bool(g.proper && !g.any(func(i int) bool { return g.has(i, i) }))
	}),
	ternary("AreConnectedIn", func(m, n, v Value) (Value, error) { return connected(m, n, v, true) }),
	onGraph("ConnectedComponents", true, (*graph).components),
	onGraph("IsStronglyConnected", true, func(g *graph) Value { return Bool(len(g.components().n.elems) == 1) }),
	unary("UndirectedGraphs", func(s Value) (Value, error) {
		pairs, err := Product(s, s)
		if err != nil {
			return Value{}, err
		}
		edges, err := MapSet(pairs, func(p Value) (Value, error) { return Set(p.n.elems...), nil })
		if err != nil {
			return Value{}, err
		}
		return graphsOver(s, edges)
	}),
}

// graphsOver returns the set of the graphs that have all the nodes and some of
// the edges.
func graphsOver(nodes, edges Value) (Value, error) {
	choices, err := Subset(edges)
	if err != nil {
		return Value{}, err
	}
	return graphRecord.Set([]Value{Set(nodes), choices})
}

func (g *graph) any(test func(i int) bool) bool {
	for i := range g.elems {
		if test(i) {
			return true
		}
	}
	return false
}

func (g *graph) hasCycle() bool {
	g.close()
	return g.any(func(i int) bool { return g.has(i, i) })
}

// isTree reports whether every node but the root has one edge, towards it.
func (g *graph) isTree(root int) bool {
	if root < 0 || !g.proper {
		return false
	}
	leads := g.reachable()
	return !g.any(func(i int) bool {
		out := 0
		for j := range g.elems {
			if g.has(i, j) {
				out++
			}
		}
		return out > 1 || i == root && out > 0 || !leads.has(i, root)
	})
}

// components returns the largest sets of nodes that are connected.
func (g *graph) components() Value {
	leads := g.reachable()
	var b []Value
	for i := range g.elems {
		b = append(b, g.where(func(j int) bool { return leads.has(i, j) }))
	}
	return Set(b...)
}

func connected(m, n, v Value, undirected bool) (Value, error) {
	g, err := readGraph(v, undirected)
	if err != nil {
		return Value{}, err
	}
	from, err := g.nodes.n.find(m)
	if err != nil {
		return Value{}, err
	}
	to, err := g.nodes.n.find(n)
	return Bool(from >= 0 && to >= 0 && g.reachable().has(from, to)), err
}

func transpose(v Value) (Value, error) {
	g, err := readGraph(v, false)
	if err != nil {
		return Value{}, err
	}
	edges, err := MapSet(g.edges, func(e Value) (Value, error) { return Tuple(e.Elems()[1], e.Elems()[0]), nil })
	return graphRecord.Record([]Value{g.nodes, edges}), err
}
