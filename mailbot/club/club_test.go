package club

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/testing/tempdir"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
)

// A table is a store with three players, and what has come of their orders.
type table struct {
	t       *testing.T
	store   *store.Store
	now     time.Time
	players map[string]*store.Player
}

func sit(t *testing.T) *table {
	t.Helper()
	secret := func() ([]byte, error) { return []byte("a secret for tests, 32 bytes long"), nil }
	s, err := store.Open(filepath.Join(tempdir.New(t), "club.db"), secret)
	tb := &table{t: t, store: s, now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), players: map[string]*store.Player{}}
	tb.check(err)
	t.Cleanup(func() { tb.check(s.Close()) })
	tb.check(s.Update(func(tx *store.Tx) error {
		for _, name := range []string{"Ana", "Bo", "Cal"} {
			p := &store.Player{Address: strings.ToLower(name) + "@example.org", Name: name, Active: true, Created: tb.now}
			tb.check(tx.AddPlayer(p))
			tb.players[name] = p
		}
		return nil
	}))
	return tb
}

func (tb *table) check(err error) {
	tb.t.Helper()
	if err != nil {
		tb.t.Fatal(err)
	}
}

// player gives a player as stored.
func (tb *table) player(name string) (p *store.Player) {
	tb.t.Helper()
	tb.check(tb.store.View(func(tx *store.Tx) (err error) {
		p, err = tx.Player(tb.players[name].ID)
		return err
	}))
	return p
}

func (tb *table) rules() Rules {
	return Rules{
		Listed: 1, Languages: []string{"ca", "en"}, OpenGames: 4, Invitations: 2, InvitedBy: 2, InvitationTime: StrangerRest,
		Refused: func(address string) (why facts.InviteRefusal) {
			if strings.HasPrefix(address, "bot@") {
				why = facts.InvitesBot
			}
			return why
		},
		NameOf: func(p *store.Player) string { return p.Name },
	}
}

// begin sets a game going, in which Ana is First.
func (tb *table) begin() {
	tb.t.Helper()
	tb.check(tb.store.Update(func(tx *store.Tx) error {
		return tx.AddGame(&store.Game{
			State: store.Playing, Size: 6, Title: "Ana - Bo", Players: [2]store.PlayerID{tb.players["Ana"].ID, tb.players["Bo"].ID},
			Challenger: game.First, Rated: true, Created: tb.now, Started: tb.now,
		})
	}))
}

// orders has the orders of one mail carried out, in lines, and gives what came of them in
// a few words.
func (tb *table) orders(name string, answer Answer, lines ...string) string {
	tb.t.Helper()
	var orders []Order
	for _, line := range lines {
		orders = append(orders, tb.order(line))
	}
	return tb.carryOut(name, answer, orders...)
}

func (tb *table) carryOut(name string, answer Answer, orders ...Order) string {
	tb.t.Helper()
	var said []string
	for _, entry := range tb.facts(name, answer, orders...) {
		said = append(said, inWords(entry.Fact))
	}
	return strings.Join(said, ", ")
}

// facts gives what came of the orders of one mail.
func (tb *table) facts(name string, answer Answer, orders ...Order) (all []facts.Entry) {
	tb.t.Helper()
	tb.check(tb.store.Update(func(tx *store.Tx) error {
		u := unit.New(tx, unit.At(tb.now))
		me, err := u.Player(tb.players[name].ID)
		tb.check(err)
		s := New(u, "a mail", tb.rules(), me, answer)
		for _, o := range orders {
			log, err := s.Do(o)
			tb.check(err)
			all = append(all, log...)
		}
		log, err := s.PlayOn(false)
		tb.check(err)
		all = append(all, log...)
		return u.WriteBack("nobody")
	}))
	return all
}

func (tb *table) order(line string) Order {
	tb.t.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	about := About{Verb: verb, Text: line}
	if rest != "" && strings.HasPrefix(rest, "#") {
		_, err := fmt.Sscanf(rest, "#%d", &about.Game)
		tb.check(err)
	}
	switch verb {
	case "undo":
		return Undo{about}
	case "allow":
		return Allow{about}
	case "deny":
		return Deny{about}
	case "abort":
		return Abort{about}
	case "accept":
		return Accept{about}
	case "decline":
		return Decline{about}
	case "withdraw":
		return Withdraw{about}
	case "rematch":
		return Rematch{About: about}
	case "seek", "challenge":
		return tb.offer(about, strings.Fields(rest))
	case "forget":
		return DropPlan{about}
	case "if":
		line, err := game.ParsePlan(strings.Fields(rest))
		if err != nil {
			return Plan{About: about}
		}
		return Plan{About: about, Line: &line}
	}
	if o := orderOfPeople(about, tb.now, verb, rest); o != nil {
		return o
	}
	m, err := game.ParseMove(verb)
	tb.check(err)
	return Play{About: about, Move: m}
}

