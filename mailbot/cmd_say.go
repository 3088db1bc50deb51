package mailbot

import (
	"slices"
	"strings"

	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// mostWords is how many bytes of words one mail takes to the opponent: so many that
// parser.MaxNote characters of nearly every script have room, and so few that no mail
// is cut off for them.
const mostWords = 3 * parser.MaxNote

// keepWords adds words to those that wait. Whoever writes too many is told so.
func (e *errand) keepWords(g *store.Game, text string) error {
	keys, err := e.desk().Ring()
	words := keys.Without(strings.TrimPrefix(e.words[g.Number]+"\n\n"+text, "\n\n"))
	if len(words) > mostWords {
		words = strings.TrimSpace(strings.ToValidUTF8(words[:mostWords], ""))
		e.note(result{kind: templates.Problem, game: g, decision: Said, notice: templates.Notice{Code: templates.NoticeNoteCut}})
	}
	e.words[g.Number] = words
	return err
}

// passOnWords gives what was said, and the note below the commands, to the
// opponents: with the letter about the move if there is one, else in a letter
// of its own. It tells the sender in either case, and also when the note found
// no way; below a mere question for help or lists it needs none.
func (e *errand) passOnWords() error {
	var noted *store.Game // whose opponent gets the note
	if note := safe.Text(e.asked.Note); note != "" && len(e.results) > 0 {
		g, planned := e.noteGame(), e.asked.TellsPlan()
		switch {
		case planned != "":
			if g == nil {
				g = e.results[0].game
			}
			e.note(result{kind: templates.Problem, game: g, decision: e.decision, notice: templates.Notice{Code: templates.NoticePlanInWords, Text: safe.Line(planned, 80)}})
		case g != nil:
			if err := e.keepWords(g, note); err != nil {
				return err
			}
			noted = g
		case !isOwnMail(e.results[0]):
			e.note(result{kind: templates.Problem, game: e.results[0].game, decision: e.decision, notice: templates.Notice{Code: templates.NoticeNoteLost}})
		}
	}
	for _, r := range e.results {
		if r.game == nil || e.words[r.game.Number] == "" {
			continue
		}
		if err := e.deliverWords(r.game); err != nil {
			return err
		}
		delete(e.words, r.game.Number)
	}
	if noted != nil && e.passed[noted.Number] != "" {
		e.tellSpoken(noted)
	}
	return nil
}

// tellSpoken tells the sender which line of the note may have been meant as a command.
func (e *errand) tellSpoken(g *store.Game) {
	for _, p := range e.asked.Problems {
		if p.Code == parser.CodeSpoken {
			e.note(result{kind: templates.Said, game: g, decision: e.decision, notice: templates.Notice{Code: templates.NoticeSpoken, Text: safe.Line(p.Text, 80)}})
		}
	}
}

// noteGame gives the game that the note belongs to: the first in which
// something was done.
func (e *errand) noteGame() *store.Game {
	for _, r := range e.results {
		if r.passes || r.kind == templates.Said {
			return r.game
		}
	}
	return nil
}

// deliverWords gives the words about a game to the opponent, unless the opponent
// wants none of the sender's.
func (e *errand) deliverWords(g *store.Game) error {
	opponent, err := e.u.Seated(g, g.SeatOf(e.sender.ID).Other())
	if err != nil {
		return err
	}
	if g.State == store.Waiting {
		e.inviteWithWords(g, opponent)
		return nil
	}
	if slices.Contains(opponent.Muted, e.sender.ID) {
		e.note(result{kind: templates.Said, game: g, decision: Said, notice: templates.Notice{Code: templates.NoticeTakesNoWords, Name: names.Of(opponent)}})
		return nil
	}
	notice := templates.Notice{Code: templates.NoticeNoteLost}
	if !opponent.Silent && opponent.Forgotten.IsZero() {
		notice = templates.Notice{Code: templates.NoticeSaid, Name: names.Of(opponent)}
		e.passed[g.Number] = e.words[g.Number]
	}
	e.note(result{kind: templates.Said, game: g, decision: Said, notice: notice})
	if !e.wordsWithLetter(g) {
		e.letters = append(e.letters, letters.Letter{To: opponent, Kind: templates.Message, Game: g, Words: e.words[g.Number]})
	}
	return nil
}

// wordsWithLetter puts the words about a game into the letter about it, if there is one.
func (e *errand) wordsWithLetter(g *store.Game) (found bool) {
	for i := range e.letters {
		if l := &e.letters[i]; l.Game == g {
			l.Words, found = e.words[g.Number], true
		}
	}
	return found
}

// inviteWithWords puts words into the invitation to a player. To anybody else an
// invitation carries none, and who has challenged an address does not read which it was.
func (e *errand) inviteWithWords(g *store.Game, invited *store.Player) {
	carried := invited.Active && !slices.Contains(invited.Muted, e.sender.ID) && e.wordsWithLetter(g)
	notice := templates.Notice{Code: templates.NoticeNoteLost}
	switch {
	case g.Called != "":
		notice = templates.Notice{Code: templates.NoticeWordsInvited}
	case carried:
		notice = templates.Notice{Code: templates.NoticeSaid, Name: names.Of(invited)}
	}
	e.note(result{kind: templates.Said, game: g, decision: Said, notice: notice})
}
