package parser

import (
	"unlurbot/parser/command"
	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
	"unlurbot/parser/reply"
	"unlurbot/parser/sender"
)

// MaxMail is the size in bytes up to which a mail is read whole. Of a bigger one only
// the header is read.
const MaxMail = plain.MaxMail

// What callers of this package use of package mime.
const (
	CodeMissingBoundary = mime.CodeMissingBoundary
	CodeUnknownEncoding = mime.CodeUnknownEncoding
	CodeDamagedBody     = mime.CodeDamagedBody
	CodeNoText          = mime.CodeNoText
	CodeEncrypted       = mime.CodeEncrypted
	CodeWinmail         = mime.CodeWinmail
)

// A Damage is one thing that is wrong with a mail.
type Damage = mime.Damage

// DNSName returns the name that a domain in an address has in the DNS.
func DNSName(domain string) (ascii string, ok bool) { return mime.DNSName(domain) }

// Class says what wrote a mail.
type Class = sender.Class

// Failure is what a bounce says of the mail that did not arrive.
type Failure = sender.Failure

// Complaint is what a report says of a mail of ours that somebody has called spam.
type Complaint = sender.Complaint

// The classes.
const (
	Person     = sender.Person
	Auto       = sender.Auto
	Bounce     = sender.Bounce
	List       = sender.List
	Own        = sender.Own
	Unreadable = sender.Unreadable

	ReasonNullSender = sender.ReasonNullSender
)

// Place says who can have written a line of a header.
type Place = sender.Place

// Route is the way of a mail.
type Route = sender.Route

// Voucher is the server whose word about an author counts.
type Voucher = sender.Voucher

// The places of a line in a header, and the ways of a hop that tell no address.
const (
	BelowBorder = sender.BelowBorder
	AtBorder    = sender.AtBorder
	AboveBorder = sender.AboveBorder

	Untold    = sender.Untold
	ByProgram = sender.ByProgram
)

// Doubts of a Voucher.
const (
	NoDoubt  = sender.NoDoubt
	NoServer = sender.NoServer
	NoAuthor = sender.NoAuthor
	NotSole  = sender.NotSole
)

// IsProgram reports whether an address is by its name one of a program.
func IsProgram(addr string) bool { return sender.IsProgram(addr) }

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

// Option gives a word that stands behind a command in the words of a language.
func Option(english, code string) string { return command.Option(english, code) }

// Languages lists the codes of the languages in which commands can be written.
func Languages() []string { return command.Languages() }

// Days are the days of the week, in English, as commands have them.
var Days = command.Days

// HasLetterhead reports whether a line is the first one of one of our mails.
func HasLetterhead(line string) bool { return reply.HasLetterhead(line) }
