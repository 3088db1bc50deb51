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
		{"games-long", templates.Games, saying(ana(nil), &templates.GameList{Lines: lines(3), More: 61})},
		{"seeks-long", templates.Seeks, saying(ana(nil), &templates.SeekList{Lines: []templates.SeekLine{
			{Number: 42, Name: "Bo", Size: m.size, Pace: "3d", Wanted: 1},
		}, More: 12})},
		{"history-long", templates.History, ana(noted(m.game("C4", first), 1, "D6 next", "resign?"))},
		{"refused-which-long", templates.Refused, refused(templates.Notice{Code: templates.NoticeWhichGame, Suggest: "C4 #42", Games: lines(2), Number: 80})},
		{"noted-muted", templates.Noted, ana(nil, templates.Notice{Code: templates.NoticeMuted, Name: "Bo", Names: []string{"Carla", "Dan", "Bo"}, Number: 4})},
		{"stale-long", templates.Stale, saying(ana(m.game(played, first)), func() *templates.Outdated {
			old := &templates.Outdated{Verb: "C5"}
			for i, move := range m.read(played).Moves() {
				old.Since = append(old.Since, templates.PlayedMove{Ply: i + 1, Move: move, ByYou: i%2 == 0, Name: "Bo"})
			}
			return old
		}())},
		{"preview-longer", templates.Preview, m.moment(ana, played, 0, len(m.read(played).Moves())-1, first)},
	}
}

// longDay is a mail of the day without room for all games.
func (m maker) longDay() *templates.View {
	shown := news(templates.Show, ana(timed(m.game("C4 D5", first, choices...), 47*time.Hour)))
	brief := news(templates.Show, words(ana(m.game("C4 black D7 E5", first)), "Your turn!"))
	other := news(templates.Show, words(ana(m.game("C4", first)), "Are you there?"))
	watched := news(templates.Watched, seen(m.game("C4", first), first))
	brief.Brief = true
	return saying(ana(nil), &templates.Day{Date: morning, Boards: []*templates.GameNews{shown, brief}, More: 57, Others: []*templates.GameNews{other, watched}})
}

// lines are some of a list of games.
func lines(n int) (all []templates.GameLine) {
	for i := range n {
		all = append(all, templates.GameLine{Number: 42 + i, Size: 6, Opponent: fmt.Sprintf("Player %d", i+1), Yours: true, Ply: 5})
	}
	return all
}
