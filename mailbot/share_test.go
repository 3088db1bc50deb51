package mailbot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/shares"
	"unlurbot/store"
	"unlurbot/templates"
)

// ends lets two people play a short game to its end, after which they are no newcomers.
func (h *house) ends(one, two string) {
	h.t.Helper()
	n := h.newGame(one, two)
	for i, body := range []string{"C4", "D5", "resign"} {
		if d := h.vouched([]string{one, two}[i%2], fmt.Sprintf("#%d %s", n, body)); d != Played {
			h.t.Fatalf("%s is %s", body, d)
		}
	}
}

// newGame lets two people begin a game, the first one with the first move.
func (h *house) newGame(first, second string) store.GameNumber {
	h.t.Helper()
	h.bot.cfg.Limits.InviteAgain = true
	if d := h.vouched(first, "challenge "+second+" first size 6"); d != Challenged {
		h.t.Fatal(d)
	}
	var n store.GameNumber
	h.check(h.store.View(func(tx *store.Tx) error {
		p, err := tx.PlayerByAddress(first)
		if err != nil {
			return err
		}
		for g, err := range tx.LastGamesOf(p.ID) {
			n = g.Number
			return err
		}
		return store.ErrNotFound
	}))
	if d := h.vouched(second, fmt.Sprintf("accept #%d", n)); d != Started {
		h.t.Fatal(d)
	}
	return n
}

// attack lets somebody write what makes the bot write, each time something else.
func (h *house) attack(dice *rand.Rand, who string, games []store.GameNumber) {
	n := games[dice.IntN(len(games))]
	lines := []string{
		"games\nhelp\nrules\nseeks\nstandings\nhistory #%[1]d\npreview C4 #%[1]d\nshow #%[1]d\nresults\nprofile",
		"#%[1]d C4", "#%[1]d D5", "#%[1]d E6", "#%[1]d black", "#%[1]d say word %[2]d", "#%[1]d undo", "#%[1]d allow", "#%[1]d show", "help say",
	}
	h.vouched(who, fmt.Sprintf(lines[dice.IntN(len(lines))]+"%.0[1]d%.0[2]d", n, dice.IntN(1000)))
}

// Whatever new accounts do, as many as there may be, and old ones whose shares fit into
// the day, in games among themselves too: the turns of a game that is not theirs are
// told at once, today and tomorrow.
func TestNobodySilencesTheOthers(t *testing.T) {
	for _, row := range []struct{ out, share, old, young int }{
		{120, 30, 4, 2}, {200, 100, 2, 4}, {240, 0, 0, 3},
	} {
		t.Run(fmt.Sprint(row), func(t *testing.T) {
			h, dice := newHouse(t), rand.New(rand.NewPCG(1, uint64(row.out)))
			h.brief = true
			h.ends(anaAddress, boAddress)
			var gang []string
			var games []store.GameNumber
			for i := range row.old {
				gang = append(gang, fmt.Sprintf("old%d@mal.example", i))
			}
			for i := 1; i < len(gang); i++ {
				h.ends(gang[i-1], gang[i])
			}
			for i := range row.young {
				gang = append(gang, fmt.Sprintf("new%d@mal.example", i))
			}
			for i := 1; i < len(gang); i++ {
				games = append(games, h.newGame(gang[i-1], gang[i]))
			}
			ours := h.newGame(anaAddress, boAddress)
			h.bot.cfg.Limits.Out, h.bot.cfg.Limits.OutPerPlayer = row.out, row.share
			moves, pair := strings.Fields("C4 D5 E6 C5 D6 E5 C6 D4"), []string{anaAddress, boAddress}
			for ply, move := range moves {
				if ply%4 == 0 {
					h.now = letters.Tomorrow(h.now).Add(time.Hour)
					h.post()
				}
				for range row.out / 5 {
					h.attack(dice, gang[dice.IntN(len(gang))], games)
				}
				if d := h.vouched(pair[ply%2], fmt.Sprintf("#%d %s", ours, move)); d != Played {
					t.Fatalf("%s is %s", move, d)
				}
				if got := h.last(pair[1-ply%2]); got.Game != ours || field(got, "X-Unlur-Event") != string(templates.Turn) || field(got, "X-Unlur-Ply") != fmt.Sprint(ply+1) {
					t.Errorf("%s is not told at once: the last mail to %s is %s", move, pair[1-ply%2], line(got))
				}
			}
			h.now = h.now.Add(10 * 24 * time.Hour)
		})
	}
}

