package mailbot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"unlurbot/game"
	"unlurbot/store"
	"unlurbot/templates"
)

// A script is the moves that Ana and Bo play in a game in which Ana plans, and
// how many of her answers she has planned when she has made each of them.
type script struct {
	moves   []game.Move
	planned []int
}

// drawScript makes a game that does not end.
func drawScript(dice *rand.Rand) (s script) {
	p, err := game.NewPosition(game.DefaultSize)
	contract := dice.IntN(14)
	for err == nil && len(s.moves) < 14 {
		m := game.Move{Kind: game.SayBlack}
		if len(s.moves) != contract {
			m = anyStone(dice, p)
		}
		if err = p.Play(m); p.Phase() == game.Over {
			break
		}
		s.moves, s.planned = append(s.moves, m), append(s.planned, dice.IntN(4))
	}
	return s
}

func anyStone(dice *rand.Rand, p game.Position) game.Move {
	legal := slices.DeleteFunc(slices.Collect(p.Legal()), func(m game.Move) bool { return m.Kind != game.PutStone })
	return legal[dice.IntN(len(legal))]
}

// perform plays the script by mail. What Ana plans beside what comes to be played
// is drawn with dice that are no part of it.
func (s script) perform(t *testing.T, dice *rand.Rand) *house {
	h := newHouse(t)
	h.brief = true
	h.begin("ana@example.org", "bo@example.net")
	play := func(who string, at int) {
		// It quotes no mail, in which a plan might be: ids follow from mails.
		if d := h.write(note{from: who, body: s.moves[at].String(), vouched: true}); d != Played {
			t.Fatalf("%s: %v after %s is %s", who, s.moves[at], h.record(1), d)
		}
	}
	for at := 0; at < len(s.moves); {
		play("ana@example.org", at)
		answers := min(s.planned[at], (len(s.moves)-at-1)/2)
		at++
		h.reply("ana@example.org", strings.Join(s.plan(dice, at, answers), "\n"))
		for range answers {
			play("bo@example.net", at)
			at += 2
		}
		if at < len(s.moves) {
			play("bo@example.net", at)
			at++
		}
	}
	h.fresh = nil
	return h
}

// plan gives lines for Ana's answers to the next moves of the script, and between
// them lines that no move of the script follows.
func (s script) plan(dice *rand.Rand, at, answers int) []string {
	lines := []string{"show"}
	main := "if "
	p, err := game.NewPosition(game.DefaultSize)
	for _, m := range s.moves[:at] {
		if err == nil {
			err = p.Play(m)
		}
	}
	now, whole := p, game.Plan{}
	add := func(line string) { // unless it can't be planned: then no line of the mail would count
		words := strings.Fields(strings.ReplaceAll(strings.TrimPrefix(line, "if "), ",", " ,"))
		if more, err := game.ParsePlan(words); err != nil {
			panic(err)
		} else if merged, replaced := whole.Merge(more); len(replaced) == 0 && merged.Check(now) == nil {
			lines, whole = append(lines, line), merged
		}
	}
	for i := at; err == nil && i < len(s.moves); i += 2 {
		for range dice.IntN(3) {
			if reply, answer := anyStone(dice, p), anyStone(dice, p); reply != s.moves[i] {
				add(fmt.Sprint(main, reply, " ", answer))
			}
		}
		if i == at+2*answers {
			break
		}
		if dice.IntN(3) == 0 {
			add(fmt.Sprint(main, "any ", anyStone(dice, p)))
		}
		main += fmt.Sprint(s.moves[i], " ", s.moves[i+1])
		add(main)
		main += ", "
		if err = p.Play(s.moves[i]); err == nil {
			err = p.Play(s.moves[i+1])
		}
	}
	return lines[max(0, len(lines)-10):] // as many as are read; the last are the longest
}

