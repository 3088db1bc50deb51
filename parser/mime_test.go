package parser

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestContentType holds what is made of a Content-Type that breaks the rules.
func TestContentType(t *testing.T) {
	tests := []struct {
		stated, mediaType string
		params            map[string]string
	}{
		{"", "text/plain", nil},
		{"text", "text/plain", nil},
		{"TEXT", "text/plain", nil},
		{"html", "text/html", nil},
		{"text/", "text/plain", nil},
		{"text/plain>", "text/plain", nil},
		{`"text/html"`, "text/html", nil},
		{"text / html ; charset = utf-8", "text/html", map[string]string{"charset": "utf-8"}},
		{"text/html;iso-8859-1", "text/html", nil},
		{"text/html charset=utf-8", "text/html", map[string]string{"charset": "utf-8"}},
		{"charset=utf-8", "text/plain", map[string]string{"charset": "utf-8"}},
		{"text/plain; charset=utf-8; charset=koi8-r", "text/plain", map[string]string{"charset": "utf-8"}},
		{`text/plain; charset="utf-8`, "text/plain", map[string]string{"charset": "utf-8"}},
		{`text/plain; charset="utf-8; format=flowed`, "text/plain", map[string]string{"charset": "utf-8", "format": "flowed"}},
		{"text/plain (a comment; charset=x); charset=utf-8 (yes)", "text/plain", map[string]string{"charset": "utf-8"}},
		{"text/plain;; ;charset=utf-8;", "text/plain", map[string]string{"charset": "utf-8"}},
		{"text/plain, charset=utf-8", "text/plain", map[string]string{"charset": "utf-8"}},
		{"text/plain; charset*=us-ascii'en'utf-8; charset=us-ascii x", "text/plain", map[string]string{"charset": "utf-8"}},
		{"multipart", "multipart/mixed", nil},
		{"multipart/mixed boundary=a", "multipart/mixed", map[string]string{"boundary": "a"}},
		{"multipart/mixed; boundary=----=_a:b", "multipart/mixed", map[string]string{"boundary": "----=_a:b"}},
		{"multipart/mixed; boundary=a b; x", "multipart/mixed", map[string]string{"boundary": "a b"}},
		{"multipart/mixed; boundary*0=a; boundary*1=b; boundary*3=d; x", "multipart/mixed", map[string]string{"boundary": "ab"}},
	}
	for _, tc := range tests {
		m := &Findings{}
		p := readTree([]byte("Content-Type: "+tc.stated+"\n\nC4"), false, m)
		if len(p.params) == 0 {
			p.params = nil
		}
		if diff := cmp.Diff(tc.params, p.params); diff != "" || p.mediaType != tc.mediaType {
			t.Errorf("%q is %s, want %s; parameters (-want +got):\n%s", tc.stated, p.mediaType, tc.mediaType, diff)
		}
	}
}

