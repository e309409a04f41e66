package conform

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tidemark/model"
	"tidemark/model/script"
)

// A Config says what scripts an implementation is checked with. With neither
// Depth, Runs nor Scripts it is [DefaultDepth] and [DefaultRuns].
type Config struct {
	Partition Partition // what it leaves open is small at first, then drawn at random
	Records   int       // that a generated script may append; 0: [DefaultRecords], then as many as the model has room for
	Depth     int       // perform every script of up to this many commands
	Runs      int       // perform this many random scripts
	Seed      uint64    // what these depend on
	Length    int       // their commands; 0: [DefaultLength]
	Scripts   []*script.Script

	Variants []string // alternatives of the rules that it follows
	Fields   []string // to compare, instead of those that it declares
	Commands []string // to send, instead of those that it declares

	AnswerTimeout time.Duration // how long to wait for an answer; 0: [DefaultAnswerTimeout]

	Progress *Progress // kept up to date; may be nil

	_ struct{}
}

// What holds where a configuration is silent.
const (
	DefaultDepth         = 3
	DefaultRuns          = 500
	DefaultLength        = 40
	DefaultRecords       = 3
	DefaultAnswerTimeout = 3 * time.Second
	MaxDepth             = 12
	MaxLength            = 1000
	MaxRecords           = model.MaxRecords
	MaxLag               = 1_000_000_000
)

// validate looks at what can be wrong in a configuration.
func (c *Config) validate() error {
	for _, name := range c.Variants {
		if !slices.Contains(Alternatives(), name) {
			return &ConfigError{"variant", fmt.Sprintf("expected an alternative of the rules that is correct, too (%s), found %q", strings.Join(Alternatives(), ", "), shown(name))}
		}
	}
	if err := checkFields(c.Fields); err != nil {
		return &ConfigError{"fields", err.Error()}
	}
	if err := checkCommands(c.Commands); err != nil {
		return &ConfigError{"commands", err.Error()}
	}
	for _, n := range []struct {
		name        string
		value, most int
	}{{"depth", c.Depth, MaxDepth}, {"length", c.Length, MaxLength}, {"records", c.Records, MaxRecords}, {"lag", c.Partition.LagMax, MaxLag}} {
		if n.value < 0 || n.value > n.most {
			return &ConfigError{n.name, fmt.Sprintf("expected a number up to %d, found %d", n.most, n.value)}
		}
	}
	h := c.header(c.small(), MaxRecords)
	for _, name := range h.Replicas {
		if strings.ContainsAny(name, " \t\n\r#") { // which a script could not tell from several names
			return &ConfigError{"replicas", fmt.Sprintf("expected the name of a replica: letters, digits, -, _ and ., at most 32 of them, found %q", shown(name))}
		}
	}
	if _, err := script.Parse("", []byte(headerOf(&h))); err != nil {
		return &ConfigError{"replicas", plainly(err)}
	}
	return nil
}

// A ConfigError says what is wrong in a configuration.
type ConfigError struct{ Name, Problem string }

func (e *ConfigError) Error() string { return e.Name + ": " + e.Problem }

// Alternatives names the variants of the rules that an implementation may follow
// and still be correct.
func Alternatives() []string {
	var names []string
	for _, v := range model.Variants() {
		if v.Alternative {
			names = append(names, v.Name)
		}
	}
	return names
}
