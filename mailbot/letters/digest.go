package letters

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/unit"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
	"unlurbot/templates"
)

// Whoever wants one mail a day gets in it, each morning, all boards on which it is
// their turn, and what else has happened, with all words. What waits for it are
// words and remarks, and that something has happened in a game; how the game stands
// is looked up when the mail is made. Without news there is no mail.

// canWait are the kinds that go into the mail of the day. Answers, questions,
// invitations and reminders leave at once.
var canWait = []templates.Kind{
	templates.Turn, templates.Moved, templates.Message, templates.Started, templates.Over, templates.Cancelled, templates.Watched,
	templates.Declined, templates.Withdrawn, templates.Lapsed,
}

const (
	// digestHour is when the mail of the day leaves, in the zone of its reader.
	digestHour = 8
	// digestRoom is how much time there must be to move after that mail: a turn with
	// less is told at once.
	digestRoom = 24 * time.Hour
)

// waits says whether a letter can wait for the mail of the day.
func (l *draft) waits() (bool, error) {
	if !l.To.Daily || l.Answer || l.Game == nil || !slices.Contains(canWait, l.Kind) {
		return false, nil
	}
	g := l.Game
	if g.State != store.Playing || g.Pace.None() || g.Course.ToMove != g.SeatOf(l.To.ID) {
		return true, nil
	}
	cal, err := clocks.CalendarToMove(l.u, g)
	if err != nil {
		return false, err
	}
	return g.Clock.Deadline(g.Pace, g.Course.ToMove, cal).Sub(nextMorning(l.u.Now, l.To)) >= digestRoom, nil
}

// nextMorning is when the next mail of the day to a player leaves.
func nextMorning(now time.Time, p *store.Player) time.Time {
	here := now.In(zones.Of(p.Zone))
	at := time.Date(here.Year(), here.Month(), here.Day(), digestHour, 0, 0, 0, here.Location())
	if !at.After(now) {
		at = time.Date(here.Year(), here.Month(), here.Day()+1, digestHour, 0, 0, 0, here.Location())
	}
	return at.UTC()
}

// keepNews keeps what a letter tells beside the state of the game.
func (l *draft) keepNews() error {
	n := &store.News{Game: l.Game.Number, Kind: string(l.Kind), Words: l.Words}
	var err error
	if n.Remarks, err = l.sentences(); err != nil {
		return err
	}
	if rating := l.newRating(); rating != nil {
		remark, err := l.config.Words.Say(l.LanguageOf(l.To), "rating", rating)
		if err != nil {
			return err
		}
		n.Remarks = append(n.Remarks, remark)
	}
	if err := l.u.Tx.AddNews(l.To.ID, n); err != nil {
		return err
	}
	if !slices.Contains(l.kept, l.To) {
		l.kept = append(l.kept, l.To)
	}
	return l.awaitDigest(l.To)
}

// awaitDigest notes when the next mail of the day is due, if it is not yet.
func (d *Desk) awaitDigest(p *store.Player) error {
	if !p.Digest.IsZero() {
		return nil
	}
	p.Digest = nextMorning(d.u.Now, p)
	d.u.ChangePlayer(p)
	return d.u.Tx.WakeAt(store.WakeUp{At: p.Digest, Kind: store.WakeDigest, Number: uint32(p.ID)})
}

// AwaitOldNews notes that mail for somebody for whom something waits from before no
// mails were wanted.
func (d *Desk) AwaitOldNews(p *store.Player) error {
	news, err := d.u.Tx.NewsFor(p.ID)
	if len(news) == 0 || err != nil {
		return err
	}
	return d.awaitDigest(p)
}

// Digest sends a player the mail of the day when it is due, unless the player wants no mails
// at all.
func (d *Desk) Digest(p *store.Player) error {
	if p.Digest.IsZero() || d.Occasion.Due.Before(p.Digest) {
		return nil
	}
	if p.Silent { // what waits comes after the player has written again
		p.Digest = time.Time{}
		d.u.ChangePlayer(p)
		return nil
	}
	return d.SendDigest(p)
}

