package explore

import (
	"fmt"
	"strconv"
	"time"

	"tidemark/explore/checkpoint"
)

// Checkpoints say where a search is saved, when, and which one it goes on from.
// A search that goes on ends with the result of one that was never stopped, for
// any numbers of workers.
//
// Saved is what a level has become by the end of a chunk, so the search pauses
// only until each worker has finished its own. The second search that a trace
// under the hash store takes has a checkpoint of its own, in a directory within
// the first one's, unless the system is a [Keeper]: then it is begun again.
type Checkpoints struct {
	From string // directory of the checkpoint to go on from; empty: begin
	To   string // directory for checkpoints; empty: none are written

	// Identity is what the search must have in common with the one that it goes
	// on from, beside what the engine knows of it: the shape of the system and
	// the options that its result depends on.
	Identity []checkpoint.Field
	// Due is called when the search starts and after each checkpoint. What it
	// returns asks for the next one. Without it, and anyhow, a checkpoint is
	// written when something stops the search before it has ended by itself.
	Due func() <-chan time.Time
	// Spent is the time that the search has taken so far, by the caller's clock.
	Spent func() time.Duration

	// Resumed is told where the search goes on and how much time was spent
	// before. Saving is called before a checkpoint is written, and Saved after
	// it; with an error when it could not be: then the last one stays, no other
	// is written, and the search goes on. Each may be nil, and is called from the
	// caller's goroutine.
	Resumed func(Level, time.Duration)
	Saving  func()
	Saved   func(Level, error)

	_ struct{}
}

// A Keeper is a [System] whose rows refer to something that the process keeps,
// such as interned values: without it they can't be saved. Its methods are called
// while no worker is at work.
type Keeper interface {
	// Keep calls add with pieces of what was added since a mark, nil for the
	// start, and returns the next mark. A piece has at most
	// [checkpoint.MaxBlock] bytes.
	Keep(since []uint64, add func(piece []byte) error) (mark []uint64, err error)
	// Restore brings back what was kept, in a system of a new process, so that
	// rows mean again what they meant. It takes all pieces in their order, and
	// returns the mark after them.
	Restore(pieces [][]byte) (mark []uint64, err error)
	// Unkept says what of the system keeps it from being saved; empty: nothing.
	Unkept() string
}

// identity is what searches must have in common for one to go on from the other.
func (s *search) identity() []checkpoint.Field {
	var properties []string
	for _, p := range s.properties {
		properties = append(properties, p.Name+" ("+p.Kind.String()+")")
	}
	fields := append([]checkpoint.Field(nil), s.opts.Checkpoints.Identity...)
	fields = append(fields, each("property", "number of properties", properties)...)
	fields = append(fields, each("action", "number of actions", s.actions)...)
	return append(fields,
		checkpoint.Field{Name: "store", Value: storeName(s.opts.Store)},
		checkpoint.Field{Name: "symmetry", Value: yesNo(s.opts.Symmetry)},
		checkpoint.Field{Name: "check of deadlock", Value: yesNo(s.opts.CheckDeadlock)},
		checkpoint.Field{Name: "going on after a violation", Value: yesNo(s.opts.Continue)},
		checkpoint.Field{Name: "coverage", Value: yesNo(s.opts.Coverage)},
		checkpoint.Field{Name: "words in a row", Value: strconv.Itoa(s.width)},
	)
}

// each makes a field of each item of a list, and one of how many there are.
func each(name, number string, items []string) []checkpoint.Field {
	fields := []checkpoint.Field{{Name: number, Value: strconv.Itoa(len(items))}}
	for i, item := range items {
		fields = append(fields, checkpoint.Field{Name: name + " " + strconv.Itoa(i+1), Value: item})
	}
	return fields
}

func storeName(kind StoreKind) string { return [...]string{"exact", "hash", "disk"}[kind] }

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// checkSaving says whether the search can be saved.
func (s *search) checkSaving() error {
	if s.opts.Checkpoints == nil {
		return nil
	}
	keeper, keeps := s.System.(Keeper)
	switch {
	case s.valued != nil && !keeps:
		return fmt.Errorf("explore: a search can't be saved when the words of its rows are no values and the system is no Keeper")
	case keeps && keeper.Unkept() != "":
		return fmt.Errorf("explore: the search can't be saved: %s", keeper.Unkept())
	}
	return nil
}
