package bottest

import (
	"mime"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
)

// ourTags are all that an HTML part has, with their attributes: there is no script
// among them, a link only writes to the bot, and a picture is part of the mail.
var ourTags = func() map[string]map[string]*regexp.Regexp {
	is := func(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) }
	number, align, class := is(`[0-9]{1,3}%?`), is(`center|left|right`), is(`[a-z0-9-]{1,12}(?: [a-z0-9]{1,3})*`)
	style := is(`(?:[a-z-]+:(?:[#A-Za-z0-9 .,%/'-]|linear-gradient\([#0-9a-z ,%]*\))+;?)+`)
	link := `mailto:` + strings.Replace(regexp.QuoteMeta(Address), `@`, `(?:%2B[0-9a-z]+)?@`, 1)
	encoded := `(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+`
	return map[string]map[string]*regexp.Regexp{
		"html":  {"lang": is(`[a-z]{2}`), "dir": is(`ltr`)},
		"title": {},
		"head":  {},
		"meta":  {"charset": is(`utf-8`), "name": is(`viewport|color-scheme|supported-color-schemes`), "content": is(`width=device-width|light dark`)},
		"style": {},
		"body":  {"class": class, "style": style},
		"div":   {"class": class, "lang": is(`[a-z]{2}`), "dir": is(`ltr`), "style": style},
		"h1":    {"class": class, "style": style},
		"h2":    {"class": class, "style": style},
		"b":     {},
		"p":     {"class": class, "align": align, "style": style},
		"pre":   {"class": class, "style": style},
		"br":    {},
		"span":  {"class": class, "style": style, "aria-hidden": is(`true`)},
		"table": {"class": class, "role": is(`presentation`), "aria-hidden": is(`true`), "dir": is(`ltr`), "align": align, "width": number, "cellpadding": number, "cellspacing": number, "border": number, "style": style},
		"tr":    {"class": class, "align": align, "height": number},
		"td":    {"class": class, "colspan": number, "align": align, "valign": is(`top|middle`), "dir": is(`auto`), "width": number, "height": number, "bgcolor": is(`#[0-9a-f]{6}`), "style": style},
		"th":    {"class": class, "scope": is(`row|col`), "align": align, "width": number, "bgcolor": is(`#[0-9a-f]{6}`), "style": style},
		"img":   {"src": is(`cid:` + regexp.QuoteMeta(smtpout.PictureID)), "alt": is(`[^\[\]<>]*`), "width": number, "height": number, "style": style},
		"a":     {"class": class, "aria-label": is(`[^\[\]<>]*`), "href": is(link + `\?(?:subject=` + encoded + `&)?body=` + encoded), "style": style},
	}
}()

// forWord is what only Word reads: tables that give a page its width, and cells that give a
// board its columns.
var forWord = regexp.MustCompile(`^\[if mso\]>(?:</?t(?:able|r|d)(?:[ \n](?:width|height|align|cellpadding|cellspacing|border)="[a-z0-9]+")*>)+<!\[endif\]$`)

// NoLiveTag wants nothing in an HTML part but text between our own tags.
func NoLiveTag(t testing.TB, page string) {
	t.Helper()
	_, style, _ := strings.Cut(page, "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	if strings.Contains(style, "url") || strings.Contains(style, "@import") {
		t.Errorf("a style that loads something:\n%s", style)
	}
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.TextToken, html.DoctypeToken:
			continue
		}
		raw := string(z.Raw())
		if _, ours := seenOurs.Load(raw); ours {
			continue
		}
		if tag := z.Token(); !isOurs(tag) {
			t.Errorf("a tag that is not ours, %q, in\n%s", tag, page)
		} else if tag.Data != "a" { // each link is another
			seenOurs.Store(raw, nil)
		}
	}
}

// isOurs says whether a token that is no text is one of our own tags, or for Word alone.
func isOurs(tag html.Token) bool {
	if tag.Type == html.CommentToken {
		return forWord.MatchString(tag.Data)
	}
	attributes, ours := ourTags[tag.Data]
	for _, a := range tag.Attr {
		value := attributes[a.Key]
		ours = ours && value != nil && value.MatchString(a.Val)
	}
	return ours && (tag.Type == html.StartTagToken || tag.Type == html.EndTagToken)
}

// seenOurs has tags, as they stand in pages, that were found to be ours: a board says the same for each cell.
var seenOurs sync.Map

// Invisible finds what has no place in a mail to somebody else: control
// characters, what turns the direction of writing or has no width, and damage.
func Invisible(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		if ' ' <= r && r <= '~' { // nearly all
			return false
		}
		return r != '\n' && r != '\r' && r != '\u200d' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) || r == unicode.ReplacementChar)
	})
}

// harmless wants nothing in a mail that only programs see, and no live tag.
func (l *Laws) harmless(m *store.Outgoing, r Reading) {
	l.t.Helper()
	subject, err := new(mime.WordDecoder).DecodeHeader(r.Header.Get("Subject"))
	check(l.t, err)
	if Invisible(subject) || Invisible(r.Text) || Invisible(html.UnescapeString(r.HTML)) || Invisible(r.Files) || strings.Contains(subject, "\n") {
		l.t.Errorf("%s: there is more in it than can be seen:\n%q\n%q", Line(m), subject, r.Text)
	}
	NoLiveTag(l.t, r.HTML)
}
