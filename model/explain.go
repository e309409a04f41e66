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

// Call spells a label as the module does, such as Fetch(r2).
func (m *Model) Call(l explore.Label) string { return call(m.Action(l)) }

// Rule says by which rules the step from src to dst came about, and with what
// arithmetic. It states what is so, whatever a variant makes of it;
// [Model.Depart] says what the protocol would have done.
func (m *Model) Rule(src, dst []uint64, l explore.Label) string {
	s, t := m.Decode(src), m.Decode(dst)
	return m.rule(&s, &t, l)
}

func (m *Model) rule(s, t *State, l explore.Label) string {
	e := explanation{m, s, t, l.Argument()}
	why := e.step(l.Action())
	switch {
	case s.HW == t.HW:
	case int(t.HW) == m.HighWatermark(t, int(s.HW), m.rules&Rules(0).With(CountBeforeFsync)):
		why += fmt.Sprintf("; R4: HW max(%d, smallest LEO in the ISR) = %d", s.HW, t.HW)
	default:
		why += fmt.Sprintf("; R4: HW %d becomes %d", s.HW, t.HW)
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
		return e.shrink()
	case ExpandISR:
		return e.expand()
	case Elect:
		return e.elect()
	case BecomeFollower:
		return e.becomeFollower()
	case Ack:
		return e.ack()
	case Refuse:
		return fmt.Sprintf("R6: ISR of %d < MinISR %d: NOT_ENOUGH_REPLICAS_AFTER_APPEND", s.ISR.Len(), b.MinISR)
	case TimeOut:
		if t.Acked.Has(r) {
			return "R6: the wait is over and is answered with success; the record stays"
		}
		return "R6: the wait is over; the record stays, and its client does not know the outcome"
	case Crash:
		return e.crash()
	case Restart:
		if epoch := t.ReplicaEpoch[r]; epoch > 0 {
			return fmt.Sprintf("%s is back and goes on in epoch %d", e.Name(r), epoch)
		}
		return fmt.Sprintf("%s is back and has adopted no epoch", e.Name(r))
	}
	return fmt.Sprintf("R12: durable %d becomes %d", s.Durable[r], t.Durable[r])
}

func (e *explanation) produce() string {
	offset := e.s.LEO(int(e.s.Leader))
	if e.arg == 0 {
		return fmt.Sprintf("R6: acks=1 asks for no minimum; record %d goes to offset %d, in epoch %d", e.t.Produced, offset, e.t.LeaderEpoch)
	}
	then := "and waits"
	if e.t.Refused.Has(int(e.t.Produced)) {
		then = "and is refused after that: NOT_ENOUGH_REPLICAS"
	}
	return fmt.Sprintf("R6: ISR of %s; record %d goes to offset %d, in epoch %d, %s",
		compared(e.s.ISR.Len(), ">=", e.bounds.MinISR, "MinISR "), e.t.Produced, offset, e.t.LeaderEpoch, then)
}

func (e *explanation) shrink() string {
	s, f := e.s, e.arg
	if age := int(s.LastCaughtUp[f]); age <= e.bounds.LagMax {
		return fmt.Sprintf("R2: %s was last caught up %s", e.Name(f), e.ago(s.LastCaughtUp[f]))
	}
	return fmt.Sprintf("R2: %s was last caught up longer than LagMax %d ago", e.Name(f), e.bounds.LagMax)
}

func (e *explanation) expand() string {
	s, f := e.s, e.arg
	lately := "fetched within"
	if int(s.LastFetch[f]) > e.bounds.LagMax {
		lately = "did not fetch within"
	}
	return fmt.Sprintf("R3: LEO %s, and %s %s LagMax %d",
		compared(int(s.FollowerLEO[f]), ">=", int(s.HW), "HW "), e.Name(f), lately, e.bounds.LagMax)
}

func (e *explanation) becomeFollower() string {
	s, t, r := e.s, e.t, e.arg
	leader, kept := int(t.Leader), t.LEO(r)
	if shared := s.Log[r].SharedEpochs(s.Log[leader]); shared != kept {
		return fmt.Sprintf("R9: adopts epoch %d, keeps %s of %d; it shares %d with leader %s", t.LeaderEpoch, Plural(kept, "record"), s.LEO(r), shared, e.Name(leader))
	}
	return fmt.Sprintf("R9: adopts epoch %d, keeps the %s that it shares with leader %s, of %d", t.LeaderEpoch, Plural(kept, "record"), e.Name(leader), s.LEO(r))
}

func (e *explanation) ack() string {
	s, p := e.s, e.arg
	passed := fmt.Sprintf("record %d is not in the leader's log", p)
	if offset := s.Log[s.Leader].offsetOf(p); offset >= 0 {
		passed = "HW " + compared(int(s.HW), ">", offset, "offset ")
	}
	return fmt.Sprintf("R5: %s; R6: ISR of %s", passed, compared(s.ISR.Len(), ">=", e.bounds.MinISR, "MinISR "))
}

