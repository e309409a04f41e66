package report_test

import (
	"bytes"
	"strings"
	"testing"

	"tidemark/cmd/tidemark/internal/kill"
	"tidemark/cmd/tidemark/internal/report"
	"tidemark/explore"
	"tidemark/model"
)

// survivors is a table with a variant that survived, one that was not searched
// to the end, and an alternative that is wrong.
func survivors() *report.Kills {
	return &report.Kills{
		Table: &kill.Table{
			Variants: []kill.Row{
				{Name: "one", Info: model.VariantInfo{Rule: "R1", Breaks: []string{"LogMatching"}, Doc: "a|b", Effect: "loss"}, Distinct: 1234},
				{Name: "two", Info: model.VariantInfo{Rule: "R2", Breaks: []string{"LogMatching"}, Doc: "d", Effect: "loss"}, Distinct: 50, Stop: explore.StateLimit,
					Breaks: []kill.Broken{{Property: "LogMatching", Reason: "it forked"}, {Property: "LeaderInISR", Length: 12, Reason: "it is not"}}},
				{Name: "three", Info: model.VariantInfo{Rule: "R3", Doc: "d", Effect: "loss"}, Stop: explore.Interrupted},
			},
			Alternatives: []kill.Row{{Name: "other", Info: model.VariantInfo{Rule: "R4", Doc: "d", Effect: "none", Alternative: true}, Breaks: []kill.Broken{{Property: "AckMeetsMinISR", Length: 3}}}},
			Protocol:     []kill.Row{{Name: "one", Distinct: 7}, {Name: "two", Info: model.VariantInfo{Base: []string{"other"}}}},
		},
		Limits: report.Limits{States: 50},
	}
}

// TestWriteKills reads what the tables say of a run in which not all is well.
func TestWriteKills(t *testing.T) {
	var text, quiet, markdown, document bytes.Buffer
	k := survivors()
	for _, err := range []error{
		report.WriteKills(&text, k, false), report.WriteKills(&quiet, k, true),
		report.WriteKillsMarkdown(&markdown, k), report.WriteKillsJSON(&document, k),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	verdict := "tidemark: violated: one survived: it breaks nothing within its configuration; the alternative other breaks AckMeetsMinISR\n"
	if quiet.String() != verdict {
		t.Errorf("quiet: %s", quiet.String())
	}
	for _, written := range []*bytes.Buffer{&text, &markdown} {
		if !strings.HasSuffix(written.String(), "\n"+verdict) {
			t.Errorf("the last line is not the verdict:\n%s", written)
		}
	}
	for _, line := range []string{
		"  one      R1    nothing: it survived                                            -   1,234",
		"  two      R2    LeaderInISR (the limit of 50 distinct states was reached)      12      50",
		"  three    R3    unknown: interrupted                                            -       0",
		"  two, with other       nothing        0",
		"  one survived: it breaks nothing within its configuration",
	} {
		if !strings.Contains(text.String(), line+"\n") {
			t.Errorf("no line %q in\n%s", line, text.String())
		}
	}
	for _, part := range []string{
		"| one | R1 | nothing: it survived | - | 1,234 |\n", "| two | R2 |   |   | 12 |   |   | ? |",
		"### two\n\nR2: d. Loss.\n", "- LeaderInISR: it is not\n",
	} {
		if !strings.Contains(markdown.String(), part) {
			t.Errorf("no %q in\n%s", part, markdown.String())
		}
	}
	for _, part := range []string{
		`"result":"violated","problems":["one survived`, `{"name":"one","rule":"R1","killed":false,"distinct":1234,"breaks":[],"lengths":{}}`,
		`"killed":true,"property":"LeaderInISR","length":12,"distinct":50,"breaks":["LogMatching","LeaderInISR"],"lengths":{"LeaderInISR":12,"LogMatching":0},"reason":"the limit of 50`,
		`{"name":"other","holds":false,`, `{"name":"two","base":["other"],"holds":true,`,
	} {
		if !strings.Contains(document.String(), part) {
			t.Errorf("no %q in\n%s", part, document.String())
		}
	}
}

// TestKillsVerdict wants what is unknown named, and of many only the first few.
func TestKillsVerdict(t *testing.T) {
	k := survivors()
	k.Alternatives = nil
	k.Variants[0].Stop = explore.Interrupted
	want := "tidemark: unknown: interrupted; not searched to the end: one, two, three; nothing wrong so far"
	if got := k.Verdict(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for range 3 {
		k.Variants = append(k.Variants, k.Variants...)
	}
	if got := k.Verdict(); !strings.Contains(got, ": one, two, three, one, 20 more; ") {
		t.Errorf("got %s", got)
	}
}
