package lesson

// A Mistake is one that is made with the rules.
type Mistake string

// The mistakes.
const (
	Correct            Mistake = ""
	NeedsEquality      Mistake = "needs-equality"        // R1: only a fetch at the leader's LEO counts as caught up
	NeedsSameEnd       Mistake = "needs-same-end"        // R1: caught up then only at just the LEO of then
	UsesNow            Mistake = "uses-now"              // R1: caught up then is taken for caught up now
	AnyFetch           Mistake = "any-fetch"             // R1: every fetch counts as caught up
	ShrinksAtLimit     Mistake = "shrinks-at-limit"      // R2: >= at the limit
	ShrinksByRecords   Mistake = "shrinks-by-records"    // R2: records behind, not time
	ShrinksByFetch     Mistake = "shrinks-by-fetch"      // R2: who fetches stays
	DropsLeader        Mistake = "drops-leader"          // R2: the leader is removed, too
	JoinsEarly         Mistake = "joins-early"           // R3: without having reached the HW
	HWOverAll          Mistake = "hw-over-all"           // R4: over all replicas
	HWDecreases        Mistake = "hw-decreases"          // R4: also downwards
	NoHWAfterShrink    Mistake = "no-hw-after-shrink"    // R4: not evaluated after a removal
	AcksBeforeHW       Mistake = "acks-before-hw"        // R5: acks=all is answered after the append
	MinISRBlocksShrink Mistake = "min-isr-blocks-shrink" // R6: min ISR prevents a removal
	NoMinISR           Mistake = "no-min-isr"            // R6: never checked
	ChecksAfterAppend  Mistake = "checks-after-append"   // R6: checked after the append
	NoSecondCheck      Mistake = "no-second-check"       // R6: not checked while a request waits
	KeepsBookkeeping   Mistake = "keeps-bookkeeping"     // R7: a new leader goes on with what the old one knew
)

// What is no mistake, but an alternative of the rules.
const (
	JoinsAtLeaderLEO Mistake = "joins-at-leader-leo"   // R3: only when it has reached the leader's LEO
	LeaderLEOStays   Mistake = "leader-leo-is-in-sync" // R2: who is at the leader's LEO stays
	HWNeedsMinISR    Mistake = "hw-needs-min-isr"      // R4: not while the ISR is too small
)

// Alternatives names the variants of the rules that these follow.
func Alternatives() map[Mistake]string {
	return map[Mistake]string{
		JoinsAtLeaderLEO: "expand-at-leader-leo", LeaderLEOStays: "leader-leo-is-in-sync", HWNeedsMinISR: "hw-stops-below-min-isr",
	}
}

// Mistakes lists them.
func Mistakes() []Mistake {
	return []Mistake{
		NeedsEquality, NeedsSameEnd, UsesNow, AnyFetch, ShrinksAtLimit, ShrinksByRecords, ShrinksByFetch, DropsLeader, JoinsEarly,
		HWOverAll, HWDecreases, NoHWAfterShrink, AcksBeforeHW, MinISRBlocksShrink, NoMinISR, ChecksAfterAppend,
		NoSecondCheck, KeepsBookkeeping,
	}
}
