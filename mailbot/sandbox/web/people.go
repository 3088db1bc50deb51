package web

import (
	"fmt"
	"net/http"
	netmail "net/mail"
	"slices"
	"strings"

	"unlurbot/mailbot/sandbox"
)

// firstPeople have mailboxes before anybody has used them.
var firstPeople = []string{"ana", "bo"}

// maxBoxes is how many mailboxes are listed.
const maxBoxes = 100

// maxName is the longest local part that RFC 5321 allows.
const maxName = 64

// stripRefresh is how often the strip of mailboxes looks for new mail, in
// seconds.
const stripRefresh = "3"

// start says how to play.
func (p *Page) start(w http.ResponseWriter, _ *http.Request) error {
	v := view{Title: "Play both sides"}
	var err error
	if v.Boxes, v.More, err = p.boxes(""); err != nil {
		return err
	}
	return p.show(w, http.StatusOK, "start", v)
}

// open leads to the mailbox of a name that somebody has typed.
func (p *Page) open(w http.ResponseWriter, r *http.Request) error {
	name, err := p.checkName(strings.TrimSuffix(strings.TrimSpace(r.FormValue("name")), "@"+p.cfg.Servers.Domain()))
	if err != nil {
		return err
	}
	redirect(w, r, boxPath(name))
	return nil
}

// strip shows who has new mail, in each page, again and again.
func (p *Page) strip(w http.ResponseWriter, r *http.Request) error {
	v := view{Title: "Mailboxes", Name: r.FormValue("of")}
	var err error
	if v.Boxes, v.More, err = p.boxes(v.Name); err != nil {
		return err
	}
	w.Header().Set("Refresh", stripRefresh)
	w.Header().Set("Content-Security-Policy", stripPolicy)
	return p.show(w, http.StatusOK, "strip", v)
}

// boxes lists the mailboxes by name, but for the bot's and those whose names
// nobody can write into an address, and says how many it has left out. Always
// is among them.
func (p *Page) boxes(always string) (list []sandbox.Mailbox, more int, err error) {
	all, err := p.cfg.Servers.Mailboxes()
	if err != nil {
		return nil, 0, err
	}
	for _, name := range firstPeople {
		if !slices.ContainsFunc(all, func(m sandbox.Mailbox) bool { return m.Name == name }) {
			all = append(all, sandbox.Mailbox{Name: name})
		}
	}
	slices.SortFunc(all, func(a, b sandbox.Mailbox) int { return strings.Compare(a.Name, b.Name) })
	for _, m := range all {
		name, err := p.checkName(m.Name)
		switch {
		case err != nil || name != m.Name:
		case len(list) < maxBoxes || name == always:
			list = append(list, m)
		default:
			more++
		}
	}
	return list, more, nil
}

// checkName says whether somebody can have a mailbox of a name here, and gives
// the name as the post office knows it.
func (p *Page) checkName(name string) (string, error) {
	address := strings.ToLower(name) + "@" + p.cfg.Servers.Domain()
	parsed, err := netmail.ParseAddress(address)
	switch {
	case err != nil || parsed.Address != address || strings.Contains(name, "+") || len(name) > maxName:
		return "", failure{http.StatusNotFound, fmt.Sprintf("%q is not the name of a mailbox: take a word, such as ana.", name)}
	case strings.EqualFold(address, p.cfg.Bot):
		return "", failure{http.StatusNotFound, "That is the mailbox of the bot, which reads it itself."}
	}
	return strings.ToLower(name), nil
}
