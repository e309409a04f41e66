package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	l := &leader{}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if words[0] == "START" {
			l = start(words[1:])
			fmt.Println("READY")
			continue
		}
		answer := "OK"
		if err := l.command(number(words[0][2:]), words[1], words[2:]); err != nil { // t=100 FETCH 6 offset 4
			answer = "REFUSED " + err.Error()
		}
		l.advance()
		fmt.Printf("%s leo=%d hw=%d isr=%s\n", answer, l.leo, l.hw, strings.Join(l.isr, ","))
	}
}

func start(words []string) *leader {
	given := map[string]string{}
	for _, w := range words {
		key, value, _ := strings.Cut(w, "=")
		given[key] = value
	}
	l := &leader{followers: map[string]*follower{}, isr: strings.Split(given["replicas"], ",")}
	l.lagMax, l.minISR = number(given["replica.lag.time.max.ms"]), number(given["min.insync.replicas"])
	for _, name := range l.isr[1:] {
		l.followers[name] = &follower{}
	}
	return l
}

func (l *leader) command(now int, verb string, args []string) error {
	switch verb {
	case "APPEND":
		l.leo += number(args[0])
	case "FETCH": // FETCH 6 offset 4
		l.fetch(now, args[0], number(args[2]))
	case "STATUS":
		l.check(now)
	case "TICK": // TICK, or TICK 3: how many checks
		for tick := range number(append(args, "1")[0]) {
			l.check(now + 1 + tick)
		}
	case "PRODUCE": // PRODUCE acks=all
		return l.produce(now, args[0])
	}
	return nil
}

func number(text string) int { n, _ := strconv.Atoi(text); return n }
