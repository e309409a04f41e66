package conform

// A Partition is what an implementation begins with.
type Partition struct {
	Replicas []string // the first leads, in epoch 1; at first all are in the ISR and have nothing
	LagMax   int      // replica.lag.time.max.ms
	MinISR   int      // min.insync.replicas

	_ struct{}
}

// A Leader is the leader's bookkeeping of one partition. Times are in
// milliseconds from 0 on, and never go back. A type that also is a [Producer],
// an [Elector], a [Crasher] or a [Teller] is checked for that, too.
type Leader interface {
	Append(now, records int)                    // the leader appends records
	Fetch(now int, follower string, offset int) // R1, and R3 for a follower outside the ISR
	Check(now int)                              // the periodic check: R2
	LEO() int                                   // the leader's log end offset
	HW() int                                    // R4
	ISR() []string                              // in any order
}

// A Producer takes acks=all requests. Records are numbered from 1 in the order in
// which they are appended, those of Append included.
type Producer interface {
	Produce(now int) bool // one record; reports whether it was appended (R6, after a check)
	Waiting() []int       // records whose requests have no answer yet
	Acked() []int         // records whose requests were answered with success (R5)
}

// An Elector takes the part of a new leader.
type Elector interface {
	Elect(now int, leader string) // R7: it leads a new epoch
}

// A Crasher is told of followers that crash, and of their restart.
type Crasher interface {
	Crash(now int, follower string)
	Restart(now int, follower string)
}

// A Teller tells what it knows of its followers.
type Teller interface {
	Known(follower string) int    // its LEO
	CaughtUp(follower string) int // when it was last caught up; negative: never in this epoch
}
