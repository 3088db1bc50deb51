package samples

import (
	"unlurbot/templates"
)

// ends are mails about games that are over.
func (m maker) ends() []Sample {
	winner := &templates.Rating{Value: 1540, Least: 1420, Most: 1660, Gain: 12, Games: 9, Settled: 8}
	loser := &templates.Rating{Value: 1489, Least: 1379, Most: 1599, Gain: -12, Games: 17, Settled: 8}
	decided := templates.Notice{Code: templates.NoticeDecided, Text: "Both games were played by the same person."}
	reopened := templates.Notice{Code: templates.NoticeReopened, Text: "Bo's mail was down for a week."}
	return []Sample{
		{"over-left", templates.Over, ana(m.game("C4 D5 E6 resign", first), templates.Notice{Code: templates.NoticeLeft, Name: "Bo"})},
		{"over-at-once", templates.Over, pictured(atOnce(m.game(whiteWins, first, afterwards...), "you", 12))},
		{"over-line-won", templates.Over, pictured(bo(m.game(whiteWins, second, afterwards...)))},
		{"over", templates.Over, saying(pictured(bo(m.game(m.lineWin(), second, afterwards...))), &templates.Ratings{Yours: winner, Theirs: loser})},
		{"over-match", templates.Over, bo(inMatch(m.game("C4 D5 resign", second, afterwards...), 1, 0, true))},
		{"over-match-ends", templates.Over, ana(inMatch(m.game("C4 D5 resign", first, afterwards...), 0, 2, false))},
		{"over-line-lost", templates.Over, pictured(ana(m.game(whiteWins, first, afterwards...)))},
		{"over-rated", templates.Over, saying(ana(m.game("C4 D5 E6 resign", first, afterwards...)), &templates.Ratings{Yours: winner, Theirs: loser})},
		{"over-rated-lost", templates.Over, saying(bo(m.game("C4 D5 E6 resign", second, afterwards...)), &templates.Ratings{
			Yours: &templates.Rating{Value: 1338, Least: 758, Most: 1918, Gain: -162, Games: 1, Settled: 8}, Theirs: &templates.Rating{Value: 1552, Least: 1442, Most: 1662, Games: 9, Settled: 8},
		})},
		{"over-y-won", templates.Over, pictured(ana(m.game(blackWins, first, afterwards...)))},
		{"over-own-goal-won", templates.Over, pictured(bo(m.game(loserLine, second, afterwards...)))},
		{"over-own-goal-lost", templates.Over, pictured(ana(m.game(loserLine, first, afterwards...)))},
		{"over-resigned", templates.Over, words(ana(m.game("C4 D5 E6 resign", first, afterwards...)), "Thank you!")},
		{"over-you-resigned", templates.Over, bo(m.game("C4 D5 E6 resign", second, afterwards...))},
		{"over-decided", templates.Over, ana(m.game("C4 D5 forfeit=second", first, afterwards...), decided)},
		{"over-decided-lost", templates.Over, bo(m.game("C4 D5 forfeit=second", second, afterwards...), decided)},
		{"cancelled-by-operator", templates.Cancelled, ana(voided(m.game("C4 black D5", first)), decided)},
		{"turn-reopened", templates.Turn, ana(m.game("C4 black", first, "move", "resign", "undo", "say"), reopened)},
		{"show-reopened", templates.Show, bo(m.game("C4 black", second, "say", "undo"), reopened)},
		{"watched-decided", templates.Watched, seen(m.game("C4 D5 forfeit=second", first), nobody)},
		{"watched-by-operator", templates.Watched, seen(voided(m.game("C4 black D5", first)), nobody)},
		{"cancelled", templates.Cancelled, ana(cancelled(nobody, m.game("C4", first)))},
		{"cancelled-called-off", templates.Cancelled, bo(cancelled(first, m.game("C4", second)))},
		{"cancelled-called-off-you", templates.Cancelled, ana(cancelled(first, m.game("C4", first)))},
		{"show-called-off", templates.Show, ana(cancelled(first, m.game("C4", first)))},
		{"watched-called-off", templates.Watched, seen(cancelled(first, m.game("C4", first)), first)},
		{"stale-abort", templates.Stale, saying(bo(m.game("C4", second, "move", "abort")), &templates.Outdated{Verb: "abort", Since: []templates.PlayedMove{{Ply: 1, Move: "C4", Name: "Ana"}}})},
		{"analysed", templates.Analysed, saying(ana(m.game("C4 D5 E6 black F7 resign", first, "rematch", "show")), &templates.Analysis{
			Of: "Bo", Chances: []templates.Chance{{Ply: 1, Move: "C4", Percent: 48}, {Ply: 2, Move: "D5", Percent: 53}, {Ply: 3, Move: "E6", Percent: 47}, {Ply: 4, Move: "black", Percent: 61}, {Ply: 5, Move: "F7", Percent: 88, Turned: true}}, Proven: 5,
			Turns: []templates.TurningMove{{Ply: 5, Move: "F7", Best: "E5", Name: "Ana", Had: 46, Left: 12}},
		})},
		{"analysed-even", templates.Analysed, saying(ana(m.game("C4 D5 resign", first)), &templates.Analysis{
			Of: "Ana", Chances: []templates.Chance{{Ply: 1, Move: "C4", Percent: 48}, {Ply: 2, Move: "D5", Percent: 53}},
		})},
		{"analysed-by-black", templates.Analysed, saying(ana(m.game("C4 D5 black F7", first)), &templates.Analysis{
			Of: "Ana", Chances: []templates.Chance{{Ply: 1, Move: "C4", Percent: 48}, {Ply: 2, Move: "D5", Percent: 53}, {Ply: 3, Move: "black", Percent: 35, Turned: true}, {Ply: 4, Move: "F7", Percent: 60, Turned: true}},
			Turns: []templates.TurningMove{{Ply: 3, Move: "black", Best: "E5", Name: "Ana", Had: 57, Left: 35}, {Ply: 4, Move: "F7", Best: "black", Name: "Bo", Had: 65, Left: 40}},
		})},
		{"refused-analysis-for-others", templates.Refused, refused(templates.Notice{Code: templates.NoticeAnalysisForOthers})},
		{"refused-nothing-to-analyse", templates.Refused, refused(templates.Notice{Code: templates.NoticeNothingToAnalyse})},
		{"refused-analysed-enough", templates.Refused, refused(templates.Notice{Code: templates.NoticeAnalysedEnough})},
		{"help-analyse", templates.Help, saying(ana(nil), &templates.Manual{Topic: new(topic("analyse", "analyse", "analyse #42"))})},
		{"refused-abort", templates.Refused, ana(m.game("C4 D5", first, "move", "resign"), templates.Notice{Code: templates.NoticeBothMoved})},
		{"refused-no-abort", templates.Refused, refused(templates.Notice{Code: templates.NoticeNoAbort})},
		{"cancelled-you", templates.Cancelled, ana(cancelled(nobody, m.game("", first)))},
	}
}
