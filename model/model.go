package model

import (
	"fmt"
	"slices"

	"tidemark/explore"
)

// Checks are what a model evaluates.
type Checks struct {
	Properties        []Property // invariants and step properties; at most 64
	StateConstraints  []Property // states in which one is false are not expanded
	ActionConstraints []Property // nor are states reached by a step for which one is false

	// Reduce leaves out of the states what none of these reads, nor the
	// actions; see [Optional] and [Model.Reductions]. There are fewer states then.
	Reduce   bool
	Deadlock bool // states without successors will be looked for: with Reduce, keep what only adds steps
}

// A Model is the partition within some bounds: an explore.System.
type Model struct {
	bounds  Bounds
	rules   Rules
	checks  Checks
	n       int   // replicas
	replies []int // the acks on offer: 0 for acks=1, 1 for acks=all
	lossy   bool
	fetch   int // records in a response, at most
	layout  layout
	without Optional
	whole   *Model // of a model that leaves something out

	readings []reads  // of the actions, by the leader
	views    [][]view // of the invariants, by the leader
	kin      []uint64 // sets of views that differ only in the replica
	ofSteps  []uint64 // what step properties are about, of replicas
}

// New returns the model with the given constants and checks. A constant that
// can't be used is a *[BoundError]; a property without About is an error too,
// for it would never be evaluated.
func New(b Bounds, checks Checks) (*Model, error) {
	if err := b.Validate(); err != nil {
		return nil, err
	}
	for _, p := range checks.Properties {
		if p.About == 0 || p.About&^Everything != 0 {
			return nil, fmt.Errorf("model: property %s does not say what it is about", p.Name)
		}
	}
	m := &Model{bounds: b, n: len(b.Replicas), checks: checks, lossy: b.Durability == Lossy, fetch: b.FetchMax}
	if m.fetch == 0 {
		m.fetch = b.MaxRecords
	}
	for i, acks := range []string{AcksLeader, AcksAll} {
		if slices.Contains(b.Acks, acks) {
			m.replies = append(m.replies, i)
		}
	}
	for _, name := range b.Variant {
		v, _ := variantByName(name)
		m.rules = m.rules.With(v.Variant)
	}
	if checks.Reduce {
		whole := *m
		whole.layout = newLayout(b, 0)
		whole.prepare()
		m.whole = &whole
		m.reduce()
	}
	m.layout = newLayout(m.bounds, m.without)
	m.prepare()
	return m, nil
}

// prepare works out what actions and properties read of rows.
func (m *Model) prepare() {
	m.readings, m.ofSteps = m.allReads(), m.allOfSteps()
	m.views, m.kin = m.allViews()
}

// Bounds returns the model's constants, which must not be changed.
func (m *Model) Bounds() *Bounds { return &m.bounds }

// Rules returns the rules that the model follows, its variants included.
func (m *Model) Rules() Rules { return m.rules }

// Replicas is the number of replicas.
func (m *Model) Replicas() int {
	return min(m.n, MaxReplicas) // known to the compiler, it saves bounds checks
}

// Name is a replica's name.
func (m *Model) Name(r int) string { return m.bounds.Replicas[r] }

// Lossy reports whether a crash loses what was not fsynced.
func (m *Model) Lossy() bool { return m.lossy }

// Width is the number of words of a packed state.
func (m *Model) Width() int { return m.layout.words }

// Actions names the actions in the order of [Actions].
func (m *Model) Actions() []string {
	var names []string
	for _, a := range Actions() {
		names = append(names, a.Name)
	}
	return names
}

// Properties lists the properties that are checked.
func (m *Model) Properties() []explore.Property {
	var ps []explore.Property
	for _, p := range m.checks.Properties {
		ps = append(ps, explore.Property{Name: p.Name, Kind: p.Kind})
	}
	return ps
}

// Possible reports, for each of [Actions], whether the bounds allow it at all.
func (m *Model) Possible() []bool {
	b := m.bounds
	all := m.Offers(AcksAll) && m.without&OfPending == 0
	possible := make([]bool, len(Actions()))
	for i := range possible {
		possible[i] = true
	}
	for action, ok := range map[int]bool{
		DropResponse:      b.Drop,
		DuplicateResponse: b.Duplicate,
		Elect:             b.MaxEpoch > 1,
		BecomeFollower:    b.MaxEpoch > 1 || b.MaxCrashes > 0,
		Ack:               all,
		Refuse:            all && b.MinISR > 1, // the ISR is never empty
		TimeOut:           b.TimeOuts && all,
		Crash:             b.MaxCrashes > 0,
		Restart:           b.MaxCrashes > 0,
		Fsync:             m.lossy,
	} {
		possible[action] = ok
	}
	return possible
}

// Init appends the initial states: any replica leads epoch 1, which all have
// adopted; all are alive and in the ISR, and everything is empty.
func (m *Model) Init(dst []uint64) ([]uint64, error) {
	for leader := range m.bounds.Replicas {
		s := m.initial(leader)
		dst = m.layout.appendRow(dst, &s)
	}
	return dst, nil
}

// TLA+: Init
func (m *Model) initial(leader int) State {
	t := newSuccessor(&m.layout)
	all := ReplicaSet(1)<<uint(m.n) - 1
	t.setLeader(leader, 1, 1)
	t.setISR(all)
	for r := range m.Replicas() {
		t.setAlive(r, true)
		t.setReplicaEpoch(r, 1)
	}
	t.setLease(leader, uint8(m.bounds.Lease))
	m.startEpoch(t)
	return t.State
}

// Decode unpacks a row.
func (m *Model) Decode(row []uint64) State {
	var s State
	m.layout.unpack(row, &s)
	return s
}

// Encode packs a state.
func (m *Model) Encode(s *State) []uint64 { return m.layout.appendRow(nil, s) }

// Explain says why a property is false; see explore.Explainer.
func (m *Model) Explain(property int, src, dst []uint64) string {
	p := &m.checks.Properties[property]
	t := m.Decode(dst)
	s := t
	if src != nil {
		s = m.Decode(src)
	}
	return p.Why(m, &s, &t, p.Falsifier(m, &s, &t))
}

// NewWorker returns a worker that learns alone; see explore.System.
func (m *Model) NewWorker() explore.Worker { return m.NewTeam()() }

// NewTeam returns what makes the workers of a search; see explore.Teamed.
func (m *Model) NewTeam() func() explore.Worker {
	t := newTeam(m, lastMemo)
	return func() explore.Worker {
		w := newWorker(m, t)
		if len(m.checks.StateConstraints)+len(m.checks.ActionConstraints) > 0 {
			return &constrainedWorker{w}
		}
		return w
	}
}
