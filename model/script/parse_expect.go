package script

import (
	"slices"
	"strconv"
	"strings"

	"tidemark/invariants"
)

// The values that an EXPECT can want.
type kind uint8

const (
	aNumber   kind = iota
	aReplica       // a name
	aSet           // names, or none
	aLog           // records such as 1e2, or none
	someIDs        // ids of records, or none
	aTime          // t=N, never, or stale
	aWord          // one of a few
	aResponse      // epoch=N from=R at=N|snapshot hw=N records, or none
)

const (
	nothing = "none"  // the empty set, log or list
	never   = "never" // the time of what has not happened in this epoch
	stale   = "stale" // a time longer ago than replica.lag.time.max.ms, or never
)

// What EXPECT can be about other than a field.
const (
	refusedWord  = "REFUSED"
	violatedWord = "VIOLATED"
)

// expect reads what follows EXPECT.
func (p *parser) expect(r *reader, c *Command) error {
	words := append(fieldNames(), refusedWord, violatedWord)
	w, err := r.next("a field, " + refusedWord + " or " + violatedWord)
	if err != nil {
		return err
	}
	c.Word = w.text
	switch w.text {
	case refusedWord:
		return p.refused(r, w, c)
	case violatedWord:
		return p.violated(r, c)
	}
	f, known := findField(w.text)
	if !known {
		return r.errorAt(w.column, meant(w.text, words), "expected a field, %s or %s, found %s; fields are %s", refusedWord, violatedWord, shown(w.text), oneOf(fieldNames()))
	}
	if f.ofReplica {
		if err := p.replica(r, c); err != nil {
			return err
		}
	}
	c.Values, err = p.values(r, f)
	return err
}

// refused reads an optional reason. The line is about the command before it.
func (p *parser) refused(r *reader, w word, c *Command) error {
	if p.before == nil || !refusable(p.before) {
		return r.errorAt(w.column, "", "%s belongs below the command that is refused", refusedWord)
	}
	if len(r.words) == 0 {
		return nil
	}
	reason, _ := r.next("")
	if !slices.Contains(reasons, reason.text) {
		return r.errorAt(reason.column, meant(reason.text, reasons), "expected a reason, found %s; reasons are %s", shown(reason.text), oneOf(reasons))
	}
	c.Values = []string{reason.text}
	return nil
}

// refusable reports whether the rules can refuse a command.
func refusable(c *Command) bool {
	return !slices.Contains([]string{expectVerb, statusVerb, "TICK", "SLOW", "FAST"}, c.Verb)
}

func (p *parser) violated(r *reader, c *Command) error {
	w, err := r.next("the name of a property")
	if err != nil {
		return err
	}
	if _, known := invariants.Lookup(w.text); !known {
		return r.errorAt(w.column, "tidemark list properties", "expected the name of a property, found %s", shown(w.text))
	}
	c.Values = []string{w.text}
	return nil
}

// values reads what a field should be.
func (p *parser) values(r *reader, f field) ([]string, error) {
	switch f.kind {
	case aNumber:
		n, err := r.number("a number", 0, maxBound)
		return []string{strconv.Itoa(n)}, err
	case aReplica:
		name, err := p.replicaName(r)
		return []string{name}, err
	case aWord:
		w, err := r.one(f.words)
		return []string{w}, err
	case aTime:
		return p.timeValue(r)
	}
	if len(r.words) > 0 && r.words[0].text == nothing {
		r.next("")
		return []string{nothing}, nil
	}
	switch f.kind {
	case aSet:
		return p.list(r, "replicas, or none", func() (string, error) { return p.replicaName(r) })
	case someIDs:
		return p.list(r, "ids of records, or none", func() (string, error) { return r.id() })
	case aResponse:
		return p.response(r)
	}
	return p.list(r, "records such as 1e2, or none", func() (string, error) { return r.record() })
}

// list reads at least one item, up to the end of the line.
func (p *parser) list(r *reader, what string, item func() (string, error)) ([]string, error) {
	if len(r.words) == 0 {
		_, err := r.next(what)
		return nil, err
	}
	var items []string
	for len(r.words) > 0 {
		text, err := item()
		if err != nil {
			return nil, err
		}
		items = append(items, text)
	}
	return items, nil
}

func (r *reader) id() (string, error) {
	n, err := r.number("the id of a record", 1, maxRecords)
	return strconv.Itoa(n), err
}

// record takes an id with its epoch.
func (r *reader) record() (string, error) {
	const what = "a record: its id and its epoch, such as 1e2"
	w, err := r.next(what)
	if err != nil {
		return "", err
	}
	before, after, _ := strings.Cut(w.text, "e")
	id, ok := natural(before)
	epoch, also := natural(after)
	if !ok || !also || id < 1 || id > maxRecords || epoch < 1 || epoch > maxEpoch {
		return "", r.expected(w, what)
	}
	return strconv.Itoa(id) + "e" + strconv.Itoa(epoch), nil
}

func (p *parser) timeValue(r *reader) ([]string, error) {
	const what = "a time such as t=120, never or stale"
	w, err := r.next(what)
	if err != nil {
		return nil, err
	}
	if w.text == never || w.text == stale {
		return []string{w.text}, nil
	}
	at, timed := strings.CutPrefix(w.text, timePrefix)
	t, ok := natural(at)
	if !timed || !ok {
		return nil, r.expected(w, what)
	}
	return []string{timePrefix + strconv.Itoa(t)}, nil
}

// response reads a response in flight.
func (p *parser) response(r *reader) ([]string, error) {
	const what = "none, or epoch=N from=R at=N hw=N and records (snapshot instead of at=N)"
	var values []string
	for _, key := range []string{"epoch=", "from=", "at=", "hw="} {
		w, err := r.next(what)
		if err != nil {
			return nil, err
		}
		if key == "at=" && w.text == "snapshot" {
			values = append(values, w.text)
			continue
		}
		text, ok := strings.CutPrefix(w.text, key)
		if key == "from=" {
			ok = ok && slices.Contains(p.script.Header.Replicas, text)
		} else if n, number := natural(text); ok {
			text, ok = strconv.Itoa(n), number
		}
		if !ok {
			return nil, r.expected(w, what)
		}
		values = append(values, key+text)
	}
	for len(r.words) > 0 {
		text, err := r.record()
		if err != nil {
			return nil, err
		}
		values = append(values, text)
	}
	return values, nil
}
