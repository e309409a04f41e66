package explore_test

import (
	"context"
	"fmt"

	"tidemark/explore"
)

// Lock is a model of two processes that share a lock. A process first reads
// whether the lock is free, and only then takes it.
type Lock struct {
	Taken bool
	At    [2]string // what each process is doing: "idle", "saw it free" or "inside"
}

// each lets both processes try something.
func each(try func(l *Lock, at *string) bool) func(Lock, func(Lock)) {
	return func(l Lock, emit func(Lock)) {
		for p := range l.At {
			next := l
			if try(&next, &next.At[p]) {
				emit(next)
			}
		}
	}
}

// move changes what a process is doing, if it is doing that.
func move(at *string, from, to string) bool {
	if *at != from {
		return false
	}
	*at = to
	return true
}

// A model of one's own is a struct and a function for each action. The search
// tells whether its rules hold, and shows a shortest way to break one.
func ExamplePlain() {
	model := explore.Plain[Lock]{
		Init: []Lock{{At: [2]string{"idle", "idle"}}},
		Actions: []explore.PlainAction[Lock]{
			{Name: "Look", Next: each(func(l *Lock, at *string) bool { return !l.Taken && move(at, "idle", "saw it free") })},
			{Name: "Take", Next: each(func(l *Lock, at *string) bool { l.Taken = true; return move(at, "saw it free", "inside") })},
			{Name: "Leave", Next: each(func(l *Lock, at *string) bool { l.Taken = false; return move(at, "inside", "idle") })},
		},
		Invariants: []explore.PlainInvariant[Lock]{
			{Name: "OneInside", Holds: func(l Lock) bool { return l.At != [2]string{"inside", "inside"} }},
		},
	}
	system, err := model.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := explore.Check(context.Background(), system, explore.Options{CheckDeadlock: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Verdict)
	for _, violation := range result.Violations {
		fmt.Println(violation.Kind, violation.Name)
		for i, step := range violation.Path {
			action := "Init"
			if i > 0 {
				action = system.Actions()[step.Label.Action()]
			}
			fmt.Printf("%d %-5s %+v\n", i+1, action, system.State(step.Row))
		}
	}

	// Output:
	// violated
	// invariant OneInside
	// 1 Init  {Taken:false At:[idle idle]}
	// 2 Look  {Taken:false At:[idle saw it free]}
	// 3 Look  {Taken:false At:[saw it free saw it free]}
	// 4 Take  {Taken:true At:[inside saw it free]}
	// 5 Take  {Taken:true At:[inside inside]}
}
