package bottest

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

// A Reading is a mail as a receiver reads it off the wire.
type Reading struct {
	Header netmail.Header
	Text   string
	HTML   string
	Files  string // what is attached, one after the other
}

// Read takes a mail apart that must be exactly a text part and an HTML part, or the
// text alone, and behind them what is attached.
func Read(t testing.TB, m *store.Outgoing) Reading {
	t.Helper()
	var wire bytes.Buffer
	check(t, smtpout.Write(&wire, m))
	fitsTheWire(t, m, wire.Bytes())
	parsed, err := netmail.ReadMessage(&wire)
	check(t, err)
	r := Reading{Header: parsed.Header}
	kind, params, err := mime.ParseMediaType(parsed.Header.Get("Content-Type"))
	check(t, err)
	body := parsed.Body
	if len(m.Files) > 0 || m.Picture != nil {
		var all *multipart.Reader
		kind, params, body, all = firstPart(t, "multipart/mixed", kind, params, body)
		r.Files = readFiles(t, all, m)
	}
	if m.Picture != nil && len(m.HTML) > 0 {
		var all *multipart.Reader
		kind, params, body, all = firstPart(t, "multipart/related", kind, params, body)
		readPicture(t, all, m)
	}
	if len(m.HTML) == 0 {
		content, err := io.ReadAll(quotedprintable.NewReader(body))
		check(t, err)
		if r.Text = string(content); kind != "text/plain" {
			t.Errorf("a mail without HTML is %s", kind)
		}
		return r
	}
	if kind != "multipart/alternative" {
		t.Errorf("a mail is %s", kind)
	}
	parts := multipart.NewReader(body, params["boundary"])
	for _, part := range []struct {
		kind string
		into *string
	}{{"text/plain; charset=UTF-8", &r.Text}, {"text/html; charset=UTF-8", &r.HTML}} {
		p, err := parts.NextPart() // which decodes quoted-printable
		check(t, err)
		body, err := io.ReadAll(p)
		check(t, err)
		if *part.into = string(body); p.Header.Get("Content-Type") != part.kind {
			t.Errorf("a part is %s", p.Header.Get("Content-Type"))
		}
	}
	if _, err := parts.NextRawPart(); !errors.Is(err, io.EOF) {
		t.Errorf("after two parts: %v", err)
	}
	return r
}

// firstPart reads the first part of a multipart that must be of a kind, and gives
// what can read the others.
func firstPart(t testing.TB, want, kind string, params map[string]string, body io.Reader) (string, map[string]string, io.Reader, *multipart.Reader) {
	t.Helper()
	if kind != want {
		t.Errorf("a mail is %s, want %s", kind, want)
	}
	all := multipart.NewReader(body, params["boundary"])
	first, err := all.NextRawPart()
	check(t, err)
	kind, params, err = mime.ParseMediaType(first.Header.Get("Content-Type"))
	check(t, err)
	content, err := io.ReadAll(first)
	check(t, err)
	return kind, params, bytes.NewReader(content), all
}

// readFiles reads what is left of a mail, which must be the files, and behind them
// the game in pictures if there are some.
func readFiles(t testing.TB, parts *multipart.Reader, m *store.Outgoing) (all string) {
	t.Helper()
	for _, want := range m.Files {
		name, got := readFile(t, parts)
		if name != want.Name || !bytes.Equal(got, want.Data) {
			t.Errorf("the file %s arrives as %s:\n%s", want.Name, name, got)
		}
		all += name + "\n" + string(got) + "\n"
	}
	if m.Picture != nil {
		name, got := readFile(t, parts)
		if want := fmt.Sprintf("unlur-%d.gif", m.Game); name != want || !bytes.HasPrefix(got, []byte("GIF89a")) {
			t.Errorf("the pictures %s arrive as %s", want, name)
		}
	}
	if _, err := parts.NextRawPart(); !errors.Is(err, io.EOF) {
		t.Errorf("after the files: %v", err)
	}
	return all
}

