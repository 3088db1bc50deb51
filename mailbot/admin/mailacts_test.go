package admin_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/discreet"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/store/kv"
)

// mailNumbers lists the mails that have not left.
func (d *desk) mailNumbers(state admin.MailState) (numbers []uint64) {
	var mails []admin.Mail
	d.Check(d.ask(admin.Mails, url.Values{"state": {string(state)}}, &mails))
	for _, m := range mails {
		numbers = append(numbers, m.Number)
	}
	return numbers
}

// A mail that was given up leaves again, one that waits is dropped, with its reason, and comes
// back; one that nobody wants, or that is held, stays where it is. All is logged, and the store
// is sound all the while.
func TestActsOnMails(t *testing.T) {
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	d := deskOf(b)
	woken := 0
	d.Desk.Change, d.Desk.Wake = b.Store.Update, func() { woken++ }
	b.Check(b.Store.View(func(tx *store.Tx) error {
		who, err := discreet.NewPseudonyms(tx)
		d.Desk.Log = discreet.Logger(slog.New(slog.NewTextHandler(&b.Log, nil)), bottest.Address, who, false)
		return err
	}))
	var held, waits uint64
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		for _, m := range []*store.Outgoing{
			{Player: 2, Game: 1, EnvelopeTo: "bo@example.net", MessageID: "1@example.org", Delivery: store.Delivery{Held: true}},
			{Player: 1, Game: 1, EnvelopeTo: "ana@example.org", MessageID: "2@example.org", Subject: "Your turn", Delivery: store.Delivery{NextTry: b.Now.AddDate(0, 0, 1)}},
		} {
			if err := tx.Enqueue(m); err != nil {
				return err
			}
			held, waits = waits, m.Number()
		}
		return nil
	}))
	act := func(n uint64, act, reason string) error {
		values := url.Values{"number": {strconv.FormatUint(n, 10)}, "act": {act}, "reason": {reason}}
		var before admin.Mail
		err := d.ask(admin.OnMail, values, &before)
		if err == nil && before.Number != n {
			t.Errorf("%s of mail %d gives %+v", act, n, before)
		}
		bottest.Sound(t, b.Store)
		return err
	}
	for _, c := range []struct {
		number            uint64
		act, reason, says string
	}{
		{waits, "burn", "", "send-again or drop"},
		{waits, admin.Drop, "", "needs a reason"},
		{waits, admin.Drop, "two\nlines", "one line"},
		{waits, admin.Drop, strings.Repeat("x", 501), "one line"},
		{waits + 1, admin.Drop, "wrong", "no mail"},
		{held, admin.SendAgain, "", "is held"},
	} {
		if err := act(c.number, c.act, c.reason); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if woken > 0 || b.Log.Len() > 0 && strings.Contains(b.Log.String(), "operator's act") {
		t.Error("something was done")
	}

	b.Check(act(waits, admin.Drop, "sent to the wrong Ana"))
	if got := d.mailNumbers(admin.GivenUp); !slices.Equal(got, []uint64{waits}) {
		t.Errorf("given up are %v", got)
	}
	b.Check(act(held, admin.Drop, "a test"))
	b.Check(act(held, admin.Drop, "for good"))
	b.Check(act(waits, admin.SendAgain, ""))
	if got := d.mailNumbers(""); !slices.Equal(got, []uint64{waits}) || woken != 4 {
		t.Errorf("there are %v, and the outbox was woken %d times", got, woken)
	}
	before := len(ana.Mails())
	b.Quiet()
	if got := ana.Mails()[before:]; len(got) != 1 || got[0].MessageID != "2@example.org" {
		t.Errorf("Ana gets %v", got)
	}
	for _, words := range []string{"act=drop", "was=waiting", `reason="sent to the wrong Ana"`, "act=send-again", "was=given-up"} {
		if !strings.Contains(b.Log.String(), words) {
			t.Errorf("the log has no %s", words)
		}
	}
}

