package views

import (
	"slices"

	"unlurbot/game"
	"unlurbot/game/engine"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/unit"
	"unlurbot/store"
	"unlurbot/templates"
)

// Game shows a game to one of its players.
func Game(u *unit.Unit, g *store.Game, seat game.Seat) (*templates.Game, error) {
	played, err := g.Replay()
	if err != nil {
		return nil, err
	}
	p := played.Position()
	v := seen(g, played)
	v.Seat, v.Color, v.Waiting = seat, p.Color(seat), !club.HasBegun(g)
	v.Terms = templates.Terms{
		Challenger: g.Challenger == seat, Seats: g.Asked.String(), Pace: templates.PaceOf(g.Pace), Rated: g.Rated, Private: g.Private,
		Match: g.Match, Twin: int(g.Twin), After: int(g.After), Wanted: g.Left(), Taken: g.Taken, Offer: int(g.Offer),
		Days: int(g.Lapses.Sub(g.Created).Hours() / 24),
	}
	v.Own = templates.Own{Choices: orders.Choices(g, seat), Example: example(&p), Plan: planSteps(*g.Plan(seat), 0)}
	reader, err := u.Seated(g, seat)
	if err != nil {
		return nil, err
	}
	if v.Time, err = TimeLeft(u, g, reader); err != nil {
		return nil, err
	}
	v.Choices = slices.DeleteFunc(v.Choices, func(verb string) bool {
		cmd, _ := orders.LookUp(verb)
		return cmd.IsBarred(reader, g)
	})
	opponent, err := u.Seated(g, seat.Other())
	if err != nil {
		return nil, err
	}
	if club.HasBegun(g) && (!opponent.Forgotten.IsZero() || u.Forgets(opponent)) {
		v.Choices = slices.DeleteFunc(v.Choices, func(verb string) bool {
			return verb == orders.Challenge || verb == orders.Rematch || verb == orders.Say
		})
	}
	if v.Example == "" {
		v.Choices = slices.DeleteFunc(v.Choices, func(verb string) bool { return verb == orders.Move })
	}
	if v.Score, err = score(u, g, seat); err != nil {
		return nil, err
	}
	if err := setUp(u, g, seat, &v.Own); err != nil {
		return nil, err
	}
	if slices.Contains(v.Choices, orders.Move) {
		v.Board = v.Board.Playable("")
	}
	return v, nil
}

// Unseen says whether the opponent of a robot has not seen several events of their game, and how many before those: an own
// move and the answer to it. A move that was taken back is told for itself.
func Unseen(g *store.Game) (before int, several bool) {
	if g.Robot == nil || len(g.Events) < g.Robot.Told+2 || g.Events[len(g.Events)-1].Move.Kind == game.TakeBack {
		return 0, false
	}
	return g.Robot.Told, true
}

// nextLevel gives the level of the robot to play after a game against one that was won by somebody, or 0.
func nextLevel(g *store.Game) int {
	switch {
	case g.State != store.Finished:
		return 0
	case g.Course.Winner == g.Robot.Seat:
		return g.Robot.Level - 1
	case g.Robot.Level == engine.Levels:
		return 0
	}
	return g.Robot.Level + 1
}

// setUp shows how the player at a seat does in what the club has set the game up for, or against which robot.
func setUp(u *unit.Unit, g *store.Game, seat game.Seat, own *templates.Own) (err error) {
	if g.Robot != nil {
		own.Robot = &templates.Robot{Hints: g.Robot.Hints, Next: nextLevel(g)}
		own.Opens = g.Robot.Told == 0 && len(g.Events) == 1
	}
	if own.Cup, err = cupScore(u, g, seat); err == nil {
		own.Climb, err = climb(u, g, seat)
	}
	return err
}

// score counts the games of a match for the player at a seat of one of them, which is over; nil for
// any other game.
func score(u *unit.Unit, g *store.Game, seat game.Seat) (*templates.Score, error) {
	if g.Twin == 0 || !g.HasResult() {
		return nil, nil
	}
	twin, err := u.Game(g.Twin)
	if err != nil {
		return nil, err
	}
	s := &templates.Score{GoesOn: !twin.HasResult()}
	for _, one := range []*store.Game{g, twin} {
		switch one.Course.Winner {
		case game.NoSeat:
		case one.SeatOf(g.Player(seat)):
			s.Yours++
		default:
			s.Theirs++
		}
	}
	return s, nil
}

