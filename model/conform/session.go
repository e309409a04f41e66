package conform

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A session calls the methods of a leader for the lines of one script.
type session struct {
	leader   Leader
	replicas []string
	leads    string
	strange  string // a setting that a Leader has no notion of
}

// begin reads a START line, which is one of ours.
func begin(with func(Partition) Leader, line string) *session {
	var p Partition
	s := &session{}
	for _, w := range strings.Fields(line)[1:] {
		key, value, _ := strings.Cut(w, "=")
		number, _ := strconv.Atoi(value)
		switch key {
		case "replicas":
			p.Replicas = strings.Split(value, ",")
		case "replica.lag.time.max.ms":
			p.LagMax = number
		case "min.insync.replicas":
			p.MinISR = number
		default:
			s.strange = w
		}
	}
	s.replicas, s.leads = slices.Clone(p.Replicas), p.Replicas[0]
	s.leader = with(p)
	return s
}

// ready declares what the leader's methods make of it.
func (s *session) ready() string {
	if s.strange != "" {
		return "a Leader has no notion of " + s.strange
	}
	fields, commands := DefaultFields(), []string{appendVerb, fetchVerb, tickVerb, statusVerb}
	if _, ok := s.leader.(Producer); ok {
		fields, commands = append(fields, "waiting", "acked"), append(commands, produceVerb)
	}
	if _, ok := s.leader.(Elector); ok {
		commands = append(commands, electVerb)
	}
	if _, ok := s.leader.(Crasher); ok {
		commands = append(commands, crashVerb, restartVerb)
	}
	if _, ok := s.leader.(Teller); ok {
		fields = append(fields, "known", "caught-up")
	}
	return fmt.Sprintf("%s fields=%s commands=%s", readyWord, strings.Join(fields, ","), strings.Join(commands, ","))
}

// answer calls what a line asks for, and tells what it has led to.
func (s *session) answer(words []string) string {
	var b strings.Builder
	b.WriteString(okWord)
	if !s.call(words) {
		b.Reset()
		b.WriteString(refusedWord)
	}
	fmt.Fprintf(&b, " leo=%d hw=%d isr=%s", s.leader.LEO(), s.leader.HW(), strings.Join(s.leader.ISR(), ","))
	if p, ok := s.leader.(Producer); ok {
		fmt.Fprintf(&b, " waiting=%s acked=%s", ids(p.Waiting()), ids(p.Acked()))
	}
	if t, ok := s.leader.(Teller); ok {
		b.WriteString(" known=" + s.ofFollowers(func(f string) string { return strconv.Itoa(t.Known(f)) }))
		b.WriteString(" caught-up=" + s.ofFollowers(func(f string) string {
			if at := t.CaughtUp(f); at >= 0 {
				return strconv.Itoa(at)
			}
			return never
		}))
	}
	return b.String()
}

const never = "never" // the time of what has not happened

// call makes the calls for a command, and reports whether it was admitted.
func (s *session) call(words []string) (admitted bool) {
	now, _ := strconv.Atoi(strings.TrimPrefix(words[0], timePrefix))
	verb, rest := words[1], words[2:]
	last := 1 // of the numbers that a command may end in
	if len(rest) > 0 {
		last, _ = strconv.Atoi(rest[len(rest)-1])
	}
	switch verb {
	case appendVerb:
		s.leader.Append(now, last)
	case fetchVerb:
		s.leader.Fetch(now, rest[0], last)
	case statusVerb:
		s.leader.Check(now)
	case tickVerb:
		for i := range last {
			s.leader.Check(now + i + 1)
		}
	case produceVerb:
		return rest[0] == "acks="+acksAll && s.leader.(Producer).Produce(now) // no other acks exist (R5)
	case electVerb:
		s.leads = rest[0]
		s.leader.(Elector).Elect(now, s.leads)
	case crashVerb:
		s.leader.(Crasher).Crash(now, rest[0])
	case restartVerb:
		s.leader.(Crasher).Restart(now, rest[0])
	}
	return true
}

// ofFollowers is a value for each follower.
func (s *session) ofFollowers(value func(follower string) string) string {
	var all []string
	for _, name := range s.replicas {
		if name != s.leads {
			all = append(all, name+":"+value(name))
		}
	}
	return strings.Join(all, ",")
}

// ids lists records.
func ids(records []int) string {
	var all []string
	for _, id := range records {
		all = append(all, strconv.Itoa(id))
	}
	return strings.Join(all, ",")
}
