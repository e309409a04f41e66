package report

import (
	"fmt"
	"io"
	"time"

	"tidemark/explore"
)

// Progress shows how far a search has come while it runs.
type Progress struct {
	Out      io.Writer
	Monitor  *explore.Monitor
	Searches func() string // instead of Monitor: how far several searches, or scripts, have come
	Rewrite  bool          // one line that is written anew each time, for a terminal
	Interval time.Duration // between two lines; positive
	Final    bool          // write a last line when the search has ended
}

// Start shows the progress until the function that it returns is called.
func (p *Progress) Start() (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		p.run(done)
	}()
	return func() {
		close(done)
		<-ended
	}
}

func (p *Progress) run(done <-chan struct{}) {
	ticker := time.NewTicker(p.Interval)
	defer ticker.Stop()
	start := time.Now()
	text := p.watch(start)
	for {
		select {
		case <-done:
			if p.Rewrite {
				fmt.Fprint(p.Out, "\r\x1b[K")
			}
			if p.Final {
				fmt.Fprintf(p.Out, "tidemark: progress: %s\n", text(time.Time{}))
			}
			return
		case now := <-ticker.C:
			if p.Rewrite {
				// A line that wraps could not be rewritten.
				fmt.Fprintf(p.Out, "\r\x1b[K%.79s", text(now))
			} else {
				fmt.Fprintf(p.Out, "tidemark: progress: %s\n", text(now))
			}
		}
	}
}

// watch returns a function that describes a moment: the last one for the zero
// time, without a rate.
func (p *Progress) watch(start time.Time) func(now time.Time) string {
	if p.Searches != nil {
		return func(time.Time) string {
			return fmt.Sprintf("%s, %s", p.Searches(), time.Since(start).Round(time.Second))
		}
	}
	last, before := p.Monitor.Snapshot(), start
	return func(now time.Time) string {
		s := p.Monitor.Snapshot()
		if now.IsZero() {
			s.Forecast = explore.Forecast{} // it has ended
			return p.describe(s, 0, time.Since(start))
		}
		rate := perSecond(counted(s)-min(counted(last), counted(s)), now.Sub(before).Seconds())
		last, before = s, now
		return p.describe(s, rate, now.Sub(start))
	}
}

// counted is what the rate is about: distinct states, or generated ones in a
// simulation.
func counted(s explore.Snapshot) uint64 {
	if s.Walks > 0 {
		return s.Generated
	}
	return s.Distinct
}

// describe describes a moment of a search; rate is in states per second. A line
// that is to be rewritten has no room for both the queue and the forecast.
func (p *Progress) describe(s explore.Snapshot, rate float64, elapsed time.Duration) string {
	text := group(s.Distinct) + " distinct"
	if s.Forecast.High > 0 {
		text += fmt.Sprintf(" of %s (levels so far forecast within %.0f%%)", about(s.Forecast.Low, s.Forecast.High), 100*s.Forecast.Error)
	}
	if p.Rewrite && s.Forecast.High > 0 {
		text = fmt.Sprintf("%s of %s, depth %d", group(s.Distinct), about(s.Forecast.Low, s.Forecast.High), s.Depth)
	} else {
		text += fmt.Sprintf(", queue %s, depth %d", group(s.Queue), s.Depth)
	}
	if s.Walks > 0 {
		text = fmt.Sprintf("%s, %s generated", plural(s.Walks, "behaviour"), group(s.Generated))
	}
	if rate > 0 {
		text += fmt.Sprintf(", %s/s", group(uint64(rate)))
	}
	if s.Bytes > 0 {
		text += ", " + size(s.Bytes)
	}
	return fmt.Sprintf("%s, %s", text, elapsed.Round(time.Second))
}
