package script

// A timeline is the moments at which something happened, from 0 on, each once, in
// milliseconds, or what else the script's unit is.
type timeline struct {
	moments []int
	limit   int // replica.lag.time.max.ms
	lease   int // ticks that a lease lasts; 0: there are none
}

// moment is the place of a time among the moments, which it is added to.
func (t *timeline) moment(time int) int {
	if last := len(t.moments) - 1; last < 0 || t.moments[last] != time {
		t.moments = append(t.moments, time)
	}
	return len(t.moments) - 1
}

// maxMoments is how many moments are laid out anew.
const maxMoments = 250

// ticks lays the moments out in ticks so that the rules can't tell the difference:
// two moments are longer apart than lagMax ticks, exactly so long, or less, as
// they are to the limit, and leases last until the same moment. With distinct, all
// moments stay apart, too. It returns the least such ticks, or false when there
// are none.
//
// These are bounds on differences, so the least solution is that of the longest
// paths from the first moment, and there is none when they never end.
func (t *timeline) ticks(lagMax int, distinct bool) ([]int, bool) {
	n := len(t.moments)
	at := make([]int, n)
	for range n + 1 {
		stable := true
		raise := func(i, least int) {
			if at[i] < least {
				at[i], stable = least, false
			}
		}
		for i := range n {
			for j := i + 1; j < n; j++ {
				low, high := t.apart(i, j, lagMax, distinct)
				raise(j, at[i]+low)
				if high >= 0 {
					raise(i, at[j]-high)
				}
			}
		}
		if stable {
			return at, true
		}
	}
	return nil, false
}

// apart is how many ticks two moments may be apart; high is -1 where there is no
// bound.
func (t *timeline) apart(i, j, lagMax int, distinct bool) (low, high int) {
	gap := t.moments[j] - t.moments[i]
	high = -1
	if distinct {
		low = 1
	}
	switch {
	case gap > t.limit:
		low = lagMax + 1
	case gap == t.limit:
		low, high = max(low, lagMax), lagMax
	default:
		high = lagMax - 1
	}
	if t.lease > 0 && j == i+1 { // a tick of a lease is one of the script's units
		low = max(low, min(gap, t.lease))
		if gap < t.lease && (high < 0 || high > gap) {
			high = gap
		}
	}
	return low, high
}

// layouts are the ways to lay the moments out that are worth trying: each is an
// age limit in ticks, and the tick of each moment. Where the limit is small enough
// for the model, the times are ticks already.
func (t *timeline) layouts() (all []layout) {
	if t.limit <= exactLimit {
		return []layout{{t.limit, t.moments}}
	}
	if len(t.moments) > maxMoments {
		return nil
	}
	for _, distinct := range []bool{true, false} {
		for lagMax := 1; lagMax <= exactLimit; lagMax++ {
			if at, ok := t.ticks(lagMax, distinct); ok {
				all = append(all, layout{lagMax, at})
				break
			}
		}
	}
	return all
}

// A layout says at which tick each moment is.
type layout struct {
	lagMax int
	at     []int
}
