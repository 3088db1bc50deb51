package mailbot

import (
	"testing"

	"unlurbot/store"
)

// TestThreeMailsToAGame holds that who writes as to a person plays the first move with
// the third mail at the latest, in each language, and whatever proves who that is.
func TestThreeMailsToAGame(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ wish, yes string }{
		{"Hello, I would like to play with bo@example.net.\n\nKind regards,\nEve Smith", "Yes, please!"},
		{"Hi! Is anybody up for a game?", "Sure"},
		{"Can I join?", "yes"},
		{"Hola, vull jugar", "sí"},
		{"Bon dia,\n\nm’agradaria jugar una partida amb bo@example.net, si us plau.\n\nGràcies!\nEva", "Sí, d'acord"},
		{"Hola, me gustaría jugar una partida", "Vale"},
		{"Buenas tardes:\n\nQuisiera jugar con mi amigo Bo (bo@example.net).\n\nUn saludo,\nEva", "Claro que sí"},
		{"Bonjour, je voudrais jouer avec bo@example.net", "Oui, merci"},
		{"Bonjour, puis-je participer ?\n\nCordialement,\nEve", "oui"},
		{"challenge bo@example.net\nsize 8", "yes"},
	} {
		for name, proof := range map[string]func(h *house) note{
			"nothing proves it": func(*house) note { return note{from: "eve@example.com", body: tc.wish} },
			"our server does":   func(*house) note { return note{from: "eve@example.com", body: tc.wish, vouched: true} },
			"it answers help": func(h *house) note {
				h.write(note{from: "eve@example.com", body: "help"})
				return note{from: "eve@example.com", body: tc.wish, answers: h.last("eve@example.com")}
			},
		} {
			t.Run(tc.wish+", "+name, func(t *testing.T) {
				h := newHouse(t)
				h.brief = true
				if d := h.write(proof(h)); d != Held { // the first mail
					t.Fatal(d)
				}
				if d := h.reply("eve@example.com", tc.yes); d != Challenged { // the second
					t.Fatal(d)
				}
				if g := h.game(1); g.Called == "" {
					h.write(note{from: "bo@example.net", body: "accept #1", vouched: true})
				} else {
					h.reply("bo@example.net", "accept")
				}
				if g := h.game(1); g.State == store.Playing && g.Player(g.Course.ToMove) != g.Player(g.Challenger) {
					h.reply("bo@example.net", "C4")
				}
				if d := h.reply("eve@example.com", "D4"); d != Played { // the third
					t.Fatal(d)
				}
				h.fresh = nil
			})
		}
	}
}

// TestNothingUnasked holds that a wish alone begins nothing, and that an address that
// nothing vouches for gets one mail for all its wishes.
func TestNothingUnasked(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for range 5 {
		h.write(note{from: "eve@example.com", body: "I would like to play with bo@example.net"})
	}
	h.write(note{from: "fay@example.com", body: "I would like to play with bo@example.net", vouched: true})
	h.reply("fay@example.com", "no")
	if got := len(h.mails["eve@example.com"]); got != 1 {
		t.Errorf("eve got %d mails", got)
	}
	if got := len(h.mails["bo@example.net"]); got != 0 {
		t.Errorf("bo got %d mails", got)
	}
	h.fresh = nil
}
