package mailbot_test

import (
	"context"
	"errors"
	"fmt"
	"html"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"

	"unlurbot/game"
	"unlurbot/mailbot"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/token"
	"unlurbot/store"
	"unlurbot/templates"
)

// A simRelay is the SMTP server that the bot hands its mails to, and the way
// from there to the people.
type simRelay struct {
	w     *world
	taken map[string]*store.Outgoing // by Message-ID, the first time
	times map[string]int             // how often it came
	last  map[string]*store.Outgoing // the last mail, by recipient and game

	refusals []*store.Outgoing // for ever, and not yet marked
	refused  []*store.Outgoing // the same, and marked
	answered map[string]*life  // who was told that a mail is taken
	restored bool              // nobody knows any more what was sent
}

func newRelay(w *world) *simRelay {
	return &simRelay{
		w: w, taken: map[string]*store.Outgoing{}, times: map[string]int{},
		last: map[string]*store.Outgoing{}, answered: map[string]*life{},
	}
}

// A simSender is one connection to the relay.
type simSender struct {
	w    *world
	life *life
}

var _ mailbot.Sender = (*simSender)(nil)

// Send implements Sender.
func (s *simSender) Send(ctx context.Context, m *store.Outgoing) error {
	step := smtpout.StepConnect
	err := s.w.operation(ctx, s.life, "send", m.MessageID, func() error {
		dice := s.w.dice("relay", m.MessageID, s.w.count("relay"+m.MessageID))
		switch {
		case s.w.isOut("relay"):
			s.w.fault("the relay is down")
			return errors.New("connection refused")
		case s.w.strikes(dice, s.w.trouble.later):
			s.w.fault("later: %s", m.MessageID)
			return &smtpout.Failure{Step: smtpout.StepRecipient, Code: 451, Err: errors.New("451 later")}
		case s.w.strikes(dice, s.w.trouble.refused) && m.Player != 0 && !m.Passing: // of those nothing is noted
			s.w.fault("never: %s", m.MessageID)
			s.w.relay.refusals = append(s.w.relay.refusals, m)
			return &smtpout.Failure{Step: smtpout.StepRecipient, Permanent: true, Code: 550, Err: errors.New("550 nobody")}
		}
		step = smtpout.StepContent // from now on it may have arrived
		s.w.relay.take(m)
		return nil
	})
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	failure := (*smtpout.Failure)(nil)
	switch {
	case err == nil:
		s.w.relay.answered[m.MessageID] = s.life
	case !errors.As(err, &failure):
		return &smtpout.Failure{Step: step, Err: err}
	}
	return err
}

// marked tells the model who can't be reached, now that the bot has noted what
// the relay answered.
func (r *simRelay) marked(l *life) {
	if l.dead || len(r.refusals) == 0 {
		return
	}
	var known []*store.Outgoing
	err := l.store.View(func(tx *store.Tx) (err error) {
		known, err = tx.GivenUp()
		return err
	})
	if err != nil {
		r.w.violate("the store can't be read: %v", err)
	}
	for _, m := range r.refusals {
		if slices.ContainsFunc(known, func(o *store.Outgoing) bool { return o.MessageID == m.MessageID }) {
			r.w.model.lose(m.EnvelopeTo, time.Now())
			r.refused = append(r.refused, m)
		}
	}
	r.refusals = nil
}

// take holds a mail to the laws, the first time it comes, and brings it to its
// reader. A mail that comes again must be the same; the reader's program drops
// it, or shows it once more. After a restored backup what a later mail had told
// comes by itself, and the later one again: by its date or by its place that is
// the last one then.
func (r *simRelay) take(m *store.Outgoing) {
	w := r.w
	r.times[m.MessageID]++
	w.tally.sent++
	w.history.note("sent %s: %s", m.MessageID, tell(m))
	if first, again := r.taken[m.MessageID]; again {
		got, want := legible(m), legible(first)
		if r.restored && got != want {
			// A backup does not know of the outages that came after it.
			got, want = withoutTimes(got), withoutTimes(want)
		}
		merged := len(first.Instead)+len(m.Instead) > 0 // when all is read again, each mail leaves by itself
		if got != want && !w.timesLost && !(merged && r.restored) {
			w.violate("%s came twice, and different: %s\n%s", m.MessageID, tell(m), cmp.Diff(want, got))
		}
		if told := r.answered[m.MessageID]; told != nil && !told.dead && !r.restored {
			w.violate("%s is sent again, and was taken: %s", m.MessageID, tell(m))
		}
		if r.restored {
			r.last[readerOf(m)] = m
		}
		return
	}
	copied := *m
	r.taken[m.MessageID] = &copied
	dice := w.dice("transit", m.MessageID)
	p := w.personAt(m.EnvelopeTo)
	bounces := (w.strikes(dice, w.trouble.bounced) || p != nil && p.gone) && m.Player != 0
	r.check(m, bounces)
	if bounces || w.strikes(dice, w.trouble.bounced) && p != nil {
		w.bounce(&copied, bounces, dice)
	}
	if bounces || p == nil {
		return
	}
	w.coming++
	w.later(between(dice, time.Second, time.Hour), "transit"+m.MessageID, func() {
		w.coming--
		p.get(&copied)
	})
}

