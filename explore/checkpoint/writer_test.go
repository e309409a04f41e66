package checkpoint

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAlwaysWhole looks at the directory while a checkpoint is being written.
func TestAlwaysWhole(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(dir, identity)
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for i := range 3 {
		if err := w.Append(1, fmt.Appendf(nil, "%d", i)); err != nil {
			t.Fatal(err)
		}
		err := w.Commit([]byte(strings.Repeat("s", i)+"."), func(add Visit) error {
			if got, err := readAll(dir, identity); i > 0 && (got != want || err != nil) {
				t.Errorf("got %q, %v, want %q", got, err, want)
			}
			return add(2, nil)
		})
		if err != nil {
			t.Fatal(err)
		}
		if want, err = readAll(dir, identity); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := readAll(dir, identity); got != want || err != nil {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// TestLeftovers removes what a process has left incomplete, and nothing else.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, identity)
	others := map[string]string{"part.new": "another's", "part-00000002": "another's", "part-1": "tidemark", "notes": "tidemark"}
	for name, text := range others {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"index.new", "rest.new", "part-00000005", "part-00000123"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(magic), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(dir, identity)
	if err != nil {
		t.Fatal(err)
	}
	if w, err := r.Continue(); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Error(w, err) // it would have to be written to
	}
	if err := os.Remove(filepath.Join(dir, "part.new")); err != nil {
		t.Fatal(err)
	}
	w, err := r.Continue()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Append(1, []byte("more")), w.Commit([]byte("on"), nil), w.Close()); err != nil {
		t.Fatal(err)
	}
	got, err := readAll(dir, identity)
	if want := "1 block 0; 1 block 1; 1 more; on"; got != want || err != nil {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if names := list(t, dir); fmt.Sprint(names) != "[index notes part-00000001 part-00000002 part-00000003 part-00000005 part-1]" {
		t.Error(names)
	}
	if err := Remove(dir); err != nil {
		t.Fatal(err)
	}
	if names := list(t, dir); fmt.Sprint(names) != "[notes part-00000002 part-1]" {
		t.Error(names)
	}
}

// TestManyParts merges the parts of the journal when there are many.
func TestManyParts(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(dir, identity)
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for i := range maxParts + 3 {
		want += fmt.Sprintf("1 %d; ", i)
		if err := errors.Join(w.Append(1, fmt.Appendf(nil, "%d", i)), w.Commit([]byte("end"), nil)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := readAll(dir, identity); got != want+"end" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if n := len(list(t, dir)); n > 6 {
		t.Errorf("%d files", n)
	}
	if err := errors.Join(w.Close(), Remove(dir)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Error(err)
	}
}

func TestDirectoriesInUse(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(dir, identity)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create(dir, identity); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Error(err)
	}
	if err := errors.Join(w.Commit([]byte("x"), nil), w.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(dir, identity); err == nil || !strings.Contains(err.Error(), "already") {
		t.Error(err)
	}
	file := filepath.Join(dir, "index")
	if _, err := Create(file, identity); err == nil {
		t.Error("a file was taken for a directory")
	}
}

// TestAfterAnError keeps the last checkpoint when the next one can't be written.
func TestAfterAnError(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(dir, identity)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Commit([]byte("good"), nil); err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left")
	if err := w.Commit([]byte("bad"), func(Visit) error { return full }); !errors.Is(err, full) {
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if got, err := readAll(dir, identity); got != "good" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if names := list(t, dir); fmt.Sprint(names) != "[index part-00000001]" {
		t.Error(names)
	}
}
