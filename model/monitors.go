package model

// Monitors are history that only properties read: Committed, Acked and Refused.
// They are [Optional].
// In the correct protocol a request that R6 refuses at admission is no step, so
// Refused stays empty.

// commit updates Committed: whenever the high watermark passes its length, it
// becomes the leader's log up to the high watermark as a whole, so that a
// change of what was committed shows.
func (t *successor) commit() {
	if int(t.HW) > t.Committed.Len() {
		t.setCommitted(t.Log[t.Leader].Cut(int(t.HW)))
	}
}

// acknowledge updates Acked: record p's acks=all request was answered with
// success.
func (t *successor) acknowledge(p int) { t.setAcked(t.Acked.With(p)) }
