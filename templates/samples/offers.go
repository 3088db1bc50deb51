package samples

import (
	"time"

	"unlurbot/game"
	"unlurbot/templates"
)

// offers are mails about games that have not begun.
func (m maker) offers() []Sample {
	return []Sample{
		{"challenged", templates.Challenged, ana(m.waiting())},
		{"challenged-address", templates.Challenged, saying(ana(m.waiting()), &templates.Addressee{Address: "bo@example.net"})},
		{"lapsed-by-you", templates.Lapsed, ana(m.waiting())},
		{"lapsed", templates.Lapsed, bo(m.asked())},
		{"never", templates.Never, bo(nil)},
		{"invite", templates.Invite, bo(m.asked())},
		{"declined-by-you", templates.Declined, bo(m.asked())},
		{"declined", templates.Declined, ana(m.waiting())},
		{"withdrawn-by-you", templates.Withdrawn, ana(m.waiting())},
		{"withdrawn", templates.Withdrawn, bo(m.asked())},
		{"games", templates.Games, saying(ana(nil), &templates.GameList{Lines: []templates.GameLine{
			{Number: 42, Size: 6, Opponent: "Bo", Yours: true, Ply: 5, Color: game.White, Time: &templates.Time{Left: templates.DurationOf(50 * time.Hour)}},
			{Number: 46, Size: 6, Offered: true, Waiting: true, Yours: true},
			{Number: 47, Size: 6, Offered: true, Waiting: true, Yours: true, Taken: 1, Left: 2},
			{Number: 43, Size: 8, Opponent: "Carla", Ply: 11, Color: game.Black},
			{Number: 44, Size: 6, Opponent: "Dan", Waiting: true},
			{Number: 45, Size: 6, Opponent: "Eva", Waiting: true, Yours: true},
			{Number: 40, Size: 6, Opponent: "Bo", Over: true, Won: true, Ply: 30, Color: game.White},
			{Number: 39, Size: 13, Opponent: "Johann Sebastian von der Heide", Over: true, Ply: 30, Color: game.Black},
		}})},
		{"lapsed-offer", templates.Lapsed, ana(m.seeking(0, 1))},
		{"lapsed-offer-taken", templates.Lapsed, ana(m.seeking(1, 2))},
		{"withdrawn-silent", templates.Withdrawn, bo(m.asked(), templates.Notice{Code: templates.NoticeChallengerSilent, Name: "Ana"})},
		{"withdrawn-offer", templates.Withdrawn, ana(m.seeking(0, 1))},
		{"withdrawn-offer-taken", templates.Withdrawn, ana(m.seeking(1, 2))},
		{"show-offer-taken", templates.Show, ana(m.seeking(1, 2))},
		{"sought", templates.Sought, ana(m.seeking(0, 1))},
		{"sought-several", templates.Sought, func() *templates.View {
			several := *m.seeking(0, 1)
			several.Wanted, several.Rated, several.Private, several.Pace = 3, false, true, templates.PaceOf(game.Pace{PerMove: 72 * time.Hour})
			return ana(&several)
		}()},
		{"seeks", templates.Seeks, saying(ana(nil), &templates.SeekList{Lines: []templates.SeekLine{
			{Number: 42, Name: "Bo", Size: 6, Pace: "10d+1d max 20d", Rated: true, Wanted: 1},
			{Number: 43, Name: "Carla", Size: 8, Pace: "3d", Private: true, Wanted: 3},
			{Number: 44, Name: "Ana", Yours: true, Size: 6, Rated: true, Wanted: 1},
		}})},
		{"seeks-none", templates.Seeks, saying(ana(nil), &templates.SeekList{})},
		{"invite-player", templates.Invite, bo(m.asked())},
		{"invite-rematch", templates.Invite, func() *templates.View {
			again := *m.asked()
			again.After, again.Match, again.Seats = 41, true, "first"
			return bo(&again)
		}()},
		{"games-none", templates.Games, saying(ana(nil), &templates.GameList{})},
	}
}
