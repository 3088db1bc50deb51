package game

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// planOf reads a plan as a player writes it, in several lines.
func planOf(t *testing.T, lines ...string) (p Plan) {
	t.Helper()
	if err := p.UnmarshalText([]byte(strings.Join(lines, "\n"))); err != nil {
		t.Fatal(err)
	}
	return p
}

func positionAfter(t *testing.T, record string) Position {
	t.Helper()
	g, err := ParseRecord(record, DefaultSize)
	if err != nil {
		t.Fatal(err)
	}
	return g.Position()
}

func TestParsePlan(t *testing.T) {
	for line, want := range map[string]string{
		"C4 D5":               "C4 D5",
		"c4 d5 , e6 f7":       "C4 D5, E6 F7",
		"any black":           "any black",
		"pass E6 , ANY F7":    "black E6, any F7",
		"Z99 D5":              "Z99 D5", // it is for the rules to refuse
		"":                    "not-a-plan",
		"C4":                  "not-a-plan",
		"C4 , D5":             "not-a-plan",
		"C4 D5 E6":            "not-a-plan",
		"C4 D5 ,":             "not-a-plan",
		", C4 D5":             "not-a-plan",
		"C4 any":              "not-a-move",
		"C4 resign":           "not-a-move",
		"timeout C4":          "not-a-move",
		"C4 D5 , tea biscuit": "not-a-move",
	} {
		p, err := ParsePlan(strings.Fields(line))
		got := p.String()
		if wrong, ok := errors.AsType[*Error](err); ok {
			got = string(wrong.Code)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}

// Lines that begin alike share their beginning, and a new answer takes the
// place of the old one and of all that was built on it.
func TestMergePlans(t *testing.T) {
	for _, test := range []struct {
		name, plan, add, want string
		replaced              string // the reply and the old answer
	}{
		{"alternatives", "C4 D5", "B3 E5", "C4 D5\nB3 E5", ""},
		{"a shared beginning", "C4 D5, E6 F7", "C4 D5, G7 F7", "C4 D5, E6 F7\nC4 D5, G7 F7", ""},
		{"a line that goes on", "C4 D5", "C4 D5, E6 F7", "C4 D5, E6 F7", ""},
		{"a line that is there", "C4 D5, E6 F7", "C4 D5", "C4 D5, E6 F7", ""},
		{"another answer", "C4 D5, E6 F7\nB3 E5", "C4 C5", "C4 C5\nB3 E5", "C4 D5"},
		{"another answer below", "C4 D5, E6 F7, G8 H9", "C4 D5, E6 F8", "C4 D5, E6 F8", "E6 F7"},
		{"any beside a cell", "C4 D5", "any E5", "C4 D5\nany E5", ""},
		{"another answer to any", "any E5", "any black", "any black", "any E5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := planOf(t, test.plan)
			merged, replaced := plan.Merge(planOf(t, test.add))
			if merged.String() != test.want {
				t.Errorf("it is\n%v\nwant\n%s", merged, test.want)
			}
			var lost string
			for _, b := range replaced {
				lost += b.Reply() + " " + b.Then.String()
			}
			if lost != test.replaced {
				t.Errorf("replaced is %q, want %q", lost, test.replaced)
			}
			if plan.String() != test.plan {
				t.Errorf("merging has changed the plan to %v", plan)
			}
		})
	}
}

func TestCheckPlan(t *testing.T) {
	const nearLine = "size=4 black A3 A4 B3 B5 C4 C6 D4 D7 E5 E7 F5 F7" // White wins with G6
	deep := strings.TrimSuffix(strings.Repeat("A1 A2, ", MaxPlanDepth+1), ", ")
	var wide []string
	for i := range MaxPlanSteps + 1 {
		wide = append(wide, Stone(Cell{Row: int16(i / 10), Col: int16(i % 10)}).String()+" K11")
	}
	for _, test := range []struct{ name, record, plan, want string }{
		{"an answer", "C4", "D5 E6", ""},
		{"the contract", "C4", "any black", ""},
		{"black is said", "C4", "black A1, A2 A3", ""},
		{"a fork", "C4", "D5 E6, F7 G8\nD5 E6, G8 F7\nblack A1", ""},
		{"all that is left", "C4", "black A1\nany black", ""},
		{"a reply on a stone", "C4", "C4 D5", "C4 D5: C4: occupied"},
		{"an answer on the reply", "C4", "D5 D5", "D5 D5: D5: occupied"},
		{"an answer on the own stone", "C4", "D5 E6, F7 E6", "D5 E6, F7 E6: E6: occupied"},
		{"a reply on the own stone", "C4", "D5 E6, E6 F7", "D5 E6, E6 F7: E6: occupied"},
		{"behind any", "C4", "any E6, F7 E6", "any E6, F7 E6: E6: occupied"},
		{"any reply is elsewhere", "C4 black", "any E6, A1 A2", ""},
		{"on the edge too early", "C4", "D5 A1", "D5 A1: A1: edge-in-contract"},
		{"no cell", "C4", "D5 Z9", "D5 Z9: Z9: off-board"},
		{"passing twice", "C4", "black black", "black black: black: no-passing"},
		{"black in the main phase", "C4 black", "any black", "any black: black: no-passing"},
		{"any answer on a stone", "C4 black", "any C4", "any C4: C4: occupied"},
		{"the first fault counts", "C4", "D5 E6\nD6 C4\nC4 E6", "D6 C4: C4: occupied"},
		{"a reply that wins", nearLine, "G6 A1", "G6 A1: A1: game-over"},
		{"an answer that wins", nearLine + " A1", "A2 G6", ""},
		{"a step behind the end", nearLine + " A1", "A2 G6, B1 B2", "A2 G6, B1 B2: B1: game-over"},
		{"a game that is over", "C4 resign", "D5 E6", "D5 E6: D5: game-over"},
		{"an end that is not any reply", nearLine, "any A1", ""},
		{"too deep", "C4", deep, "plan-too-deep"},
		{"too long", "C4", strings.Join(wide, "\n"), "plan-too-long"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := planOf(t, test.plan).Check(positionAfter(t, test.record))
			got := ""
			if wrong, ok := errors.AsType[*Error](err); ok {
				got = string(wrong.Code)
			}
			if step, ok := errors.AsType[*PlanError](err); ok {
				got = step.Line.String() + ": " + step.Move + ": " + got
			}
			if got != test.want {
				t.Errorf("%q, want %q (%v)", got, test.want, err)
			}
		})
	}
}

