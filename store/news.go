package store

import (
	"bytes"
	"slices"

	"unlurbot/game"
)

// A News is something that a player who wants one mail a day has not read yet. How
// the game stands is not part of it: that is told as it is when the mail is made.
type News struct {
	Game    GameNumber `json:"game"`
	Kind    string     `json:"kind"`              // of the mail that it would have been
	Words   string     `json:"words,omitempty"`   // of the opponent
	Remarks []string   `json:"remarks,omitempty"` // sentences to the player
}

// AddNews keeps something for a player's next daily mail.
func (t *Tx) AddNews(id PlayerID, n *News) error {
	at, err := t.tx.Bucket(bucketNews).NextSequence()
	if err != nil {
		return err
	}
	return put(t, bucketNews, append(number(id), place(at)...), n)
}

// NewsFor lists what waits for a player, the oldest first.
func (t *Tx) NewsFor(id PlayerID) (news []*News, err error) {
	for key, raw := range t.tx.Bucket(bucketNews).Scan(number(id)) {
		n, err := decode[News](bucketNews, key, raw)
		if err != nil {
			return news, err
		}
		news = append(news, n)
	}
	return news, nil
}

// DropNews takes out all that waits for a player.
func (t *Tx) DropNews(id PlayerID) error {
	var keys [][]byte
	for key := range t.tx.Bucket(bucketNews).Scan(number(id)) {
		keys = append(keys, bytes.Clone(key))
	}
	return t.deleteAll(bucketNews, keys)
}

// ReadersOf lists the players for whom something waits about games of another one.
func (t *Tx) ReadersOf(id PlayerID) (readers []PlayerID, err error) {
	err = each(t, bucketNews, func(key []byte, n *News) error {
		g, err := t.Game(n.Game)
		if err != nil {
			return err
		}
		if reader := PlayerID(asNumber(key[:4])); g.SeatOf(id) != game.NoSeat && reader != id && !slices.Contains(readers, reader) {
			readers = append(readers, reader)
		}
		return nil
	})
	return readers, err
}

// news checks what waits for daily mails: somebody who wants them gets it, in time.
func (v *verifier) news() {
	walk(v, bucketNews, func(key []byte, n *News) {
		if len(key) != 4+8 {
			v.fault("news: %x is nobody's", key)
			return
		}
		id := PlayerID(asNumber(key[:4]))
		p, err := v.tx.Player(id)
		if err != nil || !p.Daily || p.Digest.IsZero() {
			v.fault("news: player %d gets no daily mail (%v)", id, err)
		} else if v.tx.tx.Bucket(bucketWakeUps).Get(WakeUp{At: p.Digest, Kind: WakeDigest, Number: uint32(id)}.key()) == nil {
			v.fault("news: no wake-up is noted for the mail to player %d at %v", id, p.Digest)
		}
		if _, err := v.tx.Game(n.Game); err != nil {
			v.fault("news: player %d is told of game %d: %v", id, n.Game, err)
		}
	})
}
