package telling

import (
	"fmt"
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/author"
	"unlurbot/mailbot/club"
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
		return tellJoined(t, f)
	case facts.TournamentOpened: // that the sender has joined it follows
		noteCup(t, templates.Notice{Code: templates.NoticeTournamentOpened, Number: int(f.Tournament)})
	case facts.TournamentLeft:
		if t.u.Forgets(t.reader) { // who reads that all is erased
			return nil
		}
		noteCup(t, leftTournament(f))
	case facts.TournamentExit:
		return tellExit(t, f)
	case facts.TournamentDecided:
		c, err := t.u.Tx.Tournament(f.Tournament)
		if err != nil {
			return err
		}
		return tellEntrants(t, c, idsOf(c.Entrants), nil)
	default:
		return errLeft
	}
	return nil
}

// tellOfOpened tells what becomes of a tournament that somebody has opened, before it begins.
func tellOfOpened(t *Teller, _ *store.Game, entry facts.Entry) error {
	switch f := entry.Fact.(type) {
	case facts.TournamentAsked:
		return askStillThere(t, f)
	case facts.TournamentPutOff:
		c, err := t.u.Tx.Tournament(f.Tournament)
		if err != nil {
			return err
		}
		return tellEach(t, idsOf(c.Entrants), func(p *store.Player) templates.Notice {
			return templates.Notice{Code: templates.NoticeTournamentPutOff, Number: int(c.Number), Span: templates.Span{To: c.Starts.In(zones.Of(p.Zone))}}
		})
	case facts.TournamentCalledOff:
		c, err := t.u.Tx.Tournament(f.Tournament)
		if err != nil {
			return err
		}
		return tellEach(t, idsOf(c.Entrants), func(*store.Player) templates.Notice {
			return templates.Notice{Code: templates.NoticeTournamentOff, Number: int(c.Number), Text: f.Why}
		})
	case facts.TournamentLeftOut:
		return tellEach(t, []uint32{uint32(f.Player)}, func(*store.Player) templates.Notice {
			return templates.Notice{Code: templates.NoticeTournamentLeftOut, Number: int(f.Tournament), Fault: leftOut[f.Why]}
		})
	case facts.TournamentRemoved:
		return tellEach(t, []uint32{uint32(f.Player)}, func(*store.Player) templates.Notice {
			return templates.Notice{Code: templates.NoticeTournamentRemoved, Number: int(f.Tournament), Text: f.Reason}
		})
	}
	return errLeft
}

// leftOut are the faults of notices to those without whom a tournament has begun.
var leftOut = map[facts.LeftOut]string{facts.Lost: "lost", facts.Full: "full"}

// tellEach tells some players of a tournament something, the sender in the answer.
func tellEach(t *Teller, ids []uint32, notice func(*store.Player) templates.Notice) error {
	for _, id := range ids {
		p, err := t.u.Player(store.PlayerID(id))
		if err != nil {
			return err
		}
		if p == t.reader {
			noteCup(t, notice(p))
		} else if err := t.desk.Send(letters.Letter{To: p, Kind: templates.Noted, Notices: []templates.Notice{notice(p)}}); err != nil {
			return err
		}
	}
	return nil
}

// askStillThere asks a player whether to be drawn: "yes" joins once more, and "no" leaves.
func askStillThere(t *Teller, f facts.TournamentAsked) error {
	c, err := t.u.Tx.Tournament(f.Tournament)
	if err != nil {
		return err
	}
	p, err := t.u.Player(f.Player)
	if err != nil {
		return err
	}
	about := func(entry string) []store.Requested {
		return []store.Requested{{Verb: orders.Tournament, Args: []string{entry, fmt.Sprint(c.Number)}}}
	}
	r := &store.Request{Player: p.ID, Made: t.u.Now, Commands: about("join"), Refusal: about("leave")}
	if err := t.u.AddRequest(r, author.RequestRest); err != nil {
		return err
	}
	says, err := views.StillIn(t.u, p, c)
	if err != nil {
		return err
	}
	return t.desk.Send(letters.Letter{To: p, Kind: templates.StillThere, Says: says, Back: letters.Back{Request: r}})
}

func idsOf(entrants []tournament.Entrant) (ids []uint32) {
	for _, e := range entrants {
		ids = append(ids, e.Player)
	}
	return ids
}

func noteCup(t *Teller, n templates.Notice) {
	t.Note(Line{Kind: templates.Noted, Decision: decision.Noted, Notice: n})
}

func leftTournament(f facts.TournamentLeft) templates.Notice {
	n := templates.Notice{Code: templates.NoticeTournamentLeft, Number: int(f.Tournament)}
	if f.Opened {
		n.Last = n.Number
	}
	return n
}

// aboutTournament makes a notice about a tournament; of one that is no small cup it says so.
func aboutTournament(t *Teller, code string, number tournament.Number) (templates.Notice, error) {
	n := templates.Notice{Code: code, Number: int(number)}
	c, err := t.u.Tx.Tournament(number)
	if err == nil && c.Opened {
		n.Last = n.Number
	}
	return n, err
}

// tellJoined tells the sender how many have joined so far, unless it begins now, which the draw says.
func tellJoined(t *Teller, f facts.TournamentJoined) error {
	if f.Begins {
		return nil
	}
	c, err := t.u.Tx.Tournament(f.Tournament)
	if err != nil {
		return err
	}
	if !c.Opened {
		noteCup(t, templates.Notice{Code: templates.NoticeTournamentJoined, Number: f.Players, Last: f.Of})
		return nil
	}
	n := templates.Notice{Code: templates.NoticeOpenJoined, Number: int(f.Tournament), Last: f.Players, Size: f.Of, On: f.Again}
	if !c.Starts.IsZero() {
		n.Span.To = c.Starts.In(zones.Of(t.reader.Zone))
	}
	noteCup(t, n)
	return nil
}

