package samples

import (
	"time"

	"unlurbot/game"
	"unlurbot/templates"
)

// boards are mails that show a game, or several.
func (m maker) boards() []Sample {
	return []Sample{
		{"digest", templates.Digest, func() *templates.View {
			one := words(ana(timed(m.game("C4 black D7 E5", first), 47*time.Hour)), "Your turn!\n\nTake your time.")
			one.Notices = []templates.Notice{{Code: templates.NoticeUndoDenied, Name: "Bo", Cell: "D7"}}
			two := ana(m.game("", first))
			lost, said, watched := ana(m.game(whiteWins, first)), words(ana(m.game("C4", first)), "Are you there?"), seen(m.game("C4", first), game.NoSeat)
			declined, begun, never := ana(m.waiting()), ana(m.game("", second)), ana(cancelled(m.game("C4", first)))
			lost.Told, said.Told, watched.Told, declined.Told, begun.Told, never.Told = "over", "show", "watched", "declined", "show", "cancelled"
			lost.Rating = &templates.Rating{Value: 1480, Gain: -20, Games: 20, Settled: 8}
			return &templates.View{You: "Ana", Day: morning, Boards: []*templates.View{one, two}, Others: []*templates.View{lost, said, begun, declined, never, watched}}
		}()},
		{"digest-nothing-waits", templates.Digest, func() *templates.View {
			said := words(ana(m.game("C4", first)), "Are you there?")
			said.Told = "show"
			return &templates.View{You: "Ana", Day: morning, Others: []*templates.View{said}}
		}()},
		{"watched", templates.Watched, seen(timed(m.game("C4 black D7", first), 25*time.Hour), second)},
		{"watched-begins", templates.Watched, edit(seen(m.game("", first), game.NoSeat), func(v *templates.View) {
			v.Notices = []templates.Notice{{Code: templates.NoticeWatching, Number: 42}}
		})},
		{"watched-black", templates.Watched, seen(m.game("C4 black", first), second)},
		{"watched-undone", templates.Watched, seen(undone(m.game("C4 D5", first), first, "E6"), game.NoSeat)},
		{"watched-won", templates.Watched, pictured(seen(m.game(whiteWins, first), first))},
		{"watched-lost", templates.Watched, pictured(seen(m.game(loserLine, first), first))},
		{"watched-resigned", templates.Watched, seen(m.game("C4 resign", first), game.NoSeat)},
		{"watched-cancelled", templates.Watched, seen(cancelled(m.game("C4", first)), game.NoSeat)},
		{"show-undo-asked", templates.Show, ana(m.game("C4 D5 E6 F7", first, "move"), templates.Notice{Code: templates.NoticeUndoSent, Name: "Bo", Cell: "E6", Text: "F7"})},
		{"show-undo-denied", templates.Show, ana(m.game("C4 D5 E6", first), templates.Notice{Code: templates.NoticeUndoDenied, Name: "Bo", Cell: "E6"})},
		{"show-undo-stands", templates.Show, bo(m.game("C4 D5 E6", second, "move"), templates.Notice{Code: templates.NoticeUndoStands, Name: "Ana", Cell: "E6"})},
		{"show-watched", templates.Show, ana(watchedBy(m.game("C4", first, "say"), "Carla", "Dan"))},
		{"history-noted", templates.History, ana(noted(m.game("C4", first), 2, "resign?"))},
		{"show", templates.Show, ana(m.game("C4 black D7", first, "say", "resign"))},
		{"show-challenge", templates.Show, ana(m.waiting())},
		{"show-over", templates.Show, ana(m.game("C4 resign", first, afterwards...))},
		{"history", templates.History, ana(m.game("C4 black D7", first, "say", "resign"))},
		{"history-empty", templates.History, ana(m.game("", first, "move"))},
		{"history-files", templates.History, edit(bo(m.game("C4 black D7", second, "say")), func(v *templates.View) {
			v.Files = gameFiles
		})},
		{"show-moment", templates.Show, ana(m.moment("C4 E6 black F6 D7", 2, 0, first))},
		{"show-moment-first", templates.Show, ana(m.moment("C4", 0, 0, first))},
		{"show-moment-over", templates.Show, bo(m.moment(whiteWins, 13, 0, second))},
		{"show-moment-now", templates.Show, ana(m.moment("C4 black", 2, 0, first))},
		{"preview", templates.Preview, ana(m.moment("C4 E6 black F6", 3, 1, second))},
		{"preview-long", templates.Preview, ana(m.moment("C4 E6 D5 black F6 E5", 2, 4, first))},
		{"preview-wins", templates.Preview, bo(m.moment(whiteWins, 12, 2, second))},
		{"preview-loses", templates.Preview, ana(m.moment(whiteWins, 12, 2, first))},
		{"preview-y", templates.Preview, ana(m.moment(blackWins, 20, 1, first))},
		{"preview-own-goal", templates.Preview, ana(m.moment(loserLine, 14, 1, first))},
		{"preview-theirs", templates.Preview, bo(m.moment(loserLine, 14, 1, second))},
		{"export", templates.Export, edit(ana(m.game("C4 black D7", first, "say")), func(v *templates.View) {
			v.Files, v.Export = gameFiles, &templates.Exported{Games: 1}
		})},
		{"export-over", templates.Export, edit(bo(m.game("C4 resign", second)), func(v *templates.View) {
			v.Files, v.Export = gameFiles, &templates.Exported{Games: 1}
		})},
		{"export-all", templates.Export, &templates.View{You: "Ana", Files: allFiles, Export: &templates.Exported{Games: 12}}},
		{"export-many", templates.Export, &templates.View{You: "Ana", Files: allFiles, Export: &templates.Exported{Games: 310, Left: 7, Newest: 9}}},
		{"export-none", templates.Export, &templates.View{You: "Ana", Export: &templates.Exported{}}},
		{"export-me", templates.Export, &templates.View{You: "Ana", Files: []string{"unlur-me.json"}, Export: &templates.Exported{Me: true, Games: 3, Left: 1, Newest: 4}}},
		{"show-cancelled", templates.Show, ana(cancelled(m.game("C4", first)))},
		{"show-offer", templates.Show, ana(m.seeking())},
		{"rules", templates.Rules, ana(m.game("", first))},
	}
}
