package templates_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"unlurbot/game"
	"unlurbot/templates/samples"
)

// The words of a page are those of the text part, in their order. What either part has
// for itself is left out: the board, with its legend's signs and what stands below it,
// and what can be clicked.
func TestPageSaysWhatTheTextSays(t *testing.T) {
	set := load(t)
	for _, language := range set.Languages() {
		for _, sample := range append(samples.All(game.DefaultSize), rareMails()...) {
			mail, err := render(set, language, sample)
			if err != nil {
				t.Fatal(err)
			}
			stones, err := set.Say(language, "stones", nil)
			if err != nil {
				t.Fatal(err)
			}
			text, page := wordsOfText(mail.Text), wordsOfPage(t, mail.HTML, stones)
			if slices.Equal(text, page) {
				continue
			}
			i := 0
			for i < min(len(text), len(page)) && text[i] == page[i] {
				i++
			}
			t.Errorf("%s, %s: behind %q the text part says %q, and the page %q", language, sample.Name,
				text[max(i-5, 0):i], text[i:min(i+5, len(text))], page[i:min(i+5, len(page))])
		}
	}
}

// wordsOfText gives the words of a text part but for boards.
func wordsOfText(text string) (all []string) {
	for block := range strings.SplitSeq(text, "\n\n") {
		if !strings.HasPrefix(block, "    ") {
			all = append(all, wordsOnly(block)...)
		}
	}
	return all
}

// wordsOnly gives the words of a text without the signs that draw stones, their marks
// and the edge of somebody's words.
func wordsOnly(text string) []string {
	return slices.DeleteFunc(strings.Fields(text), func(word string) bool {
		return slices.Contains([]string{"X", "O", "(", ")", "[", "]", "|", "●", "○", "◉", "●○", "·"}, word)
	})
}

// wordsOfPage gives those of a page but for boards, buttons and links. A list of stones
// begins with a sentence of its own.
func wordsOfPage(t *testing.T, page, stones string) []string {
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
		case slices.Contains([]string{"head", "table", "pre", "a"}, n.Data), n.Data == "div" && strings.HasPrefix(words(n), stones):
			return
		}
		for c := range n.ChildNodes() {
			walk(c)
		}
		if slices.Contains([]string{"p", "div", "br", "blockquote"}, n.Data) {
			b.WriteByte('\n')
		}
	}
	walk(root)
	return wordsOnly(b.String())
}
