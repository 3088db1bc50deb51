package mailbot

import (
	"unlurbot/mailbot/club"
	"unlurbot/parser"
)

var abortCommand = command{
	verb: "abort", group: toPlay, examples: []string{"abort", "abort #42"},
	clear: clearMail, can: club.CanAbort,
	order: func(about club.About, _ parser.Command) club.Order { return club.Abort{About: about} },
}