// "any" stands for what no other branch names, and nothing when they name all.
func TestNothingLeftForAny(t *testing.T) {
	now := positionAfter(t, "size=4 black")
	lines := []string{"any A1"}
	for m := range now.Legal() {
		if len(lines) <= MaxPlanSteps && m.String() != "A1" {
			lines = append(lines, m.String()+" A1")
		}
	}
	if err := planOf(t, lines...).Check(now); err == nil {
		t.Error("the only reply that is left is on the answer's cell")
	}
	then, next, ok := planOf(t, "C4 D5, E6 F7", "any E5").Answer(Stone(Cell{0, 0}))
	if !ok || then.String() != "E5" || !next.IsEmpty() {
		t.Errorf("any other reply is answered by %v, %v, %v", then, next, ok)
	}
	if _, _, ok := planOf(t, "C4 D5").Answer(Move{Kind: SayBlack}); ok {
		t.Error("a reply that nobody named is answered")
	}
}

// drawPosition plays up to some dozens of random moves; the game goes on.
func drawPosition(t *rapid.T) Position {
	p, err := NewPosition(rapid.IntRange(MinSize, 6).Draw(t, "size"))
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 30).Draw(t, "plies") {
		next, err := p.After(drawReply(t, p))
		if err != nil || next.Phase() == Over {
			break
		}
		p = next
	}
	return p
}

func drawReply(t *rapid.T, p Position) Move {
	return rapid.SampledFrom(slices.Collect(p.Legal())).Draw(t, "move")
}

// drawPlan makes a plan of random lines of play, some of whose steps the rules
// refuse.
func drawPlan(t *rapid.T, now Position) (p Plan) {
	for range rapid.IntRange(0, 6).Draw(t, "lines") {
		add := drawLine(t, now, rapid.IntRange(1, 4).Draw(t, "depth"))
		p, _ = p.Merge(add)
	}
	return p
}

