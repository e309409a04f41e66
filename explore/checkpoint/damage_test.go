package checkpoint

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var identity = []Field{{"program", "tidemark 1"}, {"constant N", "3"}, {"symmetry", "no"}}

// write makes a checkpoint of two journal parts and a rest.
func write(t *testing.T, dir string, identity []Field) {
	t.Helper()
	w, err := Create(dir, identity)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if err := w.Append(1, fmt.Appendf(nil, "block %d", i)); err != nil {
			t.Fatal(err)
		}
		err = w.Commit(fmt.Appendf(nil, "state %d", i), func(add Visit) error { return add(2, fmt.Appendf(nil, "rest %d", i)) })
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// readAll reads a checkpoint as a whole.
func readAll(dir string, identity []Field) (string, error) {
	r, err := Open(dir, identity)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	visit := func(tag uint32, payload []byte) error {
		fmt.Fprintf(&text, "%d %s; ", tag, payload)
		return nil
	}
	if err := r.Journal(visit); err != nil {
		return "", err
	}
	if err := r.Rest(visit); err != nil {
		return "", err
	}
	return text.String() + string(r.State()), nil
}

func TestWhatWasCommittedIsRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	write(t, dir, identity)
	got, err := readAll(dir, identity)
	if want := "1 block 0; 1 block 1; 2 rest 1; state 1"; got != want || err != nil {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if names := list(t, dir); fmt.Sprint(names) != "[index part-00000001 part-00000003 part-00000004]" {
		t.Error(names)
	}
}

func list(t *testing.T, dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// A damage does something to the checkpoint in a directory.
type damage struct {
	name string
	do   func(t *testing.T, dir string)
	want string // in the message
}

// edit changes a file.
func edit(name string, change func(b []byte) []byte) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		path := filepath.Join(dir, name)
		b, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(path, change(b), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// edits does the same to the index, a part of the journal and a rest.
func edits(name string, change func(b []byte) []byte, want string) []damage {
	var all []damage
	for _, file := range []string{"index", "part-00000001", "part-00000004"} {
		all = append(all, damage{name + " " + file, edit(file, change), want})
	}
	return all
}

func flip(at int) func([]byte) []byte {
	return func(b []byte) []byte {
		at := (at + len(b)) % len(b)
		b[at] ^= 4
		return b
	}
}

func damages() []damage {
	all := []damage{
		{"no directory", func(t *testing.T, dir string) {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}, "there is no such directory"},
		{"no directory but a file", func(t *testing.T, dir string) {
			if err := errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o666)); err != nil {
				t.Fatal(err)
			}
		}, "expected the directory of a checkpoint"},
		{"missing index", remove("index"), "it has no file index"},
		{"missing part", remove("part-00000003"), "the file part-00000003 of the checkpoint is missing"},
		{"a directory for a part", func(t *testing.T, dir string) {
			remove("part-00000001")(t, dir)
			if err := os.Mkdir(filepath.Join(dir, "part-00000001"), 0o777); err != nil {
				t.Fatal(err)
			}
		}, "expected a file, found something else"},
		{"a part of another checkpoint", func(t *testing.T, dir string) {
			other := t.TempDir()
			write(t, other, identity[:1])
			if err := os.Rename(filepath.Join(other, "part-00000003"), filepath.Join(dir, "part-00000001")); err != nil {
				t.Fatal(err)
			}
		}, "it belongs to another checkpoint"},
		{"a part in the place of the index", func(t *testing.T, dir string) {
			if err := os.Rename(filepath.Join(dir, "part-00000001"), filepath.Join(dir, "index")); err != nil {
				t.Fatal(err)
			}
		}, "has it been renamed?"},
		{"a long block", edit("part-00000001", func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[headerSize+4:], MaxBlock+1)
			return b
		}), "claims to have"},
	}
	all = append(all, edits("empty", func([]byte) []byte { return nil }, "the file is empty")...)
	all = append(all, edits("foreign", func(b []byte) []byte { return []byte("PNG, perhaps, and more of it, much more") }, `does not start with "tidemark"`)...)
	all = append(all, edits("version", func(b []byte) []byte { b[len(magic)] = 7; return b }, "version 7 of the format, expected 1")...)
	all = append(all, edits("cut header", func(b []byte) []byte { return b[:headerSize-3] }, "the file ends too early")...)
	all = append(all, edits("cut", func(b []byte) []byte { return b[:len(b)-1] }, "the file ends too early")...)
	all = append(all, edits("cut in half", func(b []byte) []byte { return b[:len(b)/2] }, "the file ends too early")...)
	all = append(all, edits("more", func(b []byte) []byte { return append(b, "more"...) }, "4 bytes follow the end")...)
	all = append(all, edits("flipped number", flip(len(magic)+8), "the checksum of the block at byte 24 is wrong")...)
	all = append(all, edits("flipped byte", flip(headerSize+blockSize), "the checksum of the block at byte 24 is wrong")...)
	all = append(all, edits("flipped checksum", flip(-1), "is wrong: the file is damaged")...)
	return all
}

