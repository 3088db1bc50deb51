package mailbot

import (
	"slices"
	"strings"

	"unlurbot/store"
	"unlurbot/templates"
)

// What there is room for in a mail of the day. All that waits is told: before it is
// too much for one mail, there is one, whatever the hour.
const (
	// newsGames is about how many games have news that wait, and newsRoom how many bytes
	// of it do, as they are sent.
	newsGames, newsRoom = 24, 8_000
	// dayGames is how many games a mail of the day tells of. Of more only the number is
	// told, and they have no news.
	dayGames = 30
	// dayBoards is how many of them it shows, as many as one answer can hold moves, and
	// dayRoom how many bytes of the text part that takes.
	dayBoards, dayRoom = 10, 12_000
)

// makeRoom sends at once what waits for the mail of the day, if something new would
// make that too long.
func (e *errand) makeRoom(p *store.Player, fresh *store.News) error {
	news, err := e.tx.NewsFor(p.ID)
	if err != nil {
		return err
	}
	bytes := newsSize(fresh)
	games := map[store.GameNumber]bool{fresh.Game: true}
	for _, n := range news {
		bytes += newsSize(n)
		games[n.Game] = true
	}
	if len(news) == 0 || bytes <= newsRoom && len(games) <= newsGames {
		return nil
	}
	return e.sendDigest(p)
}

func newsSize(n *store.News) (bytes int) {
	const mark = 4 // bytes in front of each line
	bytes = templates.SentSize(n.Words) + mark*strings.Count(n.Words, "\n")
	for _, remark := range n.Remarks {
		bytes += templates.SentSize(remark)
	}
	return bytes
}

// leaveBoardsOut keeps the first boards of a mail of the day, which are the most
// urgent, and tells of the other games in a few words.
func leaveBoardsOut(v *templates.View) {
	boards, room := 0, dayRoom
	for _, part := range slices.Concat(v.Boards, v.Others) {
		if part.Game.Waiting { // it has none
			continue
		}
		size := boardSize(part)
		if part.Brief = boards == dayBoards || boards > 0 && size > room; !part.Brief {
			boards, room = boards+1, room-size
		}
	}
}

// boardSize is about how many bytes a board takes with what stands below it.
func boardSize(v *templates.View) int {
	const perMove, perStep = 8, 60
	size := len(v.Game.Board.String()) + perMove*len(v.Game.Moves) + perStep*len(v.Game.Plan)
	for _, n := range v.Game.Notes {
		size += len(n.Text)
	}
	return size
}
