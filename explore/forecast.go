package explore

import "math"

// A Forecast says how many distinct states a search is expected to find. The zero
// value says nothing: it is too early to tell.
type Forecast struct {
	Low, High uint64
	// Error is how far off, at most, the sizes of the latest levels were when each
	// was forecast from those before: 0.1 is 10%.
	Error float64
}

const (
	// farthest is how many times the states found so far a forecast may speak of.
	farthest = 10
	// leastLevels is how many levels must be known for one.
	leastLevels = 9
)

// growthWindows are numbers of levels from which the growth is read.
var growthWindows = [...]int{3, 4, 6}

// forecast tells from the distinct states at the end of each level what a search
// will come to.
//
// Levels grow by a factor that falls from level to level, and its logarithm falls
// nearly in a straight line, below 0 where levels get smaller. The line is fitted to
// the last few levels, for several meanings of a few; how far these are apart, and
// how far the forecast reaches, says how sure it is.
func forecast(totals []uint64) Forecast {
	if len(totals) < leastLevels {
		return Forecast{}
	}
	seen := float64(totals[len(totals)-1])
	low, high := math.Inf(1), 0.0
	for _, n := range growthWindows {
		g, ok := fitGrowth(totals, n)
		if !ok {
			return Forecast{}
		}
		all := seen + g.rest()
		low, high = min(low, all), max(high, all)
	}
	if high > farthest*seen {
		return Forecast{}
	}
	unsure := 1.2 * math.Pow(high/seen, 0.35) // 99% of some hundred forecasts were right within it
	return Forecast{
		Low:   uint64(max(seen, low/unsure)),
		High:  uint64(math.Ceil(high * unsure)),
		Error: growthError(totals),
	}
}

// growthError compares the latest levels with what was forecast for them.
func growthError(totals []uint64) (worst float64) {
	for end := len(totals) - 3; end < len(totals); end++ {
		size := float64(totals[end] - totals[end-1])
		if g, ok := fitGrowth(totals[:end], 4); ok && size > 0 {
			worst = max(worst, math.Abs(g.size*math.Exp(g.at)-size)/size)
		}
	}
	return worst
}

// A growth is a line: the next level is larger than the last one by the factor
// exp(at), the one after that by exp(at + slope) than the next, and so on.
type growth struct{ size, at, slope float64 }

// fitGrowth fits a line to the last n factors by which levels grew. It fails if
// these do not fall.
func fitGrowth(totals []uint64, n int) (g growth, ok bool) {
	if len(totals) < n+3 { // the first total may be of several levels
		return g, false
	}
	size := func(back int) float64 { // of the level that many before the last
		i := len(totals) - 1 - back
		return float64(totals[i] - totals[i-1])
	}
	var sum, moment, spread float64
	middle := float64(n-1) / 2
	for back := range n {
		factor := math.Log(size(back) / size(back+1))
		sum += factor
		moment += factor * (middle - float64(back))
		spread += (middle - float64(back)) * (middle - float64(back))
	}
	g.size, g.slope = size(0), moment/spread
	g.at = sum/float64(n) + g.slope*(middle+1)
	return g, g.slope < -0.0005
}

// rest is the number of states in all levels to come.
func (g growth) rest() (states float64) {
	for size, factor := g.size, g.at; size >= 1; factor += g.slope {
		size *= math.Exp(factor)
		states += size
	}
	return states
}
