package script

import (
	"fmt"
	"slices"
	"strconv"

	"tidemark/model"
)

// A field is something that an EXPECT can be about.
type field struct {
	name      string
	ofReplica bool
	kind      kind
	words     []string // of aWord
	rules     string   // that decide it
	value     func(r *replayer, replica int) []string
}

// fields lists them, first those of the partition; docs/scripts.md says what
// each is.
var fields = append(partitionFields(), replicaFields()...)

func findField(name string) (field, bool) {
	for _, f := range fields {
		if f.name == name {
			return f, true
		}
	}
	return field{}, false
}

func fieldNames() []string {
	var names []string
	for _, f := range fields {
		names = append(names, f.name)
	}
	return names
}

func partitionFields() []field {
	number := func(get func(s *model.State) uint8) func(*replayer, int) []string {
		return func(r *replayer, _ int) []string { return []string{strconv.Itoa(int(get(&r.s)))} }
	}
	ids := func(get func(s *model.State) model.RecordSet) func(*replayer, int) []string {
		return func(r *replayer, _ int) []string { return idWords(get(&r.s)) }
	}
	return []field{
		{"leader", false, aReplica, nil, "R7", func(r *replayer, _ int) []string { return []string{r.m.Name(int(r.s.Leader))} }},
		{"epoch", false, aNumber, nil, "R7", number(func(s *model.State) uint8 { return s.LeaderEpoch })},
		{"controller-epoch", false, aNumber, nil, "R7", number(func(s *model.State) uint8 { return s.ControllerEpoch })},
		{"isr", false, aSet, nil, "R2, R3, R7", func(r *replayer, _ int) []string { return orNothing(r.s.ISR.Names(r.script.Header.Replicas)) }},
		{"hw", false, aNumber, nil, "R4", number(func(s *model.State) uint8 { return s.HW })},
		{"committed", false, aLog, nil, "R4", func(r *replayer, _ int) []string { return orNothing(logWords(r.s.Committed)) }},
		{"waiting", false, someIDs, nil, "R5, R6, R7", ids(func(s *model.State) model.RecordSet { return s.Pending })},
		{"acked", false, someIDs, nil, "R5, R6", ids(func(s *model.State) model.RecordSet { return s.Acked })},
		{"refusals", false, someIDs, nil, "R6", ids(func(s *model.State) model.RecordSet { return s.Refused })},
		{"produced", false, aNumber, nil, "R6", number(func(s *model.State) uint8 { return s.Produced })},
		{"acks=all", false, aWord, []string{"accepted", "refused"}, "R6", acksAllWords},
		{"read", false, aLog, nil, "R11", func(r *replayer, _ int) []string { return orNothing(logWords(r.read)) }},
	}
}

func acksAllWords(r *replayer, _ int) []string {
	if admitted, _ := r.admission(); admitted {
		return []string{"accepted"}
	}
	return []string{"refused"}
}

func replicaFields() []field {
	number := func(get func(s *model.State, f int) int) func(*replayer, int) []string {
		return func(r *replayer, f int) []string { return []string{strconv.Itoa(get(&r.s, f))} }
	}
	return []field{
		{"alive", true, aWord, []string{"yes", "no"}, "", func(r *replayer, f int) []string { return []string{yesNo(r.s.Alive.Has(f))} }},
		{"adopted", true, aNumber, nil, "R7, R9", number(func(s *model.State, f int) int { return int(s.ReplicaEpoch[f]) })},
		{"log", true, aLog, nil, "R6 to R10, R12", func(r *replayer, f int) []string { return orNothing(logWords(r.s.Log[f])) }},
		{"leo", true, aNumber, nil, "R6 to R10, R12", number(func(s *model.State, f int) int { return s.LEO(f) })},
		{"applied", true, aNumber, nil, "R4, R10", number(func(s *model.State, f int) int { return int(s.LocalHW[f]) })},
		{"durable", true, aNumber, nil, "R12", number(func(s *model.State, f int) int { return int(s.Durable[f]) })},
		{"lease", true, aNumber, nil, "R11", number(func(s *model.State, f int) int { return int(s.Lease[f]) })},
		{"known", true, aNumber, nil, "R1", number(func(s *model.State, f int) int { return int(s.FollowerLEO[f]) })},
		{"seen", true, aNumber, nil, "R1", number(func(s *model.State, f int) int { return int(s.LastFetchLeaderLEO[f]) })},
		{"caught-up", true, aTime, nil, "R1", func(r *replayer, f int) []string { return []string{timeText(r.caughtUp[f])} }},
		{"fetched", true, aTime, nil, "R1", func(r *replayer, f int) []string { return []string{timeText(r.fetched[f])} }},
		{"response", true, aResponse, nil, "R10", func(r *replayer, f int) []string { return r.responseWords(f) }},
		{"catch-up", true, aWord, []string{incremental, full}, "R10", func(r *replayer, f int) []string { return []string{r.catchUp(f)} }},
	}
}

const incremental, full = "incremental", "full"

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// orNothing stands for an empty list.
func orNothing(words []string) []string {
	if len(words) == 0 {
		return []string{nothing}
	}
	return words
}

func logWords(l model.Log) []string {
	words := []string{}
	for i := range l.Len() {
		words = append(words, l.At(i).String())
	}
	return words
}

func idWords(ids model.RecordSet) []string {
	var words []string
	for id := range 16 {
		if ids.Has(id) {
			words = append(words, strconv.Itoa(id))
		}
	}
	return orNothing(words)
}

func (r *replayer) responseWords(f int) []string {
	a := &r.s.Response[f]
	if !a.InFlight() {
		return []string{nothing}
	}
	at := fmt.Sprintf("at=%d", a.Base)
	if a.Snapshot {
		at = "snapshot"
	}
	return append([]string{fmt.Sprintf("epoch=%d", a.Epoch), "from=" + r.m.Name(int(a.Source)), at, fmt.Sprintf("hw=%d", a.HW)}, logWords(a.Records)...)
}

// catchUp is how the leader would serve a replica now (R10).
func (r *replayer) catchUp(f int) string {
	if r.m.Rules().CatchUp(r.s.LEO(f), r.s.LEO(int(r.s.Leader)), r.script.Header.Retention) {
		return incremental
	}
	return full
}

// is compares what a field is with what an EXPECT wants.
func (r *replayer) is(f field, replica int, want []string) (got []string, ok bool) {
	got = f.value(r, replica)
	switch f.kind {
	case aTime:
		if want[0] == stale {
			t := r.caughtUp[replica]
			if f.name == "fetched" {
				t = r.fetched[replica]
			}
			return got, r.now-t > r.limit
		}
	case aSet, someIDs:
		want = slices.Compact(slices.Sorted(slices.Values(want)))
		return got, slices.Equal(slices.Sorted(slices.Values(got)), want)
	}
	return got, slices.Equal(got, want)
}
