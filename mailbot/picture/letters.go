package picture

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// The Go fonts have the letters of the Latin, Greek and Cyrillic alphabets.
var (
	regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })
	bold    = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })
)

// newFace gives letters of a height in pixels. It must not be shared.
func newFace(f *opentype.Font, size float64) (font.Face, error) {
	return opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
}

// legible gives a name as far as a font has its letters: without an accent that it
// lacks, and the substitute for a name in another script, of which the rest would
// be no name.
func legible(f *opentype.Font, name, substitute string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(name) {
		if !hasGlyph(f, r) {
			r, _ = utf8.DecodeRuneInString(norm.NFD.String(string(r)))
		}
		switch {
		case hasGlyph(f, r):
			b.WriteRune(r)
		case unicode.IsLetter(r):
			return substitute
		}
	}
	if s := strings.Join(strings.Fields(b.String()), " "); s != "" {
		return s
	}
	return substitute
}

func hasGlyph(f *opentype.Font, r rune) bool {
	var buffer sfnt.Buffer
	i, err := f.GlyphIndex(&buffer, r)
	return err == nil && i != 0 && !unicode.IsControl(r)
}

// shortened cuts a word that is too wide, and says so with an ellipsis.
func shortened(face font.Face, word string, width float64) string {
	const ellipsis = "…"
	fits := func(s string) bool { return float64(font.MeasureString(face, s))/64 <= width }
	if fits(word) {
		return word
	}
	letters := []rune(word)
	for len(letters) > 0 && !fits(strings.TrimSpace(string(letters))+ellipsis) {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimSpace(string(letters)) + ellipsis
}
