package script

import (
	"context"
	"errors"
	"slices"

	"tidemark/model"
)

// A world is a small partition with what may happen to it, to look for short
// scripts in.
type world struct {
	header   Header
	verbs    []string // what may happen, beside waiting
	waits    bool     // time may pass between two commands
	offsets  bool     // fetches are from offsets
	maxEpoch int
	maxCrash int
	acks     []string // what PRODUCE may ask for
	reads    []string // levels of READ that may be tried
	about    []situation
	allNames bool // also what differs in the names of replicas only
	maxSpots int  // states that are looked at, at most; 0: all
}

// A spot is a state that a tour has come to, and how it came there.
type spot struct {
	parent int32 // -1 at the start
	by     *Command
	named  int // replicas that commands have been about, the first ones: others are all alike
	s      model.State
	clock  clock
	past   past
}

// past is what a state does not show of how its followers came there.
type past struct {
	credit  [model.MaxReplicas]credit // what the latest fetch was worth, by R1
	crashed model.ReplicaSet          // crashed just now, after they had fetched what lets them join
}

// A tour visits the states of a world breadth first, so that it comes to each by
// a shortest script.
type tour struct {
	*world
	r     *replayer
	spots []spot
	known map[place]int32
	cut   bool // there were more states than are looked at
}

// A place is what makes two spots the same.
type place struct {
	s    model.State
	past past
}

func newTour(w *world) (*tour, error) {
	r, err := newReplayer(&Script{Header: w.header}, nil)
	if err != nil {
		return nil, err
	}
	r.quiet, r.properties = true, nil
	t := &tour{world: w, r: r, known: map[place]int32{}}
	t.add(spot{parent: -1, named: 1, s: r.s, clock: r.clock})
	return t, nil
}

// add adds a spot unless it is there, and returns its number.
func (t *tour) add(s spot) int32 {
	at := place{s.s, s.past}
	if n, known := t.known[at]; known {
		return n
	}
	n := int32(len(t.spots))
	t.spots = append(t.spots, s)
	t.known[at] = n
	return n
}

// errTourEnds ends a tour that has seen enough.
var errTourEnds = errors.New("the tour has seen enough")

// run visits states until there are none left within the world's bounds. visit is
// told of each command in each state, with the number of the state that it leads
// to: the same one when it is refused or nothing comes of it.
func (t *tour) run(ctx context.Context, visit func(from, to int32, v *view) error) error {
	for at := int32(0); int(at) < len(t.spots); at++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, c := range t.commands(&t.spots[at]) {
			v, err := t.try(&t.spots[at], c)
			if err != nil {
				return err
			}
			if v == nil || t.exceeds(v.t) {
				continue
			}
			to := at
			if moved := v.moved(); moved || c.Verb == waitVerb {
				to = t.add(spot{at, c, max(t.spots[at].named, v.f+1), *v.t, t.r.clock, v.after()})
			}
			if err := visit(at, to, v); err != nil {
				return err
			}
		}
		if t.maxSpots > 0 && len(t.spots) > t.maxSpots {
			t.cut = true
			return nil
		}
	}
	return nil
}

// waitVerb stands for time that passes, one unit, between two commands.
const waitVerb = "wait"

// try performs a command in a state. There is no view of what the model has no
// room for.
func (t *tour) try(n *spot, c *Command) (*view, error) {
	r := t.r
	r.s, r.clock, r.read, r.at, r.taken = n.s, n.clock, 0, &Outcome{}, r.taken[:0]
	var refusal *Refusal
	var err error
	if c.Verb == waitVerb {
		err = r.pass(1)
	} else {
		refusal, err = r.happen(c)
	}
	var full *limitError
	if errors.As(err, &full) {
		return nil, nil
	}
	after := r.s
	return newView(t, n, c, &after, refusal), err
}

// exceeds reports whether a state is outside the world.
func (w *world) exceeds(s *model.State) bool {
	return int(s.ControllerEpoch) > w.maxEpoch || int(s.Crashes) > w.maxCrash
}

// path are the commands that lead to a state.
func (t *tour) path(to int32) []*Command {
	var path []*Command
	for ; t.spots[to].parent >= 0; to = t.spots[to].parent {
		path = append(path, t.spots[to].by)
	}
	slices.Reverse(path)
	return path
}

// commands lists what may be tried in a state.
func (t *tour) commands(n *spot) []*Command {
	var all []*Command
	if t.waits {
		all = append(all, &Command{Time: -1, Number: -1, Verb: waitVerb})
	}
	for _, verb := range t.verbs {
		all = append(all, t.commandsOf(verb, &n.s)...)
	}
	return slices.DeleteFunc(all, func(c *Command) bool {
		return !t.allNames && len(c.Replicas) > 0 && t.r.replica(c) > n.named
	})
}

func (t *tour) commandsOf(verb string, s *model.State) (all []*Command) {
	add := func(c Command) {
		c.Time, c.Verb = -1, verb
		all = append(all, &c)
	}
	v, _ := findVerb(verb)
	switch v.shape {
	case alone, perhapsCount:
		add(Command{Number: -1})
	case count:
		add(Command{Number: 1})
	case acks:
		for _, word := range t.acks {
			add(Command{Number: -1, Word: word})
		}
	case record:
		for id := 1; id <= int(s.Produced); id++ {
			add(Command{Number: id})
		}
	case read:
		for _, level := range t.reads {
			for _, name := range t.header.Replicas {
				add(Command{Number: -1, Word: level, Replicas: []string{name}})
			}
		}
	case fetch:
		for f, name := range t.header.Replicas {
			switch {
			case f == int(s.Leader) && t.offsets:
			case !t.offsets:
				add(Command{Number: -1, Replicas: []string{name}})
			default:
				for offset := range s.LEO(int(s.Leader)) + 1 {
					add(Command{Number: offset, Replicas: []string{name}})
				}
			}
		}
	default:
		for _, name := range t.header.Replicas {
			add(Command{Number: -1, Replicas: []string{name}})
		}
	}
	return all
}
