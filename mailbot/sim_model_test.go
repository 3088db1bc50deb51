package mailbot_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/token"
	"unlurbot/store"
	"unlurbot/templates"
)

// An intent is what a mail means, known to the world because its people wrote
// it: what is asked for, and which mail of the bot is answered.
type intent struct {
	verb    string // a command's verb; or nonsense, click, for the unsubscribe button
	arg     string // the cell, the name, the words, whom to challenge
	number  int    // a game that is named; 0 for none
	size    int    // of a challenge
	seat    game.Seat
	pace    simPace
	match   bool
	count   int      // of games that are sought, 0 for one
	note    string   // words below a move
	plans   []string // lines of play below a move
	answers *store.Outgoing
	vouched bool // our mail server is sure of the sender
}

// A model says what should come of each mail. It is as stupid as can be: maps
// and lists, no bytes, no mail, no faults, and nothing of the bot's code but
// the names of decisions and the rules of the game.
type model struct {
	names    map[string]string // of players, by address; unnamed for somebody who was only invited
	silent   map[string]bool   // asked for no mails
	games    []*modelGame
	decided  map[int]decision.Decision // by letter
	handled  []*simLetter
	delayed  bool           // one of them was dealt with on another day than it came
	expected map[string]int // the mails that must be sent, as line tells them
	words    []modelWords   // what was said and must arrive

	// Of players who can't be reached: who, when each player last certainly
	// wrote, and who is told everything anew because of that.
	away   map[string]bool
	heard  map[string]time.Time
	lostAt map[string]time.Time
	missed string

	active     map[string]bool      // has written more than a refusal
	suppressed map[string]bool      // wants no invitations
	erased     map[string]time.Time // when all was forgotten of an address

	wasAway   map[string]bool // mails were held back, which others then overtook
	wasSilent map[string]bool
	unaware   map[string]bool       // of a mail that came back, and nobody could know
	awayTwice map[string]bool       // the end of a game may have come back twice
	allowed   map[string]int        // mails that may be sent
	requests  map[int]*modelRequest // what is to be confirmed, by the mail that asked for it
	warned    map[string]time.Time  // of mails from a foreign address
	paid      map[string]bool       // tokens for which a mail that proves nothing was answered
	lossTold  map[string]time.Time  // the opponents, that somebody is away
	news      map[string]int        // mails to the operator, by day
	now       time.Time

	outages  []outage            // in which no clock ran, as the bot has noted them
	absences map[string][]outage // nor that of a player who was away
	nets     map[string][]modelNet
	noNet    map[string]bool // who rather loses than be caught by one
	onWeb    map[string]bool // who may be named on the site
	noNews   map[string]bool // who wants no announcements
	byNets   map[string]int  // the mails that came of them
	most     map[string]int  // games that somebody wants at a time
	drawn    func(number int) game.Seat
	rang     int // what clocks and terms have done by themselves

	quiet    map[string]bool // who wants no confirmations
	wasQuiet map[string]bool // or wanted none at some time
	agrees   bool            // the mail at hand says yes to a question of ours

	timedOut map[string]time.Time // when somebody lost the first game on time since the last move

	lateTurns int // that began anew, or when the mail was read

	planned, undone, sought, left int // moves and offers, to be counted

	banned   map[string]bool
	hasCups  bool
	ended    int // games of cups
	cups     []*modelCup
	lates    map[string][]time.Time // when somebody got out of a cup for being late
	cupNews  []modelNews            // of the mail or the clock at hand
	byItself bool                   // it is a clock
	byClocks map[string]int         // the mails about cups that came of clocks
	silentAt map[string]time.Time   // since when somebody wants no mails
	inOrder  func(cup int, there []modelEntrant) []modelEntrant
	clockOf  func(number int) time.Time // when the time of a game has begun that began by itself

	hasLadder bool
	ladder    modelLadder

	counted cupTally
}