// One person with two mailboxes, both new, with everything that one mail can ask for:
// in a club where all are new the others still read of their turns, and nobody leaves
// more mails for the next days than these have room for.
func TestTwoMailboxesAgainstANewClub(t *testing.T) {
	h := operated(t, func(l *Limits) { l.Out = 450 })
	h.begin(anaAddress, boAddress)
	mal := []string{"mal@mal.example", "lam@mal.example"}
	n := h.newGame(mal[0], mal[1])
	for i := range 100 {
		h.vouched(mal[i%2], fmt.Sprintf("games\nhelp\nrules\nseeks\nstandings\nhistory #%[1]d\npreview C4 #%[1]d\nresults\nprofile\nsay %[2]d", n, i))
	}
	for ply, move := range strings.Fields("C4 D5 E6 C5 D6 E5") {
		who, reads := []string{anaAddress, boAddress}[ply%2], []string{boAddress, anaAddress}[ply%2]
		h.vouched(who, "#1 "+move)
		if got := h.last(reads); field(got, "X-Unlur-Event") != string(templates.Turn) || field(got, "X-Unlur-Ply") != fmt.Sprint(ply+1) {
			t.Errorf("after %s the last mail to %s is %s", move, reads, line(got))
		}
	}
	told := 0
	for _, m := range h.mails[mal[0]] {
		told += strings.Count(strings.Join(strings.Fields(m.Text), " "), "You have caused more mails today than one player may")
	}
	if told != 1 {
		t.Errorf("Mal was told %d times", told)
	}
	if n := strings.Count(h.operatorReads(), "mal has caused as many mails today as limits.mails_out_per_player"); n != 1 {
		t.Errorf("the operator was told %d times of one account:\n%s", n, h.operatorReads())
	}
	most := 0
	for _, m := range h.waiting() {
		most = max(most, int(m.NextTry.Sub(h.now).Hours()/24))
	}
	if most > 3 {
		t.Errorf("a mail waits for %d days", most)
	}
	if n := len(h.waiting()); n > 450 {
		t.Errorf("%d mails wait", n)
	}
	h.now = h.now.Add(10 * 24 * time.Hour)
}

// operatorReads gives all that the operator was told.
func (h *house) operatorReads() string {
	var all []string
	for _, m := range h.mails[operatorAddress] {
		all = append(all, strings.Fields(m.Text)...)
	}
	return strings.Join(all, " ")
}

// Nobody fills somebody else's mailbox so that other games have to wait: of what goes
// to one address each account has its part too.
func TestNobodyFillsAnothersMailbox(t *testing.T) {
	h := newHouse(t)
	h.ends(anaAddress, boAddress)
	ours := h.newGame(anaAddress, boAddress)
	n := h.newGame("mal@mal.example", boAddress)
	h.bot.cfg.Limits.OutToAddress, h.bot.cfg.Limits.Patience = 40, 1000
	h.now = letters.Tomorrow(h.now)
	for i := range 60 {
		h.vouched("mal@mal.example", fmt.Sprintf("#%d say %d", n, i))
	}
	if d := h.vouched(anaAddress, fmt.Sprintf("#%d C4", ours)); d != Played {
		t.Fatal(d)
	}
	if got := h.last(boAddress); field(got, "X-Unlur-Event") != string(templates.Turn) || got.Game != ours {
		t.Errorf("the last mail to Bo is %s", line(got))
	}
	// What waits of that game is one mail, with the last words.
	if waits := h.waitingFor(boAddress); len(waits) != 1 || !strings.Contains(waits[0].Text, "| 59\n") || len(waits[0].Instead) == 0 {
		t.Errorf("%d mails wait for Bo", len(waits))
	}
	h.now = h.now.Add(10 * 24 * time.Hour)
}

