package lesson

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tidemark/model/conform"
)

const ready = "READY fields=leo,hw,isr,waiting,acked commands=APPEND,FETCH,PRODUCE,TICK,STATUS,ELECT,CRASH,RESTART"

// Serve speaks the protocol for a leader with a mistake, or in a manner, until
// the input ends. It returns what the program exits with.
func Serve(name string, in io.Reader, out, errors io.Writer) int {
	s := &server{manner: Manner(name), mistake: Mistake(name), out: out, errors: errors}
	if _, alternative := Alternatives()[s.mistake]; !alternative && name != "" && !slices.Contains(Mistakes(), s.mistake) && !slices.Contains(Manners(), s.manner) {
		fmt.Fprintln(errors, "expected a mistake, an alternative or a manner, found", name)
		return 2
	}
	for lines := bufio.NewScanner(in); lines.Scan(); {
		if status, ends := s.line(strings.Fields(lines.Text())); ends {
			return status
		}
	}
	return 0
}

// A server answers the lines of scripts.
type server struct {
	manner      Manner
	mistake     Mistake
	out, errors io.Writer
	leader      *Leader
	lines       int
}

// line answers one line. Writing is not buffered: an answer must not wait for
// the next one.
func (s *server) line(words []string) (status int, ends bool) {
	s.lines++
	if words[0] == "START" {
		if s.leader == nil || s.manner != Forgetful {
			s.leader = New(settings(words[1:]), s.mistake)
		}
		fmt.Fprintln(s.out, ready)
		return 0, false
	}
	answer := s.leader.command(words)
	if words[1] == "FETCH" {
		return s.fetched(answer)
	}
	fmt.Fprintln(s.out, answer)
	return 0, false
}

func settings(words []string) conform.Partition {
	var p conform.Partition
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		number, _ := strconv.Atoi(value)
		switch key {
		case "replicas":
			p.Replicas = strings.Split(value, ",")
		case "replica.lag.time.max.ms":
			p.LagMax = number
		case "min.insync.replicas":
			p.MinISR = number
		}
	}
	return p
}

// command performs a command, and says what there is to see.
func (l *Leader) command(words []string) string {
	now, _ := strconv.Atoi(strings.TrimPrefix(words[0], "t="))
	last, err := strconv.Atoi(words[len(words)-1])
	if err != nil {
		last = 1
	}
	answer := "OK"
	switch words[1] {
	case "APPEND":
		l.Append(now, last)
	case "FETCH":
		l.Fetch(now, words[2], last)
	case "STATUS":
		l.Check(now)
	case "TICK":
		for i := range last {
			l.Check(now + 1 + i)
		}
	case "PRODUCE":
		if words[2] != "acks=all" {
			answer = "REFUSED unsupported_acks"
		} else if !l.Produce(now) {
			answer = "REFUSED NOT_ENOUGH_REPLICAS"
		}
	case "ELECT":
		l.Elect(now, words[2])
	case "CRASH":
		l.Crash(now, words[2])
	case "RESTART":
		l.Restart(now, words[2])
	}
	return fmt.Sprintf("%s leo=%d hw=%d isr=%s waiting=%s acked=%s", answer, l.leo, l.hw,
		strings.Join(l.isr, ","), joined(l.Waiting()), joined(l.acked))
}

func joined(numbers []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", ",")
}
