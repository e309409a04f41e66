package kill_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"tidemark/cmd/tidemark/internal/kill"
	"tidemark/explore"
	"tidemark/model"
)

func run(t *testing.T, ctx context.Context, opts kill.Options) *kill.Table {
	t.Helper()
	table, err := kill.Run(ctx, opts)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestRun wants the same table for any order of the names and any number of
// workers, and where the memory is too small for all at a time.
func TestRun(t *testing.T) {
	names := []string{"expand-on-heal", "append-with-gap", "ack-at-min-isr"}
	want := run(t, context.Background(), kill.Options{Names: names, Workers: 1})
	if len(want.Variants) != 3 || len(want.Protocol) != 3 || want.All || want.Result() != explore.Holds {
		t.Fatalf("%+v", want)
	}
	heal := want.Variants[0]
	first, _ := heal.First()
	if heal.Name != "expand-on-heal" || first.Property != "NoEarlyExpand" || first.Length != 5 || len(heal.Breaks) != 5 {
		t.Errorf("the first is %+v", heal)
	}
	for _, opts := range []kill.Options{
		{Names: []string{names[2], names[0], names[1], names[0]}, Workers: 5},
		{Names: names, Workers: 4, MaxBytes: 200 << 10}, // ack-at-min-isr needs more than a quarter
	} {
		progress := new(kill.Progress)
		opts.Progress = progress
		got := run(t, context.Background(), opts)
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(kill.Row{})); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", opts, diff)
		}
		if done, total, distinct := progress.Snapshot(); done != 6 || total != 6 || distinct < 3000 {
			t.Errorf("progress: %d of %d, %d orbits", done, total, distinct)
		}
	}
}

// TestRunEnded wants searches that were ended named, and nothing made of them.
func TestRunEnded(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for stop, table := range map[explore.Stop]*kill.Table{
		explore.Interrupted: run(t, ended, kill.Options{Workers: 2}),
		explore.StateLimit:  run(t, context.Background(), kill.Options{Workers: 2, MaxStates: 3}),
		explore.MemoryLimit: run(t, context.Background(), kill.Options{Workers: 2, MaxBytes: 100}),
	} {
		searches := len(table.Variants) + len(table.Alternatives) + len(table.Protocol)
		if n := len(table.Unfinished()); n != searches || !table.All || len(table.Variants) < 40 || len(table.Alternatives) < 5 {
			t.Errorf("%s: %d of %d searches are unfinished", stop, n, searches)
		}
		if table.Result() != explore.Unknown || len(table.Problems()) > 0 {
			t.Errorf("%s: %s, %v", stop, table.Result(), table.Problems())
		}
		if table.Variants[0].Stop != stop {
			t.Errorf("%s: it was the %s", stop, table.Variants[0].Stop)
		}
	}
}

// breaks are properties with lengths of their traces.
func breaks(names ...string) []kill.Broken {
	var all []kill.Broken
	for _, name := range names {
		all = append(all, kill.Broken{Property: name, Length: 3})
	}
	return all
}

func TestProblems(t *testing.T) {
	variant := model.VariantInfo{Name: "v", Rule: "R1", Breaks: []string{"LogMatching", "LeaderInISR"}}
	alternative := model.VariantInfo{Name: "a", Rule: "R2", Breaks: []string{"LaggardCanLeave"}}
	for _, tt := range []struct {
		name  string
		table kill.Table
		want  []string
	}{
		{"as it should be", kill.Table{
			Variants:     []kill.Row{{Name: "v", Info: variant, Breaks: breaks("LeaderInISR", "TypeOK")}},
			Alternatives: []kill.Row{{Name: "a", Info: alternative, Breaks: breaks("LaggardCanLeave")}, {Name: "a", Info: alternative}},
			Protocol:     []kill.Row{{Name: "v"}},
		}, nil},
		{"nothing broken", kill.Table{Variants: []kill.Row{{Name: "v", Info: variant}}},
			[]string{"v survived: it breaks nothing within its configuration"}},
		{"not what it names", kill.Table{Variants: []kill.Row{{Name: "v", Info: variant, Breaks: breaks("TypeOK")}}},
			[]string{"v survived: it breaks TypeOK, but nothing that it names (LogMatching, LeaderInISR)"}},
		{"unfinished", kill.Table{Variants: []kill.Row{{Name: "v", Info: variant, Stop: explore.StateLimit}}}, nil},
		{"alternative", kill.Table{Alternatives: []kill.Row{{Name: "a", Info: alternative, Breaks: breaks("LaggardCanLeave", "TypeOK"), Stop: explore.Timeout}}},
			[]string{"the alternative a breaks TypeOK"}},
		{"protocol", kill.Table{Protocol: []kill.Row{{Name: "v", Breaks: breaks("LogMatching")}}},
			[]string{"the protocol breaks LogMatching without the variant of the configuration v"}},
		{"properties", kill.Table{All: true,
			Variants:     []kill.Row{{Name: "v", Info: variant, Breaks: breaks(kill.Properties()[2:]...)}},
			Alternatives: []kill.Row{{Name: "a", Info: model.VariantInfo{Breaks: kill.Properties()[:1]}, Breaks: breaks("TypeOK")}},
		}, []string{"no variant breaks HWAtMostISRLEO"}},
	} {
		if diff := cmp.Diff(tt.want, tt.table.Problems()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		want := explore.Holds
		if len(tt.want) > 0 {
			want = explore.Violated
		} else if tt.name == "unfinished" {
			want = explore.Unknown
		}
		if got := tt.table.Result(); got != want {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
}

// TestFirst wants the shortest trace, of several the first in the order of the
// configuration, and one that was rebuilt if there is one.
func TestFirst(t *testing.T) {
	for _, tt := range []struct {
		breaks []kill.Broken
		want   string
	}{
		{nil, ""},
		{[]kill.Broken{{Property: "a", Length: 4}, {Property: "b", Length: 3}, {Property: "c", Length: 3}}, "b"},
		{[]kill.Broken{{Property: "a"}, {Property: "b", Length: 3}}, "b"},
		{[]kill.Broken{{Property: "a", Length: 3}, {Property: "b"}}, "a"},
		{[]kill.Broken{{Property: "a"}, {Property: "b"}}, "a"},
	} {
		row := kill.Row{Breaks: tt.breaks}
		if first, broken := row.First(); first.Property != tt.want || broken != (tt.want != "") {
			t.Errorf("%+v: %q, want %q", tt.breaks, first.Property, tt.want)
		}
	}
}
