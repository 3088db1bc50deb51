package mailbot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/store/ladder"
)

// withLadder gives a bot of a club with a ladder, on which are the cupPlayers, the first on top.
func withLadder(t *testing.T) *bottest.Bot {
	t.Helper()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.Ladder = true })
	for _, address := range cupPlayers {
		b.Person(address).Writes("ladder join").Is(decision.Noted)
	}
	return b
}

// ladderOf gives the ladder as it is stored.
func ladderOf(b *bottest.Bot) (l *ladder.Ladder) {
	b.T.Helper()
	b.Check(b.Store.View(func(tx *store.Tx) (err error) {
		l, err = tx.Ladder()
		return err
	}))
	return l
}

// faultless fails if Verify finds anything.
func faultless(b *bottest.Bot) {
	b.T.Helper()
	faults, err := b.Store.Verify(nil)
	b.Check(err)
	for _, fault := range faults {
		b.T.Error(fault)
	}
}

// aboutLadderGames gives the mails that tell of the beginnings of games of the ladder, by their ids.
func aboutLadderGames(b *bottest.Bot) map[string]*store.Outgoing {
	mails := map[string]*store.Outgoing{}
	for _, m := range b.Fresh {
		if strings.Contains(m.Text, "Your ladder game") {
			mails[m.MessageID] = m
		}
	}
	return mails
}

// A backup from before the games began is restored, and the filed mails are read again: the same games,
// the same numbers, the same ladder and the same mails.
func TestLadderRestored(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.Ladder = true })
	for _, address := range cupPlayers[:3] {
		b.Person(address).Writes("ladder join").Is(decision.Noted)
	}
	b.Waited = 10 * time.Minute // read again, a mail is as if it had been read at once
	backup, known := b.Backup(), len(b.Box)
	b.Fresh = nil
	for _, address := range cupPlayers[3:] {
		b.Person(address).Writes("ladder join").Is(decision.Noted)
	}
	b.Pass(24 * time.Hour)
	g := b.Game(1)
	personWith(b, g.Players[0]).Writes("C4 #1").Is(decision.Played)
	personWith(b, g.Players[1]).Writes("D5 #1").Is(decision.Played)
	personWith(b, g.Player(g.Challenger.Other())).Writes("resign #1").Is(decision.Played)
	b.Pass(24 * time.Hour)
	b.Person(cupPlayers[4]).Writes("ladder leave").Is(decision.Noted)
	b.Person(cupPlayers[2]).Writes("ladder").Is(decision.Answered)
	want, mails, clock := ladderOf(b), aboutLadderGames(b), b.Game(2).Clock
	if len(want.Games) < 3 || len(want.Players()) != 4 || len(mails) < 8 {
		t.Fatalf("%+v, and %d mails", want, len(mails))
	}

	b.GoBackTo(backup)
	b.Now = b.Now.Add(24 * time.Hour)
	b.Fresh = nil
	_, err := b.Mailbot.Receive(t.Context(), filedSince(b, known)...)
	b.Check(err)
	b.Quiet()
	again := ladderOf(b)
	for _, l := range []*ladder.Ladder{want, again} { // until when a pair rests is told by when the mail came
		for i := range l.Rests {
			l.Rests[i].Until = time.Time{}
		}
	}
	if diff := cmp.Diff(want, again); diff != "" {
		t.Errorf("the ladder (-before +after):\n%s", diff)
	}
	if diff := cmp.Diff(clock, b.Game(2).Clock); diff != "" { // or somebody is off at another look
		t.Errorf("the clock of a game (-before +after):\n%s", diff)
	}
	now := aboutLadderGames(b)
	for id, m := range mails {
		if same := now[id]; same == nil || same.Subject != m.Subject {
			t.Errorf("not sent again, or as another: %s to %s", m.Subject, m.EnvelopeTo)
		}
	}
	faultless(b)
}

// A process that dies while games of the ladder begin, before that is on the disk, begins the same ones,
// and each of their players hears of it once.
func TestKilledAtTheLadder(t *testing.T) {
	t.Parallel()
	for _, point := range []mailbot.Point{mailbot.PointWaking, mailbot.PointWoken} {
		b := withLadder(t)
		b.Fresh = nil
		bottest.Dies(b, point)
		b.Pass(24 * time.Hour)
		games := ladderOf(b).Games
		if mails := aboutLadderGames(b); len(games) != 4 || len(mails) != 8 {
			t.Errorf("killed at %s, %d games have begun, and %d mails tell of them", point, len(games), len(mails))
		}
		faultless(b)
	}
}

