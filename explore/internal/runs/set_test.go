package runs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// memory is a file that is none.
type memory struct{ data []byte }

func (f *memory) ReadAt(b []byte, at int64) (int, error) {
	if at > int64(len(f.data)) {
		return 0, io.EOF
	}
	n := copy(b, f.data[at:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (f *memory) WriteAt(b []byte, at int64) (int, error) {
	if grow := int(at) + len(b) - len(f.data); grow > 0 {
		f.data = append(f.data, make([]byte, grow)...)
	}
	return copy(f.data[at:], b), nil
}

func (f *memory) Truncate(size int64) error {
	f.data = f.data[:size]
	return nil
}

func (f *memory) Close() error { return nil }

// weak is a hash with few values, so that many rows share one.
func weak(width int, values uint64) func(rows, dst []uint64) {
	return func(rows, dst []uint64) {
		for i := range dst {
			dst[i] = 0
			for _, word := range rows[i*width : (i+1)*width] {
				dst[i] += word
			}
			dst[i] %= values
		}
	}
}

// batchOf returns rows with their tags, sorted.
func batchOf(f *Format, rows map[string]byte, tagged bool) *Batch {
	b := new(Batch)
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		var row []uint64
		for _, word := range []byte(key) {
			row = append(row, uint64(word))
		}
		b.Rows = append(b.Rows, row...)
		if tagged {
			b.Tags = append(b.Tags, rows[key])
		}
	}
	b.Hashes = make([]uint64, len(rows))
	f.Hash(b.Rows, b.Hashes)
	b.Sort()
	return b
}

// TestSetAgreesWithMaps builds levels of random rows, in few and in many runs,
// and compares each with what maps say.
func TestSetAgreesWithMaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 3).Draw(t, "width")
		f := Format{Width: width, Hash: weak(width, rapid.Uint64Range(1, 100).Draw(t, "hashes")), Block: rapid.IntRange(1, 9).Draw(t, "block")}
		tagged := rapid.Bool().Draw(t, "tagged")
		s, err := NewSet(f, func() (File, error) { return new(memory), nil }, new(Meter))
		if err != nil {
			t.Fatal(err)
		}
		row := rapid.Custom(func(t *rapid.T) string {
			b := make([]byte, width)
			for i := range b {
				b[i] = byte(rapid.IntRange(0, 15).Draw(t, "word"))
			}
			return string(b)
		})
		seen := map[string]bool{}
		var want [][]string
		for range rapid.IntRange(1, 20).Draw(t, "levels") {
			least := map[string]byte{}
			for range rapid.IntRange(0, fan+2).Draw(t, "runs") {
				run := map[string]byte{}
				for _, r := range rapid.SliceOfN(row, 0, 4).Draw(t, "rows") {
					if _, twice := run[r]; twice {
						continue
					}
					run[r] = rapid.Byte().Draw(t, "tag")
					if old, found := least[r]; !found || run[r] < old {
						least[r] = run[r]
					}
				}
				gather(t, s, batchOf(&f, run, tagged), tagged)
			}
			var tags, wantTags [256]uint64
			n, err := s.Close(context.Background(), &tags)
			if err != nil {
				t.Fatal(err)
			}
			maps.DeleteFunc(least, func(r string, _ byte) bool { return seen[r] })
			for r, tag := range least {
				seen[r] = true
				if tagged {
					wantTags[tag]++
				}
			}
			want = append(want, slices.Sorted(maps.Keys(least)))
			if n != len(least) || tags != wantTags {
				t.Fatalf("%d rows, want %d; tags %v, want %v", n, len(least), tags, wantTags)
			}
		}
		for i := range want {
			if got := level(t, s, i); !slices.Equal(got, want[i]) {
				t.Fatalf("level %d: got %q, want %q", i, got, want[i])
			}
		}
		if n := len(s.visited.runs); n > 2*fan {
			t.Errorf("%d runs for %d levels", n, len(want))
		}
		if err := s.Release(); err != nil || s.meter.now.Load() != 0 {
			t.Errorf("%v, %d bytes left", err, s.meter.now.Load())
		}
	})
}

func gather(t *rapid.T, s *Set, b *Batch, tagged bool) {
	err := s.Gather(context.Background(), tagged, func(emit func(*Batch) error) error { return emit(b) })
	if err != nil {
		t.Fatal(err)
	}
}

