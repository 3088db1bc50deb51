package parser

import (
	"strings"
	"testing"

	"unlurbot/parser/mime"
)

// TestMultipart holds which texts are found in a multipart, whatever its
// delimiters look like. A bar stands for a line end.
func TestMultipart(t *testing.T) {
	const long = "0123456789"
	tests := []struct{ name, boundary, body, want string }{
		{"sound", "b", "--b||one|--b||two|--b--", "one||two"},
		{"no last delimiter", "b", "--b||one|--b||two|", "one||two"},
		{"the last delimiter first", "b", "--b--|--b||one|--b--", "one"},
		{"parts after the last delimiter", "b", "--b||one|--b--|--b||two|", "one||two"},
		{"blanks behind the delimiter", "b", "--b \t||one|--b-- |", "one"},
		{"a longer boundary", "b", "--bb||no|--b||one|--b--", "one"},
		{"in a text", "b", "--b||see --b or|a --b|--b--", "see --b or|a --b"},
		{"glued to a text", long, "--" + long + "||C4--" + long + "||two--" + long + "--", "C4||two"},
		{"another case", "BoundarY", "--boundary||one|--boundary--", "one"},
		{"with its hyphens", "--b", "--b||one|--b--", "one"},
		{"with all its hyphens", "--b--", "--b||one|--b--", "one"},
		{"not stated", "", "text|--x|Content-Type: text/plain||one|--x--", "one"},
		{"another one", "y", "--x|Content-Type: text/plain||one|--x--", "one"},
		{"no parts", "b", "one|two", "one|two"},
		{"no parts but the last delimiter", "b", "one|--b--|two", "one"},
		{"text before pictures", "b", "one|--b|Content-Type: image/png||x|--b--", "one"},
		{"text after pictures", "b", "--b|Content-Type: image/png||x|--b--|one", "one"},
		{"the usual remark", "b", "This is a multi-part message in MIME format.|--b|Content-Type: image/png||x|--b--|", ""},
		{"a part of an unknown kind", "b", "--b|Content-Type: text/x-note||one|--b--", "one"},
		{"a part of an unknown kind beside a plain one", "b", "--b|Content-Type: text/x-note||no|--b||one|--b--", "one"},
		{"a calendar", "b", "--b|Content-Type: text/calendar||BEGIN:VCALENDAR|--b--", ""},
		{"a part without a header", "b", "--b|one|two||three|--b--", "one|two||three"},
		{"an empty part", "b", "--b|--b||one|--b--", "one"},
		{"a digest", "b", "--b||one|--b|Content-Type: multipart/digest; boundary=d||--d||From: bo@example.org||resign|--d--|--b--", "one"},
		{"a file", "b", "--b|Content-Disposition: attachment||no|--b||one|--b--", "one"},
		{"only a file without a name", "b", "--b|Content-Disposition: attachment||one|--b--", "one"},
		{"only a file with a name", "b", "--b|Content-Disposition: attachment; filename=x||no|--b--", ""},
		{"only a named text", "b", "--b|Content-Type: text/plain; name=x||one|--b--", "one"},
		{"the same twice", "b", "--b||one  two|--b|Content-Type: text/html||<p>one two</p>|--b--", "one  two"},
	}
	for _, tc := range tests {
		lines := strings.NewReplacer("|", "\n")
		m := ReadMail([]byte("From: ana@example.org\nContent-Type: multipart/mixed; boundary=\""+tc.boundary+"\"\n\n"+lines.Replace(tc.body)), ours)
		if got := strings.TrimSpace(m.Text); got != lines.Replace(tc.want) {
			t.Errorf("%s: %q, want %q", tc.name, got, lines.Replace(tc.want))
		}
	}
}

// TestAlternatives holds which of two alternatives is read.
func TestAlternatives(t *testing.T) {
	const quote = "On 20/11/2026 09:58, Unlur wrote:\n> Bo played D7."
	tests := []struct{ name, plain, html, want string }{
		{"the plain one", "C4", "<p>D5</p>", "C4"},
		{"an empty plain one", " \n\n", "<p>C4</p>", "C4"},
		{"a plain one that sends to the other", "This message is in HTML. Please use an HTML reader.", "<p>C4</p>", "C4"},
		{"in Spanish", "Su cliente de correo no admite HTML", "<p>C4</p>", "C4"},
		{"a command beside the word", "C4\n\nMy client knows no HTML.", "<p>D5</p>", "C4\n\nMy client knows no HTML."},
		{"only the quote in the plain one", quote, "<p>C4</p><blockquote>Bo played D7.</blockquote>", "C4"},
		{"only the quote in both, unmarked in one", quote, "<p>Bo played D7.</p>", ""},
		{"nothing to choose", "This message is in HTML.", "<p></p>", "This message is in HTML."},
		{"neither", "", "", ""},
	}
	for _, tc := range tests {
		plain, html := "Content-Type: text/plain\n\n"+tc.plain, "Content-Type: text/html\n\n"+tc.html
		for _, parts := range [][]string{{plain, html}, {html, plain}} {
			if got := wordsOf("From: ana@example.org\n" + inMultipart("multipart/alternative", parts...)); got.Reply != tc.want {
				t.Errorf("%s: %q, want %q", tc.name, got.Reply, tc.want)
			}
		}
	}
}

// TestLongText holds that the beginning of a text that is too long is read,
// though it be a single line.
func TestLongText(t *testing.T) {
	for name, end := range map[string]string{"lines": "\n", "one line": " "} {
		m := ReadMail([]byte("From: ana@example.org\n\n"+strings.Repeat("word"+end, mime.MaxText/4)), ours)
		if len(m.Text) < mime.MaxText-10 || len(m.Text) > mime.MaxText || !m.Truncated {
			t.Errorf("%s: %d bytes, truncated = %v", name, len(m.Text), m.Truncated)
		}
	}
}

// TestLostContentType holds that a multipart is known by its parts, or where its
// type has slipped to.
func TestLostContentType(t *testing.T) {
	const parts = "--b\nContent-Type: text/plain\n\nC4\n--b--\n"
	for _, header := range []string{
		"", "MIME-Version: 1.0\n Content-Type: multipart/mixed; boundary=b\n", "MIME-Version: 1.0 Content-Type: multipart/mixed; boundary=b\n",
		"Content-Type: \n", "\nContent-Type: multipart/mixed; boundary=b\n",
	} {
		if m := ReadMail([]byte("From: ana@example.org\n"+header+"\n"+parts), ours); m.Text != "C4" {
			t.Errorf("%q: %q", header, m.Text)
		}
	}
}
