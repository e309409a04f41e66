package script

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A parser reads a script line by line.
type parser struct {
	script *Script
	given  map[string]bool // settings
	minISR Line            // where min.insync.replicas is given
	time   int             // of the latest command
	ticks  int             // so far
	before *Command        // the latest command
	body   int             // row of the first command; 0 in the header
}

// Parse reads a script. An error is an *[Error]: a position and what was
// expected there.
func Parse(file string, src []byte) (*Script, error) {
	if len(src) > MaxSize {
		return nil, &Error{File: file, Message: fmt.Sprintf("expected at most %d MiB, found more", MaxSize>>20)}
	}
	p := &parser{script: &Script{File: file, Header: defaultHeader()}, given: map[string]bool{}}
	text := strings.TrimPrefix(string(src), "\uFEFF")
	row := 0
	for line := range strings.Lines(text) {
		row++
		r := &reader{file: file, row: row, end: 1}
		if row > maxLines {
			return nil, r.errorAt(1, "", "expected at most %d lines", maxLines)
		}
		if err := r.split(strings.TrimRight(line, "\r\n")); err != nil {
			return nil, err
		}
		if err := p.read(r); err != nil {
			return nil, err
		}
	}
	if p.body == 0 {
		if err := p.endHeader(&reader{file: file, row: max(row, 1)}, 1); err != nil {
			return nil, err
		}
	}
	return p.script, nil
}

// line appends a line that has been read.
func (p *parser) line(r *reader, first word, l Line) {
	l.Row, l.Column, l.Comment = r.row, max(first.column, 1), r.comment
	p.script.Lines = append(p.script.Lines, l)
}

func (p *parser) read(r *reader) error {
	if len(r.words) == 0 {
		p.line(r, word{}, Line{})
		return nil
	}
	first, _ := r.next("")
	if slices.Contains(settingNames(), first.text) {
		if p.body > 0 {
			return r.errorAt(first.column, "", "%s belongs above the first command, which is in line %d", first.text, p.body)
		}
		return p.setting(r, first)
	}
	c := &Command{Time: -1, Number: -1}
	name := first
	if at, timed := strings.CutPrefix(first.text, timePrefix); timed {
		t, ok := natural(at)
		if !ok || t > maxTime {
			return r.expected(first, fmt.Sprintf("a time such as t=120, at most t=%d", maxTime))
		}
		if t < p.time {
			return r.errorAt(first.column, "", "expected a time that is not before t=%d, found t=%d", p.time, t)
		}
		p.time, c.Time = t, t
		var err error
		if name, err = r.next("a command after the time"); err != nil {
			return err
		}
	}
	return p.command(r, first, name, c)
}

const timePrefix = "t="

// command reads the line of a command, whose name has been taken.
func (p *parser) command(r *reader, first, name word, c *Command) error {
	v, known := findVerb(name.text)
	if !known {
		all, what := Verbs(), "a command"
		if p.body == 0 && c.Time < 0 {
			all, what = append(settingNames(), all...), "a setting or a command"
		}
		hint := meant(name.text, all)
		if hint == "" {
			hint = what + " is " + oneOf(all)
		}
		return r.errorAt(name.column, hint, "expected %s, found %s", what, shown(name.text))
	}
	if p.body == 0 {
		if err := p.endHeader(r, first.column); err != nil {
			return err
		}
		p.body = r.row
	}
	c.Verb = v.name
	if v.shape == expect && c.Time >= 0 {
		return r.errorAt(first.column, "", "EXPECT has no time: it is about what the command above it has left")
	}
	err := p.arguments(r, v, c)
	if err == nil {
		err = r.done()
	}
	if err != nil && v.shape != expect {
		return hinting(err, strings.TrimSpace(v.name+" "+v.after))
	}
	if err != nil {
		return err
	}
	p.line(r, first, Line{Command: c})
	p.before = c
	return nil
}

// hinting gives an error that has no hint the form of the line.
func hinting(err error, form string) error {
	if e, ok := err.(*Error); ok && e.Hint == "" {
		e.Hint = form
	}
	return err
}