// SendDigest sends a player all that waits, if there is anything still to tell.
func (d *Desk) SendDigest(p *store.Player) error {
	p.Digest = time.Time{}
	d.u.ChangePlayer(p)
	news, err := d.u.Tx.NewsFor(p.ID)
	if len(news) == 0 || err != nil {
		return err
	}
	if err := d.u.Tx.DropNews(p.ID); err != nil {
		return err
	}
	games, first := newsByGame(news), true
	var mails [][]*gameNews // one mail can bring more words to many games than another one can tell
	room := 0
	for _, of := range games {
		size := of.size()
		if len(mails) == 0 || size > room {
			mails, room = append(mails, nil), mostNews
		}
		last := len(mails) - 1
		mails[last] = append(mails[last], of)
		room -= size
	}
	for _, told := range mails {
		// A board without news is in the first mail of several.
		elsewhere := func(n store.GameNumber) bool { return newsOf(told, n) < 0 && (!first || newsOf(games, n) >= 0) }
		day, about, err := d.newsOfDay(p, told, elsewhere)
		if err != nil {
			return err
		}
		if len(about) == 0 {
			continue
		}
		l := &draft{Desk: d, Letter: Letter{To: p, Kind: templates.Digest, Says: day}, about: about}
		if err := d.send(l); err != nil {
			return err
		}
		first = false
	}
	return nil
}

// sendBeforeForgetting sends at once what waits for others about the games of a
// player who is to be forgotten, for it is not to be kept.
func (d *Desk) sendBeforeForgetting() error {
	for _, gone := range d.u.Forgotten() {
		readers, err := d.u.Tx.ReadersOf(gone.ID)
		if err != nil {
			return err
		}
		for _, id := range readers {
			reader, err := d.u.Player(id)
			if err != nil {
				return err
			}
			if d.u.Forgets(reader) {
				continue
			}
			if err := d.SendDigest(reader); err != nil {
				return err
			}
		}
	}
	return nil
}

// A gameNews is all that waits for a player about one game.
type gameNews struct {
	game    store.GameNumber
	words   string
	remarks []string
	turns   bool // nothing else has happened than turns that began
}

// newsByGame puts together what is about one game, in the order of the first of it.
func newsByGame(news []*store.News) (all []*gameNews) {
	for _, n := range news {
		i := newsOf(all, n.Game)
		if i < 0 {
			i, all = len(all), append(all, &gameNews{game: n.Game, turns: true})
		}
		of := all[i]
		of.words = strings.Trim(of.words+"\n\n"+n.Words, "\n")
		of.remarks = append(of.remarks, n.Remarks...)
		of.turns = of.turns && n.Kind == string(templates.Turn)
	}
	return all
}

// newsOf gives the place of the news about a game, -1 if there are none.
func newsOf(all []*gameNews, n store.GameNumber) int {
	return slices.IndexFunc(all, func(of *gameNews) bool { return of.game == n })
}

