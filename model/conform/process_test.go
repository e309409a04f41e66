package conform_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"tidemark/model/conform"
	"tidemark/model/conform/examples/lesson"
)

// TestManners wants each way of misbehaving to be a finding of its own, with the
// fetch that shows it.
func TestManners(t *testing.T) {
	for _, tt := range []struct {
		manner lesson.Manner
		kind   conform.Kind
		want   []string
	}{
		{lesson.Crashes, conform.Ended, []string{"after t=0 FETCH 6 offset 0: it ended: exit status 3", "On standard error:\n    index out of range"}},
		{lesson.Babbles, conform.Endless, []string{"after t=0 FETCH 6 offset 0: a line of more than 4096 bytes, which begins with and then and then"}},
		{lesson.Chatters, conform.Endless, []string{"after t=0 FETCH 6 offset 0: this is no answer to START: it wrote a line more than it was sent", "each line that is sent is answered with one line"}},
		{lesson.Mumbles, conform.Malformed, []string{"after t=0 FETCH 6 offset 0: expected a line that begins with OK or REFUSED, found fetched\uFFFD[31m!", "what else there is to say goes to standard error"}},
	} {
		t.Run(string(tt.manner), func(t *testing.T) {
			f := found(t, program(t, string(tt.manner)), conform.Config{Seed: 1}, tt.kind)
			if f.Commands != 1 || !f.Minimal {
				t.Errorf("%d commands, minimal %v", f.Commands, f.Minimal)
			}
			for _, want := range tt.want {
				if !strings.Contains(f.String(), want) {
					t.Errorf("no %q in\n%s", want, f)
				}
			}
		})
	}
}

// TestHangs wants a fetch that is not answered to be found. Where the machine is
// so busy that START takes longer than the limit, the limit is made longer.
func TestHangs(t *testing.T) {
	for limit := 200 * time.Millisecond; ; limit *= 4 {
		f := found(t, program(t, string(lesson.Hangs)), conform.Config{AnswerTimeout: limit}, conform.Silent)
		if strings.HasPrefix(f.Sent, "START") && limit < time.Minute {
			continue
		}
		for _, want := range []string{"after t=0 FETCH 6 offset 0: no answer within " + limit.String(), "must be flushed"} {
			if !strings.Contains(f.String(), want) {
				t.Errorf("no %q in\n%s", want, f)
			}
		}
		if f.Commands != 1 {
			t.Errorf("%d commands", f.Commands)
		}
		return
	}
}

// TestMemory wants what one script leaves behind to be told from what it does,
// and to be no fault where each gets a process of its own.
func TestMemory(t *testing.T) {
	f := found(t, program(t, string(lesson.Forgetful)), conform.Config{Depth: 2}, conform.Leftover)
	if f.Before == "" || !strings.HasPrefix(f.Message(), "after another script, which START must make it forget: after t=") {
		t.Error(f)
	}
	found(t, program(t, string(lesson.Forgetful)), conform.Config{Runs: 1}, conform.Leftover) // of the first START
	c := command(t, string(lesson.Forgetful))
	c.Fresh = true
	if r := check(t, conform.NewProcess(c), conform.Config{Depth: 1, Runs: 10}); r.Finding != nil {
		t.Error(r.Finding)
	}
	f = found(t, program(t, string(lesson.Wavers)), conform.Config{}, conform.Unstable)
	if !strings.HasPrefix(f.Message(), "not the same each time: after t=") || !strings.Contains(f.Hint, "have left, of which there were ") {
		t.Error(f)
	}
}