// A modelGame is a challenge or a game; its number is its place in the list.
type modelGame struct {
	state      store.State
	size       int
	players    [2]string // First, Second
	challenger string
	invited    string      // the address that was challenged, empty for a name
	told       bool        // who was challenged has got a mail about it
	lapses     time.Time   // until when it can be answered
	moves      []game.Move // that stand, without resigning
	now        game.Position
	past       [][]game.Move // the moves that stood after each move and each taking back
	events     []string      // all that the bot keeps of it

	pace      simPace
	clock     modelClock
	match     bool
	wanted    int // of an offer to everybody: how many games
	taken     int // and how many of several have begun
	offer     int // the offer of which this is one of several games
	after     int // of a rematch: the game before
	undoAsked game.Seat
	plans     [2]modelPlan
	spared    bool   // lost on time and not rated
	cutShort  bool   // it had gone on when the store was lost, see endsAgain
	gaveUp    string // who has resigned
	cup       int    // the number of the cup of which it is a game, 0 for none
	ladder    bool   // it is one of the ladder,
	idle      bool   // about which it decides nothing any more
	result    int    // and as how many-th game of cups it has ended
}

// modelWords are words on their way to somebody.
type modelWords struct{ text, to string }

func newModel() *model {
	return &model{
		names: map[string]string{}, active: map[string]bool{}, suppressed: map[string]bool{}, erased: map[string]time.Time{}, decided: map[int]decision.Decision{}, expected: map[string]int{},
		silent: map[string]bool{}, wasSilent: map[string]bool{}, wasAway: map[string]bool{}, away: map[string]bool{}, unaware: map[string]bool{}, awayTwice: map[string]bool{},
		heard: map[string]time.Time{}, lostAt: map[string]time.Time{}, warned: map[string]time.Time{}, paid: map[string]bool{}, lossTold: map[string]time.Time{}, most: map[string]int{}, absences: map[string][]outage{}, nets: map[string][]modelNet{}, noNet: map[string]bool{}, onWeb: map[string]bool{}, noNews: map[string]bool{}, byNets: map[string]int{}, news: map[string]int{}, allowed: map[string]int{}, requests: map[int]*modelRequest{}, timedOut: map[string]time.Time{}, quiet: map[string]bool{}, wasQuiet: map[string]bool{},
		banned: map[string]bool{}, lates: map[string][]time.Time{}, byClocks: map[string]int{}, silentAt: map[string]time.Time{},
		ladder: modelLadder{rests: map[string]time.Time{}},
	}
}

// clone makes a copy that does not change with the model.
func (m *model) clone() *model {
	c := *m
	c.active, c.suppressed, c.erased = maps.Clone(m.active), maps.Clone(m.suppressed), maps.Clone(m.erased)
	c.names, c.silent, c.wasSilent = maps.Clone(m.names), maps.Clone(m.silent), maps.Clone(m.wasSilent)
	c.lossTold, c.most, c.outages, c.absences = maps.Clone(m.lossTold), maps.Clone(m.most), slices.Clone(m.outages), maps.Clone(m.absences)
	c.away, c.unaware, c.heard, c.warned, c.paid = maps.Clone(m.away), maps.Clone(m.unaware), maps.Clone(m.heard), maps.Clone(m.warned), maps.Clone(m.paid)
	c.nets, c.noNet, c.noNews, c.byNets = maps.Clone(m.nets), maps.Clone(m.noNet), maps.Clone(m.noNews), maps.Clone(m.byNets)
	c.awayTwice, c.onWeb = maps.Clone(m.awayTwice), maps.Clone(m.onWeb)
	c.timedOut = maps.Clone(m.timedOut)
	c.quiet, c.wasQuiet = maps.Clone(m.quiet), maps.Clone(m.wasQuiet)
	c.wasAway, c.lostAt = maps.Clone(m.wasAway), maps.Clone(m.lostAt)
	c.news, c.allowed = maps.Clone(m.news), maps.Clone(m.allowed)
	c.banned = maps.Clone(m.banned)
	c.lates, c.byClocks, c.silentAt = maps.Clone(m.lates), maps.Clone(m.byClocks), maps.Clone(m.silentAt)
	c.cups = make([]*modelCup, len(m.cups))
	for i, cup := range m.cups {
		c.cups[i] = cup.copied()
	}
	c.ladder = m.ladder.copied()
	c.requests = map[int]*modelRequest{}
	copies := map[*modelRequest]*modelRequest{}
	for id, r := range m.requests {
		if copies[r] == nil {
			copied := *r
			copies[r] = &copied
		}
		c.requests[id] = copies[r]
	}
	c.decided, c.expected = maps.Clone(m.decided), maps.Clone(m.expected)
	c.handled, c.words = slices.Clone(m.handled), slices.Clone(m.words)
	c.games = make([]*modelGame, len(m.games))
	for i, g := range m.games {
		copied := *g
		copied.moves, copied.past, copied.events = slices.Clone(g.moves), slices.Clone(g.past), slices.Clone(g.events)
		copied.plans = [2]modelPlan{maps.Clone(g.plans[0]), maps.Clone(g.plans[1])}
		c.games[i] = &copied
	}
	return &c
}

