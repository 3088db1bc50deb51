package parser

import (
	"unlurbot/parser/command"
	"unlurbot/parser/plain"
)

// MaxMail is the size in bytes up to which a mail is read whole. Of a bigger one only
// the header is read.
const MaxMail = plain.MaxMail

// Command is one command of a player's.
type Command = command.Command

// Orders is what a player asks for in one mail.
type Orders = command.Orders

// Problem is something that was not understood, or not for certain.
type Problem = command.Problem

// Words are those of a language, by its code.
type Words = command.Words

// Limits of the grammar.
const (
	MaxCommands = command.MaxCommands
	MaxNote     = command.MaxNote
)

// The codes of Orders.Problems.
const (
	CodeUnknown         = command.CodeUnknown
	CodeNear            = command.CodeNear
	CodeMaybeMove       = command.CodeMaybeMove
	CodeTwoMoves        = command.CodeTwoMoves
	CodeTooManyCommands = command.CodeTooManyCommands
	CodePlanNone        = command.CodePlanNone
	CodeSpoken          = command.CodeSpoken
	CodeNoteTooLong     = command.CodeNoteTooLong
)

// ReadOrders reads the commands in a reply, or the one in the subject.
func ReadOrders(reply, subject string) Orders { return command.ReadOrders(reply, subject) }

// SaidLoudly returns the command that a line is but for its exclamation marks.
func SaidLoudly(line string) (verb string, ok bool) { return command.SaidLoudly(line) }

// Say gives a line in the words of a language, by its code.
func Say(line, code string) string { return command.Say(line, code) }

// Languages lists the codes of the languages in which commands can be written.
func Languages() []string { return command.Languages() }

// Days are the days of the week, in English, as commands have them.
var Days = command.Days
