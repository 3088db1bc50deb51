package author

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/address"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/fold"
)

const (
	// RequestRest is how long a request waits to be confirmed.
	RequestRest = 3 * 24 * time.Hour
	// ForgetPatience is for how many days the question whether to be forgotten can be answered.
	ForgetPatience = 3
	// overRest is for how long the token of a game that is over is as good as one of
	// a game that goes on: its players may write about the next one.
	overRest = 30 * 24 * time.Hour
)

// Evidence is what there is to go by.
type Evidence struct {
	From    string      // the address
	Sealed  token.Token // that the mail brings back, see ReadToken; purpose 0 for none
	Vouched bool        // somebody whom we believe is sure of From
	// Replaying says that the mail came before, in time for what it answers then.
	Replaying bool
}

// ReadToken looks for a token of ours, first where it names most surely the one
// mail that is answered. That is the address that the mail came to, which its
// sender chose; then the id in In-Reply-To, which mail programs take from the mail
// at hand; then the subject, where those that go by conversations may keep that of
// an older mail, and people may write anything; and then the ids of the thread, the
// latest first. A token that can't be read, for it is of a lost key, leaves
// the word to the next one.
func ReadToken(m *parser.Mail, keys token.Ring, own address.Own) token.Token {
	var sealed []string
	for _, recipient := range m.Recipients {
		if detail, ok := own.Detail(recipient); ok {
			sealed = append(sealed, detail)
		}
	}
	for _, id := range m.InReplyTo {
		sealed = append(sealed, token.InID(id))
	}
	sealed = append(sealed, m.SubjectToken)
	for i := len(m.References) - 1; i >= 0; i-- {
		sealed = append(sealed, token.InID(m.References[i]))
	}
	for _, s := range sealed {
		if t, ok := keys.Unseal(s); ok {
			return t
		}
	}
	return token.Token{}
}

// Unidentified is the Claim of a mail of which nothing is known but the token that it brings.
func Unidentified(sealed token.Token) Claim { return Claim{brought: sealed, token: sealed} }

// Identify finds out who a mail is from that a person has written.
func Identify(u *unit.Unit, ev Evidence) (Claim, error) {
	c := Claim{vouched: ev.Vouched, brought: ev.Sealed, token: ev.Sealed, turns: map[store.GameNumber]int{}}
	c.late = ev.Sealed.Purpose == token.ForForget && !ev.Replaying && token.Day(u.Now)-ev.Sealed.Ply > ForgetPatience
	owner, err := c.findOwner(u, ev.From)
	if err != nil {
		return Claim{}, err
	}
	known, err := u.Tx.PlayerByAddress(ev.From)
	if errors.Is(err, store.ErrNotFound) {
		if c.sender = owner; owner != nil {
			c.certainty = Foreign
		}
		return c, nil
	}
	if err != nil {
		return Claim{}, err
	}
	if c.sender, err = u.Player(known.ID); err != nil {
		return Claim{}, err
	}
	if owner != nil && owner != c.sender {
		c.drop()
	}
	asked := c.request != nil // as a stranger, with this address
	switch {
	case owner != c.sender && !asked && !c.vouched:
		c.certainty = Named
	case !c.vouched && c.isSpent(u):
		c.certainty = Spent
	default:
		c.certainty = Proven
	}
	return c, nil
}

// drop takes the token for none.
func (c *Claim) drop() {
	c.token, c.request, c.turns, c.late = token.Token{}, nil, map[store.GameNumber]int{}, false
}

