package conform

import (
	"fmt"
	"strings"

	"tidemark/model"
)

const indent = "    "

// String is the finding with all there is to know, on several lines.
func (f *Finding) String() string { return f.Message() + "\n" + f.Details() }

// Details is what there is to know beyond the message, on several lines.
func (f *Finding) Details() string {
	var b strings.Builder
	block := func(title string, lines []string) {
		if len(lines) > 0 {
			text := indent + strings.Join(lines, "\n"+indent)
			fmt.Fprintf(&b, "%s\n%s\n", title, strings.ReplaceAll(text, indent+"\n", "\n"))
		}
	}
	if f.Kind == Different {
		block("Why:", f.Why)
	}
	if f.Answer != "" {
		block("The whole answer:", []string{f.Answer})
	}
	block(f.title(), linesIn(f.Script))
	block("After this script:", linesIn(f.Before))
	block("This is how variants of the rules answer"+f.elsewhere()+":", f.likelyLines())
	if f.Hint != "" {
		block("Perhaps:", []string{f.Hint})
	}
	block("On standard error:", f.Stderr)
	block("The panic came from:", f.Stack)
	return b.String()
}

// title says what is known of the script.
func (f *Finding) title() string {
	if f.Minimal && f.Commands > 1 {
		return fmt.Sprintf("The script (%s, none of which can be left out):", model.Plural(f.Commands, "command"))
	}
	return fmt.Sprintf("The script (%s):", model.Plural(f.Commands, "command"))
}

// linesIn are the lines of a script, none of an empty one.
func linesIn(script string) []string {
	if script == "" {
		return nil
	}
	return strings.Split(strings.TrimSpace(script), "\n")
}

// elsewhere says whether the variants were confirmed; then all are.
func (f *Finding) elsewhere() string {
	if len(f.Likely) > 0 && f.Likely[0].Confirmed {
		return ", here and in other scripts"
	}
	return ""
}

func (f *Finding) likelyLines() []string {
	var lines []string
	for _, l := range f.Likely {
		line := fmt.Sprintf("%s (%s): %s", l.Variant, l.Rule, l.Doc)
		if l.Alternative {
			line += "; this is correct, too: --variant " + l.Variant
		}
		lines = append(lines, line)
	}
	return lines
}
