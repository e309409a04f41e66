package conform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tidemark/model/script"
)

// The words of the protocol, beside the commands of the script language.
const (
	startWord   = "START"
	readyWord   = "READY"
	okWord      = "OK"
	refusedWord = "REFUSED"
)

// MaxLine is the longest line that an implementation may answer, in bytes.
const MaxLine = 4096

// Verbs of the script language that generated scripts use.
const (
	appendVerb  = "APPEND"
	fetchVerb   = "FETCH"
	produceVerb = "PRODUCE"
	tickVerb    = "TICK"
	statusVerb  = "STATUS"
	electVerb   = "ELECT"
	followVerb  = "FOLLOW"
	crashVerb   = "CRASH"
	restartVerb = "RESTART"
	receiveVerb = "RECEIVE"

	replicateVerb = "REPLICATE"
	expectVerb    = "EXPECT"
)

const acksAll = "all"

// DefaultFields are those that every answer must have where an implementation
// does not declare others.
func DefaultFields() []string { return []string{"leo", "hw", "isr"} }

// DefaultCommands are those that an implementation knows where it does not
// declare others.
func DefaultCommands() []string {
	return []string{appendVerb, fetchVerb, produceVerb, tickVerb, statusVerb}
}

// GeneratedCommands are those that generated scripts are made of, as far as the
// implementation knows them. Given scripts can have others.
func GeneratedCommands() []string {
	return append(DefaultCommands(), electVerb, followVerb, crashVerb, restartVerb)
}

// Fields lists what an answer can tell, in the order of docs/scripts.md.
func Fields() []string {
	var keys []string
	for _, f := range fields {
		keys = append(keys, f.key)
	}
	return keys
}

// A field is something that an answer can tell: a field of the script language.
type field struct {
	script.FieldInfo
	key string // as answers write it, where = stands between a key and its value
}

var fields = answerFields()

func answerFields() []field {
	var all []field
	for _, f := range script.Fields() {
		all = append(all, field{f, strings.ReplaceAll(f.Name, "=", "-")})
	}
	return all
}

func findField(key string) (field, bool) {
	for _, f := range fields {
		if f.key == key {
			return f, true
		}
	}
	return field{}, false
}

// startLine makes an implementation begin anew. What generated scripts leave as
// it is, it says only where it is otherwise.
func startLine(h *script.Header) string {
	words := []string{
		startWord,
		"replicas=" + strings.Join(h.Replicas, ","),
		"replica.lag.time.max.ms=" + strconv.Itoa(h.LagMax),
		"min.insync.replicas=" + strconv.Itoa(h.MinISR),
	}
	if !h.Auto {
		words = append(words, "isr=manual")
	}
	if !h.Answers {
		words = append(words, "answers=manual")
	}
	for _, s := range []struct {
		name  string
		value int
	}{{"fetch.max.records", h.FetchMax}, {"retained.records", h.Retention}, {"lease", h.Lease}} {
		if s.value > 0 {
			words = append(words, fmt.Sprintf("%s=%d", s.name, s.value))
		}
	}
	if h.Lossy {
		words = append(words, "durability=lossy")
	}
	return strings.Join(words, " ")
}

// A profile is what is known of an implementation: what it declares, unless the
// configuration says otherwise.
type profile struct {
	fields   []string // keys that each answer must have
	only     bool     // other fields are not looked at
	commands []string
}

// knows reports whether a command is sent to the implementation. That a follower
// adopts an epoch need not concern it.
func (p *profile) knows(verb string) bool { return slices.Contains(p.commands, verb) }

// readReady reads the answer to START.
func readReady(text string) (profile, error) {
	p := profile{fields: DefaultFields(), commands: DefaultCommands()}
	if !beginsWith(text, readyWord) {
		return p, fmt.Errorf("expected %s as the answer to %s", readyWord, startWord)
	}
	for _, w := range wordsOf(text)[1:] {
		key, list, _ := strings.Cut(w, "=")
		names := strings.Split(list, ",")
		var err error
		switch key {
		case "fields":
			p.fields, err = names, checkFields(names)
		case "commands":
			p.commands, err = names, checkCommands(names)
		default:
			err = fmt.Errorf("expected fields=... or commands=... after %s, found %s", readyWord, shown(w))
		}
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

// checkFields wants names of fields.
func checkFields(names []string) error {
	for _, name := range names {
		if _, known := findField(name); !known {
			return fmt.Errorf("expected names of fields, found %q; fields are %s", shown(name), strings.Join(Fields(), ", "))
		}
	}
	return nil
}

// checkCommands wants commands of the script language.
func checkCommands(names []string) error {
	known := slices.DeleteFunc(script.Verbs(), func(v string) bool { return v == expectVerb })
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("expected commands, found %q; commands are %s", shown(name), strings.Join(known, ", "))
		}
	}
	return nil
}

// wordsOf takes a line apart; a word that begins with # begins a comment.
func wordsOf(line string) []string {
	words := strings.Fields(line)
	for i, w := range words {
		if strings.HasPrefix(w, "#") {
			return words[:i]
		}
	}
	return words
}

// beginsWith reports whether a word is the first of a line.
func beginsWith(line, word string) bool {
	words := wordsOf(line)
	return len(words) > 0 && words[0] == word
}

// shown is a text as messages show it: short, and without what a terminal would
// act on.
func shown(text string) string {
	const most = 120
	runes := []rune(strings.ToValidUTF8(text, "\uFFFD"))
	if len(runes) > most {
		runes = append(runes[:most], []rune("...")...)
	}
	for i, r := range runes {
		if !strconv.IsPrint(r) {
			runes[i] = '\uFFFD'
		}
	}
	return string(runes)
}
