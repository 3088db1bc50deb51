package mailbot

import (
	"reflect"
	"slices"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/letters"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/views"
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
	l := letters.Letter{To: opponent, Kind: k, Game: g}
	dropped, notices := e.dropLetters(g)
	if accepted := (templates.Notice{Code: templates.NoticeAccepted}); dropped && e.accepts(g) && !hasNotice(notices, accepted) {
		l.Notices = append(l.Notices, accepted)
	}
	l.Notices = append(l.Notices, notices...)
	e.letters = append(e.letters, l)
	return nil
}

// accepts says whether a game is the one that the mail has accepted, of several the last.
func (e *errand) accepts(g *store.Game) (last bool) {
	for _, entry := range e.mails.Log {
		if f, ok := entry.Fact.(facts.GameStarted); ok && f.Meant {
			last = f.Game == g.Number
		}
	}
	return last
}

// dropLetters removes a letter about a game that was made by an earlier command
// of the mail, and says whether there was one, and with which notices.
func (e *errand) dropLetters(g *store.Game) (dropped bool, notices []templates.Notice) {
	e.letters = slices.DeleteFunc(e.letters, func(l letters.Letter) bool {
		if l.Game == g {
			dropped, notices = true, append(notices, l.Notices...)
		}
		return l.Game == g
	})
	return dropped, notices
}

// remarkToOpponent adds a notice to the letter about a game that the opponent gets.
func (e *errand) remarkToOpponent(g *store.Game, n templates.Notice) {
	for i := range e.letters {
		if l := &e.letters[i]; l.Game == g {
			l.Notices = append(l.Notices, n)
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
		for i := range l.Notices {
			l.Notices[i].Name = e.sender.Name // which the mail may have changed
		}
		if err := e.desk().Send(l); err != nil {
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
			l.Notices = append(l.Notices, templates.Notice{Code: templates.NoticePatience})
		}
		if i == 0 && e.silent && !e.sender.Silent && !e.u.Forgets(e.sender) {
			l.Notices = append(l.Notices, templates.Notice{Code: templates.NoticeMailsAgain})
		}
		if e.isUnwanted(&l, group) {
			continue
		}
		if l.Says.Confirms, err = e.teachesConfirmations(&l, group); err != nil {
			return err
		}
		if err := e.desk().Send(l); err != nil {
			return err
		}
	}
	if e.desk().OwesPutOff() { // and nothing was to be answered
		return e.desk().Send(letters.Letter{To: e.sender, Kind: templates.Refused, Answer: true})
	}
	return nil
}

// warnOfSilence tells the sender that the opponent gets no mails, and why.
func (e *errand) warnOfSilence(l letters.Letter) {
	n := templates.Notice{Name: names.Of(l.To)}
	switch {
	case l.Game != nil && club.IsVeiled(l.Game, l.Game.SeatOf(e.sender.ID)), e.u.Forgets(e.sender):
		return
	case l.To.Silent && l.To.Active:
		n.Code = templates.NoticeOpponentSilent
	case !l.To.Unreachable.IsZero():
		n.Code, n.On = templates.NoticeOpponentUnreachable, l.Game != nil && !l.Game.Pace.None()
	default:
		return
	}
	e.note(result{kind: templates.Show, game: l.Game, decision: e.decision, notice: n})
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
func (e *errand) answerTo(group []result) (letters.Letter, error) {
	main := slices.MinFunc(group, func(a, b result) int {
		return slices.Index(byWeight, a.kind) - slices.Index(byWeight, b.kind)
	})
	l := letters.Letter{To: e.sender, Kind: main.kind, Moment: main.moment, Says: main.says, Answer: true}
	l.Says.Nothing = true
	l.Back.Request = e.openRequest(group)
	for _, r := range group {
		if l.Game == nil {
			l.Game = r.game
		}
		if l.Back.Asks == 0 {
			l.Back.Asks = r.asks
		}
		if r.kind != templates.Refused && r.kind != templates.Problem {
			l.Says.Nothing = false
		}
		n := r.notice
		switch {
		case r.kind == main.kind && r.game == main.game && tellsItself(r):
			continue
		case n.Code == "" && r.done != "":
			n = templates.Notice{Code: templates.NoticeDone, Text: r.done}
		}
		if n.Code != "" && !hasNotice(l.Notices, n) {
			l.Notices = append(l.Notices, n)
		}
	}
	if l.Game != nil && l.Says.Passed == "" {
		l.Says.Passed = e.passed[l.Game.Number]
	}
	if main.kind == templates.Stale {
		var err error
		if l.Since, err = views.PlayedFrom(e.u, main.game, e.plies[main.game.Number], e.sender); err != nil {
			return letters.Letter{}, err
		}
	}
	if main.kind == templates.Games {
		var err error
		if l.Says.Games, l.Says.MoreGames, err = views.GameLines(e.u, e.sender); err != nil {
			return letters.Letter{}, err
		}
		if l.Notices, err = e.addWatched(l.Notices); err != nil {
			return letters.Letter{}, err
		}
	}
	if main.kind == templates.Seeks {
		var err error
		if l.Says.Seeks, l.Says.MoreSeeks, err = views.SeekLines(e.u, e.sender, e.bot.languageOf(e.sender)); err != nil {
			return letters.Letter{}, err
		}
	}
	return l, e.attach(&l, main.args)
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
