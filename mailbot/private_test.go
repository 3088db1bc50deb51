package mailbot

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/store"
)

// looksOfCarla are the ways in which somebody can look for games of others.
var looksOfCarla = []string{
	"profile ana", "results ana", "profile bo", "results bo", "standings", "seeks", "games", "profile", "results",
	"show #2", "history #2", "show #2 at 1", "export #2", "preview C4 #2", "watch #2", "unwatch #2", "undo #2", "say #2 Hello", "export all", "export me",
}

// whatCarlaReads gives all that looking for games of others brings to light.
func (h *house) whatCarlaReads() (read map[string]string) {
	h.t.Helper()
	read = map[string]string{}
	for _, look := range looksOfCarla {
		h.vouched("carla@example.org", look)
		m := h.last("carla@example.org")
		read[look] = m.Subject + "\n" + m.Text + m.HTML.String()
		for _, f := range m.Files {
			read[look] += f.Name + "\n" + string(f.Data)
		}
		sealed, _ := h.bot.cfg.own().Detail(m.ReplyTo.Addr)
		if read[look] = strings.ReplaceAll(read[look], sealed, "TOKEN"); look == "export me" {
			read[look] = m.Subject // the times in it are her own
		}
	}
	return read
}

// A private game is in nobody else's lists and counts, before, while and after it is
// played, however it ends. Its players see it.
func TestPrivateGamesAreHidden(t *testing.T) {
	for name, play := range map[string]func(h *house){
		"to the end":  func(h *house) { h.reply(anaAddress, "C4"); h.reply(boAddress, "D5"); h.reply(anaAddress, "resign") },
		"on time":     func(h *house) { h.reply(anaAddress, "C4"); h.reply(boAddress, "D5"); h.pass(4 * 24 * time.Hour) },
		"not at all":  func(h *house) { h.pass(4 * 24 * time.Hour) },
		"for a while": func(h *house) { h.reply(anaAddress, "C4"); h.reply(boAddress, "D5") },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.bot.cfg.Limits = GenerousLimits
			h.begin(anaAddress, boAddress) // so that there is something to see
			h.reply(anaAddress, "C4")
			h.reply(boAddress, "D5")
			h.reply(anaAddress, "resign")
			h.vouched("carla@example.org", "games") // who reads her name in her first mail
			before := h.whatCarlaReads()
			h.vouched(anaAddress, "challenge bo private first pace 3d")
			h.reply(boAddress, "accept")
			if diff := cmp.Diff(before, h.whatCarlaReads()); diff != "" {
				t.Errorf("while it goes on: %s", diff)
			}
			play(h)
			if diff := cmp.Diff(before, h.whatCarlaReads()); diff != "" {
				t.Errorf("afterwards: %s", diff)
			}
			g := h.game(2)
			for _, address := range []string{anaAddress, boAddress} {
				h.vouched(address, "profile")
				if !strings.Contains(h.last(address).Text, "Private, for you alone") {
					t.Errorf("%s reads in the own profile:\n%s", address, h.last(address).Text)
				}
				for _, look := range []string{"results", "results ana", "results bo"} {
					h.vouched(address, look)
					if listed := strings.Contains(h.last(address).Text, "#2"); listed != (g.State != store.Playing) {
						t.Errorf("%s, %s: listed is %t in\n%s", address, look, listed, h.last(address).Text)
					}
				}
			}
			if g.Rated {
				t.Error("it is rated")
			}
		})
	}
}

// A challenge from before, to a game that would be private and rated, begins one that
// is not rated.
func TestPrivateGameOfferedAsRated(t *testing.T) {
	h := newHouse(t)
	h.vouched(anaAddress, "challenge "+boAddress+" private")
	h.check(h.store.Update(func(tx *store.Tx) error {
		g, err := tx.Game(1)
		h.check(err)
		g.Rated = true
		return tx.PutGame(g)
	}))
	h.reply(boAddress, "accept")
	if g := h.game(1); g.Rated || g.State != store.Playing {
		t.Errorf("%+v", g)
	}
}
