package sanitise

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestSanitise(t *testing.T) {
	r := Rewriter{
		Link: func(href string) string {
			if href == "mailto:a" {
				return "/x?a&b"
			}
			return ""
		},
		Picture: func(id string) string {
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
		got := strings.TrimPrefix(string(r.HTML([]byte(test.mail))), "<!DOCTYPE html>\n")
		if got != test.want {
			t.Errorf("%s\nbecomes %s\nwant    %s", test.mail, got, test.want)
		}
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
		clean := Rewriter{
			Link:    func(href string) string { return "/box/" + href },
			Picture: func(id string) string { return "data:image/png;base64," + id },
		}.HTML(mail)
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
