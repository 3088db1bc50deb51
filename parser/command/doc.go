// Package command reads the commands in what a player has written, and whatever else of it
// means something to a bot: a sentence that stands for a command, a wish to play, the
// language. Package parser calls it with what a person wrote, package reply to know a command
// where a quote or a signature may stand; the bot writes commands with it, in the player's
// language.
//
//	grammar.go        the lines of a reply: greeting, commands, a note; message.go is one
//	                  with its subject and its sender
//	command.go        one line as a command; phrase.go is a piece of it
//	table.go          the table of commands; verbs.go is a row of it, with its words
//	subjectcommand.go the subject as a command
//	arguments.go, cells.go, steps.go, who.go, options.go, private.go, away.go, settings.go,
//	tournament.go
//	                  what follows a verb
//	near.go, slips.go what is only nearly a command
//	belongs.go, contact.go
//	                  what a line below a command may be
//	greeting.go, vocabulary.go
//	                  what may stand before and behind it
//	sentence.go, chat.go, wish.go, wishwords.go, speech.go
//	                  what is said without commands, and in which language
//	translate.go      commands in the words of a language
//	fates.go          what became of each line
//
// The words of languages stand in files of package lexicon; learn.go and words.go make the
// tables of them in which they are looked up here.
//
// The grammar is forgiving in the form, never in the meaning: what is only nearly a
// command is reported with a suggestion and never carried out. The rules of the game are
// not known here: "Z99" is a move.
package command
