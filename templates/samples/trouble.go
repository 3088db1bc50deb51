package samples

import (
	"time"

	"unlurbot/game"
	"unlurbot/templates"
)

// midnight is when the limits of a day end.
var midnight = time.Date(2026, time.November, 21, 0, 0, 0, 0, time.UTC)

// november is the beginning of the month of which the operator is told.
var november = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

// month has games and players.
func (maker) month(begun, ended, came, active, players int, m templates.Month) *templates.Month {
	m.First, m.Games.Begun, m.Games.Over = november, begun, ended
	m.Players.New, m.Players.Active, m.Players.All = came, active, players
	return &m
}

// trouble is what goes wrong.
func (m maker) trouble() []Sample {
	return []Sample{
		{"refused-plan", templates.Refused, ana(m.game("C4", first, "if", "resign"),
			templates.Notice{Code: templates.NoticePlanRefused, Text: "C5 D5, E6 D5", Cell: "D5", Why: &templates.Notice{Code: string(game.Occupied), Cell: "D5"}})},
		{"stale-plan", templates.Stale, saying(ana(m.game("C4 black D7 E5", first, "move", "resign")), &templates.Outdated{Verb: "if", Since: []templates.PlayedMove{{Ply: 4, Move: "E5", Name: "Bo"}}})},
		{"stale-allow", templates.Stale, saying(ana(m.game("C4 black D7 E5", first, "move", "resign")), &templates.Outdated{Verb: "allow", Since: []templates.PlayedMove{{Ply: 4, Move: "E5", Name: "Bo"}}})},
		{"stale-undo", templates.Stale, saying(ana(m.game("C4 black D7 E5", first, "move", "resign")), &templates.Outdated{Verb: "undo", Since: []templates.PlayedMove{{Ply: 4, Move: "E5", Name: "Bo"}}})},
		{"refused-preview", templates.Refused, bo(m.game("C4 black D7", second, "move"), templates.Notice{Code: string(game.Occupied), Cell: "C4", Text: "C4", Place: 2})},
		{"problem-game", templates.Problem, ana(m.game("", first, choices...), templates.Notice{Code: templates.NoticeNear, Text: "blakc", Suggest: "black"})},
		{"problem-several", templates.Problem, ana(nil, templates.Notice{Code: templates.NoticeNear, Text: "seks", Names: []string{"seek", "seeks"}})},
		{"problem-yes", templates.Problem, ana(m.game("", first, choices...), templates.Notice{Code: templates.NoticeNotByYes})},
		{"problem-decline", templates.Problem, bo(m.asked(), templates.Notice{Code: templates.NoticeNear, Text: "I decline, it is a pity", Suggest: "decline", Offered: true})},
		{"problem-waiting", templates.Problem, bo(m.asked(), templates.Notice{Code: templates.NoticeUnknown, Text: "perhaps later"})},
		{"refused-waiting", templates.Refused, ana(m.waiting(), templates.Notice{Code: templates.NoticeOwnChallenge, Number: 42})},
		{"refused-game", templates.Refused, bo(m.game("C4 black D7", second, "move"), templates.Notice{Code: string(game.OffBoard), Cell: "G12", Row: "G", First: 2, Last: 11})},
		{"noted-put-off", templates.Noted, ana(nil, templates.Notice{Code: templates.NoticePutOff, Span: templates.Span{To: midnight}})},
		{"refused-limit", templates.Refused, refused(templates.Notice{Code: templates.NoticeTooManyMails, Number: 200, Span: templates.Span{To: midnight.Add(15 * time.Hour)}})},
		{"refused-invites", templates.Refused, refused(templates.Notice{Code: templates.NoticeTooManyOpen, Number: 3})},
		{"refused-games", templates.Refused, refused(templates.Notice{Code: templates.NoticeTooManyGames, Number: 100})},
		{"refused-stranger", templates.Refused, called("", templates.Notice{Code: templates.NoticeNoNewPlayers, Span: templates.Span{To: midnight}})},
		{"refused-name", templates.Refused, refused(templates.Notice{Code: templates.NoticeNameScripts, Text: "Anа"}, templates.Notice{Code: templates.NoticeNameReserved, Text: "0perator"}, templates.Notice{Code: templates.NoticeNameTaken, Text: "Bо"})},
		{"games-renamed", templates.Games, saying(called("Lopez2", templates.Notice{Code: templates.NoticeRenamed, Name: "Lopez2", Text: "Lopez"}), &templates.GameList{})},
		{"games-newcomer", templates.Games, saying(called("Ana López", templates.Notice{Code: templates.NoticeCalled, Name: "Ana López"}), &templates.GameList{})},
		{"refused-old-link", templates.Refused, ana(nil, templates.Notice{Code: templates.NoticeOldStopLink, Number: 60})},
		{"refused-over", templates.Refused, bo(m.game("C4 D5 E6 resign", second, "challenge"), templates.Notice{Code: string(game.GameOver)})},
		{"stale", templates.Stale, saying(ana(m.game("C4 black D7 E5", first, "move", "resign")), &templates.Outdated{Verb: "C5", Since: []templates.PlayedMove{{Ply: 3, Move: "D7", ByYou: true}, {Ply: 4, Move: "E5", Name: "Bo"}}})},
		{"stale-undone", templates.Stale, saying(ana(m.game("C4 black D7 E5", first, "move", "resign")), &templates.Outdated{Verb: "F4", Since: []templates.PlayedMove{
			{Ply: 3, Move: "F4", ByYou: true, Undone: true}, {Move: "undo", ByYou: true}, {Ply: 3, Move: "D7", ByYou: true}, {Ply: 4, Move: "E5", Name: "Bo"},
		}})},
		{"confirm-game", templates.Confirm, saying(ana(m.game("", first, choices...)), &templates.Question{Asked: []templates.Asked{{Text: "C4", Game: 42}}})},
		{"confirm-say", templates.Confirm, saying(ana(m.game("", first, choices...)), &templates.Question{Asked: []templates.Asked{{Text: "say …", Game: 42}}, Wish: "say"})},
		{"confirm-say-more", templates.Confirm, passed(saying(ana(m.game("", first, choices...)), &templates.Question{Asked: []templates.Asked{{Text: "say …", Game: 42}}, Wish: "say"}), "What a view from here!\n\nIt snows.")},
		{"problem-invited", templates.Problem, bo(m.asked(), templates.Notice{Code: templates.NoticeWho, Name: "Ana"})},
		{"confirm-foreign", templates.Confirm, saying(ana(m.game("", first, choices...)), &templates.Question{Asked: []templates.Asked{{Text: "C4", Game: 42}, {Text: "resign", Game: 43}}, Foreign: true})},
		{"refused-which", templates.Refused, refused(templates.Notice{Code: templates.NoticeWhichGame, Suggest: "C4 #42", Games: []templates.GameLine{
			{Number: 42, Size: 6, Opponent: "Bo", Yours: true, Ply: 5, Time: &templates.Time{Left: templates.DurationOf(50 * time.Hour)}},
			{Number: 43, Size: 8, Opponent: "Carla", Ply: 11},
		}})},
		{"refused-value", templates.Refused, refused(templates.Notice{Code: templates.NoticeNoValue, Text: "now", Names: []string{"set mails each", "set mails daily"}})},
		{"refused-zone", templates.Refused, refused(templates.Notice{Code: templates.NoticeNoZone, Text: "san", Names: []string{"America/Santiago", "America/Santo_Domingo"}})},
		{"problem", templates.Problem, ana(nil, templates.Notice{Code: templates.NoticeUnknown, Text: "What is this?"})},
		{"refused", templates.Refused, refused(templates.Notice{Code: templates.NoticeNobody, Text: "Zoe"})},
		{"confirm", templates.Confirm, saying(ana(nil), &templates.Question{Asked: []templates.Asked{{Text: "name Eve"}, {Text: "challenge bo@example.net size 8"}}})},
		{"confirm-stranger", templates.Confirm, saying(called(""), &templates.Question{Asked: []templates.Asked{{Text: "challenge bo@example.net", Verb: "challenge", Who: "bo@example.net"}}})},
		{"confirm-stranger-terms", templates.Confirm, saying(called(""), &templates.Question{Asked: []templates.Asked{{Text: "challenge bo@example.net size 8", Verb: "challenge", Who: "bo@example.net", Terms: true}}})},
		{"confirm-stranger-seek", templates.Confirm, saying(called(""), &templates.Question{Asked: []templates.Asked{{Text: "seek", Verb: "seek"}}})},
		{"confirm-challenge", templates.Confirm, saying(ana(nil), &templates.Question{Asked: []templates.Asked{{Text: "challenge bo@example.net", Verb: "challenge", Who: "bo@example.net"}}, Wish: "challenge"})},
		{"confirm-challenge-terms", templates.Confirm, saying(ana(nil), &templates.Question{Asked: []templates.Asked{{Text: "challenge bo@example.net size 8", Verb: "challenge", Who: "bo@example.net", Terms: true}}, Wish: "challenge"})},
		{"confirm-seek", templates.Confirm, saying(ana(nil), &templates.Question{Asked: []templates.Asked{{Text: "seek", Verb: "seek"}}, Wish: "seek"})},
		{"confirm-seek-newcomer", templates.Confirm, newcomer(saying(called("Ana"), &templates.Question{Asked: []templates.Asked{{Text: "seek", Verb: "seek"}}, Wish: "seek"}))},
		{"confirm-tournament", templates.Confirm, saying(ana(nil), &templates.Question{Asked: []templates.Asked{{Text: "tournament join 3", Verb: "tournament"}}, Wish: "tournament"})},
		{"confirm-accept", templates.Confirm, saying(bo(m.waiting()), &templates.Question{Asked: []templates.Asked{{Text: "accept", Game: 42, Verb: "accept"}}, Wish: "accept"})},
		{"incident", templates.Incident, saying(ana(nil), &templates.Fault{Number: "k7f3q2"})},
		{"unreachable", templates.Unreachable, ana(m.game("C4", first, "say", "resign", "show"))},
		{"unreachable-timed", templates.Unreachable, ana(timed(m.game("C4", first, "say", "resign", "show"), 25*time.Hour))},
		{"unreachable-waiting", templates.Unreachable, ana(m.waiting())},
		{"operator", templates.Operator, called("", templates.Notice{Code: templates.OperatorUnreachable, Name: "Bo", Text: "bo@example.net: 550 5.1.1 no such mailbox"}, templates.Notice{Code: templates.OperatorLast})},
		{"operator-limit", templates.Operator, called("", templates.Notice{Code: templates.OperatorLimit, Text: "limits.mails_out_per_address", Number: 1000, Name: "Bo"},
			templates.Notice{Code: templates.OperatorLimit, Text: "limits.mails_out", Number: 10000},
			templates.Notice{Code: templates.OperatorShare, Text: "limits.mails_out_per_player", Name: "Bo"},
			templates.Notice{Code: templates.OperatorShare, Text: "limits.mails_out_per_player"})},
		{"operator-incident", templates.Operator, called("", templates.Notice{Code: templates.OperatorIncident, Text: "1f7ac02e"})},
		{"operator-month", templates.Operator, saying(called(""), m.month(12, 1, 1, 41, 120, templates.Month{
			Mails: templates.MonthsMails{In: 532, Out: 1611, GivenUp: 2, Held: 1}, Incidents: 1,
			Limits: []templates.Reached{{Limit: "mails_in", Times: 1}, {Limit: "mails_out_per_player", Times: 4}},
			Outage: &templates.Outage{Took: templates.DurationOf(3*time.Hour + 12*time.Minute), Since: november.Add(100*time.Hour + 5*time.Minute)},
			Store:  templates.BytesOf(23 << 20), Grown: templates.BytesOf(1300 << 10),
			Backup: &templates.Saved{At: november.AddDate(0, 1, 0).Add(-5 * time.Hour), Age: templates.DurationOf(5 * time.Hour)},
			Filed:  &templates.Filed{Mails: 25000, Folder: "Unlur-Done"},
		}))},
		{"operator-month-first", templates.Operator, saying(called(""), m.month(1, 5, 3, 1, 4, templates.Month{Since: november.AddDate(0, 0, 19), Mails: templates.MonthsMails{In: 9, Out: 13}, Store: templates.BytesOf(96 << 10)}))},
		{"operator-month-no-backup", templates.Operator, saying(called(""), m.month(0, 0, 0, 0, 0, templates.Month{Store: templates.BytesOf(1 << 20), Mails: templates.MonthsMails{GivenUp: 1, Held: 2}, Backup: &templates.Saved{}}))},
		{"ordered", templates.Ordered, saying(called(""), &templates.Output{
			Subject: "paused", Title: "Paused since 20 November, 14:00 (UTC).", Quote: "The server is moving to a new machine; I'll be back by Sunday evening.",
			Words: "Emails stay in the mailbox, and no clock runs, until you write: operator resume. Anyone who writes is told:",
		})},
		{"ordered-status", templates.Ordered, saying(called(""), &templates.Output{
			Subject: "status", Title: "Something is wrong: relay.",
			Words: "The SMTP server isn't accepting mail: connection refused. Check smtp.port.",
			Fields: [][2]string{
				{"mailbox", "last read: 1s ago"}, {"SMTP", "last email accepted: 21m0s ago"},
				{"outbox", "1 waiting, 0 of them for players who can't be reached; 0 given up"},
			},
		})},
		{"operator-set-aside", templates.Operator, called("", templates.Notice{Code: templates.OperatorSetAside})},
	}
}
