package samples

import (
	"fmt"
	"time"

	"unlurbot/game"
	"unlurbot/game/lessons"
	"unlurbot/templates"
)

// boards are mails that show a game, or several.
func (m maker) boards() []Sample {
	all := []Sample{
		{"digest", templates.Digest, saying(ana(nil), &templates.Day{
			Date: morning,
			Boards: []*templates.GameNews{
				news(templates.Show, words(ana(timed(m.game("C4 black D7 E5", first), 47*time.Hour), templates.Notice{Code: templates.NoticeUndoDenied, Name: "Bo", Cell: "D7"}),
					"Your turn!\n\nTake your time.")),
				news(templates.Show, ana(m.game("", first))),
			},
			Others: []*templates.GameNews{
				news(templates.Over, ana(m.game(whiteWins, first))),
				news(templates.Show, words(ana(m.game("C4", first)), "Are you there?")),
				news(templates.Show, ana(m.game("", second))),
				news(templates.Declined, ana(m.waiting())),
				news(templates.Cancelled, ana(cancelled(nobody, m.game("C4", first)))),
				news(templates.Watched, seen(m.game("C4", first), nobody)),
			},
		})},
		{"digest-nothing-waits", templates.Digest, saying(ana(nil), &templates.Day{Date: morning, Others: []*templates.GameNews{
			news(templates.Show, words(ana(m.game("C4", first)), "Are you there?")),
		}})},
		{"watched", templates.Watched, seen(timed(m.game("C4 black D7", first), 25*time.Hour), second)},
		{"watched-begins", templates.Watched, seen(m.game("", first), nobody, templates.Notice{Code: templates.NoticeWatching, Number: 42})},
		{"watched-shown", templates.Watched, looked(seen(timed(m.game("C4 black D7", first), 25*time.Hour), second))},
		{"watched-shown-files", templates.Watched, filed(looked(seen(m.game("C4 black D7", first), second)), gameFiles...)},
		{"watched-moment", templates.Watched, saying(looked(seen(m.game("C4 black D7", first), second)), &templates.Seen{Moment: &templates.Moment{Ply: 2, Last: &templates.PlayedMove{Ply: 2, Move: "black", Name: "Bo"}}})},
		{"export-watched", templates.Export, saying(filed(looked(seen(m.game("C4 D5 E6 resign", first), nobody)), gameFiles...), &templates.Exported{Games: 1})},
		{"export-of", templates.Export, saying(filed(ana(nil), "unlur-games.sgf", "unlur-games.jsonl"), &templates.Exported{Of: "Bo", Games: 12, Left: 3, Newest: 41})},
		{"export-of-none", templates.Export, saying(ana(nil), &templates.Exported{Of: "Bo"})},
		{"watched-black", templates.Watched, seen(m.game("C4 black", first), second)},
		{"watched-undone", templates.Watched, seen(undone(m.game("C4 D5", first), first, "E6"), nobody)},
		{"watched-won", templates.Watched, pictured(seen(m.game(whiteWins, first), first))},
		{"watched-lost", templates.Watched, pictured(seen(m.game(loserLine, first), first))},
		{"watched-resigned", templates.Watched, seen(m.game("C4 D5 E6 resign", first), nobody)},
		{"watched-cancelled", templates.Watched, seen(cancelled(nobody, m.game("C4", first)), nobody)},
		{"show-undo-asked", templates.Show, ana(m.game("C4 D5 E6 F7", first, "move"), templates.Notice{Code: templates.NoticeUndoSent, Name: "Bo", Cell: "E6", Text: "F7"})},
		{"show-undo-denied", templates.Show, ana(m.game("C4 D5 E6", first), templates.Notice{Code: templates.NoticeUndoDenied, Name: "Bo", Cell: "E6"})},
		{"show-undo-stands", templates.Show, bo(m.game("C4 D5 E6", second, "move"), templates.Notice{Code: templates.NoticeUndoStands, Name: "Ana", Cell: "E6"})},
		{"show-watched", templates.Show, saying(ana(m.game("C4", first, "say")), &templates.Shown{Watchers: []string{"Carla", "Dan"}})},
		{"history-noted", templates.History, ana(noted(m.game("C4", first), 2, "resign?"))},
		{"show", templates.Show, ana(m.game("C4 black D7", first, "say", "resign"))},
		{"show-challenge", templates.Show, ana(m.waiting())},
		{"show-over", templates.Show, ana(m.game("C4 D5 E6 resign", first, afterwards...))},
		{"history", templates.History, ana(m.game("C4 black D7", first, "say", "resign"))},
		{"history-empty", templates.History, ana(m.game("", first, "move"))},
		{"history-files", templates.History, filed(bo(m.game("C4 black D7", second, "say")), gameFiles...)},
		{"show-moment", templates.Show, m.moment(ana, "C4 E6 black F6 D7", 2, 0, first)},
		{"show-moment-first", templates.Show, m.moment(ana, "C4", 0, 0, first)},
		{"show-moment-over", templates.Show, m.moment(bo, whiteWins, 13, 0, second)},
		{"show-moment-now", templates.Show, m.moment(ana, "C4 black", 2, 0, first)},
		{"show-moment-black", templates.Show, m.moment(bo, "C4 black", 2, 0, second)},
		{"preview", templates.Preview, m.moment(ana, "C4 E6 black F6", 3, 1, second)},
		{"preview-long", templates.Preview, m.moment(ana, "C4 E6 D5 black F6 E5", 2, 4, first)},
		{"preview-wins", templates.Preview, m.moment(bo, whiteWins, 12, 2, second)},
		{"preview-loses", templates.Preview, m.moment(ana, whiteWins, 12, 2, first)},
		{"preview-y", templates.Preview, m.moment(ana, blackWins, 20, 1, first)},
		{"preview-own-goal", templates.Preview, m.moment(ana, loserLine, 14, 1, first)},
		{"preview-theirs", templates.Preview, m.moment(bo, loserLine, 14, 1, second)},
		{"export", templates.Export, saying(filed(ana(m.game("C4 black D7", first, "say")), gameFiles...), &templates.Exported{Games: 1})},
		{"export-over", templates.Export, saying(filed(bo(m.game("C4 D5 E6 resign", second)), gameFiles...), &templates.Exported{Games: 1})},
		{"export-all", templates.Export, saying(filed(ana(nil), allFiles...), &templates.Exported{Games: 12})},
		{"export-many", templates.Export, saying(filed(ana(nil), allFiles...), &templates.Exported{Games: 310, Left: 7, Newest: 9})},
		{"export-none", templates.Export, saying(ana(nil), &templates.Exported{})},
		{"export-me", templates.Export, saying(filed(ana(nil), "unlur-me.json"), &templates.Exported{Me: true, Games: 3, Left: 1, Newest: 4})},
		{"show-cancelled", templates.Show, ana(cancelled(nobody, m.game("C4", first)))},
		{"show-offer", templates.Show, ana(m.seeking(0, 1))},
		{"rules", templates.Rules, ana(m.game("", first))},
	}
	// Lessons, each as it is shown, and after an answer to it, wrong or right.
	wrong, right := []string{"black", "D7", "C3", "F3", "A1", "B2"}, []string{"D4", "A2", "black", "D4", "C4", "E6"}
	show := func(name string, l templates.Lecture, notices ...templates.Notice) {
		l.Of = lessons.Count
		v := ana(nil, notices...)
		if lesson, ok := lessons.Number(l.Number); ok {
			v.Game = templates.TaskOn(lesson.Position)
		}
		all = append(all, Sample{name, templates.Lesson, saying(v, &l)})
	}
	show("lesson", templates.Lecture{Number: 1})
	show("lesson-1-edge", templates.Lecture{Number: 1}, templates.Notice{Code: string(game.EdgeInContract), Cell: "A1"})
	show("lesson-1-in-lesson", templates.Lecture{Number: 1}, templates.Notice{Code: templates.NoticeInLesson, Text: "resign"})
	show("lesson-3-told", templates.Lecture{Number: 4, Answer: "black", Solved: 3, Told: true})
	show("lesson-6-told", templates.Lecture{Answer: right[5], Solved: 6, Told: true})
	show("lesson-4-unclear", templates.Lecture{Number: 4}, templates.Notice{Code: templates.NoticeUnknown, Text: "Is it the middle?"})
	for n := 1; n <= lessons.Count; n++ {
		show(fmt.Sprintf("lesson-%d-wrong", n), templates.Lecture{Number: n, Answer: wrong[n-1]})
		show(fmt.Sprintf("lesson-%d-solved", n), templates.Lecture{Number: (n + 1) % (lessons.Count + 1), Answer: right[n-1], Solved: n})
	}
	all = append(all, Sample{"refused-no-lesson", templates.Refused, refused(templates.Notice{Code: templates.NoticeNoLesson, Number: 9, Last: lessons.Count})})
	return all
}
