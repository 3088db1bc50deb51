package orders

import (
	"strconv"

	"unlurbot/mailbot/club"
	"unlurbot/parser"
)

// What is ordered about players.

func limit(about club.About, c parser.Command) club.Order {
	most, _ := strconv.Atoi(c.Args[0]) // of more digits than it has room for, too many
	return club.Limit{About: about, Most: most, None: c.Args[0] == "none"}
}

func mute(about club.About, c parser.Command) club.Order {
	o := club.Mute{About: about, Off: c.Verb == Unmute}
	if len(c.Args) > 0 && about.Game == 0 {
		o.Name = c.Args[0]
	}
	return o
}
