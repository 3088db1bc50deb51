package mailbot

import (
	"unlurbot/mailbot/club"
	"unlurbot/parser"
)

var undoCommand = command{
	verb: "undo", group: toPlay, examples: []string{"undo", "undo #42"},
	can:   club.CanUndo,
	order: func(about club.About, _ parser.Command) club.Order { return club.Undo{About: about} },
}

var allowCommand = command{
	verb: "allow", group: toPlay, examples: []string{"allow"},
	clear: clearMail, can: club.AskedToUndo,
	order: func(about club.About, _ parser.Command) club.Order { return club.Allow{About: about} },
}

var denyCommand = command{
	verb: "deny", group: toPlay, examples: []string{"deny"},
	can:   club.AskedToUndo,
	order: func(about club.About, _ parser.Command) club.Order { return club.Deny{About: about} },
}