// TestPrograms wants what is no implementation to be told from the first line on.
func TestPrograms(t *testing.T) {
	for _, tt := range []struct {
		shell string
		kind  conform.Kind
		want  string
	}{
		{"cat", conform.Malformed, "expected READY as the answer to START, found START replicas=5,6,7"},
		{"true", conform.Ended, "it ended: exit status 0"},
		{"kill -9 $$", conform.Ended, "it ended: signal: killed"},
		{"exec sleep 60", conform.Silent, "no answer within 200ms"},
		{"printf READ", conform.Ended, "it ended: exit status 0, in the middle of the line READ"},
		{"exec >&-; exec sleep 60", conform.Ended, "it closed its standard output"},
		{"exec <&-; exec sleep 60", conform.Silent, "no answer within 200ms"},
		{"echo READY fields=hv; cat", conform.Malformed, `expected names of fields, found "hv"`},
		{"echo READY commands=JUMP; cat", conform.Malformed, `expected commands, found "JUMP"`},
		{"echo READY or=not; cat", conform.Malformed, "expected fields=... or commands=... after READY, found or=not"},
		{"while :; do echo READY; done", conform.Malformed, "expected a line that begins with OK or REFUSED, found READY"},
		{"echo; cat", conform.Malformed, "expected READY as the answer to START, found an empty line"},
		{"while read w x; do case $w in START) echo READY;; *) echo; esac; done", conform.Malformed, "expected a line that begins with OK or REFUSED, found an empty line"},
	} {
		im := conform.NewProcess(conform.Command{Args: []string{"sh", "-c", tt.shell}})
		c := conform.Config{}
		if tt.kind == conform.Silent {
			c.AnswerTimeout = 200 * time.Millisecond
		}
		f := found(t, im, c, tt.kind)
		if !strings.Contains(f.Message(), tt.want) {
			t.Errorf("%s: no %q in %s", tt.shell, tt.want, f.Message())
		}
	}
}

// TestLastWords wants what is written when the input ends to be a finding, too.
func TestLastWords(t *testing.T) {
	c := command(t, "")
	c.Args = []string{"sh", "-c", c.Args[0] + "; echo bye"}
	f := found(t, conform.NewProcess(c), conform.Config{Depth: 1}, conform.Endless)
	if !strings.HasSuffix(f.Message(), "it wrote more lines than it was sent, among them bye") {
		t.Error(f)
	}
}

// TestStderr wants a bounded part of what is written to standard error, from its
// beginning and its end.
func TestStderr(t *testing.T) {
	im := conform.NewProcess(conform.Command{Args: []string{"sh", "-c", `for i in $(seq 100000); do echo "line $i" >&2; done`}})
	f := found(t, im, conform.Config{}, conform.Ended)
	if n := len(f.Stderr); n < 3 || n > 20 || f.Stderr[0] != "line 1" || f.Stderr[n-1] != "line 100000" {
		t.Errorf("%q", f.Stderr)
	}
}

// TestNothingIsLeft wants whatever a program started to be gone once it has shown
// a fault or is closed: it holds a connection, and who reads from that sees its
// end.
func TestNothingIsLeft(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	start := []string{"START replicas=5,6 replica.lag.time.max.ms=1 min.insync.replicas=1"}
	for manner, kind := range map[lesson.Manner]conform.Kind{"": "", lesson.Hangs: conform.Silent, lesson.Crashes: conform.Ended, lesson.Babbles: conform.Endless} {
		c := command(t, string(manner))
		self := c.Args[0]
		// The program begins once the connection is there: else nothing would be held.
		const shell = "HOLD=%s %s & while ! [ -e held ]; do sleep 0.01; done; exec %s"
		c.Args, c.Dir = []string{"sh", "-c", fmt.Sprintf(shell, listener.Addr(), self, self)}, t.TempDir()
		im := conform.NewProcess(c)
		if _, fault := im.Perform(t.Context(), start, time.Minute); fault != nil {
			t.Fatalf("%s: %+v", manner, fault)
		}
		conn, err := listener.Accept()
		if err != nil {
			t.Fatal(err)
		}
		_, fault := im.Perform(t.Context(), append(start, "t=0 FETCH 6 offset 0"), patienceFor(kind))
		if (fault == nil) != (kind == "") || fault != nil && fault.Kind != kind {
			t.Errorf("%s: %+v", manner, fault)
		}
		if fault == nil {
			im.Close(time.Minute)
		}
		conn.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%q: something still runs", manner)
		}
		conn.Close()
	}
}

// patienceFor is short where an answer is waited for in vain.
func patienceFor(kind conform.Kind) time.Duration {
	if kind == conform.Silent {
		return 100 * time.Millisecond
	}
	return time.Minute
}

// hold is what the test binary does in TestNothingIsLeft beside the program.
func hold(address string) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		os.Exit(1)
	}
	os.WriteFile("held", nil, 0o644)
	io.Copy(io.Discard, conn)
	time.Sleep(time.Hour)
}