func (m *model) game(number int) *modelGame {
	if number < 1 || number > len(m.games) {
		return nil
	}
	return m.games[number-1]
}

func (g *modelGame) seatOf(address string) game.Seat {
	return game.Seat(1 + slices.Index(g.players[:], address)) // NoSeat is 0
}

func (g *modelGame) other(address string) string {
	if g.players[0] == address {
		return g.players[1]
	}
	return g.players[0]
}

func (g *modelGame) begun() bool { return g.state == store.Playing || g.isOver() }

func (g *modelGame) isOver() bool { return g.state == store.Finished || g.state == store.Cancelled }

// turn counts the moves and the takings back: what a mail shows the board of.
func (g *modelGame) turn() int { return len(g.past) }

// isStale says whether a mail answers another turn of a game that goes on; -1 is
// no answer.
func (g *modelGame) isStale(turn int) bool {
	return g.state == store.Playing && turn >= 0 && turn != g.turn()
}

// at gives the position at a turn; ok is false if there never was one.
func (g *modelGame) at(turn int) (p game.Position, ok bool) {
	if turn > g.turn() {
		return p, false
	}
	p, err := game.NewPosition(g.size)
	var stood []game.Move
	if turn > 0 {
		stood = g.past[turn-1]
	}
	for _, move := range stood {
		if err == nil {
			err = p.Play(move)
		}
	}
	return p, err == nil
}

// mail expects a mail to somebody; game 0 is about none.
func (m *model) mail(to string, kind templates.Kind, number int, answer bool) {
	if to == "" || isErased(to) || m.silent[to] && !answer {
		return
	}
	m.expected[m.line(to, kind, number)]++
	if number > 0 && to != m.games[number-1].challenger {
		m.games[number-1].told = true
	}
}

func (m *model) line(to string, kind templates.Kind, number int) string {
	if number == 0 {
		return fmt.Sprintf("%s %s", to, kind)
	}
	return fmt.Sprintf("%s %s %d %d", to, kind, number, len(m.games[number-1].moves))
}

// handle says what comes of a mail, the first time it is dealt with.
func (m *model) handle(l *simLetter, now time.Time) decision.Decision {
	m.handled = append(m.handled, l)
	m.delayed = m.delayed || token.Day(now) != token.Day(l.arrived)
	m.now, m.missed = now, ""
	d := m.judge(l.from, l.intent)
	m.tellCups()
	m.catchUp()
	m.decided[l.id] = d
	return d
}

