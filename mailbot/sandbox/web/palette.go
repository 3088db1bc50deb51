package web

import (
	_ "embed"
	"fmt"
	"strings"

	"unlurbot/templates/look"
)

// tones are the variables of the style sheet.
var tones = []struct {
	name string
	look.Tone
}{
	{"page", look.Page},
	{"tray", look.Tray},
	{"text", look.Text},
	{"faint", look.Faint},
	{"hairline", look.Hairline},
	{"link", look.Link},
	{"button", look.Button.Paper},
	{"button-ink", look.Button.Ink},
	{"last", look.Tone{Light: look.LastDot, Dark: look.LastDot}},
}

//go:embed style.css
var rules string

// styles is the style sheet with the colours of the look, by day and by night.
var styles = func() []byte {
	var day, night strings.Builder
	for _, t := range tones {
		fmt.Fprintf(&day, "--%s:%v;", t.name, t.Light)
		fmt.Fprintf(&night, "--%s:%v;", t.name, t.Dark)
	}
	return fmt.Appendf(nil, ":root{color-scheme:light dark;%s}\n@media (prefers-color-scheme:dark){:root{%s}}\n%s", &day, &night, rules)
}()

// icon is two stones on a tray.
var icon = fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="%v"/>`+
	`<circle cx="10.500" cy="16" r="8" fill="%v"/><circle cx="21.500" cy="16" r="8" fill="%v"/><circle cx="21.500" cy="16" r="6.500" fill="%v"/></svg>`,
	look.Tray.Light, look.Black, look.WhiteRim, look.White)
