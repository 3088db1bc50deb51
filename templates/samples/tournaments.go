package samples

import (
	"unlurbot/templates"
)

// tournaments are mails about tournaments, and about games of one.
func (m maker) tournaments() []Sample {
	terms := templates.CupTerms{
		Size: 6, Group: 5, Least: 4, Days: 30, Rated: true,
		Pace: templates.Pace{Bank: templates.Duration{Days: 5}, Increment: templates.Duration{Days: 1}, Cap: templates.Duration{Days: 10}},
	}
	running := []templates.CrossRow{
		{Place: 1, Name: "Bo", Points: 3, Over: 3, Cells: []string{"*", "1", "1", ".", "1"}},
		{Place: 2, Shared: true, Name: "Ana", You: true, Points: 2, Over: 3, Cells: []string{"0", "*", "1", ".", "1"}},
		{Place: 2, Shared: true, Name: "Johann Sebastian von der Heide", Points: 2, Over: 4, Cells: []string{"0", "0", "*", "1", "+"}},
		{Place: 4, Name: "Dan", Points: 1, Over: 2, Cells: []string{".", ".", "0", "*", "+"}},
		{Name: "Eva", Over: 4, Cells: []string{"0", "0", "-", "-", "*"}},
	}
	decided := []templates.CrossRow{
		{Place: 1, Name: "Bo", Points: 3, Over: 3, Cells: []string{"*", "1", "1", "1", "/"}},
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
				{Place: 1, Shared: len(names) > 1, Name: "Ana", You: true, Points: 1, Over: 2, Cells: []string{"*", "1"}},
				{Place: 2, Name: "Bo", Points: 1, Over: 2, Cells: []string{"0", "*"}},
			}
			if len(names) > 1 {
				rows[1].Place, rows[1].Shared = 1, true
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
