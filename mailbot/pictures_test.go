package mailbot_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/templates"
)

// ends lets a game of Ana and Bo, at which others look on, begin, and end with
// what they write in turn. It gives the last mail of each.
func ends(t *testing.T, b *bottest.Bot, lines ...string) map[string]*store.Outgoing {
	t.Helper()
	b.Brief = true
	b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
	letWatch(b, 1, "carla@example.org")
	for i, line := range lines {
		b.Person([]string{"ana@example.org", "bo@example.net"}[i%2]).Replies(line)
	}
	b.Fresh = nil
	if g := b.Game(1); g.State != store.Finished {
		t.Fatalf("the game is %s", g.State)
	}
	return map[string]*store.Outgoing{"ana": b.Person("ana@example.org").Last(), "bo": b.Person("bo@example.net").Last(), "carla": b.Person("carla@example.org").Last()}
}

// Both players and all who look on get the end of a game in pictures, in a page
// and as a file.
func TestPicturesAtTheEnd(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	for who, m := range ends(t, b, "C4", "black", "resign") {
		if m.Picture == nil {
			t.Errorf("%s gets no pictures with %s", who, tell(m))
			continue
		}
		bottest.Read(b.T, m)
		if !strings.Contains(m.HTML.String(), "<img ") {
			t.Errorf("%s sees no picture", who)
		}
		if !strings.Contains(m.Text, "unlur-1.gif") {
			t.Errorf("%s does not read what is attached:\n%s", who, m.Text)
		}
		if m.Picture.Players != [2]string{"ana", "bo"} || len(m.Picture.Events) != 3 || m.Picture.Number != 1 {
			t.Errorf("%s sees another game: %+v", who, m.Picture)
		}
		for _, e := range m.Picture.Events {
			if !e.At.IsZero() {
				t.Errorf("%s could read when moves were made: %v", who, e.At)
			}
		}
	}
	for _, m := range b.Person("ana@example.org").Mails() {
		if m.Picture != nil && bottest.Field(m, "X-Unlur-Event") != string(templates.Over) {
			t.Errorf("pictures in %s", tell(m))
		}
	}
}

// Who wants text gets text.
func TestNoPicturesInText(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Brief = true
	b.Person("bo@example.net").Writes("set format text")
	mails := ends(t, b, "C4", "D5", "resign")
	if m := mails["bo"]; m.Picture != nil || len(m.HTML) > 0 || strings.Contains(m.Text, ".gif") {
		t.Errorf("Bo gets more than text: %s", tell(m))
	}
	if mails["ana"].Picture == nil {
		t.Error("Ana gets no pictures")
	}
}

// A game that nobody has won has no end to keep.
func TestNoPicturesOfCancelledGames(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Brief = true
	b.Begin(ana, b.Person("bo@example.net"))
	ana.Replies("C4")
	b.Pass(30 * 24 * time.Hour)
	b.Fresh = nil
	for _, address := range []string{"ana@example.org", "bo@example.net"} {
		m := b.Person(address).Last()
		if bottest.Field(m, "X-Unlur-Event") != string(templates.Cancelled) || m.Picture != nil {
			t.Errorf("%s: pictures: %v", tell(m), m.Picture != nil)
		}
	}
}

// The mail of the day tells of the end in a sentence.
func TestNoPicturesInDailyMails(t *testing.T) {
	t.Parallel()
	b := daily(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	ana.Replies("C4")
	untilMorning(b)
	bo.Replies("#1 D4")
	ana.Replies("resign")
	untilMorning(b)
	b.Fresh = nil
	told := false
	for _, m := range bo.Mails() {
		told = told || strings.Contains(m.Text, "The game is over: you won. ana resigned.")
		if m.Picture != nil {
			t.Errorf("pictures in %s", tell(m))
		}
	}
	if !told {
		t.Error("Bo is not told of the end")
	}
}

// The outbox keeps what is needed to draw, and not what is drawn.
func TestPicturesAreNotStored(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	m := ends(t, b, "C4", "black", "D7", "E5", "resign")["ana"]
	with, err := json.Marshal(m)
	b.Check(err)
	m.Picture = nil
	without, err := json.Marshal(m)
	b.Check(err)
	if more := len(with) - len(without); more > 300 {
		t.Errorf("the pictures take %d bytes", more)
	}
}
