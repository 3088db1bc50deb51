package mailbot

import (
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/page"
	"unlurbot/templates"
)

// A letter is a mail to be written: to whom, what kind, and about what.
type letter struct {
	to      *store.Player // ID 0 is a stranger
	kind    templates.Kind
	game    *store.Game // nil if it is about none
	notices []templates.Notice
	words   string
	answer  bool // to the sender of the mail at hand, so it replies to that mail

	view    *templates.View // for a mail that needs nothing of the rest
	verb    string          // as in result
	nothing bool            // nothing at all was done
	teaches bool            // how to get no more mails of its kind
	since   []templates.PlayedMove
	games   []templates.GameLine
	seeks   []templates.SeekLine
	// moreGames and moreSeeks are how many there was no room for.
	moreGames, moreSeeks int
	topic                *templates.Topic // as in result
	args                 []string
	moment               *moment
	files                []store.File
	picture              *game.Record // of a game that is drawn in the mail
	export               *templates.Exported
	fill                 func(*templates.View) // as in result
	asks                 token.Question
	request              *store.Request // which the answer can confirm, nil for none
	// stranger is the number of an address, an answer from which shows that it is
	// the sender's; 0 for none.
	stranger uint32
	passed   string
	about    []store.GameNumber // of a Digest: the games that it tells of

	turnsDown bool     // it says that there is no room today, beyond the limit that it tells of
	caused    int      // how many mails of the day its causer had before
	remarks   []string // of mails whose place it takes, see takePlace
	instead   []store.Replaced
	tellsTurn bool // one of them told the reader of the turn
}

// send renders a letter and puts the finished mail into the outbox. A player
// who wants no mails gets answers only, and of one who can't be reached all
// other mails are held back. Over a limit a mail leaves later, or never, see
// mayLeave; of one who wants a mail a day, what can wait does.
func (e *errand) send(l letter) error {
	if l.to == unit.Anybody || l.to.Silent && !l.answer || !l.to.Forgotten.IsZero() {
		return nil
	}
	if wait, err := e.waits(l); err != nil {
		return err
	} else if wait {
		return e.keepNews(l)
	}
	old := e.replaces(&l)
	departure, ok, err := e.mayLeave(&l, old)
	if !ok || err != nil {
		e.sent[l.to.Address]++ // so that the ids of the others do not hang on it
		return err
	}
	e.tellName(&l)
	if err := e.proposeZone(&l); err != nil {
		return err
	}
	if old != nil {
		if err := e.takePlace(&l, old); err != nil {
			return err
		}
	}
	m, err := e.write(&l)
	if err != nil {
		return err
	}
	m.Precedence = store.Precedence{Waits: !slices.Contains(tellsOfGames, l.kind), Caused: l.caused}
	m.Delivery = store.Delivery{
		NextTry: departure, Held: !l.to.Unreachable.IsZero() && !l.answer, Passing: e.isForgotten(l.to),
	}
	if l.game != nil {
		if err := e.keepOrder(&l, m); err != nil {
			return err
		}
	}
	if err := e.u.Tx.Enqueue(m); err != nil {
		return err
	}
	return e.notePlace(l, m.ID)
}

// withoutNotices are the kinds of mail that have no room for one.
var withoutNotices = []templates.Kind{
	templates.NewAddress, templates.Digest, templates.Forgotten, templates.Incident, templates.Invite, templates.Message, templates.Unreachable, templates.Operator,
}

// tellName tells a player what others see in the place of the address, in the first
// mail, and in the next one after the name had to be changed.
func (e *errand) tellName(l *letter) {
	if l.view != nil || slices.Contains(withoutNotices, l.kind) {
		return
	}
	if l.to == e.called {
		l.notices = append(l.notices, templates.Notice{Code: templates.NoticeCalled, Name: l.to.Name})
		e.called = nil
	}
	if l.to.Renamed != "" {
		l.notices = append(l.notices, templates.Notice{Code: templates.NoticeRenamed, Name: l.to.Name, Text: l.to.Renamed})
		l.to.Renamed = ""
		e.u.ChangePlayer(l.to)
	}
}

