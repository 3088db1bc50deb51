package letters

import (
	"slices"
	"strings"

	"unlurbot/templates"
)

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
	// dayBoards is how many of them it shows, as many as one answer can hold moves, and
	// dayRoom how many bytes of the text part that takes.
	dayBoards, dayRoom = 10, 12_000
)

// sendFull sends at once what waits for the mail of the day of those for whom the
// Desk has kept something, if it is enough for a mail. Not before all is kept: a
// board must come together with what was said and done on it.
func (d *Desk) sendFull() error {
	for _, p := range d.kept {
		news, err := d.u.Tx.NewsFor(p.ID)
		if err != nil {
			return err
		}
		games, bytes := newsByGame(news), 0
		for _, of := range games {
			bytes += of.size()
		}
		if bytes <= newsRoom && len(games) <= newsGames {
			continue
		}
		if err := d.SendDigest(p); err != nil {
			return err
		}
	}
	return nil
}

// size is about how many bytes news take, as they are sent.
func (n *gameNews) size() (bytes int) {
	const mark = 4 // bytes in front of each line
	bytes = templates.SentSize(n.words) + mark*strings.Count(n.words, "\n")
	for _, remark := range n.remarks {
		bytes += templates.SentSize(remark)
	}
	return bytes
}

// leaveBoardsOut keeps the first boards of a mail of the day, which are the most
// urgent, and tells of the other games in a few words.
func leaveBoardsOut(day *templates.Day) {
	boards, room := 0, dayRoom
	for _, part := range slices.Concat(day.Boards, day.Others) {
		g := part.View.Game
		if g.Waiting { // it has none
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
