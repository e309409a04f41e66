package report

import (
	"encoding/json"
	"io"
	"math"

	"tidemark/explore"
	"tidemark/explore/trace"
)

// document is the JSON form of a run.
type document struct {
	Schema        string            `json:"schema"`
	Command       string            `json:"command"`
	Module        string            `json:"module,omitempty"` // file of a TLA+ module
	Configuration string            `json:"configuration"`
	Constants     map[string]string `json:"constants"` // as TLA+ text; encoded in the order of the names
	Symmetry      bool              `json:"symmetry"`
	Reductions    []string          `json:"reductions,omitzero"` // parts of the states that are left out; under --reduce
	Store         string            `json:"store,omitempty"`
	Reproduce     string            `json:"reproduce,omitempty"`

	Result     string      `json:"result"`
	Reason     string      `json:"reason,omitempty"`
	Distinct   *uint64     `json:"distinct,omitempty"` // not of a simulation, which does not count them
	Generated  uint64      `json:"generated"`
	Depth      int         `json:"depth"`
	Queue      *uint64     `json:"queue,omitempty"`
	Walks      *uint64     `json:"walks,omitempty"` // of a simulation: up to the one with the violation
	OutDegree  *outDegree  `json:"out_degree,omitempty"`
	Omission   float64     `json:"omission_probability,omitempty"`
	Violation  *violation  `json:"violation,omitempty"`
	Violations []violation `json:"violations,omitzero"` // all of them, when all were asked for
	Kinds      *kinds      `json:"kinds,omitempty"`     // of counterexamples, under --all-minimal
	Retrace    *retrace    `json:"retrace,omitempty"`
	Coverage   []coverage  `json:"coverage,omitempty"`
	Unfired    []string    `json:"unfired,omitempty"`
	Vacuous    []string    `json:"vacuous,omitempty"`
	NotChecked []string    `json:"not_checked,omitempty"` // properties that need liveness
	Error      *fault      `json:"error,omitempty"`
	Warnings   []string    `json:"warnings,omitempty"`

	Seconds float64 `json:"seconds"`
	Workers int     `json:"workers"`
	Run     machine `json:"run"`
}

type violation struct {
	Property string       `json:"property"`
	Kind     string       `json:"kind"`
	Reason   string       `json:"reason"`
	Length   int          `json:"length,omitempty"` // states of the trace, if it was rebuilt
	Trace    *trace.Trace `json:"trace,omitempty"`  // as in a file of its own
}

// fault is what of a module could not be evaluated.
type fault struct {
	Message string       `json:"message"`
	What    string       `json:"what"`
	Length  int          `json:"length,omitempty"` // states of the trace
	Trace   *trace.Trace `json:"trace,omitempty"`  // as in a file of its own
}

type outDegree struct {
	Min  int     `json:"min"`
	Mean float64 `json:"mean"`
	P95  int     `json:"p95"`
	Max  int     `json:"max"`
}

type kinds struct {
	Found    int  `json:"found"`
	Complete bool `json:"complete"` // there are no others
}

type retrace struct {
	Distinct  uint64 `json:"distinct"`
	Generated uint64 `json:"generated"`
}

type coverage struct {
	Action    string  `json:"action"`
	Generated uint64  `json:"generated"`
	Distinct  *uint64 `json:"distinct,omitempty"` // states that the action found first; not of a simulation
}

// machine is what depends on the machine and the moment.
type machine struct {
	Seconds       float64 `json:"seconds"`
	Before        float64 `json:"seconds_before,omitempty"` // the checkpoint
	Resume        string  `json:"resume,omitempty"`         // the command that goes on from the last checkpoint
	Workers       int     `json:"workers"`
	Bytes         uint64  `json:"bytes"`
	BytesPerState float64 `json:"bytes_per_state"`
	Rate          float64 `json:"rate"` // states per second: distinct ones, or generated ones in a simulation
	MemoryLimit   uint64  `json:"memory_limit,omitempty"`
	DiskBytes     uint64  `json:"disk_bytes,omitempty"`
}

