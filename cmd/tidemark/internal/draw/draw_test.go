package draw

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"tidemark/explore"
	"tidemark/explore/trace"
	"tidemark/model"
	"tidemark/spec"
)

// counterexample is a variant's first counterexample.
func counterexample(t *testing.T, variant string) *trace.Trace {
	t.Helper()
	c, err := spec.Load(variant, spec.Changes{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Model()
	if err != nil {
		t.Fatal(err)
	}
	res, err := explore.Check(context.Background(), m, explore.Options{})
	if err != nil || len(res.Violations) == 0 {
		t.Fatalf("%s shows nothing: %v", variant, err)
	}
	tr := m.Counterexample(&res.Violations[0])
	tr.Violation.Reason = "<because>"
	return &tr
}

// foreign is a trace of another module, with texts that markup must not be
// taken in by.
func foreign() *trace.Trace {
	long := strings.Repeat("a long value ", 60)
	state := func(n int, s string) []trace.Value {
		return []trace.Value{
			trace.Int(n), trace.String(s),
			trace.Record(trace.Field{Name: "a", Value: trace.Int(n)}, trace.Field{Name: "b", Value: trace.String(long)}),
		}
	}
	return &trace.Trace{
		Source:    trace.Source{System: "</title><script>alert(1)</script>", Constants: []trace.Arg{{Name: "N", Value: trace.Int(3)}}},
		Violation: &trace.Violation{Property: "Inv", Kind: "invariant", Reason: "n < 2 is false & so on"},
		Vars:      []string{"n", "s", "record"},
		Steps: []trace.Step{
			{State: state(0, "{{trace}}")},
			{Action: "Next", Args: []trace.Arg{{Name: "x", Value: trace.String("<b>")}}, Rule: "line 3", State: state(1, "</script>")},
			{Action: "Next", State: state(2, "\x01\xff]]>")},
		},
	}
}

// shapes counts the elements of a picture by name and class. It fails where
// the picture is not well-formed.
func countShapes(t *testing.T, picture []byte) map[string]int {
	t.Helper()
	counts := map[string]int{}
	decoder := xml.NewDecoder(bytes.NewReader(picture))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return counts
		}
		if err != nil {
			t.Fatalf("the picture is not well-formed: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok {
			counts[e.Name.Local]++
			for _, a := range e.Attr {
				if a.Name.Local == "class" {
					for _, class := range strings.Fields(a.Value) {
						counts["."+class]++
					}
				}
			}
		}
	}
}

func svg(t *testing.T, tr *trace.Trace) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := SVG(&b, tr); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestEveryVariant draws each variant's counterexample: all of its steps, and
// whatever was committed or lies in a log.
func TestEveryVariant(t *testing.T) {
	for _, v := range model.Variants() {
		if v.Alternative || testing.Short() && v.Name > "crash" {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			tr := counterexample(t, v.Name)
			picture := svg(t, tr)
			counts := countShapes(t, picture)
			names, states, err := model.ReadStates(tr)
			if err != nil {
				t.Fatal(err)
			}
			members, records := 0, 0
			for i := range states {
				for r := range names {
					records += states[i].LEO(r)
					if states[i].ISR.Has(r) {
						members++
					}
				}
			}
			drawn := 0
			for epoch := range 16 {
				drawn += counts[fmt.Sprintf(".e%d", epoch)]
			}
			for epoch := range newPartition(tr).epochs {
				if bytes.Contains(picture, fmt.Appendf(nil, ">epoch %d</text>", epoch+1)) {
					drawn-- // of the legend
				}
			}
			if counts[".step"] != len(states) || counts[".hw"]-1 != len(states)*len(names) || counts[".member"]-1 != members || drawn != records {
				t.Errorf("%d steps, %d high watermarks, %d members, %d records drawn of %d states with %d replicas, %d members, %d records",
					counts[".step"], counts[".hw"]-1, counts[".member"]-1, drawn, len(states), len(names), members, records)
			}
			if !bytes.Contains(picture, []byte("&lt;because&gt;")) {
				t.Error("the reason is not in the picture")
			}
			if again := svg(t, tr); !bytes.Equal(again, picture) {
				t.Error("a second picture differs")
			}
		})
	}
}

