package letters

import (
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/picture"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/views"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/page"
	"unlurbot/templates"
)

// displayName is how the bot calls itself in From.
const displayName = "Unlur"

// withoutNotices are the kinds of mail that have no room for one.
var withoutNotices = []templates.Kind{
	templates.NewAddress, templates.Digest, templates.Incident, templates.Operator, templates.Ordered, templates.Forgotten, templates.Invite,
	templates.Message, templates.Unreachable, templates.Announced,
}

// WantsZone says whether a time zone may be proposed to a player: once, to who has set none.
func WantsZone(p *store.Player) bool { return p.Zone == "" && !p.ZoneTold }

// addAsides tells what is told in passing. A player reads what others see in the place of the
// address in the first mail, and in the next one after the name had to be changed; and in an
// answer that says until when somebody has time, that a zone can be set.
func (l *draft) addAsides() error {
	if slices.Contains(withoutNotices, l.Kind) {
		return nil
	}
	if l.To == l.Asides.Called && l.Kind != templates.Never { // of whom nobody will see anything
		l.Notices = append(l.Notices, templates.Notice{Code: templates.NoticeCalled, Name: l.To.Name})
		l.Asides.Called = nil
	}
	if l.To.Renamed != "" {
		l.Notices = append(l.Notices, templates.Notice{Code: templates.NoticeRenamed, Name: l.To.Name, Text: l.To.Renamed})
		l.To.Renamed = ""
		l.u.ChangePlayer(l.To)
	}
	tellsTime := []templates.Kind{templates.Started, templates.Turn, templates.Moved}
	if l.Asides.Zone == "" || !l.Answer || l.Game == nil || !slices.Contains(tellsTime, l.Kind) || !WantsZone(l.To) {
		return nil
	}
	if told, err := views.TimeLeft(l.u, l.Game, l.To); told == nil || err != nil {
		return err
	}
	l.Notices = append(l.Notices, templates.Notice{
		Code: templates.NoticeZoneProposed, Text: l.Asides.Offset, Suggest: orders.Set + " zone " + l.Asides.Zone,
	})
	l.To.ZoneSeen, l.To.ZoneTold = "", true
	l.u.ChangePlayer(l.To)
	return nil
}

// isPictured says whether the mail shows the end of a game as a picture.
func (l *draft) isPictured() bool {
	ended := l.Game != nil && l.Game.State == store.Finished && l.Moment == nil
	return ended && (l.Kind == templates.Over || l.Kind == templates.Watched) && !l.To.TextOnly
}

// write makes the mail of a letter.
func (l *draft) write() (*store.Outgoing, error) {
	if l.isPictured() {
		var err error
		if l.picture, err = views.Drawing(l.u, l.Game); err != nil {
			return nil, err
		}
	}
	view, err := l.view()
	if err != nil {
		return nil, err
	}
	keys, err := l.Ring()
	if err != nil {
		return nil, err
	}
	sealed := noToken
	if t := l.replyToken(); t.Purpose != 0 {
		sealed = keys.Seal(t)
	}
	view.Envelope.Reply = l.reply(sealed)
	var html page.Page
	pack := func(written []byte) { html = page.New(written) }
	if l.To.TextOnly {
		pack = nil
	}
	subject, text, err := l.config.Words.Write(l.LanguageOf(l.To), l.Kind, view, pack)
	if err != nil {
		return nil, err
	}
	m := &store.Outgoing{
		Player: l.To.ID, Games: l.about, EnvelopeTo: l.To.Address,
		From:         store.Mailbox{Name: displayName, Addr: l.config.Address},
		To:           store.Mailbox{Name: l.To.Name, Addr: l.To.Address},
		Announcement: l.Kind == templates.Announced, Subject: subject, Text: text, HTML: html, Files: l.Files, Picture: l.picture, Date: l.u.Now, Instead: l.instead,
	}
	if l.Game != nil {
		m.Game = l.Game.Number
	}
	before := l.address(m, keys, sealed)
	if l.isOutdated(view.Game) {
		remarks, err := l.sentences()
		if err != nil {
			return nil, err
		}
		m.Told = &store.Told{
			Kind: string(l.Kind), Ply: view.Game.Ply, Remarks: append(l.inherited, remarks...), Words: l.Words, Passed: l.Passed, Before: before,
		}
	}
	m.Header, err = l.header(view, keys)
	return m, err
}

