package samples

import (
	"errors"
	"fmt"
	"strings"
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
	// Puzzles, each as it is shown, and after an answer to it.
	puzzle := func(name string, r templates.Riddle, notices ...templates.Notice) {
		of := riddles[r.Stones]
		g, err := game.ParseRecord(of.record, game.DefaultSize)
		p := g.Position()
		r.Number, r.Shown = 7, templates.TaskOn(p)
		if winner := p.ToMove(); r.Solved() {
			r.Line, r.From, r.Players = strings.Fields(of.line), 42, "Bo - Carla"
			for _, cell := range r.Line {
				m, unread := game.ParseMove(cell)
				err = errors.Join(err, unread, p.Play(m))
			}
			r.Shown = templates.SolvedOn(p, winner)
		}
		if err != nil {
			panic(fmt.Sprintf("samples: %s: %v", of.record, err)) // the tests make all of them
		}
		v := ana(nil)
		v.Notices, v.Game = notices, r.Shown
		all = append(all, Sample{name, templates.Puzzle, saying(v, &r)})
	}
	other := templates.Solution{Other: true}
	puzzle("puzzle", templates.Riddle{Stones: 3})
	puzzle("puzzle-weekly", templates.Riddle{Stones: 4, Weekly: true})
	puzzle("puzzle-2-slow", templates.Riddle{Stones: 2, Answer: "A2", Verdict: templates.RiddleSlow})
	puzzle("puzzle-2-lost", templates.Riddle{Stones: 2, Answer: "C2", Verdict: templates.RiddleLost})
	puzzle("puzzle-3-refuted", templates.Riddle{Stones: 3, Answer: "H10", Verdict: templates.RiddleRefuted, Reply: "G9", Weekly: true})
	puzzle("puzzle-4-refuted", templates.Riddle{Stones: 4, Answer: "B1", Verdict: templates.RiddleRefuted, Reply: "C6"})
	puzzle("puzzle-off-board", templates.Riddle{Stones: 3}, templates.Notice{Code: string(game.OffBoard), Cell: "Z9"})
	puzzle("puzzle-in-puzzle", templates.Riddle{Stones: 3}, templates.Notice{Code: templates.NoticeInPuzzle, Text: "resign"})
	puzzle("puzzle-2-solved", templates.Riddle{Stones: 2, Answer: "F7", Verdict: templates.RiddleSolved, Solution: templates.Solution{Played: "F7", Found: true, Next: true}})
	puzzle("puzzle-3-solved", templates.Riddle{Stones: 3, Answer: "G10", Verdict: templates.RiddleSolved, Weekly: true, Solution: templates.Solution{Played: "F9", Next: true}})
	puzzle("puzzle-3-other", templates.Riddle{Stones: 3, Answer: "H11", Verdict: templates.RiddleSolved, Weekly: true, Solution: other})
	puzzle("puzzle-4-told", templates.Riddle{Stones: 4, Answer: "D6", Verdict: templates.RiddleTold, Solution: templates.Solution{Played: "C6"}})
	all = append(
		all,
		Sample{"refused-no-puzzle", templates.Refused, refused(templates.Notice{Code: templates.NoticeNoPuzzle})},
		Sample{"refused-puzzles-off", templates.Refused, refused(templates.Notice{Code: templates.NoticePuzzlesOff})},
		Sample{"refused-no-new-puzzle", templates.Refused, refused(templates.Notice{Code: templates.NoticeNoPuzzle, Last: 12})},
		Sample{"refused-no-such-puzzle", templates.Refused, refused(templates.Notice{Code: templates.NoticeNoPuzzle, Number: 99, Last: 12})},
		Sample{"refused-puzzle-for-others", templates.Refused, refused(templates.Notice{Code: templates.NoticePuzzleForOthers})},
	)
	all = append(all, Sample{"refused-no-lesson", templates.Refused, refused(templates.Notice{Code: templates.NoticeNoLesson, Number: 9, Last: lessons.Count})})
	return all
}

// riddles are records that end in positions of puzzles, by the stones with which they are won, and how they go on.
var riddles = map[int]struct{ record, line string }{
	2: {"size=4 C4 D5 B4 C5 black D3 E4 E3 F4 F3 G4 E5 D4 E6 D6 E7 B2 D7 C3 B1 C2 C1 D1 D2 F5 A1 F6 G7", "F7 A2 A3"},
	3: {"H5 C4 I7 D2 black E5 F4 E3 E4 D4 D3 C3 B2 C2 B1 C1 D1 D6 E8 F8 E7 F7 E6 F6 D5", "G10 F9 G9 G11 H11"},
	4: {"size=4 D5 D2 F5 black E4 E5 F4 C3 C4 D4 D3 C2 C5", "D6 B1 G5 C6 D7 C1 D1"},
}
