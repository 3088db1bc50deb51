package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	netmail "net/mail"
	"strings"
	"time"
	"unicode"

	"github.com/emersion/go-message/mail"
)

// maxReferences keeps References short, as mail programs do with long threads.
const maxReferences = 20

// compose writes a mail as a mail program does. Answered is the mail that it
// answers, nil if it begins a conversation.
func compose(from, domain string, d draft, answered *letter, now time.Time) ([]byte, error) {
	to, err := d.recipient()
	if err != nil {
		return nil, err
	}
	var h mail.Header
	h.SetDate(now)
	h.SetAddressList("From", []*mail.Address{{Address: from}})
	h.SetAddressList("To", []*mail.Address{{Address: to}})
	h.SetSubject(strings.Join(strings.FieldsFunc(d.Subject, unicode.IsControl), " "))
	h.Set("User-Agent", "unlurbot sandbox")
	h.SetContentType("text/plain", map[string]string{"charset": "utf-8"})
	if err := h.GenerateMessageIDWithHostname(domain); err != nil {
		return nil, err
	}
	if answered != nil { // RFC 5322 section 3.6.4
		if id, err := answered.header.MessageID(); id != "" && err == nil {
			before, _ := answered.header.MsgIDList("References") // a broken list is none
			before = append(before, id)
			h.SetMsgIDList("In-Reply-To", []string{id})
			h.SetMsgIDList("References", before[max(0, len(before)-maxReferences):])
		}
	}
	var raw bytes.Buffer
	w, err := mail.CreateSingleInlineWriter(&raw, h)
	if err != nil {
		return nil, err
	}
	text := strings.ReplaceAll(strings.ReplaceAll(d.Text, "\r\n", "\n"), "\r", "\n")
	_, err = io.WriteString(w, strings.ReplaceAll(strings.TrimRight(text, "\n")+"\n", "\n", "\r\n"))
	return raw.Bytes(), errors.Join(err, w.Close())
}

// recipient gives the one address that a draft goes to.
func (d draft) recipient() (string, error) {
	to, err := netmail.ParseAddress(d.To)
	if err != nil {
		return "", fmt.Errorf("%q is not a mail address", d.To)
	}
	return to.Address, nil
}
