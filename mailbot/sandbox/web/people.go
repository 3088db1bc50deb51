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

// boxes are mailboxes in a list.
type boxes struct {
	List []sandbox.Mailbox
	More int // that are not listed
}

// boxes lists the mailboxes by name, but for the bot's and those whose names
// nobody can write into an address, and says how many it has left out. Always
// is among them.
func (p *Page) boxes(always string) (listed boxes, err error) {
	all, err := p.cfg.Servers.Mailboxes()
	if err != nil {
		return boxes{}, err
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
		case len(listed.List) < maxBoxes || name == always:
			listed.List = append(listed.List, m)
		default:
			listed.More++
		}
	}
	return listed, nil
}

// checkName says whether somebody can have a mailbox of a name here, and gives
// the name as the post office knows it.
func (p *Page) checkName(name string) (string, error) {
	address := strings.ToLower(name) + "@" + p.cfg.Servers.Domain()
	parsed, err := netmail.ParseAddress(address)
	switch {
	case err != nil || parsed.Address != address || strings.Contains(name, "+") || len(name) > maxName:
		return "", failure{http.StatusNotFound, fmt.Sprintf("%q is not a mailbox name: use a word, such as ana.", name)}
	case strings.EqualFold(address, p.cfg.Bot):
		return "", failure{http.StatusNotFound, "That is the bot's own mailbox."}
	}
	return strings.ToLower(name), nil
}
