package cli

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"time"
)

// A number is a flag that is a whole number within bounds.
type number struct {
	target    *uint64
	low, high uint64
}

// String returns nothing: pflag wants a default to print, and the help says it.
func (n number) String() string { return "" }

// Type names what the flag takes.
func (n number) Type() string { return "number" }

// Set takes a whole number within the bounds.
func (n number) Set(s string) error {
	v, err := strconv.ParseUint(s, 10, 64)
	if err == nil && v >= n.low && v <= n.high {
		*n.target = v
		return nil
	}
	return fmt.Errorf("expected a whole number from %d to %d, found %q", n.low, n.high, s)
}

// A names is a flag that is a list of names, and adds to it when repeated.
type names struct{ target *[]string }

// String returns nothing: pflag wants a default to print, and the help says it.
func (n names) String() string { return "" }

// Type names what the flag takes.
func (n names) Type() string { return "names" }

// Set takes names with commas between them; none at all when there is nothing.
func (n names) Set(s string) error {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	parts := strings.Split(s, ",")
	for i, name := range parts {
		if parts[i] = strings.TrimSpace(name); parts[i] == "" {
			return fmt.Errorf(`expected names with commas between them, found the name "" in %q`, s)
		}
	}
	*n.target = append(*n.target, parts...)
	return nil
}

// A choice is a flag that is one of a few words.
type choice struct {
	target *string
	words  []string
}

// String returns the word that is chosen, at first the default.
func (c choice) String() string { return *c.target }

// Type names what the flag takes.
func (c choice) Type() string { return "word" }

// Set takes one of the words.
func (c choice) Set(s string) error {
	for _, w := range c.words {
		if s == w {
			*c.target = s
			return nil
		}
	}
	return fmt.Errorf("expected %s, found %q", alternatives(c.words), s)
}

// alternatives lists words of which one is meant; there are at least two.
func alternatives(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// A duration is a flag that is a positive length of time.
type duration struct{ target *time.Duration }

// String returns nothing: pflag wants a default to print, and the help says it.
func (d duration) String() string { return "" }

// Type names what the flag takes.
func (d duration) Type() string { return "duration" }

// Set takes a positive length of time.
func (d duration) Set(s string) error {
	v, err := time.ParseDuration(s)
	if err != nil || v <= 0 {
		longest := time.Duration(math.MaxInt64).Truncate(time.Hour)
		return fmt.Errorf("expected a length of time above zero and up to %.0fh, such as 90s, 10m or 1h30m, found %q", longest.Hours(), s)
	}
	*d.target = v
	return nil
}

// A memory is a flag that is a number of bytes, with an optional unit.
type memory struct{ target *uint64 }

// String returns nothing: pflag wants a default to print, and the help says it.
func (m memory) String() string { return "" }

// Type names what the flag takes.
func (m memory) Type() string { return "size" }

// Set takes a number of bytes.
func (m memory) Set(s string) error {
	v, err := parseSize(s)
	if err != nil {
		return fmt.Errorf("expected a size such as 512MiB or 2GiB, found %q", s)
	}
	*m.target = v
	return nil
}

// parseSize reads a positive number of bytes. Units are powers of 1024 with
// an i, powers of 1000 without.
func parseSize(s string) (uint64, error) {
	digits := strings.TrimRight(s, "BKMGTi")
	n, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		return 0, err
	}
	units := map[string]uint64{
		"": 1, "B": 1,
		"KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
		"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
	}
	unit, known := units[s[len(digits):]]
	high, bytes := bits.Mul64(n, unit)
	if !known || high != 0 || bytes == 0 {
		return 0, errors.New("no size")
	}
	return bytes, nil
}
