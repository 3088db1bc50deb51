package mailbot_test

import (
	"strings"
	"testing"

	"unlurbot/mailbot"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// Servers quote the envelope sender in what they answer. Its token is neither
// kept with the mail nor told to the operator, who may pass both on.
func TestReasonsHoldNoToken(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo := b.Person("bo@example.net")
	b.Configure(func(c *mailbot.Config) { c.Operator = "club@example.org" })
	b.Begin(b.Person("ana@example.org"), bo)
	m := bo.Last()
	refusal := "5.1.8 <" + strings.ToUpper(m.EnvelopeFrom) + ">: sender refused"
	relayRefuses(b, m, &smtpout.Failure{Step: smtpout.StepSender, Code: 550, Text: refusal, Permanent: true})
	var kept string
	b.Check(b.Store.View(func(tx *store.Tx) error {
		givenUp, err := tx.GivenUp()
		if err == nil {
			kept = givenUp[0].LastAnswer
		}
		return err
	}))
	b.Quiet()
	for what, text := range map[string]string{"what is kept": kept, "the mail to the operator": b.Person("club@example.org").Last().Text} {
		if !strings.Contains(text, "<UNLUR+*@EXAMPLE.ORG>") {
			t.Errorf("%s: %s", what, text)
		}
	}

}
