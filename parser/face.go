package parser

import (
	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
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