// What the opponent gets is the same, to the byte and with all ids, whatever else
// was planned beside what is played.
func TestPlansAreHidden(t *testing.T) {
	differ := false
	for _, seed := range some([]uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := drawScript(rand.New(rand.NewPCG(seed, 0)))
			one, other := s.perform(t, rand.New(rand.NewPCG(seed, 1))), s.perform(t, rand.New(rand.NewPCG(seed, 2)))
			got, want := one.mails["bo@example.net"], other.mails["bo@example.net"]
			if diff := cmp.Diff(got, want, cmpopts.IgnoreFields(store.Outgoing{}, "ID")); diff != "" {
				t.Errorf("Bo can tell two plans from each other:\n%s", diff)
			}
			for _, m := range got {
				if strings.Contains(m.Text, "plan") && !strings.Contains(m.Text, "What had been planned was played at once") {
					t.Errorf("Bo reads of plans:\n%s", m.Text)
				}
			}
			differ = differ || one.last("ana@example.org").Text != other.last("ana@example.org").Text
		})
	}
	if !differ {
		t.Error("all of Ana's plans were the same")
	}
}

// A plan is as long as the rules of the game allow, and what is refused leaves
// what was planned before.
func TestPlansHaveLimits(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.reply("ana@example.org", "black")
	var cells []string
	p, err := game.NewPosition(game.DefaultSize)
	h.check(err)
	for _, c := range p.Cells() {
		cells = append(cells, c.String())
	}
	deep := func(steps int) string {
		line := "if " + cells[0] + " " + cells[1]
		for i := 1; i < steps; i++ {
			line += ", " + cells[2*i] + " " + cells[2*i+1]
		}
		return line
	}
	try := func(body, want string) {
		t.Helper()
		h.reply("ana@example.org", body)
		if text := strings.Join(strings.Fields(h.last("ana@example.org").Text), " "); !strings.Contains(text, want) {
			t.Errorf("%.40s... is answered without %q:\n%s", body, want, text)
		}
	}
	wide := func(from, to int) (lines string) {
		for _, c := range cells[from:to] {
			lines += "if " + c + " A1\n"
		}
		return lines
	}
	try(deep(game.MaxPlanDepth+1), "more than 20 steps deep")
	try(wide(5, 15), "Your plan is noted.")
	try(wide(15, 25), "Your plan is noted.")
	try(wide(25, 35), "Your plan is noted.")
	try(wide(35, 45), "Your plan is noted.")
	try(wide(45, 54), "Your plan is noted.")
	try(deep(2), "more than 50 steps")
	try("if K11 A1", "Your plan is noted.")
	if steps := h.game(1).Plan(game.First).Steps(); steps != game.MaxPlanSteps {
		t.Errorf("%d steps are planned", steps)
	}
}

// Below a move, "if" is about the game of that move; elsewhere about the only one
// in which it is the opponent's turn, or the one that is named.
func TestWhichGameIsPlanned(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		body       string
		want       Decision
		first, two string // what is planned in the games then
	}{
		{"C4 #2\nif D5 E6", Played, "B3 B4", "D5 E6"},
		{"if D5 E6", Planned, "B3 B4\nD5 E6", ""},
		{"if B3 B5 #1", Planned, "B3 B5", ""},
		{"if D5 E6 #2", Refused, "B3 B4", ""},
		{"if D5 E6 #3", Refused, "B3 B4", ""},
		{"C4 #2\nif D5 E6 #1", Played, "B3 B4\nD5 E6", ""},
		{"A1 #2\nif D5 E6 #2", Refused, "B3 B4", ""},
		{"forget ifs", Planned, "", ""},
		{"forget ifs #2", Refused, "B3 B4", ""},
	} {
		t.Run(row.body, func(t *testing.T) {
			h := newHouse(t)
			h.begin("ana@example.org", "bo@example.net")
			h.reply("ana@example.org", "C4\nif B3 B4")
			h.begin("ana@example.org", "carla@example.net")
			if d := h.write(note{from: "ana@example.org", body: row.body, vouched: true}); d != row.want {
				t.Errorf("%s, want %s", d, row.want)
			}
			got := []string{h.game(1).Plan(game.First).String(), h.game(2).Plan(game.First).String()}
			if diff := cmp.Diff([]string{row.first, row.two}, got); diff != "" {
				t.Error(diff)
			}
			h.fresh = nil
		})
	}
}

