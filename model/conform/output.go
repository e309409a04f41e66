package conform

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"
	"time"
)

// A line is one that a program wrote, without its end.
type line struct {
	text string
	long bool // longer than MaxLine
	end  bool // no line, but the end of the output; the text is what came last
}

// reader reads lines until the end of the output, or one that is too long. It
// reads no more than a few lines ahead, so that endless output just waits.
func (r *running) reader() {
	in := bufio.NewReaderSize(r.stdout, MaxLine+2) // with \r\n
	for {
		text, err := in.ReadSlice('\n')
		l := line{text: strings.TrimRight(string(text), "\r\n")}
		l.long = errors.Is(err, bufio.ErrBufferFull) || len(l.text) > MaxLine
		l.end = err != nil && !l.long
		select {
		case r.lines <- l:
		case <-r.quit:
			return
		}
		if l.end || l.long {
			return
		}
	}
}

// How much of standard error is kept: its beginning and its end.
const (
	tailSize  = 2048 // bytes of each
	tailLines = 10   // of both together
)

// A tail keeps the beginning and the end of what is written to it.
type tail struct {
	from  *os.File
	first []byte
	last  []byte
	lost  bool // something in between
	done  chan struct{}
}

func newTail(from *os.File) *tail { return &tail{from: from, done: make(chan struct{})} }

// read reads to the end.
func (t *tail) read() {
	defer close(t.done)
	io.Copy(t, t.from)
}

// Write keeps what belongs to the beginning or, so far, to the end.
func (t *tail) Write(p []byte) (int, error) {
	n := min(len(p), tailSize-len(t.first))
	t.first = append(t.first, p[:n]...)
	t.last = append(t.last, p[n:]...)
	if over := len(t.last) - tailSize; over > 0 {
		t.last, t.lost = append(t.last[:0], t.last[over:]...), true
	}
	return len(p), nil
}

// finish ends the reading once all was read, or after a while.
func (t *tail) finish(patience time.Duration) {
	select {
	case <-t.done:
	case <-time.After(patience):
	}
	t.from.Close()
	<-t.done
}

// lines are what was kept, without blank lines, and of many the first and the
// last. Reading must have finished.
func (t *tail) lines() []string {
	text := string(t.first)
	if t.lost {
		text += "\n...\n"
	}
	var all []string
	for l := range strings.Lines(text + string(t.last)) {
		if l = strings.TrimSpace(l); l != "" {
			all = append(all, shown(l))
		}
	}
	if len(all) > tailLines {
		half := tailLines / 2
		all = append(append(all[:half:half], "..."), all[len(all)-half:]...)
	}
	return all
}
