package script

import (
	"context"
	"slices"
	"strings"
)

// A Generated is a script that was made up, without a name.
type Generated struct {
	Script *Script
	Covers []string // what it is there for
}

// A witness is a short way to something that is to be covered.
type witness struct {
	commands []*Command
	covers   []int // all that it comes by
	adds     []int // what no witness chosen before it comes by
}

// cover finds a small set of short ways to what can be seen. seen says what of
// that a command in a state shows, as numbers; there are n, or with 0 any number.
// What the tour does not come to is not covered.
func (t *tour) cover(ctx context.Context, n int, seen func(v *view) []int) ([]*witness, error) {
	found, err := t.shortest(ctx, n, seen)
	if err != nil {
		return nil, err
	}
	for _, x := range found {
		if err := t.retake(x, seen, nil); err != nil {
			return nil, err
		}
	}
	covered := map[int]bool{}
	var chosen []*witness
	for {
		best := mostNew(found, covered)
		if best == nil {
			return chosen, nil
		}
		if err := t.retake(best, seen, covered); err != nil {
			return nil, err
		}
		for _, i := range best.covers {
			if !covered[i] {
				best.adds = append(best.adds, i)
			}
			covered[i] = true
		}
		chosen = append(chosen, best)
	}
}

// shortest looks for a shortest way to each thing.
func (t *tour) shortest(ctx context.Context, n int, seen func(v *view) []int) ([]*witness, error) {
	var found []*witness
	have := map[int]bool{}
	err := t.run(ctx, func(from, _ int32, v *view) error {
		fresh := false
		for _, i := range seen(v) {
			fresh = fresh || !have[i]
			have[i] = true
		}
		if fresh {
			found = append(found, &witness{commands: append(t.path(from), v.c)})
		}
		if len(have) == n {
			return errTourEnds
		}
		return nil
	})
	if err != nil && err != errTourEnds {
		return nil, err
	}
	return found, nil
}

// mostCommands is how long a witness may become when it takes others' part over.
const mostCommands = 12

// A retaking performs a witness again and notes all that it comes by.
type retaking struct {
	*tour
	x       *witness
	seen    func(v *view) []int
	covered map[int]bool // nil: just perform it
	here    spot
}

// retake performs a witness again. Unless covered is nil, it tries on the way
// whatever changes nothing, such as what is refused, and at the end goes on, as
// long as that shows something that is not covered.
func (t *tour) retake(x *witness, seen func(v *view) []int, covered map[int]bool) error {
	commands := x.commands
	x.commands, x.covers = nil, nil
	k := &retaking{t, x, seen, covered, t.spots[0]}
	for _, c := range commands {
		if err := k.aside(); err != nil {
			return err
		}
		v, err := k.try(&k.here, c)
		if err != nil {
			return err
		}
		k.take(v)
	}
	for more := covered != nil; more && len(x.commands) < mostCommands; {
		err := k.aside()
		if err == nil {
			more, err = k.further()
		}
		if err != nil {
			return err
		}
	}
	slices.Sort(x.covers)
	return nil
}

// take goes where a command leads.
func (k *retaking) take(v *view) {
	for _, i := range k.seen(v) {
		if !slices.Contains(k.x.covers, i) {
			k.x.covers = append(k.x.covers, i)
		}
	}
	k.x.commands = append(k.x.commands, v.c)
	k.here = spot{named: max(k.here.named, v.f+1), s: *v.t, clock: k.r.clock, past: v.after()}
}

// fresh reports whether a command shows something that is not covered.
func (k *retaking) fresh(v *view) bool {
	return slices.ContainsFunc(k.seen(v), func(i int) bool { return !k.covered[i] && !slices.Contains(k.x.covers, i) })
}

// aside tries what changes nothing.
func (k *retaking) aside() error {
	if k.covered == nil {
		return nil
	}
	for _, c := range k.commands(&k.here) {
		v, err := k.try(&k.here, c)
		if err != nil {
			return err
		}
		if v != nil && !v.moved() && v.after() == k.here.past && k.fresh(v) {
			k.take(v)
		}
	}
	return nil
}

