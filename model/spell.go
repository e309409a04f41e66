package model

import (
	"fmt"
	"strings"
)

// String spells the record as its id and epoch, such as 1e2.
func (r Record) String() string { return fmt.Sprintf("%de%d", r.ID, r.Epoch) }

// String spells the log as its records, such as [1e1 2e2].
func (l Log) String() string {
	var records []string
	for i := range l.Len() {
		records = append(records, l.At(i).String())
	}
	return "[" + strings.Join(records, " ") + "]"
}

// String spells the set as its ids, such as {1, 3}.
func (s RecordSet) String() string {
	var ids []string
	for id := range 16 {
		if s.Has(id) {
			ids = append(ids, fmt.Sprint(id))
		}
	}
	return "{" + strings.Join(ids, ", ") + "}"
}

// Names returns the names of the replicas in the set, of which all are given.
func (s ReplicaSet) Names(all []string) []string {
	names := []string{}
	for r, name := range all {
		if s.Has(r) {
			names = append(names, name)
		}
	}
	return names
}

// Text spells the set with the names of the replicas, of which all are given, such
// as {r1, r3}.
func (s ReplicaSet) Text(all []string) string {
	return "{" + strings.Join(s.Names(all), ", ") + "}"
}

// Plural spells a count with its noun: 1 tick, 2 ticks.
func Plural(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "sh"):
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
