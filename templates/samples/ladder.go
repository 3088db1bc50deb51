package samples

import (
	"fmt"

	"unlurbot/templates"
)

// ladder are mails about the ladder, and about games of it.
func (m maker) ladder() []Sample {
	terms := templates.CupTerms{
		Size: 6, Rated: true,
		Pace: templates.Pace{Bank: templates.Duration{Days: 5}, Increment: templates.Duration{Days: 1}, Cap: templates.Duration{Days: 10}},
	}
	five := []templates.Rung{
		{Place: 1, Name: "Bo"}, {Place: 2, Name: "Johann Sebastian von der Heide"}, {Place: 3, Name: "Carla"}, {Place: 4, Name: "Ana", You: true}, {Place: 5, Name: "Dan"},
	}
	seen := func(change func(*templates.LadderTable), notices ...templates.Notice) *templates.View {
		l := &templates.LadderTable{Terms: terms, Of: len(five), Top: five}
		change(l)
		return saying(ana(nil, notices...), l)
	}
	long := func(l *templates.LadderTable) {
		l.Top, l.Place, l.Of, l.Reach = nil, 27, 112, 6
		for i := range 20 {
			l.Top = append(l.Top, templates.Rung{Place: i + 1, Name: fmt.Sprintf("Player %d", i+1)})
		}
		for i := 25; i < 30; i++ {
			l.Around = append(l.Around, templates.Rung{Place: i, Name: fmt.Sprintf("Player %d", i), You: i == 27})
		}
		l.Around[2].Name = "Ana"
	}
	begins := func(g *templates.Game, climb templates.Climb) *templates.Game {
		g.Own.Climb = &climb
		return g
	}
	over := func(climb templates.Climb) *templates.View {
		return bo(begins(m.game("C4 D5 resign=first", second, "say"), climb))
	}
	note := func(code string, number int) *templates.View {
		return ana(nil, templates.Notice{Code: code, Number: number})
	}
	return []Sample{
		{"ladder", templates.Ladder, seen(func(l *templates.LadderTable) {
			l.Place, l.Reach = 4, 2
			l.Games = []templates.PublicGame{{Number: 59, Size: 6, Ply: 14, Players: "Bo - Ana", Rated: true}, {Number: 63, Size: 6, Ply: 1, Players: "Ana - Dan", Rated: true}}
		})},
		{"ladder-top", templates.Ladder, seen(func(l *templates.LadderTable) {
			l.Place, l.Of, l.Top = 1, 2, []templates.Rung{{Place: 1, Name: "Ana", You: true}, {Place: 2, Name: "Bo"}}
		})},
		{"ladder-long", templates.Ladder, seen(long)},
		{"ladder-of-others", templates.Ladder, seen(func(l *templates.LadderTable) { l.Top, l.Of, l.Joinable = five[:3], 3, true })},
		{"ladder-empty", templates.Ladder, seen(func(l *templates.LadderTable) { l.Top, l.Of, l.Joinable = nil, 0, true })},
		{"ladder-off", templates.Ladder, seen(func(l *templates.LadderTable) { l.Place, l.Reach, l.Off = 4, 2, true })},
		{"turn-on-ladder", templates.Turn, ana(begins(m.game("", first, "move", "black", "resign", "say"), templates.Climb{Challenger: true, Place: 9, Theirs: 7, Stake: 7}))},
		{"started-on-ladder", templates.Started, bo(begins(m.game("", second, "say"), templates.Climb{Place: 1, Theirs: 2, Stake: 1}))},
		{"started-off-ladder", templates.Started, bo(begins(m.game("", second, "say"), templates.Climb{Place: 7}))},
		{"over-on-ladder", templates.Over, over(templates.Climb{Challenger: true, Place: 7, Theirs: 8, Took: 7})},
		{"over-ladder-lost", templates.Over, over(templates.Climb{Place: 2, Theirs: 1, Took: 1})},
		{"over-ladder-limbo", templates.Over, over(templates.Climb{Theirs: 7, Took: 7})},
		{"over-ladder-same", templates.Over, over(templates.Climb{Place: 7, Theirs: 9})},
		{"cancelled-on-ladder", templates.Cancelled, bo(begins(cancelled(0, m.game("", second)), templates.Climb{Challenger: true, Place: 8, TheyOut: true}))},
		{"cancelled-on-ladder-you", templates.Cancelled, ana(begins(cancelled(0, m.game("", first)), templates.Climb{Out: true, Theirs: 8}))},
		{"digest-on-ladder", templates.Digest, saying(ana(nil), &templates.Day{
			Date:   morning,
			Boards: []*templates.GameNews{news(templates.Show, ana(begins(m.game("", first, "move", "black", "resign", "say"), templates.Climb{Challenger: true, Place: 9, Theirs: 7, Stake: 7})))},
			Others: []*templates.GameNews{
				news(templates.Cancelled, ana(begins(cancelled(0, m.game("", first)), templates.Climb{Out: true, Theirs: 8}))),
				news(templates.Over, over(templates.Climb{Challenger: true, Place: 7, Theirs: 8, Took: 7})),
				news(templates.Show, ana(begins(m.game("", second, "say"), templates.Climb{Place: 1, Theirs: 2, Stake: 1}))),
			},
		})},
		{"seeks-and-ladder", templates.Seeks, saying(ana(nil), &templates.SeekList{Ladder: true})},
		{"help-ladder", templates.Help, saying(ana(nil), &templates.Manual{Topic: new(topic("ladder", "ladder"))})},
		{"noted-ladder-joined", templates.Noted, note(templates.NoticeLadderJoined, 12)},
		{"noted-ladder-left", templates.Noted, note(templates.NoticeLadderLeft, 0)},
		{"noted-ladder-lost", templates.Noted, note(templates.NoticeLadderLost, 0)},
		{"refused-abort-on-ladder", templates.Refused, ana(m.game("C4", second, "move"), templates.Notice{Code: templates.NoticeAbortOnLadder, Number: 42})},
		{"refused-no-ladder", templates.Refused, refused(templates.Notice{Code: templates.NoticeNoLadder})},
		{"refused-on-ladder", templates.Refused, refused(templates.Notice{Code: templates.NoticeOnLadder, Number: 1})},
		{"refused-not-on-ladder", templates.Refused, refused(templates.Notice{Code: templates.NoticeNotOnLadder})},
	}
}