func (m *model) judge(from string, in intent) decision.Decision {
	about, ply := gameIn(in.answers)
	in = in.meant()
	owner := ""
	if in.answers != nil && in.answers.Player != 0 {
		owner = in.answers.EnvelopeTo
	}
	// Help for a stranger proves the address, until somebody is a player.
	if m.names[from] == "" && in.answers != nil && in.answers.Player == 0 && in.answers.EnvelopeTo == from && !isConfirm(in.answers) && in.verb != "nonsense" {
		owner, in.vouched = from, true
	}
	req := m.requestIn(in.answers, from)
	if isConfirm(in.answers) {
		owner, about = "", 0
		if req != nil {
			owner, about = req.who, req.number
		}
	}
	departed := m.departed(in.answers)
	if departed {
		owner, about = "", 0
	}
	switch {
	case in.verb == "bounce" || in.verb == "delay":
		return m.bounce(in.answers.EnvelopeTo, in)
	case in.verb == "complain":
		return m.complain(in.answers.EnvelopeTo, departed)
	case in.verb == "click" && departed:
		return decision.IgnoredStranger
	case in.verb == "click" && bottest.Field(in.answers, "X-Unlur-Event") == string(templates.Announced):
		return m.endNews(in.answers.EnvelopeTo)
	case in.verb == "click":
		return m.unsubscribe(in.answers.EnvelopeTo)
	case m.names[from] == "" && m.names[owner] != "":
		return m.foreign(owner, in, about, ply)
	case m.names[from] == "" && departed && !isConfirm(in.answers):
		return decision.IgnoredStranger
	case m.names[from] == "":
		if d := m.firstContact(from, in, req); d != "" {
			return d
		}
	}
	if owner != from || m.game(about) == nil {
		about = 0
	}
	proven := in.vouched || owner == from
	if owner == from && !in.vouched && m.isSpent(in.answers, req) {
		m.pay(in.answers)
	}
	if proven {
		m.hear(from, in.verb)
	} else if (m.silent[from] || !m.active[from]) && in.verb == "nonsense" {
		return decision.IgnoredStranger // nobody has reason to write there
	}
	if req != nil && owner == from {
		return m.answerRequest(from, in, req, ply)
	}
	if g := m.game(about); in.verb == "nonsense" && proven && g != nil && g.state == store.Playing && (in.vouched || ply == g.turn()) &&
		!slices.Contains([]string{string(templates.Undo), string(templates.Invite)}, bottest.Field(in.answers, "X-Unlur-Event")) { // which ask something
		return m.hold(from, intent{verb: "say", answers: in.answers, vouched: in.vouched}, about, about, ply)
	}
	in = m.talk(in, proven, about, ply)
	number := m.numberOf(from, in, about)
	if !slices.Contains(openVerbs, in.verb) && (!proven || m.isWorn(in, req, about, ply)) {
		return m.hold(from, in, number, about, ply)
	}
	if about != number {
		ply = -1
	}
	return m.perform(from, in, number, ply)
}

// talk takes words about a game that is over for words to the opponent, unless
// nothing but an old board proves whose they are.
func (m *model) talk(in intent, proven bool, about, turn int) intent {
	g := m.game(about)
	if in.verb == "nonsense" && proven && g != nil && g.isOver() && (in.vouched || turn == g.turn()) {
		return intent{verb: "say", answers: in.answers, vouched: in.vouched}
	}
	return in
}

// numberOf gives the game that a mail of somebody is about, 0 if that is not
// clear.
func (m *model) numberOf(who string, in intent, about int) int {
	switch {
	case in.number != 0:
		return in.number
	case about != 0:
		return about
	}
	return m.onlyGame(who, in.verb)
}

// openVerbs are what needs no proof.
var openVerbs = []string{"show", "history", "preview", "seeks", "games", "standings", "profile", "help", "rules", "tournament", "ladder", "nonsense", "yes", "no"}

// join makes a player of an address.
func (m *model) join(address string) {
	m.names[address], _, _ = strings.Cut(address, "@")
}

// onlyGame gives the one of somebody's games that fits a command, 0 if none or
// several do. A move that fits none is for the only game that goes on.
func (m *model) onlyGame(who, verb string) int {
	fitting := m.fitting(who, verb)
	if len(fitting) == 0 && (verb == "move" || verb == "black" || verb == "if") {
		fitting = m.fitting(who, "resign")
	}
	if len(fitting) != 1 {
		return 0
	}
	return fitting[0]
}

func (m *model) fitting(who, verb string) (numbers []int) {
	for i, g := range m.games {
		if g.seatOf(who) != game.NoSeat && g.fits(who, verb) {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

func (g *modelGame) fits(who, verb string) bool {
	waiting := g.state == store.Waiting
	switch verb {
	case "move", "black":
		return g.state == store.Playing && g.now.ToMove() == g.seatOf(who)
	case "accept", "decline":
		return waiting && g.challenger != who
	case "withdraw":
		return waiting && g.challenger == who
	case "show", "history":
		return waiting || g.state == store.Playing
	case "if":
		return g.state == store.Playing && g.now.ToMove() != g.seatOf(who)
	case "forget ifs":
		return len(g.plans[g.seatOf(who)-1]) > 0
	case "abort":
		return g.hardlyBegun() && !g.setUp()
	case "undo":
		return g.canUndo(g.seatOf(who))
	case "allow", "deny":
		return g.isAsked(g.seatOf(who))
	}
	return g.state == store.Playing
}
