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
	m := h.last("bo@example.net")
	refusal := "5.1.8 <" + strings.ToUpper(m.EnvelopeFrom) + ">: sender refused"
	h.refuse(m, &smtpout.Failure{Step: smtpout.StepSender, Code: 550, Text: refusal, Permanent: true})
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
