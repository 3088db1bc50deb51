package web

import (
	"bytes"
	"net/mail"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// A picture that the HTML names again and again makes no page that is many times as
// long as the mail.
func TestOnePictureManyTimes(t *testing.T) {
	picture := strings.Repeat(strings.Repeat("A", 76)+"\r\n", 10_000)
	raw := "Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n" +
		strings.Repeat("<img src=cid:a alt=again>", 100) +
		"\r\n--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-ID: <a>\r\n\r\n" + picture + "--b--\r\n"
	page := string(readLetter([]byte(raw)).page(func(draft) string { return "" }))
	if shown := strings.Count(page, "<img"); shown == 0 || strings.Count(page, "again")-shown == 0 || len(page) > maxDrawn+len(raw) {
		t.Errorf("a mail of %d bytes shows the picture %d times, in a page of %d bytes", len(raw), shown, len(page))
	}
}

// FuzzLetter holds that any bytes can be shown as a mail, as text that a browser
// can read, and that what is sent in answer to it is a mail to one address.
func FuzzLetter(f *testing.F) {
	f.Add([]byte("Content-Type: multipart/alternative; boundary=a\r\n\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>x\r\n--a--"))
	f.Add([]byte("Content-Type: text/plain; charset=utf-7\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA"))
	f.Add([]byte("List-Unsubscribe: <mailto:a?subject=%zz>\r\nReply-To: :;\r\nFrom: <a@b>\r\nMessage-ID: <a@b>\r\nReferences: <a@b>\r\n <\r\n\r\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		l := readLetter(raw)
		for _, said := range []string{l.From, l.To, l.Subject, l.Text, string(l.HTML), string(l.page(func(draft) string { return "" }))} {
			if !utf8.ValidString(said) {
				t.Errorf("%q is no UTF-8", said)
			}
		}
		if len(l.Files) > maxParts {
			t.Errorf("%d files", len(l.Files))
		}
		answer, err := compose("ana@sandbox.test", "sandbox.test", l.reply(), l, time.Unix(0, 0))
		if err != nil {
			return // there is no address in it
		}
		sent, err := mail.ReadMessage(bytes.NewReader(answer))
		if err != nil {
			t.Fatalf("%v in\n%s", err, answer)
		}
		if to, err := sent.Header.AddressList("To"); err != nil || len(to) != 1 || len(sent.Header["Bcc"]) > 0 {
			t.Errorf("the answer goes to %v, %v:\n%s", to, err, answer)
		}
	})
}
