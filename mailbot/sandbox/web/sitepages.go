package web

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// stripRefresh is how often the strip of mailboxes looks for new mail, in
// seconds.
const stripRefresh = "3"

// sitePages are those that need no mailbox, or look for one themselves.
var sitePages = map[string]func(p *Page, w http.ResponseWriter, r *http.Request) error{
	// How to play.
	"GET /{$}": func(p *Page, w http.ResponseWriter, _ *http.Request) error {
		all, err := p.boxes("")
		if err != nil {
			return err
		}
		return p.show(w, http.StatusOK, "start", view{Title: "Play both sides", Boxes: all, Form: p.invitation(firstPeople[0])})
	},
	// The mailbox of a name that somebody has typed.
	"GET /open": func(p *Page, w http.ResponseWriter, r *http.Request) error {
		name, err := p.checkName(strings.TrimSuffix(strings.TrimSpace(r.FormValue("name")), "@"+p.cfg.Servers.Domain()))
		if err != nil {
			return err
		}
		redirect(w, r, boxPath(name))
		return nil
	},
	// Who has new mail, in each page, again and again.
	"GET /strip": func(p *Page, w http.ResponseWriter, r *http.Request) error {
		name := r.FormValue("of")
		all, err := p.boxes(name)
		if err != nil {
			return err
		}
		w.Header().Set("Refresh", stripRefresh)
		w.Header().Set("Content-Security-Policy", stripPolicy)
		return p.show(w, http.StatusOK, "strip", view{Title: "Mailboxes", Name: name, Boxes: all})
	},
	// The form for a new mail.
	"GET /box/{name}/write": func(p *Page, w http.ResponseWriter, r *http.Request) error {
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
	},
	// Sends what was written in a form.
	"POST /box/{name}/send": func(p *Page, w http.ResponseWriter, r *http.Request) error {
		if err := r.ParseForm(); err != nil {
			if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
				return failure{http.StatusRequestEntityTooLarge, fmt.Sprintf("The mail is too long: this form accepts at most %d kB.", maxForm>>10)}
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
	},
	"GET /": func(*Page, http.ResponseWriter, *http.Request) error {
		return failure{http.StatusNotFound, "There is no such page."}
	},
}
