package script

import "tidemark/model"

// offsetOf is where a record is in the leader's log; -1: nowhere.
func offsetOf(s *model.State, id int) int {
	for log, at := s.Log[s.Leader], 0; at < log.Len(); at++ {
		if log.At(at).ID == id {
			return at
		}
	}
	return -1
}

// aboutAcks are the situations of R5 and R6.
var aboutAcks = []situation{
	{"R5", "acks=1 is answered with the append", func(v *view) bool {
		return v.did("PRODUCE") && v.c.Word == model.AcksLeader && v.s.ISR.Len() > 1
	}},
	{"R5", "acks=all waits", func(v *view) bool {
		return v.did("PRODUCE") && v.c.Word == model.AcksAll && v.t.Pending&^v.s.Pending != 0
	}},
	{"R5", "acks=all with the leader alone is answered at once", func(v *view) bool {
		return v.did("PRODUCE") && v.c.Word == model.AcksAll && v.t.Acked != v.s.Acked
	}},
	{"R5", "the HW is at the record: it still waits", func(v *view) bool {
		return v.did("FETCH") && v.t.HW > v.s.HW && v.waits(func(offset int) bool { return int(v.t.HW) == offset })
	}},
	{"R5", "the HW has passed the record: success", func(v *view) bool {
		return v.did("FETCH") && v.t.Acked != v.s.Acked
	}},
	{"R5", "min.insync.replicas members have the record, but not all of the ISR: it waits", func(v *view) bool {
		return v.did("FETCH") && v.waits(func(offset int) bool {
			holders := 0
			for f := range v.header.Replicas {
				if v.t.ISR.Has(f) && known(v.t, f) > offset {
					holders++
				}
			}
			return holders == v.header.MinISR && holders < v.t.ISR.Len()
		})
	}},
	{"R5", "acks=none is refused", func(v *view) bool { return v.refused("PRODUCE", "unsupported_acks") && v.c.Word == "none" }},
	{"R5", "acks=quorum is refused, as is not acks=all", func(v *view) bool {
		return v.refused("PRODUCE", "unsupported_acks") && v.c.Word == "quorum" && v.s.Pending != 0
	}},
	{"R6", "acks=all with an ISR of min.insync.replicas is admitted", func(v *view) bool {
		return v.did("PRODUCE") && v.c.Word == model.AcksAll && v.s.ISR.Len() == v.header.MinISR && v.header.MinISR > 1
	}},
	{"R6", "acks=all with one fewer is refused, and nothing is appended", func(v *view) bool {
		return v.refused("PRODUCE", "NOT_ENOUGH_REPLICAS") && v.s.ISR.Len() == v.header.MinISR-1
	}},
	{"R6", "acks=1 with one fewer is admitted", func(v *view) bool {
		return v.did("PRODUCE") && v.c.Word == model.AcksLeader && v.s.ISR.Len() == v.header.MinISR-1
	}},
	{"R6", "who is late leaves before acks=all is admitted, which is refused", func(v *view) bool {
		return v.refused("PRODUCE", "NOT_ENOUGH_REPLICAS") && v.s.ISR.Len() >= v.header.MinISR
	}},
	{"R6", "min.insync.replicas does not keep anybody in the ISR", func(v *view) bool {
		return v.did(statusVerb) && v.s.ISR.Len() == v.header.MinISR && v.t.ISR.Len() == v.header.MinISR-1
	}},
	{"R6", "too few remain while a request waits: it fails, although the HW passes its record", func(v *view) bool {
		return v.did(statusVerb) && v.s.Pending != 0 && v.t.Pending == 0 && v.t.ISR.Len() == v.header.MinISR-1 && v.t.HW > v.s.HW
	}},
	{"R6", "just enough remain while a request waits: success, as the HW passes its record", func(v *view) bool {
		return v.did(statusVerb) && v.t.Acked != v.s.Acked && v.t.ISR.Len() == v.header.MinISR && v.t.ISR != v.s.ISR
	}},
	{"R6", "a wait times out: the record stays, and is not acknowledged", func(v *view) bool {
		return v.did("TIMEOUT")
	}},
	{"R6", "enough again: acks=all is admitted", func(v *view) bool {
		return v.did("PRODUCE") && v.c.Word == model.AcksAll && v.some(func(f int) bool { return v.s.ISR.Has(f) && v.past.credit[f] == fromLEO }) && v.s.ISR.Len() == v.header.MinISR && v.s.HW > 0
	}},
}

// waits reports whether a request waits, after the command, whose record has an
// offset that is such.
func (v *view) waits(such func(offset int) bool) bool {
	for id := 1; id <= maxRecords; id++ {
		if v.t.Pending.Has(id) && such(offsetOf(v.t, id)) {
			return true
		}
	}
	return false
}
