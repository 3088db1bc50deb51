package admin_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// A desk is where the operator of a bot asks.
type desk struct {
	*bottest.Bot
	admin.Desk
	broken error // of the mailbox
}

func deskOf(b *bottest.Bot) *desk {
	d := &desk{Bot: b}
	d.Desk = admin.Desk{Store: b.Store, Now: func() time.Time { return b.Now }, Read: b.Config.Trust().Read,
		Archive: func(_ context.Context, id string) (found []admin.Found, err error) {
			for _, in := range b.Box { // as a server does, which finds ids that contain it
				if strings.Contains(string(in.Raw), id) {
					found = append(found, admin.Found{Folder: "Unlur-Done", UIDValidity: 1, Message: imapbox.Message{UID: in.UID, Raw: in.Raw, Arrived: in.Arrived}})
				}
			}
			return found, d.broken
		}}
	return d
}

// ask makes a request as the control socket does, and reads the answer into a value.
func (d *desk) ask(request string, values url.Values, answer any) error {
	d.T.Helper()
	said, err := d.Requests()[request](d.T.Context(), values)
	if err != nil {
		return err
	}
	raw, err := json.Marshal(said)
	d.Check(err)
	if strings.Contains(string(raw), "null") {
		d.T.Errorf("%s: an empty list is no list: %s", request, raw)
	}
	return json.Unmarshal(raw, answer)
}

// The operator sees games, players and mails as they are.
func TestLooking(t *testing.T) {
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	ana.Replies("C4\n\nA word for Bo alone.")
	ana.Writes("note 1: A line for my own eyes.")
	bo.Writes("seek 4")
	b.Check(b.Store.Update(func(tx *store.Tx) error {
		for _, held := range []bool{false, true} {
			m := &store.Outgoing{Player: 2, Game: 1, EnvelopeTo: "bo@example.net", Subject: "Late", MessageID: "1@example.org",
				Delivery: store.Delivery{NextTry: b.Now, Held: held}}
			if err := tx.Enqueue(m); err != nil {
				return err
			}
		}
		m := &store.Outgoing{EnvelopeTo: "cy@example.net", MessageID: "3@example.org"}
		if err := tx.Enqueue(m); err != nil {
			return err
		}
		return tx.GiveUp(m.ID, b.Now, "550 nobody")
	}))
	d := deskOf(b)

	numbers := func(values url.Values) (list []store.GameNumber) {
		var games []admin.GameLine
		b.Check(d.ask(admin.Games, values, &games))
		for _, g := range games {
			list = append(list, g.Number)
		}
		return list
	}
	for _, c := range []struct {
		values url.Values
		want   []store.GameNumber
	}{
		{nil, []store.GameNumber{2, 1}},
		{url.Values{"last": {"1"}}, []store.GameNumber{2}},
		{url.Values{"open": {"yes"}}, []store.GameNumber{2, 1}},
		{url.Values{"player": {"ana@example.org"}}, []store.GameNumber{1}},
		{url.Values{"player": {"ANA"}, "open": {"yes"}}, []store.GameNumber{1}},
		{url.Values{"player": {"2"}}, []store.GameNumber{2, 1}},
	} {
		if got := numbers(c.values); !slices.Equal(got, c.want) {
			t.Errorf("%v: games %v, want %v", c.values, got, c.want)
		}
	}

	var page admin.GamePage
	b.Check(d.ask(admin.Game, url.Values{"number": {"1"}}, &page))
	if page.State != store.Playing || page.Players[0].Name != "ana" || page.ToMove != 2 || page.Pace == "" || page.Left[1] <= 0 || page.Until.IsZero() ||
		len(page.Events) != 1 || page.Events[0].Move != "C4" || page.Events[0].Player != 1 || len(page.Mails) != 2 {
		t.Errorf("game 1 is %+v", page)
	}

	for state, want := range map[string]int{"": 3, "waiting": 1, "held": 1, "given-up": 1} {
		var mails []admin.Mail
		b.Check(d.ask(admin.Mails, url.Values{"state": {state}}, &mails))
		if len(mails) != want || state != "" && string(mails[0].State) != state {
			t.Errorf("mails that are %q: %+v", state, mails)
		}
	}

	var bosPage admin.PlayerPage
	b.Check(d.ask(admin.Player, url.Values{"who": {"bo"}}, &bosPage))
	if bosPage.ID != 2 || bosPage.Address != "bo@example.net" || !bosPage.Active || len(bosPage.Open) != 2 || len(bosPage.Mails) != 2 {
		t.Errorf("Bo is %+v", bosPage)
	}
	var again admin.PlayerPage
	b.Check(d.ask(admin.Player, url.Values{"who": {strings.ToUpper(bosPage.Called)}}, &again))
	if again.ID != 2 {
		t.Errorf("%s is player %d", bosPage.Called, again.ID)
	}
}

