package store

import "time"

// A RequestID names a request for ever.
type RequestID uint32

// A Request is what a mail asked for that may not be from whom it says. It is
// carried out once the registered address has confirmed it, and forgotten if
// that does not happen.
type Request struct {
	ID       RequestID   `json:"id"`
	Player   PlayerID    `json:"player,omitempty"`  // 0 for somebody who is no player yet
	Address  string      `json:"address,omitempty"` // of such a person; with Player one that is asked whether it is the player's
	Commands []Requested `json:"commands"`
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
