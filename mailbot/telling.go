package mailbot

import (
	"slices"
	"strconv"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/safe"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// What comes of the orders of a mail is told in three places: the sender reads it in
// answers, the other player of a game in letters, and whoever watches it in the mail of
// the day. Here each fact finds its way to them, once the order is done that it came of.

// rules are what of the configuration is for the club.
func (b *Bot) rules() club.Rules {
	c := b.cfg
	return club.Rules{
		UndoGrace: c.UndoGrace, Listed: choiceListed, Languages: b.words.Languages(), OpenGames: c.Limits.OpenGames,
		Invitations: c.Limits.Invitations, InvitedBy: c.Limits.InvitedBy, InviteAgain: c.Limits.InviteAgain,
		InvitationTime: c.Limits.InvitationTime, Refused: c.refuses, NameOf: names.Of,
	}
}

// choiceListed is how many games there are where a player has to say which is meant.
const choiceListed = 20

// club gives the session in which the orders of the mail are carried out.
func (e *errand) club() *club.Session {
	if e.session == nil {
		answer := club.Answer{Watching: e.claim.Asked() == token.AskWatch, Turns: e.plies}
		if e.claim.Game() != 0 {
			answer.Game = e.claim.Game()
		}
		e.session = club.New(e.u, e.cause, e.bot.rules(), e.sender, answer)
	}
	return e.session
}

// tell tells all that a step has brought about, unless it has failed.
func (e *errand) tell(log []facts.Entry, err error) error {
	e.mails.Note(log...)
	before := len(e.results)
	for _, entry := range log {
		var g *store.Game
		if number := entry.About(); number != 0 && err == nil {
			g, err = e.u.Game(number)
		}
		if err == nil {
			err = e.tellFact(g, entry)
		}
	}
	if err == nil && len(log) > 0 {
		if _, ok := log[0].Fact.(facts.GameStarted); ok { // the answers of the second game and so on come first
			e.results = slices.Concat(e.results[:before], e.results[before+1:], e.results[before:before+1])
		}
	}
	return err
}

// tellFact tells one fact about a game, or about none.
func (e *errand) tellFact(g *store.Game, entry facts.Entry) error {
	switch f := entry.Fact.(type) {
	case facts.MovePlayed:
		return e.tellMove(g, f)
	case facts.PlanPlayed:
		e.tellPlanned(g)
	case facts.PlanEnded:
		e.tellPlanEnd(g, f)
	case facts.UndoAsked:
		return e.tellUndoAsked(g, f)
	case facts.UndoDenied:
		return e.tellUndoDenied(g, f)
	case facts.MoveTakenBack:
		return e.tellTakenBack(g, entry.By, f)
	case facts.GameCalledOff:
		return e.tellCalledOff(g, entry.By)
	case facts.PlayerLeft:
		err := e.tellOpponent(g, letters.ToldAs(g, f.Seat.Other()))
		e.remarkToOpponent(g, templates.Notice{Code: templates.NoticeLeft})
		return err
	case facts.ReminderDue:
		return e.tellReminder(g, f)
	case facts.TimeRanOut:
		return e.tellTimeOut(g, f)
	case facts.GameCancelled:
		return e.tellBoth(g, templates.Cancelled)
	case facts.GameOver: // told by what has ended it
	case facts.Offered, facts.GameStarted, facts.PlacesLeft:
		return e.tellOffer(g, entry)
	case facts.OfferEnded:
		return e.tellOfferEnded(g, entry.By, f)
	case facts.PlanLine:
		e.tellPlanLine(g, f)
	case facts.PlanKept:
		e.tellPlanKept(g, f)
	case facts.PlanLost:
		e.tellPlanLost(g, f)
	case facts.PlanDropped:
		e.note(result{kind: templates.Planned, game: g, decision: Planned, passes: true, notice: templates.Notice{Code: templates.NoticePlanDropped}})
	case facts.Stale:
		e.note(result{
			kind: templates.Stale, game: g, decision: Stale, says: templates.View{Verb: f.What},
			notice: templates.Notice{Code: templates.NoticeStale, Text: f.What, Number: int(g.Number)},
		})
	case facts.Refused:
		return e.tellRefused(g, entry.By, f.Why)
	default:
		return e.tellOfPeople(g, entry)
	}
	return nil
}

// tellMove tells of a move of the sender, which may also be the answer to a question.
func (e *errand) tellMove(g *store.Game, f facts.MovePlayed) error {
	e.note(result{
		kind: letters.ToldAs(g, f.Seat), stands: true, game: g, decision: Played, passes: true,
		notice: templates.Notice{Code: templates.NoticeMoved, Text: f.Move.String(), Number: int(g.Number)},
	})
	err := e.tellOpponent(g, letters.ToldAs(g, f.Seat.Other()))
	switch {
	case f.Asked == game.NoSeat || g.State != store.Playing:
	case f.Asked == f.Seat: // who plays on wants nothing back
		e.remarkToOpponent(g, templates.Notice{Code: templates.NoticeUndoDropped})
	default: // to play on is to say no
		e.remarkToOpponent(g, templates.Notice{Code: templates.NoticeUndoDenied})
	}
	return err
}

// tellPlanned makes the mails about a move say what has come of it. That a plan was noted
// is no news any more: it was played, or something is said of its end. And to play on is to
// say no to a move that was asked back in the same mail.
func (e *errand) tellPlanned(g *store.Game) {
	seat := g.SeatOf(e.sender.ID)
	for i := range e.results {
		switch r := &e.results[i]; {
		case r.game != g:
		case r.stands:
			r.kind = letters.ToldAs(g, seat)
		case r.notice.Code == templates.NoticePlanned, r.notice.Code == templates.NoticeReplanned:
			r.notice = templates.Notice{}
		case r.notice.Code == templates.NoticeUndoSent:
			r.notice.Code = templates.NoticeUndoDenied
		}
	}
	for i := range e.letters {
		l := &e.letters[i]
		if l.Game == g && l.Kind == templates.Undo {
			l.Kind, l.Back.Asks = templates.Turn, 0
		}
		if l.Game == g && slices.Contains(howItStands, l.Kind) {
			l.Kind = letters.ToldAs(g, seat.Other())
		}
	}
}

// howItStands are the kinds of toldAs.
var howItStands = []templates.Kind{templates.Turn, templates.Moved, templates.Over}

// tellPlanEnd tells what became of a plan to its player, and nobody else.
func (e *errand) tellPlanEnd(g *store.Game, f facts.PlanEnded) {
	n := templates.Notice{Code: templates.NoticePlanCut}
	switch f.How {
	case facts.PlanLeft:
		n = templates.Notice{Code: templates.NoticePlanLeft, Text: f.Move.String()}
	case facts.PlanFailed:
		why := illegalNotice(f.Why)
		n = templates.Notice{Code: templates.NoticePlanFailed, Text: f.Move.String(), Why: &why}
	}
	if f.Seat == g.SeatOf(e.sender.ID) {
		e.note(result{kind: templates.Planned, game: g, decision: Planned, notice: n})
	} else {
		e.remarkToOpponent(g, n)
	}
}

func (e *errand) tellUndoAsked(g *store.Game, f facts.UndoAsked) error {
	if err := e.tellOpponent(g, templates.Undo); err != nil {
		return err
	}
	e.letters[len(e.letters)-1].Back.Asks = token.AskUndo
	n, err := e.undoNotice(g, templates.NoticeUndoSent, f.Moves)
	e.note(result{kind: templates.Show, game: g, decision: Noted, passes: true, notice: n})
	return err
}

func (e *errand) tellUndoDenied(g *store.Game, f facts.UndoDenied) error {
	if err := e.tellOpponent(g, templates.Show); err != nil {
		return err
	}
	e.remarkToOpponent(g, templates.Notice{Code: templates.NoticeUndoDenied, Cell: f.Moves[0]})
	n, err := e.undoNotice(g, templates.NoticeUndoStands, f.Moves)
	e.note(result{kind: templates.Show, game: g, decision: Noted, passes: true, notice: n})
	return err
}

func (e *errand) tellTakenBack(g *store.Game, by string, f facts.MoveTakenBack) error {
	if !f.Untold {
		e.note(result{kind: templates.Moved, game: g, decision: Played, done: by, passes: true})
		return e.tellOpponent(g, templates.Turn)
	}
	n, err := e.undoNotice(g, templates.NoticeUndoUntold, f.Moves)
	e.note(result{kind: templates.Show, game: g, decision: Played, notice: n})
	e.note(result{kind: templates.Turn, game: g, decision: Played, done: by, passes: true})
	return err
}

// undoNotice says something to the sender about a move that is, or is not, taken
// back, and the answer to it.
func (e *errand) undoNotice(g *store.Game, code string, moves []string) (templates.Notice, error) {
	opponent, err := views.Opponent(e.u, g, g.SeatOf(e.sender.ID))
	n := templates.Notice{Code: code, Name: opponent, Cell: moves[0]}
	if len(moves) > 1 {
		n.Text = moves[1]
	}
	return n, err
}

func (e *errand) tellCalledOff(g *store.Game, by string) error {
	verb, _, _ := strings.Cut(by, " ")
	e.note(result{kind: templates.Cancelled, game: g, decision: Played, done: verb, passes: true})
	return e.tellOpponent(g, templates.Cancelled)
}

func (e *errand) tellPlanLine(g *store.Game, f facts.PlanLine) {
	n := templates.Notice{Code: templates.NoticePlanned}
	if f.Replaced != nil {
		n = templates.Notice{Code: templates.NoticeReplanned, Cell: f.Replaced.Reply(), Text: f.Replaced.Then.String()}
	}
	e.note(result{kind: templates.Planned, plans: true, game: g, decision: Answered, passes: true, notice: n})
}

// tellPlanKept lets the lines of a plan count, which were only tried before.
func (e *errand) tellPlanKept(g *store.Game, f facts.PlanKept) {
	if !f.Changed {
		return
	}
	e.decision = decision.Weightier(e.decision, Planned)
	for i := range e.results {
		if r := &e.results[i]; r.plans && r.game == g {
			r.decision = Planned
		}
	}
}

func (e *errand) tellPlanLost(g *store.Game, f facts.PlanLost) {
	e.results = slices.DeleteFunc(e.results, func(r result) bool { return r.plans && r.game == g })
	if f.Told {
		e.note(refuse(g, templates.Notice{Code: templates.NoticePlanNone}))
	}
}

// tellRefused tells the sender why an order is not possible.
func (e *errand) tellRefused(g *store.Game, by string, why facts.Reason) error {
	if undo, ok := why.(facts.NoUndoNow); ok && undo.Why == facts.UndoAskedEnough {
		e.settled = true // that there were enough is told once, whatever the patience
	}
	r, err := e.refusal(g, by, why)
	if err == nil {
		r, err = e.orWelcome(r)
	}
	e.note(r)
	return err
}

// refusal is the result of an order that was refused, as an answer quotes it.
func (e *errand) refusal(g *store.Game, by string, why facts.Reason) (result, error) {
	quoted := safe.Line(by, 80)
	switch why := why.(type) {
	case facts.Plain:
		return e.plainRefusal(g, why), nil
	case facts.NotYours:
		return refuse(g, notYours(why.Number)), nil
	case facts.NotOffered:
		return refuse(g, templates.Notice{Code: templates.NoticeNotNow, Number: int(why.Number)}), nil
	case facts.NoInvitation:
		return e.inviteRefusal(g, why), nil
	case facts.BadTerms:
		return refuse(g, badTerms(why)), nil
	case facts.WhichGame:
		return e.whichGame(by, why)
	case facts.Illegal:
		return refuse(g, illegalNotice(why.Error)), nil
	case facts.NotAPlan:
		return refuse(g, templates.Notice{Code: string(game.NotAPlan), Text: quoted}), nil
	case facts.PlanTwice:
		return refuse(g, templates.Notice{Code: templates.NoticePlanTwice, Cell: why.Reply, Text: quoted}), nil
	case facts.BadPlan:
		return refuse(g, planNotice(why.Err)), nil
	case facts.NoUndoNow:
		n, err := e.undoNotice(g, undoRefusals[why.Why], why.Moves)
		return refuse(g, n), err
	}
	return e.refusalOfPeople(g, why)
}

var undoRefusals = map[facts.UndoRefusal]string{
	facts.UndoAskedAlready: templates.NoticeUndoAsked, facts.UndoAskedByOther: templates.NoticeUndoOfYou,
	facts.UndoAskedTooOften: templates.NoticeUndoOften, facts.UndoAskedEnough: templates.NoticeUndoOften,
}

// plainRefusals are the notices on reasons that need no more than a name.
var plainRefusals = map[facts.Plain]string{
	facts.NoGame: templates.NoticeNoGame, facts.OnlyWatched: templates.NoticeOnlyWatched, facts.NoUndo: templates.NoticeNoUndo,
	facts.NoAbort: templates.NoticeNoAbort, facts.BothMoved: templates.NoticeBothMoved,
	facts.PlanWithoutMove: templates.NoticePlanWithout, facts.PlanOnTurn: templates.NoticePlanOnTurn,
	facts.NothingSaid: templates.NoticeNothingSaid, facts.NothingNoted: templates.NoticeNothingNoted, facts.TooManyNotes: templates.NoticeTooManyNotes,
	facts.AwayPast: templates.NoticeAwayPast, facts.AwayFar: templates.NoticeAwayFar,
	facts.AwayOften: templates.NoticeAwayOften, facts.NotAway: templates.NoticeNotAway, facts.MutesSelf: templates.NoticeMuteSelf,
	facts.NoChallenge: templates.NoticeNoChallenge, facts.NothingOffered: templates.NoticeNothingOffered,
	facts.OwnChallenge: templates.NoticeOwnChallenge, facts.NotChallenger: templates.NoticeNotChallenger,
	facts.NotOver: templates.NoticeNotOver, facts.SeeksAlready: templates.NoticeSeeksAlready,
	facts.TakenAlready: templates.NoticeTakenByYou, facts.TooManyGames: templates.NoticeTooManyGames,
}

func (e *errand) plainRefusal(g *store.Game, why facts.Plain) result {
	switch why {
	case facts.TakenAlready:
		return refuse(g, templates.Notice{Code: plainRefusals[why], Number: int(g.Offer)})
	case facts.TooManyGames:
		return refuse(g, templates.Notice{Code: plainRefusals[why], Number: e.bot.cfg.Limits.OpenGames})
	case facts.NotStarted, facts.NeverStarted, facts.Answered:
		return notBegun(g)
	case facts.NoPlan:
		return refuse(begun(g), templates.Notice{Code: templates.NoticeNoPlan, Number: int(g.Number)})
	case facts.PlanWithoutMove, facts.PlanOnTurn, facts.OwnChallenge, facts.NotChallenger, facts.NotOver, facts.SeeksAlready:
		return refuse(g, templates.Notice{Code: plainRefusals[why], Number: int(g.Number)})
	case facts.TooManyNotes:
		return refuse(g, templates.Notice{Code: plainRefusals[why], Number: club.MostNotes})
	}
	return refuse(g, templates.Notice{Code: plainRefusals[why]})
}

// whichGame asks which of several games is meant.
func (e *errand) whichGame(by string, why facts.WhichGame) (result, error) {
	lines := make([]templates.GameLine, len(why.Fitting))
	for i, n := range why.Fitting {
		g, err := e.u.Game(n)
		if err != nil {
			return result{}, err
		}
		if lines[i], err = views.GameLine(e.u, g, e.sender); err != nil {
			return result{}, err
		}
	}
	return refuse(nil, templates.Notice{
		Code: templates.NoticeWhichGame, Games: lines, Number: why.More, Suggest: by + " #" + strconv.Itoa(int(why.Fitting[0])),
	}), nil
}

// findGame settles which game a command is about; the result says why there is none.
func (e *errand) findGame(c parser.Command, fits club.Fits) (*store.Game, result, error) {
	find := e.club().Find
	if orders.IsMove(c) || c.Verb == orders.If {
		find = e.club().FindPlayed
	}
	g, why, err := find(orders.GameIn(c), fits)
	if g != nil || err != nil {
		return g, result{}, err
	}
	r, err := e.refusal(nil, c.String(), why)
	return nil, r, err
}
