package conform

import (
	"context"
	"errors"
	"slices"

	"tidemark/model"
)

// A Likely is a variant of the rules under which the answers are right.
type Likely struct {
	Variant     string
	Rule        string // that it changes
	Doc         string // what it does
	Alternative bool   // it is correct, too; the configuration can say that it is followed
	Confirmed   bool   // so are those to many other scripts
}

// likely are the variants of the rules under which all of these answers are as
// they should be: what the implementation may have in place of the rule.
func (k *checker) likely(o *observation) []Likely {
	var found []Likely
	for _, v := range variants() {
		if slices.Contains(k.config.Variants, v.Name) {
			continue
		}
		rules := &rulebook{variants: append(slices.Clone(k.config.Variants), v.Name), profile: k.rules.profile}
		if rules.explains(o) {
			found = append(found, Likely{Variant: v.Name, Rule: v.Rule, Doc: v.Doc, Alternative: v.Alternative})
		}
	}
	return found
}

// explains reports whether the answers are as they should be under these rules.
func (b *rulebook) explains(o *observation) bool {
	sc := &scenario{header: o.header, moves: movesOf(o.steps)}
	for i := range sc.moves {
		sc.moves[i].refusable = true
	}
	steps, err := b.perform(sc)
	if err != nil || len(steps) != len(o.steps) {
		return false // the variant can't act on this partition
	}
	answers := o.answers[1:]
	for i := range steps {
		if steps[i].line != o.steps[i].line {
			return false // it would have been sent something else
		}
		if steps[i].line == "" {
			continue
		}
		if len(answers) == 0 || b.compare(&steps[i], o.header.Replicas, answers[0]) != nil {
			return false
		}
		answers = answers[1:]
	}
	return true
}

// What is performed to confirm a likely variant.
const (
	confirmingDepth = 2
	confirmingRuns  = 50
)

// confirmed performs other scripts under each variant, and leaves those that
// answer all of them rightly; if there are none, all of them.
func (k *checker) confirmed(ctx context.Context, likely []Likely) ([]Likely, error) {
	var rest []Likely
	for _, l := range likely {
		c := k.config
		c.Partition, c.Depth, c.Runs, c.Scripts = c.small(), confirmingDepth, confirmingRuns, nil
		c.Progress = nil
		c.Variants = append(slices.Clone(c.Variants), l.Variant)
		other := &checker{
			im: k.im, config: c, cursory: true, report: &Report{}, patience: k.patience,
			rules: &rulebook{variants: c.Variants, profile: k.rules.profile},
		}
		k.renew()
		err := other.generated(ctx)
		var bound *model.BoundError
		switch {
		case errors.As(err, &bound): // it can't act on such partitions
		case err != nil:
			return nil, err
		case other.report.Finding == nil:
			l.Confirmed = true
			rest = append(rest, l)
		}
	}
	if len(rest) == 0 {
		return likely, nil
	}
	return rest, nil
}
