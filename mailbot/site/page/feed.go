package page

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"unlurbot/templates"
)

// Feed prints the results as an Atom feed (RFC 4287), the latest first. It tells days, as the
// pages do. Its links are relative; what names an entry for ever is a URI of the scheme tag
// (RFC 4151), since the site does not know where it will lie.
func (p *Printer) Feed(results []Result) ([]byte, error) {
	title, err := p.say("name")
	if err != nil {
		return nil, err
	}
	_, domain, _ := strings.Cut(p.club.Address, "@")
	tag := "tag:" + domain + ",2026:unlur:"
	f := atomFeed{
		Lang: p.club.Language, ID: tag + "results", Title: title, Updated: atomDay(time.Time{}),
		Author: atomAuthor{Name: title}, Links: []atomLink{{Rel: "self", Href: "results.atom"}, {Rel: "alternate", Href: "index.html", Type: "text/html"}},
	}
	if p.club.RunBy != "" {
		f.Author.Name = p.club.RunBy
	}
	for i, r := range results {
		if i == 0 {
			f.Updated = atomDay(r.Day)
		}
		e := atomEntry{
			ID: fmt.Sprintf("%sgame:%d", tag, r.Number), Updated: atomDay(r.Day), Link: atomLink{Rel: "alternate", Href: r.Href, Type: "text/html"},
		}
		piece := "beat"
		if r.Winner.Name == "" {
			piece = "beat anyone"
		}
		if e.Title, err = p.say(piece, templates.SiteLine{Name: r.Winner.Name, Number: r.Number}); err != nil {
			return nil, err
		}
		if e.Summary, err = p.summary(r); err != nil {
			return nil, err
		}
		f.Entries = append(f.Entries, e)
	}
	out := bytes.NewBufferString(xml.Header)
	w := xml.NewEncoder(out)
	w.Indent("", " ")
	err = w.Encode(f)
	out.WriteByte('\n')
	return out.Bytes(), err
}

// summary names both players, the winner first, and says how the game ended.
func (p *Printer) summary(r Result) (string, error) {
	winner, err := p.Called(r.Winner)
	if err != nil {
		return "", err
	}
	loser, err := p.Called(r.Loser)
	if err != nil {
		return "", err
	}
	how, err := p.say("how " + r.Reason.String())
	return fmt.Sprintf("%s – %s, %s", upper(winner), loser, how), err
}

func atomDay(day time.Time) string { return day.UTC().Format("2006-01-02") + "T00:00:00Z" }

type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string      `xml:"xml:lang,attr"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  atomAuthor  `xml:"author"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomAuthor struct {
	Name string `xml:"name"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
	Type string `xml:"type,attr,omitempty"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary"`
}