// inWords says a fact in a few words.
func inWords(f facts.Fact) string {
	name := strings.TrimPrefix(fmt.Sprintf("%T", f), "facts.")
	switch f := f.(type) {
	case facts.MovePlayed:
		return name + " " + f.Move.String()
	case facts.PlanPlayed:
		return name + " " + f.Move.String()
	case facts.MoveTakenBack:
		return fmt.Sprint(name, " ", f.Moves)
	case facts.UndoAsked:
		return fmt.Sprint(name, " ", f.Moves)
	case facts.GameOver:
		return fmt.Sprintf("%s %+d", name, f.Changes[0].After.Wins-f.Changes[0].After.Losses)
	case facts.Offered:
		if !f.Mailed {
			name += " in silence"
		}
		return fmt.Sprintf("%s #%d", name, f.Game)
	case facts.GameStarted:
		return fmt.Sprintf("%s #%d", name, f.Game)
	case facts.NetCaught:
		return fmt.Sprintf("%s %v for %vd, %d left", name, f.Games, f.Span.To.Sub(f.Span.From).Hours()/24, f.Left)
	case facts.PlacesLeft:
		return fmt.Sprint(name, " ", f.Left)
	case facts.OfferEnded:
		return fmt.Sprintf("%s %s", name, f.How)
	case facts.Refused:
		if why, ok := f.Why.(facts.NoInvitation); ok {
			return fmt.Sprint(name, " ", refusals[why.Why], why.Name)
		}
		if why, ok := f.Why.(facts.Illegal); ok {
			return name + " " + string(why.Code)
		}
		return name + " " + strings.TrimPrefix(fmt.Sprintf("%T", f.Why), "facts.")
	}
	return name + ofPeople(f)
}

// A step of a story is a mail: its orders, and what comes of them.
type step struct {
	name   string
	answer Answer
	lines  []string
	want   string
}

// happen lets a story happen at a table where Ana plays with Bo.
func happen(t *testing.T, steps []step) {
	t.Helper()
	tb := sit(t)
	tb.begin()
	for _, step := range steps {
		if got := tb.orders(step.name, step.answer, step.lines...); got != step.want {
			t.Errorf("%s, %q: %s\nwant %s", step.name, step.lines, got, step.want)
		}
	}
}

var refusals = map[facts.InviteRefusal]string{
	facts.Nobody: "nobody ", facts.InvitesSelf: "self", facts.InvitesBot: "bot ", facts.AlreadyInvited: "invited already: ",
	facts.TooManyInvites: "too many ", facts.InvitedEnough: "invited enough: ", facts.TakesNoInvites: "takes none: ",
}

// What comes of orders, without a mail.
func TestOrders(t *testing.T) {
	none := Answer{}
	for story, steps := range map[string][]step{
		"moves": {
			{"Ana", none, []string{"C4"}, "MovePlayed C4"},
			{"Ana", none, []string{"C5"}, "Refused not-your-turn"},
			{"Bo", none, []string{"C4"}, "Refused occupied"},
			{"Bo", none, []string{"D5"}, "MovePlayed D5"},
			{"Ana", none, []string{"resign"}, "MovePlayed resign, GameOver -1"},
			{"Bo", Answer{Game: 1}, []string{"D6"}, "Refused game-over"},
			{"Bo", none, []string{"D6"}, "Refused Plain"},
		},
		"a mail about another position": {
			{"Ana", none, []string{"C4"}, "MovePlayed C4"},
			{"Bo", Answer{Game: 1, Turns: map[store.GameNumber]int{1: 0}}, []string{"D5"}, "Stale"},
			{"Bo", Answer{Game: 1, Turns: map[store.GameNumber]int{1: 1}}, []string{"D5", "E6"}, "MovePlayed D5, Refused not-your-turn"},
		},
		"who has not moved loses nothing": {
			{"Ana", none, []string{"C4"}, "MovePlayed C4"},
			{"Bo", none, []string{"resign"}, "GameCalledOff, GameOver +0"},
			{"Bo", none, []string{"abort"}, "Refused Plain"},
		},
		"plans": {
			{"Ana", none, []string{"C4", "if D5 E6", "if any F4"}, "MovePlayed C4, PlanLine, PlanLine, PlanKept"},
			{"Bo", none, []string{"D5"}, "MovePlayed D5, PlanPlayed E6"},
			{"Bo", none, []string{"F4", "if nonsense"}, "MovePlayed F4, Refused NotAPlan, PlanLost"},
			{"Ana", none, []string{"G4", "if F5 F5"}, "MovePlayed G4, Refused BadPlan, PlanLost"},
			{"Ana", none, []string{"if F5 D4"}, "PlanLine, PlanKept"},
			{"Bo", none, []string{"E4"}, "MovePlayed E4, PlanEnded"},
			{"Ana", none, []string{"forget"}, "Refused Plain"},
		},
		"undo": {
			{"Ana", none, []string{"undo"}, "Refused Plain"},
			{"Ana", none, []string{"C4"}, "MovePlayed C4"},
			{"Ana", none, []string{"undo"}, "UndoAsked [C4]"},
			{"Ana", none, []string{"undo #1"}, "Refused NoUndoNow"},
			{"Bo", none, []string{"deny"}, "UndoDenied"},
			{"Bo", none, []string{"allow"}, "Refused Plain"},
			{"Ana", none, []string{"undo #1"}, "UndoAsked [C4]"},
			{"Bo", none, []string{"allow"}, "MoveTakenBack []"},
			{"Bo", none, []string{"D5"}, "Refused not-your-turn"},
		},
	} {
		t.Run(story, func(t *testing.T) { happen(t, steps) })
	}
}

// Of several games that fit, so many are listed as the rules say, and only a number tells
// which is meant.
func TestWhichGame(t *testing.T) {
	tb := sit(t)
	tb.begin()
	tb.begin()
	for _, step := range []struct{ line, want string }{
		{"C4", "Refused WhichGame"},
		{"C4 #2", "MovePlayed C4"},
		{"C4 #7", "Refused NotYours"},
		{"D5", "MovePlayed D5"}, // in the one where it is her turn
	} {
		if got := tb.orders("Ana", Answer{}, step.line); got != step.want {
			t.Errorf("%s: %s, want %s", step.line, got, step.want)
		}
	}
	if got := tb.orders("Ana", Answer{Watching: true}, "D6"); got != "Refused Plain" {
		t.Errorf("below a game that she watches: %s", got)
	}
}