// TestMessages follows one response from its fetch to where it is received.
func TestMessages(t *testing.T) {
	tr := counterexample(t, "no-epoch-fencing")
	p := newPartition(tr)
	last := len(p.states) - 1
	if p.action(last) != model.Receive {
		t.Fatalf("the trace ends in %s", tr.Steps[last].Action)
	}
	f := p.argument(last)
	sent := slices.IndexFunc(tr.Steps[1:], func(s trace.Step) bool {
		return s.Action == "Fetch" && s.Args[0].Value.Text() == p.names[f]
	}) + 1
	type end struct{ lane, step int }
	var asked []end
	p.drawResponse(new(canvas), last, f, sent, func(at place) (int, int) {
		asked = append(asked, end(at))
		return 0, 0
	})
	source := int(p.states[last-1].Response[f].Source)
	if want := []end{{source + 1, sent}, {f + 1, last}}; !slices.Equal(asked, want) {
		t.Errorf("drawn from and to %v, want %v", asked, want)
	}
}

// TestLongNames wants lanes with room for what stands in them.
func TestLongNames(t *testing.T) {
	p := newPartition(counterexample(t, "hw-by-majority"))
	for r := range p.names {
		p.names[r] = strings.Repeat("broker-", 4) + p.names[r]
	}
	heads := p.heads()
	for _, h := range heads {
		if h.width < margin+width(h.name, wide) {
			t.Errorf("the name %s does not fit in %d pixels", h.name, h.width)
		}
	}
	for _, line := range p.decisions(0) {
		if heads[0].width < lifeline+10+width(line, narrow) {
			t.Errorf("%s does not fit in %d pixels", line, heads[0].width)
		}
	}
	if heads[0].width > 320 {
		t.Errorf("the controller's lane takes %d pixels", heads[0].width)
	}
}

// TestForeign draws a trace of any module, whatever is in its strings.
func TestForeign(t *testing.T) {
	tr := foreign()
	counts := countShapes(t, svg(t, tr))
	if counts[".step"] != 3 || counts[".value"] != 9 || counts["script"] != 0 {
		t.Errorf("drawn: %d steps, %d values, %d scripts", counts[".step"], counts[".value"], counts["script"])
	}
}

// TestLoop says where a behaviour that goes on for ever goes back to.
func TestLoop(t *testing.T) {
	tr := foreign()
	tr.Loop = &trace.Loop{State: 2, Action: "Next"}
	if picture := svg(t, tr); !bytes.Contains(picture, []byte("back to state 2: Next")) {
		t.Error("the picture does not say where the behaviour goes back to")
	}
}

// TestPage reads what a page knows of its trace back out of it.
func TestPage(t *testing.T) {
	tr := foreign()
	var b bytes.Buffer
	if err := HTML(&b, tr); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	if n := strings.Count(page, "</script>"); n != 2 {
		t.Errorf("%d scripts end in the page, want 2", n)
	}
	for _, outside := range []string{"http://", "https://", "src=", "<link", "@import", "url("} {
		if rest := strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""); strings.Contains(rest, outside) {
			t.Errorf("the page has %q: it must not need anything else", outside)
		}
	}
	_, data, _ := strings.Cut(page, `id="trace">`)
	data, _, _ = strings.Cut(data, "</script>")
	var steps []pageStep
	if err := json.Unmarshal([]byte(data), &steps); err != nil {
		t.Fatal(err)
	}
	for i, s := range steps {
		want := [2]string{"s", tr.Steps[i].State[1].String()}
		if i < 2 && s.State[1] != want {
			t.Errorf("state %d has %q, want %q", i+1, s.State[1], want)
		}
	}
	if last := steps[2]; len(last.Notes) != 1 || !strings.Contains(last.Notes[0].Text, "n < 2 is false & so on") || last.State[2] != [2]string{"record.a", "2"} {
		t.Errorf("the last state is %+v", last)
	}
}

// TestWrapLong wants only the lines that are shown to be made of a long text.
func TestWrapLong(t *testing.T) {
	text := strings.Repeat("a ", 3_000_000)
	if allocated := testing.AllocsPerRun(1, func() { wrap(text, 8, 3) }); allocated > 20 {
		t.Errorf("three lines took %v allocations", allocated)
	}
	if got := wrap(text, 8, 3); len(got) != 3 || got[2] != "a a a a…" {
		t.Errorf("got %q", got)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  []string
	}{
		{"", 3, []string{""}},
		{"one two three", 3, []string{"one two", "three"}},
		{"abcdefghijklmnop", 3, []string{"abcdefgh", "ijklmnop"}},
		{"one two three four five", 2, []string{"one two", "three…"}},
		{"größer größer", 3, []string{"größer", "größer"}},
	} {
		if got := wrap(c.text, 8, c.limit); !slices.Equal(got, c.want) {
			t.Errorf("wrap(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}
