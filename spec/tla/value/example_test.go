package value_test

import (
	"fmt"

	"tidemark/spec/tla/value"
)

// A record of an in-sync replica set and a high watermark, changed as by
// [state EXCEPT !.isr = @ \ {r2}], and numbered for a row of the explorer.
func Example() {
	r1, r2 := value.Model("r1"), value.Model("r2")
	fields, err := value.NewFields("isr", "hw")
	if err != nil {
		fmt.Println(err)
		return
	}
	state := fields.Record([]value.Value{value.Set(r2, r1), value.Int(3)})
	next, err := value.ExceptPath(state, []value.Value{value.String("isr")}, func(isr value.Value) (value.Value, error) {
		return value.Difference(isr, value.Set(r2))
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(state, next)

	subsets, _ := value.Subset(value.Set(r1, r2))
	isr, _ := value.Field(next, value.String("isr"))
	in, _ := value.Member(isr, subsets)
	fmt.Println(isr, `\in`, subsets, "is", value.Bool(in))

	_, err = value.Equal(state, value.Int(-1))
	fmt.Println(err)

	table := value.NewTable()
	a, _ := table.Handle(state)
	b, _ := table.Handle(fields.Record([]value.Value{value.Set(r1, r2), value.Int(3)}))
	fmt.Println(a == b, table.Value(a))
	// Output:
	// [hw |-> 3, isr |-> {r1, r2}] [hw |-> 3, isr |-> {r1}]
	// {r1} \in SUBSET {r1, r2} is TRUE
	// cannot check equality of the record [hw |-> 3, isr |-> {r1, r2}] and the integer -1: their kinds differ
	// true [hw |-> 3, isr |-> {r1, r2}]
}
