package templates_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
	"unlurbot/store/page"
	"unlurbot/templates"
	"unlurbot/templates/samples"
	"unlurbot/templates/sent"
)

// All samples, on boards of every size, are far below what Gmail cuts off, and their pages need no encoding.
func TestNoSampleIsCutOff(t *testing.T) {
	const most = 90_000 // bytes
	set := load(t)
	sizes := []int{13, 10, 8, 6, 4}
	if testing.Short() {
		sizes = sizes[:1] // the longest mails
	}
	for _, size := range sizes {
		for _, language := range set.Languages() {
			for _, sample := range samples.All(size) {
				mail, err := render(set, language, sample)
				if err != nil {
					t.Fatal(err)
				}
				if n := wholeSize(t, mail); n > most {
					t.Errorf("%s, %s, size %d: %d bytes", sample.Name, language, size, n)
				}
			}
		}
	}
}

// A page that has to be encoded, for a word longer than a line, is counted so: Gmail shows all of the mail, or there is no page.
func TestEncodedPagesAreCounted(t *testing.T) {
	const shown = 102_000 // bytes
	set, pages := load(t), 0
	for length := 1000; length <= 30_000; length += 1000 {
		view := turnMail(t, game.MaxSize, 4)
		view.Words = strings.Repeat("=", length) // three bytes each, once they are encoded
		mail, err := set.Render(templates.Default, templates.Turn, view)
		if err != nil {
			t.Fatal(err)
		}
		if mail.HTML == "" {
			continue
		}
		pages++
		if n := len(onTheWire(t, mail)); n > shown {
			t.Errorf("with a word of %d bytes: %d", length, n)
		}
	}
	if pages == 0 {
		t.Error("no mail has a page")
	}
}

// wholeSize counts the bytes of a mail as it is sent, with a long header.
func wholeSize(t *testing.T, mail templates.Rendered) int {
	t.Helper()
	whole := onTheWire(t, mail)
	if mail.HTML != "" {
		_, part, plain := strings.Cut(whole, "Content-Transfer-Encoding: 7bit\r\nContent-Type: text/html; charset=UTF-8\r\n\r\n")
		page, _, ended := strings.Cut(part, "\r\n--unlur-boundary--\r\n")
		if counted := sent.Page([]byte(mail.HTML)); !plain || !ended || counted != len(page) {
			t.Errorf("%s: of the page leave %d bytes as they are, counted %d", mail.Subject, len(page), counted)
		}
	}
	return len(whole)
}

// onTheWire is a mail as it is sent, with a long header.
func onTheWire(t *testing.T, mail templates.Rendered) string {
	t.Helper()
	o := &store.Outgoing{
		From: store.Mailbox{Name: "Unlur", Addr: "unlur@example.org"}, To: store.Mailbox{Name: "Ana", Addr: "player@example.org"},
		Subject: mail.Subject, Date: noon, MessageID: "sample@example.org", Boundary: "unlur-boundary", Text: mail.Text, HTML: page.New([]byte(mail.HTML)),
	}
	for i := range 20 {
		o.References = append(o.References, fmt.Sprintf("%0100d@example.org", i))
	}
	var whole bytes.Buffer
	if err := smtpout.Write(&whole, o); err != nil {
		t.Fatal(err)
	}
	return whole.String()
}