// Whoever wants no more mails gets none from the operator either.
func TestUnwantedIsNotSentAgain(t *testing.T) {
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	ana.Writes("stop")
	d := deskOf(b)
	d.Desk.Change, d.Desk.Wake, d.Desk.Log = b.Store.Update, func() {}, slog.New(slog.DiscardHandler)
	var numbers []uint64
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		if err := tx.Suppress("cy@example.net", b.Now); err != nil {
			return err
		}
		for _, m := range []*store.Outgoing{
			{Player: 1, EnvelopeTo: "ana@example.org", MessageID: "1@example.org"}, {EnvelopeTo: "cy@example.net", MessageID: "2@example.org"},
		} {
			if err := tx.Enqueue(m); err != nil {
				return err
			}
			if err := tx.GiveUp(m.ID, b.Now, "550 nobody"); err != nil {
				return err
			}
			numbers = append(numbers, m.Number())
		}
		return nil
	}))
	for _, n := range numbers {
		err := d.ask(admin.OnMail, url.Values{"number": {strconv.FormatUint(n, 10)}, "act": {admin.SendAgain}}, nil)
		if err == nil || !strings.Contains(err.Error(), "wants no more mails") {
			t.Errorf("mail %d: %v", n, err)
		}
	}
}

// A mail that the disk has spoilt hides no other from the operator, who can look at games and
// players, and act on the mails that are whole.
func TestSpoiltMailHidesNoOther(t *testing.T) {
	b := bottest.New(t)
	b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
	var spoilt, whole uint64
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		for i, id := range []string{"1@example.org", "2@example.org", "3@example.org", "4@example.org"} {
			m := &store.Outgoing{Player: 1, Game: 1, EnvelopeTo: "ana@example.org", MessageID: id, Delivery: store.Delivery{NextTry: b.Now.AddDate(0, 0, 1)}}
			if err := tx.Enqueue(m); err != nil {
				return err
			}
			spoilt, whole = whole, m.Number()
			if i >= 2 {
				continue
			}
			if err := tx.GiveUp(m.ID, b.Now, "550 nobody"); err != nil {
				return err
			}
		}
		return nil
	}))
	b.Check(b.Store.Close())
	disk, err := kv.Open(b.Path, kv.Options{})
	b.Check(err)
	b.Check(disk.Update(func(tx *kv.Tx) error {
		for _, bucket := range []string{"letters", "given-up"} {
			for key := range tx.Bucket(bucket).Scan(nil) { // the first
				if err := tx.Bucket(bucket).Put(bytes.Clone(key), []byte("?")); err != nil {
					return err
				}
				break
			}
		}
		return nil
	}))
	b.Check(disk.Close())
	b.Store, err = store.Open(b.Path, mailbot.NewSecret)
	b.Check(err)
	b.Mailbot, err = mailbot.New(b.Config, b.Store, func() time.Time { return b.Now }, slog.New(slog.DiscardHandler))
	b.Check(err)

	d := deskOf(b)
	d.Desk.Change, d.Desk.Wake, d.Desk.Log = b.Store.Update, func() {}, slog.New(slog.DiscardHandler)
	if waiting, givenUp := d.mailNumbers(admin.Waiting), d.mailNumbers(admin.GivenUp); !slices.Equal(waiting, []uint64{whole}) || len(givenUp) != 1 {
		t.Errorf("waiting: %d, given up: %d", waiting, givenUp)
	}
	var page admin.GamePage
	b.Check(d.ask(admin.Game, url.Values{"number": {"1"}}, &page))
	if len(page.Mails) != 2 {
		t.Errorf("the game has mails %+v", page.Mails)
	}
	act := func(n uint64) error {
		return d.ask(admin.OnMail, url.Values{"number": {strconv.FormatUint(n, 10)}, "act": {admin.Drop}, "reason": {"a test"}}, new(admin.Mail))
	}
	b.Check(act(whole))
	if err := act(spoilt); err == nil {
		t.Error("a mail was dropped that nobody can read")
	}
	b.Check(b.Store.Update(func(tx *store.Tx) error { // or the bot would not be quiet
		for caused := range uint64(20) {
			for id := range uint64(20) {
				low := caused<<48 | id
				if err := errors.Join(tx.Sent(low), tx.Sent(1<<63|low), tx.DropGivenUp(low), tx.DropGivenUp(1<<63|low)); err != nil {
					return err
				}
			}
		}
		return nil
	}))
}