// tellOfDraw tells all players of a round of a tournament that it begins, and shows each the boards on which the
// player is to move. Those who don't go on see the tables.
func tellOfDraw(t *Teller, _ *store.Game, entry facts.Entry) error {
	f, ok := entry.Fact.(facts.TournamentDrawn)
	if !ok {
		return errLeft
	}
	c, err := t.u.Tx.Tournament(f.Tournament)
	if err != nil {
		return err
	}
	drawn, boards := inGroups(c.InRound(c.Round()))
	if len(boards) == 0 { // who is left has won, and who is out of the race is told by the end
		return nil
	}
	for _, e := range c.Entrants { // in the order in which they have joined
		if !slices.Contains(drawn, e.Player) {
			continue
		}
		p, err := t.u.Player(store.PlayerID(e.Player))
		if err != nil {
			return err
		}
		begun, err := views.Drawn(t.u, p, c)
		if err != nil {
			return err
		}
		if err := sendOrNote(t, p, letters.Letter{Kind: templates.Drawn, Says: begun}); err != nil {
			return err
		}
	}
	if err := showBoards(t, boards); err != nil {
		return err
	}
	rest, _ := inGroups(c.InRound(c.Round() - 1))
	return tellEntrants(t, c, slices.DeleteFunc(rest, func(id uint32) bool { return slices.Contains(drawn, id) }), nil)
}

// inGroups gives the players and the games of some groups.
func inGroups(groups []*tournament.Group) (players, games []uint32) {
	for _, g := range groups {
		players, games = append(players, g.Players...), append(games, g.Games...)
	}
	return players, games
}

// showBoards shows the boards of some games that have begun to those who move first.
func showBoards(t *Teller, games []uint32) error {
	for _, n := range games {
		g, err := t.u.Game(store.GameNumber(n))
		if err != nil {
			return err
		}
		first, err := t.u.Seated(g, game.First)
		if err != nil {
			return err
		}
		if err := sendOrNote(t, first, letters.Letter{Kind: templates.Turn, Game: g}); err != nil {
			return err
		}
	}
	return nil
}

// sendOrNote tells a player of something that has begun; the sender, who is answered, in the answer.
func sendOrNote(t *Teller, p *store.Player, l letters.Letter) error {
	if p == t.reader {
		t.Note(Line{Kind: l.Kind, Game: l.Game, Decision: decision.Started, Says: l.Says})
		return nil
	}
	l.To = p
	if t.reader != nil { // whose mail has filled the tournament: the others hear first what came of it in their games
		t.Write(l)
		return nil
	}
	return t.desk.Send(l)
}

// tellExit tells a player who is out of a tournament, and the others of the group, who see the table as it is now.
func tellExit(t *Teller, f facts.TournamentExit) error {
	c, err := t.u.Tx.Tournament(f.Tournament)
	if err != nil {
		return err
	}
	p, err := t.u.Player(f.Player)
	if err != nil {
		return err
	}
	n, err := aboutTournament(t, templates.NoticeTournamentExit, f.Tournament)
	if err != nil {
		return err
	}
	n.On = !f.Struck
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
	group := c.GroupOf(uint32(f.Player))
	if c.State == tournament.Decided || group.Closed { // the table that follows says it
		t.remarks = append(t.remarks, n)
		return nil
	}
	return tellEntrants(t, c, group.Players, []templates.Notice{n})
}

// tellEntrants shows the tables of a tournament to some of its players, but to those who are out.
func tellEntrants(t *Teller, c *tournament.Tournament, ids []uint32, notices []templates.Notice) error {
	notices = append(notices, t.remarks...)
	t.remarks = nil
	for _, id := range ids {
		if c.IsOut(id) {
			continue
		}
		p, err := t.u.Player(store.PlayerID(id))
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
	facts.UnnamedTournament: templates.NoticeUnnamedTournament, facts.UnnamedOpen: templates.NoticeUnnamedOpen,
	facts.UnnamedToLeave: templates.NoticeUnnamedToLeave, facts.OpenedAlready: templates.NoticeOpenedAlready, facts.NotTrusted: templates.NoticeNotTrusted,
}

// refusalOfTournament is why the sender can't join a tournament, or leave it.
func refusalOfTournament(t *Teller, _ *store.Game, _ string, why facts.Reason) (templates.Notice, error) {
	no, ok := why.(facts.NoTournament)
	if !ok {
		return templates.Notice{}, errLeft
	}
	code := tournamentRefusals[no.Why]
	n := templates.Notice{Code: code, Number: int(no.Number)}
	switch no.Why {
	case facts.LateBefore:
		n.Span.To = no.Until.In(zones.Of(t.reader.Zone))
	case facts.TournamentBegun, facts.JoinedAlready:
		return aboutTournament(t, code, no.Number)
	case facts.UnnamedTournament:
		n, err := aboutTournament(t, code, no.Number)
		n.Suggest = fmt.Sprintf("%s leave %d", orders.Tournament, no.Number)
		return n, err
	case facts.UnnamedToLeave:
		n.Suggest = fmt.Sprintf("%s leave %d", orders.Tournament, no.Number)
	case facts.UnnamedOpen:
		n.Suggest = fmt.Sprintf("%s join %d", orders.Tournament, no.Number)
	case facts.NotTrusted:
		n.Number, n.Last = club.TrustedGames, int(club.TrustedFor.Hours()/24)
	}
	return n, nil
}
