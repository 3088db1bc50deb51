package samples

import (
	"unlurbot/game"
	"unlurbot/templates"
)

// tournaments are mails about tournaments, and about games of one.
func (m maker) tournaments() []Sample {
	terms := templates.CupTerms{
		Size: 6, Group: 5, Least: 4, Days: 30, Rated: true,
		Pace: templates.Pace{Bank: templates.Duration{Days: 5}, Increment: templates.Duration{Days: 1}, Cap: templates.Duration{Days: 10}},
	}
	running := []templates.CrossRow{
		{Place: 1, Wins: true, Name: "Bo", Points: 3, Over: 3, Cells: []string{"*", "1", "1", ".", "1"}},
		{Place: 2, Shared: true, Name: "Ana", You: true, Points: 2, Over: 3, Cells: []string{"0", "*", "1", ".", "1"}},
		{Place: 2, Shared: true, Name: "Johann Sebastian von der Heide", Points: 2, Over: 4, Cells: []string{"0", "0", "*", "1", "+"}},
		{Place: 4, Name: "Dan", Points: 1, Over: 2, Cells: []string{".", ".", "0", "*", "+"}},
		{Name: "Eva", Over: 4, Cells: []string{"0", "0", "-", "-", "*"}},
	}
	decided := []templates.CrossRow{
		{Place: 1, Wins: true, Name: "Bo", Points: 3, Over: 3, Cells: []string{"*", "1", "1", "1", "/"}},
		{Place: 2, Name: "Ana", You: true, Points: 2, Over: 3, Cells: []string{"0", "*", "1", "1", "/"}},
		{Place: 3, Name: "Carla", Points: 1, Over: 3, Cells: []string{"0", "0", "*", "1", "/"}},
		{Place: 4, Name: "Dan", Over: 3, Cells: []string{"0", "0", "0", "*", "/"}},
		{Name: "Eva", Cells: []string{"/", "/", "/", "/", "*"}},
	}
	alone := func(rows []templates.CrossRow) []templates.CrossGroup {
		return []templates.CrossGroup{{Round: 1, Rows: rows}}
	}
	table := func(change func(*templates.Tournament), notices ...templates.Notice) *templates.View {
		t := &templates.Tournament{CupTerms: terms, Number: 5, Begun: true, Groups: alone(decided), In: true, Decided: true, Joinable: true, Over: 10, Of: 10}
		change(t)
		return saying(ana(nil, notices...), t)
	}
	won := func(names ...string) func(*templates.Tournament) {
		return func(t *templates.Tournament) {
			rows := []templates.CrossRow{
				{Place: 1, Shared: len(names) > 1, Wins: true, Name: "Ana", You: true, Points: 1, Over: 2, Cells: []string{"*", "1"}},
				{Place: 2, Name: "Bo", Points: 1, Over: 2, Cells: []string{"0", "*"}},
			}
			if len(names) > 1 {
				rows[1].Place, rows[1].Shared, rows[1].Wins = 1, true, true
			}
			t.Groups = alone(rows)
		}
	}
	list := func(change func(*templates.TournamentList)) *templates.View {
		l := &templates.TournamentList{CupTerms: terms}
		change(l)
		return saying(ana(nil), l)
	}
	cup := templates.CupScore{Number: 5, Told: true, Points: 2, Over: 3, Of: 4}
	inCup := func(g *templates.Game, score templates.CupScore) *templates.Game {
		g.Own.Cup = &score
		return g
	}
	begins := m.game("", first, "move", "black", "resign", "say")
	begins.Own.Cup = &templates.CupScore{Number: 5}
	exit := templates.Notice{Code: templates.NoticeTournamentExit, Number: 5}
	out := func(change func(*templates.Notice)) templates.Notice {
		n := exit
		n.Span.To = noon.AddDate(0, 0, 30)
		change(&n)
		return n
	}
	noted := func(n templates.Notice) *templates.View { return ana(nil, n) }
	return []Sample{
		{"drawn", templates.Drawn, saying(ana(nil), &templates.CupBegun{CupTerms: terms, Number: 5, Players: 5, Games: []templates.DrawnGame{
			{Number: 57, Opponent: "Bo", YouFirst: true}, {Number: 58, Opponent: "Carla"},
			{Number: 60, Opponent: "Dan", AwayUntil: noon.AddDate(0, 0, 6)}, {Number: 63, Opponent: "Eva", YouFirst: true},
		}})},
		{"tournament", templates.ATournament, table(func(t *templates.Tournament) {
			t.Groups, t.Decided, t.Over = alone(running), false, 8
			t.Groups[0].InProgress = []templates.PublicGame{{Number: 59, Size: 6, Ply: 14, Players: "Bo - Dan", Rated: true}, {Number: 63, Size: 6, Ply: 1, Players: "Ana - Dan", Rated: true}}
		}, out(func(n *templates.Notice) { n.Name, n.On = "Eva", true }))},
		{"tournament-decided", templates.ATournament, table(func(*templates.Tournament) {}, out(func(n *templates.Notice) { n.Name, n.Fault = "Eva", "late" }))},
		{"tournament-won", templates.ATournament, table(won("Ana"))},
		{"tournament-shared", templates.ATournament, table(won("Ana", "Bo"))},
		{"tournament-nobodys", templates.ATournament, table(func(t *templates.Tournament) {
			t.Groups = alone([]templates.CrossRow{{Name: "Ana", You: true, Cells: []string{"*", "/"}}, {Name: "Bo", Cells: []string{"/", "*"}}})
		})},
		{"tournament-open", templates.ATournament, table(func(t *templates.Tournament) {
			*t = templates.Tournament{CupTerms: terms, Number: 6, Joined: 1, Joinable: true}
		})},
		{"tournament-open-empty", templates.ATournament, table(func(t *templates.Tournament) {
			*t = templates.Tournament{CupTerms: terms, Number: 6, Joinable: true}
		})},
		{"tournament-joined", templates.ATournament, table(func(t *templates.Tournament) {
			*t = templates.Tournament{CupTerms: terms, Number: 6, Joined: 3, In: true}
		})},
		{"tournaments", templates.Tournaments, list(func(l *templates.TournamentList) {
			l.Number, l.Joined = 6, 3
			l.Running = []templates.TournamentLine{{Number: 5, Over: 6, Of: 10, You: true}, {Number: 4, Over: 1, Of: 10}}
			l.Past = []templates.TournamentLine{
				{Number: 3, Winners: []string{"Bo"}, Ended: noon}, {Number: 2, Winners: []string{"Ana", "Carla"}, Ended: noon}, {Number: 1, Ended: noon},
			}
		})},
		{"tournaments-first", templates.Tournaments, list(func(*templates.TournamentList) {})},
		{"tournaments-joined", templates.Tournaments, list(func(l *templates.TournamentList) { l.Number, l.Joined, l.In = 6, 1, true })},
		{"tournaments-off", templates.Tournaments, list(func(l *templates.TournamentList) { l.Off = true })},
		{"turn-in-cup", templates.Turn, ana(begins)},
		{"over-in-cup", templates.Over, bo(inCup(m.game("C4 D5 resign=first", second, "say"), cup))},
		{"over-cup-decided", templates.Over, bo(inCup(m.game("C4 D5 resign=first", second, "say"), templates.CupScore{Number: 5, Told: true, Points: 1, Over: 1, Of: 1, Decided: true}))},
		{"cancelled-in-cup", templates.Cancelled, bo(inCup(cancelled(0, m.game("", second)), cup))},
		{"cancelled-in-cup-you", templates.Cancelled, ana(inCup(cancelled(0, m.game("", first)), templates.CupScore{Number: 5, Told: true, Over: 1, Of: 4}))},
		{"seeks-and-cup", templates.Seeks, saying(ana(nil), &templates.SeekList{Cup: true})},
		{"help-tournament", templates.Help, saying(ana(nil), &templates.Manual{Topic: new(topic("tournament", "tournament", "tournament 5"))})},
		{"noted-cup-joined", templates.Noted, noted(templates.Notice{Code: templates.NoticeTournamentJoined, Number: 3, Last: 5})},
		{"noted-cup-left", templates.Noted, noted(templates.Notice{Code: templates.NoticeTournamentLeft, Number: 5})},
		{"noted-cup-quit", templates.Noted, noted(out(func(*templates.Notice) {}))},
		{"noted-cup-quit-late", templates.Noted, noted(out(func(n *templates.Notice) { n.Fault, n.On = "late", true }))},
		{"refused-abort-in-cup", templates.Refused, ana(m.game("C4", second, "move"), templates.Notice{Code: templates.NoticeAbortInTournament, Number: 42})},
		{"refused-no-cups", templates.Refused, refused(templates.Notice{Code: templates.NoticeNoTournaments})},
		{"refused-no-such-cup", templates.Refused, refused(templates.Notice{Code: templates.NoticeNoSuchTournament, Number: 99})},
		{"refused-cup-begun", templates.Refused, refused(templates.Notice{Code: templates.NoticeTournamentBegun, Number: 4})},
		{"refused-in-cup", templates.Refused, refused(templates.Notice{Code: templates.NoticeInTournament, Number: 5})},
		{"refused-late-before", templates.Refused, refused(out(func(n *templates.Notice) { n.Code = templates.NoticeLateBefore }))},
		{"refused-not-in-cup", templates.Refused, refused(templates.Notice{Code: templates.NoticeNotInTournament, Number: 5})},
		{"refused-in-no-cup", templates.Refused, refused(templates.Notice{Code: templates.NoticeNotInTournament})},
		{"refused-cup-unnamed", templates.Refused, refused(templates.Notice{Code: templates.NoticeUnnamedTournament, Number: 5, Suggest: "tournament leave 5"})},
	}
}

