package game

import (
	"slices"
	"strings"
)

// Limits of a plan, so that nobody has more of it checked, stored and listed
// than a person can mean.
const (
	MaxPlanSteps = 50
	MaxPlanDepth = 20
)

// A Plan is what a player has decided on before it is the turn: for a reply of
// the opponent the answer, and the plan for what comes then. It belongs to the
// seat that is not to move. The zero value is no plan; a Plan is never changed,
// so that copies can share what they have in common.
type Plan struct {
	Branches []Branch
}

// A Branch is one step of a plan. Any stands for every reply that no other
// branch beside it names; If then means nothing.
type Branch struct {
	Any  bool
	If   Move
	Then Move
	Next Plan
}

// anyWord is what stands for If in a branch for any reply.
const anyWord = "any"

// Reply gives the word for what the branch waits for: C4, black, any.
func (b Branch) Reply() string {
	if b.Any {
		return anyWord
	}
	return b.If.String()
}

// waitsFor says whether two branches are about the same reply.
func (b Branch) waitsFor(other Branch) bool {
	return b.Any == other.Any && (b.Any || b.If == other.If)
}

// IsEmpty says whether there is no plan.
func (p Plan) IsEmpty() bool { return len(p.Branches) == 0 }

// Steps counts the branches of the whole tree.
func (p Plan) Steps() (n int) {
	for _, b := range p.Branches {
		n += 1 + b.Next.Steps()
	}
	return n
}

// Depth is how many answers the longest line of play has.
func (p Plan) Depth() (n int) {
	for _, b := range p.Branches {
		n = max(n, 1+b.Next.Depth())
	}
	return n
}

// Answer gives what the plan says to a reply that was just played, and the
// plan for what comes then; ok is false if it says nothing. Whether the answer
// is legal is not asked.
func (p Plan) Answer(reply Move) (then Move, next Plan, ok bool) {
	at := p.find(Branch{If: reply})
	if at < 0 {
		at = p.find(Branch{Any: true})
	}
	if at < 0 {
		return Move{}, Plan{}, false
	}
	return p.Branches[at].Then, p.Branches[at].Next, true
}

// find gives the place of the branch for the same reply, -1 if there is none.
func (p Plan) find(b Branch) int { return slices.IndexFunc(p.Branches, b.waitsFor) }

// Merge adds the lines of another plan. An answer to the same reply takes the
// place of the old one, with all that was planned behind that; the branches
// that are lost so are replaced.
func (p Plan) Merge(add Plan) (merged Plan, replaced []Branch) {
	merged.Branches = slices.Clone(p.Branches)
	for _, b := range add.Branches {
		at := merged.find(b)
		if at < 0 {
			merged.Branches = append(merged.Branches, b)
			continue
		}
		old := &merged.Branches[at]
		if old.Then != b.Then {
			replaced = append(replaced, *old)
			*old = b
			continue
		}
		next, lost := old.Next.Merge(b.Next)
		old.Next, replaced = next, append(replaced, lost...)
	}
	return merged, replaced
}

// String writes the plan as its lines of play, one for each way from the first
// reply to a last answer: "C4 D5, E6 F7".
func (p Plan) String() string { return strings.Join(p.lines(""), "\n") }

func (p Plan) lines(before string) (all []string) {
	for _, b := range p.Branches {
		line := before + b.Reply() + " " + b.Then.String()
		if b.Next.IsEmpty() {
			all = append(all, line)
		} else {
			all = append(all, b.Next.lines(line+", ")...)
		}
	}
	return all
}

// ParsePlan reads one line of play as words: a reply and the answer to it, and
// a comma before each further step. It fails with the code not-a-move, or
// not-a-plan where a step is no pair.
func ParsePlan(words []string) (Plan, error) {
	end := slices.Index(words, ",")
	if end < 0 {
		end = len(words)
	}
	if end != 2 {
		return Plan{}, &Error{Code: NotAPlan, Token: strings.Join(words[:end], " ")}
	}
	b := Branch{Any: strings.EqualFold(words[0], anyWord)}
	var err error
	if !b.Any {
		if b.If, err = parsePlanned(words[0]); err != nil {
			return Plan{}, err
		}
	}
	if b.Then, err = parsePlanned(words[1]); err != nil {
		return Plan{}, err
	}
	if end < len(words) {
		b.Next, err = ParsePlan(words[end+1:])
	}
	return Plan{[]Branch{b}}, err
}

// parsePlanned reads a move that can be planned: a stone or "black".
func parsePlanned(word string) (Move, error) {
	m, err := ParseMove(word)
	if err == nil && !m.canBePlanned() {
		err = &Error{Code: NotAMove, Token: word}
	}
	return m, err
}

func (m Move) canBePlanned() bool { return m.Kind == PutStone || m.Kind == SayBlack }

// MarshalText writes the lines of String. Stored plans are read for ever, so
// this form never changes.
func (p Plan) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (p *Plan) UnmarshalText(text []byte) error {
	*p = Plan{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(strings.ReplaceAll(line, ",", " , "))
		add, err := ParsePlan(words)
		if err != nil {
			return err
		}
		*p, _ = p.Merge(add)
	}
	return nil
}
