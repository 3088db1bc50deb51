package mailbot

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"net/url"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/store/fold"
	"unlurbot/templates"
)

// A reading is a mail as a receiver reads it off the wire.
type reading struct {
	header netmail.Header
	text   string
	html   string
	files  string // what is attached, one after the other
}

// read takes a mail apart that must be exactly a text part and an HTML part, or the
// text alone, and behind them what is attached.
func (h *house) read(m *store.Outgoing) reading {
	h.t.Helper()
	var wire bytes.Buffer
	h.check(smtpout.Write(&wire, m))
	for line := range bytes.SplitSeq(wire.Bytes(), []byte("\r\n")) {
		if len(line) > 998 { // RFC 5322 section 2.1.1
			h.t.Errorf("a line of %d bytes: %.80s", len(line), line)
		}
	}
	header, _, _ := bytes.Cut(wire.Bytes(), []byte("\r\n\r\n"))
	plain := !strings.ContainsFunc(m.EnvelopeTo, func(r rune) bool { return r > '~' }) // or it goes out by RFC 6531
	if plain && bytes.ContainsFunc(header, func(r rune) bool { return r > '~' || r < ' ' && r != '\r' && r != '\n' }) {
		h.t.Errorf("the header is not all ASCII:\n%q", header)
	}
	parsed, err := netmail.ReadMessage(&wire)
	h.check(err)
	r := reading{header: parsed.Header}
	kind, params, err := mime.ParseMediaType(parsed.Header.Get("Content-Type"))
	h.check(err)
	body := parsed.Body
	if len(m.Files) > 0 || m.Picture != nil {
		var all *multipart.Reader
		kind, params, body, all = h.firstPart("multipart/mixed", kind, params, body)
		r.files = h.readFiles(all, m)
	}
	if m.Picture != nil && len(m.HTML) > 0 {
		var all *multipart.Reader
		kind, params, body, all = h.firstPart("multipart/related", kind, params, body)
		h.readPicture(all, m)
	}
	if len(m.HTML) == 0 {
		content, err := io.ReadAll(quotedprintable.NewReader(body))
		h.check(err)
		if r.text = string(content); kind != "text/plain" {
			h.t.Errorf("a mail without HTML is %s", kind)
		}
		return r
	}
	if kind != "multipart/alternative" {
		h.t.Errorf("a mail is %s", kind)
	}
	parts := multipart.NewReader(body, params["boundary"])
	for _, part := range []struct {
		kind string
		into *string
	}{{"text/plain; charset=UTF-8", &r.text}, {"text/html; charset=UTF-8", &r.html}} {
		p, err := parts.NextRawPart()
		h.check(err)
		body, err := io.ReadAll(quotedprintable.NewReader(p))
		h.check(err)
		if *part.into = string(body); p.Header.Get("Content-Type") != part.kind {
			h.t.Errorf("a part is %s", p.Header.Get("Content-Type"))
		}
	}
	if _, err := parts.NextRawPart(); !errors.Is(err, io.EOF) {
		h.t.Errorf("after two parts: %v", err)
	}
	return r
}

// firstPart reads the first part of a multipart that must be of a kind, and gives
// what can read the others.
func (h *house) firstPart(want, kind string, params map[string]string, body io.Reader) (string, map[string]string, io.Reader, *multipart.Reader) {
	h.t.Helper()
	if kind != want {
		h.t.Errorf("a mail is %s, want %s", kind, want)
	}
	all := multipart.NewReader(body, params["boundary"])
	first, err := all.NextRawPart()
	h.check(err)
	kind, params, err = mime.ParseMediaType(first.Header.Get("Content-Type"))
	h.check(err)
	content, err := io.ReadAll(first)
	h.check(err)
	return kind, params, bytes.NewReader(content), all
}

