package mime

import (
	"slices"

	"unlurbot/parser/plain"
)

// Limits on what is read of one mail. They hold whatever the mail contains, so
// that no mail costs more than a moment.
const (
	// MaxHeader is the size in bytes up to which a header is read.
	MaxHeader = 256 << 10
	// MaxHeaderLines is how many header lines of a mail and its parts are read.
	MaxHeaderLines = 5000
	// MaxDepth is how deep parts may be nested; deeper ones are not looked at.
	MaxDepth = 50
	// MaxParts is how many parts of a mail are looked at.
	MaxParts = 200
	// MaxText is the size in bytes up to which decoded text is kept.
	MaxText = 64 << 10
	// MaxIDs is how many message ids are kept of References, the last ones.
	MaxIDs = 100
	// MaxRecipients is how many addresses are kept in Header.Recipients.
	MaxRecipients = 50
)

// Findings is what is wrong with a mail.
type Findings struct {
	// Truncated says that the text is only the beginning, or that the reply was
	// looked for in the beginning only.
	Truncated bool
	// Problems is what is wrong with the mail itself, in the order in which it
	// was noticed.
	Problems []Damage
}

// A Damage is one thing that is wrong with a mail. Code is one of a closed list, so
// that it can be turned into a sentence in any language.
type Damage struct {
	Code string
	// Text is what was found, cut to a presentable length.
	Text string
}

// The codes of Findings.Problems.
const (
	CodeEmptyMail       = "empty-mail"       // there are no bytes
	CodeNoHeader        = "no-header"        // no line looks like a header field
	CodeBadHeaderLine   = "bad-header-line"  // a header line was left out
	CodeHeaderTooLong   = "header-too-long"  // the header was cut at MaxHeaderLines
	CodeTooBig          = "too-big"          // only the header was read
	CodeTooDeep         = "too-deep"         // parts below MaxDepth were left out
	CodeTooManyParts    = "too-many-parts"   // parts after MaxParts were left out
	CodeBadContentType  = "bad-content-type" // the type of a part was guessed
	CodeMissingBoundary = "missing-boundary" // the parts could not be told apart
	CodeUnknownEncoding = "unknown-encoding" // the text was read without decoding
	CodeUnknownCharset  = "unknown-charset"  // the letters were guessed
	CodeDamagedBody     = "damaged-body"     // the text was read around the damage
	CodeNoText          = "no-text"          // there is no part that holds words
	CodeEncrypted       = "encrypted"        // S/MIME or PGP, not for us to read
	CodeWinmail         = "winmail"          // the words are in Outlook's own format
	CodeTextTruncated   = "text-truncated"   // the text was cut at MaxText
	CodeTooManyLines    = "too-many-lines"   // the reply was sought in MaxLines
	CodeBadFrom         = "bad-from"         // no valid author, or more than one
	CodeBadMessageID    = "bad-message-id"   // there is one, but malformed
)

// Note adds a damage, unless there is one of its code. Text is what was found.
func (f *Findings) Note(code, text string) {
	if !f.Has(code) {
		f.Problems = append(f.Problems, Damage{Code: code, Text: plain.Excerpt(text)})
	}
}

// Has reports whether a damage of a code was found.
func (f *Findings) Has(code string) bool {
	return slices.ContainsFunc(f.Problems, func(d Damage) bool { return d.Code == code })
}
