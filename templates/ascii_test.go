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

// Long lines end between attributes, or else between words, and nowhere else; what is still longer has no such place.
func TestWrap(t *testing.T) {
	const longest = 900
	piece := rapid.OneOf(rapid.Just(`<td class="t" style="font:bold 16px/22px Arial" align="left">C4</td>`), rapid.Just("Good game "), rapid.Just("\n"),
		rapid.Just(`<a href="mailto:unlur@example.org?subject=Re%3A&amp;body=C4">C4</a>`), rapid.StringMatching(`[a-z]{1,600}`), rapid.Just(strings.Repeat("w", longest-1)))
	rapid.Check(t, func(rt *rapid.T) {
		before := strings.Join(rapid.SliceOfN(piece, 0, 100).Draw(rt, "pieces"), "")
		page := []byte(before)
		templates.Wrap(page)
		start, places, inTag := 0, 0, false // of the line at hand: where it begins, and in how many places it could end
		for i, c := range append(page, '\n') {
			if c == '\n' {
				if i-start >= longest && places > 0 {
					rt.Fatalf("%d bytes in %q", i-start, page[start:i])
				}
				start, places = i+1, 0
			}
			if i == len(before) {
				break
			}
			place := before[i] == ' ' && (!inTag || before[i-1] == '"')
			if c != before[i] && (c != '\n' || !place) {
				rt.Fatalf("%q has become %q", before[:i+1], page[:i+1])
			}
			if place && c != '\n' {
				places++
			}
			if c == '<' || c == '>' {
				inTag = c == '<'
			}
		}
	})
}
