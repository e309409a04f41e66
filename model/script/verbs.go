package script

import (
	"strings"

	"tidemark/model"
)

// The shapes that the words after a verb can have.
type shape uint8

const (
	alone        shape = iota // nothing
	oneReplica                // f
	someReplicas              // f ...
	count                     // n, at least 1
	perhapsCount              // [n], at least 1
	record                    // a record's id
	acks                      // acks=...
	fetch                     // f [offset n]
	read                      // LEVEL [r]
	expect                    // FIELD ...
)

// A verb is a kind of command.
type verb struct {
	name   string
	shape  shape
	action int    // of the model; -1 for none, or more than one
	after  string // what follows the verb, as the grammar writes it
}

const expectVerb, statusVerb = "EXPECT", "STATUS"

// verbs lists the commands in the order of the model's actions; docs/scripts.md
// says what each does.
var verbs = []verb{
	{"APPEND", count, model.Produce, "N"},
	{"PRODUCE", acks, model.Produce, "acks=1|all|none|quorum"},
	{"FETCH", fetch, model.Fetch, "F [offset N]"},
	{"RECEIVE", oneReplica, model.Receive, "F"},
	{"REPLICATE", oneReplica, -1, "F"},
	{"DROP", oneReplica, model.DropResponse, "F"},
	{"DUPLICATE", oneReplica, model.DuplicateResponse, "F"},
	{"TICK", perhapsCount, model.Tick, "[N]"},
	{"SHRINK", oneReplica, model.ShrinkISR, "F"},
	{"EXPAND", oneReplica, model.ExpandISR, "F"},
	{"ELECT", oneReplica, model.Elect, "R"},
	{"FOLLOW", oneReplica, model.BecomeFollower, "R"},
	{"ACK", record, model.Ack, "N"},
	{"REFUSE", record, model.Refuse, "N"},
	{"TIMEOUT", record, model.TimeOut, "N"},
	{"CRASH", oneReplica, model.Crash, "R"},
	{"RESTART", oneReplica, model.Restart, "R"},
	{"FSYNC", oneReplica, model.Fsync, "R"},
	{"SLOW", someReplicas, -1, "F ..."},
	{"FAST", someReplicas, -1, "F ..."},
	{"READ", read, -1, "LEVEL [R]"},
	{statusVerb, alone, -1, ""},
	{expectVerb, expect, -1, "FIELD ..."},
}

func findVerb(name string) (verb, bool) {
	for _, v := range verbs {
		if v.name == name {
			return v, true
		}
	}
	return verb{}, false
}

// Verbs are the words that begin a line after the header, in the order of
// docs/scripts.md.
func Verbs() []string {
	var names []string
	for _, v := range verbs {
		names = append(names, v.name)
	}
	return names
}

// verbOf is the verb that performs an action of the model.
func verbOf(action int) string {
	for _, v := range verbs[1:] { // APPEND is a short form of PRODUCE
		if v.action == action {
			return v.name
		}
	}
	return ""
}

// The acks that PRODUCE can ask for: none and quorum only to be refused.
var acksWords = []string{model.AcksLeader, model.AcksAll, "none", "quorum"}

const acksPrefix = "acks="

// levels are the words for the levels of READ.
var levels = []struct {
	word  string
	level model.ReadLevel
}{
	{"LOCAL", model.ReadLocal},
	{"LEADER", model.ReadLeader},
	{"CONSUMER", model.ReadConsumer},
	{"LINEARIZABLE", model.ReadLinearizable},
	{"LEASE", model.ReadLease},
}

func levelWords() []string {
	var words []string
	for _, l := range levels {
		words = append(words, l.word)
	}
	return words
}

// oneOf lists words for a message.
func oneOf(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