// further goes on by the first command that shows something.
func (k *retaking) further() (bool, error) {
	for _, c := range k.commands(&k.here) {
		v, err := k.try(&k.here, c)
		if err != nil {
			return false, err
		}
		if v != nil && !k.exceeds(v.t) && k.fresh(v) {
			k.take(v)
			return true, nil
		}
	}
	return false, nil
}

// mostNew is the witness that comes by most that is not covered: of several the
// shortest, and then the first. nil: none adds anything.
func mostNew(all []*witness, covered map[int]bool) (best *witness) {
	most := 0
	for _, x := range all {
		adds := 0
		for _, i := range x.covers {
			if !covered[i] {
				adds++
			}
		}
		if adds > most || adds == most && adds > 0 && len(x.commands) < len(best.commands) {
			best, most = x, adds
		}
	}
	return best
}

// write writes commands as a script: what must be so after each command where it
// has changed, and at the end all that STATUS shows.
func (w *world) write(commands []*Command, comments ...string) (*Script, error) {
	r, err := newReplayer(&Script{File: "generated" + Extension, Header: w.header}, nil)
	if err != nil {
		return nil, err
	}
	r.at, r.quiet, r.properties = &Outcome{}, true, nil
	g := &generator{script: r.script, as: r}
	for _, text := range comments {
		g.comment("%s", strings.TrimSpace(text))
	}
	g.settings()
	g.blank()
	if last := commands[len(commands)-1]; last.Verb != statusVerb {
		commands = append(slices.Clone(commands), &Command{Time: -1, Number: -1, Verb: statusVerb})
	}
	shown := w.shown(r)
	wait := 0
	for _, c := range commands {
		if c.Verb == waitVerb {
			wait++
			continue
		}
		timed := *c
		if wait > 0 {
			timed.Time, wait = r.now+wait, 0
		}
		refusal, err := r.run(&timed)
		if err != nil {
			return nil, err
		}
		before := shown
		shown = w.shown(r)
		g.write(&timed, refusal, slices.DeleteFunc(slices.Clone(shown), func(l *Command) bool {
			return c.Verb != statusVerb && !slices.Contains(always, l.Word) &&
				slices.ContainsFunc(before, func(b *Command) bool { return b.text() == l.text() })
		}))
	}
	return g.parsed()
}

// always are the fields that are written below each command, because commands may
// be about them not changing.
var always = []string{"isr", "hw", "leo", "acked"}

// shown is what STATUS shows of the leader's side, and what a read returned, as
// EXPECT lines. Of a world in which followers have logs of their own it is these,
// too.
func (w *world) shown(r *replayer) []*Command {
	ofPartition := []string{"leader", "epoch", "isr", "hw", "acks=all", "waiting", "acked"}
	perReplica := []string{}
	if !w.offsets {
		perReplica = []string{"log", "applied"}
		if w.header.Lease > 0 {
			perReplica = append(perReplica, "lease")
		}
		if w.header.Lossy {
			perReplica = append(perReplica, "durable")
		}
	}
	var lines []*Command
	for _, name := range ofPartition {
		if !w.produces() && (name == "waiting" || name == "acked") || w.maxEpoch == 1 && (name == "leader" || name == "epoch") {
			continue
		}
		f, _ := findField(name)
		lines = append(lines, r.expectation(f, 0))
	}
	leo, _ := findField("leo")
	if w.offsets {
		lines = append(lines, r.expectation(leo, int(r.s.Leader)))
	}
	for _, name := range perReplica {
		f, _ := findField(name)
		for replica := range w.header.Replicas {
			lines = append(lines, r.expectation(f, replica))
		}
	}
	if strings.HasPrefix(r.at.Command, "READ ") && r.at.Refusal == nil {
		f, _ := findField("read")
		lines = append(lines, r.expectation(f, 0))
	}
	return lines
}

// produces reports whether there are acks=all requests.
func (w *world) produces() bool { return slices.Contains(w.verbs, "PRODUCE") }