// What is asked for wrongly, or is not there, is refused with a reason.
func TestWrongQuestions(t *testing.T) {
	b := bottest.New(t)
	b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
	d := deskOf(b)
	for _, c := range []struct {
		request string
		values  url.Values
		says    string
	}{
		{admin.Game, nil, "a game has a number"},
		{admin.Game, url.Values{"number": {"-1"}}, "a game has a number"},
		{admin.Game, url.Values{"number": {"7"}}, "there is no game 7"},
		{admin.Games, url.Values{"player": {"zoe"}}, "no such player"},
		{admin.Games, url.Values{"last": {"0"}}, "from 1 to 1000"},
		{admin.Games, url.Values{"last": {"many"}}, "from 1 to 1000"},
		{admin.Mails, url.Values{"state": {"lost"}}, "waiting, held or given-up"},
		{admin.Player, nil, "no such player"},
		{admin.Player, url.Values{"who": {"zoe@example.org"}}, "no such player"},
		{admin.Player, url.Values{"who": {"~00000000"}}, "no such player"},
		{admin.Player, url.Values{"who": {"99999999999"}}, "no such player"},
		{admin.Why, nil, "one word"},
		{admin.Why, url.Values{"id": {"a b@example.org"}}, "one word"},
		{admin.Why, url.Values{"id": {"unheard-of@example.org"}}, "no mail with the id"},
	} {
		if err := d.ask(c.request, c.values, nil); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %v: %v", c.request, c.values, err)
		}
	}
	d.broken = errors.New("the mailbox is away")
	if err := d.ask(admin.Why, url.Values{"id": {"x@example.org"}}, nil); !errors.Is(err, d.broken) {
		t.Errorf("without a mailbox: %v", err)
	}
}

// The operator learns what became of a mail, line by line; of one of the bot's own that has not
// left, how far it has come.
func TestWhy(t *testing.T) {
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	ana.Replies("C4\n\nGood luck!")
	d := deskOf(b)
	asked := b.Config.Trust().Read(b.Box[len(b.Box)-1].Raw, false)
	var verdicts []admin.Verdict
	b.Check(d.ask(admin.Why, url.Values{"id": {"<" + asked.MessageID + ">"}}, &verdicts))
	if len(verdicts) != 1 {
		t.Fatalf("%+v", verdicts)
	}
	v := verdicts[0]
	fates := map[string]string{}
	for _, line := range v.Lines {
		fates[line.Text] = line.Fate
	}
	if v.Decision != "played" || v.From != "ana@example.org" || v.Folder != "Unlur-Done" || !v.At.Equal(v.Arrived) ||
		fates["C4"] != "command (C4)" || fates["Good luck!"] != "note" {
		t.Errorf("%+v", v)
	}
	own := &store.Outgoing{EnvelopeTo: "bo@example.net", MessageID: "1@example.org"}
	b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.Enqueue(own) }))
	verdicts = nil
	b.Check(d.ask(admin.Why, url.Values{"id": {"1@example.org"}}, &verdicts))
	if len(verdicts) != 1 || verdicts[0].Own == nil || verdicts[0].Own.State != admin.Waiting {
		t.Errorf("%+v", verdicts)
	}
	b.Check(b.Store.Update(func(tx *store.Tx) error { return tx.Sent(own.ID) }))
}
