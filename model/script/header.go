package script

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tidemark/model"
)

// settings names the lines that a header can have, with the form of what they
// say; docs/scripts.md says what it means.
var settings = []struct{ name, value string }{
	{"replicas", "R R ..."},
	{"replica.lag.time.max.ms", "N"},
	{"min.insync.replicas", "N"},
	{"isr", "auto|manual"},
	{"answers", "auto|manual"},
	{"fetch.max.records", "N"},
	{"retained.records", "N"},
	{"lease", "N"},
	{"durability", "kept|lossy"},
	{"max.records", "N"},
	{"variant", "NAME ..."},
}

// Settings are the lines of the header, those left out that only say what holds
// anyway.
func (h *Header) Settings() []Setting {
	all := []Setting{
		{"replicas", h.Replicas},
		{"replica.lag.time.max.ms", []string{strconv.Itoa(h.LagMax)}},
		{"min.insync.replicas", []string{strconv.Itoa(h.MinISR)}},
	}
	set := func(unusual bool, name string, values ...string) {
		if unusual {
			all = append(all, Setting{name, values})
		}
	}
	set(!h.Auto, "isr", "manual")
	set(h.Answers, "answers", "auto")
	set(h.FetchMax > 0, "fetch.max.records", strconv.Itoa(h.FetchMax))
	set(h.Retention > 0, "retained.records", strconv.Itoa(h.Retention))
	set(h.Lease > 0, "lease", strconv.Itoa(h.Lease))
	set(h.Lossy, "durability", model.Lossy)
	set(h.Records != defaultHeader().Records, "max.records", strconv.Itoa(h.Records))
	set(len(h.Variants) > 0, "variant", h.Variants...)
	return all
}

func settingNames() []string {
	var names []string
	for _, s := range settings {
		names = append(names, s.name)
	}
	return names
}

// setting reads the line of a setting, whose name has been taken.
func (p *parser) setting(r *reader, name word) error {
	if p.given[name.text] {
		return r.errorAt(name.column, "", "%s is given twice", name.text)
	}
	p.given[name.text] = true
	values := slices.Clone(r.words)
	err := p.set(r, name.text)
	if err == nil {
		err = r.done()
	}
	if err != nil {
		i := slices.Index(settingNames(), name.text)
		return hinting(err, name.text+" "+settings[i].value)
	}
	s := &Setting{Name: name.text}
	for _, v := range values {
		text := v.text
		if n, ok := natural(text); ok && name.text != "replicas" {
			text = strconv.Itoa(n) // without zeros in front
		}
		s.Values = append(s.Values, text)
	}
	p.line(r, name, Line{Setting: s})
	return nil
}

func (p *parser) set(r *reader, name string) (err error) {
	h := &p.script.Header
	switch name {
	case "replicas":
		return p.replicas(r)
	case "replica.lag.time.max.ms":
		h.LagMax, err = r.number("a time", 0, maxTime)
	case "min.insync.replicas":
		if len(r.words) > 0 {
			p.minISR = Line{Row: r.row, Column: r.words[0].column}
		}
		h.MinISR, err = r.number("the size of an ISR", 1, model.MaxReplicas)
	case "isr":
		h.Auto, err = r.auto()
	case "answers":
		h.Answers, err = r.auto()
	case "fetch.max.records":
		h.FetchMax, err = r.number("records", 0, maxBound)
	case "retained.records":
		h.Retention, err = r.number("records", 0, maxBound)
	case "lease":
		h.Lease, err = r.number("ticks", 0, maxLease)
	case "durability":
		var how string
		how, err = r.one([]string{model.Kept, model.Lossy})
		h.Lossy = how == model.Lossy
	case "max.records":
		h.Records, err = r.number("records", 1, maxRecords)
	case "variant":
		return p.variants(r)
	}
	return err
}

// auto takes whether something happens by itself.
func (r *reader) auto() (bool, error) {
	how, err := r.one([]string{"auto", "manual"})
	return how == "auto", err
}

func (p *parser) replicas(r *reader) error {
	h := &p.script.Header
	at := r.end
	for len(r.words) > 0 {
		w, _ := r.next("")
		switch {
		case !isName(w.text):
			return r.expected(w, "the name of a replica: letters, digits, -, _ and ., at most 32 of them")
		case slices.Contains(h.Replicas, w.text):
			return r.errorAt(w.column, "", "%s is named twice", w.text)
		case len(h.Replicas) == model.MaxReplicas:
			return r.errorAt(w.column, "", "expected at most %d replicas", model.MaxReplicas)
		}
		h.Replicas = append(h.Replicas, w.text)
	}
	if len(h.Replicas) < 2 {
		return r.errorAt(at, "replicas 5 6 7", "expected the names of 2 to %d replicas, found %d", model.MaxReplicas, len(h.Replicas))
	}
	return nil
}

func (p *parser) variants(r *reader) error {
	if _, err := (&reader{file: r.file, row: r.row, words: r.words, end: r.end}).next("the name of a variant"); err != nil {
		return err
	}
	for len(r.words) > 0 {
		w, _ := r.next("")
		if !slices.Contains(model.VariantNames(), w.text) {
			return r.expected(w, "the name of a variant")
		}
		p.script.Header.Variants = append(p.script.Header.Variants, w.text)
	}
	return nil
}

// isName reports whether a word can name a replica.
func isName(text string) bool {
	const others = "-_."
	if text == "" || len(text) > 32 || slices.Contains(reserved, text) {
		return false
	}
	for i := range len(text) {
		c := text[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !letter && (i == 0 || strings.IndexByte(others, c) < 0) {
			return false
		}
	}
	return true
}

// reserved are the words that stand where a replica can stand, too.
var reserved = []string{nothing}

// endHeader checks what the settings must have between them. at is where the
// header ends.
func (p *parser) endHeader(r *reader, at int) error {
	h := &p.script.Header
	if len(h.Replicas) == 0 {
		return r.errorAt(at, "replicas 5 6 7", "expected a line that names the replicas first")
	}
	if h.MinISR > len(h.Replicas) {
		return &Error{r.file, p.minISR.Row, p.minISR.Column, fmt.Sprintf("min.insync.replicas %d is more than the %d replicas, so that acks=all could never be admitted", h.MinISR, len(h.Replicas)), ""}
	}
	return nil
}