// opened are mails about tournaments that somebody has opened, from the first to join to the end.
func (m maker) opened() []Sample {
	terms := templates.CupTerms{
		Size: 8, Group: 5, Least: 4, Days: 30, Rated: true, Opened: true, Title: "Spring tournament", Starts: noon.AddDate(0, 3, 9),
		Pace: templates.Pace{Bank: templates.Duration{Days: 5}, Increment: templates.Duration{Days: 1}, Cap: templates.Duration{Days: 10}},
	}
	byBo := templates.CupTerms{Size: 6, Group: 4, Least: 4, Days: 30, Opened: true, Opener: "Bo", Pace: templates.Pace{PerMove: templates.Duration{Days: 3}}}
	rows := func(names ...string) (rows []templates.CrossRow) {
		for i, name := range names {
			r := templates.CrossRow{Place: i + 1, Wins: i == 0, Name: name, You: name == "Ana", Points: len(names) - 1 - i, Over: len(names) - 1}
			for j := range names {
				r.Cells = append(r.Cells, map[bool]string{true: "1", false: "0"}[i < j])
			}
			r.Cells[i] = "*"
			rows = append(rows, r)
		}
		return rows
	}
	final := templates.CrossGroup{Round: 2, Final: true, Rows: rows("Ana", "Bo", "Carla", "Dan")}
	first, second := templates.CrossGroup{Round: 1, Number: 1, Rows: rows("Bo", "Ana", "Eva", "Fay")}, templates.CrossGroup{Round: 1, Number: 2, Rows: rows("Carla", "Dan", "Gus", "Hal")}
	running := templates.CrossGroup{Round: 1, Number: 1, Rows: rows("Bo", "Ana", "Eva", "Fay"), InProgress: []templates.PublicGame{{Number: 63, Size: 8, Ply: 1, Players: "Ana - Fay", Rated: true}}}
	elsewhere := templates.CrossGroup{Round: 1, Number: 2, Rows: rows("Carla", "Dan", "Gus", "Hal"), InProgress: make([]templates.PublicGame, 1)}
	running.Rows[1].Cells[3], running.Rows[3].Cells[1], running.Rows[1].Points, running.Rows[1].Over = ".", ".", 1, 2
	table := func(terms templates.CupTerms, change func(*templates.Tournament)) *templates.View {
		t := &templates.Tournament{CupTerms: terms, Number: 6, Joined: 11, Joinable: true}
		change(t)
		return saying(ana(nil), t)
	}
	begun := func(t *templates.Tournament, groups ...templates.CrossGroup) {
		t.Begun, t.In, t.Groups, t.Over, t.Of = true, true, groups, 11, 12
	}
	drawn := func(round, groups int) *templates.View {
		return saying(ana(nil), &templates.CupBegun{
			CupTerms: terms, Number: 6, Players: 4, Round: round, Groups: groups, Games: []templates.DrawnGame{{Number: 57, Opponent: "Bo", YouFirst: true}, {Number: 58, Opponent: "Carla"}},
		})
	}
	inRound := m.game("C4 D5 resign=first", game.Second, "say")
	inRound.Own.Cup = &templates.CupScore{Number: 6, Opened: true, Round: 1, Groups: 4, Told: true, Points: 2, Over: 3, Of: 4}
	inFinal := m.game("C4 D5 resign=first", game.Second, "say")
	inFinal.Own.Cup = &templates.CupScore{Number: 6, Opened: true, Round: 2, Groups: 1, Told: true, Points: 1, Over: 1, Of: 3}
	alone := m.game("C4 D5 resign=first", game.Second, "say")
	alone.Own.Cup = &templates.CupScore{Number: 6, Opened: true, Round: 1, Groups: 1, Told: true, Points: 1, Over: 1, Of: 3}
	begins := m.game("", game.First, "move", "black", "resign", "say")
	begins.Own.Cup = &templates.CupScore{Number: 6, Opened: true}
	starts := templates.Span{To: terms.Starts}
	noted := func(n templates.Notice) *templates.View { return ana(nil, n) }
	return []Sample{
		{"tournament-dated", templates.ATournament, table(terms, func(*templates.Tournament) {})},
		{"tournament-dated-joined", templates.ATournament, table(terms, func(t *templates.Tournament) { t.In, t.Joined = true, 1 })},
		{"tournament-dated-empty", templates.ATournament, table(terms, func(t *templates.Tournament) { t.Joined = 0 })},
		{"tournament-by-player", templates.ATournament, table(byBo, func(t *templates.Tournament) { t.Joined = 2 })},
		{"tournament-groups", templates.ATournament, table(terms, func(t *templates.Tournament) { begun(t, running, elsewhere) })},
		{"tournament-many-groups", templates.ATournament, table(terms, func(t *templates.Tournament) {
			begun(t, templates.CrossGroup{Round: 2, Number: 1, Rows: rows("Ana", "Bo")}, elsewhere, elsewhere)
			t.More = 3
		})},
		{"tournament-final", templates.ATournament, table(terms, func(t *templates.Tournament) { begun(t, final, first, second); t.Decided = true })},
		{"tournament-lost", templates.ATournament, table(terms, func(t *templates.Tournament) {
			begun(t, first, templates.CrossGroup{Round: 2, Final: true, Rows: rows("Bo", "Carla")})
			t.Decided = true
		})},
		{"tournament-not-gone-on", templates.ATournament, table(terms, func(t *templates.Tournament) {
			begun(t, first, templates.CrossGroup{Round: 2, Final: true, Rows: rows("Bo", "Carla")})
		})},
		{"tournament-goes-on-without", templates.ATournament, table(terms, func(t *templates.Tournament) {
			begun(t, first, templates.CrossGroup{Round: 2, Final: true, Rows: rows("Bo", "Carla")})
			t.Over = 0
		})},
		{"tournament-tied", templates.ATournament, table(terms, func(t *templates.Tournament) {
			tied := templates.CrossGroup{Round: 1, Rows: rows("Ana", "Bo")}
			tied.Rows[0].Shared, tied.Rows[1].Place, tied.Rows[1].Shared, tied.Rows[1].Wins = true, 1, true, true
			begun(t, tied)
			t.Decided = true
		})},
		{"tournament-empty", templates.ATournament, table(terms, func(t *templates.Tournament) {
			begun(t, first)
			t.Groups[0].Rows = []templates.CrossRow{{Name: "Ana", You: true, Cells: []string{"*", "/"}}, {Name: "Bo", Cells: []string{"/", "*"}}}
			t.Decided = true
		})},
		{"tournament-off", templates.ATournament, table(terms, func(t *templates.Tournament) { t.Off = true })},
		{"tournaments-open", templates.Tournaments, saying(ana(nil), &templates.TournamentList{
			CupTerms: templates.CupTerms{Size: 6, Group: 5, Least: 4, Days: 30, Rated: true, Pace: terms.Pace}, Number: 7, Joined: 3,
			Open:    []templates.OpenLine{{CupTerms: terms, Number: 6, Joined: 11, In: true}, {CupTerms: byBo, Number: 8, Joined: 1}},
			Running: []templates.TournamentLine{{Number: 5, Opened: true, Over: 6, Of: 20, You: true}},
			Past:    []templates.TournamentLine{{Number: 3, Opened: true, Title: "Autumn tournament", Winners: []string{"Bo"}, Ended: noon}},
		})},
		{"drawn-round", templates.Drawn, drawn(1, 2)},
		{"drawn-by-player", templates.Drawn, saying(ana(nil), &templates.CupBegun{CupTerms: byBo, Number: 8, Players: 4, Round: 1, Groups: 1, Games: []templates.DrawnGame{{Number: 57, Opponent: "Bo", YouFirst: true}}})},
		{"drawn-second-round", templates.Drawn, drawn(2, 2)},
		{"drawn-final", templates.Drawn, drawn(2, 1)},
		{"still-there", templates.StillThere, saying(ana(nil), &templates.StillIn{CupTerms: terms, Number: 6, Games: terms.Group - 1})},
		{"turn-in-tournament", templates.Turn, ana(begins)},
		{"over-in-tournament", templates.Over, bo(inRound)},
		{"over-in-one-group", templates.Over, bo(alone)},
		{"over-in-final", templates.Over, bo(inFinal)},
		{"help-tournament-open", templates.Help, saying(ana(nil), &templates.Manual{Topic: new(topic("tournament open", "tournament open", "tournament open size 8 group 5 starts 2027-03-01"))})},
		{"noted-tournament-joined", templates.Noted, noted(templates.Notice{Code: templates.NoticeOpenJoined, Number: 6, Last: 11, Span: starts})},
		{"noted-tournament-joined-again", templates.Noted, noted(templates.Notice{Code: templates.NoticeOpenJoined, Number: 6, On: true, Span: starts})},
		{"noted-tournament-opened", templates.Noted, ana(nil, templates.Notice{Code: templates.NoticeTournamentOpened, Number: 6}, templates.Notice{Code: templates.NoticeOpenJoined, Number: 6, Last: 1, Size: 5})},
		{"noted-tournament-left", templates.Noted, noted(templates.Notice{Code: templates.NoticeTournamentLeft, Number: 6, Last: 6})},
		{"noted-tournament-quit", templates.Noted, noted(templates.Notice{Code: templates.NoticeTournamentExit, Number: 6, Last: 6})},
		{"noted-tournament-quit-late", templates.Noted, noted(templates.Notice{Code: templates.NoticeTournamentExit, Number: 6, Last: 6, Fault: "late", On: true, Span: starts})},
		{"noted-tournament-put-off", templates.Noted, noted(templates.Notice{Code: templates.NoticeTournamentPutOff, Number: 6, Span: starts})},
		{"noted-tournament-off", templates.Noted, noted(templates.Notice{Code: templates.NoticeTournamentOff, Number: 6})},
		{"noted-tournament-off-by-operator", templates.Noted, noted(templates.Notice{Code: templates.NoticeTournamentOff, Number: 6, Text: "I'm away in March."})},
		{"noted-tournament-left-out", templates.Noted, noted(templates.Notice{Code: templates.NoticeTournamentLeftOut, Number: 6})},
		{"noted-tournament-left-out-lost", templates.Noted, noted(templates.Notice{Code: templates.NoticeTournamentLeftOut, Number: 6, Fault: "lost"})},
		{"noted-tournament-full", templates.Noted, noted(templates.Notice{Code: templates.NoticeTournamentLeftOut, Number: 6, Fault: "full"})},
		{"noted-tournament-removed", templates.Noted, noted(templates.Notice{Code: templates.NoticeTournamentRemoved, Number: 6, Text: "Two accounts."})},
		{"refused-tournament-begun", templates.Refused, refused(templates.Notice{Code: templates.NoticeTournamentBegun, Number: 6, Last: 6})},
		{"refused-in-tournament", templates.Refused, refused(templates.Notice{Code: templates.NoticeInTournament, Number: 6, Last: 6})},
		{"refused-tournament-unnamed", templates.Refused, refused(templates.Notice{Code: templates.NoticeUnnamedTournament, Number: 6, Last: 6, Suggest: "tournament leave 6"})},
		{"refused-open-unnamed", templates.Refused, refused(templates.Notice{Code: templates.NoticeUnnamedOpen, Number: 6, Suggest: "tournament join 6"})},
		{"refused-to-leave-unnamed", templates.Refused, refused(templates.Notice{Code: templates.NoticeUnnamedToLeave, Number: 6, Suggest: "tournament leave 6"})},
		{"refused-opened-already", templates.Refused, refused(templates.Notice{Code: templates.NoticeOpenedAlready, Number: 6})},
		{"refused-not-trusted", templates.Refused, refused(templates.Notice{Code: templates.NoticeNotTrusted, Number: 8, Last: 90})},
		{"refused-group-size", templates.Refused, refused(templates.Notice{Code: templates.NoticeGroupSize, Text: "9", First: 4, Last: 7})},
		{"refused-start-day", templates.Refused, refused(templates.Notice{
			Code: templates.NoticeStartDay, Text: "2020-01-01", Suggest: "tournament open starts 2026-12-20",
		})},
		{"refused-needs-clock", templates.Refused, refused(templates.Notice{Code: templates.NoticeNeedsClock})},
	}
}
