package telling

import (
	"fmt"

	"unlurbot/game"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/views"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
	"unlurbot/store/tournament"
	"unlurbot/templates"
)

// tellOfTournaments tells what becomes of a tournament: the sender in the answer, the others at once.
func tellOfTournaments(t *Teller, _ *store.Game, entry facts.Entry) error {
	switch f := entry.Fact.(type) {
	case facts.TournamentJoined:
		if !f.Begins { // then the draw says it
			noteCup(t, templates.Notice{Code: templates.NoticeTournamentJoined, Number: f.Players, Last: f.Of})
		}
	case facts.TournamentLeft:
		if !t.u.Forgets(t.reader) { // who reads that all is erased
			noteCup(t, templates.Notice{Code: templates.NoticeTournamentLeft, Number: int(f.Tournament)})
		}
	case facts.TournamentExit:
		return tellExit(t, f)
	case facts.TournamentDecided:
		c, err := t.u.Tx.Tournament(f.Tournament)
		if err != nil {
			return err
		}
		return tellEntrants(t, c, nil)
	default:
		return errLeft
	}
	return nil
}

func noteCup(t *Teller, n templates.Notice) {
	t.Note(Line{Kind: templates.Noted, Decision: decision.Noted, Notice: n})
}

// tellOfDraw tells all players of a tournament that it begins, and shows each the boards on which the
// player is to move.
func tellOfDraw(t *Teller, _ *store.Game, entry facts.Entry) error {
	f, ok := entry.Fact.(facts.TournamentDrawn)
	if !ok {
		return errLeft
	}
	c, err := t.u.Tx.Tournament(f.Tournament)
	if err != nil {
		return err
	}
	for _, e := range c.Entrants {
		p, err := t.u.Player(store.PlayerID(e.Player))
		if err != nil {
			return err
		}
		begun, err := views.Drawn(t.u, p, c)
		if err != nil {
			return err
		}
		if p == t.reader {
			t.Note(Line{Kind: templates.Drawn, Decision: decision.Started, Says: begun})
		} else if err := t.desk.Send(letters.Letter{To: p, Kind: templates.Drawn, Says: begun}); err != nil {
			return err
		}
	}
	for _, n := range c.Games {
		g, err := t.u.Game(store.GameNumber(n))
		if err != nil {
			return err
		}
		first, err := t.u.Seated(g, game.First)
		if err != nil {
			return err
		}
		if first == t.reader { // who is answered
			t.Note(Line{Kind: templates.Turn, Game: g, Decision: decision.Started})
		} else if err := t.desk.Send(letters.Letter{To: first, Kind: templates.Turn, Game: g}); err != nil {
			return err
		}
	}
	return nil
}

// tellExit tells a player who is out of a tournament, and the others, who see the table as it is now.
func tellExit(t *Teller, f facts.TournamentExit) error {
	c, err := t.u.Tx.Tournament(f.Tournament)
	if err != nil {
		return err
	}
	p, err := t.u.Player(f.Player)
	if err != nil {
		return err
	}
	n := templates.Notice{Code: templates.NoticeTournamentExit, Number: int(f.Tournament), On: !f.Struck}
	own := n
	switch {
	case f.Late:
		n.Fault, own.Fault = "late", "late"
		own.Span.To = f.Until.In(zones.Of(p.Zone))
		if err := t.desk.Send(letters.Letter{To: p, Kind: templates.Noted, Notices: []templates.Notice{own}}); err != nil {
			return err
		}
	case p == t.reader && !t.u.Forgets(p):
		noteCup(t, own)
	}
	n.Name = names.Of(p)
	if c.State == tournament.Decided { // the table that follows says it
		t.remarks = append(t.remarks, n)
		return nil
	}
	return tellEntrants(t, c, []templates.Notice{n})
}

// tellEntrants shows the table of a tournament to all its players but those who are out.
func tellEntrants(t *Teller, c *tournament.Tournament, notices []templates.Notice) error {
	notices = append(notices, t.remarks...)
	t.remarks = nil
	for _, e := range c.Entrants {
		if c.IsOut(e.Player) {
			continue
		}
		p, err := t.u.Player(store.PlayerID(e.Player))
		if err != nil {
			return err
		}
		table, err := views.Tournament(t.u, p, c, t.Terms.Cups)
		if err != nil {
			return err
		}
		l := letters.Letter{To: p, Kind: templates.ATournament, Says: table, Notices: notices}
		if t.reader != nil { // whose mail has ended a game, say, of which the others hear first
			t.Write(l)
		} else if err := t.desk.Send(l); err != nil {
			return err
		}
	}
	return nil
}

// tournamentRefusals are the notices on why somebody can't join a tournament, or leave it.
var tournamentRefusals = map[facts.TournamentRefusal]string{
	facts.NoTournamentsHere: templates.NoticeNoTournaments, facts.NoSuchTournament: templates.NoticeNoSuchTournament,
	facts.TournamentBegun: templates.NoticeTournamentBegun, facts.JoinedAlready: templates.NoticeInTournament,
	facts.LateBefore: templates.NoticeLateBefore, facts.NotInTournament: templates.NoticeNotInTournament,
	facts.UnnamedTournament: templates.NoticeUnnamedTournament,
}

// refusalOfTournament is why the sender can't join a tournament, or leave it.
func refusalOfTournament(t *Teller, _ *store.Game, _ string, why facts.Reason) (templates.Notice, error) {
	no, ok := why.(facts.NoTournament)
	if !ok {
		return templates.Notice{}, errLeft
	}
	n := templates.Notice{Code: tournamentRefusals[no.Why], Number: int(no.Number)}
	switch no.Why {
	case facts.LateBefore:
		n.Span.To = no.Until.In(zones.Of(t.reader.Zone))
	case facts.UnnamedTournament:
		n.Suggest = fmt.Sprintf("%s leave %d", orders.Tournament, no.Number)
	}
	return n, nil
}
