package mailbot

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"unlurbot/store"
	"unlurbot/templates"
)

// ends lets a game of Ana and Bo, at which others look on, begin, and end with
// what they write in turn. It gives the last mail of each.
func ends(t *testing.T, h *house, lines ...string) map[string]*store.Outgoing {
	t.Helper()
	h.brief = true
	h.begin("ana@example.org", "bo@example.net")
	h.watchers(1, "carla@example.org")
	for i, line := range lines {
		h.reply([]string{"ana@example.org", "bo@example.net"}[i%2], line)
	}
	h.fresh = nil
	if g := h.game(1); g.State != store.Finished {
		t.Fatalf("the game is %s", g.State)
	}
	return map[string]*store.Outgoing{"ana": h.last("ana@example.org"), "bo": h.last("bo@example.net"), "carla": h.last("carla@example.org")}
}

// Both players and all who look on get the end of a game in pictures, in a page
// and as a file.
func TestPicturesAtTheEnd(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for who, m := range ends(t, h, "C4", "black", "resign") {
		if m.Picture == nil {
			t.Errorf("%s gets no pictures with %s", who, tell(m))
			continue
		}
		h.read(m)
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
	for _, m := range h.mails["ana@example.org"] {
		if m.Picture != nil && field(m, "X-Unlur-Event") != string(templates.Over) {
			t.Errorf("pictures in %s", tell(m))
		}
	}
}

// Who wants text gets text.
func TestNoPicturesInText(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.brief = true
	h.vouched("bo@example.net", "set format text")
	mails := ends(t, h, "C4", "D5", "resign")
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
	h := newHouse(t)
	h.brief = true
	h.begin("ana@example.org", "bo@example.net")
	h.reply("ana@example.org", "C4")
	h.pass(30 * 24 * time.Hour)
	h.fresh = nil
	for _, address := range []string{"ana@example.org", "bo@example.net"} {
		m := h.last(address)
		if field(m, "X-Unlur-Event") != string(templates.Cancelled) || m.Picture != nil {
			t.Errorf("%s: pictures: %v", tell(m), m.Picture != nil)
		}
	}
}

// The mail of the day tells of the end in a sentence.
func TestNoPicturesInDailyMails(t *testing.T) {
	h := daily(t)
	h.reply("ana@example.org", "C4")
	h.untilMorning()
	h.reply("bo@example.net", "#1 D4")
	h.reply("ana@example.org", "resign")
	h.untilMorning()
	h.fresh = nil
	told := false
	for _, m := range h.mails["bo@example.net"] {
		told = told || strings.Contains(m.Text, "has resigned")
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
	h := newHouse(t)
	m := ends(t, h, "C4", "black", "D7", "E5", "resign")["ana"]
	with, err := json.Marshal(m)
	h.check(err)
	m.Picture = nil
	without, err := json.Marshal(m)
	h.check(err)
	if more := len(with) - len(without); more > 300 {
		t.Errorf("the pictures take %d bytes", more)
	}
}