// findOwner gives the player to whom the token was sent, nil if there is none, and notes what
// the mail answers. A token of a game or a player that does not exist, which a restored backup
// can bring about, is no token.
func (c *Claim) findOwner(u *unit.Unit, from string) (owner *store.Player, err error) {
	t := c.token
	switch t.Purpose {
	case token.ForPlayer, token.ForForget:
		owner, err = u.Player(store.PlayerID(t.Number))
	case token.ForGame:
		var g *store.Game
		if g, err = u.Game(store.GameNumber(t.Number)); err == nil {
			c.turns[g.Number] = t.Ply
			owner, err = u.Seated(g, t.Seat)
		}
	case token.ForDigest: // in all but the positions that it shows a mail about no game
		made := t.Made()
		c.token = token.OfPlayer(store.PlayerID(t.Number), made)
		if owner, err = u.Player(store.PlayerID(t.Number)); err == nil {
			err = c.readShown(u, owner, made)
		}
	case token.ForRequest:
		return c.answerRequest(u, from)
	case token.ForNewcomer:
		number, err := StrangerNumber(u, from)
		if err == nil && number == t.Number && token.Month(u.Now)-t.Ply <= 1 {
			c.about = ownHelp
		}
		c.token = token.Token{Asks: t.Asks}
		return nil, err
	}
	if err == nil && owner != nil && !owner.Forgotten.IsZero() {
		c.about, err = toForgotten, store.ErrNotFound
	}
	if errors.Is(err, store.ErrNotFound) {
		c.drop()
		return nil, nil
	}
	return owner, err
}

// readShown notes which positions the mail of the day answers that was made at a
// time. What it has not shown counts as a beginning, so that no move can be meant
// for a position that the player has not seen.
func (c *Claim) readShown(u *unit.Unit, p *store.Player, made time.Time) error {
	open, err := u.OpenGames(p)
	for _, g := range open {
		if g.State != store.Playing {
			continue
		}
		shown := g.Shown[g.SeatOf(p.ID)-game.First]
		turn := shown.Turn
		if shown.Since.IsZero() || made.Before(shown.Since) {
			turn = max(0, shown.Turn-1)
		}
		c.turns[g.Number] = turn
	}
	return err
}

// answerRequest reads the request that a mail answers, and gives the player in
// whose name it was made, nil for a stranger. The mail then counts as one about
// the game of the request. Of a request that is forgotten nothing is known, and
// the mail is one without a token.
func (c *Claim) answerRequest(u *unit.Unit, from string) (*store.Player, error) {
	r, err := u.Tx.Request(store.RequestID(c.token.Number))
	if err == nil && u.Arrived.Sub(r.Made) >= RequestRest {
		err = store.ErrNotFound
	}
	shown := c.token.Ply
	c.token = token.Token{}
	if errors.Is(err, store.ErrNotFound) {
		c.about = goneRequest
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if r.Address != "" {
		if fold.Address(r.Address) == fold.Address(from) {
			c.request = r
		}
		return nil, nil
	}
	owner, err := u.Player(r.Player)
	if err != nil {
		return nil, err
	}
	c.request = r
	if first := r.Commands[0].Game; first != 0 {
		g, err := u.Game(first)
		if err != nil {
			return nil, err
		}
		c.token = token.Token{Purpose: token.ForGame, Number: uint32(first), Seat: g.SeatOf(r.Player), Ply: shown}
		c.turns[first] = shown
	}
	return owner, nil
}

// isSpent says whether what the mail's token was made for is over: a position,
// a question, or for a mail about no game the month and the next one.
func (c *Claim) isSpent(u *unit.Unit) bool {
	t := c.token
	switch {
	case c.request != nil:
		return c.request.Settled
	case t.Purpose == token.ForForget:
		return c.late
	case t.Purpose == token.ForPlayer:
		return token.Month(u.Now)-t.Ply > 1
	case t.Purpose != token.ForGame:
		return false
	}
	g := u.Loaded(store.GameNumber(t.Number))
	switch {
	case g.State == store.Waiting:
		return false
	case g.State != store.Playing && u.Now.Sub(g.Ended) > overRest:
		return true
	}
	return t.Ply != g.Turn()
}

// StrangerNumber is what stands for an address in a token, never 0. Two addresses
// may have the same one, but nobody can find a second one for a first.
func StrangerNumber(u *unit.Unit, address string) (uint32, error) {
	key, err := u.Tx.FixedKey("unlurbot strangers")
	if err != nil {
		return 0, err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(fold.Address(address)))
	return binary.BigEndian.Uint32(mac.Sum(nil)) | 1, nil
}
