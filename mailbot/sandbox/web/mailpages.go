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

// openMail reads the mail of a path, which is read then.
func (p *Page) openMail(r *http.Request) (opened, error) {
	uid, err := number(r.PathValue("uid"))
	if err != nil {
		return opened{}, err
	}
	name, box, err := p.enter(r)
	if err != nil {
		return opened{}, err
	}
	defer box.close()
	raw, at, err := box.read(imap.UID(uid))
	return opened{name: name, uid: imap.UID(uid), raw: raw, at: at}, err
}

// mail shows a mail, with a form to answer it. A link of the mail that was
// clicked has filled in the form.
func (p *Page) mail(w http.ResponseWriter, r *http.Request) error {
	m, err := p.openMail(r)
	if err != nil {
		return err
	}
	l := readLetter(m.raw)
	f := &form{Name: m.name, Answers: uint32(m.uid), draft: l.reply()}
	if r.URL.Query().Has("to") {
		f.draft = draftOf(r)
		f.Focus = focusOf(f.draft)
	}
	// A frame that is locked up can't tell how high the HTML is, so that is guessed by the
	// text that says the same. Where the guess is too low, the frame scrolls.
	const line, least, most = 26, 240, 2600 // CSS pixels
	height := min(max(line*(strings.Count(l.Text, "\n")+6), least), most)
	v := view{Title: l.Subject, Name: m.name, UID: uint32(m.uid), Mail: l, At: m.at, Form: f, Height: height}
	if stop, ok := l.unsubscribe(); ok {
		v.Stop = m.answering(stop)
	}
	return p.show(w, http.StatusOK, "mail", v)
}

// answering is the page that shows the mail beside an answer that a link begins.
// It must have no fragment: with one, browsers do not look at autofocus.
func (m opened) answering(d draft) string {
	return mailPath(m.name, m.uid) + "?" + url.Values{"to": {d.To}, "subject": {d.Subject}, "text": {d.Text}}.Encode()
}

// html is the frame with the HTML of a mail.
func (p *Page) html(w http.ResponseWriter, r *http.Request) error {
	m, err := p.openMail(r)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", mailPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(readLetter(m.raw).page(m.answering)) // a browser that has gone away is no fault
	return nil
}

// source gives a mail as it came.
func (p *Page) source(w http.ResponseWriter, r *http.Request) error {
	m, err := p.openMail(r)
	if err != nil {
		return err
	}
	save(w, r, fmt.Sprintf("%s-%d.eml", m.name, m.uid), m.at, m.raw)
	return nil
}

// file gives a file that came with a mail.
func (p *Page) file(w http.ResponseWriter, r *http.Request) error {
	m, err := p.openMail(r)
	if err != nil {
		return err
	}
	files := readLetter(m.raw).Files
	i, err := number(r.PathValue("nr"))
	if err != nil || int(i) >= len(files) {
		return failure{http.StatusNotFound, "There is no such file."}
	}
	save(w, r, files[i].Name, m.at, files[i].Content)
	return nil
}

// save gives the browser something to save, whatever it is.
func save(w http.ResponseWriter, r *http.Request, name string, at time.Time, content []byte) {
	w.Header().Set("Content-Security-Policy", filePolicy)
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	http.ServeContent(w, r, "", at, bytes.NewReader(content))
}
