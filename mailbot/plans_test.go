package mailbot_test

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
	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/testing/bottest"
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
func (s script) perform(t *testing.T, dice *rand.Rand) *bottest.Bot {
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Brief = true
	b.Begin(ana, b.Person("bo@example.net"))
	play := func(who string, at int) {
		// It quotes no mail, in which a plan might be: ids follow from mails.
		if d := b.Person(who).Writes(s.moves[at].String()).Decision; d != decision.Played {
			t.Fatalf("%s: %v after %s is %s", who, s.moves[at], b.Record(1), d)
		}
	}
	for at := 0; at < len(s.moves); {
		play("ana@example.org", at)
		answers := min(s.planned[at], (len(s.moves)-at-1)/2)
		at++
		ana.Replies(strings.Join(s.plan(dice, at, answers), "\n"))
		for range answers {
			play("bo@example.net", at)
			at += 2
		}
		if at < len(s.moves) {
			play("bo@example.net", at)
			at++
		}
	}
	b.Fresh = nil
	return b
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
	for _, seed := range bottest.Some([]uint64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := drawScript(rand.New(rand.NewPCG(seed, 0)))
			one, other := s.perform(t, rand.New(rand.NewPCG(seed, 1))), s.perform(t, rand.New(rand.NewPCG(seed, 2)))
			got, want := one.Person("bo@example.net").Mails(), other.Person("bo@example.net").Mails()
			if diff := cmp.Diff(got, want, cmpopts.IgnoreFields(store.Outgoing{}, "ID")); diff != "" {
				t.Errorf("Bo can tell two plans from each other:\n%s", diff)
			}
			for _, m := range got {
				if strings.Contains(m.Text, "plan") {
					t.Errorf("Bo reads of plans:\n%s", m.Text)
				}
			}
			differ = differ || one.Person("ana@example.org").Last().Text != other.Person("ana@example.org").Last().Text
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
	b := bottest.New(t)
	ana := b.Person("ana@example.org")
	b.Begin(ana, b.Person("bo@example.net"))
	ana.Replies("black")
	var cells []string
	p, err := game.NewPosition(game.DefaultSize)
	b.Check(err)
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
		ana.Replies(body)
		if text := strings.Join(strings.Fields(ana.Last().Text), " "); !strings.Contains(text, want) {
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
	try(wide(5, 15), "I've saved your plan.")
	try(wide(15, 25), "I've saved your plan.")
	try(wide(25, 35), "I've saved your plan.")
	try(wide(35, 45), "I've saved your plan.")
	try(wide(45, 54), "I've saved your plan.")
	try(deep(2), "more than 50 steps")
	try("if K11 A1", "I've saved your plan.")
	if steps := b.Game(1).Plan(game.First).Steps(); steps != game.MaxPlanSteps {
		t.Errorf("%d steps are planned", steps)
	}
}

// Below a move, "if" is about the game of that move; elsewhere about the only one
// in which it is the opponent's turn, or the one that is named.
func TestWhichGameIsPlanned(t *testing.T) {
	t.Parallel()
	for _, row := range bottest.Some([]struct {
		body       string
		want       decision.Decision
		first, two string // what is planned in the games then
	}{
		{"C4 #2\nif D5 E6", decision.Played, "B3 B4", "D5 E6"},
		{"if D5 E6", decision.Planned, "B3 B4\nD5 E6", ""},
		{"if B3 B5 #1", decision.Planned, "B3 B5", ""},
		{"if D5 E6 #2", decision.Refused, "B3 B4", ""},
		{"if D5 E6 #3", decision.Refused, "B3 B4", ""},
		{"C4 #2\nif D5 E6 #1", decision.Played, "B3 B4\nD5 E6", ""},
		{"A1 #2\nif D5 E6 #2", decision.Refused, "B3 B4", ""},
		{"forget ifs", decision.Planned, "", ""},
		{"forget ifs #2", decision.Refused, "B3 B4", ""},
	}) {
		t.Run(row.body, func(t *testing.T) {
			b := bottest.New(t)
			ana := b.Person("ana@example.org")
			b.Begin(ana, b.Person("bo@example.net"))
			ana.Replies("C4\nif B3 B4")
			b.Begin(ana, b.Person("carla@example.net"))
			if d := ana.Writes(row.body).Decision; d != row.want {
				t.Errorf("%s, want %s", d, row.want)
			}
			got := []string{b.Game(1).Plan(game.First).String(), b.Game(2).Plan(game.First).String()}
			if diff := cmp.Diff([]string{row.first, row.two}, got); diff != "" {
				t.Error(diff)
			}

		})
	}
}

// What may be a plan in other words does not reach the opponent, and its author
// reads how to write it. All else does.
func TestNotesThatTellPlans(t *testing.T) {
	t.Parallel()
	for _, row := range bottest.Some([]struct {
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
	}) {
		t.Run(row.body, func(t *testing.T) {
			b := bottest.New(t)
			ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
			b.Begin(ana, bo)
			ana.Replies(row.body).Is(decision.Played)
			if passed := strings.Contains(bo.Last().Text, "ana writes:"); passed != row.passed {
				t.Errorf("passed on: %v", passed)
			}
			if told := strings.Contains(strings.Join(strings.Fields(ana.Last().Text), " "), "to give your plan away"); told == row.passed {
				t.Errorf("the author is told of it: %v", told)
			}

		})
	}
}

// What both planned was for a position that is gone when a move is taken back.
func TestPlansEndWithATakeBack(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.org")
	b.Begin(ana, bo)
	ana.Replies("C4\nif any D5")
	ana.Replies("undo")
	bo.Replies("allow")
	if plans := b.Game(1).Plans; !plans[0].IsEmpty() || !plans[1].IsEmpty() {
		t.Errorf("planned is %v", plans)
	}
}

// Nothing stays planned in a game that another line of the mail has ended, or in which it
// has given the player the turn back. The answer says so.
func TestNothingLeftToPlan(t *testing.T) {
	t.Parallel()
	const over = "No more moves can be played in this game."
	for _, tc := range []struct{ body, answer string }{
		{"if any D5\nundo", "It's your own turn in game #1"},
		{"if any D5\nabort", "You called game #1 off"},
		{"if any D5\nabort", over},
		{"abort\nif any D5", over},
		{"if any D5\nresign", over},
		{"if any D5\nforget ifs", "I've dropped your plan"},
	} {
		b := bottest.New(t)
		ana := b.Person("ana@example.org")
		b.Brief = true
		b.Configure(func(c *mailbot.Config) { c.UndoGrace = 3 * time.Minute })
		b.Begin(ana, b.Person("bo@example.net"))
		ana.Replies("C4")
		ana.Replies(tc.body)
		if p := b.Game(1).Plan(game.First); !p.IsEmpty() {
			t.Errorf("%q: planned is %q", tc.body, p)
		}
		if text := strings.Join(strings.Fields(ana.Last().Text), " "); !strings.Contains(text, tc.answer) {
			t.Errorf("%q is answered with\n%s", tc.body, text)
		}
		b.Now = b.Now.Add(time.Hour)
		b.Quiet() // what could have been called back
	}
}

// Whoever moves and asks the move back in one mail, while a plan answers it, reads that it
// stands: the plan plays on.
func TestPlanAnswersAMoveThatIsAskedBack(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	bo.Writes("if any E6")
	if d := ana.Replies("C4\nundo").Decision; d != decision.Played {
		t.Errorf("it is %s", d)
	}
	if g := b.Game(1); g.Course.Ply != 2 || g.UndoAsked != game.NoSeat {
		t.Errorf("after %d moves %v asks for one back", g.Course.Ply, g.UndoAsked)
	}
	if answer := strings.Join(strings.Fields(ana.Last().Text), " "); !strings.Contains(answer, "bo didn't let you take back C4") {
		t.Errorf("Ana reads\n%s", ana.Last().Text)
	}
	if told := bo.Last(); bottest.Field(told, "X-Unlur-Event") != string(templates.Moved) {
		t.Errorf("Bo reads\n%s", told.Text)
	}
}
