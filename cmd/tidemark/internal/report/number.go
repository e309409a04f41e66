package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// group writes a number with a comma between thousands.
func group(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// about writes a range with two digits, outwards: 1.3 to 3.1 million.
func about(low, high uint64) string {
	unit, name := 1.0, ""
	for _, u := range []struct {
		size float64
		name string
	}{{1e3, " thousand"}, {1e6, " million"}, {1e9, " billion"}, {1e12, " trillion"}, {1e15, " quadrillion"}} {
		if float64(high) >= u.size {
			unit, name = u.size, u.name
		}
	}
	return fmt.Sprintf("%s to %s%s", twoDigits(float64(low)/unit, math.Floor), twoDigits(float64(high)/unit, math.Ceil), name)
}

// twoDigits writes a number with at least two digits that count.
func twoDigits(x float64, round func(float64) float64) string {
	scale := 1.0
	for x > 0 && x*scale < 10 && scale < 1e6 {
		scale *= 10
	}
	return strconv.FormatFloat(round(x*scale)/scale, 'f', -1, 64)
}

// probability writes a small number with the digits that matter.
func probability(p float64) string { return fmt.Sprintf("%.2g", p) }

// plural counts things.
func plural(n uint64, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case strings.HasSuffix(thing, "y"):
		return group(n) + " " + strings.TrimSuffix(thing, "y") + "ies"
	}
	return group(n) + " " + thing + "s"
}

// size writes a number of bytes in the largest binary unit below it.
func size(bytes uint64) string {
	const step = 1024
	if bytes < step {
		return plural(bytes, "byte")
	}
	value, unit := float64(bytes)/step, 0
	units := []string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	for value >= step && unit < len(units)-1 {
		value, unit = value/step, unit+1
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", value), ".0") + " " + units[unit]
}

// perSecond is a rate; 0 when no time has passed.
func perSecond(n uint64, seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	return float64(n) / seconds
}

// elapsed writes a length of time with the digits that matter.
func elapsed(seconds float64) string {
	if seconds < 10 {
		return fmt.Sprintf("%.3f s", seconds)
	}
	return fmt.Sprintf("%.1f s", seconds)
}
