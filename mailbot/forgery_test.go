package mailbot_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/token"
	"unlurbot/store"
	"unlurbot/templates"
)

// A thief is somebody who has every token that was ever sent, and forges From
// lines. Three people play three games meanwhile.
type thief struct {
	*bottest.Bot
	dice  *rand.Rand
	loot  []stolen
	games map[store.GameNumber][2]string // who plays, the first player first
	taken int                            // forgeries that could not be told from the player's own mails
}

// A stolen token, with what the mail says of itself from which it is.
type stolen struct {
	sealed, owner, event string
	game                 store.GameNumber // 0 for none
	ply                  int
}

// collect takes the tokens out of the mails that were sent since the last time.
func (th *thief) collect() {
	for _, m := range th.Fresh {
		s := stolen{sealed: token.InID(m.MessageID), owner: m.EnvelopeTo, event: bottest.Field(m, "X-Unlur-Event")}
		if n := bottest.Field(m, "X-Unlur-Game"); n != "" {
			_, err := fmt.Sscan(n+" "+bottest.Field(m, "X-Unlur-Ply"), &s.game, &s.ply)
			th.Check(err)
		}
		back := stolen{owner: m.EnvelopeTo, event: "envelope"}
		back.sealed, _ = bottest.Own.Detail(m.EnvelopeFrom)
		for _, s := range []stolen{s, back} {
			if len(s.sealed) == token.Length {
				th.loot = append(th.loot, s)
			}
		}
	}
	th.Fresh = nil
}

// legal gives a move that could be played in a game now, as a command of it, and
// whose turn it is.
func (th *thief) legal(n store.GameNumber) (move, command, onTurn string) {
	g := th.Game(n)
	played, err := g.Replay()
	th.Check(err)
	p := played.Position()
	var all []string
	for m := range p.Legal() {
		if m.Kind == game.PutStone {
			all = append(all, m.String())
		}
	}
	move = all[th.dice.IntN(len(all))]
	return move, fmt.Sprintf("%s #%d", move, n), th.games[n][g.Course.ToMove-game.First]
}

// play lets whoever is on turn answer the mail that says so.
func (th *thief) play(n store.GameNumber) {
	th.T.Helper()
	move, _, onTurn := th.legal(n)
	before, ply := th.Record(n), fmt.Sprint(th.Game(n).Course.Ply)
	for _, m := range th.Person(onTurn).Mails() {
		if bottest.Field(m, "X-Unlur-Game") == fmt.Sprint(n) && bottest.Field(m, "X-Unlur-Ply") == ply && bottest.Field(m, "X-Unlur-Event") != "confirm" {
			if d := th.Person(onTurn).Answers(m, move).Decision; d != decision.Played || th.Record(n) != strings.TrimSpace(before+" "+move) {
				th.T.Errorf("%s plays %s in game %d: %s, %q", onTurn, move, n, d, th.Record(n))
			}
			return
		}
	}
	th.T.Fatalf("%s has no mail about game %d at ply %s", onTurn, n, ply)
}

// mayProve says whether a token may be as good as being its owner for a move:
// one of a position that lasts, or of a mail about no game.
func (th *thief) mayProve(s stolen) bool {
	switch {
	case s.event == "envelope":
		return false
	case s.game == 0, s.event == string(templates.Confirm): // which are good for a time
		return true
	}
	return s.ply == th.Game(s.game).Course.Ply
}

// forge writes a mail with a stolen token in somebody's name, which asks for what
// could be played now, and holds the bot to what it may do with it.
func (th *thief) forge() {
	th.T.Helper()
	s := th.loot[th.dice.IntN(len(th.loot))]
	if th.dice.IntN(2) == 0 {
		s = th.loot[max(0, len(th.loot)-1-th.dice.IntN(20))]
	}
	n := store.GameNumber(1 + th.dice.IntN(len(th.games)))
	move, command, onTurn := th.legal(n)
	sealed := s.sealed
	if th.dice.IntN(4) == 0 {
		at := th.dice.IntN(len(sealed))
		sealed = sealed[:at] + string(rune('a'+th.dice.IntN(26))) + sealed[at+1:]
	}
	from := s.owner
	if th.dice.IntN(2) == 0 {
		from = []string{"ana@example.org", "bo@example.net", "carla@example.com", "mal@example.com"}[th.dice.IntN(4)]
	}
	genuine := sealed == s.sealed && from == s.owner && th.mayProve(s)
	allowed := genuine && from == onTurn
	if !genuine && th.dice.IntN(3) == 0 {
		move, command = "resign", fmt.Sprintf("resign #%d", n)
	}
	f := bottest.Note{From: from, Body: command}
	switch th.dice.IntN(4) {
	case 0:
		f.To = "unlur+" + sealed + "@example.org"
	case 1:
		f.Extra = "In-Reply-To: <" + sealed + ".0123@example.org>\n"
	case 2:
		f.Extra = "References: <x@client.test> <" + sealed + ".0123@example.org> <y@client.test>\n"
	default:
		f.Subject = "Re: Unlur [" + sealed + "]"
	}
	want := th.records()
	d := th.Write(f).Decision
	if d == decision.Played && allowed {
		th.taken++
		want[n] = strings.TrimSpace(want[n] + " " + move)
	}
	if got := th.records(); d == decision.Played && !allowed || !maps.Equal(got, want) {
		th.T.Errorf("%q for %s, while it is the turn of %s, with the token %+v: %s, and the games are %v, not %v", command, from, onTurn, s, d, got, want)
	}
}

func (th *thief) records() map[store.GameNumber]string {
	all := map[store.GameNumber]string{}
	for n := range th.games {
		all[n] = th.Record(n)
	}
	return all
}

// Whoever has every token that was ever sent to anybody moves for nobody: a token
// plays from its owner's address, while its position lasts, and nothing else does.
// What is played then is what its owner could have written.
func TestThiefOfTokens(t *testing.T) {
	t.Parallel()
	for _, seed := range bottest.Some([]uint64{0, 1, 2, 3}) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			th := &thief{Bot: bottest.New(t), dice: rand.New(rand.NewPCG(seed, 0)), games: map[store.GameNumber][2]string{}}
			th.Configure(func(c *mailbot.Config) { c.Limits, c.BareAddress = mailbot.GenerousLimits, seed%2 == 1 })
			for i, pair := range [][2]string{{"ana@example.org", "bo@example.net"}, {"bo@example.net", "carla@example.com"}, {"carla@example.com", "ana@example.org"}} {
				th.Person(pair[0]).Writes("challenge " + pair[1] + " first")
				th.Person(pair[1]).Replies("accept")
				th.games[store.GameNumber(i+1)] = pair
			}
			th.Person("ana@example.org").Writes("games")
			for range 60 {
				th.collect()
				if th.dice.IntN(4) == 0 {
					th.play(store.GameNumber(1 + th.dice.IntN(len(th.games))))
				} else {
					th.forge()
				}
			}
			if th.taken == 0 {
				t.Error("no token was good for anything: this shows nothing")
			}
			th.Fresh, th.Mails = nil, nil // what they say is shown elsewhere
		})
	}
}
