package value

// A Probe makes values that are only looked for, without a new one each time.
// Such a value may be given to [Member] with an explicit set, of kind [KindSet],
// and to [Apply] with an explicit function, of kind [KindFunction] or
// [KindRecord]. It must not be kept: the next one takes its place.
type Probe struct{ n node }

// Tuple returns the tuple of the elements, which are copied.
func (p *Probe) Tuple(elems []Value) Value {
	p.start(KindTuple, len(elems))
	copy(p.n.elems, elems)
	return Value{n: &p.n}
}

// Probe is [Fields.Record] with a value of a Probe.
func (f *Fields) Probe(p *Probe, elems []Value) Value {
	p.start(KindRecord, len(f.place))
	p.n.dom = f.dom
	for i, at := range f.place {
		p.n.elems[at] = elems[i]
	}
	return Value{n: &p.n}
}

// start forgets what is known of the last value.
func (p *Probe) start(kind Kind, n int) {
	p.n.kind, p.n.dom = kind, nil
	p.n.known.Store(0)
	p.n.hash.Store(0)
	p.n.id.Store(0)
	if cap(p.n.elems) < n {
		p.n.elems = make([]Value, n)
	}
	p.n.elems = p.n.elems[:n]
}
