package script

import (
	"fmt"
	"strings"

	"tidemark/explore"
	"tidemark/model"
)

// describe notes what a step did and by which rules, with real times.
func (r *replayer) describe(before *model.State, label explore.Label, src, dst []uint64) {
	f := label.Argument()
	switch label.Action() {
	case model.Fetch:
		r.describeFetch(before, f)
	case model.ShrinkISR:
		r.note("R2: %s: %s leaves the ISR", r.lag(f), r.m.Name(f))
		if r.s.ISR.Len() < r.script.Header.MinISR {
			r.note("R6: min.insync.replicas %d does not prevent it", r.script.Header.MinISR)
		}
	case model.ExpandISR:
		r.note("R3: %s: %s joins the ISR", compared(int(before.FollowerLEO[f]), "HW", int(before.HW)), r.m.Name(f))
	case model.Produce:
		r.describeProduce(before, f)
	default: // in these no times occur
		text := r.m.Rule(src, dst, label)
		if i := strings.LastIndex(text, "; R4: "); i >= 0 && before.HW != r.s.HW {
			text = text[:i] // it comes below, with the numbers
		}
		r.note("%s", strings.ReplaceAll(text, "MinISR", "min.insync.replicas"))
		if label.Action() == model.Crash && r.s.InCharge() {
			r.note("R4: what the leader knew of %s is forgotten", r.m.Name(f))
		}
		if label.Action() == model.Restart {
			r.note("R7: it leads and follows nobody before an election, or FOLLOW")
		}
	}
	r.describeHW(before)
}

// describeProduce is R6, before the append, and R5.
func (r *replayer) describeProduce(before *model.State, acks int) {
	where := fmt.Sprintf("record %d goes to offset %d, in epoch %d", r.s.Produced, before.LEO(int(before.Leader)), r.s.LeaderEpoch)
	n, minISR := before.ISR.Len(), r.script.Header.MinISR
	switch {
	case strings.HasPrefix(r.at.Command, "APPEND "):
	case acks == 0:
		r.note("R5: acks=1 is answered now; R6: it asks for no minimum; %s", where)
	case n >= minISR:
		r.note("R6: ISR of %d >= min.insync.replicas %d; %s, and waits", n, minISR, where)
	default:
		r.note("ISR of %d < min.insync.replicas %d; %s, all the same", n, minISR, where)
	}
	if leader := int(r.s.Leader); int(r.s.Durable[leader]) < r.s.LEO(leader) {
		r.note("R12: only %d of %d in the leader's log are durable and count", r.s.Durable[leader], r.s.LEO(leader))
	}
}

// compared is a comparison as it is.
func compared(a int, what string, b int) string {
	sign := ">="
	if a < b {
		sign = "<"
	}
	if what != "" {
		what += " "
	}
	return fmt.Sprintf("%d %s %s%d", a, sign, what, b)
}

// describeFetch is R1 and R10.
func (r *replayer) describeFetch(before *model.State, f int) {
	offset, end, seen := before.LEO(f), before.LEO(int(before.Leader)), int(before.LastFetchLeaderLEO[f])
	name, at := r.m.Name(f), timeText(r.caughtUp[f])
	facts, means := compared(offset, "", end), "caught up now"
	if offset < end && offset >= seen {
		facts += fmt.Sprintf(" but %s", compared(offset, "", seen))
		means = fmt.Sprintf("caught up as of its previous fetch, %s", at)
		if before.LastFetch[f] == uint8(r.oldest) && r.caughtUp[f] == noTime {
			means = "there was no previous fetch"
		}
	} else if offset < end {
		facts += fmt.Sprintf(" and %s", compared(offset, "", seen))
		means = "not caught up"
	}
	r.note("R1: %s: %s", facts, means)
	r.note("lastCaughtUp(%s) = %s", name, strings.TrimPrefix(at, timePrefix))
	r.note("LEO(%s) = %d", name, r.s.FollowerLEO[f])
	switch a := &r.s.Response[f]; {
	case r.claim != nil:
	case a.Snapshot:
		r.note("R10: offset %d is not retained any more: the response is a snapshot of %s, HW %d", offset, model.Plural(a.Records.Len(), "record"), a.HW)
	default:
		r.note("R10: the response has %s from offset %d, HW %d", model.Plural(a.Records.Len(), "record"), offset, a.HW)
	}
}

// describeHW is R4, where the high watermark has moved, or does not go back.
func (r *replayer) describeHW(before *model.State) {
	if before.HW != r.s.HW || r.claim != nil && r.claim.offset < int(r.s.HW) && r.s.ISR.Has(r.claim.f) {
		r.note("R4: %s", r.sumHW(int(before.HW)))
	}
}

// sumHW is R4's arithmetic for a high watermark that was hw.
func (r *replayer) sumHW(hw int) string {
	var known []string
	lowest := -1
	for f := range r.m.Replicas() {
		if r.s.ISR.Has(f) {
			leo := r.knownLEO(&r.s, f)
			known = append(known, fmt.Sprint(leo))
			if lowest < 0 || leo < lowest {
				lowest = leo
			}
		}
	}
	sum := fmt.Sprintf("max(%d, min(%s))", hw, strings.Join(known, ", "))
	if int(r.s.HW) == max(hw, lowest) {
		return fmt.Sprintf("HW = %s = %d", sum, r.s.HW)
	}
	return fmt.Sprintf("HW becomes %d, not %s = %d", r.s.HW, sum, max(hw, lowest))
}