func readFile(t testing.TB, parts *multipart.Reader) (name string, data []byte) {
	t.Helper()
	part, err := parts.NextRawPart()
	check(t, err)
	data, err = io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
	check(t, err)
	return part.FileName(), data
}

// readPicture reads the picture behind a page, which must show it.
func readPicture(t testing.TB, parts *multipart.Reader, m *store.Outgoing) {
	t.Helper()
	name, got := readFile(t, parts)
	if want := fmt.Sprintf("unlur-%d.png", m.Game); name != want || !bytes.HasPrefix(got, []byte("\x89PNG")) {
		t.Errorf("the picture %s arrives as %s", want, name)
	}
	if !strings.Contains(m.HTML.String(), `src="cid:`+smtpout.PictureID+`"`) {
		t.Errorf("no page shows the picture:\n%s", m.HTML.String())
	}
}

// fitsTheWire looks at the lines and the header of a mail as it goes out.
func fitsTheWire(t testing.TB, m *store.Outgoing, wire []byte) {
	t.Helper()
	for line := range bytes.SplitSeq(wire, []byte("\r\n")) {
		if len(line) > 998 { // RFC 5322 section 2.1.1
			t.Errorf("a line of %d bytes: %.80s", len(line), line)
		}
	}
	header, _, _ := bytes.Cut(wire, []byte("\r\n\r\n"))
	plain := !strings.ContainsFunc(m.EnvelopeTo, func(r rune) bool { return r > '~' }) // or it goes out by RFC 6531
	if plain && bytes.ContainsFunc(header, func(r rune) bool { return r > '~' || r < ' ' && r != '\r' && r != '\n' }) {
		t.Errorf("the header is not all ASCII:\n%q", header)
	}
}

// Left holds for every mail that leaves in a test with a bot, or for some where tests
// are short: it has what big receivers ask for and what keeps programs from answering,
// it goes to one person, and no address of anybody else is in it.
func (l *Laws) Left(m *store.Outgoing) {
	l.t.Helper()
	if m.From.Addr == "" {
		return // made by a test of the outbox, which writes no mails
	}
	if l.left++; testing.Short() && l.left%(apart*apart) != 0 {
		return
	}
	r := Read(l.t, m)
	if n := len(m.Text) + len(m.HTML.String()); n > Clipped/2 && SentBytes(l.t, m) >= Clipped {
		l.t.Errorf("%s: Gmail cuts it off", Line(m))
	}
	l.fitToSend(m, r)
	l.mayUnsubscribe(m, r)
	l.comesBack(m)
	l.keepsSecrets(m, r)
	l.harmless(m, r)
}

// fitToSend looks at what every mail has, and has once.
func (l *Laws) fitToSend(m *store.Outgoing, r Reading) {
	l.t.Helper()
	for _, name := range []string{
		"Date", "Message-Id", "Subject", "From", "To", "Reply-To", "Auto-Submitted", "X-Auto-Response-Suppress", "X-Loop", "List-Id", "Mime-Version",
	} {
		if values := r.Header[name]; len(values) != 1 || values[0] == "" {
			l.t.Errorf("%s: %s is %q", Line(m), name, values)
		}
	}
	if _, err := r.Header.Date(); err != nil {
		l.t.Errorf("%s: %v", Line(m), err)
	}
	for _, name := range []string{"Cc", "Bcc", "Sender", "List-Unsubscribe-Post"} { // the last is for web addresses only, RFC 8058
		if r.Header.Get(name) != "" {
			l.t.Errorf("%s: %s", Line(m), name)
		}
	}
	for name, want := range map[string]string{"From": Address, "To": m.EnvelopeTo} {
		if got, err := r.Header.AddressList(name); err != nil || len(got) != 1 || got[0].Address != want {
			l.t.Errorf("%s: %s is %v, %v", Line(m), name, got, err)
		}
	}
}

