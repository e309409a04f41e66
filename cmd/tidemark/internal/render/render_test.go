package render_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/cmd/tidemark/internal/render"
	"tidemark/explore/trace"
)

var update = flag.Bool("update", false, "rewrite the golden files; commit only what you understand")

// TestGolden renders each trace in testdata, without and with colours, and as changes.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no traces", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tr, err := trace.ReadJSON(file, src)
		if err != nil {
			t.Fatal(err)
		}
		for suffix, style := range map[string]render.Style{".txt": {}, ".color.txt": {Color: true, NoLegend: true}, ".diff.txt": {Diff: true, NoLegend: true}} {
			golden := strings.TrimSuffix(file, ".json") + suffix
			t.Run(filepath.Base(golden), func(t *testing.T) {
				var b strings.Builder
				if err := render.Trace(&b, tr, style); err != nil {
					t.Fatal(err)
				}
				if *update {
					if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(string(want), b.String()); d != "" {
					t.Errorf("(-want +got):\n%s", d)
				}
				if strings.Contains(b.String(), " \n") {
					t.Error("a line ends in a blank")
				}
			})
		}
	}
}

// TestColourChangesNothing checks that colours add nothing but themselves.
func TestColourChangesNothing(t *testing.T) {
	src, err := os.ReadFile("testdata/fork.json")
	if err != nil {
		t.Fatal(err)
	}
	tr, err := trace.ReadJSON("fork.json", src)
	if err != nil {
		t.Fatal(err)
	}
	var plain, coloured strings.Builder
	if err := render.Trace(&plain, tr, render.Style{}); err != nil {
		t.Fatal(err)
	}
	if err := render.Trace(&coloured, tr, render.Style{Color: true}); err != nil {
		t.Fatal(err)
	}
	stripped := strings.NewReplacer("\x1b[0m", "", "\x1b[1m", "", "\x1b[2m", "", "\x1b[1;33m", "", "\x1b[1;31m", "").Replace(coloured.String())
	if d := cmp.Diff(plain.String(), stripped); d != "" {
		t.Errorf("(-plain +coloured):\n%s", d)
	}
}
