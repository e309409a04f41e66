package lesson

import (
	"fmt"
	"strings"
	"time"
)

// A Manner is a way in which a program misbehaves that is right otherwise.
type Manner string

// The manners. All but Forgetful show at a fetch.
const (
	Hangs     Manner = "hangs"     // never answers
	Crashes   Manner = "crashes"   // ends
	Babbles   Manner = "babbles"   // writes without end
	Chatters  Manner = "chatters"  // writes two lines
	Mumbles   Manner = "mumbles"   // writes something else
	Wavers    Manner = "wavers"    // is wrong now and then
	Forgetful Manner = "forgetful" // forgets to begin anew
)

// Manners lists them.
func Manners() []Manner {
	return []Manner{Hangs, Crashes, Babbles, Chatters, Mumbles, Wavers, Forgetful}
}

// fetched answers a fetch in the server's manner.
func (s *server) fetched(answer string) (status int, ends bool) {
	switch s.manner {
	case Hangs:
		for {
			time.Sleep(time.Hour)
		}
	case Crashes:
		fmt.Fprintln(s.errors, "index out of range")
		return 3, true
	case Babbles:
		for text := strings.Repeat("and then ", 1000); ; {
			if _, err := fmt.Fprint(s.out, text); err != nil {
				return 1, true
			}
		}
	case Chatters:
		fmt.Fprintln(s.out, answer)
	case Mumbles:
		answer = "fetched\x1b[31m!"
	case Wavers:
		if s.lines%1000 == 0 {
			answer = "OK leo=7 hw=7 isr="
		}
	}
	fmt.Fprintln(s.out, answer)
	return 0, false
}
