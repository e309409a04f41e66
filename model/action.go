package model

import "slices"

// The actions, in the order of the module's Next. An action's number is its
// index in [Actions] and in an explore.Label; the label's argument is a
// replica, a record id, or for Produce 0 for acks=1 and 1 for acks=all.
const (
	Produce = iota
	Fetch
	Receive
	DropResponse
	DuplicateResponse
	Tick
	ShrinkISR
	ExpandISR
	Elect
	BecomeFollower
	Ack
	Refuse
	TimeOut
	Crash
	Restart
	Fsync
)

// acksAll is the argument of Produce for acks=all.
const acksAll = 1

// ActionInfo describes an action.
type ActionInfo struct {
	Name      string
	Parameter string // name of its parameter in the module; empty for Tick
	Rules     string // the rules that allow it, and those that it applies
	Doc       string // one sentence
}

// Actions lists the actions of the model.
func Actions() []ActionInfo {
	return []ActionInfo{
		{"Produce", "acks", "R6, R4", "the leader appends a record; acks=all only while the ISR has MinISR members"},
		{"Fetch", "f", "R1, R4, R10, R12", "a follower asks for what comes after its log; the leader notes it and sends a response"},
		{"Receive", "f", "R8, R10", "a follower takes a response, and appends it or installs its snapshot when the fence lets it through"},
		{"DropResponse", "f", "", "a response is lost; what the leader noted at the fetch stays"},
		{"DuplicateResponse", "f", "R8, R10", "a response is received and stays in flight"},
		{"Tick", "", "R11", "a tick of time passes: ages grow, leases are renewed or run down"},
		{"ShrinkISR", "f", "R2, R4", "the leader removes a follower that has not been caught up for longer than LagMax"},
		{"ExpandISR", "f", "R3, R4", "the leader adds a follower that has fetched lately and whose LEO has reached the HW"},
		{"Elect", "c", "R7, R4, R11", "the controller makes a live member of the ISR the leader of a new epoch"},
		{"BecomeFollower", "r", "R9, R11", "a replica adopts the current epoch and cuts its log to what it shares with the leader"},
		{"Ack", "p", "R5, R6", "a waiting acks=all request succeeds"},
		{"Refuse", "p", "R6", "a waiting acks=all request fails because the ISR is below MinISR"},
		{"TimeOut", "p", "R6", "a waiting acks=all request times out; its record stays"},
		{"Crash", "r", "R4, R11, R12", "a replica crashes; it leaves the ISR unless it is the last member"},
		{"Restart", "r", "", "a crashed replica comes back without an epoch"},
		{"Fsync", "r", "R12, R4", "a replica makes its whole log durable"},
	}
}

// ActionNamed returns the number of the action of that name, and whether there is one.
func ActionNamed(name string) (action int, known bool) {
	action = slices.IndexFunc(Actions(), func(a ActionInfo) bool { return a.Name == name })
	return action, action >= 0
}

// OfReplica reports whether the action's argument is a replica.
func (a *ActionInfo) OfReplica() bool {
	return a.Parameter == "f" || a.Parameter == "c" || a.Parameter == "r"
}
