package look

import (
	"fmt"
	"strings"
)

// tones have names in the style sheets of pages.
var tones = []struct {
	name string
	Tone
}{
	{"page", Page},
	{"tray", Tray},
	{"text", Text},
	{"faint", Faint},
	{"hairline", Hairline},
	{"quote", Quote},
	{"link", Link},
	{"button", Button.Paper},
	{"button-ink", Button.Ink},
	{"hole", Hole.Paper},
	{"odd", Odd.Paper},
	{"even", Even.Paper},
	{"won", Won},
	{"black", Tone{Black, Black}},
	{"black-rim", Tone{Black, BlackRim}},
	{"white", Tone{White, White}},
	{"white-rim", Tone{WhiteRim, WhiteRim}},
	{"last", Tone{LastDot, LastDot}},
}

// Sheet gives a style sheet: its rules, and before them what they call var(--page) and the like, by day and by night.
func Sheet(rules string) []byte {
	var day, night strings.Builder
	for _, t := range tones {
		fmt.Fprintf(&day, "--%s:%v;", t.name, t.Light)
		fmt.Fprintf(&night, "--%s:%v;", t.name, t.Dark)
	}
	return fmt.Appendf(nil, ":root{color-scheme:light dark;%s}\n@media (prefers-color-scheme:dark){:root{%s}}\n%s", &day, &night, rules)
}

// Icon gives two stones on a tray, for the tab of a page: SVG.
func Icon() []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="%v"/>`+
		`<circle cx="10.500" cy="16" r="8" fill="%v"/><circle cx="21.500" cy="16" r="8" fill="%v"/><circle cx="21.500" cy="16" r="6.500" fill="%v"/></svg>`+"\n",
		Tray.Light, Black, WhiteRim, White)
}