// newsOfDay collects what the mail of the day tells: first the games in which the player is to
// move, those with the least time first, then all others of which there is something
// to tell. It leaves out what is told elsewhere. It gives the games too, none if there
// is nothing to tell.
func (d *Desk) newsOfDay(p *store.Player, news []*gameNews, elsewhere func(store.GameNumber) bool) (day *templates.Day, about []store.GameNumber, err error) {
	mine, err := d.gamesToMove(p)
	if err != nil {
		return nil, nil, err
	}
	day, words := &templates.Day{Date: d.u.Now.In(zones.Of(p.Zone))}, orders.WordsIn(d.LanguageOf(p))
	news = slices.Clone(news) // what is told goes out of it
	var told []*store.Game
	for _, g := range mine {
		i, of := newsOf(news, g.Number), &gameNews{}
		switch {
		case elsewhere(g.Number):
			continue
		case i >= 0:
			of, about = news[i], append(about, g.Number)
			news = slices.Delete(news, i, i+1)
		case len(told)+len(news) >= dayGames:
			day.More++
			continue
		}
		told = append(told, g)
		part, err := d.digestPart(p, g, of, words)
		if err != nil {
			return nil, nil, err
		}
		day.Boards = append(day.Boards, part)
	}
	for _, of := range news {
		g, err := d.u.Game(of.game)
		if err != nil {
			return nil, nil, err
		}
		if of.isPast(g) {
			continue
		}
		part, err := d.digestPart(p, g, of, words)
		if err != nil {
			return nil, nil, err
		}
		day.Others, about = append(day.Others, part), append(about, g.Number)
	}
	if len(about) == 0 {
		return nil, nil, nil
	}
	leaveBoardsOut(day)
	for i, g := range told {
		if !day.Boards[i].Brief {
			d.noteShown(p, g)
		}
		if !slices.Contains(about, g.Number) {
			about = append(about, g.Number)
		}
	}
	return day, about, nil
}

// isPast says whether there is nothing to tell any more: it was the reader's turn,
// and the reader has moved.
func (n *gameNews) isPast(g *store.Game) bool {
	return n.turns && n.words == "" && len(n.remarks) == 0 && g.State == store.Playing
}

// gamesToMove lists the games in which a player is to move, those with the least
// time first.
func (d *Desk) gamesToMove(p *store.Player) (games []*store.Game, err error) {
	open, err := d.u.OpenGames(p)
	if err != nil {
		return nil, err
	}
	cal, err := clocks.Calendar(d.u, p)
	if err != nil {
		return nil, err
	}
	for _, g := range open {
		if club.OnTurn(g, g.SeatOf(p.ID)) {
			games = append(games, g)
		}
	}
	slices.SortStableFunc(games, func(a, b *store.Game) int {
		switch {
		case a.Pace.None() && b.Pace.None():
			return 0
		case a.Pace.None():
			return 1
		case b.Pace.None():
			return -1
		}
		return a.Clock.Deadline(a.Pace, a.Course.ToMove, cal).Compare(b.Clock.Deadline(b.Pace, b.Course.ToMove, cal))
	})
	return games, nil
}

// digestPart shows one game.
func (d *Desk) digestPart(p *store.Player, g *store.Game, news *gameNews, words map[string]string) (*templates.GameNews, error) {
	part := &draft{Desk: d, Letter: Letter{To: p, Game: g, Kind: templates.Digest, Words: news.words}}
	v, err := part.viewGame()
	if err != nil {
		return nil, err
	}
	if slices.Contains(v.Game.Choices, orders.Move) {
		v.Game.Board = v.Game.Board.Playable(fmt.Sprintf("#%d ", g.Number)) // the mail shows other games too
	}
	v.Remarks, v.Commands = news.remarks, words
	told := templates.Watched
	if seat := g.SeatOf(p.ID); seat != game.NoSeat {
		told = Showing(g, seat)
	}
	return &templates.GameNews{View: v, Told: string(told)}, nil
}

// digestTime is when a mail of the day counts as made: when it was due, though it
// leaves some minutes later. So it is the same mail if this happens once more from a
// restored backup.
func (d *Desk) digestTime() time.Time {
	if d.u.Now.Sub(d.Occasion.Due) < unit.OutageLeast {
		return d.Occasion.Due
	}
	return d.u.Now
}

// noteShown notes which position of a game the mail of the day shows.
func (d *Desk) noteShown(p *store.Player, g *store.Game) {
	shown := &g.Shown[g.SeatOf(p.ID)-game.First]
	if shown.Since.IsZero() || shown.Turn != g.Turn() {
		*shown = store.Shown{Turn: g.Turn(), Since: d.digestTime()}
	}
	d.u.ChangeGame(g)
}
