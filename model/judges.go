package model

import (
	"slices"

	"tidemark/explore"
)

// A check is what is needed of a property, or of a part of one, to evaluate it.
type check struct {
	bit       explore.Mask
	about     Aspects
	falsifier func(m *Model, s, t *State) int
	premise   func(m *Model, s, t *State) bool
}

// checks are properties to evaluate together.
type checks struct {
	list []check
	all  explore.Mask
}

func (c *checks) add(k check) {
	c.list = append(c.list, k)
	c.all |= k.bit
}

// checksOf are the properties of a kind.
func (m *Model) checksOf(kind explore.Kind) (c checks) {
	for i, p := range m.checks.Properties {
		if p.Kind == kind {
			c.add(check{1 << i, p.About, p.Falsifier, p.Premise})
		}
	}
	return c
}

// A cluster is invariants, or parts of them, that are evaluated together, once
// for all states that agree in what they see; local ones for one replica
// after the other.
type cluster struct {
	checks
	about  Aspects
	sees   Aspects // of the partition and of every replica; local ones of their own
	leader Aspects // that they see of the leader besides
	local  bool
}

// reads is the footprint of a cluster, for a replica if it is local.
func (c *cluster) reads() footprint {
	partition, each := c.sees&partitionWide, c.sees&^partitionWide
	if c.local {
		return footprint{partition: partition, own: each, leader: c.leader}
	}
	return footprint{partition: partition, all: each, leader: c.leader}
}

// clusters groups the invariants.
func (m *Model) clusters() (all []cluster) {
	for i, p := range m.checks.Properties {
		if p.Kind != explore.Invariant {
			continue
		}
		parts := p.Parts
		if len(parts) == 0 {
			parts = []Part{{p.About, p.Sees, p.OfLeader, p.Local, p.Falsifier}}
		}
		for _, part := range parts {
			at := slices.IndexFunc(all, part.goesWith)
			if at < 0 {
				at = len(all)
				all = append(all, cluster{local: part.Local})
			}
			all[at].about |= part.About
			all[at].sees |= part.sees()
			all[at].leader |= part.OfLeader
			all[at].add(check{1 << i, part.About, part.Falsifier, p.Premise})
		}
	}
	return all
}

// sees is what the part reads, but for what it reads of the leader; see Property.Sees.
func (p Part) sees() Aspects {
	if p.Sees == 0 {
		return p.About
	}
	return p.Sees
}

// goesWith reports whether the part belongs in a cluster: local ones go with
// those that are about responses too, or not, and what is about everything must
// not spoil what is not.
func (p Part) goesWith(c cluster) bool {
	responses := p.Local && (p.About^c.about)&Responses != 0
	return p.Local == c.local && !responses && (p.About == Everything) == (c.about == Everything)
}

// A view is what a cluster reads of a row, given the leader: for a local one, of
// one replica. Its place among the views is its bit in an agenda, and gives its tag
// in a memo.
type view struct {
	*checks
	tag    uint64 // of its entries in a memo
	factor uint64 // its part of their hash
	narrow narrow // the mask, of a narrow row
	mask   []uint64
}

// allViews are the views of all clusters, by the leader. A local cluster has one view for
// each replica; kin are the sets of these, a set for each such cluster.
func (m *Model) allViews() (all [][]view, kin []uint64) {
	clusters := m.clusters()
	all = make([][]view, m.n)
	for leader := range all {
		for i := range clusters {
			c, replicas := &clusters[i], 1
			if c.local {
				replicas = m.n
			}
			for r := range replicas {
				v := view{checks: &c.checks, mask: m.layout.maskFor(c.reads(), r, leader)}
				v.tag = viewTag + uint64(len(all[leader]))
				v.factor = v.tag * tagFactor
				if m.layout.words <= narrowWords {
					v.narrow = narrowed(v.mask)
				}
				all[leader] = append(all[leader], v)
			}
			if c.local && leader == 0 {
				kin = append(kin, (1<<m.n-1)<<(len(all[0])-m.n))
			}
		}
	}
	return all, kin
}

// withKin are some views, and those of the same clusters for the other replicas.
func (m *Model) withKin(views uint64) uint64 {
	for _, set := range m.kin {
		if views&set != 0 {
			views |= set
		}
	}
	return views
}
