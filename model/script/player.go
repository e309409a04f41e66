package script

import (
	"slices"

	"tidemark/model"
)

// A Player performs commands one at a time, for whoever wants to see what each
// has led to. It judges no properties.
type Player struct {
	r   replayer
	was replayer // before the latest command
}

// NewPlayer starts with the partition of a header, under the rules that it
// changes and these variants. An error is a *[model.BoundError].
func NewPlayer(h *Header, variants ...string) (*Player, error) {
	r, err := newReplayer(&Script{File: "script", Header: *h}, variants)
	if err != nil {
		return nil, err
	}
	r.properties = nil
	return &Player{r: *r}, nil
}

// Clone returns a player that goes on from the same state. The two must not be
// used at the same time.
func (p *Player) Clone() *Player {
	clone := *p
	return &clone
}

// Now is the time of the latest command.
func (p *Player) Now() int { return p.r.now }

// InCharge reports whether there is a leader in charge: one that is alive and has
// adopted the current epoch.
func (p *Player) InCharge() bool { return p.r.s.InCharge() }

// Perform performs a command about the header's replicas that is not an EXPECT,
// and says what became of it. An error says that it needs more than the model
// has room for.
func (p *Player) Perform(c *Command) (*Outcome, error) {
	p.was = p.r
	refusal, err := p.r.run(c)
	if err != nil {
		return nil, err
	}
	p.r.at.Time, p.r.at.Refusal = p.r.now, refusal
	return p.r.at, nil
}

// A FieldInfo is something that an EXPECT can be about.
type FieldInfo struct {
	Name      string
	OfReplica bool // of each replica, and not of the partition
}

// Fields lists them in the order of docs/scripts.md.
func Fields() []FieldInfo {
	var all []FieldInfo
	for _, f := range fields {
		all = append(all, FieldInfo{f.name, f.ofReplica})
	}
	return all
}

// Value is what a field is now. The replica is not looked at for a field of the
// partition.
func (p *Player) Value(name, replica string) []string {
	f, _ := findField(name)
	return f.value(&p.r, p.index(replica))
}

// Is reports whether an EXPECT for a field and these words is met now. An
// *[Error] says that the words can't be a value of the field.
func (p *Player) Is(name, replica string, words []string) (bool, error) {
	f, _ := findField(name)
	line := &reader{file: name, row: 1, end: 1}
	if err := line.split(tokens(words)); err != nil {
		return false, err
	}
	want, err := (&parser{script: p.r.script}).values(line, f)
	if err == nil {
		err = line.done()
	}
	if err != nil {
		return false, err
	}
	_, met := p.r.is(f, p.index(replica), want)
	return met, nil
}

func (p *Player) index(replica string) int {
	return max(slices.Index(p.r.script.Header.Replicas, replica), 0)
}

// Why says why a field is what it is after the latest command: the rule and the
// arithmetic. It is empty where the notes of the command say so. For isr the
// replica is one that is a member, or is not.
func (p *Player) Why(name, replica string) string {
	r, f := &p.r, p.index(replica)
	switch name {
	case "hw":
		return "R4: " + r.sumHW(int(p.was.s.HW))
	case "isr":
		if p.was.s.ISR.Has(f) == r.s.ISR.Has(f) {
			return r.whyMember(f)
		}
	case "known", "caught-up", "seen", "fetched":
		if p.was.s.LeaderEpoch != r.s.LeaderEpoch {
			return "R7: nothing is known of the followers in a new epoch, in which members of the ISR count as caught up now"
		}
		if p.was.s.FollowerLEO[f] != r.s.FollowerLEO[f] || p.was.caughtUp[f] != r.caughtUp[f] || r.fetched[f] == r.now {
			return ""
		}
		return "R1: only a fetch of " + replica + ", an election or a crash changes it"
	case "acks=all":
		_, why := r.admission()
		return "R6: " + why
	case "waiting", "acked":
		for id := 1; id <= maxRecords; id++ {
			if r.s.Pending.Has(id) {
				return "record " + idWords(r.s.Pending)[0] + " waits: " + r.whyNoAnswer(model.Ack, id).String()
			}
		}
	}
	return ""
}

// whyMember says why f is in the ISR, or is not.
func (r *replayer) whyMember(f int) string {
	name := r.m.Name(f)
	switch {
	case f == int(r.s.Leader) && r.s.ISR.Has(f):
		return "R2: the leader is never removed"
	case r.s.ISR.Has(f) && r.now-r.caughtUp[f] > r.limit:
		return "R2: " + r.lag(f) + ", but " + name + " leaves only when the ISR is checked"
	case r.s.ISR.Has(f):
		return "R2: " + name + " in sync: " + r.lag(f)
	case r.m.MayExpand(&r.s, f):
		return "R3: " + name + " may join, but only after it has fetched"
	}
	return r.whyNoExpand(f).String()
}
