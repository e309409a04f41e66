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
	doc    string // one sentence
}

const expectVerb, statusVerb = "EXPECT", "STATUS"

// verbs lists the commands in the order of the model's actions.
var verbs = []verb{
	{"APPEND", count, model.Produce, "N", "the leader appends N records, produced with acks=1"},
	{"PRODUCE", acks, model.Produce, "acks=1|all|none|quorum", "a client produces a record"},
	{"FETCH", fetch, model.Fetch, "F [offset N]", "F fetches from its log end and a response is sent; with an offset only the leader's bookkeeping notes it"},
	{"RECEIVE", oneReplica, model.Receive, "F", "F takes the response in flight to it"},
	{"REPLICATE", oneReplica, -1, "F", "F fetches and receives"},
	{"DROP", oneReplica, model.DropResponse, "F", "the response in flight to F is lost"},
	{"DUPLICATE", oneReplica, model.DuplicateResponse, "F", "F takes the response in flight to it, which stays in flight"},
	{"TICK", perhapsCount, model.Tick, "[N]", "time passes, a tick at a time"},
	{"SHRINK", oneReplica, model.ShrinkISR, "F", "the leader removes F from the ISR"},
	{"EXPAND", oneReplica, model.ExpandISR, "F", "the leader adds F to the ISR"},
	{"ELECT", oneReplica, model.Elect, "R", "the controller makes R the leader of a new epoch"},
	{"FOLLOW", oneReplica, model.BecomeFollower, "R", "R adopts the current epoch and truncates its log"},
	{"ACK", record, model.Ack, "N", "the acks=all request for record N is answered with success"},
	{"REFUSE", record, model.Refuse, "N", "the acks=all request for record N fails, because the ISR is too small"},
	{"TIMEOUT", record, model.TimeOut, "N", "the acks=all request for record N times out"},
	{"CRASH", oneReplica, model.Crash, "R", "R crashes"},
	{"RESTART", oneReplica, model.Restart, "R", "R comes back"},
	{"FSYNC", oneReplica, model.Fsync, "R", "R makes its whole log durable"},
	{"SLOW", someReplicas, -1, "F ...", "these followers do nothing by themselves any more"},
	{"FAST", someReplicas, -1, "F ...", "from now on these followers fetch and receive at each tick"},
	{"READ", read, -1, "LEVEL [R]", "a client reads, at the leader if no replica is named"},
	{statusVerb, alone, -1, "", "print what there is to see"},
	{expectVerb, expect, -1, "FIELD ...", "what must be so now"},
}

func findVerb(name string) (verb, bool) {
	for _, v := range verbs {
		if v.name == name {
			return v, true
		}
	}
	return verb{}, false
}

func verbNames() []string {
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
