package web

import (
	"bytes"
	"net/mail"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"
)

func TestSanitise(t *testing.T) {
	r := rewriter{
		link: func(href string) string {
			if href == "mailto:a" {
				return "/x?a&b"
			}
			return ""
		},
		picture: func(id string) string {
			if id == "board@x" {
				return "data:image/png;base64,AA"
			}
			return ""
		},
	}
	for _, test := range []struct{ mail, want string }{
		{`<!DOCTYPE html PUBLIC "x"><html lang="ca" xmlns:v="x"><head><title>x</title></head><body bgcolor="#fff">a</body></html>`,
			`<html lang="ca"><head></head><body bgcolor="#fff">a</body></html>`},
		{`<TD Width=22 BGCOLOR="#000" STYLE="width:22px"><a HREF="mailto:a" class=c>C4</a></TD>`,
			`<td width="22" bgcolor="#000" style="width:22px"><a href="/x?a&amp;b" target="_top" class="c">C4</a></td>`},
		{`<meta name="color-scheme" content="light dark"><meta name=Supported-Color-Schemes content=x><meta charset=x><meta name=referrer content=unsafe-url>`,
			`<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="x">`},
		{`<style media=print>@media (prefers-color-scheme: dark) { .a > b { color: #fff } /* dark */ }</style>`,
			`<style>@media (prefers-color-scheme: dark) { .a > b { color: #fff } /* dark */ }</style>`},
		{`<img src=cid:board%40x width=1 onload=x alt=b><img src="cid:%zz" alt="<b>">`, `<img src="data:image/png;base64,AA" width="1" alt="b">&lt;b&gt;`},
		{`a &lt;script&gt; &amp;amp; "b" 'c'`, `a &lt;script&gt; &amp;amp; &#34;b&#34; &#39;c&#39;`},
		{`<br/><br></br></p>`, `<br><br></br></p>`},
	} {
		got := strings.TrimPrefix(string(r.sanitise([]byte(test.mail))), "<!DOCTYPE html>\n")
		if got != test.want {
			t.Errorf("%s\nbecomes %s\nwant    %s", test.mail, got, test.want)
		}
	}
}

// A picture that the HTML names again and again makes no page that is many times as
// long as the mail.
func TestOnePictureManyTimes(t *testing.T) {
	picture := strings.Repeat(strings.Repeat("A", 76)+"\r\n", 10_000)
	raw := "Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n" +
		strings.Repeat("<img src=cid:a alt=again>", 100) +
		"\r\n--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\nContent-ID: <a>\r\n\r\n" + picture + "--b--\r\n"
	page := string(readLetter([]byte(raw)).page(func(draft) string { return "" }))
	if shown := strings.Count(page, "<img"); shown == 0 || strings.Count(page, "again")-shown == 0 || len(page) > maxDrawn+len(raw) {
		t.Errorf("a mail of %d bytes shows the picture %d times, in a page of %d bytes", len(raw), shown, len(page))
	}
}

// FuzzSanitise holds that whatever a mail says, a browser finds nothing in it
// but what is listed: no other element or attribute, no comment, no link but
// those that were given to it.
func FuzzSanitise(f *testing.F) {
	for _, seed := range []string{
		`<a href="mailto:x">C4</a><img src="cid:x">`, `<svg><style><img src=x onerror=y></style></svg>`, `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=x&gt;">`,
		`<style><a title="</style><img src=x>">`, `<noscript><p title="</noscript><img src=x onerror=y>">`, `<p style="a:url(x)" onclick=x title='"><script>'>`, `<!--><script>x</script>-->`,
		`<form><div></form><form><table><select><option><style></option></select><img src>`, "<plaintext>", "<\x00script>", "<a/href=mailto:x/onclick=y>", `<meta name=color-scheme content='"><script>'>`,
	} {
		f.Add([]byte(seed))
	}
	allowed := func(n *html.Node, a html.Attribute) bool {
		switch n.Data + " " + a.Key {
		case "a href":
			return strings.HasPrefix(a.Val, "/box/")
		case "a target":
			return a.Val == "_top"
		case "img src":
			return strings.HasPrefix(a.Val, "data:image/")
		case "meta name", "meta content":
			return true
		}
		return a.Namespace == "" && attributes[a.Key] && (a.Key != "style" || isHarmless(a.Val))
	}
	f.Fuzz(func(t *testing.T, mail []byte) {
		clean := rewriter{
			link:    func(href string) string { return "/box/" + href },
			picture: func(id string) string { return "data:image/png;base64," + id },
		}.sanitise(mail)
		document, err := html.Parse(bytes.NewReader(clean))
		if err != nil {
			return // deeper than this parser goes; browsers stop there as well
		}
		for n := range document.Descendants() {
			switch n.Type {
			case html.CommentNode, html.RawNode, html.ErrorNode:
				t.Fatalf("a node of type %d in\n%s", n.Type, clean)
			case html.TextNode:
				if n.Parent.Data == "style" && !isHarmless(n.Data) {
					t.Fatalf("a style sheet that is not harmless in\n%s", clean)
				}
			case html.ElementNode:
				if n.Namespace != "" || !elements[n.Data] && n.Data != "style" && n.Data != "img" && n.Data != "meta" {
					t.Fatalf("<%s> in\n%s", n.Data, clean)
				}
				for _, a := range n.Attr {
					if !allowed(n, a) {
						t.Fatalf("<%s %s=%q> in\n%s", n.Data, a.Key, a.Val, clean)
					}
				}
			}
		}
	})
}

// FuzzLetter holds that any bytes can be shown as a mail, as text that a browser
// can read, and that what is sent in answer to it is a mail to one address.
func FuzzLetter(f *testing.F) {
	f.Add([]byte("Content-Type: multipart/alternative; boundary=a\r\n\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>x\r\n--a--"))
	f.Add([]byte("Content-Type: text/plain; charset=utf-7\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA"))
	f.Add([]byte("List-Unsubscribe: <mailto:a?subject=%zz>\r\nReply-To: :;\r\nFrom: <a@b>\r\nMessage-ID: <a@b>\r\nReferences: <a@b>\r\n <\r\n\r\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		l := readLetter(raw)
		for _, said := range []string{l.From, l.To, l.Subject, l.Text, string(l.HTML), string(l.page(func(draft) string { return "" }))} {
			if !utf8.ValidString(said) {
				t.Errorf("%q is no UTF-8", said)
			}
		}
		if len(l.Files) > maxParts {
			t.Errorf("%d files", len(l.Files))
		}
		answer, err := compose("ana@sandbox.test", "sandbox.test", l.reply(), l, time.Unix(0, 0))
		if err != nil {
			return // there is no address in it
		}
		sent, err := mail.ReadMessage(bytes.NewReader(answer))
		if err != nil {
			t.Fatalf("%v in\n%s", err, answer)
		}
		if to, err := sent.Header.AddressList("To"); err != nil || len(to) != 1 || len(sent.Header["Bcc"]) > 0 {
			t.Errorf("the answer goes to %v, %v:\n%s", to, err, answer)
		}
	})
}