// What may be a plan in other words does not reach the opponent, and its author
// reads how to write it. All else does.
func TestNotesThatTellPlans(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		body   string
		passed bool
	}{
		{"C4\n\nIf you play D5, I will play E6.", false},
		{"C4\n\nHello!\nif D5 then I play E6", false},
		{"C4\n\nIf black, then A1", false},
		{"C4\nfi D5 E6", false},
		{"C4\nif D5 E6\n\nAnd F7 after G8.", false},
		{"C4\nif D5 E6\n\nHave a good week!", true},
		{"C4\n\nIf only I had more time!", true},
		{"C4\n\nIf it rains we should not play at all.", true},
		{"C4\n\nI had thought of D5 and E6.", true},
		{"C4\nsay If you play D5, I will play E6.", true},
	} {
		t.Run(row.body, func(t *testing.T) {
			h := newHouse(t)
			h.begin("ana@example.org", "bo@example.net")
			if d := h.reply("ana@example.org", row.body); d != Played {
				t.Fatal(d)
			}
			if passed := strings.Contains(h.last("bo@example.net").Text, "ana writes:"); passed != row.passed {
				t.Errorf("passed on: %v", passed)
			}
			if told := strings.Contains(strings.Join(strings.Fields(h.last("ana@example.org").Text), " "), "to tell what you plan"); told == row.passed {
				t.Errorf("the author is told of it: %v", told)
			}
			h.fresh = nil
		})
	}
}

// What both planned was for a position that is gone when a move is taken back.
func TestPlansEndWithATakeBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.org")
	h.reply("ana@example.org", "C4\nif any D5")
	h.reply("ana@example.org", "undo")
	h.reply("bo@example.org", "allow")
	if plans := h.game(1).Plans; !plans[0].IsEmpty() || !plans[1].IsEmpty() {
		t.Errorf("planned is %v", plans)
	}
}

// Nothing stays planned in a game that another line of the mail has ended, or in which it
// has given the player the turn back. The answer says so.
func TestNothingLeftToPlan(t *testing.T) {
	for _, tc := range []struct{ body, answer string }{
		{"if any D5\nundo", "It is your own turn in game #1"},
		{"if any D5\nabort", "Game #1 is cancelled, as you wished."},
		{"if any D5\nforget ifs", "Your plan is dropped"},
	} {
		h := newHouse(t)
		h.brief = true
		h.bot.cfg.UndoGrace = 3 * time.Minute
		h.begin("ana@example.org", "bo@example.net")
		h.reply("ana@example.org", "C4")
		h.reply("ana@example.org", tc.body)
		if p := h.game(1).Plan(game.First); !p.IsEmpty() {
			t.Errorf("%q: planned is %q", tc.body, p)
		}
		if text := strings.Join(strings.Fields(h.last("ana@example.org").Text), " "); !strings.Contains(text, tc.answer) {
			t.Errorf("%q is answered with\n%s", tc.body, text)
		}
		h.now = h.now.Add(time.Hour)
		h.post() // what could have been called back
	}
}

// Whoever moves and asks the move back in one mail, while a plan answers it, reads that it
// stands: the plan plays on.
func TestPlanAnswersAMoveThatIsAskedBack(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.vouched("bo@example.net", "if any E6")
	if d := h.reply("ana@example.org", "C4\nundo"); d != Played {
		t.Errorf("it is %s", d)
	}
	if g := h.game(1); g.Course.Ply != 2 || g.UndoAsked != game.NoSeat {
		t.Errorf("after %d moves %v asks for one back", g.Course.Ply, g.UndoAsked)
	}
	if answer := strings.Join(strings.Fields(h.last("ana@example.org").Text), " "); !strings.Contains(answer, "bo did not let you take C4 back") {
		t.Errorf("Ana reads\n%s", h.last("ana@example.org").Text)
	}
	if told := h.last("bo@example.net"); field(told, "X-Unlur-Event") != string(templates.Moved) {
		t.Errorf("Bo reads\n%s", told.Text)
	}
}
