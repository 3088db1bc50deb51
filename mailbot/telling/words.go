package telling

import (
	"cmp"
	"slices"
	"strings"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// MostWords is how many bytes of words one mail takes to the opponent: so many that
// parser.MaxNote characters of nearly every script have room, and so few that no mail
// is cut off for them.
const MostWords = 3 * parser.MaxNote

// keepWords adds words to those that wait. Whoever writes too many is told so.
func (t *Teller) keepWords(g *store.Game, text string) error {
	keys, err := t.desk.Ring()
	words := keys.Without(strings.TrimPrefix(t.words[g.Number]+"\n\n"+text, "\n\n"))
	if len(words) > MostWords {
		words = strings.TrimSpace(strings.ToValidUTF8(words[:MostWords], ""))
		t.Note(Line{Kind: templates.Problem, Game: g, Decision: decision.Said, Notice: templates.Notice{Code: templates.NoticeNoteCut}})
	}
	t.words[g.Number] = words
	return err
}

// PassOn gives what was said, and the note below the commands of a mail, to the
// opponents: with the letter about the move if there is one, else in a letter
// of its own. It tells the sender in either case, and also when the note found
// no way; below a mere question for help or lists it needs none.
func (t *Teller) PassOn(asked orders.Reading) error {
	noted := noteGame(t.lines)
	switch note, planned := noteFor(noted, asked.Note), asked.TellsPlan(); {
	case note == "" || len(t.lines) == 0:
		noted = nil
	case planned != "":
		l := Line{Kind: templates.Problem, Game: cmp.Or(noted, t.lines[0].Game), Decision: t.decision}
		l.Notice = templates.Notice{Code: templates.NoticePlanInWords, Text: safe.Line(planned, 80)}
		t.Note(l)
		noted = nil
	case noted != nil:
		if err := t.keepWords(noted, note); err != nil {
			return err
		}
	case !t.lines[0].isOwnMail():
		t.Note(Line{Kind: templates.Problem, Game: t.lines[0].Game, Decision: t.decision, Notice: templates.Notice{Code: templates.NoticeNoteLost}})
	}
	for _, l := range t.lines {
		if l.Game == nil || t.words[l.Game.Number] == "" {
			continue
		}
		if err := deliverWords(t, l.Game); err != nil {
			return err
		}
		delete(t.words, l.Game.Number)
	}
	if noted != nil && t.passed[noted.Number] != "" {
		for _, line := range asked.Spoken() { // may have been meant as a command
			t.Note(Line{Kind: templates.Said, Game: noted, Decision: t.decision, Notice: templates.Notice{Code: templates.NoticeSpoken, Text: safe.Line(line, 80)}})
		}
	}
	return nil
}

// noteFor gives the words below the commands of a mail, of which a robot reads nothing.
func noteFor(g *store.Game, note string) string {
	if g != nil && g.Robot != nil {
		return ""
	}
	return safe.Text(note)
}

// noteGame gives the game whose opponent gets the note: the first in which something was done.
func noteGame(lines []Line) *store.Game {
	for _, l := range lines {
		if l.Passes || l.Kind == templates.Said {
			return l.Game
		}
	}
	return nil
}

// refusalOfWords gives the notice on why somebody gets no words of the reader's; empty for no reason.
func refusalOfWords(t *Teller, opponent *store.Player) string {
	switch {
	case opponent.Robot > 0:
		return templates.NoticeRobotReadsNone
	case slices.Contains(opponent.Muted, t.reader.ID):
		return templates.NoticeTakesNoWords
	}
	return ""
}

// deliverWords gives the words about a game to the opponent, unless the opponent wants none of the
// reader's.
func deliverWords(t *Teller, g *store.Game) error {
	opponent, err := t.u.Seated(g, g.SeatOf(t.reader.ID).Other())
	if err != nil {
		return err
	}
	n := templates.Notice{Code: templates.NoticeNoteLost}
	letter, words, refused := t.letterAbout(g), t.words[g.Number], refusalOfWords(t, opponent)
	switch {
	case g.State == store.Waiting:
		// An invitation carries words to a player only. And who has challenged an address does
		// not read whether they went anywhere, nor whose it is.
		carried := letter != nil && opponent.Active && refused == ""
		if carried {
			letter.Words = words
		}
		if g.Called != "" {
			n = templates.Notice{Code: templates.NoticeWordsInvited}
		} else if carried {
			n = templates.Notice{Code: templates.NoticeSaid, Name: views.InProse(opponent)}
		}
		t.Note(Line{Kind: templates.Said, Game: g, Decision: decision.Said, Notice: n})
		return nil
	case refused != "":
		t.Note(Line{Kind: templates.Said, Game: g, Decision: decision.Said, Notice: templates.Notice{Code: refused, Name: views.InProse(opponent)}})
		return nil
	case !opponent.Silent && opponent.Forgotten.IsZero():
		n = templates.Notice{Code: templates.NoticeSaid, Name: views.InProse(opponent)}
		t.passed[g.Number] = words
	}
	t.Note(Line{Kind: templates.Said, Game: g, Decision: decision.Said, Notice: n})
	if letter == nil {
		t.Write(letters.Letter{To: opponent, Kind: templates.Message, Game: g, Words: words})
		return nil
	}
	letter.Words = words
	return nil
}