// together gives mails of somebody that are fetched at once.
func (h *house) together(from string, bodies ...string) (group []Incoming) {
	for _, body := range bodies {
		h.uid++
		group = append(group, Incoming{UIDValidity: 1, UID: h.uid, Arrived: h.now, Raw: fmt.Appendf(nil,
			"Authentication-Results: mx.example.org; dmarc=pass header.from=%s\n%sFrom: %s\nTo: %s\nSubject: Unlur\nMessage-ID: <together%d@client.test>\n\n%s\n",
			shares.Domain(from), border, from, botAddress, h.uid, body)})
	}
	return group
}

// waitingFor lists what is in the outbox for somebody.
func (h *house) waitingFor(address string) (mails []*store.Outgoing) {
	for _, m := range h.waiting() {
		if m.EnvelopeTo == address {
			mails = append(mails, m)
		}
	}
	return mails
}

// Several mails that are read together say to one reader about one game what they
// have to say in one mail, the last one's, with the words of all.
func TestOneMailForAGame(t *testing.T) {
	h := newHouse(t)
	h.begin(anaAddress, boAddress)
	h.relayDown = true
	decisions, err := h.bot.Receive(t.Context(), h.together(anaAddress, "#1 C4\n\nA first word.", "#1 say A second word.", "#1 say A third word.")...)
	h.check(err)
	if got := fmt.Sprint(decisions); got != "[played said said]" {
		t.Error(got)
	}
	toAna, toBo := h.waitingFor(anaAddress), h.waitingFor(boAddress)
	if len(toBo) != 1 || len(toAna) != 1 {
		t.Fatalf("%d mails to Bo, %d to Ana", len(toBo), len(toAna))
	}
	m := toBo[0]
	if field(m, "X-Unlur-Event") != string(templates.Turn) || len(m.Instead) != 2 || slices.Contains(m.References, m.Instead[0].MessageID) {
		t.Errorf("Bo gets\n%s", h.whole(m))
	}
	for _, words := range []string{"A first word.", "A second word.", "A third word."} {
		if !strings.Contains(m.Text, words) || !strings.Contains(toAna[0].Text, words) {
			t.Errorf("%q is not in\n%s\nor not in\n%s", words, m.Text, toAna[0].Text)
		}
	}
	if got := toAna[0]; field(got, "X-Unlur-Event") != string(templates.Moved) || strings.Count(got.Text, "Your words go to bo.") != 1 {
		t.Errorf("Ana gets\n%s", h.whole(got))
	}
	if g := h.game(1); g.TurnMail != m.ID {
		t.Errorf("the turn is told in mail %d, and the game says %d", m.Number(), g.TurnMail)
	}
	h.relayDown = false
	h.post()
	if d := h.reply(boAddress, "D5"); d != Played {
		t.Errorf("Bo's answer is %s", d)
	}
}

// A question and the end of a game are mails of their own, and nothing takes the place of
// a mail that may have left.
func TestWhatIsNotReplaced(t *testing.T) {
	for _, row := range []struct {
		bodies []string
		want   string // the events that Bo gets
	}{
		{[]string{"#1 C4", "#1 undo", "#1 say Please!"}, "turn undo message"},
		{[]string{"#1 C4", "#1 resign", "#1 say Good game!"}, "cancelled message"},
		{[]string{"#1 C4", "#1 say One.", "#1 say Two."}, "turn"},
	} {
		h := newHouse(t)
		h.begin(anaAddress, boAddress)
		h.relayDown = true
		_, err := h.bot.Receive(t.Context(), h.together(anaAddress, row.bodies...)...)
		h.check(err)
		var events []string
		for _, m := range h.waitingFor(boAddress) {
			events = append(events, field(m, "X-Unlur-Event"))
		}
		if got := strings.Join(events, " "); got != row.want {
			t.Errorf("of %q Bo gets %s, want %s", row.bodies, got, row.want)
		}
		if d := h.vouched(anaAddress, "#1 say And this."); d != Said { // the first ones may be with the relay now
			t.Error(d)
		}
		if more := h.waitingFor(boAddress); len(more) != len(events)+1 {
			t.Errorf("then %d mails wait for Bo, before %d", len(more), len(events))
		}
		h.relayDown = false
	}
}
