package templates_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

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

// wholeSize counts the bytes of a mail as it is sent, with a long header.
func wholeSize(t *testing.T, mail templates.Rendered) int {
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
	if mail.HTML != "" {
		_, part, plain := strings.Cut(whole.String(), "Content-Transfer-Encoding: 7bit\r\nContent-Type: text/html; charset=UTF-8\r\n\r\n")
		page, _, ended := strings.Cut(part, "\r\n--unlur-boundary--\r\n")
		if counted := sent.Page([]byte(mail.HTML)); !plain || !ended || counted != len(page) {
			t.Errorf("%s: of the page leave %d bytes as they are, counted %d", mail.Subject, len(page), counted)
		}
	}
	return whole.Len()
}
