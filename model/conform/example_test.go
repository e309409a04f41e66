package conform_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"tidemark/model/conform"
)

// Books is somebody's bookkeeping. It is wrong in one place: under constant load
// it forgets that a follower was caught up.
type Books struct {
	lagMax, leo, hw int
	isr             []string
	followers       map[string]*Follower
}

// A Follower is what Books keeps for one.
type Follower struct{ leo, caughtUp int }

// NewBooks is how a partition begins.
func NewBooks(p conform.Partition) conform.Leader {
	b := &Books{lagMax: p.LagMax, isr: p.Replicas, followers: map[string]*Follower{}}
	for _, name := range p.Replicas[1:] {
		b.followers[name] = &Follower{}
	}
	return b
}

func (b *Books) Append(now, records int) { b.leo += records; b.advance() }

func (b *Books) Fetch(now int, name string, offset int) {
	f := b.followers[name]
	if f.leo = offset; offset >= b.leo {
		f.caughtUp = now
	}
	if !slices.Contains(b.isr, name) && offset >= b.hw {
		b.isr = append(b.isr, name)
	}
	b.advance()
}

func (b *Books) Check(now int) {
	b.isr = slices.DeleteFunc(b.isr, func(name string) bool {
		f := b.followers[name]
		return f != nil && now-f.caughtUp > b.lagMax
	})
	b.advance()
}

func (b *Books) advance() {
	least := b.leo
	for _, name := range b.isr {
		if f := b.followers[name]; f != nil {
			least = min(least, f.leo)
		}
	}
	b.hw = max(b.hw, least)
}

func (b *Books) LEO() int      { return b.leo }
func (b *Books) HW() int       { return b.hw }
func (b *Books) ISR() []string { return b.isr }

// A test of one's own type is
//
//	func TestBooks(t *testing.T) {
//		conform.Test(t, NewBooks, conform.Config{})
//	}
//
// This is what it says of Books.
func Example() {
	report, err := conform.Check(context.Background(), conform.NewLocal(NewBooks), conform.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(report.Finding)
	// Output:
	// after t=2 STATUS: expected hw=1, came hw=2
	// Why:
	//     6 in sync: 2 - 1 = 1 is not > 1
	//     R4: HW = max(1, min(2, 1)) = 1
	// The whole answer:
	//     OK leo=2 hw=2 isr=5
	// The script (5 commands, none of which can be left out):
	//     replicas 5 6
	//     replica.lag.time.max.ms 1
	//     min.insync.replicas 1
	//     answers auto
	//
	//     t=0 APPEND 1
	//     t=1 FETCH 6 offset 0
	//     t=1 APPEND 1
	//     t=1 FETCH 6 offset 1
	//     t=2 STATUS
	//     EXPECT hw 1
	// This is how variants of the rules answer, here and in other scripts:
	//     caught-up-needs-equality (R1): only a fetch at the leader's LEO counts as caught up
}

// TestTest wants conform.Test to fail a test whose type does not conform, and to
// pass where only those fields are compared that do.
func TestTest(t *testing.T) {
	failing := &failed{T: t}
	conform.Test(failing, NewBooks, conform.Config{})
	if failing.message == "" {
		t.Error("Books passes")
	}
	conform.Test(t, NewBooks, conform.Config{Fields: []string{"leo"}})
	conform.Test(failing, NewBooks, conform.Config{Depth: -1})
	if want := "depth: expected a number up to 12, found -1"; failing.message != want {
		t.Errorf("got %s, want %s", failing.message, want)
	}
}

// A failed test notes why.
type failed struct {
	*testing.T
	message string
}

func (f *failed) Fatalf(format string, args ...any) { f.message = fmt.Sprintf(format, args...) }
