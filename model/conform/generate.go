package conform

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"tidemark/model/script"
)

// choices are the moves that generated scripts may go on with: those that make
// sense after what a player has done.
type choices struct {
	rules  *rulebook
	header *script.Header
	waits  []int    // how much later than what came before a command may be
	verbs  []string // of random scripts, each as often as its share is
}

// moves lists candidates in a fixed order. Whether the rules allow them is for
// the rulebook to say.
func (c *choices) moves(p *script.Player, appends, ticks []int) []move {
	var all []move
	add := func(at int, m script.Command) {
		m.Time = p.Now() + at
		if c.rules.profile.knows(m.Verb) || m.Verb == followVerb && c.rules.profile.knows(electVerb) {
			all = append(all, move{command: m})
		}
	}
	leader := p.Value("leader", "")[0]
	for _, n := range appends {
		add(0, script.Command{Verb: appendVerb, Number: n})
	}
	for _, wait := range c.waits {
		for _, f := range c.header.Replicas {
			if f == leader {
				continue
			}
			for offset := range number(p, "leo", leader) + 1 {
				add(wait, script.Command{Verb: fetchVerb, Replicas: []string{f}, Number: offset})
			}
		}
		add(wait, script.Command{Verb: statusVerb, Number: -1})
	}
	add(0, script.Command{Verb: produceVerb, Word: acksAll, Number: -1})
	for _, n := range ticks {
		add(0, script.Command{Verb: tickVerb, Number: n})
	}
	for _, r := range c.header.Replicas {
		if r != leader {
			for _, verb := range []string{electVerb, followVerb, crashVerb, restartVerb} {
				add(0, script.Command{Verb: verb, Replicas: []string{r}, Number: -1})
			}
		}
	}
	return all
}

// number is the value of a field that is a number.
func number(p *script.Player, field, replica string) int {
	n, _ := strconv.Atoi(p.Value(field, replica)[0])
	return n
}

// exhaustively yields every scenario of a length, the least first, as its steps,
// until yield says no.
func (c *choices) exhaustively(length int, yield func([]step) bool) error {
	start, err := c.rules.begin(c.header)
	if err != nil {
		return err
	}
	var steps []step
	var extend func(from *script.Player) bool
	extend = func(from *script.Player) bool {
		if len(steps) == length {
			return yield(steps)
		}
		for _, m := range c.moves(from, []int{1}, []int{-1}) {
			s, ok := c.rules.take(from, m, c.header.Replicas)
			if !ok {
				continue
			}
			steps = append(steps, s)
			more := extend(s.after)
			steps = steps[:len(steps)-1]
			if !more {
				return false
			}
		}
		return true
	}
	extend(start)
	return nil
}

// randomly makes a scenario up: each step is a draw first among verbs, then among
// what the verb can be about.
func (c *choices) randomly(length int, draw *rand.Rand) ([]step, error) {
	p, err := c.rules.begin(c.header)
	if err != nil {
		return nil, err
	}
	c.verbs = ofLeader
	if draw.IntN(2) > 0 {
		c.verbs = slices.Concat(ofLeader, ofFailures)
	}
	var steps []step
	for len(steps) < length {
		s, ok := c.next(p, draw)
		if !ok {
			break
		}
		steps = append(steps, s)
		p = s.after
	}
	return steps, nil
}

// Verbs of random scripts, each as often as its share is. There is room for a few
// records only, so that appends are rare. Where nothing fails, the bookkeeping gets
// further: it begins anew after an election or a crash.
var (
	ofLeader = slices.Concat(
		slices.Repeat([]string{fetchVerb}, 10), slices.Repeat([]string{statusVerb}, 4), slices.Repeat([]string{appendVerb}, 3),
		[]string{tickVerb, produceVerb},
	)
	ofFailures = []string{followVerb, followVerb, electVerb, crashVerb, restartVerb}
)

// next draws until a move makes sense. STATUS always does where it is known.
func (c *choices) next(p *script.Player, draw *rand.Rand) (step, bool) {
	const tries = 100
	wait := *c
	wait.waits = []int{c.waits[draw.IntN(len(c.waits))]}
	all := wait.moves(p, []int{1 + draw.IntN(2)}, []int{2 + draw.IntN(4)})
	for range tries {
		verb := c.verbs[draw.IntN(len(c.verbs))]
		some := slices.DeleteFunc(slices.Clone(all), func(m move) bool { return m.command.Verb != verb })
		if len(some) == 0 {
			continue
		}
		m := some[draw.IntN(len(some))]
		if verb == fetchVerb {
			c.chase(p, &m.command, draw)
		}
		if s, ok := c.rules.take(p, m, c.header.Replicas); ok {
			return s, true
		}
	}
	return step{}, false
}

// chase has a follower ask, in one case of five each, for all that the leader has and
// for all that it had at the follower's previous fetch, in two for something between.
func (c *choices) chase(p *script.Player, fetch *script.Command, draw *rand.Rand) {
	seen, end := number(p, "seen", fetch.Replicas[0]), number(p, "leo", p.Value("leader", "")[0])
	switch draw.IntN(5) {
	case 0:
		fetch.Number = end
	case 1:
		fetch.Number = min(seen, end)
	case 2, 3:
		fetch.Number = min(seen+draw.IntN(max(end-seen, 0)+1), end)
	}
}

// header is that of generated scripts: the rules are brought up to date, and
// requests answered, without being told.
func (c *Config) header(p Partition, records int) script.Header {
	return script.Header{Replicas: p.Replicas, LagMax: p.LagMax, MinISR: p.MinISR, Auto: true, Answers: true, Records: records}
}

// small is the partition that all short scripts are about, as far as the
// configuration does not say.
func (c *Config) small() Partition {
	p := c.Partition
	if len(p.Replicas) == 0 {
		p.Replicas = someReplicas(max(3, p.MinISR))
	}
	if p.LagMax == 0 {
		p.LagMax = 2
	}
	if p.MinISR == 0 {
		p.MinISR = 2
	}
	return p
}

// any is a partition drawn at random, as far as the configuration does not say.
func (c *Config) any(draw *rand.Rand) Partition {
	p := c.Partition
	if len(p.Replicas) == 0 {
		p.Replicas = someReplicas(max(2+draw.IntN(3), p.MinISR))
	}
	if p.LagMax == 0 {
		p.LagMax = []int{1, 2, 5, 500, 30000}[draw.IntN(5)]
	}
	if p.MinISR == 0 {
		p.MinISR = 1 + draw.IntN(len(p.Replicas))
	}
	return p
}

// someReplicas are names: 5, 6, 7, ...
func someReplicas(n int) []string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprint(5+i))
	}
	return names
}

// waits are times around a limit.
func waits(limit int) []int {
	all := []int{0, 0, 0, 1, limit / 2, limit - 1, limit, limit + 1}
	return slices.DeleteFunc(all, func(n int) bool { return n < 0 })
}

// fewWaits are those of exhaustive scripts.
func fewWaits(limit int) []int { return slices.Compact([]int{0, limit, limit + 1}) }
