package mailbot_test

import (
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// After a backup of before was restored, the mail about the month is the same one: who has it
// does not get it twice.
func TestMonthAfterARestoredBackup(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.Operator = "club@example.org" })
	told := func(cfg config.Config) (ids []string) {
		cfg.Keep.Done = time.Hour // so that nobody counts mails
		month := b.Mailbot.Monthly(&cfg, mailbot.Credentials{}, func() *health.Backup { return nil })
		for range 2 {
			b.Look()
			b.Check(month.Look(t.Context()))
		}
		b.Quiet()
		for _, m := range b.Fresh {
			ids = append(ids, m.MessageID)
		}
		b.Fresh = nil
		return ids
	}
	wanted := config.Config{Monthly: true, Operator: "club@example.org"}
	told(wanted)
	backup := b.Backup()
	b.Pass(20 * 24 * time.Hour)
	first := told(wanted)
	b.GoBackTo(backup)
	b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.SetRestored(time.Time{}) }))
	if again := told(wanted); len(first) != 1 || len(again) != 1 || first[0] != again[0] {
		t.Errorf("%v and %v are not the same mail", first, again)
	}
	for _, off := range []config.Config{{Monthly: true}, {Operator: "club@example.org"}} {
		b.Pass(40 * 24 * time.Hour)
		if got := told(off); len(got) > 0 {
			t.Errorf("%v, though nobody wants to know", got)
		}
	}
}
