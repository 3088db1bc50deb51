// Package samples holds a mail of every kind, in the situations that change its
// words: for tests, and for people who work on the templates and want to see what
// they do. Ana and Bo play in most of them, and nothing in them is ever sent.
package samples

import (
	"fmt"
	"slices"

	"unlurbot/game"
	"unlurbot/templates"
)

// A Sample is one mail to be rendered.
type Sample struct {
	Name string // the kind, and behind a hyphen the situation if it is not the plain one
	Kind templates.Kind
	View *templates.View
}

// All makes all samples anew, in a fixed order. Boards have the given size, but for
// those of games that are not possible in it.
func All(size int) []Sample {
	m := maker{size: size}
	all := slices.Concat(m.turns(), m.ends(), m.boards(), m.offers(), m.people(), m.trouble(), m.tournaments(), m.opened(), m.long())
	for _, s := range all {
		known := s.View.You != "" && s.Name != string(templates.Invite)
		around := &s.View.Envelope
		around.Plays, around.RunBy, around.Address = known, "the Unlur club of Girona", "unlur@example.org"
		around.Reply = &templates.Reply{Address: "unlur+token@example.org"}
		if day, ok := s.View.Says.(*templates.Day); ok {
			for _, news := range day.Boards {
				g := news.View.Game
				g.Board = g.Board.Playable(fmt.Sprintf("#%d ", g.Number))
			}
		}
	}
	return all
}

// Turn makes the view of whoever is to move in the game of a record, which begins
// with the board's size if it is not the usual one.
func Turn(record string, can ...string) *templates.View {
	m := maker{size: game.DefaultSize}
	v := ana(m.game(record, first, can...))
	v.Game.Seat = v.Game.ToMove
	p := m.read(record).Position()
	v.Game.Color = p.Color(v.Game.Seat)
	return v
}

// Find gives the sample of a name; that of a kind's name is the plain one of that
// kind. It fails if there is none, or if it can't be shown in that size. Size 0 is
// the size that the sample is of, or else the usual one.
func Find(name string, size int) (Sample, error) {
	wanted := size
	if size == 0 {
		size = game.DefaultSize
	}
	all := All(size)
	i := slices.IndexFunc(all, func(s Sample) bool { return s.Name == name })
	if i < 0 {
		return Sample{}, fmt.Errorf("there is no sample %q", name)
	}
	if g := all[i].View.Game; wanted != 0 && g != nil && g.Size != 0 && g.Size != size {
		return Sample{}, fmt.Errorf("the sample %s is of a game on size %d, which is not possible on size %d", name, g.Size, size)
	}
	return all[i], nil
}

// Names lists all samples in the order of the alphabet.
func Names() (names []string) {
	for _, s := range All(game.DefaultSize) {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	return names
}