// WriteJSON writes the run as one JSON object on one line.
func WriteJSON(w io.Writer, r *Run) error {
	d := document{
		Schema:        "tidemark-result/1",
		Command:       r.Command,
		Module:        r.Module,
		Configuration: r.Configuration,
		Constants:     map[string]string{},
		Symmetry:      r.Symmetry,
		Reproduce:     r.Reproduce,
		Result:        r.Result.Verdict.String(),
		Reason:        r.Reason(),
		Generated:     r.Result.Generated,
		Depth:         r.Result.Depth,
		Omission:      r.Result.Omission,
		Unfired:       r.Unfired,
		Vacuous:       r.Vacuous,
		NotChecked:    r.NotChecked,
		Warnings:      r.Warnings,
		Kinds:         (*kinds)(r.Kinds),
		Seconds:       round(r.Seconds, 1e6),
		Workers:       r.Workers,
	}
	d.Reductions = r.reductionNames()
	for _, c := range r.Constants {
		d.Constants[c.Name] = c.Value.String()
	}
	if r.Command == "simulate" {
		d.Walks = &r.Result.Walks
	} else {
		d.Distinct = &r.Result.Distinct
		if r.queueKnown() {
			d.Queue = &r.Result.Queue
		}
		d.Store = map[explore.StoreKind]string{explore.Exact: "exact", explore.Hash: "hash", explore.Disk: "disk"}[r.Store]
	}
	d.addCounts(r)
	d.addViolations(r)
	d.addFault(r.Fault)
	d.Run = r.machine()
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(d)
}

// reductionNames are nil when nothing was to be reduced.
func (r *Run) reductionNames() []string {
	if !r.Reduced {
		return nil
	}
	names := []string{}
	for _, part := range r.Reductions {
		names = append(names, part.Name)
	}
	return names
}

func (d *document) addCounts(r *Run) {
	if o := r.Result.OutDegree; o.Max > 0 {
		d.OutDegree = &outDegree{Min: o.Min, Mean: round(o.Mean, 1e6), P95: o.P95, Max: o.Max}
	}
	if t := r.Result.Retrace; t != nil {
		d.Retrace = &retrace{Distinct: t.Distinct, Generated: t.Generated}
	}
	if r.Coverage {
		for i := range r.Result.Actions {
			a := &r.Result.Actions[i]
			c := coverage{Action: a.Name, Generated: a.Generated}
			if r.Command == "check" {
				c.Distinct = &a.Distinct
			}
			d.Coverage = append(d.Coverage, c)
		}
	}
}

func (d *document) addViolations(r *Run) {
	all := []violation{} // none is [], not null
	for i := range r.Result.Violations {
		v := &r.Result.Violations[i]
		one := violation{Property: v.Name, Kind: v.Kind.String(), Reason: v.Reason, Length: len(v.Path)}
		if len(v.Path) > 0 {
			one.Trace = &r.Traces[i]
		}
		all = append(all, one)
	}
	for _, name := range r.Postconditions {
		all = append(all, violation{Property: name, Kind: postcondition, Reason: "false after the search"})
	}
	if len(all) > 0 {
		d.Violation = &all[0]
	}
	if r.Continue || r.Kinds != nil {
		d.Violations = all
	}
}

func (d *document) addFault(f *Fault) {
	if f == nil {
		return
	}
	d.Error = &fault{Message: f.Err.Error(), What: f.What, Trace: f.Trace}
	if f.Trace != nil {
		d.Error.Length = len(f.Trace.Steps)
	}
}

func (r *Run) machine() machine {
	m := machine{Seconds: round(r.Seconds, 1e6), Workers: r.Workers, Bytes: r.Result.Bytes, MemoryLimit: r.Limits.Bytes, DiskBytes: r.Result.DiskBytes}
	m.Before, m.Resume = round(r.Before, 1e6), r.Resume
	counted := r.Result.Distinct
	if r.Command == "simulate" {
		counted = r.Result.Generated
	} else if counted > 0 {
		m.BytesPerState = round(float64(r.Result.Bytes)/float64(counted), 10)
	}
	m.Rate = math.Round(perSecond(counted, r.Before+r.Seconds))
	return m
}

// round rounds to one part of scale, so that no digits pretend to mean
// something.
func round(x, scale float64) float64 { return math.Round(x*scale) / scale }