// legible is all of a mail that must not change when it is sent again.
func legible(m *store.Outgoing) string {
	return fmt.Sprintln(m.EnvelopeTo, m.From, m.To, m.ReplyTo, m.InReplyTo, m.References, m.Header) +
		m.Subject + "\n" + m.Text + html.UnescapeString(m.HTML.String())
}

// times are how long the player to move still has, and until when, in a mail about
// a game and in a list of games, in any language. A longer one breaks lines elsewhere.
var times = regexp.MustCompile(`[^.()<>]*\(UTC\)|\d+ (day|d[ií][ae]|jour|ho|heu|minut)\pL*( (and |y |i |et )?\d+ (ho|heu|minut)\pL*)?`)

// stopLinks hold the day of their mail.
var stopLinks = regexp.MustCompile(`[a-z2-7]{31}(@[^>?]*\?subject=unsubscribe)`)

// large is how a mail begins, unless that is long.
const large = ";font-size:19px;line-height:1.4"

func withoutTimes(mail string) string {
	mail = stopLinks.ReplaceAllString(strings.ReplaceAll(mail, large, ""), "(link)$1")
	return times.ReplaceAllString(strings.Join(strings.Fields(mail), " "), "(time)")
}

// tell says in one line what the model says of a mail.
func tell(m *store.Outgoing) string {
	words := []string{m.EnvelopeTo, bottest.Field(m, "X-Unlur-Event")}
	if game := bottest.Field(m, "X-Unlur-Game"); game != "" {
		words = append(words, game, bottest.Field(m, "X-Unlur-Ply"))
	}
	return strings.Join(words, " ")
}

// readerOf is by what a relay knows the last mail to a reader about a game.
func readerOf(m *store.Outgoing) string {
	number, _ := gameIn(m)
	return fmt.Sprint(m.EnvelopeTo, " ", number)
}

// gameIn gives the game that a mail of the bot is about, and its turn, 0 for none.
// The turn stands in the token only, since moves can be taken back.
func gameIn(m *store.Outgoing) (number, turn int) {
	if m == nil {
		return 0, 0
	}
	if number, _ = strconv.Atoi(bottest.Field(m, "X-Unlur-Game")); number == 0 {
		return 0, 0
	}
	sealed, ok := token.Bytes(token.InID(m.MessageID))
	if !ok {
		return number, 0
	}
	return number, int(sealed[5])<<8 | int(sealed[6])
}

// check holds a new mail to the laws: it is for its reader and says what is so.
func (r *simRelay) check(m *store.Outgoing, bounces bool) {
	w := r.w
	if m.To.Addr != m.EnvelopeTo {
		w.violate("a mail for %v goes to %s", m.To, m.EnvelopeTo)
	}
	r.checkWords(m)
	w.checkCup(m)
	w.checkClimber(m)
	if lost := w.model.lostAt[m.EnvelopeTo]; w.model.away[m.EnvelopeTo] && m.Date.After(lost) && bottest.Field(m, "Auto-Submitted") != "auto-replied" {
		w.violate("%s is out of reach and gets a mail: %s", m.EnvelopeTo, tell(m))
	}
	number, turn := gameIn(m)
	if number == 0 {
		return
	}
	g := w.model.game(number)
	if g == nil || !slices.Contains(g.players[:], m.EnvelopeTo) && !slices.Contains(g.players[:], erasedAs(m.EnvelopeTo)) {
		w.violate("%s is told of game %d", m.EnvelopeTo, number)
		return
	}
	key := readerOf(m)
	if _, before := gameIn(r.last[key]); turn < before && !w.model.wasAway[m.EnvelopeTo] && !g.cutShort {
		w.violate("%s sees turn %d of game %d after %d", m.EnvelopeTo, turn, number, before)
	}
	if !bounces {
		r.last[key] = m
	}
	r.checkBoard(m, g, turn)
}

// boards are the kinds of mail that show one whenever there is one.
var boards = []templates.Kind{templates.Turn, templates.Moved, templates.Over, templates.Started, templates.Stale, templates.Undo, templates.Reminder, templates.Net, templates.Planned}

func (r *simRelay) checkBoard(m *store.Outgoing, g *modelGame, turn int) {
	p, ok := g.at(turn)
	if ply := bottest.Field(m, "X-Unlur-Ply"); !ok || ply != fmt.Sprint(p.Ply()) {
		r.w.violate("%s is told of turn %d, which was not so: %s", m.EnvelopeTo, turn, tell(m))
		return
	}
	if bottest.Field(m, "X-Unlur-Phase") == "" || !slices.Contains(boards, templates.Kind(bottest.Field(m, "X-Unlur-Event"))) {
		return
	}
	if before, asked := r.w.askedFor(m); asked {
		p, _ = (&modelGame{size: g.size, past: [][]game.Move{g.past[turn-1][:before]}}).at(1)
	}
	if board := templates.Board(&p, templates.Marks{Last: true, Connection: true}); !strings.Contains(m.Text, board) {
		r.w.violate("%s should show\n%s\nand shows\n%s", tell(m), board, m.Text)
	}
}

