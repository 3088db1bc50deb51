package page

import (
	"fmt"
	"strings"

	"unlurbot/templates/look"
)

// tones are the colours of the style, by day and by night: those of the mails.
var tones = []struct {
	name string
	look.Tone
}{
	{"page", look.Page},
	{"tray", look.Tray},
	{"text", look.Text},
	{"faint", look.Faint},
	{"hairline", look.Hairline},
	{"quote", look.Quote},
	{"link", look.Link},
	{"button", look.Button.Paper},
	{"button-ink", look.Button.Ink},
	{"hole", look.Hole.Paper},
	{"odd", look.Odd.Paper},
	{"even", look.Even.Paper},
	{"won", look.Won},
	{"black", look.Tone{Light: look.Black, Dark: look.Black}},
	{"black-rim", look.Tone{Light: look.Black, Dark: look.BlackRim}},
	{"white", look.Tone{Light: look.White, Dark: look.White}},
	{"white-rim", look.Tone{Light: look.WhiteRim, Dark: look.WhiteRim}},
	{"last", look.Tone{Light: look.LastDot, Dark: look.LastDot}},
}

// Style is the style sheet of all pages.
func Style() []byte {
	rules, err := files.ReadFile("style.css")
	if err != nil {
		panic(err) // it was built in
	}
	var day, night strings.Builder
	for _, t := range tones {
		fmt.Fprintf(&day, "--%s:%v;", t.name, t.Light)
		fmt.Fprintf(&night, "--%s:%v;", t.name, t.Dark)
	}
	return fmt.Appendf(nil, ":root{color-scheme:light dark;%s}\n@media (prefers-color-scheme:dark){:root{%s}}\n%s", &day, &night, rules)
}

// Script replays a game. Pages can do without.
func Script() []byte {
	script, err := files.ReadFile("replay.js")
	if err != nil {
		panic(err) // it was built in
	}
	return script
}

// Icon is two stones on a tray.
func Icon() []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="%v"/>`+
		`<circle cx="10.500" cy="16" r="8" fill="%v"/><circle cx="21.500" cy="16" r="8" fill="%v"/><circle cx="21.500" cy="16" r="6.500" fill="%v"/></svg>`+"\n",
		look.Tray.Light, look.Black, look.WhiteRim, look.White)
}
