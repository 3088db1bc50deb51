package store

import "time"

// A Request is what a mail asked for that may not be from whom it says. It is
// carried out once the registered address has confirmed it, and forgotten if
// that does not happen.
type Request struct {
	ID       RequestID   `json:"id"`
	Player   PlayerID    `json:"player,omitempty"`  // 0 for somebody who is no player yet
	Address  string      `json:"address,omitempty"` // of such a person; with Player one that is asked whether it is the player's
	Commands []Requested `json:"commands"`
	Refusal  []Requested `json:"refusal,omitempty"`  // what "no" carries out, where that is more than to leave it
	Note     string      `json:"note,omitempty"`     // words that go with the commands
	Language string      `json:"language,omitempty"` // in which somebody was asked who is no player yet
	Made     time.Time   `json:"made"`
	Settled  bool        `json:"settled,omitempty"` // carried out or turned down
	Done     bool        `json:"done,omitempty"`    // carried out
}

// A Requested is one command of a Request.
type Requested struct {
	Verb string     `json:"verb"`
	Args []string   `json:"args"`
	Game GameNumber `json:"game,omitempty"` // 0 if it is about none
	Ply  int        `json:"ply,omitempty"`  // of that game when the mail came
}

// Answered gives the commands that "yes" to a request carries out, or that "no" does; none where that leaves it.
func (r *Request) Answered(yes bool) []Requested {
	if yes {
		return r.Commands
	}
	return r.Refusal
}

// AddRequest keeps a request and gives it its id.
func (t *Tx) AddRequest(r *Request) error {
	id, err := t.tx.Bucket(bucketRequests).NextSequence()
	if err != nil {
		return err
	}
	r.ID = RequestID(id)
	return t.PutRequest(r)
}

// PutRequest writes a request back.
func (t *Tx) PutRequest(r *Request) error { return put(t, bucketRequests, number(r.ID), r) }

// Request gives a request, or fails with ErrNotFound.
func (t *Tx) Request(id RequestID) (*Request, error) {
	return get[Request](t, bucketRequests, number(id))
}

// DropRequest forgets a request.
func (t *Tx) DropRequest(id RequestID) error { return t.tx.Bucket(bucketRequests).Delete(number(id)) }

// requests checks what waits to be confirmed. Its players and games are there
// for ever, or as long as it is.
func (v *verifier) requests() {
	walk(v, bucketRequests, func(key []byte, r *Request) {
		if string(key) != string(number(r.ID)) {
			v.fault("requests: request %d is stored under the key %x", r.ID, key)
		}
		if r.Player == 0 && r.Address == "" {
			v.fault("requests: request %d is of nobody", r.ID)
		}
		if r.Player != 0 {
			if _, err := v.tx.Player(r.Player); err != nil {
				v.fault("requests: request %d is of player %d: %v", r.ID, r.Player, err)
			}
		}
		if len(r.Commands) == 0 || r.Made.IsZero() {
			v.fault("requests: request %d asked for nothing, or never", r.ID)
		}
		for _, c := range r.Commands {
			if _, err := v.tx.Game(c.Game); c.Game != 0 && err != nil {
				v.fault("requests: request %d is about game %d: %v", r.ID, c.Game, err)
			}
		}
	})
}