func level(t *rapid.T, s *Set, i int) []string {
	var got []string
	s.Open(i)
	for {
		rows, err := s.Next()
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) == 0 {
			slices.Sort(got)
			return got
		}
		for row := range slices.Chunk(rows, s.format.Width) {
			key := ""
			for _, word := range row {
				key += string([]byte{byte(word)})
			}
			got = append(got, key)
		}
	}
}

// TestDamagedBlocks flips every bit of a block in turn, reads it from another
// place, and cuts it short.
func TestDamagedBlocks(t *testing.T) {
	f := Format{Width: 2, Hash: weak(2, 1000), Block: 5}
	b := batchOf(&f, map[string]byte{"ab": 1, "cd": 2, "ef": 3}, true)
	good := encode(nil, b, 640)
	read := func(raw []byte, place int64) error {
		var got Batch
		got.grow(3, 2, true)
		return decode(raw, &got, place)
	}
	if err := read(good, 640); err != nil {
		t.Fatal(err)
	}
	for bit := range 8 * len(good) {
		raw := slices.Clone(good)
		raw[bit/8] ^= 1 << (bit % 8)
		if read(raw, 640) == nil {
			t.Errorf("bit %d is not missed", bit)
		}
	}
	if read(good, 641) == nil {
		t.Error("another place is as good")
	}
}

// A fragile file breaks at the n-th of all operations on files.
type fragile struct {
	File
	left *int
}

var errBroken = errors.New("broken")

func (f fragile) breaks() bool {
	*f.left--
	return *f.left == 0
}

func (f fragile) ReadAt(b []byte, at int64) (int, error) {
	if f.breaks() {
		return 0, errBroken
	}
	return f.File.ReadAt(b, at)
}

func (f fragile) WriteAt(b []byte, at int64) (int, error) {
	if f.breaks() {
		return 0, errBroken
	}
	return f.File.WriteAt(b, at)
}

func (f fragile) Truncate(size int64) error {
	if f.breaks() {
		return errBroken
	}
	return f.File.Truncate(size)
}

// TestBrokenFiles breaks each operation in turn, and wants its error, and all
// files closed and gone.
func TestBrokenFiles(t *testing.T) {
	dir := t.TempDir()
	before := openFiles(t)
	for n := 1; ; n++ {
		left := n
		s, err := NewSet(Format{Width: 1, Hash: weak(1, 1000), Block: 4}, func() (File, error) {
			if left--; left == 0 {
				return nil, errBroken
			}
			f, err := TempDir(dir)()
			return fragile{f, &left}, err
		}, new(Meter))
		if err == nil {
			err = fillSet(s)
			s.Release()
		}
		if err == nil {
			if n < 100 {
				t.Errorf("only %d operations", n)
			}
			break
		}
		if !errors.Is(err, errBroken) {
			t.Fatal(err)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("%d files are left, %v", len(entries), err)
	}
	if after := openFiles(t); after != before {
		t.Errorf("%d open files, %d before", after, before)
	}
}

// fillSet builds some levels of many runs and reads them.
func fillSet(s *Set) error {
	for i := range fan + 2 {
		for j := range fan + 1 {
			b := batchOf(&s.format, map[string]byte{fmt.Sprintf("%c", 3*i+j): 0, fmt.Sprintf("%c", 3*i): 0}, false)
			err := s.Gather(context.Background(), false, func(emit func(*Batch) error) error { return emit(b) })
			if err != nil {
				return err
			}
		}
		var tags [256]uint64
		if _, err := s.Close(context.Background(), &tags); err != nil {
			return err
		}
		s.Open(i)
		for {
			rows, err := s.Next()
			if err != nil {
				return err
			}
			if len(rows) == 0 {
				break
			}
		}
	}
	return nil
}

// openFiles counts the process's open files, where the system tells.
func openFiles(t *testing.T) int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Log(err)
	}
	return len(entries)
}

// TestContextEndsMerging: a set that is told to stop says so.
func TestContextEndsMerging(t *testing.T) {
	s, err := NewSet(Format{Width: 1, Hash: weak(1, 1000), Block: 4}, TempDir(t.TempDir()), new(Meter))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if err := fillSet(s); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Close(ctx, new([256]uint64)); err != context.Canceled {
		t.Error(err)
	}
}