func remove(name string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDamages(t *testing.T) {
	for _, d := range damages() {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "checkpoint")
			write(t, dir, identity)
			d.do(t, dir)
			_, err := readAll(dir, identity)
			var own *Error
			if !errors.As(err, &own) || !strings.Contains(err.Error(), d.want) || !strings.HasPrefix(err.Error(), dir) {
				t.Errorf("got %v, want %s", err, d.want)
			}
		})
	}
}

// TestEveryByteMatters flips a bit of each byte of each file, and cuts each file
// everywhere.
func TestEveryByteMatters(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, identity)
	for _, name := range list(t, dir) {
		path := filepath.Join(dir, name)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		try := func(b []byte, what string, at int) {
			if err := os.WriteFile(path, b, 0o666); err != nil {
				t.Fatal(err)
			}
			var own *Error
			if _, err := readAll(dir, identity); !errors.As(err, &own) {
				t.Errorf("%s %s at %d: %v", name, what, at, err)
			}
		}
		for i := range whole {
			b := bytes.Clone(whole)
			b[i] ^= 1 << (i % 8)
			try(b, "flipped", i)
			try(whole[:i], "cut", i)
		}
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOtherSearches(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, identity)
	for _, tt := range []struct {
		expected []Field
		want     string
	}{
		{[]Field{{"program", "tidemark 2"}, {"constant N", "3"}, {"symmetry", "no"}}, "program: expected tidemark 2, found tidemark 1"},
		{[]Field{{"program", "tidemark 1"}, {"constant N", "2"}, {"symmetry", "yes"}}, "constant N: expected 2, found 3"},
		{[]Field{{"program", "tidemark 1"}, {"constant M", "3"}, {"symmetry", "no"}}, "expected constant M (3), found constant N (3)"},
		{identity[:2], "symmetry: expected nothing, found no"},
		{append(identity[:3:3], Field{"coverage", "no"}), "coverage: expected no, found nothing"},
	} {
		if _, err := readAll(dir, tt.expected); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}

// forge writes a file of blocks with right checksums.
func forge(kind uint32, blocks ...[]byte) []byte {
	var b bytes.Buffer
	w, _ := newBlockWriter(&b, kind, 0)
	for i, payload := range blocks {
		w.block(uint32(i+1), payload)
	}
	w.end()
	return b.Bytes()
}

func TestForgedIndexes(t *testing.T) {
	for name, b := range map[string][]byte{
		"no state":    forge(kindIndex, []byte("[]"), []byte("[]")),
		"no identity": forge(kindIndex, []byte("{"), []byte("[]"), []byte("x")),
		"no parts":    forge(kindIndex, []byte("[]"), []byte("7"), []byte("x")),
		"more":        forge(kindIndex, []byte("[]"), []byte("[]"), []byte("x"), []byte("y")),
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "index"), b, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := readAll(dir, []Field{}); err == nil || !strings.Contains(err.Error(), "contradicts itself") && !strings.Contains(err.Error(), "no state") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzRead reads any bytes as an index and as a part, as they are and with
// right checksums.
func FuzzRead(f *testing.F) {
	f.Add(forge(kindIndex, []byte(`[{"Name":"a","Value":"b"}]`), []byte(`[{"Number":1,"Bytes":36,"Sum":3}]`), []byte("state")))
	f.Add(forge(kindPart, []byte("one"), []byte("two")))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, b := range [][]byte{b, summed(b)} {
			for _, kind := range []uint32{kindIndex, kindPart} {
				r, err := newBlockReader("file", bytes.NewReader(b), kind)
				if err != nil {
					continue
				}
				var again bytes.Buffer
				w, _ := newBlockWriter(&again, kind, binary.LittleEndian.Uint64(b[len(magic)+8:]))
				if r.all(func(tag uint32, payload []byte) error { return w.block(tag, payload) }) != nil {
					continue
				}
				if w.end() != nil || !bytes.Equal(again.Bytes(), b) {
					t.Errorf("%q was read and became %q", b, again.Bytes())
				}
			}
		}
		var own *Error
		if _, err := decodeIndex("index", bytes.NewReader(summed(b))); err != nil && !errors.As(err, &own) {
			t.Error(err)
		}
	})
}

// summed returns b with the right checksums, so that fuzzing gets past them.
func summed(b []byte) []byte {
	b = bytes.Clone(b)
	if len(b) < headerSize {
		return b
	}
	sum := crc64.Update(0, polynomial, b[:headerSize])
	for at := headerSize; at+blockSize <= len(b); {
		end := at + blockSize + int(binary.LittleEndian.Uint32(b[at+4:]))
		if end > len(b)-8 {
			break
		}
		sum = crc64.Update(sum, polynomial, b[at:end])
		binary.LittleEndian.PutUint64(b[end:], sum)
		at = end + 8
	}
	return b
}