func (e *explanation) elect() string {
	s, t, c := e.s, e.t, e.arg
	who := "a live member of the ISR"
	if !s.ISR.Has(c) {
		who = "alive, no member of the ISR,"
	}
	why := fmt.Sprintf("R7: %s and not in charge; leads epoch %d, keeps %d of its %s (HW %d)", who, t.LeaderEpoch, t.LEO(c), Plural(s.LEO(c), "record"), s.HW)
	if old := int(s.Leader); old != c && s.ISR.Has(old) && !t.ISR.Has(old) {
		why += fmt.Sprintf("; the old leader %s leaves the ISR", e.Name(old))
	}
	if s.Pending != 0 && t.Pending == 0 {
		why += "; requests that wait end, with an outcome unknown to their clients"
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
		why = fmt.Sprintf("R1: offset %d < the leader's LEO %d but %d >= %d, its LEO at the previous fetch: caught up as of then, %s ago", offset, end, offset, before, Plural(int(s.LastFetch[f]), "tick"))
	default:
		why = fmt.Sprintf("R1: offset %d < the leader's LEO %d and %d < %d, its LEO at the previous fetch: not caught up", offset, end, offset, before)
	}
	by := Rules(0).Fetched(s.bookkeeping(f), Request{Offset: offset, LeaderLEO: end})
	if noted := int(e.t.LastCaughtUp[f]); noted != -by.LastCaughtUp {
		why += ", but noted as caught up " + e.ago(e.t.LastCaughtUp[f])
	}
	if known := int(e.t.FollowerLEO[f]); known != offset {
		why += fmt.Sprintf(", its LEO noted as %d", known)
	}
	a := e.t.Response[f]
	if a.Snapshot {
		return why + fmt.Sprintf("; R10: the next offset %d is below the retained tail, so the response is a snapshot of %s", offset, Plural(a.Records.Len(), "record"))
	}
	return why + fmt.Sprintf("; R10: incremental, the response has %s", Plural(a.Records.Len(), "record"))
}

func (e *explanation) receive() string {
	s, f := e.s, e.arg
	a := s.Response[f]
	switch e.Fenced(s, f) {
	case StaleLeaderEpoch:
		return fmt.Sprintf("R8: rejected (%s): a packet of epoch %d, and %s has adopted %d", StaleLeaderEpoch, a.Epoch, e.Name(f), s.ReplicaEpoch[f])
	case NonCurrentLeader:
		return fmt.Sprintf("R8: rejected (%s): a packet from %s, and %s leads epoch %d", NonCurrentLeader, e.Name(int(a.Source)), e.Name(int(s.Leader)), s.LeaderEpoch)
	}
	why := fmt.Sprintf("R8: a packet of the adopted epoch %d from its leader %s", a.Epoch, e.Name(int(a.Source)))
	if a.Epoch != s.ReplicaEpoch[f] || s.ReplicaEpoch[f] == s.LeaderEpoch && a.Source != s.Leader {
		why = fmt.Sprintf("R8: a packet of epoch %d from %s is taken by %s, which has adopted epoch %d", a.Epoch, e.Name(int(a.Source)), e.Name(f), s.ReplicaEpoch[f])
	}
	switch {
	case a.Snapshot:
		return why + fmt.Sprintf("; R10: a snapshot of %s, of which HW %d counts as committed", Plural(a.Records.Len(), "record"), a.HW)
	case !e.fits(s, f):
		return why + fmt.Sprintf("; it starts at offset %d but the LEO is %d: dropped", a.Base, s.LEO(f))
	}
	return why + fmt.Sprintf("; appends %s at offset %d, advertised HW %d", Plural(a.Records.Len(), "record"), s.LEO(f), a.HW)
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
		why = append(why, fmt.Sprintf("R12: the log falls back to its durable image, %d of %s", t.LEO(r), Plural(s.LEO(r), "record")))
	} else {
		why = append(why, "the log is kept")
	}
	switch {
	case s.ISR.Has(r) && t.ISR.Has(r) && s.ISR.Len() > 1:
		why = append(why, "it stays in the ISR")
	case s.ISR.Has(r) && t.ISR.Has(r):
		why = append(why, "the last member stays in the ISR")
	case s.ISR.Has(r):
		why = append(why, "it leaves the ISR")
	}
	return strings.Join(why, "; ")
}

// compared is a comparison of two numbers as it is; what says what the second
// is, and sign is > or >=, what a rule asks for.
func compared(a int, sign string, b int, what string) string {
	switch {
	case sign == ">" && a <= b:
		sign = "<="
	case sign == ">=" && a < b:
		sign = "<"
	}
	return fmt.Sprintf("%d %s %s%d", a, sign, what, b)
}

// ago spells an age.
func (m *Model) ago(age uint8) string {
	switch {
	case age == 0:
		return "now"
	case int(age) > m.bounds.LagMax:
		return fmt.Sprintf("longer ago than LagMax %d", m.bounds.LagMax)
	}
	return Plural(int(age), "tick") + " ago"
}
