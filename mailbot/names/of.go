package names

import (
	"unlurbot/store"
	"unlurbot/templates"
)

// Of gives what a player is called. Robots are marked.
func Of(p *store.Player) string {
	switch {
	case !p.Forgotten.IsZero():
		return templates.FormerPlayer
	case p.Name == "" && p.ID != 0:
		return FromAddress(p.Address)
	}
	if p.Robot > 0 {
		return p.Name + templates.RobotMark
	}
	return p.Name
}
