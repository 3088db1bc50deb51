package game

import "errors"

// A PlanError is a plan with a step that can't be played.
type PlanError struct {
	Line Plan   // the line of play up to that step
	Move string // what can't be played, the reply or the answer
	Why  *Error
}

// Error gives one English sentence without the final stop.
func (e *PlanError) Error() string {
	return "the plan " + e.Line.String() + ": " + e.Move + ": " + e.Why.Error()
}

// Unwrap gives what the rules say.
func (e *PlanError) Unwrap() error { return e.Why }

// Check tries every step of a plan of the seat that is not to move. It fails
// with an *Error for a plan that is over a limit, and with a *PlanError for one
// with a step that can't be played: a reply that the opponent can't make, an
// answer that can't be given, or one where the game is over.
//
// Behind "any" nobody knows where the stones are. Then one reply is tried for
// all: the first that allows the answer, if possible on a cell that the rest of
// the plan does not name.
func (p Plan) Check(now Position) error {
	switch {
	case p.Steps() > MaxPlanSteps:
		return &Error{Code: PlanTooLong}
	case p.Depth() > MaxPlanDepth:
		return &Error{Code: PlanTooDeep}
	}
	if _, fault := p.sift(now); fault != nil {
		return fault
	}
	return nil
}

// Playable gives what of a plan can be played in a position. It is needed
// behind "any", when it is known which reply that was.
func (p Plan) Playable(now Position) Plan {
	for { // with fewer steps, another reply may be tried for "any"
		kept, fault := p.sift(now)
		if fault == nil {
			return kept
		}
		p = kept
	}
}

// sift leaves out the steps that can't be played, with all that stands behind
// them, and gives the first of them.
func (p Plan) sift(now Position) (kept Plan, fault *PlanError) {
	for _, b := range p.Branches {
		whole := b
		then, wrong := p.try(now, b)
		if wrong == nil {
			b.Next, wrong = b.Next.sift(then)
			kept.Branches = append(kept.Branches, b)
			wrong = wrong.behind(whole)
		}
		if fault == nil {
			fault = wrong
		}
	}
	return kept, fault
}

// behind puts a step in front of the line of play of an error.
func (e *PlanError) behind(b Branch) *PlanError {
	if e == nil {
		return nil
	}
	b.Next = e.Line
	return &PlanError{Line: Plan{[]Branch{b}}, Move: e.Move, Why: e.Why}
}

// try gives the position after a reply and the answer to it.
func (p Plan) try(now Position, b Branch) (Position, *PlanError) {
	if b.Any {
		return p.tryAny(now, b)
	}
	refused := func(m Move, err error) (Position, *PlanError) {
		b.Next = Plan{}
		why, _ := errors.AsType[*Error](err)
		return now, &PlanError{Line: Plan{[]Branch{b}}, Move: m.String(), Why: why}
	}
	replied, err := now.afterPlanned(b.If)
	if err != nil {
		return refused(b.If, err)
	}
	answered, err := replied.afterPlanned(b.Then)
	if err != nil {
		return refused(b.Then, err)
	}
	return answered, nil
}

// tryAny does so with the best reply that no other branch names.
func (p Plan) tryAny(now Position, b Branch) (Position, *PlanError) {
	var spare *Position // after a reply that the rest of the plan names
	var fault *PlanError
	for m := range now.Legal() {
		if p.find(Branch{If: m}) >= 0 {
			continue
		}
		then, wrong := p.try(now, Branch{If: m, Then: b.Then})
		switch {
		case wrong != nil && fault == nil:
			fault = wrong
		case wrong == nil && !b.Next.names(m):
			return then, nil
		case wrong == nil && spare == nil:
			spare = &then
		}
	}
	switch {
	case spare != nil:
		return *spare, nil
	case fault == nil: // the other branches name all replies, or there is none
		fault = &PlanError{Why: &Error{Code: NoReply}}
	}
	b.Next = Plan{}
	return now, &PlanError{Line: Plan{[]Branch{b}}, Move: b.Then.String(), Why: fault.Why}
}

// names says whether a move stands anywhere in a plan.
func (p Plan) names(m Move) bool {
	for _, b := range p.Branches {
		if !b.Any && b.If == m || b.Then == m || b.Next.names(m) {
			return true
		}
	}
	return false
}

// afterPlanned is After for moves that can be planned.
func (p *Position) afterPlanned(m Move) (Position, error) {
	if !m.canBePlanned() {
		return *p, &Error{Code: NotAMove, Token: m.String()}
	}
	return p.After(m)
}