// readFiles reads what is left of a mail, which must be the files, and behind them
// the game in pictures if there are some.
func (h *house) readFiles(parts *multipart.Reader, m *store.Outgoing) (all string) {
	h.t.Helper()
	for _, want := range m.Files {
		name, got := h.readFile(parts)
		if name != want.Name || !bytes.Equal(got, want.Data) {
			h.t.Errorf("the file %s arrives as %s:\n%s", want.Name, name, got)
		}
		all += name + "\n" + string(got) + "\n"
	}
	if m.Picture != nil {
		name, got := h.readFile(parts)
		if want := fmt.Sprintf("unlur-%d.gif", m.Game); name != want || !bytes.HasPrefix(got, []byte("GIF89a")) {
			h.t.Errorf("the pictures %s arrive as %s", want, name)
		}
	}
	if _, err := parts.NextRawPart(); !errors.Is(err, io.EOF) {
		h.t.Errorf("after the files: %v", err)
	}
	return all
}

func (h *house) readFile(parts *multipart.Reader) (name string, data []byte) {
	h.t.Helper()
	part, err := parts.NextRawPart()
	h.check(err)
	data, err = io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
	h.check(err)
	return part.FileName(), data
}

// readPicture reads the picture behind a page, which must show it.
func (h *house) readPicture(parts *multipart.Reader, m *store.Outgoing) {
	h.t.Helper()
	name, got := h.readFile(parts)
	if want := fmt.Sprintf("unlur-%d.png", m.Game); name != want || !bytes.HasPrefix(got, []byte("\x89PNG")) {
		h.t.Errorf("the picture %s arrives as %s", want, name)
	}
	if !strings.Contains(m.HTML.String(), `src="cid:`+smtpout.PictureID+`"`) {
		h.t.Errorf("no page shows the picture:\n%s", m.HTML.String())
	}
}

// goodCitizen holds for every mail of every test with a house, or for some where tests
// are short: it has what big receivers ask for and what keeps programs from answering,
// it goes to one person, and no address of anybody else is in it.
func (h *house) goodCitizen(m *store.Outgoing) {
	h.t.Helper()
	if m.From.Addr == "" {
		return // made by a test of the outbox, which writes no mails
	}
	if h.citizens++; testing.Short() && h.citizens%apart != 0 {
		return
	}
	r := h.read(m)
	if n := len(m.Text) + len(m.HTML.String()); n > clipped/2 && h.sentBytes(m) >= clipped {
		h.t.Errorf("%s: Gmail cuts it off", line(m))
	}
	h.fitToSend(m, r)
	h.mayUnsubscribe(m, r)
	h.comesBack(m)
	h.keepsSecrets(m, r)
	h.harmless(m, r)
}

// fitToSend looks at what every mail has, and has once.
func (h *house) fitToSend(m *store.Outgoing, r reading) {
	h.t.Helper()
	for _, name := range []string{
		"Date", "Message-Id", "Subject", "From", "To", "Reply-To", "Auto-Submitted", "X-Auto-Response-Suppress", "X-Loop", "List-Id", "Mime-Version",
	} {
		if values := r.header[name]; len(values) != 1 || values[0] == "" {
			h.t.Errorf("%s: %s is %q", line(m), name, values)
		}
	}
	if _, err := r.header.Date(); err != nil {
		h.t.Errorf("%s: %v", line(m), err)
	}
	for _, name := range []string{"Cc", "Bcc", "Sender", "List-Unsubscribe-Post"} { // the last is for web addresses only, RFC 8058
		if r.header.Get(name) != "" {
			h.t.Errorf("%s: %s", line(m), name)
		}
	}
	for name, want := range map[string]string{"From": botAddress, "To": m.EnvelopeTo} {
		if got, err := r.header.AddressList(name); err != nil || len(got) != 1 || got[0].Address != want {
			h.t.Errorf("%s: %s is %v, %v", line(m), name, got, err)
		}
	}
}

