package templates_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/templates/samples"
)

// The words of a page are those of the text part. What either part has for itself is left
// out: the board, and what is for those who type or tap.
func TestPageSaysWhatTheTextSays(t *testing.T) {
	set := load(t)
	for _, language := range set.Languages() {
		for _, sample := range append(samples.All(game.DefaultSize), rareMails()...) {
			view, err := sample.In(set, language, parser.Words(language))
			if err != nil {
				t.Fatal(err)
			}
			shared, err := set.Shared(language, sample.Kind, view)
			if err != nil {
				t.Fatal(err)
			}
			text, page := wordsOnly(shared.Text), wordsOfPage(t, shared.HTML)
			if !slices.Equal(text, page) {
				t.Errorf("%s, %s: the text part says\n%q\nand the page\n%q", language, sample.Name, text, page)
			}
		}
	}
}

// What the text part says can be answered has a button or a link in the page. Only who
// rather types is told of what needs words of one's own.
func TestWhatCanBeTypedCanBeTapped(t *testing.T) {
	set := load(t)
	for _, language := range set.Languages() {
		for _, sample := range append(samples.All(game.DefaultSize), rareMails()...) {
			view, err := sample.In(set, language, parser.Words(language))
			if err != nil {
				t.Fatal(err)
			}
			said, clicked, err := set.Answered(language, sample.Kind, view)
			if err != nil {
				t.Fatal(err)
			}
			for _, command := range said {
				more := slices.ContainsFunc([]string{"if", "challenge", "profile"}, func(verb string) bool { return command == parser.Words(language).Say(verb) })
				if !more && !strings.Contains(command, " ") && !slices.Contains(clicked, command) {
					t.Errorf("%s, %s: %q can't be tapped, only %q", language, sample.Name, command, clicked)
				}
			}
		}
	}
}

// wordsOnly gives the words of a text in the order of the alphabet, in lower case,
// without signs: those that draw stones, the edge of somebody's words, the marks behind a
// heading.
func wordsOnly(text string) (all []string) {
	for _, word := range strings.Fields(text) {
		word = strings.ToLower(strings.TrimFunc(word, func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }))
		if word != "" && word != "x" && word != "o" {
			all = append(all, word)
		}
	}
	slices.Sort(all)
	return all
}

// wordsOfPage gives those of the body of a page, but for what is hidden from the eye.
func wordsOfPage(t *testing.T, page string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case n.Data == "head" || attribute(n, "aria-hidden") != "":
			return
		}
		for c := range n.ChildNodes() {
			walk(c)
		}
		if slices.Contains([]string{"p", "div", "br", "td", "th", "tr", "h1", "h2"}, n.Data) {
			b.WriteByte('\n')
		}
	}
	walk(root)
	return wordsOnly(b.String())
}
