package letters

import (
	"slices"
	"time"

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

// standAlone are the kinds of mail that say nothing but what they are given.
var standAlone = []templates.Kind{templates.NewAddress, templates.Digest, templates.Incident, templates.Operator}

// withoutNotices are the kinds of mail that have no room for one.
var withoutNotices = slices.Concat(standAlone, []templates.Kind{templates.Forgotten, templates.Invite, templates.Message, templates.Unreachable})

// WantsZone says whether a time zone may be proposed to a player: once, to who has set none.
func WantsZone(p *store.Player) bool { return p.Zone == "" && !p.ZoneTold }

// addAsides tells what is told in passing. A player reads what others see in the place of the
// address in the first mail, and in the next one after the name had to be changed; and in an
// answer that says until when somebody has time, that a zone can be set.
func (l *draft) addAsides() error {
	if slices.Contains(withoutNotices, l.Kind) {
		return nil
	}
	if l.To == l.Asides.Called {
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

// write makes the mail of a letter.
func (l *draft) write() (*store.Outgoing, error) {
	if err := l.drawEnd(); err != nil {
		return nil, err
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
	view.Reply, view.RunBy, view.Plays = l.reply(sealed), l.house.RunBy, l.To.Active
	view.Commands = orders.WordsIn(l.LanguageOf(l.To))
	for _, part := range slices.Concat(view.Boards, view.Others) {
		part.Commands = view.Commands
	}
	rendered, err := l.house.Words.Render(l.LanguageOf(l.To), l.Kind, view)
	if err != nil {
		return nil, err
	}
	m := &store.Outgoing{
		Player: l.To.ID, Games: l.about, EnvelopeTo: l.To.Address,
		From:    store.Mailbox{Name: displayName, Addr: l.house.Address},
		To:      store.Mailbox{Name: l.To.Name, Addr: l.To.Address},
		Subject: rendered.Subject, Text: rendered.Text, Files: l.Files, Picture: l.picture, Date: l.u.Now, Instead: l.instead,
	}
	if l.Game != nil {
		m.Game = l.Game.Number
	}
	if !l.To.TextOnly {
		m.HTML = page.New(rendered.HTML)
	}
	before := l.address(m, keys, sealed)
	if l.isOutdated(view.Game) {
		remarks, err := l.sentences()
		if err != nil {
			return nil, err
		}
		m.Told = &store.Told{
			Kind: string(l.Kind), Ply: view.Game.Ply, Remarks: append(l.inherited, remarks...), Words: l.Words, Passed: l.Says.Passed, Before: before,
		}
	}
	m.Header, err = l.header(view, keys)
	return m, err
}

// view collects what the letter says.
func (l *draft) view() (v *templates.View, err error) {
	says := l.Says
	v = &says
	if slices.Contains(standAlone, l.Kind) && l.Game == nil {
		return v, nil
	}
	language := l.LanguageOf(l.To)
	v.You, v.Remarks, v.Notices, v.Words = names.Of(l.To), l.inherited, templates.NoticesIn(parser.Words(language), l.Notices), l.Words
	v.Address, v.Foreign = l.house.Address, l.occasion.Foreign
	for _, f := range l.Files {
		v.Files = append(v.Files, f.Name)
	}
	if l.picture != nil {
		width, height := picture.Size(l.picture.Size)
		v.Picture = &templates.Picture{ID: smtpout.PictureID, Width: width, Height: height}
	}
	if l.Kind == templates.Help && v.Topic == nil {
		v.Topics = orders.Topics(language)
	}
	if l.Kind == templates.Confirm {
		v.Asked = asked(l.Back.Request, l.To, language)
	}
	switch {
	case l.Game != nil:
		return v, l.viewGame(v)
	case l.Kind == templates.Rules:
		empty, err := game.NewPosition(game.DefaultSize)
		v.Game = &templates.Game{Board: templates.Draw(empty)}
		return v, err
	}
	return v, nil
}

const (
	// lastNotes is how many of a player's own notes stand in each mail.
	lastNotes = 3
	// notesRoom is how many bytes of words, notes included, stand in a mail, and
	// historyRoom in the history.
	notesRoom, historyRoom = 8_000, 12_000
)

// viewGame adds how the game stands for the reader.
func (l *draft) viewGame(v *templates.View) (err error) {
	seat := l.Game.SeatOf(l.To.ID)
	if seat == game.NoSeat {
		v.Game, err = views.Watched(l.u, l.Game, l.To)
		return err
	}
	if v.Opponent, err = views.Opponent(l.u, l.Game, seat); err != nil {
		return err
	}
	if v.Game, err = views.Game(l.u, l.Game, seat); err != nil {
		return err
	}
	if l.Kind == templates.Show {
		if v.Game.Watchers, err = views.Watchers(l.u, l.Game); err != nil {
			return err
		}
	}
	v.Game.Since = l.Since
	v.Rating = l.newRating()
	if l.Moment != nil {
		l.Moment.Show(v.Game)
	}
	most, room := lastNotes, notesRoom-len(l.Words)-len(l.Says.Passed)
	switch l.Kind {
	case templates.History:
		most, room = club.MostNotes, historyRoom
	case templates.Digest: // in which other games have notes too
		most, room = 1, notesRoom/10
	}
	v.Game.Notes, v.Game.OlderNotes = views.Notes(l.Game, seat, most, room)
	if before, answered := l.AnsweredByPlans(l.Game); answered {
		v.Game.AtOnce, err = views.PlayedFrom(l.u, l.Game, before, l.To)
	}
	return err
}

// drawEnd has the game drawn that a letter is about, if it has just been won. The pictures
// show who plays, and not when.
func (l *draft) drawEnd() error {
	if l.Kind != templates.Over && l.Kind != templates.Watched || l.Game.State != store.Finished || l.To.TextOnly {
		return nil
	}
	r, err := views.Record(l.u, l.Game)
	if err != nil {
		return err
	}
	l.picture = &game.Record{Number: r.Number, Size: r.Size, Players: r.Players, Events: slices.Clone(r.Events)}
	for i := range l.picture.Events {
		l.picture.Events[i].At = time.Time{}
	}
	return nil
}
