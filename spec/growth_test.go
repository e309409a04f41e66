package spec_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/explore"
)

// growthVariable names the file that TestGrowth draws.
const growthVariable = "TIDEMARK_GROWTH"

// growthPage is the drawing in docs/.
const growthPage = "../docs/growth.svg"

// growthBase are the bounds of which one at a time grows.
const growthBase = "default MaxRecords=1 MaxCrashes=0 Drop=FALSE"

// A bound grows from its least value.
type bound struct {
	name  string
	least int
	color string
}

var growing = []bound{
	{"Replicas", 2, "#d62728"}, {"MaxRecords", 1, "#1f77b4"}, {"MaxEpoch", 1, "#2ca02c"},
	{"LagMax", 0, "#9467bd"}, {"MaxCrashes", 0, "#ff7f0e"}, {"Lease", 0, "#17becf"},
}

// orbitsOf counts the orbits of the base with one bound changed, unless there are
// more than most.
func orbitsOf(t *testing.T, name string, value int, most uint64) (orbits uint64, counted bool) {
	t.Helper()
	text := strconv.Itoa(value)
	if name == "Replicas" {
		text = "{" + strings.Join(strings.Split("abcdefg"[:value], ""), ",") + "}"
	}
	var changes []string
	for _, word := range strings.Fields(growthBase) {
		if !strings.HasPrefix(word, name+"=") {
			changes = append(changes, word)
		}
	}
	m := loadBare(t, strings.Join(append(changes, name+"="+text), " "))
	res := search(t, m, explore.Options{Symmetry: true, MaxStates: most + 1})
	return res.Distinct, res.Stop == explore.NotStopped
}

var growthPoint = regexp.MustCompile(`<title>(\w+) = ([0-9]+): ([0-9,]+) orbits</title>`)

// TestGrowth draws how the states grow with each bound, up to a million orbits, when
// TIDEMARK_GROWTH names a file:
//
//	TIDEMARK_GROWTH=../docs/growth.svg go test -run TestGrowth ./spec
//
// Otherwise it counts again what is quickly counted of docs/growth.svg, and wants
// the drawing that its numbers give.
func TestGrowth(t *testing.T) {
	if file := os.Getenv(growthVariable); file != "" {
		drawing := drawGrowth(func(name string, value int) (uint64, bool) { return orbitsOf(t, name, value, 1_000_000) })
		if err := os.WriteFile(file, []byte(drawing), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	page, err := os.ReadFile(growthPage)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]uint64{}
	again := 0
	for _, point := range growthPoint.FindAllStringSubmatch(string(page), -1) {
		orbits, value := number(t, strings.ReplaceAll(point[3], ",", "")), int(number(t, point[2]))
		shown[fmt.Sprint(point[1], value)] = orbits
		if orbits > 20_000 {
			continue
		}
		again++
		if now, _ := orbitsOf(t, point[1], value, orbits); now != orbits {
			t.Errorf("%s = %d: the page shows %d orbits, now there are %d", point[1], value, orbits, now)
		}
	}
	if again < 10 {
		t.Errorf("only %d points were counted again", again)
	}
	drawing := drawGrowth(func(name string, value int) (uint64, bool) {
		orbits, known := shown[fmt.Sprint(name, value)]
		return orbits, known
	})
	if diff := cmp.Diff(strings.Split(string(page), "\n"), strings.Split(drawing, "\n")); diff != "" {
		t.Errorf("docs/growth.svg (-page +drawn):\n%s", diff)
	}
}

// A plot is a drawing in the making: orbits upwards, on a logarithmic scale, over
// the steps that a bound is above its least value.
type plot struct {
	strings.Builder
	labels map[int][]float64 // heights, by step
}

const (
	plotLeft, plotTop, plotRight, plotBottom = 70.0, 20.0, 520.0, 380.0
	plotLowest, plotHighest                  = 2, 6 // powers of ten
	plotSteps                                = 7
)

func (p *plot) x(step int) float64 { return plotLeft + float64(step)*(plotRight-plotLeft)/plotSteps }

func (p *plot) y(orbits float64) float64 {
	return plotBottom - (math.Log10(orbits)-plotLowest)/(plotHighest-plotLowest)*(plotBottom-plotTop)
}

// drawGrowth draws a curve for each bound, as far as orbits are known.
func drawGrowth(count func(name string, value int) (orbits uint64, known bool)) string {
	p := &plot{labels: map[int][]float64{}}
	fmt.Fprintln(p, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 440" font-family="sans-serif" font-size="12">`)
	fmt.Fprintln(p, `<title>How the number of states grows with each bound</title>`)
	fmt.Fprintln(p, `<rect width="660" height="440" fill="#ffffff"/>`)
	p.axes()
	for _, g := range growing {
		p.curve(g, count)
	}
	fmt.Fprintln(p, "</svg>")
	return p.String()
}

func (p *plot) axes() {
	for power := plotLowest; power <= plotHighest; power++ {
		orbits := math.Pow10(power)
		fmt.Fprintf(p, `<path d="M%.0f %.1fH%.0f" stroke="#dddddd"/>`, plotLeft, p.y(orbits), plotRight)
		fmt.Fprintf(p, `<text x="%.0f" y="%.1f" text-anchor="end" fill="#333333">%s</text>`+"\n", plotLeft-6, p.y(orbits)+4, commas(uint64(orbits)))
	}
	for step := range plotSteps + 1 {
		fmt.Fprintf(p, `<text x="%.1f" y="%.0f" text-anchor="middle" fill="#333333">+%d</text>`+"\n", p.x(step), plotBottom+18, step)
	}
	fmt.Fprintf(p, `<text x="%.0f" y="%.0f" text-anchor="middle" fill="#333333">above the least value of the bound</text>`+"\n",
		(plotLeft+plotRight)/2, plotBottom+40)
	middle := (plotTop + plotBottom) / 2
	fmt.Fprintf(p, `<text x="14" y="%.0f" transform="rotate(-90 14 %.0f)" text-anchor="middle" fill="#333333">orbits</text>`+"\n", middle, middle)
}

// curve draws the curve of a bound, with its name at the end.
func (p *plot) curve(g bound, count func(name string, value int) (uint64, bool)) {
	var line, points strings.Builder
	last := 0
	height := 0.0
	for step := range plotSteps + 1 {
		value := g.least + step
		orbits, known := count(g.name, value)
		if !known {
			break
		}
		last, height = step, p.y(float64(orbits))
		fmt.Fprintf(&line, "%s%.1f %.1f", [...]string{"M", "L"}[min(step, 1)], p.x(step), height)
		fmt.Fprintf(&points, `<circle cx="%.1f" cy="%.1f" r="3.5" fill="%s"><title>%s = %d: %s orbits</title></circle>`+"\n",
			p.x(step), height, g.color, g.name, value, commas(orbits))
	}
	fmt.Fprintf(p, `<path d="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n%s", line.String(), g.color, points.String())
	height += 4
	for slices.ContainsFunc(p.labels[last], func(other float64) bool { return math.Abs(other-height) < 12 }) {
		height += 6
	}
	p.labels[last] = append(p.labels[last], height)
	fmt.Fprintf(p, `<text x="%.1f" y="%.1f" fill="%s">%s</text>`+"\n", p.x(last)+8, height, g.color, g.name)
}

// commas writes a number with a comma between thousands.
func commas(n uint64) string {
	text := strconv.FormatUint(n, 10)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
