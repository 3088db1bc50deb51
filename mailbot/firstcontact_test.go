package mailbot_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"unlurbot/mailbot/testing/bottest"
	"unlurbot/store"
)

// asked gives the words of a page that its reader needs to do what is asked: the heading,
// the sentence below it, and the first button, with what that answers.
func asked(t *testing.T, m *store.Outgoing) (words []string, answer string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(m.HTML.String()))
	if err != nil {
		t.Fatal(err)
	}
	attribute := func(n *html.Node, key string) string {
		i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
		if i < 0 {
			return ""
		}
		return n.Attr[i].Val
	}
	said := func(n *html.Node) {
		for d := range n.Descendants() {
			if d.Type == html.TextNode && attribute(d.Parent, "aria-hidden") == "" {
				words = append(words, slices.DeleteFunc(strings.Fields(d.Data), func(word string) bool {
					return !strings.ContainsFunc(word, unicode.IsLetter) // what French parts from a word
				})...)
			}
		}
	}
	for n := range root.Descendants() {
		switch {
		case n.Data == "h1":
			said(n.Parent) // with its sentence
		case n.Data == "td" && attribute(n, "class") == "p":
			said(n)
			href := attribute(n.FirstChild, "href")
			_, body, _ := strings.Cut(href, "body=")
			if answer, err = url.PathUnescape(body); err != nil {
				t.Fatal(err)
			}
		}
	}
	return words, answer
}

// Somebody who says hello is playing after three mails at most, and has read no more than
// 60 words of ours; each time one button does what comes next.
func TestANewPlayersWay(t *testing.T) {
	for language, hello := range map[string]string{
		"en": "Hello! I would like to play.",
		"es": "¡Hola! Me gustaría jugar.",
		"ca": "Hola, vull jugar.",
		"fr": "Bonjour, je voudrais jouer.",
	} {
		t.Run(language, func(t *testing.T) {
			b := bottest.New(t)
			b.Person("ana@example.org").Writes("seek")
			bo := b.Person("bo@example.net")
			bo.Writes(hello)
			var read []string
			for range 3 {
				m := bo.Last()
				words, answer := asked(t, m)
				read = append(read, words...)
				if bottest.Field(m, "X-Unlur-Event") == "turn" {
					break
				}
				if answer == "" { // the opponent moves first
					b.Person("ana@example.org").Replies("C4")
					continue
				}
				bo.Replies(answer)
			}
			if last := bo.Last(); bottest.Field(last, "X-Unlur-Event") != "turn" || len(bo.Mails()) > 3 {
				t.Errorf("after %d mails Bo reads\n%s", len(bo.Mails()), last.Text)
			}
			if len(read) > 60 {
				t.Errorf("Bo has read %d words: %q", len(read), read)
			}
			if d := bo.Replies("D5").Decision; d != "played" {
				t.Errorf("Bo's first move: %s", d)
			}
		})
	}
}
