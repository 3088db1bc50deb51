package samples

import (
	"time"

	"unlurbot/game"
	"unlurbot/templates"
)

// trouble is what goes wrong.
func (m maker) trouble() []Sample {
	return []Sample{
		{"refused-plan", templates.Refused, ana(m.game("C4", first, "if", "resign"),
			templates.Notice{Code: templates.NoticePlanRefused, Text: "C5 D5, E6 D5", Cell: "D5", Why: &templates.Notice{Code: string(game.Occupied), Cell: "D5"}})},
		{"stale-plan", templates.Stale, edit(ana(m.game("C4 black D7 E5", first, "move", "resign")), func(v *templates.View) {
			v.Verb, v.Game.Since = "if", []templates.PlayedMove{{Ply: 4, Move: "E5", Name: "Bo"}}
		})},
		{"stale-allow", templates.Stale, edit(ana(m.game("C4 black D7 E5", first, "move", "resign")), func(v *templates.View) {
			v.Verb, v.Game.Since = "allow", []templates.PlayedMove{{Ply: 4, Move: "E5", Name: "Bo"}}
		})},
		{"stale-undo", templates.Stale, edit(ana(m.game("C4 black D7 E5", first, "move", "resign")), func(v *templates.View) {
			v.Verb, v.Game.Since = "undo", []templates.PlayedMove{{Ply: 4, Move: "E5", Name: "Bo"}}
		})},
		{"refused-preview", templates.Refused, bo(m.game("C4 black D7", second, "move"), templates.Notice{Code: string(game.Occupied), Cell: "C4", Text: "C4", Place: 2})},
		{"problem-game", templates.Problem, ana(m.game("", first, choices...), templates.Notice{Code: templates.NoticeNear, Text: "blakc", Suggest: "black"})},
		{"problem-several", templates.Problem, &templates.View{You: "Ana", Notices: []templates.Notice{{Code: templates.NoticeNear, Text: "seks", Names: []string{"seek", "seeks"}}}}},
		{"problem-yes", templates.Problem, ana(m.game("", first, choices...), templates.Notice{Code: templates.NoticeNotByYes})},
		{"problem-decline", templates.Problem, bo(m.asked(), templates.Notice{Code: templates.NoticeNear, Text: "I decline, it is a pity", Suggest: "decline", Offered: true})},
		{"problem-waiting", templates.Problem, bo(m.asked(), templates.Notice{Code: templates.NoticeUnknown, Text: "perhaps later"})},
		{"refused-waiting", templates.Refused, ana(m.waiting(), templates.Notice{Code: templates.NoticeOwnChallenge, Number: 42})},
		{"refused-game", templates.Refused, bo(m.game("C4 black D7", second, "move"), templates.Notice{Code: string(game.OffBoard), Cell: "G12", Row: "G", First: 2, Last: 11})},
		{"refused-put-off", templates.Refused, &templates.View{You: "Ana", Notices: []templates.Notice{{Code: templates.NoticePutOff, Text: "00:00 UTC"}}}},
		{"refused-limit", templates.Refused, &templates.View{You: "Ana", Nothing: true, Notices: []templates.Notice{{Code: templates.NoticeTooManyMails, Number: 200, Text: "15:00 UTC"}}}},
		{"refused-invites", templates.Refused, &templates.View{You: "Ana", Nothing: true, Notices: []templates.Notice{{Code: templates.NoticeTooManyOpen, Number: 3}}}},
		{"refused-games", templates.Refused, &templates.View{You: "Ana", Nothing: true, Notices: []templates.Notice{{Code: templates.NoticeTooManyGames, Number: 100}}}},
		{"refused-stranger", templates.Refused, &templates.View{Notices: []templates.Notice{{Code: templates.NoticeNoNewPlayers, Text: "00:00 UTC"}}}},
		{"refused-name", templates.Refused, &templates.View{You: "Ana", Nothing: true, Notices: []templates.Notice{
			{Code: templates.NoticeNameScripts, Text: "Anа"}, {Code: templates.NoticeNameReserved, Text: "0perator"}, {Code: templates.NoticeNameTaken, Text: "Bо"},
		}}},
		{"games-renamed", templates.Games, &templates.View{You: "Lopez2", Notices: []templates.Notice{{Code: templates.NoticeRenamed, Name: "Lopez2", Text: "Lopez"}}}},
		{"games-newcomer", templates.Games, &templates.View{You: "Ana López", Notices: []templates.Notice{{Code: templates.NoticeCalled, Name: "Ana López"}}}},
		{"refused-old-link", templates.Refused, &templates.View{You: "Ana", Notices: []templates.Notice{{Code: templates.NoticeOldStopLink, Number: 60}}}},
		{"refused-over", templates.Refused, bo(m.game("C4 resign", second, "challenge"), templates.Notice{Code: string(game.GameOver)})},
		{"stale", templates.Stale, edit(ana(m.game("C4 black D7 E5", first, "move", "resign")), func(v *templates.View) {
			v.Verb, v.Game.Since = "C5", []templates.PlayedMove{{Ply: 3, Move: "D7", ByYou: true}, {Ply: 4, Move: "E5", Name: "Bo"}}
		})},
		{"stale-undone", templates.Stale, edit(ana(m.game("C4 black D7 E5", first, "move", "resign")), func(v *templates.View) {
			v.Verb, v.Game.Since = "F4", []templates.PlayedMove{
				{Ply: 3, Move: "F4", ByYou: true, Undone: true}, {Move: "undo", ByYou: true}, {Ply: 3, Move: "D7", ByYou: true}, {Ply: 4, Move: "E5", Name: "Bo"},
			}
		})},
		{"confirm-game", templates.Confirm, edit(ana(m.game("", first, choices...)), func(v *templates.View) {
			v.Asked = []templates.Asked{{Text: "C4", Game: 42}}
		})},
		{"confirm-say", templates.Confirm, edit(ana(m.game("", first, choices...)), func(v *templates.View) {
			v.Asked, v.Wish = []templates.Asked{{Text: "say …", Game: 42}}, "say"
		})},
		{"confirm-say-more", templates.Confirm, edit(ana(m.game("", first, choices...)), func(v *templates.View) {
			v.Asked, v.Wish, v.Passed = []templates.Asked{{Text: "say …", Game: 42}}, "say", "What a view from here!\n\nIt snows."
		})},
		{"problem-invited", templates.Problem, bo(m.waiting(), templates.Notice{Code: templates.NoticeWho, Name: "Ana"})},
		{"confirm-foreign", templates.Confirm, edit(ana(m.game("", first, choices...)), func(v *templates.View) {
			v.Asked, v.Foreign = []templates.Asked{{Text: "C4", Game: 42}, {Text: "resign", Game: 43}}, true
		})},
		{"refused-which", templates.Refused, &templates.View{You: "Ana", Nothing: true, Notices: []templates.Notice{{Code: templates.NoticeWhichGame, Suggest: "C4 #42", Games: []templates.GameLine{
			{Number: 42, Size: 6, Opponent: "Bo", Yours: true, Ply: 5, Time: &templates.Time{Left: templates.DurationOf(50 * time.Hour)}},
			{Number: 43, Size: 8, Opponent: "Carla", Ply: 11},
		}}}}},
		{"refused-value", templates.Refused, &templates.View{You: "Ana", Nothing: true, Notices: []templates.Notice{{Code: templates.NoticeNoValue, Text: "now", Names: []string{"set mails each", "set mails daily"}}}}},
		{"refused-zone", templates.Refused, &templates.View{You: "Ana", Nothing: true, Notices: []templates.Notice{{Code: templates.NoticeNoZone, Text: "san", Names: []string{"America/Santiago", "America/Santo_Domingo"}}}}},
		{"problem", templates.Problem, &templates.View{You: "Ana", Notices: []templates.Notice{{Code: templates.NoticeUnknown, Text: "What is this?"}}}},
		{"refused", templates.Refused, &templates.View{You: "Ana", Nothing: true, Notices: []templates.Notice{{Code: templates.NoticeNobody, Text: "Zoe"}}}},
		{"confirm", templates.Confirm, &templates.View{You: "Ana", Asked: []templates.Asked{{Text: "name Eve"}, {Text: "challenge bo@example.net size 8"}}}},
		{"confirm-stranger", templates.Confirm, &templates.View{Asked: []templates.Asked{{Text: "challenge bo@example.net", Verb: "challenge", Who: "bo@example.net"}}}},
		{"confirm-stranger-terms", templates.Confirm, &templates.View{Asked: []templates.Asked{{Text: "challenge bo@example.net size 8", Verb: "challenge", Who: "bo@example.net", Terms: true}}}},
		{"confirm-stranger-seek", templates.Confirm, &templates.View{Asked: []templates.Asked{{Text: "seek", Verb: "seek"}}}},
		{"confirm-challenge", templates.Confirm, &templates.View{You: "Ana", Wish: "challenge", Asked: []templates.Asked{{Text: "challenge bo@example.net", Verb: "challenge", Who: "bo@example.net"}}}},
		{"confirm-challenge-terms", templates.Confirm, &templates.View{You: "Ana", Wish: "challenge", Asked: []templates.Asked{{Text: "challenge bo@example.net size 8", Verb: "challenge", Who: "bo@example.net", Terms: true}}}},
		{"confirm-seek", templates.Confirm, &templates.View{You: "Ana", Wish: "seek", Asked: []templates.Asked{{Text: "seek", Verb: "seek"}}}},
		{"confirm-accept", templates.Confirm, edit(bo(m.waiting()), func(v *templates.View) {
			v.Asked, v.Wish = []templates.Asked{{Text: "accept", Game: 42, Verb: "accept"}}, "accept"
		})},
		{"incident", templates.Incident, &templates.View{You: "Ana", Number: "k7f3q2"}},
		{"unreachable", templates.Unreachable, ana(m.game("C4", first, "say", "resign", "show"))},
		{"unreachable-timed", templates.Unreachable, ana(timed(m.game("C4", first, "say", "resign", "show"), 25*time.Hour))},
		{"unreachable-waiting", templates.Unreachable, ana(m.waiting())},
		{"operator", templates.Operator, &templates.View{Notices: []templates.Notice{
			{Code: templates.OperatorUnreachable, Name: "Bo", Text: "bo@example.net: 550 5.1.1 no such mailbox"}, {Code: templates.OperatorLast},
		}}},
		{"operator-limit", templates.Operator, &templates.View{Notices: []templates.Notice{
			{Code: templates.OperatorLimit, Text: "limits.mails_out_per_address", Number: 1000, Name: "Bo"},
			{Code: templates.OperatorLimit, Text: "limits.mails_out", Number: 10000},
			{Code: templates.OperatorShare, Text: "limits.mails_out_per_player", Name: "Bo"},
			{Code: templates.OperatorShare, Text: "limits.mails_out_per_player"},
		}}},
		{"operator-incident", templates.Operator, &templates.View{Notices: []templates.Notice{{Code: templates.OperatorIncident, Text: "1f7ac02e"}}}},
		{"operator-set-aside", templates.Operator, &templates.View{Notices: []templates.Notice{{Code: templates.OperatorSetAside}}}},
	}
}