// seen shows of a game what everybody sees.
func seen(g *store.Game, played *game.Game) *templates.Game {
	p := played.Position()
	v := &templates.Game{
		Number: int(g.Number), Title: g.Title, Size: g.Size, Board: templates.Draw(p), Course: templates.CourseOf(&p),
	}
	if g.State == store.Cancelled {
		v.Course = v.Cancel(g.CalledOff, g.Voided)
	}
	last := g.Events
	if n := len(last); n > 0 && last[n-1].Move.Kind == game.Reopen { // of which a notice tells; here is what stands
		last = played.Line()
	}
	if n := len(last); n > 0 {
		v.Last = &last[n-1]
	}
	v.Moves = make([]string, 0, p.Ply())
	for _, event := range played.Line()[:p.Ply()] {
		v.Moves = append(v.Moves, event.Move.String())
	}
	if v.LastKind() == orders.Undo {
		v.TakenBack = takenBack(g, played)
	} else if g.UndoAsked != game.NoSeat {
		v.TakenBack = club.ToTakeBack(played, g.UndoAsked)
	}
	return v
}

// takenBack gives the moves that the last event of a game has taken back.
func takenBack(g *store.Game, played *game.Game) []string {
	before, err := game.Replay(g.Size, g.Events[:len(g.Events)-1])
	if err != nil { // can't be: the whole game was replayed
		return nil
	}
	return before.Moves()[len(played.Moves()):]
}

// example gives the free cell nearest to the middle of the board, for "write a
// cell, such as".
func example(p *game.Position) string {
	best, distance := "", 0
	middle := p.Size() - 1
	for m := range p.Legal() {
		if m.Kind != game.PutStone {
			continue
		}
		row, col := int(m.Cell.Row)-middle, int(m.Cell.Col)-middle
		d := max(row, -row, col, -col, row-col, col-row) // steps between cells
		if best == "" || d < distance {
			best, distance = m.String(), d
		}
	}
	return best
}

// Watched shows a game to somebody who does not play in it.
func Watched(u *unit.Unit, g *store.Game, reader *store.Player) (*templates.Game, error) {
	played, err := g.Replay()
	if err != nil {
		return nil, err
	}
	v := seen(g, played)
	if v.Names[0], v.Names[1], err = bothNames(u, g); err != nil {
		return nil, err
	}
	v.Follows = g.ThreadOf(reader.ID) != nil
	v.Time, err = TimeLeft(u, g, reader)
	return v, err
}

// Watchers lists who watches a game.
func Watchers(u *unit.Unit, g *store.Game) (all []string, err error) {
	for _, w := range g.Watchers {
		p, err := u.Player(w.Player)
		if err != nil {
			return nil, err
		}
		all = append(all, names.Of(p))
	}
	return all, nil
}

// planSteps lists a plan for its player's eyes.
func planSteps(p game.Plan, depth int) (steps []templates.PlanStep) {
	for _, b := range p.Branches {
		steps = append(steps, templates.PlanStep{
			Depth: depth, If: b.Reply(), Any: b.Any, Alone: len(p.Branches) == 1, Then: b.Then.String(),
		})
		steps = append(steps, planSteps(b.Next, depth+1)...)
	}
	return steps
}

// Notes gives the last of a player's own notes in a game, so many at most and of so
// many bytes, the oldest first, and how many there are before.
func Notes(g *store.Game, seat game.Seat, most, room int) (notes []templates.Note, older int) {
	own := *g.NotesOf(seat)
	older = len(own)
	for older > max(0, len(own)-most) && len(own[older-1].Text) <= room {
		older--
		room -= len(own[older].Text)
	}
	for _, n := range own[older:] {
		notes = append(notes, templates.Note{Ply: n.Ply, Text: n.Text})
	}
	return notes, older
}
