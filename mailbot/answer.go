package mailbot

import (
	"reflect"
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/orders"
	"unlurbot/store"
	"unlurbot/templates"
)

// tellOpponent makes a letter about a game to the sender's opponent. A letter
// about the same game that was made before, by an earlier command of the mail,
// gives way, and leaves what it had to say beside its main matter: that the challenge
// was accepted, that the sender is away.
func (e *errand) tellOpponent(g *store.Game, k templates.Kind) error {
	opponent, err := e.u.Seated(g, g.SeatOf(e.sender.ID).Other())
	if err != nil {
		return err
	}
	l := letter{to: opponent, kind: k, game: g}
	dropped, notices := e.dropLetters(g)
	if accepted := (templates.Notice{Code: templates.NoticeAccepted}); dropped && e.accepted == g && !hasNotice(notices, accepted) {
		l.notices = append(l.notices, accepted)
	}
	l.notices = append(l.notices, notices...)
	e.letters = append(e.letters, l)
	return nil
}

// dropLetters removes a letter about a game that was made by an earlier command
// of the mail, and says whether there was one, and with which notices.
func (e *errand) dropLetters(g *store.Game) (dropped bool, notices []templates.Notice) {
	e.letters = slices.DeleteFunc(e.letters, func(l letter) bool {
		if l.game == g {
			dropped, notices = true, append(notices, l.notices...)
		}
		return l.game == g
	})
	return dropped, notices
}

// remarkToOpponent adds a notice to the letter about a game that the opponent gets.
func (e *errand) remarkToOpponent(g *store.Game, n templates.Notice) {
	for i := range e.letters {
		if l := &e.letters[i]; l.game == g {
			l.notices = append(l.notices, n)
		}
	}
}

// hasNotice says whether a notice is among others.
func hasNotice(notices []templates.Notice, n templates.Notice) bool {
	return slices.ContainsFunc(notices, func(o templates.Notice) bool { return reflect.DeepEqual(o, n) })
}

// ownMail are the kinds of answer that are a mail of their own whatever else
// was written.
var ownMail = []templates.Kind{
	templates.Preview, templates.History, templates.Export, templates.Games, templates.Seeks,
	templates.Standings, templates.Profile, templates.Results,
	templates.Help, templates.Rules, templates.Unsubscribed, templates.Never, templates.Forget, templates.Forgotten, templates.Watched,
}

// isOwnMail says whether a result is answered in a mail of its own.
func isOwnMail(r result) bool { return r.moment != nil || slices.Contains(ownMail, r.kind) }

// byWeight orders the kinds that share a mail: the heaviest one gives it its
// shape, the others become remarks in it.
var byWeight = []templates.Kind{
	templates.Confirm, templates.Over, templates.Cancelled, templates.Moved, templates.Turn, templates.Started, templates.Stale,
	templates.Declined, templates.Withdrawn, templates.Challenged, templates.Sought, templates.Planned, templates.Refused,
	templates.Named, templates.Noted, templates.Said, templates.Show, templates.Problem,
}

// answer writes to the sender and sends all letters: the opponents' first, so
// that a game's mails leave in the order of its events.
func (e *errand) answer() error {
	for _, l := range e.letters {
		for i := range l.notices {
			l.notices[i].Name = e.sender.Name // which the mail may have changed
		}
		if err := e.send(l); err != nil {
			return err
		}
		e.warnOfSilence(l)
	}
	groups, last := e.inRow(grouped(e.results))
	for i, group := range groups {
		l, err := e.answerTo(group)
		if err != nil {
			return err
		}
		if i == len(groups)-1 && last {
			l.notices = append(l.notices, templates.Notice{Code: templates.NoticePatience})
		}
		if i == 0 && e.silent && !e.sender.Silent && !e.isForgotten(e.sender) {
			l.notices = append(l.notices, templates.Notice{Code: templates.NoticeMailsAgain})
		}
		if unwanted, err := e.isUnwanted(&l, group); unwanted || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		if l.teaches, err = e.teachesConfirmations(&l, group); err != nil {
			return err
		}
		if err := e.send(l); err != nil {
			return err
		}
	}
	if e.putOff { // and nothing was to be answered
		return e.send(letter{to: e.sender, kind: templates.Refused, answer: true})
	}
	return nil
}

// warnOfSilence tells the sender that the opponent gets no mails, and why.
func (e *errand) warnOfSilence(l letter) {
	n := templates.Notice{Name: nameOfPlayer(l.to)}
	switch {
	case l.game != nil && e.isVeiled(l.game), e.isForgotten(e.sender):
		return
	case l.to.Silent && l.to.Active:
		n.Code = templates.NoticeOpponentSilent
	case !l.to.Unreachable.IsZero():
		n.Code, n.On = templates.NoticeOpponentUnreachable, l.game != nil && !l.game.Pace.None()
	default:
		return
	}
	e.note(result{kind: templates.Show, game: l.game, decision: e.decision, notice: n})
}

