package model

// A State holds the variables of the module Partition, under the same names.
// Entries at and above the number of replicas are zero. States can be compared
// with ==.
//
// Times are ages in ticks: 0 is now, and LagMax+1 is that long ago, longer, or
// never. The leader's own bookkeeping entry is that of a follower which never
// fetched.
type State struct {
	Log                [MaxReplicas]Log
	ReplicaEpoch       Each // the epoch that a replica has adopted; 0 after a crash
	Alive              ReplicaSet
	Durable            Each // records of the log that a lossy crash keeps
	LocalHW            Each // the high watermark as a replica knows it; HW for a leader in charge
	Lease              Each // ticks that a lease still lasts
	Leader             uint8
	LeaderEpoch        uint8
	ControllerEpoch    uint8
	ISR                ReplicaSet
	HW                 uint8 // the high watermark
	FollowerLEO        Each  // offset of a follower's latest fetch
	LastCaughtUp       Each  // age
	LastFetch          Each  // age
	LastFetchLeaderLEO Each  // the leader's LEO at the latest fetch
	Response           [MaxReplicas]Response

	Pending   RecordSet // acks=all requests that wait, by record id
	Acked     RecordSet // monitor: acks=all requests answered with success
	Refused   RecordSet // monitor: requests answered NOT_ENOUGH_REPLICAS
	Committed Log       // monitor: the leader's log up to the HW, whenever the HW passed its length
	Produced  uint8     // records produced
	Crashes   uint8
}

// A Response is a fetch response in flight to a follower. The zero value means
// that there is none.
type Response struct {
	Records  Log
	Epoch    uint8 // packet epoch: the sender's; 0 when nothing is in flight
	Source   uint8 // the sender
	Base     uint8 // offset of the first record
	HW       uint8 // the advertised high watermark
	Snapshot bool  // Records is the sender's whole log
}

// InFlight reports whether there is a response.
func (r *Response) InFlight() bool { return r.Epoch != 0 }

// LEO is the log end offset of replica r.
func (s *State) LEO(r int) int { return s.Log[r].Len() }

// InCharge reports whether the leader is in charge: alive, and it has adopted
// the current epoch.
func (s *State) InCharge() bool {
	return s.Alive.Has(int(s.Leader)) && s.ReplicaEpoch[s.Leader] == s.LeaderEpoch
}

// Elected reports whether the step from s to t changes who leads.
func Elected(s, t *State) bool {
	return s.LeaderEpoch != t.LeaderEpoch || s.ControllerEpoch != t.ControllerEpoch || s.Leader != t.Leader
}

// Removed is the set of members that the step from s to t removes from the
// ISR, other than by a crash or an election.
func Removed(s, t *State) ReplicaSet {
	out := s.ISR &^ t.ISR
	if out == 0 || Elected(s, t) {
		return 0
	}
	return out &^ (s.Alive &^ t.Alive)
}
