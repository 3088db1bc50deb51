package web

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

// opened is a mail that a path names.
type opened struct {
	name string
	uid  imap.UID
	raw  []byte
	at   time.Time // of its arrival
}

// mailPages are those of a mail, which is read by being opened.
var mailPages = map[string]func(p *Page, w http.ResponseWriter, r *http.Request, m opened) error{
	// The mail, with a form to answer it. A link of the mail that was clicked has filled
	// in the form.
	"GET /box/{name}/mail/{uid}": func(p *Page, w http.ResponseWriter, r *http.Request, m opened) error {
		l := readLetter(m.raw)
		f := &form{Name: m.name, Answers: uint32(m.uid), draft: l.reply()}
		if r.URL.Query().Has("to") {
			f.draft = draftOf(r)
			f.Focus = focusOf(f.draft)
		}
		s := &shown{letter: l, UID: uint32(m.uid), At: m.at, Sandbox: mailSandbox}
		// The mail that ends further ones (RFC 2369), as the button of a mail program sends it.
		for link := range strings.SplitSeq(l.header.Get("List-Unsubscribe"), ",") {
			if d, ok := parseMailto(strings.Trim(link, "<> \t\r\n")); ok {
				s.Stop = m.answering(d)
				break
			}
		}
		return p.show(w, http.StatusOK, "mail", view{Title: l.Subject, Name: m.name, Mail: s, Form: f})
	},
	// The frame with its HTML.
	"GET /box/{name}/mail/{uid}/html": func(_ *Page, w http.ResponseWriter, _ *http.Request, m opened) error {
		w.Header().Set("Content-Security-Policy", mailPolicy)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(readLetter(m.raw).page(m.answering)) // a browser that has gone away is no fault
		return nil
	},
	// The mail as it came.
	"GET /box/{name}/mail/{uid}/source": func(_ *Page, w http.ResponseWriter, r *http.Request, m opened) error {
		save(w, r, fmt.Sprintf("%s-%d.eml", m.name, m.uid), m.at, m.raw)
		return nil
	},
	// A file that came with it.
	"GET /box/{name}/mail/{uid}/file/{nr}": func(_ *Page, w http.ResponseWriter, r *http.Request, m opened) error {
		files := readLetter(m.raw).Files
		i, err := number(r.PathValue("nr"))
		if err != nil || int(i) >= len(files) {
			return failure{http.StatusNotFound, "There is no such file."}
		}
		save(w, r, files[i].Name, m.at, files[i].Content)
		return nil
	},
}

// answering is the page that shows the mail beside an answer that a link begins.
// It must have no fragment: with one, browsers do not look at autofocus.
func (m opened) answering(d draft) string {
	return mailPath(m.name, m.uid) + "?" + url.Values{"to": {d.To}, "subject": {d.Subject}, "text": {d.Text}}.Encode()
}

// save gives the browser something to save, whatever it is.
func save(w http.ResponseWriter, r *http.Request, name string, at time.Time, content []byte) {
	w.Header().Set("Content-Security-Policy", filePolicy)
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	http.ServeContent(w, r, "", at, bytes.NewReader(content))
}
