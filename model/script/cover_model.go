package script

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"tidemark/model"
)

// worldOf is the world of a model's bounds, in which everything is a command.
func worldOf(b *model.Bounds) (*world, error) {
	if len(b.Variant) > 0 {
		return nil, errors.New("scripts are written from the correct protocol: expected bounds without a variant")
	}
	all := slices.Contains(b.Acks, model.AcksAll)
	w := &world{header: headerOf(b, 0), maxEpoch: b.MaxEpoch, maxCrash: b.MaxCrashes, acks: b.Acks}
	for _, v := range []struct {
		verb     string
		possible bool
	}{
		{"PRODUCE", true}, {"FETCH", true}, {"RECEIVE", true}, {"DROP", b.Drop}, {"DUPLICATE", b.Duplicate},
		{"TICK", true}, {"SHRINK", true}, {"EXPAND", true}, {"ELECT", b.MaxEpoch > 1},
		{"FOLLOW", b.MaxEpoch > 1 || b.MaxCrashes > 0}, {"ACK", all}, {"REFUSE", all}, {"TIMEOUT", b.TimeOuts},
		{"CRASH", b.MaxCrashes > 0}, {"RESTART", b.MaxCrashes > 0}, {"FSYNC", b.Durability == model.Lossy},
	} {
		if v.possible {
			w.verbs = append(w.verbs, v.verb)
		}
	}
	return w, nil
}

// steps reports whether a command was a step of the model.
func (v *view) steps() bool { return v.refusal == nil || v.refusal.isStep() }

// A circumstance is what an action finds, as far as rules look at it: two steps
// with the same one are in the same situation.
type circumstance struct {
	verb, word                string
	leads, alive, member      bool
	inCharge, inFlight        bool
	epoch, log, mark, enough  int  // adopted against current; LEO against the leader's; LEO against HW; ISR against min.insync.replicas
	caughtUp, fetched         int  // age against the limit
	rejected, snapshot, sends bool // of a response
	answer                    int  // HW against a record's offset
	moves, cuts               bool // the HW, the log
}

func (v *view) circumstance() circumstance {
	s := v.s
	c := circumstance{
		verb: v.c.Verb, word: v.c.Word, inCharge: s.InCharge(),
		enough: cmp.Compare(s.ISR.Len(), v.header.MinISR), rejected: v.refusal != nil, moves: s.HW != v.t.HW,
	}
	if v.c.Number > 0 {
		c.answer = cmp.Compare(int(s.HW), offsetOf(s, v.c.Number))
	}
	if v.f < 0 {
		return c
	}
	limit := v.oldest - 1
	c.leads, c.alive, c.member = v.f == int(s.Leader), s.Alive.Has(v.f), s.ISR.Has(v.f)
	c.epoch = cmp.Compare(int(s.ReplicaEpoch[v.f]), int(s.LeaderEpoch))
	c.log, c.mark = cmp.Compare(s.LEO(v.f), v.end()), cmp.Compare(s.LEO(v.f), int(s.HW))
	c.caughtUp, c.fetched = cmp.Compare(int(s.LastCaughtUp[v.f]), limit), cmp.Compare(int(s.LastFetch[v.f]), limit)
	a := &s.Response[v.f]
	c.inFlight, c.snapshot, c.sends = a.InFlight(), a.Snapshot, a.Records != 0
	c.cuts = v.cut() > 0
	return c
}

// CoverActions writes a small set of short scripts that together take every action
// within the bounds in every distinct situation: as far as rules look at a state,
// and up to a number of states, shortest ways first. complete reports whether there
// are no more states.
func CoverActions(ctx context.Context, b *model.Bounds, states int) (scripts []Generated, complete bool, err error) {
	w, err := worldOf(b)
	if err != nil {
		return nil, false, err
	}
	w.maxSpots = states
	number := map[circumstance]int{}
	var verbs []string
	seen := func(v *view) []int {
		if !v.steps() {
			return nil
		}
		c := v.circumstance()
		if _, known := number[c]; !known {
			number[c] = len(verbs)
			verbs = append(verbs, c.verb)
		}
		return []int{number[c]}
	}
	t, err := newTour(w)
	if err != nil {
		return nil, false, err
	}
	chosen, err := t.cover(ctx, 0, seen)
	if err != nil {
		return nil, false, err
	}
	for _, x := range chosen {
		g := Generated{Covers: counted(x.adds, verbs)}
		if g.Script, err = w.write(x.commands, "situations of "+tokens(g.Covers)); err != nil {
			return nil, false, err
		}
		scripts = append(scripts, g)
	}
	return scripts, !t.cut, nil
}

// counted names each verb with how often it is there.
func counted(which []int, verbs []string) (texts []string) {
	times := map[string]int{}
	var order []string
	for _, i := range which {
		if times[verbs[i]] == 0 {
			order = append(order, verbs[i])
		}
		times[verbs[i]]++
	}
	for _, verb := range order {
		texts = append(texts, fmt.Sprintf("%s:%d", verb, times[verb]))
	}
	return texts
}

// Random writes scripts of random behaviours within the bounds, of up to a number
// of steps each. The seed and its number decide every choice in a script.
func Random(ctx context.Context, b *model.Bounds, seed uint64, count, steps int) ([]Generated, error) {
	w, err := worldOf(b)
	if err != nil {
		return nil, err
	}
	w.allNames = true
	t, err := newTour(w)
	if err != nil {
		return nil, err
	}
	var scripts []Generated
	for n := range count {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		commands, err := t.walk(rand.New(rand.NewPCG(seed, uint64(n))), steps)
		if err != nil {
			return nil, err
		}
		text := fmt.Sprintf("random behaviour %d of seed %d", n+1, seed)
		s, err := w.write(commands, text)
		if err != nil {
			return nil, err
		}
		scripts = append(scripts, Generated{s, []string{text}})
	}
	return scripts, nil
}

// walk takes random steps until there are none.
func (t *tour) walk(choose *rand.Rand, steps int) (commands []*Command, err error) {
	here := t.spots[0]
	for range steps {
		all := t.commands(&here)
		choose.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		var taken *view
		for _, c := range all {
			v, err := t.try(&here, c)
			if err != nil {
				return nil, err
			}
			if v != nil && v.steps() && v.moved() && !t.exceeds(v.t) {
				taken = v
				break
			}
		}
		if taken == nil {
			break
		}
		commands = append(commands, taken.c)
		here = spot{s: *taken.t, clock: t.r.clock}
	}
	return commands, nil
}
