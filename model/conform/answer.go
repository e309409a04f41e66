package conform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tidemark/model/script"
)

// An answer is what an implementation says after a command.
type answer struct {
	refused bool
	reason  string // may be empty
	values  []told
}

// A told value is that of a field, or of a field of one replica.
type told struct {
	key     string
	replica string // empty for the partition
	bare    bool   // the replica, which is the leader, is not named
	words   []string
}

// parseAnswer reads an answer about a partition with these replicas, of which
// the leader is the one that a value without a name is about.
func parseAnswer(text string, replicas []string, leader string) (*answer, error) {
	a := &answer{refused: beginsWith(text, refusedWord)}
	if !a.refused && !beginsWith(text, okWord) {
		return nil, fmt.Errorf("expected a line that begins with %s or %s", okWord, refusedWord)
	}
	words := wordsOf(text)[1:]
	if a.refused && len(words) > 0 && !strings.Contains(words[0], "=") {
		a.reason, words = words[0], words[1:]
	}
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		f, known := findField(key)
		switch {
		case !ok:
			return nil, fmt.Errorf("expected KEY=VALUE, found %s", shown(w))
		case !known:
			return nil, fmt.Errorf("%s is not a field; fields are %s", shown(key), strings.Join(Fields(), ", "))
		case a.tells(key):
			return nil, fmt.Errorf("%s is given twice", key)
		}
		if !f.OfReplica {
			a.values = append(a.values, told{key: key, words: listed(value, ",")})
			continue
		}
		if err := a.ofReplicas(key, value, replicas, leader); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// ofReplicas reads a value such as 6:4,7:2, or one of the leader alone.
func (a *answer) ofReplicas(key, value string, replicas []string, leader string) error {
	if !strings.Contains(value, ":") {
		a.values = append(a.values, told{key, leader, true, listed(value, "+")})
		return nil
	}
	var seen []string
	for _, part := range strings.Split(value, ",") {
		name, text, ok := strings.Cut(part, ":")
		switch {
		case !ok:
			return fmt.Errorf("expected %s=REPLICA:VALUE,..., found %s", key, shown(part))
		case !slices.Contains(replicas, name):
			return fmt.Errorf("expected a replica (%s) in %s, found %s", strings.Join(replicas, ", "), key, shown(name))
		case slices.Contains(seen, name):
			return fmt.Errorf("%s has replica %s twice", key, name)
		}
		seen = append(seen, name)
		a.values = append(a.values, told{key, name, false, listed(text, "+")})
	}
	return nil
}

func (a *answer) tells(key string) bool {
	return slices.ContainsFunc(a.values, func(v told) bool { return v.key == key })
}

const (
	nothing    = "none"
	timePrefix = "t="
)

// listed takes a list apart; an empty one is none.
func listed(value, separator string) []string {
	if value == "" {
		return []string{nothing}
	}
	return strings.Split(value, separator)
}

// is compares a value with the state of a player.
func (v *told) is(p *script.Player) (bool, error) {
	f, _ := findField(v.key)
	words := v.words
	if f.isTime() && len(words) == 1 {
		words = []string{timeOf(words[0])}
	}
	met, err := p.Is(f.Name, v.replica, words)
	if !f.OfReplica && len(words) != len(p.Value(f.Name, "")) {
		met = false // an item is there twice, or is none
	}
	return met, err
}

func (f *field) isTime() bool { return f.Name == "caught-up" || f.Name == "fetched" }

// timeOf is a time as the script language has it: answers may leave out what it
// begins with, and have negative times for what has not happened.
func timeOf(text string) string {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return text
	case n < 0:
		return never
	}
	return timePrefix + text
}

// ofFollowers reports whether a field is about followers only.
func (f *field) ofFollowers() bool {
	return f.isTime() || slices.Contains([]string{"known", "seen", "catch-up", "response"}, f.Name)
}

// separator stands between the items of a list.
func (f *field) separator() string {
	if f.OfReplica {
		return "+" // there are commas between replicas
	}
	return ","
}

// expected is the value that an answer must have, as it would write it.
func (f *field) expected(p *script.Player, replica string) string {
	text := strings.Join(p.Value(f.Name, replica), f.separator())
	if f.isTime() {
		text = strings.TrimPrefix(text, timePrefix)
	}
	return text
}

// expectedAnswer is a whole answer with these fields: of those that are about
// replicas for the leader's log end all that one wants to know is the leader's.
func expectedAnswer(p *script.Player, o *script.Outcome, keys, replicas []string) string {
	var b strings.Builder
	b.WriteString(okWord)
	if o.Refusal != nil {
		b.Reset()
		b.WriteString(refusedWord + " " + o.Refusal.Reason)
	}
	leader := p.Value("leader", "")[0]
	for _, key := range keys {
		f, _ := findField(key)
		b.WriteString(" " + key + "=")
		switch {
		case !f.OfReplica, key == "leo":
			b.WriteString(f.expected(p, leader))
			continue
		}
		comma := ""
		for _, r := range replicas {
			if r != leader || !f.ofFollowers() {
				b.WriteString(comma + r + ":" + f.expected(p, r))
				comma = ","
			}
		}
	}
	return b.String()
}