// mayUnsubscribe wants a way out of every mail (RFC 2369), but of those to the
// operator, who has the configuration.
func (h *house) mayUnsubscribe(m *store.Outgoing, r reading) {
	h.t.Helper()
	field := r.header["List-Unsubscribe"]
	if templates.Kind(r.header.Get("X-Unlur-Event")) == templates.Operator {
		if len(field) > 0 {
			h.t.Errorf("the operator may unsubscribe: %s", field)
		}
		return
	}
	if len(field) != 1 {
		h.t.Errorf("%s: List-Unsubscribe is %q", line(m), field)
		return
	}
	link, err := url.Parse(strings.Trim(field[0], "<>"))
	h.check(err)
	sealed, detailed := h.bot.cfg.own().Detail(link.Opaque)
	subject := link.Query().Get("subject")
	if !detailed {
		sealed = strings.Trim(strings.TrimPrefix(subject, "unsubscribe "), "[]")
	}
	t, ok := h.unseal(sealed)
	meant := t.Purpose == token.ForUnsubscribe && t.Number == uint32(m.Player)
	if m.Player == 0 {
		meant = t.Purpose == token.ForStranger
	}
	if !ok || !meant || t.Ply != token.Day(m.Date) || !strings.HasPrefix(subject, "unsubscribe") || link.Scheme != "mailto" || !detailed && link.Opaque != botAddress {
		h.t.Errorf("%s: List-Unsubscribe is %q", line(m), field)
	}
}

// comesBack wants an envelope sender that tells whose mail came back (VERP), or
// an id that does if the sender can't.
func (h *house) comesBack(m *store.Outgoing) {
	h.t.Helper()
	back, detailed := h.bot.cfg.own().Detail(m.EnvelopeFrom)
	if !detailed {
		back = token.BounceInID(m.MessageID)
	}
	t, sealed := h.unseal(back)
	known := sealed && t.Purpose == token.ForBounce && t.Number == uint32(m.Player)
	if !known && m.Player != 0 || !detailed && m.EnvelopeFrom != botAddress {
		h.t.Errorf("%s: the envelope sender is %s", line(m), m.EnvelopeFrom)
	}
}

// saysAddress says whether a text has an address, and not one whose local part only ends like it: a
// token may end with "ana".
func saysAddress(text, address string) bool {
	for before, rest, found := strings.Cut(text, address); found; before, rest, found = strings.Cut(rest, address) {
		if last, _ := utf8.DecodeLastRuneInString(before); !unicode.IsLetter(last) && !unicode.IsDigit(last) {
			return true
		}
	}
	return false
}

// keepsSecrets wants no address of a player in a mail to another one. Two kinds
// tell whom somebody wants to challenge, as it was typed, and an answer may repeat
// what its reader has typed.
func (h *house) keepsSecrets(m *store.Outgoing, r reading) {
	h.t.Helper()
	kind := templates.Kind(r.header.Get("X-Unlur-Event"))
	switch kind {
	case templates.Operator, templates.Challenged, templates.Confirm:
		return
	case templates.Help: // its example is somebody's address in many tests
		return
	}
	reader, typed := fold.Address(m.EnvelopeTo), ""
	if r.header.Get("Auto-Submitted") == "auto-replied" {
		typed = h.typed[reader]
	}
	all := strings.ToLower(headerText(r.header) + r.text + r.html + r.files)
	for _, address := range h.addresses() {
		if address != reader && saysAddress(all, address) && !strings.Contains(typed, address) {
			h.t.Errorf("%s: it knows the address %s:\n%s", line(m), address, r.text)
		}
	}
}

// noteTyped notes what somebody wrote.
func (h *house) noteTyped(raw string) {
	m := parser.ReadMail([]byte(raw), parser.Options{})
	h.typed[fold.Address(m.From.Addr)] += strings.ToLower(m.Subject + "\n" + m.Reply + "\n")
}

// addresses lists those of all players, folded.
func (h *house) addresses() (addresses []string) {
	h.check(h.store.View(func(tx *store.Tx) error {
		return tx.EachPlayer(func(p *store.Player) error {
			if strings.Contains(p.Address, "@") { // some tests have players with less
				addresses = append(addresses, fold.Address(p.Address))
			}
			return nil
		})
	}))
	return addresses
}

// headerText gives all values of a header, decoded.
func headerText(header map[string][]string) string {
	var b strings.Builder
	for _, values := range header {
		for _, v := range values {
			decoded, err := new(mime.WordDecoder).DecodeHeader(v)
			if err != nil {
				decoded = v
			}
			b.WriteString(v + "\n" + decoded + "\n")
		}
	}
	return b.String()
}
