package explore

import (
	"encoding/json"
	"os"
	"testing"
)

// A profile is how large the levels of a search were.
type profile struct {
	Name   string
	Levels []uint64
}

func profiles(t *testing.T) (ps []profile) {
	t.Helper()
	text, err := os.ReadFile("testdata/levels.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &ps); err != nil {
		t.Fatal(err)
	}
	return ps
}

// TestForecast makes a forecast at the end of each level of some searches that
// were made to the end, up to where next to all was found. It wants nearly all to
// be right, none to be so wide as to say nothing, and one of each search at last.
func TestForecast(t *testing.T) {
	made, right := 0, 0
	for _, p := range profiles(t) {
		var all, seen uint64
		for _, n := range p.Levels {
			all += n
		}
		var totals []uint64
		ever := false
		for _, n := range p.Levels {
			seen += n
			totals = append(totals, seen)
			f := forecast(totals)
			if f.High == 0 || float64(seen) > 0.97*float64(all) {
				continue
			}
			made++
			if f.Low < seen || f.High < f.Low || f.High > 50*f.Low {
				t.Errorf("%s: at %d of %d states the forecast is %d to %d", p.Name, seen, all, f.Low, f.High)
			}
			if ok := f.Low <= all && all <= f.High; ok {
				right++
			} else {
				t.Logf("%s: at %d states the forecast is %d to %d, but there are %d", p.Name, seen, f.Low, f.High, all)
			}
			ever = ever || 2*seen > all
		}
		if !ever {
			t.Errorf("%s: no forecast in its second half", p.Name)
		}
	}
	t.Logf("%d of %d forecasts are right", right, made)
	if made < 300 || float64(right) < 0.98*float64(made) {
		t.Errorf("%d of %d forecasts are right", right, made)
	}
}

// TestForecastErrors wants levels that grow by factors along a line to be forecast
// without any error, and nothing to be said of ones that grow ever faster.
func TestForecastErrors(t *testing.T) {
	var line, steep []uint64
	total, more, size, factor := uint64(0), uint64(0), 1000.0, 3.0
	for range 16 {
		total += uint64(size)
		more = 3*more + 1
		line, steep = append(line, total), append(steep, more)
		size, factor = size*factor, factor*0.85
	}
	if f := forecast(line); f.High == 0 || f.Error > 0.01 {
		t.Errorf("along a line: %+v", f)
	}
	if f := forecast(steep); f != (Forecast{}) {
		t.Errorf("without end: %+v", f)
	}
	if f := forecast(nil); f != (Forecast{}) {
		t.Errorf("of nothing: %+v", f)
	}
}
