package views

import (
	"unlurbot/game"
	"unlurbot/game/lessons"
	"unlurbot/templates"
)

// Learning gives the board of a lesson, or the empty one that the rules show, for 0.
func Learning(lesson int) (*templates.Game, error) {
	if l, ok := lessons.Number(lesson); ok {
		return templates.TaskOn(l.Position), nil
	}
	empty, err := game.NewPosition(game.DefaultSize)
	return &templates.Game{Board: templates.Draw(empty)}, err
}
