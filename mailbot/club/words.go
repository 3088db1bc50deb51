package club

import (
	"unlurbot/mailbot/facts"
	"unlurbot/store"
)

// MostNotes is how many notes a player can have in one game. What is more is refused: no
// older note is worth less than a new one.
const MostNotes = 50

// NoteDown writes something down for the player, with the place in the game to which it
// belongs.
type NoteDown struct {
	About
	Words string
}

func (o NoteDown) do(s *Session) error {
	g, err := s.withBoard(o.Game)
	if err != nil {
		return err
	}
	notes := g.NotesOf(g.SeatOf(s.me.ID))
	if len(*notes) >= MostNotes {
		return refuse(g, facts.TooManyNotes)
	}
	*notes = append(*notes, store.Note{Ply: g.Course.Ply, Text: o.Words})
	s.ChangeGame(g)
	s.note(facts.NoteKept{Game: g.Number})
	return nil
}

// Say has words for the opponent. They travel once all orders are carried out, with what
// these have brought about.
type Say struct {
	About
	Words string
}

func (o Say) do(s *Session) error {
	g, err := s.withBoard(o.Game)
	if err != nil {
		return err
	}
	s.note(facts.Said{Game: g.Number, Words: o.Words})
	return nil
}
