package admin

import (
	"fmt"
	"net/url"
	"time"

	"unlurbot/mailbot/discreet"
	"unlurbot/store"
)

// A MailState is why a mail is still here.
type MailState string

// The states of mails.
const (
	Waiting MailState = "waiting"  // to be sent
	Held    MailState = "held"     // its reader can't be reached
	GivenUp MailState = "given-up" // it is not tried again
)

// A Mail is one of the bot's own that has not left.
type Mail struct {
	Number    uint64           `json:"number"`
	State     MailState        `json:"state"`
	To        string           `json:"to"`
	Player    store.PlayerID   `json:"player,omitempty"`
	Game      store.GameNumber `json:"game,omitempty"`
	Subject   string           `json:"subject"`
	MessageID string           `json:"message_id"` // with a star for its token, as in the log
	Made      time.Time        `json:"made"`
	Attempts  int              `json:"attempts"`
	First     time.Time        `json:"first_try,omitzero"`
	Next      time.Time        `json:"next_try,omitzero"`
	Says      string           `json:"last_answer,omitempty"` // of the server
}

// mails lists those in one state, or all.
func mails(r reading, asked url.Values) (any, error) {
	state := MailState(asked.Get("state"))
	switch state {
	case "", Waiting, Held, GivenUp:
		return r.unsent(func(m Mail) bool { return state == "" || m.State == state }), nil
	}
	return nil, fmt.Errorf("mails are %s, %s or %s", Waiting, Held, GivenUp)
}

// unsent lists the mails that have not left and are wanted, the oldest first; those that were
// given up come last. Mails that the disk has spoilt are for verify to name, and hide no other.
func (r reading) unsent(wanted func(Mail) bool) []Mail {
	list := []Mail{}
	waiting, _ := r.u.Tx.Outbox()
	for _, m := range waiting {
		state := Waiting
		if m.Held {
			state = Held
		}
		if made := mailOf(m, state); wanted(made) {
			list = append(list, made)
		}
	}
	givenUp, _ := r.u.Tx.GivenUp()
	for _, m := range givenUp {
		made := mailOf(m, GivenUp)
		made.Next = time.Time{}
		if wanted(made) {
			list = append(list, made)
		}
	}
	return list
}

func mailOf(m *store.Outgoing, state MailState) Mail {
	return Mail{
		Number: m.Number(), State: state, To: m.EnvelopeTo, Player: m.Player, Game: m.Game,
		Subject: discreet.WithoutTokens(m.Subject), MessageID: discreet.WithoutTokens(m.MessageID),
		Made: m.Date, Attempts: m.Attempts, First: m.FirstTry, Next: m.NextTry, Says: discreet.WithoutTokens(m.LastAnswer),
	}
}
