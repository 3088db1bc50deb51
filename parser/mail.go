package parser

import (
	"bytes"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Limits on what is read of one mail. They hold whatever the mail contains, so
// that no mail costs more than a moment.
const (
	// MaxMail is the size in bytes up to which a mail is read whole. Of a bigger
	// one only the header is read.
	MaxMail = 256 << 10
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
	// MaxLines is how many lines of the text are searched for the reply.
	MaxLines = 300
	// MaxReceived is how many relays a mail may have passed before it is taken
	// to run in a circle.
	MaxReceived = 50
	// MaxIDs is how many message ids are kept of References, the last ones.
	MaxIDs = 100
	// MaxRecipients is how many addresses are kept in Mail.Recipients.
	MaxRecipients = 50
)

// Options is what ReadMail must know beside the bytes.
type Options struct {
	// Own are the bot's own addresses, without +detail. A mail from one of them,
	// or one whose X-Loop field names one, is of class Own.
	Own []string
	// Ours are the networks of our own mail servers, and nobody else's: what machines
	// there say of a mail's way is believed, see Route.
	Ours []netip.Prefix
	// HeaderOnly says that the bytes are only the header, because the mail was
	// too big to fetch.
	HeaderOnly bool
}

// Mail is what one mail says.
type Mail struct {
	// MessageID is without angle brackets, and empty if it is missing or
	// malformed (RFC 5322 section 3.6.4).
	MessageID string
	// InReplyTo and References hold well-formed ids only, without brackets, in
	// the order of the header.
	InReplyTo, References []string
	// From is the author. It is zero if the mail does not name exactly one, by an
	// address that is valid as it stands.
	From Address
	// SoleAuthor says that no other program can have taken anybody else for the
	// author. What a server or a signature says of the author is about From only if
	// it is true.
	SoleAuthor bool
	// ReturnPath is the envelope sender that the delivering server noted.
	ReturnPath ReturnPath
	// Recipients are the addresses by which the mail came, as plain addr-specs:
	// Delivered-To, X-Original-To and Envelope-To first, then To, then Cc. Each
	// is named once; the case is preserved, as a +detail may depend on it.
	Recipients []string
	// Addressees are those of To and Cc alone: to whom the author has written.
	Addressees []string
	// Date is when the mail was written, at the offset from UTC that its program
	// names; zero if the header does not say both.
	Date time.Time
	// Subject is decoded and one line.
	Subject string
	// SubjectToken is what stands in the subject, in square brackets and in the
	// form of a token of ours, or "". Anybody can write one, and whoever was sent a
	// copy can read it: the caller must verify it.
	SubjectToken string
	// Class says what wrote the mail, and Reason from what that was seen, as a
	// fixed word in kebab case (the Reason constants).
	Class  Class
	Reason string
	// Failure tells of the mail that did not arrive; nil unless the mail is a
	// bounce that names it.
	Failure *Failure
	// Complaint tells of the mail that somebody has called spam; nil unless the
	// mail reports that.
	Complaint *Complaint
	// Spam says that a filter on the way has called the mail spam. It changes
	// nothing in Class: filters err, and a known player is heard all the same.
	Spam bool
	// Route is the way that the mail came.
	Route Route
	// AuthResults are the Authentication-Results fields, the topmost first (RFC
	// 8601). They are hearsay until a Voucher has picked the one that our own
	// server wrote.
	AuthResults []AuthField
	// Text is the decoded text of the mail with LF lines; of an HTML mail, its
	// text with quoted lines marked by ">".
	Text string
	// Reply is the part of Text that the sender wrote: without quote,
	// attribution and signature.
	Reply string
	// Below is what the sender wrote between and below the quotes while words
	// stand above them too, or what stands there in a mail that is passed on. It is
	// too unsure whose words these are for commands, but a move among them is worth
	// a question.
	Below string
	// TooBig says that only the header was read.
	TooBig bool
	// HeaderLanguage is the code of the language that the header names, if it is
	// one in which there are commands; else empty. See Language.
	HeaderLanguage string

	// Truncated says that Text holds only the beginning, or that Reply was
	// looked for in the beginning only.
	Truncated bool
	// Problems is what is wrong with the mail itself, in the order in which it
	// was noticed.
	Problems []Problem
}

// ReturnPath is the envelope sender as the field Return-Path states it
// (RFC 5321 section 4.4).
type ReturnPath struct {
	// Present is false if the mail has no such field.
	Present bool
	// Addr is empty for the null sender "<>".
	Addr string
}

// Null reports whether the sender asked never to be answered: "<>".
func (p ReturnPath) Null() bool { return p.Present && p.Addr == "" }

// Problem is something that the sender or the operator should know. Code is one
// of a closed list, so that it can be turned into a sentence in any language.
type Problem struct {
	Code string `json:"code"`
	// Text is what was found, cut to a presentable length.
	Text string `json:"text,omitempty"`
	// Line is where: 1-based in Mail.Reply; 0 for the subject, the whole, or what
	// stands below a quote.
	Line int `json:"line,omitempty"`
	// Suggest is a command that was probably meant. It always reads as a
	// command itself.
	Suggest string `json:"suggest,omitempty"`
	// Suggests is what may have been meant where that is several commands, at most
	// three; Suggest is then empty.
	Suggests []string `json:"suggests,omitempty"`
}

// suggestions returns the commands that may have been meant.
func (p Problem) suggestions() []string {
	if p.Suggest != "" {
		return []string{p.Suggest}
	}
	return p.Suggests
}

// The codes of Mail.Problems.
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

// ReadMail reads a mail. It never fails and never panics: whatever the bytes
// are, the Mail says what could be read and what is wrong with the rest.
func ReadMail(raw []byte, opt Options) *Mail {
	m := &Mail{}
	tooBig := opt.HeaderOnly || len(raw) > MaxMail
	root := readTree(raw, tooBig, m)
	m.readHeader(&root.header, opt)
	switch {
	case len(bytes.TrimSpace(raw)) == 0:
		m.problem(CodeEmptyMail, "")
	case tooBig:
		m.TooBig = true
		m.problem(CodeTooBig, "")
	default:
		m.readText(root)
	}
	m.classify(root, opt)
	m.Failure = readFailure(m, root, opt.Own)
	m.Complaint = readComplaint(m, root, opt.Own)
	return m
}

// readText fills in Text and Reply.
func (m *Mail) readText(root *part) {
	f, ok := m.findText(root)
	switch {
	case isBlank(f.text) && root.hasTNEF():
		m.problem(CodeWinmail, "")
		return
	case !ok && !m.has(CodeEncrypted):
		m.problem(CodeNoText, "")
		return
	case !ok:
		return
	}
	if strings.HasPrefix(strings.TrimSpace(f.text), "-----BEGIN PGP MESSAGE-----") {
		m.problem(CodeEncrypted, "")
	}
	t := f.trim()
	m.Text, m.Reply, m.Below = f.text, t.reply, t.below
	if t.under && isForwardSubject(m.Subject) {
		// A mail that is passed on may hold the answer that somebody else gave.
		m.Reply, m.Below = "", t.reply
	}
	if !t.all {
		m.Truncated = true
		m.problem(CodeTooManyLines, "")
	}
}

// Orders reads the commands of the mail: those of Reply, or the one in Subject
// if the mail starts a conversation and Reply holds none. Only a person gives
// orders, and only in a mail whose words could be read: otherwise they are empty.
func (m *Mail) Orders() Orders {
	sealed := m.Reply == "" && (m.has(CodeEncrypted) || m.has(CodeWinmail))
	if m.Class != Person || m.TooBig || sealed {
		return Orders{Commands: []Command{}}
	}
	subject := ""
	if len(m.InReplyTo) == 0 && len(m.References) == 0 && !isReplySubject(m.Subject) {
		_, subject = cutToken(withoutTags(m.Subject))
	}
	return m.unsigned(readOrders(m.Reply, m.Below, subject))
}

// unsigned returns orders without a note that only signs the mail.
func (m *Mail) unsigned(o Orders) Orders {
	if m.signs(o.Note) {
		o.Note = ""
		o.Problems = slices.DeleteFunc(o.Problems, func(p Problem) bool { return p.Code == CodeSpoken })
	}
	return o
}

// signs reports whether a note is nothing but the name of its sender.
func (m *Mail) signs(note string) bool {
	const longest = 100 // bytes
	if len(note) > longest {
		return false
	}
	name, words := wordsIn(m.From.Name), wordsIn(note)
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(name, w) })
}

func (m *Mail) problem(code, text string) {
	if !m.has(code) {
		m.Problems = append(m.Problems, Problem{Code: code, Text: excerpt(text)})
	}
}

func (m *Mail) has(code string) bool {
	for _, p := range m.Problems {
		if p.Code == code {
			return true
		}
	}
	return false
}
