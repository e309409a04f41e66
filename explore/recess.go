package explore

import (
	"sync/atomic"
	"time"
)

// A recess lets workers stop between two chunks, so that the search can be
// saved. A nil one is never asked for.
type recess struct {
	due   <-chan time.Time // asks for it
	asked atomic.Bool
}

// called says whether workers should stop.
func (r *recess) called() bool {
	if r == nil {
		return false
	}
	select {
	case <-r.due:
		r.asked.Store(true)
	default:
	}
	return r.asked.Load()
}

// over lets them work until something asks again.
func (r *recess) over(due <-chan time.Time) {
	r.due = due
	r.asked.Store(false)
}
