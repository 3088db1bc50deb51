package mailbot_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/store/tournament"
)

// cupPlayers join cups, the one who fills it last.
var cupPlayers = []string{"ana@example.org", "bo@example.net", "cy@example.com", "dan@example.org", "eve@example.org"}

// withCups gives a bot of a club with cups.
func withCups(t *testing.T) *bottest.Bot {
	t.Helper()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.Cups = true })
	return b
}

// cup gives a tournament as it is stored.
func cup(b *bottest.Bot, n tournament.Number) (c *tournament.Tournament) {
	b.T.Helper()
	b.Check(b.Store.View(func(tx *store.Tx) (err error) {
		c, err = tx.Tournament(n)
		return err
	}))
	return c
}

// aboutCups gives the mails that tell of tournaments, by their ids.
func aboutCups(b *bottest.Bot) map[string]*store.Outgoing {
	mails := map[string]*store.Outgoing{}
	for _, m := range b.Fresh {
		if kind := bottest.Field(m, "X-Unlur-Event"); kind == "drawn" || kind == "tournament" {
			mails[m.MessageID] = m
		}
	}
	return mails
}

// A backup from before the draw is restored, and the filed mails are read again: the same draw,
// the same numbers, and the same mails.
func TestCupRestored(t *testing.T) {
	t.Parallel()
	b := withCups(t)
	for _, address := range cupPlayers[:3] {
		b.Person(address).Writes("tournament join").Is(decision.Noted)
	}
	b.Waited = 10 * time.Minute // read again, a mail is as if it had been read at once
	backup, known := b.Backup(), len(b.Box)
	b.Fresh = nil
	b.Person(cupPlayers[3]).Writes("tournament join").Is(decision.Noted)
	b.Pass(time.Hour)
	b.Person(cupPlayers[4]).Writes("tournament join").Is(decision.Started)
	first := b.Game(1)
	for _, seat := range []int{0, 1} {
		p := personWith(b, first.Players[seat])
		p.Writes([]string{"C4 #1", "D5 #1"}[seat]).Is(decision.Played)
	}
	b.Person(cupPlayers[0]).Writes("tournament leave 1").Is(decision.Noted)
	want, mails := cup(b, 1), aboutCups(b)
	if want.State != tournament.Drawn || len(want.Exits) != 1 || len(mails) != 5+4 {
		t.Fatalf("%+v, and %d mails", want, len(mails))
	}

	b.GoBackTo(backup)
	b.Now = b.Now.Add(24 * time.Hour)
	b.Fresh = nil
	_, err := b.Mailbot.Receive(t.Context(), filedSince(b, known)...)
	b.Check(err)
	b.Quiet()
	if diff := cmp.Diff(want, cup(b, 1), cmp.Comparer(sameMoment)); diff != "" {
		t.Errorf("the tournament (-before +after):\n%s", diff)
	}
	again := aboutCups(b)
	for id, m := range mails {
		if now := again[id]; now == nil || now.Text != m.Text {
			t.Errorf("not sent again, or as another: %s to %s", m.Subject, m.EnvelopeTo)
		}
	}
}

// personWith gives the person who is a player.
func personWith(b *bottest.Bot, id store.PlayerID) *bottest.Person {
	b.T.Helper()
	var address string
	b.Check(b.Store.View(func(tx *store.Tx) error {
		p, err := tx.Player(id)
		address = p.Address
		return err
	}))
	return b.Person(address)
}

// The operator has no game go on that would change what was settled: of a player who has left the
// cup, or of a cup that is over.
func TestReopenInCup(t *testing.T) {
	t.Parallel()
	b := withCups(t)
	for _, address := range cupPlayers {
		b.Person(address).Writes("tournament join")
	}
	resign := func(n store.GameNumber) {
		personWith(b, b.Game(n).Players[0]).Writes(fmt.Sprintf("resign #%d", n)).Is(decision.Played)
	}
	leaver := b.Game(10).Players[0]
	var with, without store.GameNumber // the leaver
	for n := store.GameNumber(1); n < 8; n++ {
		resign(n)
		if slices.Contains(b.Game(n).Players[:], leaver) {
			with = n
		} else {
			without = n
		}
	}
	personWith(b, leaver).Writes("tournament leave 1")
	if said := b.Operator(fmt.Sprintf("reopen %d: They agreed.", with)); !strings.Contains(said, "a player has left tournament 1") {
		t.Errorf("reopening a game of who has left: %s", said)
	}
	if said := b.Operator(fmt.Sprintf("reopen %d: They agreed.", without)); said != "done" {
		t.Errorf("reopening a game of others: %s", said)
	}
	for _, n := range []store.GameNumber{without, 8, 9} {
		resign(n)
	}
	if said := b.Operator(fmt.Sprintf("reopen %d: They agreed.", without)); !strings.Contains(said, "tournament 1, of which it is one, is over") {
		t.Errorf("reopening a game of a cup that is over: %s", said)
	}
}

