package mime

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
		p := ReadTree([]byte("Content-Type: "+tc.stated+"\n\nC4"), nil, false, m)
		if len(p.Params) == 0 {
			p.Params = nil
		}
		if diff := cmp.Diff(tc.params, p.Params); diff != "" || p.MediaType != tc.mediaType {
			t.Errorf("%q is %s, want %s; parameters (-want +got):\n%s", tc.stated, p.MediaType, tc.mediaType, diff)
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
		header, body, bad := SplitHeader([]byte(lines.Replace(tc.raw)))
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
		if got := string(normalize([]byte(before+"From : ana@example.org\r\n\r\nC4"), nil)); got != "From : ana@example.org\n\nC4" {
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
		if got := string(UnixLines([]byte(tc.raw))); got != tc.want {
			t.Errorf("%q becomes %q, want %q", tc.raw, got, tc.want)
		}
	}
}
