package letters

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot/clocks"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/unit"
	"unlurbot/mailbot/views"
	"unlurbot/mailbot/zones"
	"unlurbot/store"
	"unlurbot/templates"
	"unlurbot/templates/sent"
)

// Whoever wants one mail a day gets in it, each morning, all boards on which it is
// their turn, and what else has happened, with all words. What waits for it are
// words and remarks, and that something has happened in a game; how the game stands
// is looked up when the mail is made. Without news there is no mail.

// What there is room for in a mail of the day. All that waits is told: once it is
// enough for one mail, there is one, whatever the hour.
const (
	// newsGames is how many games may have news that wait, and newsRoom how many bytes
	// of it may, as they are sent.
	newsGames, newsRoom = 24, 8_000
	// mostNews is how many bytes of it one mail tells, if they are about several games.
	mostNews = 24_000
	// dayGames is how many games a mail of the day tells of. Of more only the number is
	// told, and they have no news.
	dayGames = 30
	// dayBoards is how many of them it shows, no more than one answer can hold moves, and
	// dayRoom how many bytes of the text part that takes. The page takes several times
	// that, and must have room for a board with links, even if all games have words.
	dayBoards, dayRoom = 10, 4_500
)

// keepNews keeps what a letter tells beside the state of the game.
func (l *draft) keepNews() error {
	n := &store.News{Game: l.Game.Number, Kind: string(l.Kind), Words: l.Words}
	var err error
	if n.Remarks, err = l.sentences(); err != nil {
		return err
	}
	if made := l.newRatings(); made != nil {
		remark, err := l.config.Words.Say(l.LanguageOf(l.To), "rating", made.Yours)
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
	p.Digest = clocks.NextMorning(d.u.Now, p)
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

// sendWaiting sends at once what waits for others about the games of a player who is to be
// forgotten, for it is not to be kept; and what waits for those for whom the Desk has kept
// something, if it is enough for a mail. Not before all is kept: a board must come together with
// what was said and done on it.
func (d *Desk) sendWaiting() error {
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
			if !d.u.Forgets(reader) {
				if err := d.SendDigest(reader); err != nil {
					return err
				}
			}
		}
	}
	for _, p := range d.kept {
		news, err := d.u.Tx.NewsFor(p.ID)
		if err != nil {
			return err
		}
		games, bytes := newsByGame(news), 0
		for _, of := range games {
			bytes += of.size()
		}
		if bytes > newsRoom || len(games) > newsGames {
			if err := d.SendDigest(p); err != nil {
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
	turns   bool // nothing but turns that began, without a word
}

// size is about how many bytes news take, as they are sent.
func (n *gameNews) size() (bytes int) {
	const mark = 4 // bytes in front of each line
	bytes = sent.Text(n.words) + mark*strings.Count(n.words, "\n")
	for _, remark := range n.remarks {
		bytes += sent.Text(remark)
	}
	return bytes
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
		of.turns = of.turns && n.Kind == string(templates.Turn) && n.Words == "" && len(n.Remarks) == 0
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
	mine, err := views.GamesToMove(d.u, p)
	if err != nil {
		return nil, nil, err
	}
	day, words := &templates.Day{Date: d.u.Now.In(zones.Of(p.Zone))}, orders.WordsIn(d.LanguageOf(p))
	news = slices.Clone(news) // what is told goes out of it
	var told []*store.Game
	var quiet []store.GameNumber // those of them without news
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
		default:
			quiet = append(quiet, g.Number)
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
		if of.turns && g.State == store.Playing { // it was the reader's turn, who has moved
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
			g.NoteShown(p.ID, d.digestTime())
			d.u.ChangeGame(g)
		}
	}
	return day, append(about, quiet...), nil
}

// leaveBoardsOut keeps the first boards of a mail of the day, which are the most
// urgent, and tells of the other games in a few words.
func leaveBoardsOut(day *templates.Day) {
	boards, room := 0, dayRoom
	for _, part := range slices.Concat(day.Boards, day.Others) {
		g := part.View.Game
		if !g.YourTurn() && !part.Final() { // it has none
			continue
		}
		const perMove, perStep = 8, 60 // bytes, about
		size := len(g.Board.String()) + perMove*len(g.Moves) + perStep*len(g.Plan)
		for _, n := range g.Notes {
			size += len(n.Text)
		}
		if part.Brief = boards == dayBoards || boards > 0 && size > room; !part.Brief {
			boards, room = boards+1, room-size
		}
	}
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
