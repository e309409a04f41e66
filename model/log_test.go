package model

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawRecords draws records from few ids and epochs, so that logs often agree
// for a while.
func drawRecords(t *rapid.T, name string) []Record {
	record := rapid.Custom(func(t *rapid.T) Record {
		return Record{rapid.SampledFrom([]int{1, 2, 15}).Draw(t, "id"), rapid.SampledFrom([]int{1, 2, 15}).Draw(t, "epoch")}
	})
	n := rapid.SampledFrom([]int{0, 1, 2, 3, 7, 8}).Draw(t, "length of "+name)
	return rapid.SliceOfN(record, n, n).Draw(t, name)
}

func logOf(records []Record) Log {
	var l Log
	for _, r := range records {
		l = l.Append(r)
	}
	return l
}

func recordsOf(l Log) []Record {
	var records []Record
	for i := range l.Len() {
		records = append(records, l.At(i))
	}
	return records
}

// agree is the number of records before the first that differ.
func agree(a, b []Record, same func(a, b Record) bool) int {
	n := 0
	for n < len(a) && n < len(b) && same(a[n], b[n]) {
		n++
	}
	return n
}

// TestLog compares a log with a slice of records.
func TestLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawRecords(t, "a"), drawRecords(t, "b")
		switch rapid.IntRange(0, 2).Draw(t, "b") {
		case 1: // shares a prefix
			b = slices.Concat(a[:rapid.IntRange(0, len(a)).Draw(t, "prefix")], b)
			b = b[:min(len(b), 8)]
		case 2: // differs in one record, and there in its id only
			b = slices.Clone(a)
			if len(b) > 0 {
				b[rapid.IntRange(0, len(b)-1).Draw(t, "changed")].ID = 3
			}
		}
		l, m := logOf(a), logOf(b)
		if got := recordsOf(l); !slices.Equal(got, a) {
			t.Fatalf("a log of %v has %v", a, got)
		}
		n := rapid.IntRange(0, 9).Draw(t, "n")
		at := min(n, len(a))
		if got := recordsOf(l.Cut(n)); !slices.Equal(got, a[:at]) {
			t.Fatalf("Cut(%d) has %v", n, got)
		}
		if got := recordsOf(l.From(n)); !slices.Equal(got, a[at:]) {
			t.Fatalf("From(%d) has %v", n, got)
		}
		if len(a)+len(b) <= 8 {
			if got := recordsOf(l.Concat(m)); !slices.Equal(got, slices.Concat(a, b)) {
				t.Fatalf("Concat has %v", got)
			}
		}
		prefix := agree(a, b, func(x, y Record) bool { return x == y })
		if got := l.SharedPrefix(m); got != prefix {
			t.Fatalf("SharedPrefix is %d, want %d", got, prefix)
		}
		if got := l.HasPrefix(m); got != (prefix == len(b)) {
			t.Fatalf("HasPrefix is %t", got)
		}
		epochs := agree(a, b, func(x, y Record) bool { return x.Epoch == y.Epoch })
		if got := l.SharedEpochs(m); got != epochs {
			t.Fatalf("SharedEpochs is %d, want %d", got, epochs)
		}
		if (l == m) != slices.Equal(a, b) {
			t.Fatalf("== is %t", l == m)
		}
	})
}

// TestLogIDs compares what a log says of ids with a slice of records.
func TestLogIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := drawRecords(t, "records")
		l := logOf(records)
		for id := 1; id <= 15; id++ {
			at := slices.IndexFunc(records, func(r Record) bool { return r.ID == id })
			if got := l.IDs().Has(id); got != (at >= 0) {
				t.Fatalf("whether %d is in IDs is %t", id, got)
			}
			if got := l.offsetOf(id); got != at {
				t.Fatalf("the offset of %d is %d, want %d", id, got, at)
			}
		}
	})
}

// TestSets compares both kinds of sets with a map.
func TestSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var records RecordSet
		var replicas ReplicaSet
		inRecords, inReplicas := map[int]bool{}, map[int]bool{}
		for range rapid.IntRange(0, 20).Draw(t, "changes") {
			id, r := rapid.IntRange(1, 15).Draw(t, "id"), rapid.IntRange(0, MaxReplicas-1).Draw(t, "replica")
			if rapid.Bool().Draw(t, "add") {
				records, replicas = records.With(id), replicas.With(r)
				inRecords[id], inReplicas[r] = true, true
			} else {
				records, replicas = records.Without(id), replicas.Without(r)
				delete(inRecords, id)
				delete(inReplicas, r)
			}
		}
		for i := range 16 {
			if records.Has(i) != inRecords[i] || i < MaxReplicas && replicas.Has(i) != inReplicas[i] {
				t.Fatalf("whether %d is in a set is wrong: %b, %b", i, records, replicas)
			}
		}
		if replicas.Len() != len(inReplicas) {
			t.Fatalf("%b has length %d", replicas, replicas.Len())
		}
	})
}
