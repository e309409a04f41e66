package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"tidemark/explore"
)

// An Estimate says how large a search would be.
type Estimate struct {
	*Run
	Exact      bool      // Distinct was counted
	Distinct   [2]uint64 // states, or orbits under symmetry: at least, and at most if HasUpper
	HasUpper   bool
	OutDegree  float64 // successors of a state
	Method     string  // what was searched for it
	Expanded   uint64  // successors of that, in Seconds
	LevelError float64 // how far off the forecasts of levels so far were, where it is from levels
	Violated   string  // a property that is violated in what was searched
	Width      int     // words of a state
	Memory     uint64  // what check may take by default; 0: not known
}

const (
	// Of a search in breadth, the last two levels hold at most this part of the
	// states: 28% where the levels were the fewest.
	lastLevels = 0.35
	// Files of the disk store took up to this many times the states themselves.
	diskCopies = 2.2
	// A large search makes successors as fast as the small ones for the estimate,
	// or slower, since it waits for memory; or faster, since many workers have more to share.
	slowest, fastest = 4, 2
)

// bytes are what a store needs: memory, and files.
func (e *Estimate) bytes(kind explore.StoreKind, states uint64) (memory, files uint64) {
	memory = explore.StoreBytes(kind, e.Width, states, uint64(lastLevels*float64(states)))
	if kind == explore.Disk {
		files = uint64(diskCopies * float64(states) * float64(8*e.Width))
	}
	return memory, files
}

// seconds is how long check would take.
func (e *Estimate) seconds() (low, high float64) {
	perSuccessor := e.Seconds / float64(max(e.Expanded, 1))
	time := func(states uint64) float64 { return float64(states) * e.OutDegree * perSuccessor }
	return time(e.Distinct[0]) / fastest, time(e.Distinct[1]) * slowest
}

// WriteEstimate writes the estimate as text, which ends with the number of states.
func WriteEstimate(w io.Writer, e *Estimate) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "estimating %s\n", e.subject())
	e.writeConstants(out)
	if e.Reduced {
		line(out, "reduced", e.reduced())
	}
	line(out, "searched", e.Method)
	line(out, "distinct", e.extent())
	if e.HasUpper {
		e.writeNeeds(out)
	}
	if e.LevelError > 0 {
		line(out, "levels", fmt.Sprintf("the last ones were forecast within %.0f%%", 100*e.LevelError))
	}
	if e.Violated != "" {
		line(out, "warning", e.Violated+" is violated in what was searched; check would end there")
	}
	verb := "estimated"
	if e.Exact {
		verb = "counted"
	}
	fmt.Fprintf(out, "tidemark: %s: %s\n", verb, e.extent())
	return out.Flush()
}

// extent is the range of states.
func (e *Estimate) extent() string {
	switch {
	case !e.HasUpper:
		return fmt.Sprintf("more than %s distinct %ss; the levels do not tell yet how many", group(e.Distinct[0]), e.unit())
	case e.Distinct[0] == e.Distinct[1]:
		return plural(e.Distinct[0], "distinct "+e.unit())
	}
	return fmt.Sprintf("%s distinct %ss", about(e.Distinct[0], e.Distinct[1]), e.unit())
}

func (e *Estimate) writeNeeds(w io.Writer) {
	line(w, "generated", "about "+about(e.generated(0), e.generated(1)))
	for _, store := range []struct {
		name string
		kind explore.StoreKind
	}{{"exact store", explore.Exact}, {"hash store", explore.Hash}, {"disk store", explore.Disk}} {
		low, _ := e.bytes(store.kind, e.Distinct[0])
		high, files := e.bytes(store.kind, e.Distinct[1])
		text := fmt.Sprintf("%s to %s of memory", size(low), size(high))
		switch {
		case store.kind == explore.Disk:
			text = fmt.Sprintf("%s of memory or, slower, less; files of up to %s", size(high), size(files))
		case e.Memory > 0 && low > e.Memory:
			text += fmt.Sprintf(": more than the %s that check would take", size(e.Memory))
		case e.Memory > 0 && high > e.Memory:
			text += fmt.Sprintf(": maybe more than the %s that check would take", size(e.Memory))
		}
		line(w, store.name, text)
	}
	low, high := e.seconds()
	line(w, "time", fmt.Sprintf("%s to %s on this machine, with %s", span(low), span(high), plural(uint64(e.Workers), "worker")))
}

func (e *Estimate) generated(end int) uint64 { return uint64(float64(e.Distinct[end]) * e.OutDegree) }

// span writes a length of time for people.
func span(seconds float64) string {
	switch {
	case seconds < 0.1:
		return "0.1 s"
	case seconds < 100:
		return fmt.Sprintf("%.2g s", seconds)
	case seconds < 100*60:
		return fmt.Sprintf("%.2g min", seconds/60)
	case seconds < 100*3600:
		return fmt.Sprintf("%.2g h", seconds/3600)
	}
	return fmt.Sprintf("%.0f days", seconds/86400)
}

// WriteEstimateJSON writes the estimate as one JSON object on one line.
func WriteEstimateJSON(w io.Writer, e *Estimate) error {
	type bytes struct {
		Exact [2]uint64 `json:"exact"`
		Hash  [2]uint64 `json:"hash"`
		Disk  [2]uint64 `json:"disk"`
		Files [2]uint64 `json:"disk_files"`
	}
	type run struct {
		Seconds float64    `json:"seconds"`
		Workers int        `json:"workers"`
		Check   [2]float64 `json:"check_seconds"`
	}
	d := struct {
		Schema        string            `json:"schema"`
		Module        string            `json:"module,omitempty"`
		Configuration string            `json:"configuration"`
		Constants     map[string]string `json:"constants"`
		Symmetry      bool              `json:"symmetry"`
		Reductions    []string          `json:"reductions,omitzero"`
		Exact         bool              `json:"exact"`
		AtLeast       uint64            `json:"at_least"`
		AtMost        uint64            `json:"at_most,omitempty"`
		OutDegree     float64           `json:"out_degree,omitempty"`
		Searched      string            `json:"searched"`
		LevelError    float64           `json:"level_error,omitempty"`
		Violated      string            `json:"violated,omitempty"`
		Bytes         *bytes            `json:"bytes,omitempty"`
		Run           run               `json:"run"`
	}{
		Schema: "tidemark-estimate/1", Module: e.Module, Configuration: e.Configuration, Constants: map[string]string{},
		Symmetry: e.Symmetry, Reductions: e.reductionNames(), Exact: e.Exact, AtLeast: e.Distinct[0], Searched: e.Method,
		OutDegree: round(e.OutDegree, 100), LevelError: round(e.LevelError, 1000), Violated: e.Violated,
		Run: run{Seconds: round(e.Seconds, 1e6), Workers: e.Workers},
	}
	for _, c := range e.Constants {
		d.Constants[c.Name] = c.Value.String()
	}
	if e.HasUpper {
		d.AtMost = e.Distinct[1]
		var b bytes
		for end := range 2 {
			b.Exact[end], _ = e.bytes(explore.Exact, e.Distinct[end])
			b.Hash[end], _ = e.bytes(explore.Hash, e.Distinct[end])
			b.Disk[end], b.Files[end] = e.bytes(explore.Disk, e.Distinct[end])
		}
		d.Bytes = &b
		low, high := e.seconds()
		d.Run.Check = [2]float64{round(low, 1000), round(high, 1000)}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(d)
}
