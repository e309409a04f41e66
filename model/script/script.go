package script

import "tidemark/model"

// The largest scripts that are read.
const (
	MaxSize  = 1 << 20 // bytes
	maxLines = 10000
	maxWidth = 1000    // characters in a line
	maxTime  = 1 << 40 // milliseconds, or ticks
	maxTicks = 10000   // in all
)

// The most that the model has room for.
const (
	maxRecords = model.MaxRecords
	maxEpoch   = model.MaxEpoch
	maxCrashes = model.MaxCrashes
	maxLease   = model.MaxLease
	maxBound   = 1 << 20 // of what only limits
)

// A Script is a scenario.
type Script struct {
	File   string // for messages
	Header Header // what the lines with a setting say together
	Lines  []Line
}

// A Header says what partition a script is about.
type Header struct {
	Replicas  []string // the first is the preferred leader, which leads epoch 1
	LagMax    int      // replica.lag.time.max.ms, in the unit of the script's times
	MinISR    int      // min.insync.replicas
	Auto      bool     // bring R2 to R4 up to date without being told
	Answers   bool     // answer acks=all requests without being told
	FetchMax  int      // records in a fetch response; 0: no limit
	Retention int      // records of the tail that are served incrementally; 0: everything
	Lease     int      // ticks that a leader's lease lasts; 0: no leases
	Lossy     bool     // a crash falls back to what was fsynced
	Records   int      // records that may be produced
	Variants  []string // rules that are changed, whatever the caller adds
}

// defaultHeader is what holds where a script is silent; the numbers are those
// of Kafka.
func defaultHeader() Header {
	return Header{LagMax: 30000, MinISR: 1, Auto: true, Records: maxRecords}
}

// A Line is one line of a script: a setting, a command, or neither.
type Line struct {
	Row, Column int // of its first word, from 1
	Setting     *Setting
	Command     *Command
	Comment     string // without its #
}

// A Setting is a line of the header.
type Setting struct {
	Name   string
	Values []string
}

// A Command is something that happens, or with the verb EXPECT something that
// must be so.
type Command struct {
	Time     int // when it happens; -1: at the time of the command before
	Verb     string
	Replicas []string // whom it is about
	Number   int      // records, ticks, an id or an offset; -1 when there is none
	Word     string   // acks, a read level, or the field of an EXPECT
	Values   []string // what an EXPECT wants
}

// bounds are those of the model that replays the script, with room for
// anything that it may do.
func (h *Header) bounds(variants []string) model.Bounds {
	b := model.Bounds{
		Replicas:   h.Replicas,
		MaxRecords: h.Records,
		MaxEpoch:   maxEpoch,
		LagMax:     newScale(h.LagMax).oldest - 1,
		MinISR:     h.MinISR,
		MaxCrashes: maxCrashes,
		FetchMax:   h.FetchMax,
		Retention:  h.Retention,
		Lease:      h.Lease,
		Acks:       []string{model.AcksLeader, model.AcksAll},
		Drop:       true,
		Duplicate:  true,
		TimeOuts:   true,
		Durability: model.Kept,
		Variant:    variants,
	}
	if h.Lossy {
		b.Durability = model.Lossy
	}
	return b
}
