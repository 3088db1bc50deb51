package orders

import (
	"strconv"
	"strings"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/facts"
	"unlurbot/mailbot/names"
	"unlurbot/mailbot/safe"
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

func rename(about club.About, c parser.Command) club.Order {
	wanted := strings.Join(c.Args, " ")
	name, wrong := names.Clean(wanted)
	if wrong != "" {
		return club.Impossible{About: about, Why: facts.BadName{Wanted: wanted, Fault: string(wrong)}}
	}
	return club.Rename{About: about, Name: name}
}

func note(about club.About, c parser.Command) club.Order {
	words := safe.Text(c.Args[0])
	if words == "" { // of characters that nobody sees
		return club.Impossible{About: about, Why: facts.NothingNoted}
	}
	return club.NoteDown{About: about, Words: words}
}
