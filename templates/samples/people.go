package samples

import (
	"time"

	"unlurbot/game"
	"unlurbot/templates"
)

// people are mails about players.
func (m maker) people() []Sample {
	return []Sample{
		{"forget", templates.Forget, bo(nil)},
		{"forgotten", templates.Forgotten, saying(bo(nil), &templates.Erasure{})},
		{"standings", templates.Standings, saying(ana(nil), &templates.StandingsTable{
			Best:  []templates.Place{{Place: 1, Name: "Carla", Rating: 1912, Games: 41}, {Place: 2, Name: "Ana", Rating: 1540, Games: 9, You: true}, {Place: 3, Name: "Bo", Rating: 1501, Games: 8}},
			Place: 2, Of: 3, Rating: &templates.Rating{Value: 1540, Least: 1420, Most: 1660, Games: 9, Settled: 8}, Settled: 8,
		})},
		{"standings-below", templates.Standings, saying(ana(nil), &templates.StandingsTable{
			Best: []templates.Place{{Place: 1, Name: "Carla", Rating: 1912, Games: 41}, {Place: 2, Name: "Bo", Rating: 1701, Games: 8}},
			Around: []templates.Place{
				{Place: 99, Name: "Johann Sebastian von der Heide", Rating: 1541, Games: 112}, {Place: 100, Name: "Ana", Rating: 1540, Games: 9, You: true},
				{Place: 101, Name: "Dan", Rating: 1540, Games: 22},
			},
			Place: 100, Of: 431, Rating: &templates.Rating{Value: 1540, Least: 1420, Most: 1660, Games: 9, Settled: 8}, Settled: 8,
		})},
		{"standings-provisional", templates.Standings, saying(ana(nil), &templates.StandingsTable{
			Best: []templates.Place{{Place: 1, Name: "Carla", Rating: 1912, Games: 41}}, Of: 1, Rating: &templates.Rating{Value: 1338, Least: 758, Most: 1918, Games: 1, Settled: 8}, Settled: 8,
		})},
		{"standings-empty", templates.Standings, saying(ana(nil), &templates.StandingsTable{Settled: 8})},
		{"profile", templates.Profile, saying(ana(nil), &templates.PlayerProfile{
			Name: "Bo", Since: noon, Rating: &templates.Rating{Value: 1540, Least: 1420, Most: 1660, Games: 17, Settled: 8}, Place: 57, Of: 431,
			Rated: templates.Tally{Won: 12, Lost: 5}, Friendly: templates.Tally{Won: 2, Lost: 1}, Running: 3, AwayUntil: noon.AddDate(0, 1, 0),
			Late: templates.Reliability{Games: 21, Moves: 231, Timeouts: 1, NoShows: 1},
		})},
		{"profile-own", templates.Profile, saying(ana(nil), &templates.PlayerProfile{
			Name: "Ana", You: true, Since: noon, Rating: &templates.Rating{Value: 1338, Least: 758, Most: 1918, Games: 1, Settled: 8}, Rated: templates.Tally{Lost: 1},
			Late:    templates.Reliability{Games: 1, Moves: 1},
			Private: &templates.PrivateGames{Won: 2, Lost: 1, Running: 1},
		})},
		{"profile-new", templates.Profile, saying(ana(nil), &templates.PlayerProfile{Name: "Bo", Since: noon, Running: 1})},
		{"results", templates.Results, saying(ana(nil), &templates.PlayerResults{
			Name: "Bo", Won: 14, Lost: 6, YouWon: 2, YouLost: 3, Lines: []templates.ResultLine{
				{Game: 45, Ended: noon, Opponent: "Ana", Won: true, Reason: game.ByLine, Rated: true},
				{Game: 44, Ended: noon, Opponent: "Carla", Cancelled: true},
				{Game: 43, Ended: noon, Opponent: "Carla", Reason: game.OpponentGoal},
				{Game: 42, Ended: noon, Opponent: templates.FormerPlayer, Won: true, Reason: game.ByResignation},
				{Game: 40, Ended: noon, Opponent: "Carla", Reason: game.ByTimeout, Rated: true},
				{Game: 38, Ended: noon, Opponent: "Dan", Reason: game.ByY, Rated: true},
			},
		})},
		{"games-of", templates.GamesOf, saying(ana(nil), &templates.PublicGames{
			Of: "Bo", Running: []templates.PublicGame{{Number: 57, Size: 6, Ply: 14, Players: "Carla", Rated: true}, {Number: 51, Size: 8, Ply: 1, Players: "Dan"}},
			Over: []templates.ResultLine{
				{Game: 45, Ended: noon, Opponent: "Ana", Won: true, Reason: game.ByLine, Rated: true},
				{Game: 43, Ended: noon, Opponent: "Carla", Reason: game.OpponentGoal},
			},
		})},
		{"games-of-many", templates.GamesOf, saying(ana(nil), &templates.PublicGames{Of: "Bo", Running: []templates.PublicGame{{Number: 57, Size: 6, Ply: 14, Players: "Carla", Rated: true}}, More: true})},
		{"games-of-none", templates.GamesOf, saying(ana(nil), &templates.PublicGames{Of: "Bo"})},
		{"games-of-all", templates.GamesOf, saying(ana(nil), &templates.PublicGames{
			Running: []templates.PublicGame{{Number: 57, Size: 6, Ply: 14, Players: "Bo - Carla", Rated: true}, {Number: 51, Size: 8, Ply: 1, Players: "Dan - Bo"}}, More: true,
		})},
		{"games-of-all-none", templates.GamesOf, saying(ana(nil), &templates.PublicGames{})},
		{"refused-exported", templates.Refused, ana(nil, templates.Notice{Code: templates.NoticeExportedEnough, Number: 3})},
		{"results-apart", templates.Results, saying(ana(nil), &templates.PlayerResults{
			Name: "Bo", Won: 1, Lines: []templates.ResultLine{{Game: 45, Ended: noon, Opponent: "Carla", Won: true, Reason: game.ByLine, Rated: true}},
		})},
		{"results-own", templates.Results, saying(ana(nil), &templates.PlayerResults{
			Name: "Ana", You: true, Won: 1, Lines: []templates.ResultLine{{Game: 45, Ended: noon, Opponent: "Carla", Won: true, Reason: game.ByLine, Rated: true}},
		})},
		{"results-none", templates.Results, saying(ana(nil), &templates.PlayerResults{Name: "Bo"})},
		{"results-none-own", templates.Results, saying(ana(nil), &templates.PlayerResults{Name: "Ana", You: true})},
		{"noted-mails-again", templates.Noted, ana(nil, templates.Notice{Code: templates.NoticeLimit, Number: 3}, templates.Notice{Code: templates.NoticeMailsAgain})},
		{"unsubscribed-games", templates.Unsubscribed, ana(nil, templates.Notice{Code: templates.NoticeClocksRun})},
		{"unsubscribed-offers", templates.Unsubscribed, ana(nil, templates.Notice{Code: templates.NoticeOffersWithdrawn, Names: []string{"#42", "#43"}}, templates.Notice{Code: templates.NoticeChallengesWithdrawn, Names: []string{"#44"}}, templates.Notice{Code: templates.NoticeClocksRun})},
		{"address", templates.NewAddress, saying(called(""), &templates.Claimant{Name: "Ana"})},
		{"noted", templates.Noted, ana(nil, templates.Notice{Code: templates.NoticeLimit, Number: 3})},
		{"away", templates.Away, ana(nil, templates.Notice{Code: templates.NoticeOpponentAway, Name: "Bo", Span: holiday(false), Names: []string{"#42", "#43"}})},
		{"away-now", templates.Away, ana(still(timed(m.game("C4", first, "say"), 9*24*time.Hour)), templates.Notice{Code: templates.NoticeOpponentAway, Name: "Bo", Span: holiday(true)})},
		{"back", templates.Back, ana(timed(m.game("C4", first, "say"), 9*24*time.Hour), templates.Notice{Code: templates.NoticeOpponentBack, Name: "Bo", Span: holiday(true)})},
		{"back-planned", templates.Back, ana(nil, templates.Notice{Code: templates.NoticeOpponentBack, Name: "Bo", Span: holiday(false), Names: []string{"#42", "#43"}})},
		{"noted-away", templates.Noted, bo(nil, templates.Notice{Code: templates.NoticeAway, Span: holiday(false)})},
		{"away-hours", templates.Away, ana(nil, templates.Notice{Code: templates.NoticeOpponentAway, Name: "Bo", Span: hours(true), Names: []string{"#42", "#43"}})},
		{"noted-away-hours", templates.Noted, bo(nil, templates.Notice{Code: templates.NoticeAway, Span: hours(false)})},
		{"noted-zone", templates.Noted, bo(nil, templates.Notice{Code: templates.NoticeZone, Span: holiday(false)})},
		{"help-pace", templates.Help, saying(ana(nil), &templates.Manual{Topic: new(topic("pace", "challenge bo pace 3d"))})},
		{"help-fair-play", templates.Help, saying(ana(nil), &templates.Manual{Topic: &templates.Topic{Verb: "fair-play", Word: "fair play"}})},
		{"help-fair-play-own", templates.Help, saying(ana(nil), &templates.Manual{Topic: &templates.Topic{Verb: "fair-play", Word: "fair play"}, Own: "We meet on Fridays.\n\nPlay fair."})},
		{"help-challenge", templates.Help, saying(ana(nil), &templates.Manual{Topic: new(topic("challenge", "challenge Bo size 8 first pace 3d", "challenge Bo friendly match"))})},
		{"help-set", templates.Help, saying(ana(nil), &templates.Manual{Topic: new(topic("set", "set", "set language fr", "set weekends off"))})},
		{"noted-clocks", templates.Noted, ana(nil, templates.Notice{Code: templates.NoticeClocks, Number: 2, Games: []templates.GameLine{
			{Number: 3, Opponent: "Bo", Size: 6, Yours: true, Time: &templates.Time{Left: templates.Duration{Hours: 5}, Until: noon, Zone: "Europe/Madrid"}},
			{Number: 1, Opponent: "Carla", Size: 8, Time: &templates.Time{Left: templates.Duration{Days: 2, Hours: 1}, Until: noon.AddDate(0, 0, 6), Zone: "Europe/Madrid", Still: noon.AddDate(0, 0, 4)}},
		}})},
		{"noted-clocks-none", templates.Noted, ana(nil, templates.Notice{Code: templates.NoticeClocks})},
		{"noted-settings", templates.Noted, ana(nil, templates.Notice{Code: templates.NoticeSettings, Names: []string{"zone Europe/Madrid", "weekends on", "reminders off"}})},
		{"named", templates.Named, ana(nil, templates.Notice{Code: templates.NoticeNamed, Name: "Ana"})},
		{"help", templates.Help, saying(ana(nil), &templates.Manual{Groups: []templates.TopicGroup{
			{Name: "play", Topics: []templates.Topic{topic("move", "C4"), topic("black", "black"), topic("resign", "resign")}},
			{Name: "begin", Topics: []templates.Topic{
				topic("challenge", "challenge ana@example.org"), topic("accept", "accept"), topic("decline", "decline"), topic("withdraw", "withdraw"),
			}},
			{Name: "look", Topics: []templates.Topic{
				topic("show", "show"), topic("preview", "preview C4 D5 E6"), topic("history", "history"), topic("games", "games"),
				topic("standings", "standings"), topic("profile", "profile Bo"), topic("results", "results"), topic("watch", "watch #42"),
			}},
			{Name: "time", Topics: []templates.Topic{topic("away", "away 2026-12-20 to 2027-01-06"), topic("back", "back")}},
		}})},
		{"help-welcome", templates.Help, saying(called(""), &templates.Manual{})},
		{"help-newcomer", templates.Help, saying(called("Ana López", templates.Notice{Code: templates.NoticeCalled, Name: "Ana López"}), &templates.Manual{})},
		{"help-below-words", templates.Help, saying(called("", templates.Notice{Code: templates.NoticeBelowWords, Text: "challenge bo@example.org"}), &templates.Manual{})},
		{"help-no-game", templates.Help, saying(called("", templates.Notice{Code: templates.NoticeNoGameYet}), &templates.Manual{})},
		{"noted-stranger", templates.Noted, called("", templates.Notice{Code: templates.NoticeOnNoList})},
		{"help-word", templates.Help, saying(ana(nil), &templates.Manual{Topic: new(topic("say", "say Bravo"))})},
		{"unsubscribed", templates.Unsubscribed, ana(nil)},
		{"by-operator", templates.ByOperator, saying(ana(nil, templates.Notice{Code: templates.NoticeOffersWithdrawn, Names: []string{"#43"}}), &templates.Act{Kind: "ban", Reason: "You've been sending other players messages nobody wants to read."})},
		{"by-operator-unban", templates.ByOperator, saying(ana(nil), &templates.Act{Kind: "unban"})},
		{"by-operator-rename", templates.ByOperator, saying(ana(nil), &templates.Act{Kind: "rename", Before: "The club of Girona", After: "Ana", Reason: "Others took you for me."})},
		{"announced", templates.Announced, saying(ana(nil), &templates.Announcement{Text: "On Saturday the bot moves to a new machine. No clock runs meanwhile.\n\nThe spring cup is open: reply TOURNAMENT JOIN."})},
		{"paused", templates.Paused, saying(ana(nil), &templates.Pause{Words: "The server is moving to a new machine; I'll be back by Sunday evening."})},
		{"forgotten-by-operator", templates.Forgotten, saying(bo(nil), &templates.Erasure{ByOperator: true, Reason: "This address belongs to the school."})},
		{"forgotten-banned", templates.Forgotten, saying(bo(nil), &templates.Erasure{Banned: true})},
	}
}