func (p *parser) arguments(r *reader, v verb, c *Command) (err error) {
	switch v.shape {
	case oneReplica:
		return p.replica(r, c)
	case someReplicas:
		for err = p.replica(r, c); err == nil && len(r.words) > 0; {
			err = p.replica(r, c)
		}
	case count:
		c.Number, err = r.number("a number of records", 1, maxRecords)
	case perhapsCount:
		return p.tick(r, c)
	case record:
		c.Number, err = r.number("the id of a record", 1, maxRecords)
	case acks:
		c.Word, err = p.acks(r)
	case fetch:
		return p.fetch(r, c)
	case read:
		if c.Word, err = r.one(levelWords()); err == nil && len(r.words) > 0 {
			err = p.replica(r, c)
		}
	case expect:
		return p.expect(r, c)
	}
	return err
}

// tick takes a number of ticks, one if there is none.
func (p *parser) tick(r *reader, c *Command) (err error) {
	n, at := 1, r.end
	if len(r.words) > 0 {
		at = r.words[0].column
		if n, err = r.number("a number of ticks", 1, maxTicks); err != nil {
			return err
		}
	}
	if n > 1 {
		c.Number = n
	}
	p.time += n
	if p.ticks += n; p.ticks > maxTicks {
		return r.errorAt(at, "", "expected at most %d ticks in a script", maxTicks)
	}
	return nil
}

// replica takes the name of a replica.
func (p *parser) replica(r *reader, c *Command) error {
	name, err := p.replicaName(r)
	if err == nil {
		c.Replicas = append(c.Replicas, name)
	}
	return err
}

func (p *parser) replicaName(r *reader) (string, error) {
	names := p.script.Header.Replicas
	w, err := r.next("a replica: " + oneOf(names))
	if err != nil {
		return "", err
	}
	if !slices.Contains(names, w.text) {
		return "", r.expected(w, "a replica: "+oneOf(names))
	}
	return w.text, nil
}

func (p *parser) acks(r *reader) (string, error) {
	what := acksPrefix + strings.Join(acksWords, " or "+acksPrefix)
	w, err := r.next(what)
	if err != nil {
		return "", err
	}
	asked, ok := strings.CutPrefix(w.text, acksPrefix)
	if !ok || !slices.Contains(acksWords, asked) {
		return "", r.expected(w, what)
	}
	return asked, nil
}

func (p *parser) fetch(r *reader, c *Command) error {
	if err := p.replica(r, c); err != nil || len(r.words) == 0 {
		return err
	}
	if _, err := r.one([]string{"offset"}); err != nil {
		return err
	}
	var err error
	c.Number, err = r.number("an offset", 0, maxRecords)
	return err
}

// String writes the script in its canonical form: single blanks, and no more
// than one empty line at a time.
func (s *Script) String() string {
	var b strings.Builder
	blank := false
	for _, l := range s.Lines {
		text := l.String()
		if text == "" {
			blank = b.Len() > 0
			continue
		}
		if blank {
			b.WriteByte('\n')
		}
		blank = false
		b.WriteString(text + "\n")
	}
	return b.String()
}

// String writes the line in its canonical form.
func (l *Line) String() string {
	var words []string
	switch {
	case l.Setting != nil:
		words = append([]string{l.Setting.Name}, l.Setting.Values...)
	case l.Command != nil:
		words = append(words, l.Command.String())
	}
	if l.Comment != "" {
		words = append(words, "# "+l.Comment)
	}
	return strings.Join(words, " ")
}

// String writes the command in its canonical form.
func (c *Command) String() string {
	if c.Time >= 0 {
		return timePrefix + strconv.Itoa(c.Time) + " " + c.text()
	}
	return c.text()
}

// text is the command without its time.
func (c *Command) text() string {
	words := []string{c.Verb}
	switch c.Verb {
	case "PRODUCE":
		words = append(words, acksPrefix+c.Word)
	case "READ", expectVerb:
		words = append(words, c.Word)
	}
	words = append(words, c.Replicas...)
	if c.Verb == "FETCH" && c.Number >= 0 {
		words = append(words, "offset")
	}
	if c.Number >= 0 {
		words = append(words, strconv.Itoa(c.Number))
	}
	return strings.Join(append(words, c.Values...), " ")
}
