package mailbot

import (
	"strings"
	"testing"

	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
)

// Servers quote the envelope sender in what they answer. Its token is neither
// kept with the mail nor told to the operator, who may pass both on.
func TestReasonsHoldNoToken(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.bot.cfg.Operator = "club@example.org"
	h.begin("ana@example.org", "bo@example.net")
	h.check(h.store.Update(func(tx *store.Tx) error { return tx.Enqueue(h.last("bo@example.net")) }))
	var waiting []*store.Outgoing
	h.check(h.store.View(func(tx *store.Tx) (err error) {
		waiting, err = tx.Outbox()
		return err
	}))
	refusal := "5.1.8 <" + strings.ToUpper(waiting[0].EnvelopeFrom) + ">: sender refused"
	h.check(h.bot.mark([]outcome{{mail: waiting[0], err: &smtpout.Failure{Step: smtpout.StepSender, Code: 550, Text: refusal, Permanent: true}}}))
	var kept string
	h.check(h.store.View(func(tx *store.Tx) error {
		givenUp, err := tx.GivenUp()
		if err == nil {
			kept = givenUp[0].LastAnswer
		}
		return err
	}))
	h.post()
	for what, text := range map[string]string{"what is kept": kept, "the mail to the operator": h.last("club@example.org").Text} {
		if !strings.Contains(text, "<UNLUR+*@EXAMPLE.ORG>") {
			t.Errorf("%s: %s", what, text)
		}
	}
	h.fresh = nil
}
