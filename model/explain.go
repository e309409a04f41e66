package model

import (
	"fmt"
	"strconv"
	"strings"

	"tidemark/explore"
)

// Action spells a label: the action's name, and its argument as the module
// writes it, empty for Tick.
func (m *Model) Action(l explore.Label) (name, argument string) {
	info := Actions()[l.Action()]
	switch info.Parameter {
	case "":
		return info.Name, ""
	case "acks":
		return info.Name, strconv.Quote([]string{AcksLeader, AcksAll}[l.Argument()])
	case "p":
		return info.Name, strconv.Itoa(l.Argument())
	}
	return info.Name, m.Name(l.Argument())
}

// Rule says which rules allowed the step from src to dst, and with what
// arithmetic.
func (m *Model) Rule(src, dst []uint64, l explore.Label) string {
	s, t := m.Decode(src), m.Decode(dst)
	e := explanation{m, &s, &t, l.Argument()}
	why := e.step(l.Action())
	if s.HW != t.HW {
		why += fmt.Sprintf("; R4: HW max(%d, smallest LEO in the ISR) = %d", s.HW, t.HW)
	}
	return why
}

// An explanation is about one step with one argument.
type explanation struct {
	*Model
	s, t *State
	arg  int
}

func (e *explanation) step(action int) string {
	s, t, r := e.s, e.t, e.arg
	b := e.bounds
	switch action {
	case Produce:
		return e.produce()
	case Fetch:
		return e.fetch()
	case Receive, DuplicateResponse:
		return e.receive()
	case DropResponse:
		return "the response is lost; the leader's bookkeeping keeps what the fetch said"
	case Tick:
		return e.tick()
	case ShrinkISR:
		return fmt.Sprintf("R2: %s was last caught up longer than LagMax %d ago", e.Name(r), b.LagMax)
	case ExpandISR:
		return fmt.Sprintf("R3: LEO %d >= HW %d, and %s fetched within LagMax %d", s.FollowerLEO[r], s.HW, e.Name(r), b.LagMax)
	case Elect:
		return e.elect()
	case BecomeFollower:
		return fmt.Sprintf("R9: adopts epoch %d, keeps the %s that it shares with leader %s, of %d", t.LeaderEpoch, plural(t.LEO(r), "record"), e.Name(int(t.Leader)), s.LEO(r))
	case Ack:
		return fmt.Sprintf("R5: HW %d > offset %d; R6: ISR of %d >= MinISR %d", s.HW, s.Log[s.Leader].offsetOf(r), s.ISR.Len(), b.MinISR)
	case Refuse:
		return fmt.Sprintf("R6: ISR of %d < MinISR %d: NOT_ENOUGH_REPLICAS_AFTER_APPEND", s.ISR.Len(), b.MinISR)
	case TimeOut:
		return "R6: the wait is over; the record stays, and its client does not know the outcome"
	case Crash:
		return e.crash()
	case Restart:
		return fmt.Sprintf("%s is back and has adopted no epoch", e.Name(r))
	}
	return fmt.Sprintf("R12: durable %d becomes %d", s.Durable[r], t.Durable[r])
}

func (e *explanation) produce() string {
	offset := e.s.LEO(int(e.s.Leader))
	if e.arg == 0 {
		return fmt.Sprintf("R6: acks=1 asks for no minimum; record %d goes to offset %d, in epoch %d", e.t.Produced, offset, e.t.LeaderEpoch)
	}
	return fmt.Sprintf("R6: ISR of %d >= MinISR %d; record %d goes to offset %d, in epoch %d, and waits", e.s.ISR.Len(), e.bounds.MinISR, e.t.Produced, offset, e.t.LeaderEpoch)
}