// TestSplitHeader holds where a damaged header ends and what is left of it. A
// bar stands for a line end.
func TestSplitHeader(t *testing.T) {
	tests := []struct{ name, raw, header, body, bad string }{
		{"sound", "A: b||C4", "A: b|", "C4", ""},
		{"no header", "|C4", "", "C4", ""},
		{"no body", "A: b|", "A: b|", "", ""},
		{"rubbish between fields", "A: b|x| y|To: c||C4", "A: b|To: c|", "C4", "x|"},
		{"rubbish first", "x|From: b||C4", "From: b|", "C4", "x|"},
		{"an indented first line", " From: b|To: c||C4", "From: b|To: c|", "C4", ""},
		{"no empty line", "From: b|C4|Hello||Bye", "From: b|", "C4|Hello||Bye", ""},
		{"no empty line, no second one", "From: b|C4", "From: b|", "C4", ""},
		{"no header at all", "C4|Hello||Bye", "", "C4|Hello||Bye", ""},
		{"a text with a colon is no field", "From: b|C4|PS: hello||Bye", "From: b|", "C4|PS: hello||Bye", ""},
		{"a line of blanks", "From: b| |C4||Bye", "From: b| |", "C4||Bye", ""},
		{"a parameter in the first column", "Content-Type: a/b;|x=y||C4", "Content-Type: a/b;| x=y|", "C4", ""},
		{"an address in the first column", "To: a@b,|c@d||C4", "To: a@b,| c@d|", "C4", ""},
		{"a delimiter at once", "Content-Type: multipart/mixed; boundary=b|--b|Content-Type: text/plain||C4",
			"Content-Type: multipart/mixed; boundary=b|", "--b|Content-Type: text/plain||C4", ""},
		{"blanks in the last name", "From: b|X-Virus Scanned: yes||C4", "From: b|", "C4", "X-Virus Scanned: yes|"},
		{"an empty line too many", "From: b|Subject: c||Content-Type: text/html;| charset=x|X: y||C4",
			"From: b|Subject: c|Content-Type: text/html;| charset=x|", "C4", ""},
		{"a verdict behind an empty line", "From: b||Authentication-Results: x|Content-Type: c/d||C4", "From: b|Content-Type: c/d|", "C4", ""},
		{"a verdict below rubbish", "From: b|rubbish|Authentication-Results: x| y|To: c||C4", "From: b|To: c|", "C4", "rubbish|"},
		{"an empty line first", "|Content-Type: text/html||C4", "Content-Type: text/html|", "C4", ""},
		{"a printed header", "From: b|Content-Type: a/b||Content-Type: c/d||C4", "From: b|Content-Type: a/b|", "Content-Type: c/d||C4", ""},
		{"a printed header with an author", "From: b||From: c|Content-Type: c/d||C4", "From: b|", "From: c|Content-Type: c/d||C4", ""},
		{"a text like a field", "From: b||Subject: c||C4", "From: b|", "Subject: c||C4", ""},
		{"a blank before the colon", "From : b||C4", "From : b|", "C4", ""},
	}
	for _, tc := range tests {
		lines := strings.NewReplacer("|", "\n")
		header, body, bad := splitHeader([]byte(lines.Replace(tc.raw)))
		got := []string{string(header), string(body), bad}
		want := []string{lines.Replace(tc.header), lines.Replace(tc.body), lines.Replace(tc.bad)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}

// TestNormalize holds what may stand before a mail.
func TestNormalize(t *testing.T) {
	for _, before := range []string{
		"", "\n", "\r\n \r\n", "\xEF\xBB\xBF", "From ana@example.org Fri Nov 20 10:05:00 2026\n",
		"\xEF\xBB\xBF\n>From ana@example.org\n\n", "From \n\xEF\xBB\xBF\nFrom x\n",
	} {
		if got := string(normalize([]byte(before + "From : ana@example.org\r\n\r\nC4"))); got != "From : ana@example.org\n\nC4" {
			t.Errorf("after %q: %q", before, got)
		}
	}
}

// TestLineEnds holds what each kind of line end becomes, and that no field can
// hide behind a CR from the servers on the way.
func TestLineEnds(t *testing.T) {
	tests := []struct{ raw, want string }{
		{"a: b\r\n\r\nC4\r\n", "a: b\n\nC4\n"},
		{"a: b\r\rC4\r", "a: b\n\nC4\n"},
		{"a: b\r\r\n\r\r\nC4\r\r\n", "a: b\n\nC4\n"},
		{"a: b\n\nC4\rHello\r\rBye", "a: b\n\nC4\nHello\n\nBye"},
		{"a: b\r\nc: d\rFrom: e\r\n\r\nC4\rHello", "a: b\nc: d From: e\n\nC4\nHello"},
		{"a: b\nc: d\r\r\rFrom: e\n\nC4", "a: b\nc: d   From: e\n\nC4"},
		{"a: \x00b\n\n\x00c\n", "a: \uFFFDb\n\nc\n"},
		{"\r", "\n"},
	}
	for _, tc := range tests {
		if got := string(unixLines([]byte(tc.raw))); got != tc.want {
			t.Errorf("%q becomes %q, want %q", tc.raw, got, tc.want)
		}
	}
}

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
		m := ReadMail([]byte("From: ana@example.org\n\n"+strings.Repeat("word"+end, MaxText/4)), ours)
		if len(m.Text) < MaxText-10 || len(m.Text) > MaxText || !m.Truncated {
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
