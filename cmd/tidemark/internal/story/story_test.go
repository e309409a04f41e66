package story_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"tidemark/cmd/tidemark/internal/story"
	"tidemark/model"
)

// TestStories wants a story for each variant, in the order of the catalogue.
func TestStories(t *testing.T) {
	var names []string
	for _, v := range model.Variants() {
		names = append(names, v.Name)
		text := story.Of(v.Name)
		if v.Alternative && !strings.Contains(text, "*Why it is correct.*") || !v.Alternative && !strings.Contains(text, "*The trace.*") {
			t.Errorf("%s: the story does not tell what it should: %s", v.Name, text)
		}
	}
	if diff := cmp.Diff(names, story.Names()); diff != "" {
		t.Errorf("(-catalogue +stories):\n%s", diff)
	}
	if text := story.Of("no-such-variant"); text != "" {
		t.Errorf("a story of nothing: %s", text)
	}
}
