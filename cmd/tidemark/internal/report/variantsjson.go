package report

import (
	"encoding/json"
	"io"

	"tidemark/cmd/tidemark/internal/kill"
)

type killsDocument struct {
	Schema       string              `json:"schema"`
	Result       string              `json:"result"`
	Problems     []string            `json:"problems,omitempty"` // what is not as it should be
	Variants     []variantDocument   `json:"variants"`
	Properties   []propertyDocument  `json:"properties"`
	Alternatives []otherwiseDocument `json:"alternatives"`
	Protocol     []otherwiseDocument `json:"protocol"`
}

type variantDocument struct {
	Name     string         `json:"name"`
	Rule     string         `json:"rule"`
	Killed   bool           `json:"killed"`
	Property string         `json:"property,omitempty"` // the one that is violated first
	Length   int            `json:"length,omitempty"`   // states of its trace
	Distinct uint64         `json:"distinct"`
	Breaks   []string       `json:"breaks"`
	Lengths  map[string]int `json:"lengths"` // by property; encoded in the order of the names
	Reason   string         `json:"reason,omitempty"`
}

type propertyDocument struct {
	Name     string   `json:"name"`
	KilledBy []string `json:"killed_by"`
}

// otherwiseDocument is about an alternative, or about the protocol within the
// bounds of the configuration that is named.
type otherwiseDocument struct {
	Name     string   `json:"name"`
	Base     []string `json:"base,omitempty"` // alternatives that the protocol has there
	Holds    bool     `json:"holds"`
	Distinct uint64   `json:"distinct"`
	Breaks   []string `json:"breaks"`
	Reason   string   `json:"reason,omitempty"`
}

// WriteKillsJSON writes what became of the variants as one JSON object on one
// line. All of it is the same on every run, unless a time limit or an interrupt
// ended it.
func WriteKillsJSON(w io.Writer, k *Kills) error {
	d := killsDocument{
		Schema: "tidemark-variants/1", Result: k.Result().String(), Problems: k.Problems(),
		Variants: []variantDocument{}, Properties: []propertyDocument{},
		Alternatives: k.otherwise(k.Alternatives), Protocol: k.otherwise(k.Protocol),
	}
	for i := range k.Variants {
		r := &k.Variants[i]
		first, _ := r.First()
		lengths := map[string]int{}
		for _, b := range r.Breaks {
			lengths[b.Property] = b.Length
		}
		d.Variants = append(d.Variants, variantDocument{
			Name: r.Name, Rule: r.Info.Rule, Killed: r.Killed(), Property: first.Property, Length: first.Length,
			Distinct: r.Distinct, Breaks: r.Names(), Lengths: lengths, Reason: k.reason(r),
		})
	}
	for _, name := range kill.Properties() {
		d.Properties = append(d.Properties, propertyDocument{name, k.KilledBy(name)})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(d)
}

func (k *Kills) otherwise(rows []kill.Row) []otherwiseDocument {
	all := []otherwiseDocument{}
	for i := range rows {
		r := &rows[i]
		one := otherwiseDocument{Name: r.Name, Holds: r.Holds(), Distinct: r.Distinct, Breaks: r.Names(), Reason: k.reason(r)}
		if r.Info.Rule == "" {
			one.Base = r.Info.Base
		}
		all = append(all, one)
	}
	return all
}