// view collects what the letter says, but for what an answer to it carries.
func (l *draft) view() (*templates.View, error) {
	v, err := l.viewGame()
	if err != nil {
		return nil, err
	}
	v.Says, v.Envelope = l.Says, templates.Envelope{Address: l.config.Address, RunBy: l.config.RunBy, Robots: l.config.Robots, Plays: l.To.Active}
	for _, f := range l.Files {
		v.Envelope.Files = append(v.Envelope.Files, f.Name)
	}
	if l.picture != nil {
		width, height := picture.Size(l.picture.Size)
		v.Envelope.Picture = &templates.Picture{ID: smtpout.PictureID, Width: width, Height: height}
	}
	language := l.LanguageOf(l.To)
	v.Commands = orders.WordsIn(language)
	switch l.Kind {
	case templates.Help:
		if v.Says == nil {
			v.Says = &templates.Manual{Groups: orders.Topics(language, l.config.Ladder, l.config.Robots)}
		}
	case templates.Confirm:
		question := templates.Question{Asked: views.Asked(l.Back.Request, l.To, language), Foreign: l.Occasion.Claim.Foreign()}
		if q, ok := l.Says.(*templates.Question); ok {
			question.Wish = q.Wish
		}
		v.Says = &question
	case templates.Over:
		if made := l.newRatings(); made != nil {
			v.Says = made
		}
	case templates.Preview:
		v.Says = l.Moment.Tried(v.Game.Seat)
	case templates.Show:
		shown := &templates.Shown{}
		if l.Moment != nil {
			shown.Moment = l.Moment.Reached()
		}
		shown.Watchers, err = views.Watchers(l.u, l.Game)
		v.Says = shown
	case templates.Rules, templates.Lesson:
		if v.Game == nil {
			v.Game, err = views.Learning(l.Back.Asks.Lesson())
		}
	}
	return v, err
}

const (
	// lastNotes is how many of a player's own notes stand in each mail.
	lastNotes = 3
	// notesRoom is how many bytes of words, notes included, stand in a mail, and
	// historyRoom in the history.
	notesRoom, historyRoom = 8_000, 12_000
)

// viewGame collects what mails of several kinds say, of a game or of none.
func (l *draft) viewGame() (v *templates.View, err error) {
	v = &templates.View{
		You: names.Of(l.To), Remarks: l.inherited, Notices: templates.NoticesIn(parser.Words(l.LanguageOf(l.To)), l.Notices),
		Words: l.Words, Passed: l.Passed,
	}
	if v.Newcomer, err = views.IsNewcomer(l.u, l.To, l.Game); err != nil {
		return nil, err
	}
	if l.Game == nil {
		v.Game = templates.BoardOf(l.Says)
		return v, nil
	}
	seat := l.Game.SeatOf(l.To.ID)
	if seat == game.NoSeat {
		if v.Game, err = views.Watched(l.u, l.Game, l.To); err == nil && l.Moment != nil {
			l.Moment.Show(v.Game)
		}
		return v, err
	}
	if v.Opponent, err = views.Opponent(l.u, l.Game, seat); err != nil {
		return v, err
	}
	if v.Game, err = views.Game(l.u, l.Game, seat); err != nil {
		return v, err
	}
	if l.Moment != nil {
		l.Moment.Show(v.Game)
	}
	most, room := lastNotes, notesRoom-len(l.Words)-len(l.Passed)
	switch l.Kind {
	case templates.History:
		most, room = club.MostNotes, historyRoom
	case templates.Digest: // in which other games have notes too
		most, room = 1, notesRoom/10
	}
	v.Game.Notes, v.Game.OlderNotes = views.Notes(l.Game, seat, most, room)
	before, several := l.AnsweredByPlans(l.Game)
	if !several {
		before, several = views.Unseen(l.Game)
	}
	if several {
		v.Game.AtOnce, err = views.PlayedFrom(l.u, l.Game, before, l.To)
	}
	return v, err
}
