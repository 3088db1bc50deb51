package mailbot

import (
	"slices"

	"unlurbot/game"
	"unlurbot/mailbot/club"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
)

// A command is one thing that a player can write.
type command struct {
	verb string
	// group is where help lists it.
	group group
	// examples are lines as a player may write it, which help shows in the words of
	// the reader's language; see ownExamples for those with words of a player.
	examples []string
	// open says that an unproven sender may use it; see findSender.
	open bool
	// fresh says that a spent token is no proof for it, see suffices.
	fresh bool
	// clear says beside which lines that were not understood it is not carried out.
	clear clearness
	// rare keeps it out of the "You can" line, where few would miss it.
	rare bool
	// can says whether a player can use it now in a game; it makes the "You
	// can" line. Nil is never: the command is about no game.
	can func(g *store.Game, seat game.Seat) bool
	// order makes an order for the club of it, nil if it can't be read after all; what it
	// has then brought about are facts.
	order func(about club.About, c parser.Command) club.Order
	// run carries out a command without such an order, and says what came of it.
	run func(e *errand, c parser.Command) (result, error)
}

// A clearness says how clear a mail must be for one of its commands.
type clearness int

const (
	// clearLine: it is enough to understand the command itself.
	clearLine clearness = iota
	// clearPlay: a line that was not understood must not be one by which games are
	// begun and played, for it may be a part of the command, or take it back.
	clearPlay
	// clearMail: all of the mail must be understood, as it can't be taken back.
	clearMail
)

// A group is a line of the short help.
type group string

// The groups, in the order of the help.
const (
	toPlay   group = "play"
	toBegin  group = "begin"
	toLook   group = "look"
	toTalk   group = "talk"
	ofTime   group = "time"
	aboutYou group = "you"
)

var groups = []group{toPlay, toBegin, toLook, toTalk, ofTime, aboutYou}

// commands is the table of all commands, in the order in which help and the
// "You can" lines name them. It is filled by init because help reads it.
var commands []command

func init() {
	commands = []command{
		moveCommand,
		blackCommand,
		resignCommand,
		abortCommand,
		ifCommand,
		forgetIfsCommand,
		undoCommand,
		allowCommand,
		denyCommand,
		acceptCommand,
		declineCommand,
		withdrawCommand,
		sayCommand,
		noteCommand,
		muteCommand,
		unmuteCommand,
		showCommand,
		previewCommand,
		historyCommand,
		exportCommand,
		challengeCommand,
		rematchCommand,
		seekCommand,
		seeksCommand,
		limitCommand,
		gamesCommand,
		standingsCommand,
		profileCommand,
		resultsCommand,
		awayCommand,
		backCommand,
		watchCommand,
		unwatchCommand,
		nameCommand,
		setCommand,
		addressCommand,
		helpCommand,
		rulesCommand,
		stopCommand,
		neverCommand,
		forgetCommand,
	}
}

// topics lists all commands as help does, in a language.
func topics(language string) []templates.TopicGroup {
	all := make([]templates.TopicGroup, len(groups))
	for i, g := range groups {
		all[i].Name = string(g)
		for _, c := range commands {
			if c.group == g {
				all[i].Topics = append(all[i].Topics, c.topicIn(language))
			}
		}
	}
	return all
}

// tableName gives the name in the table of a command as it is read.
func tableName(c parser.Command) string {
	if c.Verb == forgetCommand.verb && len(c.Args) > 0 && c.Args[0] == "ifs" {
		return verbForgetIfs
	}
	return c.Verb
}

func lookUp(verb string) (command, bool) {
	i := slices.IndexFunc(commands, func(c command) bool { return c.verb == verb })
	if i < 0 {
		return command{}, false
	}
	return commands[i], true
}

// choices lists what a player can do now in a game.
func choices(g *store.Game, seat game.Seat) (can []string) {
	for _, c := range commands {
		if c.can != nil && !c.rare && c.can(g, seat) {
			can = append(can, c.verb)
		}
	}
	return can
}

// Conditions for command.can.

func always(*store.Game, game.Seat) bool { return true }

func whenStarted(g *store.Game, _ game.Seat) bool {
	return g.State == store.Playing || g.State == store.Finished
}

// begun gives a game if there is a board to show of it, else nil.
func begun(g *store.Game) *store.Game {
	if g.Started.IsZero() {
		return nil
	}
	return g
}

// notBegun refuses what can only be done in a game that has begun.
func notBegun(g *store.Game) result {
	if g.State == store.Waiting {
		return refuse(g, templates.Notice{Code: templates.NoticeNotStarted, Number: int(g.Number)})
	}
	return answered(g)
}

// answered refuses what can only be done with an open challenge.
func answered(g *store.Game) result {
	code := templates.NoticeAnswered
	switch g.State {
	case store.Playing:
		code = templates.NoticeBegun
	case store.Lapsed:
		code = templates.NoticeLapsed
	}
	return refuse(begun(g), templates.Notice{Code: code, Number: int(g.Number)})
}