func (e *explanation) elect() string {
	s, t, c := e.s, e.t, e.arg
	why := fmt.Sprintf("R7: a live member of the ISR and not in charge; leads epoch %d, keeps %d of its %s (HW %d)", t.LeaderEpoch, t.LEO(c), plural(s.LEO(c), "record"), s.HW)
	if old := int(s.Leader); old != c && s.ISR.Has(old) {
		why += fmt.Sprintf("; the old leader %s leaves the ISR", e.Name(old))
	}
	return why
}

func (e *explanation) fetch() string {
	s, f := e.s, e.arg
	offset, end, before := s.LEO(f), s.LEO(int(s.Leader)), int(s.LastFetchLeaderLEO[f])
	var why string
	switch {
	case offset >= end:
		why = fmt.Sprintf("R1: offset %d >= the leader's LEO %d: caught up now", offset, end)
	case offset >= before && int(s.LastFetch[f]) > e.bounds.LagMax:
		why = fmt.Sprintf("R1: offset %d < the leader's LEO %d but %d >= %d, its LEO at the previous fetch; but there was none within LagMax", offset, end, offset, before)
	case offset >= before:
		why = fmt.Sprintf("R1: offset %d < the leader's LEO %d but %d >= %d, its LEO at the previous fetch: caught up as of then, %s ago", offset, end, offset, before, plural(int(s.LastFetch[f]), "tick"))
	default:
		why = fmt.Sprintf("R1: offset %d < the leader's LEO %d and %d < %d, its LEO at the previous fetch: not caught up", offset, end, offset, before)
	}
	a := e.t.Response[f]
	if a.Snapshot {
		return why + fmt.Sprintf("; R10: the next offset %d is below the retained tail, so the response is a snapshot of %s", offset, plural(a.Records.Len(), "record"))
	}
	return why + fmt.Sprintf("; R10: incremental, the response has %s", plural(a.Records.Len(), "record"))
}

func (e *explanation) receive() string {
	s, f := e.s, e.arg
	a := s.Response[f]
	switch e.fence(s, f) {
	case StaleLeaderEpoch:
		return fmt.Sprintf("R8: rejected (%s): a packet of epoch %d, and %s has adopted %d", StaleLeaderEpoch, a.Epoch, e.Name(f), s.ReplicaEpoch[f])
	case NonCurrentLeader:
		return fmt.Sprintf("R8: rejected (%s): a packet from %s, and %s leads epoch %d", NonCurrentLeader, e.Name(int(a.Source)), e.Name(int(s.Leader)), s.LeaderEpoch)
	}
	why := fmt.Sprintf("R8: a packet of the adopted epoch %d from its leader %s", a.Epoch, e.Name(int(a.Source)))
	switch {
	case a.Snapshot:
		return why + fmt.Sprintf("; R10: a snapshot of %s, of which HW %d counts as committed", plural(a.Records.Len(), "record"), a.HW)
	case !e.fits(s, f):
		return why + fmt.Sprintf("; it starts at offset %d but the LEO is %d: dropped", a.Base, s.LEO(f))
	}
	return why + fmt.Sprintf("; appends %s at offset %d, advertised HW %d", plural(a.Records.Len(), "record"), a.Base, a.HW)
}

func (e *explanation) tick() string {
	why := "one tick of time passes"
	for r := range e.Replicas() {
		if before, now := e.s.Lease[r], e.t.Lease[r]; before != now {
			why += fmt.Sprintf("; R11: the lease of %s goes from %d to %d", e.Name(r), before, now)
		}
	}
	return why
}

func (e *explanation) crash() string {
	s, t, r := e.s, e.t, e.arg
	var why []string
	if e.lossy {
		why = append(why, fmt.Sprintf("R12: the log falls back to its durable image, %d of %s", t.LEO(r), plural(s.LEO(r), "record")))
	} else {
		why = append(why, "the log is kept")
	}
	switch {
	case s.ISR.Has(r) && t.ISR.Has(r):
		why = append(why, "the last member stays in the ISR")
	case s.ISR.Has(r):
		why = append(why, "it leaves the ISR")
	}
	return strings.Join(why, "; ")
}

// plural is a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
