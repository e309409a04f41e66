package script

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// written is how the grammar writes the values of a field.
var written = map[kind]string{
	aNumber: "N", aReplica: "R", aSet: "R ...|none", aLog: "RECORD ...|none", someIDs: "ID ...|none",
	aTime: "t=N|never|stale", aWord: "WORD", aResponse: "RESPONSE|none",
}

// TestPage wants docs/scripts.md to have every setting, command, field and
// reason.
func TestPage(t *testing.T) {
	src, err := os.ReadFile("../../docs/scripts.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	row := func(left string) {
		want = append(want, fmt.Sprintf("| `%s` | ", strings.ReplaceAll(left, "|", `\|`)))
	}
	for _, s := range settings {
		row(s.name + " " + s.value)
	}
	for _, v := range verbs {
		row(strings.TrimSpace(v.name + " " + v.after))
	}
	for _, f := range fields {
		of := ""
		if f.ofReplica {
			of = " R"
		}
		value := written[f.kind]
		if f.kind == aWord {
			value = strings.Join(f.words, "|")
		}
		row(f.name + of + " " + value)
	}
	for _, reason := range reasons {
		if !strings.Contains(string(src), "`"+reason+"`") {
			t.Errorf("the page does not have the reason %s", reason)
		}
	}
	for _, line := range want {
		if !strings.Contains(string(src), "\n"+line) {
			t.Errorf("the page does not have the row\n%s", line)
		}
	}
}
