package parser

import (
	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
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

// What wrote a mail, and what failed.
type (
	Class     = sender.Class
	Failure   = sender.Failure
	Complaint = sender.Complaint
)

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

// The way of a mail, and whose word about its author counts.
type (
	Place   = sender.Place
	Route   = sender.Route
	Voucher = sender.Voucher
)

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
