package mailbot

import (
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// noteDown writes something down for the sender, with the place in the game to which
// it belongs.
func noteDown(e *errand, c parser.Command) (result, error) {
	text := safe.Text(c.Args[0])
	if text == "" { // of characters that nobody sees
		return refuse(nil, templates.Notice{Code: templates.NoticeNothingNoted}), nil
	}
	g, r, err := e.findGame(c, club.WhilePlaying)
	if g == nil || err != nil {
		return r, err
	}
	if !club.HasBegun(g) {
		return notBegun(g), nil
	}
	notes := g.NotesOf(g.SeatOf(e.sender.ID))
	if len(*notes) >= club.MostNotes {
		return refuse(g, templates.Notice{Code: templates.NoticeTooManyNotes, Number: club.MostNotes}), nil
	}
	*notes = append(*notes, store.Note{Ply: g.Course.Ply, Text: text})
	e.u.ChangeGame(g)
	return result{kind: templates.Show, game: g, decision: Noted, notice: templates.Notice{Code: templates.NoticeNoteKept}}, nil
}
