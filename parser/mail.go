package parser

import (
	"bytes"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"unlurbot/parser/command"
	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
	"unlurbot/parser/reply"
	"unlurbot/parser/sender"
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
	mime.Header
	sender.Verdict
	sender.Trace
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
	mime.Findings
}

// ReadMail reads a mail. It never fails and never panics: whatever the bytes
// are, the Mail says what could be read and what is wrong with the rest.
func ReadMail(raw []byte, opt Options) *Mail {
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	*room = slices.Grow((*room)[:0], min(len(raw), plain.MaxMail))
	return readMail(raw, *room, opt)
}

// rooms are where mails are read, one after the other: what is said of a mail is a copy, and most of a mail is quoted and
// formatted words of which nothing is said.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// readMail is ReadMail in a room, of which the Mail keeps nothing.
func readMail(raw, room []byte, opt Options) *Mail {
	m := &Mail{}
	tooBig := opt.HeaderOnly || len(raw) > plain.MaxMail
	root := mime.ReadTree(raw, room, tooBig, &m.Findings)
	m.Header = mime.ReadHeader(&root.Header, &m.Findings)
	m.Trace = sender.ReadTrace(&root.Header, opt.Ours)
	m.HeaderLanguage = command.HeaderLanguage(root.Header.Values("Content-Language"), root.Header.Values("Accept-Language"))
	switch {
	case len(bytes.TrimSpace(raw)) == 0:
		m.Note(mime.CodeEmptyMail, "")
	case tooBig:
		m.TooBig = true
		m.Note(mime.CodeTooBig, "")
	default:
		m.readText(root)
	}
	m.Verdict = sender.Judge(root, sender.Letter{Header: &m.Header, Text: m.Text, Reply: m.Reply}, opt.Own)
	return m
}

// readText fills in Text and Reply.
func (m *Mail) readText(root *mime.Part) {
	f, ok := reply.Find(root, &m.Findings)
	switch {
	case plain.IsBlank(f.Text) && root.HasTNEF():
		m.Note(mime.CodeWinmail, "")
		return
	case !ok && !m.Has(mime.CodeEncrypted):
		m.Note(mime.CodeNoText, "")
		return
	case !ok:
		return
	}
	if strings.HasPrefix(strings.TrimSpace(f.Text), "-----BEGIN PGP MESSAGE-----") {
		m.Note(mime.CodeEncrypted, "")
	}
	t := f.Trim()
	m.Text, m.Reply, m.Below = f.Text, t.Reply, t.Below
	if t.Under && sender.IsForwardSubject(m.Subject) {
		// A mail that is passed on may hold the answer that somebody else gave.
		m.Reply, m.Below = "", t.Reply
	}
	if !t.All {
		m.Truncated = true
		m.Note(mime.CodeTooManyLines, "")
	}
}

// Orders reads the commands of the mail: those of Reply, or the one in Subject
// if the mail starts a conversation and Reply holds none. Only a person gives
// orders, and only in a mail whose words could be read: otherwise they are empty.
func (m *Mail) Orders() command.Orders {
	sealed := m.Reply == "" && (m.Has(mime.CodeEncrypted) || m.Has(mime.CodeWinmail))
	if m.Class != sender.Person || m.TooBig || sealed {
		return command.Orders{Commands: []command.Command{}}
	}
	return m.message().Orders()
}

// InOtherWords reads a person's mail that begins with a sentence which means a command:
// "I accept, thanks!", "No acepto.", "Please stop." Above it may be greetings, and below
// it, after an empty line, words to the other player, as below a command. Orders only asks
// about such a sentence, since alone it is nothing certain; somebody who has asked a
// question can take it for the answer.
func (m *Mail) InOtherWords() (o command.Orders, ok bool) {
	return m.message().InOtherWords(m.Orders())
}

// Wish returns the command that a person's mail wishes for in a sentence of its own, if
// it wishes to begin a game:
//
//	challenge ADDRESS [size N]   with somebody whose address is in the mail
//	challenge NAME [size N]      with somebody who is only named
//	challenge                    with somebody, but with whom is not said
//	seek [size N]                with anybody
//	help                         with nobody yet: it asks how that is done
//
// What names a cell is about a move, and what has a link in it was written to many.
func (m *Mail) Wish() (c command.Command, ok bool) {
	if m.Class != sender.Person {
		return command.Command{}, false
	}
	return m.message().Wish()
}

// IsChat reports whether a person's mail holds nothing but what players say to each other:
// "Thanks!", "Good move, Bo.", a picture that smiles. It can mean no command.
func (m *Mail) IsChat() bool { return m.message().IsChat() }

// AsksWho reports whether one of the sentences of a mail asks who writes, and what for:
// "Hello, who are you?" An invitation is answered so by somebody who knows nothing of us.
func (m *Mail) AsksWho() bool { return m.message().AsksWho() }

// IsStuck reports whether one of the sentences of a mail says that its sender doesn't know the
// answer to a task, or wants the next one: "What's the answer?", "Skip this one, please."
func (m *Mail) IsStuck() bool { return m.message().IsStuck() }

// WantsNext reports whether one of the sentences of a mail says that its sender wants another task: "Next, please".
func (m *Mail) WantsNext() bool { return m.message().WantsNext() }

// Language returns the code of the language that the sender most probably writes,
// of those in which there are commands, and whether that is certain; "" if nothing
// speaks for one, or as much for several.
func (m *Mail) Language() (code string, sure bool) {
	return m.message().Language(m.Subject, m.HeaderLanguage)
}

// Opening returns the words with which a mail begins: the first paragraph of Reply or, if
// Reply is blank, the subject of a mail that begins a conversation.
func (m *Mail) Opening() string {
	said := m.message()
	var lines []string
	for line := range strings.Lines(said.Reply) {
		line = strings.TrimSpace(line)
		if line == "" && len(lines) > 0 {
			break
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return said.Subject
	}
	return strings.Join(lines, "\n")
}

// message returns what the sender says. A subject says something only in a mail that
// begins a conversation.
func (m *Mail) message() command.Message {
	said := command.Message{Reply: m.Reply, Below: m.Below, From: m.From}
	if !m.TooBig && len(m.InReplyTo) == 0 && len(m.References) == 0 && !sender.IsReplySubject(m.Subject) {
		_, said.Subject = mime.CutToken(sender.WithoutTags(m.Subject))
	}
	return said
}