// write makes the mail of a letter.
func (e *errand) write(l *letter) (*store.Outgoing, error) {
	if err := e.attach(l); err != nil {
		return nil, err
	}
	view, err := e.view(*l)
	if err != nil {
		return nil, err
	}
	keys, err := e.keyring()
	if err != nil {
		return nil, err
	}
	sealed := e.sealReply(*l, keys)
	view.Reply, view.RunBy, view.Plays = e.reply(*l, sealed), e.bot.cfg.RunBy, l.to.Active
	e.putIntoWords(view, l.to)
	rendered, err := e.bot.words.Render(e.bot.languageOf(l.to), l.kind, view)
	if err != nil {
		return nil, err
	}
	m := &store.Outgoing{
		Player: l.to.ID, Games: l.about, EnvelopeTo: l.to.Address,
		From:    store.Mailbox{Name: displayName, Addr: e.bot.cfg.Address},
		To:      store.Mailbox{Name: l.to.Name, Addr: l.to.Address},
		Subject: rendered.Subject, Text: rendered.Text, Files: l.files, Picture: l.picture, Date: e.u.Now, Instead: l.instead,
	}
	if l.game != nil {
		m.Game = l.game.Number
	}
	if !l.to.TextOnly {
		m.HTML = page.New(rendered.HTML)
	}
	before := e.address(m, *l, keys, sealed)
	if l.isOutdated(view.Game) {
		if m.Told, err = e.told(l, view.Game.Ply, before); err != nil {
			return nil, err
		}
	}
	m.Header, err = e.header(*l, view, keys)
	return m, err
}

// notePlace notes in a game where in the outbox the mails are that may be taken
// back.
func (e *errand) notePlace(l letter, id uint64) error {
	switch {
	case l.kind == templates.Reminder:
		l.game.Reminder = id
		e.u.ChangeGame(l.game)
	case l.kind == templates.Turn, l.tellsTurn:
		e.noteTurnMail(l.game, l.to, id)
	}
	for _, n := range l.about { // of the mail of the day
		g, err := e.u.Game(n)
		if err != nil {
			return err
		}
		if g.TurnMail == 0 { // none came before
			e.noteTurnMail(g, l.to, id)
		}
	}
	return nil
}

func (e *errand) noteTurnMail(g *store.Game, to *store.Player, id uint64) {
	if g.State == store.Playing && g.Player(g.Course.ToMove) == to.ID {
		g.TurnMail = id
		e.u.ChangeGame(g)
	}
}

// view collects what the letter says.
func (e *errand) view(l letter) (v *templates.View, err error) {
	if l.view != nil {
		return l.view, nil
	}
	language := e.bot.languageOf(l.to)
	v = &templates.View{
		You: nameOfPlayer(l.to), Remarks: l.remarks, Notices: templates.NoticesIn(parser.Words(language), l.notices), Words: l.words, Topic: l.topic,
		Games: l.games, MoreGames: l.moreGames, Seeks: l.seeks, MoreSeeks: l.moreSeeks,
		Verb: l.verb, Address: e.bot.cfg.Address, Nothing: l.nothing, Confirms: l.teaches, Passed: l.passed, Foreign: e.foreign,
		Files: namesOfFiles(l.files), Export: l.export, Picture: pictureView(l),
	}
	if l.fill != nil {
		l.fill(v)
	}
	if l.kind == templates.Help && l.topic == nil {
		v.Topics = orders.Topics(language)
	}
	if l.kind == templates.Confirm {
		v.Asked = asked(l.request, l.to, language)
	}
	if l.kind == templates.Rules && l.game == nil {
		empty, err := game.NewPosition(game.DefaultSize)
		v.Game = &templates.Game{Board: templates.Draw(empty)}
		return v, err
	}
	if l.game == nil {
		return v, nil
	}
	seat := l.game.SeatOf(l.to.ID)
	if seat == game.NoSeat {
		v.Game, err = e.watchedView(l.game, l.to)
		return v, err
	}
	if v.Opponent, err = e.opponentName(l.game, seat); err != nil {
		return nil, err
	}
	if v.Game, err = e.gameView(l.game, seat); err != nil {
		return nil, err
	}
	if l.kind == templates.Show {
		if v.Game.Watchers, err = e.watcherNames(l.game); err != nil {
			return nil, err
		}
	}
	v.Game.Since = l.since
	v.Rating = e.ratingView(l)
	if l.moment != nil {
		l.moment.show(v.Game, seat)
	}
	v.Game.Notes, v.Game.OlderNotes = letterNotes(l, seat)
	v.Game.AtOnce, err = e.atOnce(l.game, l.to)
	return v, err
}
