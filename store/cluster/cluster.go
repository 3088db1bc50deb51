// Package cluster says how the machines of a club are that has several, see package store/replica: for those who
// tell it, and know nothing of what joins the machines.
package cluster

import (
	"errors"
	"slices"
	"time"
)

// ErrMisfit says that a machine's file and etcd belong to different clubs, or can't be joined by themselves. It is for the
// operator to decide which counts.
var ErrMisfit = errors.New("cluster: the store and etcd don't go together")

// A State is how one machine of a club sees it at one moment.
type State struct {
	Name     string    `json:"name"` // of this machine
	Leads    bool      `json:"leads"`
	Term     int64     `json:"term,omitempty"`   // of this machine, if it leads; later terms have greater numbers
	Leader   string    `json:"leader,omitempty"` // empty if there is none
	Number   uint64    `json:"entry"`            // the last one of the log in this machine's store
	Machines []Machine `json:"machines"`         // that have been heard of lately, by name

	Seen  time.Time `json:"seen"`                   // when this machine last found all well
	Since time.Time `json:"failing_since,omitzero"` // when that failed for the first time
	Says  string    `json:"error,omitempty"`        // why
}

// A Machine is one of a club.
type Machine struct {
	Name    string    `json:"name"`
	Leads   bool      `json:"leads"`
	Alive   bool      `json:"alive"`
	Number  uint64    `json:"entry"`   // the last one of the log that it has said to have
	Program string    `json:"version"` // of unlurbot
	At      time.Time `json:"at"`      // when it was last heard of, by its own clock
}

// Behind tells by how many entries a machine is behind the leader.
func (s *State) Behind(m Machine) uint64 {
	last := s.Number
	for _, other := range s.Machines {
		last = max(last, other.Number)
	}
	return last - m.Number
}

// mostBehind is how many entries a machine may be behind and count as one that follows: what it applies in a second.
const mostBehind = 100

// HasStandby says whether another machine follows that could take over.
func (s *State) HasStandby() bool {
	return slices.ContainsFunc(s.Machines, func(m Machine) bool {
		return m.Name != s.Name && m.Alive && s.Behind(m) <= mostBehind
	})
}