// grouped parts the results into the mails that answer them: one for each
// game, in which everything that is about no game takes part, and one for
// each thing that is a mail of its own, whatever there is to say of it.
func grouped(results []result) (groups [][]result) {
	var loose []result
	for _, r := range results {
		switch {
		case isOwnMail(r):
			same := func(g []result) bool {
				return g[0].kind == r.kind && g[0].game == r.game && slices.Equal(g[0].args, r.args) && isOwnMail(g[0])
			}
			if i := slices.IndexFunc(groups, same); i >= 0 {
				groups[i] = append(groups[i], r)
			} else {
				groups = append(groups, []result{r})
			}
		case r.game == nil:
			loose = append(loose, r)
		default:
			same := func(g []result) bool { return g[0].game == r.game && !isOwnMail(g[0]) }
			if i := slices.IndexFunc(groups, same); i >= 0 {
				groups[i] = append(groups[i], r)
			} else {
				groups = append(groups, []result{r})
			}
		}
	}
	if len(loose) == 0 {
		return groups
	}
	if i := slices.IndexFunc(groups, func(g []result) bool { return !isOwnMail(g[0]) }); i >= 0 {
		groups[i] = append(groups[i], loose...)
		return groups
	}
	return append(groups, loose)
}

// answerTo makes one mail of a group of results.
func (e *errand) answerTo(group []result) (letter, error) {
	main := slices.MinFunc(group, func(a, b result) int {
		return slices.Index(byWeight, a.kind) - slices.Index(byWeight, b.kind)
	})
	l := letter{to: e.sender, kind: main.kind, verb: main.verb, topic: main.topic, args: main.args, moment: main.moment, fill: main.fill, answer: true, nothing: true}
	l.request = e.openRequest(group)
	for _, r := range group {
		if l.game == nil {
			l.game = r.game
		}
		if l.asks == 0 {
			l.asks = r.asks
		}
		if r.kind != templates.Refused && r.kind != templates.Problem {
			l.nothing = false
		}
		n := r.notice
		switch {
		case r.kind == main.kind && r.game == main.game && tellsItself(r):
			continue
		case n.Code == "" && r.done != "":
			n = templates.Notice{Code: templates.NoticeDone, Text: r.done}
		}
		if n.Code != "" && !hasNotice(l.notices, n) {
			l.notices = append(l.notices, n)
		}
	}
	if l.game != nil {
		l.passed = e.passed[l.game.Number]
	}
	if main.kind == templates.Stale {
		var err error
		if l.since, err = e.since(main.game); err != nil {
			return letter{}, err
		}
	}
	if main.kind == templates.Games {
		var err error
		if l.games, l.moreGames, err = e.gameLines(); err != nil {
			return letter{}, err
		}
		if l.notices, err = e.addWatched(l.notices); err != nil {
			return letter{}, err
		}
	}
	if main.kind == templates.Seeks {
		var err error
		if l.seeks, l.moreSeeks, err = e.seekLines(); err != nil {
			return letter{}, err
		}
	}
	return l, nil
}

// tellsItself says whether the template of a result's kind already says what
// its notice would.
func tellsItself(r result) bool {
	switch r.kind {
	case templates.Refused, templates.Problem, templates.Planned, templates.Unsubscribed, templates.Named, templates.Noted, templates.Said, templates.Show, templates.Watched, templates.Help:
		return false
	}
	return true
}

// gameView shows a game to one of its players.
func (e *errand) gameView(g *store.Game, seat game.Seat) (*templates.Game, error) {
	played, err := g.Replay()
	if err != nil {
		return nil, err
	}
	p := played.Position()
	v := &templates.Game{
		Number: int(g.Number), Title: g.Title, Size: g.Size, Waiting: begun(g) == nil,
		Challenger: g.Challenger == seat, Seat: seat, Seats: g.Asked.String(), Ply: p.Ply(),
		Phase: p.Phase(), ToMove: p.ToMove(), Color: p.Color(seat), Winner: p.Winner(), Reason: p.Reason(),
		InnerFull: !p.InnerCellsLeft(), Board: templates.Draw(p),
		Connection: len(p.Connection()) > 0, Choices: orders.Choices(g, seat), Example: example(&p), Days: int(g.Lapses.Sub(g.Created).Hours() / 24),
		Pace: templates.PaceOf(g.Pace), Rated: g.Rated, Private: g.Private, Cancelled: g.State == store.Cancelled, CalledOff: g.CalledOff, Match: g.Match, Twin: int(g.Twin), After: int(g.After), Wanted: g.Left(), Taken: g.Taken, Offer: int(g.Offer),
		Plan: planSteps(*g.Plan(seat), 0),
	}
	reader, err := e.u.Seated(g, seat)
	if err != nil {
		return nil, err
	}
	if v.Time, err = e.timeLeft(g, reader); err != nil {
		return nil, err
	}
	opponent, err := e.u.Seated(g, seat.Other())
	if err != nil {
		return nil, err
	}
	if begun(g) != nil && (!opponent.Forgotten.IsZero() || e.isForgotten(opponent)) {
		v.Choices = slices.DeleteFunc(v.Choices, func(verb string) bool { return verb == orders.Challenge || verb == orders.Say })
	}
	if v.Example == "" {
		v.Choices = slices.DeleteFunc(v.Choices, func(verb string) bool { return verb == orders.Move })
	}
	if slices.Contains(v.Choices, orders.Move) {
		v.Board = v.Board.Playable("")
	}
	addRecord(v, g, played)
	return v, nil
}

// addRecord adds what was played to the view of a game.
func addRecord(v *templates.Game, g *store.Game, played *game.Game) {
	p := played.Position()
	_, v.Marked = p.Last()
	if n := len(g.Events); n > 0 {
		v.Last = &g.Events[n-1]
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