// askedFor gives the move up to which somebody wanted to see the board, if the
// mail is the answer to that.
func (w *world) askedFor(m *store.Outgoing) (ply int, asked bool) {
	for _, l := range w.model.handled {
		if m.InReplyTo == fmt.Sprintf("%d@client.test", l.id) && bottest.Field(m, "X-Unlur-Event") == string(templates.Show) {
			_, err := fmt.Sscanf(l.intent.arg, "at %d", &ply)
			return ply, err == nil && l.intent.verb == "show"
		}
	}
	return 0, false
}

// checkWords looks for what somebody said: it is for one reader, and its writer.
func (r *simRelay) checkWords(m *store.Outgoing) {
	for _, mark := range marksIn(m.Text) {
		from, to, _ := strings.Cut(mark, "-to-")
		_, from, _ = strings.Cut(from, "-")
		to, _, _ = strings.Cut(to, "-")
		if reader, _, _ := strings.Cut(m.EnvelopeTo, "@"); reader != from && reader != to {
			r.w.violate("%s reads what %s said to %s", m.EnvelopeTo, from, to)
		}
	}
}

// mostAttempts is how often a mail may be tried while the relay is out of order
// for a day and the bot is killed on and on.
const mostAttempts = 300

// judge holds the end: each mail that the model expects was sent, is held back
// or was refused, no other one was, and everybody knows how the games stand.
func (r *simRelay) judge(l *life) {
	w, m := r.w, r.w.model
	all := maps.Clone(r.taken)
	for _, mail := range append(w.outbox(l), r.refused...) {
		all[mail.MessageID] = mail
		if mail.Held && !m.away[mail.EnvelopeTo] {
			w.violate("%s is held back for no reason", tell(mail))
		}
	}
	for id := range all {
		if n := w.counts["send"+id]; n > mostAttempts {
			w.violate("%s was tried %d times", id, n)
		}
	}
	left := maps.Clone(m.expected)
	said := map[string]bool{}
	for _, mail := range all {
		left[tell(mail)]--
		for _, gone := range mail.Instead { // of which it tells all; that no words are lost is seen below
			switch alone := all[gone.MessageID]; {
			case alone == nil:
				left[fmt.Sprintf("%s %s %d %d", mail.EnvelopeTo, gone.Kind, mail.Game, gone.Ply)]--
			case bottest.Field(alone, "X-Unlur-Event") != gone.Kind:
				// The mail that told of both had the kind of the first and an id of its own.
				// After a restore the two have left, each by itself.
				left[tell(alone)]++
			}
		}
		for _, mark := range marksIn(mail.Text) {
			said[mail.EnvelopeTo+mark] = true
		}
	}
	for _, line := range sorted(slices.Collect(maps.Keys(left))) {
		dropped := strings.Contains(line, fmt.Sprintf(" %s ", templates.Reminder)) // as long as it waits, a move does that
		if n := left[line]; n > 0 && !dropped || -n > m.allowed[line] {
			w.violate("%s: %d too few", line, n)
		}
	}
	for _, words := range m.words {
		if !said[words.to+words.text] {
			w.violate("%s never read %q", words.to, words.text)
		}
	}
	for i, g := range m.games {
		for _, address := range g.players {
			if last := r.last[fmt.Sprint(address, " ", i+1)]; g.begun() && !isErased(address) && !m.wasSilent[address] && !m.away[address] && !m.unaware[address] {
				r.judgeLast(address, i+1, g, last)
			}
		}
	}
}

// judgeLast holds that the last mail on a game shows it as it is.
func (r *simRelay) judgeLast(address string, number int, g *modelGame, last *store.Outgoing) {
	_, turn := gameIn(last)
	switch {
	case r.w.lost != nil && len(r.w.lost.games) >= number && r.w.lost.games[number-1].state != g.state: // see judgeRestored
	case g.isOver() && r.w.model.awayTwice[address]:
	case last == nil && g.cup > 0 && g.turn() == 0 && !g.isOver() && g.players[1] == address: // the draw has told of it
	case last == nil:
		r.w.violate("%s knows nothing of game %d", address, number)
	case r.w.model.wasQuiet[address] && !g.isOver():
	case turn != g.turn(), (bottest.Field(last, "X-Unlur-Result") != "") != g.isOver():
		r.w.violate("%s knows game %d as %s at turn %d, and it has come to %d and is %s", address, number, tell(last), turn, g.turn(), g.state)
	}
}
