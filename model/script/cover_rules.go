package script

import (
	"context"
	"slices"

	"tidemark/model"
)

// ruleWorlds are the partitions in which the situations of the rules are looked
// for, the smallest first. In the first ones the rules are applied by themselves
// and fetches are from offsets, as a leader's bookkeeping sees them; in the others
// everything is a command, and followers have logs of their own.
func ruleWorlds() []*world {
	small := Header{Replicas: []string{"a", "b"}, LagMax: 2, MinISR: 1, Auto: true, Answers: true, Records: 3}
	three := Header{Replicas: []string{"a", "b", "c"}, LagMax: 2, MinISR: 2, Auto: true, Answers: true, Records: 2}
	two := Header{Replicas: small.Replicas, LagMax: 1, MinISR: 1, Records: 2}
	pair, lossy, batches, retained := two, two, two, two
	pair.MinISR = 2
	lossy.Lossy = true
	batches.FetchMax = 1
	retained.Records, retained.FetchMax, retained.Retention = 3, 1, 1
	trio := Header{Replicas: three.Replicas, MinISR: 2, Records: 2}
	one, leased := trio, trio
	one.Records = 1
	leased.Lease = 1
	packets := []string{"PRODUCE", "FETCH", "RECEIVE", "TICK", "SHRINK"}
	leader, both := []string{model.AcksLeader}, []string{model.AcksLeader, model.AcksAll}
	return []*world{
		{header: small, verbs: []string{"APPEND", "FETCH", statusVerb}, waits: true, offsets: true, maxEpoch: 1, about: aboutOne},
		{header: three, verbs: []string{"APPEND", "FETCH", statusVerb}, waits: true, offsets: true, maxEpoch: 1, about: aboutTwo},
		{header: three, verbs: []string{"PRODUCE", "FETCH", "TIMEOUT", statusVerb}, waits: true, offsets: true, maxEpoch: 1, acks: acksWords, about: aboutAcks},
		{header: three, verbs: []string{"APPEND", "FETCH", "ELECT", "FOLLOW", "CRASH", "RESTART", statusVerb}, waits: true, offsets: true, maxEpoch: 2, maxCrash: 1, about: aboutFailures},
		{header: pair, verbs: with(packets, "EXPAND", "ACK", "REFUSE"), maxEpoch: 1, acks: both, about: aboutCommands},
		{header: batches, verbs: with(packets, "DUPLICATE"), maxEpoch: 1, acks: leader, about: aboutBatches},
		{header: retained, verbs: packets, maxEpoch: 1, acks: leader, about: aboutCatchUp},
		{header: leased, verbs: with(packets, "READ", "ELECT"), maxEpoch: 2, acks: leader, reads: levelWords(), about: aboutReads},
		{header: lossy, verbs: with(packets, "CRASH", "FSYNC"), maxEpoch: 1, maxCrash: 1, acks: leader, about: aboutDurability},
		{header: two, verbs: with(packets, "ELECT", "FOLLOW", "CRASH", "RESTART"), maxEpoch: 2, maxCrash: 1, acks: both, about: aboutElections},
		{header: trio, verbs: with(packets, "ELECT", "FOLLOW"), maxEpoch: 2, acks: leader, about: aboutLogs},
		{header: one, verbs: with(packets, "ELECT", "FOLLOW"), maxEpoch: 2, acks: leader, about: aboutOldRecords},
		{header: one, verbs: []string{"PRODUCE", "FETCH", "RECEIVE", "FOLLOW", "CRASH", "RESTART"}, maxEpoch: 1, maxCrash: 1, acks: leader, about: aboutReturn},
	}
}

// with appends to a copy.
func with(verbs []string, more ...string) []string { return slices.Concat(verbs, more) }

// CoverRules writes a small set of short scripts that together take every branch
// of every rule, on either side of what it compares. They say what the correct
// protocol answers; variants are not looked at.
func CoverRules(ctx context.Context) ([]Generated, error) {
	var scripts []Generated
	for _, w := range ruleWorlds() {
		more, err := w.coverSituations(ctx)
		if err != nil {
			return nil, err
		}
		scripts = append(scripts, more...)
	}
	return scripts, nil
}

// coverSituations covers what the world is about.
func (w *world) coverSituations(ctx context.Context) ([]Generated, error) {
	seen := func(v *view) (which []int) {
		for i := range w.about {
			if w.about[i].holds(v) {
				which = append(which, i)
			}
		}
		return which
	}
	t, err := newTour(w)
	if err != nil {
		return nil, err
	}
	chosen, err := t.cover(ctx, len(w.about), seen)
	if err != nil {
		return nil, err
	}
	var scripts []Generated
	for _, x := range chosen {
		var covers []string
		for _, i := range x.adds {
			covers = append(covers, w.about[i].rule+": "+w.about[i].text)
		}
		s, err := w.write(x.commands, covers...)
		if err != nil {
			return nil, err
		}
		scripts = append(scripts, Generated{s, covers})
	}
	return scripts, nil
}
