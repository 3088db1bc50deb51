package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-smtp"
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
	"waiting": "The mail was sent. There's no reply yet; the line at the top will show it.",
}

// boxPages are those of a mailbox that is open.
var boxPages = map[string]func(p *Page, w http.ResponseWriter, r *http.Request, name string, box *inbox) error{
	// Somebody's mails.
	"GET /box/{name}": func(p *Page, w http.ResponseWriter, r *http.Request, name string, box *inbox) (err error) {
		v := view{Title: name, Name: name, Sent: sentWords[r.FormValue("sent")]}
		if v.Lines, err = box.list(); err != nil {
			return err
		}
		if len(v.Lines) == 0 && v.Sent == "" {
			v.Form = p.invitation(name)
		}
		return p.show(w, http.StatusOK, "mailbox", v)
	},
	// The newest unread mail.
	"GET /box/{name}/newest": func(_ *Page, w http.ResponseWriter, r *http.Request, name string, box *inbox) error {
		uid, err := box.newest(0, true)
		if err != nil {
			return err
		}
		return redirectToMail(w, r, name, uid, boxPath(name))
	},
	// The answer to what was sent, if it comes in a moment.
	"GET /box/{name}/answer": func(p *Page, w http.ResponseWriter, r *http.Request, name string, box *inbox) error {
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
	},
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

// post writes the mail of a form, hands it to the SMTP server, and says to whom
// it goes. What the server refuses is an error with its own words.
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
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", p.cfg.Servers.SMTPAddr())
	if err != nil {
		return "", err
	}
	client := smtp.NewClient(conn)
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if err := client.SendMail(from, []string{recipient}, bytes.NewReader(raw)); err != nil {
		return "", errors.Join(err, client.Close())
	}
	return recipient, client.Quit()
}