// Whoever wants no mails begins no game and gets none, of somebody who is forgotten no name is left, and
// the operator can end a game, let it go on, and call a player otherwise.
func TestLeavingTheClubOnTheLadder(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.Ladder = true })
	for i, address := range cupPlayers {
		p := b.Person(address)
		p.Writes("name " + []string{"Ana", "Bo", "Cy", "Zebedee", "Eve"}[i])
		p.Writes("ladder join").Is(decision.Noted)
	}
	b.Pass(24 * time.Hour)
	gone, silent := b.Person(cupPlayers[3]), b.Person(cupPlayers[1])
	silent.Writes("stop").Is(decision.Unsubscribed)
	if !strings.Contains(silent.Last().Text, "left the ladder") {
		t.Errorf("who stops reads:\n%s", silent.Last().Text)
	}
	gone.Writes("forget me")
	gone.Replies("yes").Is(decision.Forgotten)
	b.Quiet()
	if l := ladderOf(b); len(l.Players()) != 3 {
		t.Errorf("%+v", l)
	}
	b.Fresh = nil
	b.Pass(20 * 24 * time.Hour)
	for _, m := range b.Fresh {
		if m.EnvelopeTo == silent.Address || m.EnvelopeTo == gone.Address {
			t.Errorf("%s gets %s", m.EnvelopeTo, m.Subject)
		}
	}
	if all := entriesOf(b); strings.Contains(all, "zebedee") || strings.Contains(all, strings.ToLower(gone.Address)) {
		t.Error("something is left of Zebedee")
	}
	b.Person(cupPlayers[0]).Writes("ladder").Is(decision.Answered)
	if m := b.Person(cupPlayers[0]).Last(); strings.Contains(m.Text, "Zebedee") {
		t.Errorf("Ana reads:\n%s", m.Text)
	}
	faultless(b)
}

// The operator's acts on games of the ladder: what a game has decided is taken back when it goes on.
func TestReopenOnTheLadder(t *testing.T) {
	t.Parallel()
	b := withLadder(t)
	b.Pass(24 * time.Hour)
	before := ladderOf(b).Players()
	g := b.Game(1)
	personWith(b, g.Player(g.Challenger.Other())).Writes("resign #1").Is(decision.Played)
	after := ladderOf(b).Players()
	if slices.Equal(before, after) {
		t.Fatalf("the ladder is %v as before", after)
	}
	if said := b.Operator("reopen 1: They agreed."); said != "done" {
		t.Fatal(said)
	}
	if now := ladderOf(b).Players(); !slices.Equal(now, before) {
		t.Errorf("the ladder is %v, and was %v", now, before)
	}
	faultless(b)
	if said := b.Operator("end 1 " + fmt.Sprint(g.Challenger) + ": They agreed."); said != "done" {
		t.Fatal(said)
	}
	if now := ladderOf(b).Players(); !slices.Equal(now, after) {
		t.Errorf("the ladder is %v, want %v", now, after)
	}
	if said := b.Operator("rename " + cupPlayers[0] + " Alexandra: It was another's."); said != "done" {
		t.Fatal(said)
	}
	b.Person(cupPlayers[2]).Writes("ladder")
	if m := b.Person(cupPlayers[2]).Last(); !strings.Contains(m.Text, "Alexandra") {
		t.Errorf("Cy reads:\n%s", m.Text)
	}
	faultless(b)
}

// Whoever loses on time hears of the ladder in the mail on the end of the game, and so does the other.
func TestLateOnTheLadder(t *testing.T) {
	t.Parallel()
	b := withLadder(t)
	b.Pass(24 * time.Hour)
	b.Fresh = nil
	b.Pass(6 * 24 * time.Hour)
	told := 0
	for _, m := range b.Fresh {
		kind := bottest.Field(m, "X-Unlur-Event")
		if kind == "noted" {
			t.Errorf("%s gets a mail of its own:\n%s", m.EnvelopeTo, m.Text)
		}
		if strings.Contains(m.Text, "That takes you off the ladder. Reply LADDER JOIN") {
			told++
		}
	}
	off := len(cupPlayers) - len(ladderOf(b).Players())
	if off == 0 || told != off {
		t.Errorf("%d are off, and %d were told", off, told)
	}
	faultless(b)
}
