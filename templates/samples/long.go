package samples

import (
	"fmt"
	"time"

	"unlurbot/templates"
)

// long are mails of which a part was left out, so that they are not cut off.
func (m maker) long() []Sample {
	played := m.lineWin()
	return []Sample{
		{"digest-long", templates.Digest, m.longDay()},
		{"games-long", templates.Games, &templates.View{You: "Ana", Games: lines(3), MoreGames: 61}},
		{"seeks-long", templates.Seeks, &templates.View{You: "Ana", MoreSeeks: 12, Seeks: []templates.SeekLine{
			{Number: 42, Name: "Bo", Size: m.size, Pace: "3d", Wanted: 1},
		}}},
		{"history-long", templates.History, ana(noted(m.game("C4", first), 1, "D6 next", "resign?"))},
		{"refused-which-long", templates.Refused, &templates.View{You: "Ana", Nothing: true, Notices: []templates.Notice{
			{Code: templates.NoticeWhichGame, Suggest: "C4 #42", Games: lines(2), Number: 80},
		}}},
		{"noted-muted", templates.Noted, &templates.View{You: "Ana", Notices: []templates.Notice{
			{Code: templates.NoticeMuted, Name: "Bo", Names: []string{"Carla", "Dan", "Bo"}, Number: 4},
		}}},
		{"stale-long", templates.Stale, edit(ana(m.game(played, first)), func(v *templates.View) {
			v.Verb = "C5"
			for i, move := range v.Game.Moves {
				v.Game.Since = append(v.Game.Since, templates.PlayedMove{Ply: i + 1, Move: move, ByYou: i%2 == 0, Name: "Bo"})
			}
		})},
		{"preview-longer", templates.Preview, ana(m.moment(played, 0, len(m.read(played).Moves())-1, first))},
	}
}

// longDay is a mail of the day without room for all games.
func (m maker) longDay() *templates.View {
	shown, brief := ana(timed(m.game("C4 D5", first, choices...), 47*time.Hour)), words(ana(m.game("C4 black D7 E5", first)), "Your turn!")
	other, watched := words(ana(m.game("C4", first)), "Are you there?"), seen(m.game("C4", first), first)
	brief.Brief, other.Brief, watched.Brief = true, true, true
	other.Told, watched.Told = "show", "watched"
	return &templates.View{You: "Ana", Day: morning, Boards: []*templates.View{shown, brief}, MoreGames: 57, Others: []*templates.View{other, watched}}
}

// lines are some of a list of games.
func lines(n int) (all []templates.GameLine) {
	for i := range n {
		all = append(all, templates.GameLine{Number: 42 + i, Size: 6, Opponent: fmt.Sprintf("Player %d", i+1), Yours: true, Ply: 5})
	}
	return all
}