func drawLine(t *rapid.T, now Position, depth int) Plan {
	if depth == 0 || now.Phase() == Over {
		return Plan{}
	}
	b := Branch{If: drawReply(t, now)}
	if b.Any = rapid.IntRange(0, 4).Draw(t, "any") == 0; b.Any {
		b.If = Move{}
	}
	then := now
	if replied, err := now.After(b.If); err == nil {
		then = replied
	}
	if then.Phase() == Over || rapid.IntRange(0, 9).Draw(t, "wrong") == 0 {
		then = now
	}
	b.Then = drawReply(t, then)
	if answered, err := then.After(b.Then); err == nil {
		b.Next = drawLine(t, answered, depth-1)
	}
	return Plan{[]Branch{b}}
}

// What a plan is written as is read as the same plan.
func TestPlanTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan := drawPlan(t, drawPosition(t))
		text, err := plan.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var read Plan
		if err := read.UnmarshalText(text); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(plan, read); diff != "" {
			t.Errorf("%s (-written +read):\n%s", text, diff)
		}
	})
}

// To say the same twice is to say it once, and what was said last counts.
func TestMergeIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := drawPosition(t)
		plan, add := drawPlan(t, now), drawPlan(t, now)
		once, _ := plan.Merge(add)
		twice, replaced := once.Merge(add)
		if diff := cmp.Diff(once, twice); diff != "" || len(replaced) > 0 {
			t.Errorf("merging\n%v\nwith\n%v\na second time: replaced %v, %s", plan, add, replaced, diff)
		}
		for _, b := range add.Branches {
			if then, _, ok := once.Answer(b.If); !b.Any && (!ok || then != b.Then) {
				t.Errorf("%v is answered by %v, %v", b.If, then, ok)
			}
		}
	})
}

// What is left of a plan can be played: a legal plan as it is, and any other
// without the steps that can't be.
func TestPlayableIsLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := drawPosition(t)
		plan := drawPlan(t, now)
		rest := plan.Playable(now)
		if err := rest.Check(now); err != nil {
			t.Errorf("what is left of\n%v\nis\n%v\n%v", plan, rest, err)
		}
		if same := cmp.Equal(plan, rest); same != (plan.Check(now) == nil) {
			t.Errorf("of\n%v\nis left\n%v\nbut it is checked as %v", plan, rest, plan.Check(now))
		}
	})
}

// A plan that was checked never plays what Decide refuses, as long as it names
// the replies; after each reply and answer it is exactly what was planned behind
// them, and that is as legal as the whole was.
func TestPlansPlayOn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := drawPosition(t)
		plan := drawPlan(t, now).Playable(now)
		g := &Game{pos: now}
		for !plan.IsEmpty() {
			b := rapid.SampledFrom(plan.Branches).Draw(t, "branch")
			reply := b.If
			if b.Any {
				reply = drawReply(t, g.Position())
			}
			if !play(t, g, reply) || g.Position().toMove == NoSeat {
				return
			}
			then, next, ok := plan.Answer(reply)
			if !ok {
				t.Fatalf("%v is in the plan and has no answer:\n%v", reply, plan)
			}
			named := plan.find(Branch{If: reply}) >= 0
			if played := play(t, g, then); !played && named {
				t.Fatalf("the answer %v to %v is refused", then, reply)
			} else if !played {
				return
			}
			if at := plan.find(Branch{If: reply}); named && !cmp.Equal(next, plan.Branches[at].Next) {
				t.Fatalf("after %v %v the plan is\n%v\nof\n%v", reply, then, next, plan)
			}
			if err := next.Check(g.Position()); named && err != nil {
				t.Fatalf("after %v %v the rest is illegal: %v", reply, then, err)
			}
			plan = next.Playable(g.Position())
		}
	})
}

// play plays a move for whoever is to move, if Decide allows it.
func play(t *rapid.T, g *Game, m Move) bool {
	e, err := g.Decide(g.pos.ToMove(), m, time.Time{})
	if err != nil {
		return false
	}
	if err := g.Apply(e); err != nil {
		t.Fatalf("%v was decided on and can't be applied: %v", m, err)
	}
	return true
}

// Whatever text is read as a plan is written as one that is read the same.
func FuzzPlan(f *testing.F) {
	for _, text := range []string{"", "C4 D5", "C4 D5, E6 F7\nC4 D5, G7 F7", "any black", "black E6, any F7", "C4,D5", ",", "c4 4d"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var read, again Plan
		if read.UnmarshalText([]byte(text)) != nil {
			return
		}
		if err := again.UnmarshalText([]byte(read.String())); err != nil || !cmp.Equal(read, again) {
			t.Errorf("%q is %q, and that is %q (%v)", text, read, again, err)
		}
	})
}
