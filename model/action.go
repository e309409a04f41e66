package model

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

// ActionInfo describes an action.
type ActionInfo struct {
	Name      string
	Parameter string // name of its parameter in the module; empty for Tick
	Rules     string // the rules that allow it, and those that it applies
	Doc       string // one sentence
	// Changes are the aspects that a step of it can change, beside those that
	// R4 moves with the high watermark.
	Changes Aspects
}

// logEnd are the aspects that change with the length of a log.
const logEnd = Logs | Durability | LocalMarks

// Actions lists the actions of the model.
func Actions() []ActionInfo {
	return []ActionInfo{
		{"Produce", "acks", "R6, R4", "the leader appends a record; acks=all only while the ISR has MinISR members", logEnd | Counters | Answers},
		{"Fetch", "f", "R1, R4, R10, R12", "a follower asks for what comes after its log; the leader notes it and sends a response", Ledger | Responses | Sends},
		{"Receive", "f", "R8, R10", "a follower takes a response, and appends it or installs its snapshot when the fence lets it through", logEnd | Responses},
		{"DropResponse", "f", "", "a response is lost; what the leader noted at the fetch stays", Responses},
		{"DuplicateResponse", "f", "R8, R10", "a response is received and stays in flight", logEnd},
		{"Tick", "", "R11", "a tick of time passes: ages grow, leases are renewed or run down", Ledger | Leases},
		{"ShrinkISR", "f", "R2, R4", "the leader removes a follower that has not been caught up for longer than LagMax", Membership},
		{"ExpandISR", "f", "R3, R4", "the leader adds a follower that has fetched lately and whose LEO has reached the HW", Membership},
		{"Elect", "c", "R7, R4, R11", "the controller makes a live member of the ISR the leader of a new epoch", logEnd | Leadership | Adoption | Membership | Ledger | Leases | Answers},
		{"BecomeFollower", "r", "R9, R11", "a replica adopts the current epoch and cuts its log to what it shares with the leader", logEnd | Adoption | Leases},
		{"Ack", "p", "R5, R6", "a waiting acks=all request succeeds", Answers},
		{"Refuse", "p", "R6", "a waiting acks=all request fails because the ISR is below MinISR", Answers},
		{"TimeOut", "p", "R6", "a waiting acks=all request times out; its record stays", Answers},
		{"Crash", "r", "R4, R11, R12", "a replica crashes; it leaves the ISR unless it is the last member", logEnd | Adoption | Liveness | Membership | Ledger | Leases | Responses | Answers | Counters},
		{"Restart", "r", "", "a crashed replica comes back without an epoch", Liveness},
		{"Fsync", "r", "R12, R4", "a replica makes its whole log durable", Durability},
	}
}
