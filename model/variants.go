package model

import "slices"

// A Variant is a way in which one rule can differ from the protocol: a bug that
// somebody might write, or an alternative that is correct, too.
type Variant uint8

// The variants, as the module lists them: near the rule that they change.
const (
	// R1
	CaughtUpNeedsEquality Variant = iota
	CaughtUpUsesNow
	CaughtUpOnAnyFetch
	CaughtUpGoesBack
	CountSentAsReplicated
	// R2
	ShrinkAtLimit
	ShrinkByLagInRecords
	ShrinkByLastFetch
	ShrinkCanDropLeader
	MinISRBlocksShrink
	// R3
	ExpandBeforeHW
	ExpandOnHeal
	// R4
	HWOverAllReplicas
	HWByMajority
	HWIgnoresLeader
	HWCanDecrease
	ShrinkForgetsHW
	CrashForgetsHW
	CrashKeepsBookkeeping
	HWFromStaleFollowerState
	HWFromNewLeader
	// R5
	AckBeforeHW
	AckAtMinISR
	PendingSurvivesElection
	// R6
	MinISRAfterAppend
	MinISRIgnoredWhileWaiting
	TimeoutAsAck
	// R7
	ElectOutsideISR
	ElectTruncatesToLocalHW
	ElectKeepsEpoch
	RestartResumesLeadership
	// R8
	NoEpochFencing
	NoFencing
	FenceByEntryEpoch
	FetchOfAnyEpoch
	AppendWithGap
	// R9
	TruncateToLocalHW
	TruncateToHW
	TruncateToLeaderLEO
	NoTruncation
	TruncateOneRound
	// R10
	CatchUpSkipsAhead
	SnapshotOfCommittedOnly
	SnapshotCommitsAll
	FollowerHWFromLEO
	HWBeyondLog
	// R11
	ConsumerReadsAboveHW
	LinearizableReadsAboveHW
	LeaseOutlivesLeadership
	// R12
	CountBeforeFsync

	// Alternatives
	LeaderLEOIsInSync
	ExpandAtLeaderLEO
	HWStopsBelowMinISR
	CrashStaysInISR
	ElectWithoutTruncation
	OldLeaderStaysInISR
	NoSourceCheck
	ResponseSurvivesCrash
)

// VariantInfo describes a variant.
type VariantInfo struct {
	Variant     Variant
	Name        string   // as in the constant Variant
	Rule        string   // the rule that it changes
	Doc         string   // what it does instead, in a sentence
	Effect      string   // what comes of it
	Breaks      []string // the properties that are false within its configuration, or of an alternative may be
	Base        []string // variants that are on as well, in its configuration
	Alternative bool     // it is correct, too
	Lossy       bool     // it changes nothing while Durability is Kept
}

// Variants lists all variants, the alternatives last.
func Variants() []VariantInfo { return slices.Concat(wrong, alternatives) }

func variantByName(name string) (VariantInfo, bool) {
	for _, v := range Variants() {
		if v.Name == name {
			return v, true
		}
	}
	return VariantInfo{}, false
}

// VariantNames lists the names of all variants, in the order of [Variants].
func VariantNames() []string {
	var names []string
	for _, v := range Variants() {
		names = append(names, v.Name)
	}
	return names
}
