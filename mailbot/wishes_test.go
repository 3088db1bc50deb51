package mailbot_test

import (
	"testing"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// TestThreeMailsToAGame holds that who writes as to a person plays the first move with
// the third mail at the latest, in each language, and whatever proves who that is.
func TestThreeMailsToAGame(t *testing.T) {
	t.Parallel()
	for _, tc := range bottest.Some([]struct{ wish, yes string }{
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
	}) {
		for name, proof := range map[string]func(b *bottest.Bot) bottest.Note{
			"nothing proves it": func(*bottest.Bot) bottest.Note { return bottest.Note{From: "eve@example.com", Body: tc.wish} },
			"our server does": func(*bottest.Bot) bottest.Note {
				return bottest.Note{From: "eve@example.com", Body: tc.wish, Vouched: true}
			},
			"it answers help": func(b *bottest.Bot) bottest.Note {
				b.Person("eve@example.com").WritesUnproven("help")
				return bottest.Note{From: "eve@example.com", Body: tc.wish, Answers: b.Person("eve@example.com").Last()}
			},
		} {
			t.Run(tc.wish+", "+name, func(t *testing.T) {
				b := bottest.New(t)
				eve, bo := b.Person("eve@example.com"), b.Person("bo@example.net")
				b.Brief = true
				b.Write(proof(b)).Is(decision.Held)         // the first mail
				eve.Replies(tc.yes).Is(decision.Challenged) // the second
				if g := b.Game(1); g.Called == "" {
					bo.Writes("accept #1")
				} else {
					bo.Replies("accept")
				}
				if g := b.Game(1); g.State == store.Playing && g.Player(g.Course.ToMove) != g.Player(g.Challenger) {
					bo.Replies("C4")
				}
				eve.Replies("D4").Is(decision.Played) // the third

			})
		}
	}
}

// TestNothingUnasked holds that a wish alone begins nothing, and that an address that
// nothing vouches for gets one mail for all its wishes.
func TestNothingUnasked(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	eve, fay := b.Person("eve@example.com"), b.Person("fay@example.com")
	for range 5 {
		eve.WritesUnproven("I would like to play with bo@example.net")
	}
	fay.Writes("I would like to play with bo@example.net")
	fay.Replies("no")
	if got := len(eve.Mails()); got != 1 {
		t.Errorf("eve got %d mails", got)
	}
	if got := len(b.Person("bo@example.net").Mails()); got != 0 {
		t.Errorf("bo got %d mails", got)
	}

}
