package conform

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A Command says what program implements the bookkeeping, and how it is run.
type Command struct {
	Args []string // the program and its arguments
	Dir  string   // where it runs; here when empty
	Env  []string // as in [exec.Cmd]
	// Fresh says that every script gets a process of its own.
	Fresh bool

	_ struct{}
}

// NewProcess returns an implementation that is a program. It runs in a process
// group of its own where there are such, which is killed as a whole, so that
// nothing that it started is left.
func NewProcess(c Command) Implementation { return &process{command: c} }

// A process is a program that is started when it is needed.
type process struct {
	command Command
	running *running // nil when it is not
}

// A running program, and what comes of it.
type running struct {
	cmd    *exec.Cmd
	stdin  *os.File
	stdout *os.File
	write  chan []byte
	lines  chan line
	stderr *tail
	exited chan struct{} // closed once it has ended
	quit   chan struct{} // closed when nothing is read any more
}

// ended is how long a program that was killed may take until it is gone.
const ended = 2 * time.Second

// closing is how long a program that has closed its output may take to end, which
// is what it mostly does.
const closing = 500 * time.Millisecond

// Perform starts the program if it does not run, and performs a script.
func (p *process) Perform(ctx context.Context, lines []string, patience time.Duration) ([]string, *Fault) {
	if p.running == nil {
		r, err := start(&p.command)
		if err != nil {
			return nil, &Fault{Err: &StartError{p.command.Args[0], reason(err)}}
		}
		p.running = r
	}
	answers, fault := p.running.perform(ctx, lines, patience)
	if fault != nil {
		p.running.end()
		fault.Stderr = p.running.stderr.lines()
		p.running = nil
	} else if p.command.Fresh {
		fault = p.Close(patience)
	}
	return answers, fault
}

// A StartError says that a program can't be started.
type StartError struct {
	Program string
	Err     error
}

func (e *StartError) Error() string { return "can't start " + e.Program + ": " + e.Err.Error() }

// Unwrap returns the reason.
func (e *StartError) Unwrap() error { return e.Err }

// reason is an error without the name of what was started.
func reason(err error) error {
	if e, ok := err.(*exec.Error); ok {
		return e.Err
	}
	if e, ok := err.(*os.PathError); ok {
		return e.Err
	}
	return err
}

// Close closes the program's input, waits for its end, and kills what is left.
func (p *process) Close(patience time.Duration) *Fault {
	r := p.running
	if r == nil {
		return nil
	}
	p.running = nil
	r.stdin.Close()
	fault := r.rest(patience)
	r.end()
	if fault != nil {
		fault.Stderr = r.stderr.lines()
	}
	return fault
}

// rest waits for the end of the output, in which there should be nothing.
func (r *running) rest(patience time.Duration) *Fault {
	timer := time.NewTimer(min(patience, ended))
	defer timer.Stop()
	select {
	case l := <-r.lines:
		if l.end {
			return nil
		}
		return &Fault{Kind: Endless, Text: "it wrote more lines than it was sent, among them " + shown(l.text), Hint: linesHint}
	case <-timer.C:
		return nil // it does not end with its input; it is killed
	}
}

const linesHint = "each line that is sent is answered with one line; what else there is to say goes to standard error"

// pipes are the three files of a program, ours and its ends.
type pipes struct{ in, out, err [2]*os.File }

func newPipes() (p pipes, err error) {
	for _, ends := range []*[2]*os.File{&p.in, &p.out, &p.err} {
		if ends[0], ends[1], err = os.Pipe(); err != nil {
			p.close(p.in[:], p.out[:], p.err[:])
			return p, err
		}
	}
	return p, nil
}

func (p *pipes) close(sets ...[]*os.File) {
	for _, files := range sets {
		for _, f := range files {
			if f != nil {
				f.Close()
			}
		}
	}
}

// start starts a program.
func start(c *Command) (*running, error) {
	p, err := newPipes()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	cmd.Dir, cmd.Env = c.Dir, c.Env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.in[0], p.out[1], p.err[1]
	group(cmd)
	err = cmd.Start()
	p.close(p.in[:1], p.out[1:], p.err[1:]) // its ends
	if err != nil {
		p.close(p.in[1:], p.out[:1], p.err[:1])
		return nil, err
	}
	r := &running{
		cmd: cmd, stdin: p.in[1], stdout: p.out[0],
		write: make(chan []byte, 1),
		lines: make(chan line, 64), quit: make(chan struct{}),
		stderr: newTail(p.err[0]), exited: make(chan struct{}),
	}
	go r.writer()
	go r.reader()
	go r.stderr.read()
	go func() {
		cmd.Wait()
		close(r.exited)
	}()
	return r, nil
}

// writer writes scripts, so that a program that does not read keeps nobody else.
func (r *running) writer() {
	for {
		select {
		case text := <-r.write:
			r.stdin.Write(text) // if that fails it has ended, as the reader will say
		case <-r.quit:
			return
		}
	}
}

// perform sends a script as a whole, and waits for an answer to each line.
func (r *running) perform(ctx context.Context, lines []string, patience time.Duration) ([]string, *Fault) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case r.write <- []byte(strings.Join(lines, "\n") + "\n"):
	case <-timer.C:
		return nil, &Fault{Kind: Silent, Text: "it does not read its standard input"}
	}
	answers := make([]string, 0, len(lines))
	exited := r.exited
	for len(answers) < len(lines) {
		timer.Reset(patience)
		select {
		case l := <-r.lines:
			if fault := r.faulty(l); fault != nil {
				return answers, fault
			}
			answers = append(answers, l.text)
		case <-exited: // what it has started may hold its output open
			kill(r.cmd)
			exited = nil
		case <-timer.C:
			return answers, &Fault{
				Kind: Silent, Text: fmt.Sprintf("no answer within %s", patience),
				Hint: "an answer ends in a newline, and standard output must be flushed after it",
			}
		case <-ctx.Done():
			return answers, &Fault{Err: context.Cause(ctx)}
		}
	}
	return answers, nil
}

// faulty says what is wrong with a line that was read.
func (r *running) faulty(l line) *Fault {
	switch {
	case l.end:
		f := &Fault{Kind: Ended, Text: r.howEnded()}
		if l.text != "" {
			f.Text += ", in the middle of the line " + shown(l.text)
		}
		return f
	case l.long:
		return &Fault{Kind: Endless, Text: fmt.Sprintf("a line of more than %d bytes, which begins with %s", MaxLine, shown(l.text)), Hint: linesHint}
	}
	return nil
}

// howEnded says how a program ended that has closed its output.
func (r *running) howEnded() string {
	select {
	case <-r.exited:
		return "it ended: " + r.cmd.ProcessState.String()
	case <-time.After(closing):
		return "it closed its standard output"
	}
}

// end kills what is left of a program, and returns once nothing of it runs here.
func (r *running) end() {
	kill(r.cmd)
	close(r.quit)
	select {
	case <-r.exited:
	case <-time.After(ended): // what can't be killed is not waited for
	}
	r.stdin.Close()
	r.stderr.finish(ended)
	r.stdout.Close()
}
