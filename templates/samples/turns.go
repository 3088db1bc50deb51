package samples

import (
	"time"

	"unlurbot/templates"
)

// turns are mails on the way of a game, against a person or a robot.
func (m maker) turns() []Sample {
	between := []Sample{
		{"turn-noted", templates.Turn, ana(noted(m.game("C4 black D7 E5", first, choices...), 1, "D6 next", "Bo is strong on side 3."))},
		{"started", templates.Started, bo(m.game("", second, "say", "resign", "help"))},
		{"turn-first", templates.Turn, ana(m.game("", first, choices...))},
		{"turn-contract", templates.Turn, words(bo(m.game("C4", second, choices...)), "Greetings from a rainy Girona.\n\nAnd now a line that is far too long for a mail and must therefore be broken before it ends.")},
		{"turn-after-black", templates.Turn, ana(m.game("C4 black", first, "move", "resign", "help"))},
		{"turn", templates.Turn, bo(timed(m.game("C4 black D7", second, "move", "resign", "undo", "say", "show", "preview", "history", "help"), 9*24*time.Hour+4*time.Hour))},
		{"turn-main", templates.Turn, bo(m.game("C4 black D7", second, "move", "resign", "help"))},
		{"moved-contract", templates.Moved, passed(ana(m.game("C4", first, "say", "resign"), said...), "Good luck!\n\nAna")},
		{"moved-black", templates.Moved, bo(m.game("C4 black", second, "say", "resign"))},
		{"moved", templates.Moved, ana(m.game("C4 black D7", first, "say", "resign"))},
		{"turn-at-once", templates.Turn, atOnce(m.game("C4 black D7 E5", first, "move", "resign", "help"), "you", 2)},
		{"turn-at-once-far", templates.Turn, atOnce(m.game("C4 D5 E6 F7", first, "move", "resign", "help"), "you", 0, templates.Notice{Code: templates.NoticePlanLeft, Text: "F7"})},
		{"turn-at-once-black", templates.Turn, atOnce(m.game("C4 D5 black", second, "move", "resign", "help"), "Bo", 0)},
		{"moved-at-once", templates.Moved, planned(atOnce(m.game("C4 D5", second, "if", "resign"), "Bo", 0))},
		{"moved-at-once-main", templates.Moved, atOnce(m.game("black C4", first, "if", "resign"), "you", 0)},
		{"planned", templates.Planned, planned(ana(m.game("C4 black D7", first, "if", "forget ifs", "resign"), templates.Notice{Code: templates.NoticePlanned}, templates.Notice{Code: templates.NoticeReplanned, Cell: "E6", Text: "F8"}))},
		{"planned-nothing", templates.Planned, ana(m.game("C4", first, "if", "resign"), templates.Notice{Code: templates.NoticePlanDropped})},
		{"said", templates.Said, passed(ana(m.game("C4", first, "say"), said...), "Are you there?")},
		{"said-spoken", templates.Said, passed(ana(m.game("C4", first, "say"), said[0], templates.Notice{Code: templates.NoticeSpoken, Text: "resign"}), "Are you there?\nresign")},
		{"message", templates.Message, words(bo(m.game("C4", second, choices...)), "Are you there?")},
		{"undo", templates.Undo, ana(asking(m.game("C4 D5", first, "allow", "deny", "move"), "D5"))},
		{"undo-timed", templates.Undo, ana(timed(asking(m.game("C4 D5", first, "allow", "deny", "move"), "D5"), 47*time.Hour))},
		{"undo-black", templates.Undo, ana(asking(m.game("C4 black", first, "allow", "deny"), "black"))},
		{"undo-with-answer", templates.Undo, ana(asking(m.game("C4 D5 E6", first, "allow", "deny"), "D5", "E6"))},
		{"turn-undone", templates.Turn, ana(undone(m.game("C4 D5", first, "move"), first, "E6", "F7"))},
		{"moved-undone", templates.Moved, ana(undone(m.game("C4 D5 E6", first, "say"), second, "F7"))},
		{"turn-timed", templates.Turn, ana(timed(m.game("C4 D5", first, choices...), 9*24*time.Hour+4*time.Hour))},
		{"moved-timed", templates.Moved, ana(timed(m.game("C4", first, "say"), 25*time.Hour))},
		{"net", templates.Net, caught(timed(m.game("C4 black D7 E5", first, choices...), time.Second))},
		{"reminder", templates.Reminder, ana(timed(m.game("C4 black D7 E5", first, choices...), 23*time.Hour+time.Minute), templates.Notice{Code: templates.NoticeAwayHelps})},
		{"moved-zone-proposed", templates.Moved, toldInUTC(ana(timed(m.game("C4", first, "say", "undo"), 25*time.Hour), templates.Notice{Code: templates.NoticeZoneProposed, Text: "UTC+1", Suggest: "set zone Europe/Madrid"}))},
		{"turn-newcomer", templates.Turn, newcomer(bo(m.game("C4", second, choices...)))},
		{"moved-first-game", templates.Moved, saying(ana(m.game("C4", first, "resign", "say")), &templates.Confirmation{Teaches: true})},
		{"turn-offer", templates.Turn, ana(offered(0, m.game("", first, choices...)))},
		{"started-offer", templates.Started, bo(offered(0, m.game("", second, "say")))},
		{"turn-offer-several", templates.Turn, ana(offered(41, m.game("", first, choices...)), templates.Notice{Code: templates.NoticeRest, Number: 1, Text: "#41"})},
		{"started-offer-several", templates.Started, bo(offered(41, m.game("", second, "say")))},
		{"refused-offer-several", templates.Refused, bo(offered(41, m.game("", second, "say")), templates.Notice{Code: templates.NoticeTakenByYou, Number: 41})},
		{"turn-away", templates.Turn, ana(still(timed(m.game("C4 D5", first, choices...), 9*24*time.Hour+4*time.Hour)))},
		{"started-away", templates.Started, bo(timed(m.game("", second, "say"), 10*24*time.Hour), templates.Notice{Code: templates.NoticeOpponentAway, Name: "Ana", Span: hours(false)})},
		{"moved-to-nobody", templates.Moved, ana(m.game("C4", first, "say", "resign"), templates.Notice{Code: templates.NoticeOpponentUnreachable, Name: "Bo"})},
		{"moved-timed-to-nobody", templates.Moved, ana(timed(m.game("C4", first, "say", "resign"), 25*time.Hour), templates.Notice{Code: templates.NoticeOpponentUnreachable, Name: "Bo", On: true})},
	}
	against := func(v *templates.View, r templates.Robot) *templates.View {
		v.Opponent, v.Game.Own.Robot = "robot-3", &r
		for i := range v.Game.AtOnce {
			if !v.Game.AtOnce[i].ByYou {
				v.Game.AtOnce[i].Name = "robot-3"
			}
		}
		return v
	}
	opens := func(v *templates.View) *templates.View {
		v.Game.Own.Opens = true
		return v
	}
	can := []string{"move", "black", "resign", "undo", "hint", "note", "show"}
	none := templates.Robot{}
	robots := []Sample{
		{"turn-robot-first", templates.Turn, newcomer(against(ana(m.game("", first, can...)), none))},
		{"turn-robot-begins", templates.Turn, opens(newcomer(against(bo(m.game("C4", second, can...)), none)))},
		{"turn-robot", templates.Turn, against(atOnce(timed(m.game("C4 black D7 E5", first, can...), 9*24*time.Hour), "you", 2), none)},
		{"turn-robot-black", templates.Turn, against(atOnce(m.game("C4 black", first, can...), "you", 0), none)},
		{"turn-robot-plan", templates.Turn, against(atOnce(m.game("C4 black D7 E5 F7 G6", first, can...), "you", 2), none)},
		{"show-hint", templates.Show, saying(against(ana(m.game("C4 black D7 E5", first, can...), templates.Notice{Code: templates.NoticeHint, Cell: "F6"}), none), &templates.Shown{})},
		{"show-hint-black", templates.Show, saying(against(ana(m.game("C4 D5", first, can...), templates.Notice{Code: templates.NoticeHint, Cell: "black"}), none), &templates.Shown{})},
		{"said-to-robot", templates.Said, against(ana(m.game("C4", second, can...), templates.Notice{Code: templates.NoticeRobotReadsNone, Name: "robot-3"}), none)},
		{"problem-robot", templates.Problem, against(ana(m.game("C4", second, can...), templates.Notice{Code: templates.NoticeUnknown, Text: "hmm"}), none)},
		{"over-robot-won", templates.Over, against(ana(m.game("C4 D5 E6 resign", first, "rematch")), templates.Robot{Hints: 2, Next: 4})},
		{"over-robot-lost", templates.Over, against(bo(m.game("C4 D5 E6 resign", second, "rematch")), templates.Robot{Hints: 1, Next: 2})},
		{"help-robot", templates.Help, saying(ana(nil), &templates.Manual{Topic: new(topic("robot", "challenge robot", "challenge robot level 3"))})},
		{"help-hint", templates.Help, saying(ana(nil), &templates.Manual{Topic: new(topic("hint", "hint", "hint #42"))})},
		{"confirm-seek-robots", templates.Confirm, newcomer(saying(called("Ana"), &templates.Question{Asked: []templates.Asked{{Text: "seek", Verb: "seek"}}, Wish: "seek"}))},
		{"lesson-done-robots", templates.Lesson, saying(ana(nil), &templates.Lecture{Of: 6, Answer: "C4", Solved: 6})},
		{"help-welcome-robots", templates.Help, saying(called(""), &templates.Manual{})},
	}
	for _, code := range []string{templates.NoticeRobotRated, templates.NoticeEnoughRobots, templates.NoticeLevelOfPeople, templates.NoticeNoHint} {
		robots = append(robots, Sample{"refused-" + code, templates.Refused, refused(templates.Notice{Code: code})})
	}
	robots = append(robots,
		Sample{"refused-no-robot", templates.Refused, refused(templates.Notice{Code: templates.NoticeNoRobot, Last: 5})},
		Sample{"refused-no-robots", templates.Refused, refused(templates.Notice{Code: templates.NoticeNoRobot})},
		Sample{"refused-hint-not-now", templates.Refused, against(ana(m.game("C4", first, "resign"), templates.Notice{Code: templates.NoticeHintNotNow}), none)},
		Sample{"refused-hint-for-others", templates.Refused, against(ana(m.game("C4 black D7 E5", first, can...), templates.Notice{Code: templates.NoticeHintForOthers}), none)},
	)
	for i := range robots {
		robots[i].View.Envelope.Robots = true
	}
	return append(between, robots...)
}