// mayUnsubscribe wants a way out of every mail (RFC 2369), but of those to the
// operator, who has the configuration.
func (l *Laws) mayUnsubscribe(m *store.Outgoing, r Reading) {
	l.t.Helper()
	field := r.Header["List-Unsubscribe"]
	if kind := templates.Kind(r.Header.Get("X-Unlur-Event")); kind == templates.Operator || kind == templates.Ordered {
		if len(field) > 0 {
			l.t.Errorf("the operator may unsubscribe: %s", field)
		}
		return
	}
	if len(field) != 1 {
		l.t.Errorf("%s: List-Unsubscribe is %q", Line(m), field)
		return
	}
	link, err := url.Parse(strings.Trim(field[0], "<>"))
	check(l.t, err)
	sealed, detailed := Own.Detail(link.Opaque)
	subject := link.Query().Get("subject")
	if !detailed {
		sealed = strings.Trim(strings.TrimPrefix(subject, "unsubscribe "), "[]")
	}
	t, ok := l.Unseal(sealed)
	meant := token.OfStopLink(m.Player, m.Date)
	switch {
	case m.Player == 0:
		meant.Purpose, meant.Number = token.ForStranger, t.Number
	case m.Announcement:
		meant.Asks = token.AskNews
	case weekly(m):
		meant.Asks = token.AskPuzzles
	}
	if !ok || t != meant || !strings.HasPrefix(subject, "unsubscribe") || link.Scheme != "mailto" || !detailed && link.Opaque != Address {
		l.t.Errorf("%s: List-Unsubscribe is %q", Line(m), field)
	}
}

// comesBack wants an envelope sender that tells whose mail came back (VERP), or
// an id that does if the sender can't.
func (l *Laws) comesBack(m *store.Outgoing) {
	l.t.Helper()
	back, detailed := Own.Detail(m.EnvelopeFrom)
	if !detailed {
		back = token.BounceInID(m.MessageID)
	}
	t, sealed := l.Unseal(back)
	known := sealed && t.Purpose == token.ForBounce && t.Number == uint32(m.Player)
	if !known && m.Player != 0 || !detailed && m.EnvelopeFrom != Address {
		l.t.Errorf("%s: the envelope sender is %s", Line(m), m.EnvelopeFrom)
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
func (l *Laws) keepsSecrets(m *store.Outgoing, r Reading) {
	l.t.Helper()
	kind := templates.Kind(r.Header.Get("X-Unlur-Event"))
	switch kind {
	case templates.Operator, templates.Ordered, templates.Challenged, templates.Confirm:
		return
	case templates.Help: // its example is somebody's address in many tests
		return
	}
	reader, typed := fold.Address(m.EnvelopeTo), ""
	if r.Header.Get("Auto-Submitted") == "auto-replied" {
		typed = l.typed[reader]
	}
	all := strings.ToLower(headerText(r.Header) + r.Text + r.HTML + r.Files)
	for _, address := range l.addresses() {
		if address != reader && saysAddress(all, address) && !strings.Contains(typed, address) {
			l.t.Errorf("%s: it knows the address %s:\n%s", Line(m), address, r.Text)
		}
	}
}

// Came notes what somebody wrote.
func (l *Laws) Came(raw string) {
	m := parser.ReadMail([]byte(raw), parser.Options{})
	l.typed[fold.Address(m.From.Addr)] += strings.ToLower(m.Subject + "\n" + m.Reply + "\n")
}

// addresses lists those of all players, folded.
func (l *Laws) addresses() (addresses []string) {
	check(l.t, l.view(func(tx *store.Tx) error {
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

// weekly says whether a mail brings the puzzle of the week.
func weekly(m *store.Outgoing) bool {
	return Field(m, "X-Unlur-Event") == string(templates.Puzzle) && Field(m, "Auto-Submitted") == "auto-generated"
}
