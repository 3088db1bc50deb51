package mailbot

import (
	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

const (
	// mostNotes is how many notes a player can have in one game. What is more is
	// refused: no older note is worth less than a new one.
	mostNotes = 50
	// lastNotes is how many of them stand in each mail.
	lastNotes = 3
	// notesRoom is how many bytes of words, notes included, stand in a mail, and
	// historyRoom in the history.
	notesRoom, historyRoom = 8_000, 12_000
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
	if begun(g) == nil {
		return notBegun(g), nil
	}
	notes := g.NotesOf(g.SeatOf(e.sender.ID))
	if len(*notes) >= mostNotes {
		return refuse(g, templates.Notice{Code: templates.NoticeTooManyNotes, Number: mostNotes}), nil
	}
	*notes = append(*notes, store.Note{Ply: g.Course.Ply, Text: text})
	e.u.ChangeGame(g)
	return result{kind: templates.Show, game: g, decision: Noted, notice: templates.Notice{Code: templates.NoticeNoteKept}}, nil
}

// notesFor gives the last of a player's own notes in a game, so many at most and of so
// many bytes, the oldest first, and how many there are before.
func notesFor(g *store.Game, seat game.Seat, most, room int) (notes []templates.Note, older int) {
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

// letterNotes gives the notes that stand in a letter to who sits at a seat.
func letterNotes(l letter, seat game.Seat) (notes []templates.Note, older int) {
	switch l.kind {
	case templates.History:
		return notesFor(l.game, seat, mostNotes, historyRoom)
	case templates.Digest: // in which other games have notes too
		return notesFor(l.game, seat, 1, notesRoom/10)
	}
	return notesFor(l.game, seat, lastNotes, notesRoom-len(l.words)-len(l.passed))
}
