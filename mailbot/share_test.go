package mailbot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/shares"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
	"unlurbot/templates"
)

// ends lets two people play a short game to its end, after which they are no newcomers.
func playToTheEnd(b *bottest.Bot, one, two string) {
	b.T.Helper()
	n := newGame(b, one, two)
	for i, body := range []string{"C4", "D5", "resign"} {
		if d := b.Person([]string{one, two}[i%2]).Writes(fmt.Sprintf("#%d %s", n, body)).Decision; d != decision.Played {
			b.T.Fatalf("%s is %s", body, d)
		}
	}
}

// newGame lets two people begin a game, the first one with the first move.
func newGame(b *bottest.Bot, first, second string) store.GameNumber {
	b.T.Helper()
	b.Configure(func(c *mailbot.Config) { c.Limits.InviteAgain = true })
	b.Person(first).Writes("challenge " + second + " first size 6").Is(decision.Challenged)
	var n store.GameNumber
	b.Check(b.Store.View(func(tx *store.Tx) error {
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
	b.Person(second).Writes(fmt.Sprintf("accept #%d", n)).Is(decision.Started)
	return n
}

// attack lets somebody write what makes the bot write, each time something else.
func attackFrom(b *bottest.Bot, dice *rand.Rand, who string, games []store.GameNumber) {
	n := games[dice.IntN(len(games))]
	lines := []string{
		"games\nhelp\nrules\nseeks\nstandings\nhistory #%[1]d\npreview C4 #%[1]d\nshow #%[1]d\nresults\nprofile",
		"#%[1]d C4", "#%[1]d D5", "#%[1]d E6", "#%[1]d black", "#%[1]d say word %[2]d", "#%[1]d undo", "#%[1]d allow", "#%[1]d show", "help say",
	}
	b.Person(who).Writes(fmt.Sprintf(lines[dice.IntN(len(lines))]+"%.0[1]d%.0[2]d", n, dice.IntN(1000)))
}

// Whatever new accounts do, as many as there may be, and old ones whose shares fit into
// the day, in games among themselves too: the turns of a game that is not theirs are
// told at once, today and tomorrow.
func TestNobodySilencesTheOthers(t *testing.T) {
	t.Parallel()
	for _, row := range bottest.Some([]struct{ out, share, old, young int }{
		{120, 30, 4, 2}, {200, 100, 2, 4}, {240, 0, 0, 3},
	}) {
		t.Run(fmt.Sprint(row), func(t *testing.T) {
			b, dice := bottest.New(t), rand.New(rand.NewPCG(1, uint64(row.out)))
			b.Brief = true
			playToTheEnd(b, anaAddress, boAddress)
			var gang []string
			var games []store.GameNumber
			for i := range row.old {
				gang = append(gang, fmt.Sprintf("old%d@mal.example", i))
			}
			for i := 1; i < len(gang); i++ {
				playToTheEnd(b, gang[i-1], gang[i])
			}
			for i := range row.young {
				gang = append(gang, fmt.Sprintf("new%d@mal.example", i))
			}
			for i := 1; i < len(gang); i++ {
				games = append(games, newGame(b, gang[i-1], gang[i]))
			}
			ours := newGame(b, anaAddress, boAddress)
			b.Configure(func(c *mailbot.Config) { c.Limits.Out, c.Limits.OutPerPlayer = row.out, row.share })
			moves, pair := strings.Fields("C4 D5 E6 C5 D6 E5 C6 D4"), []string{anaAddress, boAddress}
			for ply, move := range moves {
				if ply%4 == 0 {
					b.Now = shares.Tomorrow(b.Now).Add(time.Hour)
					b.Quiet()
				}
				for range row.out / 5 {
					attackFrom(b, dice, gang[dice.IntN(len(gang))], games)
				}
				if d := b.Person(pair[ply%2]).Writes(fmt.Sprintf("#%d %s", ours, move)).Decision; d != decision.Played {
					t.Fatalf("%s is %s", move, d)
				}
				if got := b.Person(pair[1-ply%2]).Last(); got.Game != ours || bottest.Field(got, "X-Unlur-Event") != string(templates.Turn) || bottest.Field(got, "X-Unlur-Ply") != fmt.Sprint(ply+1) {
					t.Errorf("%s is not told at once: the last mail to %s is %s", move, pair[1-ply%2], bottest.Line(got))
				}
			}
			b.Now = b.Now.Add(10 * 24 * time.Hour)
		})
	}
}

// One person with two mailboxes, both new, with everything that one mail can ask for:
// in a club where all are new the others still read of their turns, and nobody leaves
// more mails for the next days than these have room for.
func TestTwoMailboxesAgainstANewClub(t *testing.T) {
	t.Parallel()
	b := operated(t, func(l *mailbot.Limits) { l.Out = 450 })
	b.Begin(b.Person(anaAddress), b.Person(boAddress))
	mal := []string{"mal@mal.example", "lam@mal.example"}
	n := newGame(b, mal[0], mal[1])
	for i := range 100 {
		b.Person(mal[i%2]).Writes(fmt.Sprintf("games\nhelp\nrules\nseeks\nstandings\nhistory #%[1]d\npreview C4 #%[1]d\nresults\nprofile\nsay %[2]d", n, i))
	}
	for ply, move := range strings.Fields("C4 D5 E6 C5 D6 E5") {
		who, reads := []string{anaAddress, boAddress}[ply%2], []string{boAddress, anaAddress}[ply%2]
		b.Person(who).Writes("#1 " + move)
		if got := b.Person(reads).Last(); bottest.Field(got, "X-Unlur-Event") != string(templates.Turn) || bottest.Field(got, "X-Unlur-Ply") != fmt.Sprint(ply+1) {
			t.Errorf("after %s the last mail to %s is %s", move, reads, bottest.Line(got))
		}
	}
	told := 0
	for _, m := range b.Person(mal[0]).Mails() {
		told += strings.Count(strings.Join(strings.Fields(m.Text), " "), "You've reached today's limit on emails for one player")
	}
	if told != 1 {
		t.Errorf("Mal was told %d times", told)
	}
	if n := strings.Count(operatorReads(b), "mal has caused as many emails today as limits.mails_out_per_player"); n != 1 {
		t.Errorf("the operator was told %d times of one account:\n%s", n, operatorReads(b))
	}
	most := 0
	for _, m := range inOutbox(b) {
		most = max(most, int(m.NextTry.Sub(b.Now).Hours()/24))
	}
	if most > 3 {
		t.Errorf("a mail waits for %d days", most)
	}
	if n := len(inOutbox(b)); n > 450 {
		t.Errorf("%d mails wait", n)
	}
	b.Now = b.Now.Add(10 * 24 * time.Hour)
}

// operatorReads gives all that the operator was told.
func operatorReads(b *bottest.Bot) string {
	var all []string
	for _, m := range b.Person(operatorAddress).Mails() {
		all = append(all, strings.Fields(m.Text)...)
	}
	return strings.Join(all, " ")
}

// Nobody fills somebody else's mailbox so that other games have to wait: of what goes
// to one address each account has its part too.
func TestNobodyFillsAnothersMailbox(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	playToTheEnd(b, anaAddress, boAddress)
	ours := newGame(b, anaAddress, boAddress)
	n := newGame(b, "mal@mal.example", boAddress)
	b.Configure(func(c *mailbot.Config) { c.Limits.OutToAddress, c.Limits.Patience = 40, 1000 })
	b.Now = shares.Tomorrow(b.Now)
	for i := range 60 {
		b.Person("mal@mal.example").Writes(fmt.Sprintf("#%d say %d", n, i))
	}
	b.Person(anaAddress).Writes(fmt.Sprintf("#%d C4", ours)).Is(decision.Played)
	if got := b.Person(boAddress).Last(); bottest.Field(got, "X-Unlur-Event") != string(templates.Turn) || got.Game != ours {
		t.Errorf("the last mail to Bo is %s", bottest.Line(got))
	}
	// What waits of that game is one mail, with the last words.
	if waits := waitingFor(b, boAddress); len(waits) != 1 || !strings.Contains(waits[0].Text, "| 59\n") || len(waits[0].Instead) == 0 {
		t.Errorf("%d mails wait for Bo", len(waits))
	}
	b.Now = b.Now.Add(10 * 24 * time.Hour)
}

// together gives mails of somebody that are fetched at once.
func mailsTogether(b *bottest.Bot, from string, bodies ...string) (group []mailbot.Incoming) {
	for _, body := range bodies {
		b.UID++
		group = append(group, mailbot.Incoming{UIDValidity: 1, UID: b.UID, Arrived: b.Now, Raw: fmt.Appendf(nil,
			"Authentication-Results: mx.example.org; dmarc=pass header.from=%s\n%sFrom: %s\nTo: %s\nSubject: Unlur\nMessage-ID: <together%d@client.test>\n\n%s\n",
			shares.Domain(from), bottest.Border, from, bottest.Address, b.UID, body)})
	}
	return group
}

// waitingFor lists what is in the outbox for somebody.
func waitingFor(b *bottest.Bot, address string) (mails []*store.Outgoing) {
	for _, m := range inOutbox(b) {
		if m.EnvelopeTo == address {
			mails = append(mails, m)
		}
	}
	return mails
}

// Several mails that are read together say to one reader about one game what they
// have to say in one mail, the last one's, with the words of all.
func TestOneMailForAGame(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	bo := b.Person(boAddress)
	b.Begin(b.Person(anaAddress), bo)
	b.RelayDown = true
	decisions, err := b.Mailbot.Receive(t.Context(), mailsTogether(b, anaAddress, "#1 C4\n\nA first word.", "#1 say A second word.", "#1 say A third word.")...)
	b.Check(err)
	if got := fmt.Sprint(decisions); got != "[played said said]" {
		t.Error(got)
	}
	toAna, toBo := waitingFor(b, anaAddress), waitingFor(b, boAddress)
	if len(toBo) != 1 || len(toAna) != 1 {
		t.Fatalf("%d mails to Bo, %d to Ana", len(toBo), len(toAna))
	}
	m := toBo[0]
	if bottest.Field(m, "X-Unlur-Event") != string(templates.Turn) || len(m.Instead) != 2 || slices.Contains(m.References, m.Instead[0].MessageID) {
		t.Errorf("Bo gets\n%s", b.Whole(m))
	}
	for _, words := range []string{"A first word.", "A second word.", "A third word."} {
		if !strings.Contains(m.Text, words) || !strings.Contains(toAna[0].Text, words) {
			t.Errorf("%q is not in\n%s\nor not in\n%s", words, m.Text, toAna[0].Text)
		}
	}
	if got := toAna[0]; bottest.Field(got, "X-Unlur-Event") != string(templates.Moved) || strings.Count(got.Text, "Your message is on its way to bo.") != 1 {
		t.Errorf("Ana gets\n%s", b.Whole(got))
	}
	if g := b.Game(1); g.TurnMail != m.ID {
		t.Errorf("the turn is told in mail %d, and the game says %d", m.Number(), g.TurnMail)
	}
	b.RelayDown = false
	b.Quiet()
	if d := bo.Replies("D5").Decision; d != decision.Played {
		t.Errorf("Bo's answer is %s", d)
	}
}

// A question and the end of a game are mails of their own, and nothing takes the place of
// a mail that may have left.
func TestWhatIsNotReplaced(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		bodies []string
		want   string // the events that Bo gets
	}{
		{[]string{"#1 C4", "#1 undo", "#1 say Please!"}, "turn undo message"},
		{[]string{"#1 C4", "#1 resign", "#1 say Good game!"}, "cancelled message"},
		{[]string{"#1 C4", "#1 say One.", "#1 say Two."}, "turn"},
	} {
		b := bottest.New(t)
		ana := b.Person(anaAddress)
		b.Begin(ana, b.Person(boAddress))
		b.RelayDown = true
		_, err := b.Mailbot.Receive(t.Context(), mailsTogether(b, anaAddress, row.bodies...)...)
		b.Check(err)
		var events []string
		for _, m := range waitingFor(b, boAddress) {
			events = append(events, bottest.Field(m, "X-Unlur-Event"))
		}
		if got := strings.Join(events, " "); got != row.want {
			t.Errorf("of %q Bo gets %s, want %s", row.bodies, got, row.want)
		}
		ana.Writes("#1 say And this.").Is(decision.Said) // the first ones may be with the relay now
		if more := waitingFor(b, boAddress); len(more) != len(events)+1 {
			t.Errorf("then %d mails wait for Bo, before %d", len(more), len(events))
		}
		b.RelayDown = false
	}
}
