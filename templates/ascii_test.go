package templates_test

import (
	"html"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"unlurbot/templates"
)

// Whatever somebody writes says the same in a page, and is neither a tag nor beyond ASCII.
func TestASCII(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.String().Draw(rt, "text")
		want := strings.Map(func(r rune) rune {
			if r == 0 || r > unicode.MaxASCII && unicode.IsControl(r) {
				return unicode.ReplacementChar
			}
			return r
		}, text)
		written := templates.ASCII(text)
		if got := html.UnescapeString(written); got != want || strings.ContainsAny(written, `<>"'`) || strings.ContainsFunc(written, func(r rune) bool { return r > unicode.MaxASCII }) {
			rt.Errorf("%q is %q, which says %q", text, written, got)
		}
	})
}

// Long lines end between attributes, or else between words, and nowhere else.
func TestWrap(t *testing.T) {
	const longest = 900
	piece := rapid.OneOf(rapid.Just(`<td class="t" style="font:bold 16px/22px Arial" align="left">C4</td>`), rapid.Just("Good game "), rapid.Just("\n"),
		rapid.Just(`<a href="mailto:unlur@example.org?subject=Re%3A&amp;body=C4">C4</a>`), rapid.StringMatching(`[a-z]{1,600}`))
	rapid.Check(t, func(rt *rapid.T) {
		before := strings.Join(rapid.SliceOfN(piece, 0, 100).Draw(rt, "pieces"), "")
		page := []byte(before)
		templates.Wrap(page)
		for i := range page {
			inTag := strings.LastIndex(before[:i], "<") > strings.LastIndex(before[:i], ">")
			ends := page[i] == '\n' && before[i] == ' ' && inTag == (i > 0 && before[i-1] == '"')
			if page[i] != before[i] && !ends {
				rt.Fatalf("%q has become %q", before[:i+1], page[:i+1])
			}
		}
		for line := range strings.SplitSeq(string(page), "\n") {
			if len(line) >= longest && strings.Contains(line[:longest], " ") && !strings.ContainsAny(line, "<>") {
				rt.Errorf("%d bytes in %q", len(line), line)
			}
		}
	})
}