// A process that dies after the draw and before that is on the disk draws again: the same, and all
// hear of it once. The same holds of two last games in one fetch, of which each could be the last.
func TestKilledAtTheDraw(t *testing.T) {
	t.Parallel()
	b := withCups(t)
	for _, address := range cupPlayers[:4] {
		b.Person(address).Writes("tournament join")
	}
	b.Fresh = nil
	dies := func(mails ...bottest.Note) {
		t.Helper()
		var group []mailbot.Incoming
		for _, n := range mails {
			b.UID++
			group = append(group, mailbot.Incoming{UID: b.UID, UIDValidity: 1, Raw: []byte(n.Raw(int(b.UID), b.Now)), Arrived: b.Now})
		}
		b.Configure(func(c *mailbot.Config) {
			c.Reached = func(p mailbot.Point) {
				if p == mailbot.PointHandled {
					runtime.Goexit()
				}
			}
		})
		if _, died := untilDeath(b, group, func(mailbot.Incoming) bool { return false }); !died {
			t.Fatal("it lives on")
		}
		b.Configure(func(c *mailbot.Config) { c.Reached = nil })
		b.Restart()
		_, err := b.Mailbot.Receive(t.Context(), group...)
		b.Check(err)
		b.Quiet()
	}
	dies(bottest.Note{From: cupPlayers[4], Vouched: true, Body: "tournament join"})
	if c := cup(b, 1); c.State != tournament.Drawn || len(aboutCups(b)) != 5 {
		t.Fatalf("%+v, and %d mails", c, len(aboutCups(b)))
	}

	var last []bottest.Note
	for n := store.GameNumber(1); n <= 10; n++ {
		g := b.Game(n)
		resigns := bottest.Note{From: personWith(b, g.Players[0]).Address, Vouched: true, Body: fmt.Sprintf("resign #%d", n)}
		if n >= 9 {
			last = append(last, resigns)
			continue
		}
		b.Write(resigns).Is(decision.Played)
	}
	b.Fresh = nil
	dies(last...)
	if c := cup(b, 1); c.State != tournament.Decided || len(aboutCups(b)) != 5 {
		t.Fatalf("%+v, and %d mails", c, len(aboutCups(b)))
	}
}

// Nobody who wants no mails gets one of a tournament, and of somebody who is forgotten no name is left.
func TestLeavingTheClubInACup(t *testing.T) {
	t.Parallel()
	b := withCups(t)
	for i, address := range cupPlayers {
		p := b.Person(address)
		p.Writes("name " + []string{"Ana", "Bo", "Cy", "Zebedee", "Eve"}[i])
		p.Writes("tournament join")
	}
	gone, silent := b.Person(cupPlayers[3]), b.Person(cupPlayers[1])
	silent.Writes("stop")
	b.Fresh = nil
	gone.Writes("forget me")
	gone.Replies("yes").Is(decision.Forgotten)
	b.Quiet()
	for _, m := range aboutCups(b) {
		if m.EnvelopeTo == silent.Address || m.EnvelopeTo == gone.Address {
			t.Errorf("%s gets %s", m.EnvelopeTo, m.Subject)
		}
	}
	c := cup(b, 1)
	if len(c.Exits) != 1 || c.Exits[0].Late {
		t.Errorf("out are %+v", c.Exits)
	}
	if all := entriesOf(b); strings.Contains(all, "zebedee") || strings.Contains(all, strings.ToLower(gone.Address)) {
		t.Error("something is left of Zebedee")
	}
	b.Person(cupPlayers[0]).Writes("tournament 1")
	if m := b.Person(cupPlayers[0]).Last(); !strings.Contains(m.Text, "(former player)") || strings.Contains(m.Text, "Zebedee") {
		t.Errorf("Ana reads:\n%s", m.Text)
	}
	b.Pass(60 * 24 * time.Hour)
	mails := aboutCups(b)
	if cup(b, 1).State != tournament.Decided || slices.ContainsFunc(b.Fresh, func(m *store.Outgoing) bool { return mails[m.MessageID] != nil && m.EnvelopeTo == silent.Address }) {
		t.Errorf("%+v", cup(b, 1))
	}
}

// In a cup in which nobody ever moves, who is out last has won nothing.
func TestNobodyMovesNobodyWins(t *testing.T) {
	t.Parallel()
	b := withCups(t)
	for _, address := range cupPlayers {
		b.Person(address).Writes("tournament join")
	}
	b.Pass(120 * 24 * time.Hour)
	if c := cup(b, 1); c.State != tournament.Decided {
		t.Fatalf("the cup is %s", c.State)
	}
	told := 0
	for _, m := range aboutCups(b) {
		told += strings.Count(m.Text, "Nobody won it.")
		if strings.Contains(m.Text, "won the cup") {
			t.Errorf("%s reads:\n%s", m.To.Addr, m.Text)
		}
	}
	if told == 0 {
		t.Error("nobody reads that it is over")
	}
}
