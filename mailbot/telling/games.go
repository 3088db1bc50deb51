package telling

import (
	"slices"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/views"
	"unlurbot/store"
	"unlurbot/store/acts"
	"unlurbot/templates"
)

// tellOfPlay tells what the reader has done in a game: a move, which may also be the answer to a
// question, or the end of it, or a move that is asked back. The closed switch makes it long.
func tellOfPlay(t *Teller, g *store.Game, entry facts.Entry) error {
	show := func(d decision.Decision, passes bool, code string, moves []string) error {
		n, err := t.undoNotice(g, code, moves)
		t.Note(Line{Kind: templates.Show, Game: g, Decision: d, Passes: passes, Notice: n})
		return err
	}
	switch f := entry.Fact.(type) {
	case facts.MovePlayed:
		t.Note(Line{
			Kind: letters.ToldAs(g, f.Seat), Game: g, Decision: decision.Played, Passes: true,
			Notice: templates.Notice{Code: templates.NoticeMoved, Text: f.Move.String(), Number: int(g.Number)},
		})
		err := t.toOpponent(g, letters.ToldAs(g, f.Seat.Other()))
		switch {
		case f.Asked == game.NoSeat || g.State != store.Playing:
		case f.Asked == f.Seat: // who plays on wants nothing back
			t.remark(g, templates.Notice{Code: templates.NoticeUndoDropped})
		default: // to play on is to say no
			t.remark(g, templates.Notice{Code: templates.NoticeUndoDenied})
		}
		return err
	case facts.UndoAsked:
		if err := t.toOpponent(g, templates.Undo); err != nil {
			return err
		}
		t.letterAbout(g).Back.Asks = token.AskUndo
		return show(decision.Noted, true, templates.NoticeUndoSent, f.Moves)
	case facts.UndoDenied:
		if err := t.toOpponent(g, templates.Show); err != nil {
			return err
		}
		t.remark(g, templates.Notice{Code: templates.NoticeUndoDenied, Cell: f.Moves[0]})
		return show(decision.Noted, true, templates.NoticeUndoStands, f.Moves)
	case facts.MoveTakenBack:
		if f.Untold {
			err := show(decision.Played, false, templates.NoticeUndoUntold, f.Moves)
			t.Note(Line{Kind: templates.Turn, Game: g, Decision: decision.Played, Done: entry.By, Passes: true})
			return err
		}
		t.Note(Line{Kind: templates.Moved, Game: g, Decision: decision.Played, Done: entry.By, Passes: true})
		return t.toOpponent(g, templates.Turn)
	case facts.GameCalledOff:
		verb, _, _ := strings.Cut(entry.By, " ")
		t.Note(Line{Kind: templates.Cancelled, Game: g, Decision: decision.Played, Done: verb, Passes: true})
		return t.toOpponent(g, templates.Cancelled)
	case facts.PlayerLeft:
		err := t.toOpponent(g, letters.ToldAs(g, f.Seat.Other()))
		t.remark(g, templates.Notice{Code: templates.NoticeLeft})
		return err
	case facts.GameOver: // told by what has ended it
		return nil
	}
	return errLeft
}

// undoNotice says something to the reader about a move that is, or is not, taken
// back, and the answer to it.
func (t *Teller) undoNotice(g *store.Game, code string, moves []string) (templates.Notice, error) {
	opponent, err := views.Opponent(t.u, g, g.SeatOf(t.reader.ID))
	n := templates.Notice{Code: code, Name: opponent, Cell: moves[0]}
	if len(moves) > 1 {
		n.Text = moves[1]
	}
	return n, err
}

// tellOfTime tells what a clock brings about, or the operator: the player to move is reminded, or
// both players are told of the end of the game, or that it goes on.
func tellOfTime(t *Teller, g *store.Game, entry facts.Entry) error {
	remarks := []templates.Notice(nil)
	switch f := entry.Fact.(type) {
	case facts.ReminderDue:
		p, err := t.u.Seated(g, f.Seat)
		if err != nil {
			return err
		}
		l := letters.Letter{To: p, Kind: templates.Reminder, Game: g}
		if f.SayAway {
			l.Notices = append(l.Notices, templates.Notice{Code: templates.NoticeAwayHelps})
		}
		return t.desk.Send(l)
	case facts.GameCancelled:
	case facts.GameByOperator:
		code := map[acts.Kind]string{acts.End: templates.NoticeDecided, acts.Reopen: templates.NoticeReopened}[f.Act.Kind]
		remarks = append(remarks, templates.Notice{Code: code, Text: safe.Line(f.Act.Reason, len(f.Act.Reason)), Cell: f.Stone})
	case facts.TimeRanOut:
		if f.Spared {
			loser, err := t.u.Seated(g, f.Seat)
			if err != nil {
				return err
			}
			remarks = append(remarks, templates.Notice{Code: templates.NoticeSpared, Name: names.Of(loser)})
		}
	default:
		return errLeft
	}
	for _, seat := range []game.Seat{game.First, game.Second} {
		p, err := t.u.Seated(g, seat)
		if err != nil {
			return err
		}
		l := letters.Letter{To: p, Kind: letters.ToldAs(g, seat), Game: g, Notices: slices.Clone(remarks)}
		if l.Kind == templates.Moved { // the reader has played nothing
			l.Kind = templates.Show
		}
		for i := range l.Notices {
			l.Notices[i].On = seat == g.Course.Winner.Other() // for who has lost
		}
		if err := t.desk.Send(l); err != nil {
			return err
		}
	}
	return nil
}

// toCome stands for what is told when the engine has thought about it: a hint, or an analysis.
var toCome templates.Says = &templates.Shown{}

// sendPuzzle sends a player the puzzle of the week.
func sendPuzzle(t *Teller, f facts.WeeklyPuzzle) error {
	p, err := t.u.Player(f.Player)
	if err != nil {
		return err
	}
	z, err := t.u.Tx.Puzzle(f.Puzzle)
	if err != nil {
		return err
	}
	says, err := views.Puzzle(t.u, p, z, "", false)
	if err != nil {
		return err
	}
	return t.desk.Send(letters.Letter{To: p, Kind: templates.Puzzle, Says: says, Back: letters.Back{Asks: token.AskPuzzle(int(z.Number))}})
}

// tellOfRobots tells of what a robot has done, or is to do, and brings what else the engine has found.
func tellOfRobots(t *Teller, g *store.Game, entry facts.Entry) error {
	switch f := entry.Fact.(type) {
	case facts.RobotPlayed:
		t.Note(Line{
			Kind: letters.ToldAs(g, f.Seat.Other()), Game: g, Decision: decision.Played,
			Notice: templates.Notice{Code: templates.NoticeMoved, Text: f.Move.String(), Number: int(g.Number)},
		})
	case facts.RobotGaveBack:
		t.Note(Line{Kind: templates.Turn, Game: g, Decision: decision.Played, Done: entry.By, Passes: true})
	case facts.HintAsked, facts.AnalysisAsked:
		t.Note(Line{Kind: templates.Show, Game: g, Decision: decision.Answered, Says: toCome})
	case facts.WeeklyPuzzle:
		return sendPuzzle(t, f)
	case facts.HintGiven:
		t.Note(Line{Kind: templates.Show, Game: g, Decision: decision.Answered, Notice: templates.Notice{Code: templates.NoticeHint, Cell: f.Move.String()}})
	default:
		return errLeft
	}
	return nil
}
