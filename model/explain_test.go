package model_test

import (
	"testing"

	"tidemark/explore"
	"tidemark/model"
)

// told are steps of one behaviour after another, and how the model explains
// the last one.
var told = []struct {
	steps []string
	want  string
}{
	{[]string{`Produce "1"`},
		"R6: acks=1 asks for no minimum; record 1 goes to offset 0, in epoch 1"},
	{[]string{`Produce "all"`},
		"R6: ISR of 3 >= MinISR 2; record 1 goes to offset 0, in epoch 1, and waits"},
	{[]string{"Fetch r2"},
		"R1: offset 0 >= the leader's LEO 0: caught up now; R10: incremental, the response has 0 records"},
	{[]string{"Fetch r2", "Receive r2", `Produce "1"`, "Tick", "Fetch r2"},
		"R1: offset 0 < the leader's LEO 1 but 0 >= 0, its LEO at the previous fetch: caught up as of then, 1 tick ago; R10: incremental, the response has 1 record"},
	{[]string{`Produce "1"`, "Fetch r2", `Produce "1"`, "DropResponse r2", "Tick", "Fetch r2"},
		"R1: offset 0 < the leader's LEO 2 and 0 < 1, its LEO at the previous fetch: not caught up; R10: incremental, the response has 1 record"},
	{[]string{`Produce "1"`, `Produce "1"`, `Produce "1"`, "Fetch r2"},
		"R1: offset 0 < the leader's LEO 3 but 0 >= 0, its LEO at the previous fetch; but there was none within LagMax; R10: the next offset 0 is below the retained tail, so the response is a snapshot of 3 records"},
	{[]string{`Produce "1"`, "Fetch r2", "Receive r2"},
		"R8: a packet of the adopted epoch 1 from its leader r1; appends 1 record at offset 0, advertised HW 0"},
	{[]string{`Produce "1"`, `Produce "1"`, `Produce "1"`, "Fetch r2", "Receive r2"},
		"R8: a packet of the adopted epoch 1 from its leader r1; R10: a snapshot of 3 records, of which HW 0 counts as committed"},
	{[]string{`Produce "1"`, "Fetch r2", "DuplicateResponse r2", "Receive r2"},
		"R8: a packet of the adopted epoch 1 from its leader r1; it starts at offset 0 but the LEO is 1: dropped"},
	{[]string{`Produce "1"`, "Fetch r2", "Elect r2", "Receive r2"},
		"R8: rejected (stale_leader_epoch): a packet of epoch 1, and r2 has adopted 2"},
	{[]string{`Produce "1"`, "Fetch r2", "DropResponse r2"},
		"the response is lost; the leader's bookkeeping keeps what the fetch said"},
	{[]string{"Tick"},
		"one tick of time passes"},
	{[]string{"Tick", "Tick", "ShrinkISR r2"},
		"R2: r2 was last caught up longer than LagMax 1 ago"},
	{[]string{"Tick", "Tick", "ShrinkISR r2", "Fetch r2", "ExpandISR r2"},
		"R3: LEO 0 >= HW 0, and r2 fetched within LagMax 1"},
	{[]string{`Produce "1"`, "Elect r2"},
		"R7: a live member of the ISR and not in charge; leads epoch 2, keeps 0 of its 0 records (HW 0); the old leader r1 leaves the ISR"},
	{[]string{`Produce "1"`, "Elect r2", "BecomeFollower r1"},
		"R9: adopts epoch 2, keeps the 0 records that it shares with leader r2, of 1"},
	{[]string{`Produce "all"`, "Fsync r1", "Fetch r2", "Receive r2", "Fsync r2", "Fetch r3", "Receive r3", "Fsync r3", "Fetch r2", "Fetch r3"},
		"R1: offset 1 >= the leader's LEO 1: caught up now; R10: incremental, the response has 0 records; R4: HW max(0, smallest LEO in the ISR) = 1"},
	{[]string{`Produce "all"`, "Fsync r1", "Fetch r2", "Receive r2", "Fsync r2", "Fetch r3", "Receive r3", "Fsync r3", "Fetch r2", "Fetch r3", "Ack 1"},
		"R5: HW 1 > offset 0; R6: ISR of 3 >= MinISR 2"},
	{[]string{`Produce "all"`, "Crash r2", "Crash r3", "Refuse 1"},
		"R6: ISR of 1 < MinISR 2: NOT_ENOUGH_REPLICAS_AFTER_APPEND"},
	{[]string{`Produce "all"`, "TimeOut 1"},
		"R6: the wait is over; the record stays, and its client does not know the outcome"},
	{[]string{`Produce "1"`, "Fetch r2", "Receive r2", "Crash r2"},
		"R12: the log falls back to its durable image, 0 of 1 record; it leaves the ISR"},
	{[]string{"Crash r2", "Crash r3", "Restart r2"},
		"r2 is back and has adopted no epoch"},
	{[]string{`Produce "1"`, "Fsync r1"},
		"R12: durable 0 becomes 1"},
}

// run follows steps, each an action and its argument, and returns the last one.
func run(t *testing.T, m *model.Model, steps ...string) (src, dst []uint64, last explore.Label) {
	t.Helper()
	rows, err := m.Init(nil)
	if err != nil {
		t.Fatal(err)
	}
	k, w := m.Width(), m.NewWorker()
	dst = rows[:k]
	for _, step := range steps {
		var out explore.Successors
		src = dst
		if err := w.Successors(src, &out); err != nil {
			t.Fatal(err)
		}
		dst = nil
		for i, label := range out.Labels {
			name, argument := m.Action(label)
			if name+" "+argument == step || argument == "" && name == step {
				dst, last = out.Rows[i*k:][:k], label
			}
		}
		if dst == nil {
			t.Fatalf("%s is not possible", step)
		}
	}
	return src, dst, last
}

// TestRule reads what a counterexample says about its steps.
func TestRule(t *testing.T) {
	m, err := model.New(everything(), model.Checks{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range told {
		src, dst, label := run(t, m, test.steps...)
		if got := m.Rule(src, dst, label); got != test.want {
			t.Errorf("%q:\n got %q\nwant %q", test.steps, got, test.want)
		}
	}
}
