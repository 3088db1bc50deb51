package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// enter opens the mailbox that a path names. Whoever calls it must close
// the inbox.
func (p *Page) enter(r *http.Request) (name string, box *inbox, err error) {
	if name, err = p.checkName(r.PathValue("name")); err != nil {
		return "", nil, err
	}
	box, err = openInbox(r.Context(), p.cfg.Servers.IMAPAddr(), name)
	return name, box, err
}

// sentWords is what a mailbox says after a mail was sent, by a word in the query.
var sentWords = map[string]string{
	"mail":    "The mail is sent.",
	"waiting": "The mail is sent. No answer has come yet; when it does, the line at the top shows it.",
}

// mailbox lists somebody's mails.
func (p *Page) mailbox(w http.ResponseWriter, r *http.Request) error {
	name, box, err := p.enter(r)
	if err != nil {
		return err
	}
	defer box.close()
	v := view{Title: name, Name: name, Sent: sentWords[r.FormValue("sent")]}
	if v.Lines, err = box.list(); err != nil {
		return err
	}
	if len(v.Lines) == 0 && v.Sent == "" {
		v.Form = p.invitation(name)
	}
	return p.show(w, http.StatusOK, "mailbox", v)
}

// invitation is the first mail of a newcomer, ready to be sent.
func (p *Page) invitation(name string) *form {
	other := firstPeople[0]
	if name == other {
		other = firstPeople[1]
	}
	text := fmt.Sprintf("challenge %s@%s", other, p.cfg.Servers.Domain())
	return &form{Name: name, Focus: "send", draft: draft{To: p.cfg.Bot, Subject: "A game?", Text: text}}
}

// newest leads to the newest unread mail.
func (p *Page) newest(w http.ResponseWriter, r *http.Request) error {
	name, box, err := p.enter(r)
	if err != nil {
		return err
	}
	defer box.close()
	uid, err := box.newest(0, true)
	if err != nil {
		return err
	}
	return redirectToMail(w, r, name, uid, boxPath(name))
}

// answer waits for a moment for the answer to what was sent, and leads there.
func (p *Page) answer(w http.ResponseWriter, r *http.Request) error {
	name, box, err := p.enter(r)
	if err != nil {
		return err
	}
	defer box.close()
	after, err := number(r.FormValue("after"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), p.cfg.Patience)
	defer cancel()
	uid, err := box.await(ctx, imap.UID(after))
	if err != nil {
		return err
	}
	return redirectToMail(w, r, name, uid, boxPath(name)+"?sent=waiting")
}

// redirectToMail leads to a mail, or to another page if there is none.
func redirectToMail(w http.ResponseWriter, r *http.Request, name string, uid imap.UID, otherwise string) error {
	to := otherwise
	if uid != 0 {
		to = mailPath(name, uid)
	}
	redirect(w, r, to)
	return nil
}

func mailPath(name string, uid imap.UID) string {
	return boxPath(name) + "/mail/" + strconv.FormatUint(uint64(uid), 10)
}

// number reads a UID.
func number(s string) (uint32, error) {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil {
		return 0, failure{http.StatusNotFound, "There is no such mail."}
	}
	return uint32(n), nil
}

// write shows the form for a new mail.
func (p *Page) write(w http.ResponseWriter, r *http.Request) error {
	name, err := p.checkName(r.PathValue("name"))
	if err != nil {
		return err
	}
	f := p.invitation(name)
	if r.URL.Query().Has("to") {
		f.draft = draftOf(r)
	}
	f.Focus = focusOf(f.draft)
	return p.show(w, http.StatusOK, "write", view{Title: "A mail of " + name, Name: name, Form: f})
}

// draftOf reads a draft out of a query or a form.
func draftOf(r *http.Request) draft {
	return draft{To: r.FormValue("to"), Subject: r.FormValue("subject"), Text: r.FormValue("text")}
}

// focusOf says where a draft goes on: with sending it, if it says something.
func focusOf(d draft) string {
	if strings.TrimSpace(d.Text+d.Subject) == "" {
		return "text"
	}
	return "send"
}

// send sends what was written in a form.
func (p *Page) send(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return failure{http.StatusRequestEntityTooLarge, fmt.Sprintf("The mail is too long: at most %d kB go through this form.", maxForm>>10)}
		}
		return failure{http.StatusBadRequest, "That is no form of ours."}
	}
	name, box, err := p.enter(r)
	if err != nil {
		return err
	}
	defer box.close()
	f := &form{Name: name, draft: draftOf(r), Focus: "text"}
	f.Answers, _ = number(r.FormValue("answers")) // none begins a conversation
	before, err := box.newest(0, false)
	if err != nil {
		return err
	}
	recipient, err := p.post(r.Context(), box, f)
	if err != nil {
		f.Trouble = err.Error()
		return p.show(w, http.StatusUnprocessableEntity, "write", view{Title: "Not sent", Name: name, Form: f})
	}
	to := boxPath(name) + "?sent=mail"
	local, domain, _ := strings.Cut(recipient, "@")
	local, _, _ = strings.Cut(local, "+")               // tokens stand behind it
	if strings.EqualFold(local+"@"+domain, p.cfg.Bot) { // it answers
		to = boxPath(name) + "/answer?after=" + strconv.FormatUint(uint64(before), 10)
	}
	redirect(w, r, to)
	return nil
}

// post writes the mail of a form, hands it to the SMTP server, and says to whom
// it goes.
func (p *Page) post(ctx context.Context, box *inbox, f *form) (recipient string, err error) {
	if recipient, err = f.recipient(); err != nil {
		return "", err
	}
	var answered *letter
	if f.Answers != 0 {
		raw, _, err := box.read(imap.UID(f.Answers))
		if err != nil {
			return "", err
		}
		answered = readLetter(raw)
	}
	from := f.Name + "@" + p.cfg.Servers.Domain()
	raw, err := compose(from, p.cfg.Servers.Domain(), f.draft, answered, p.cfg.Now())
	if err != nil {
		return "", err
	}
	return recipient, submit(ctx, p.cfg.Servers.SMTPAddr(), from, recipient, raw)
}
