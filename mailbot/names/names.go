// Package names decides which names are valid for a player: they can be read and written in a
// command, are in one script, and can't be mistaken for the bot or its operator. Whether
// a name is taken, the store knows.
package names

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/secure/precis"

	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/store/fold"
)

// Limits of names, in characters.
const (
	least = 2
	Most  = fold.MaxName
)

// A Fault is why something can't be a name.
type Fault string

// The faults.
const (
	Unfit    Fault = "unfit"    // it can't be read, or not be written in a command
	Reserved Fault = "reserved" // it is for the bot, for who runs it, or for nobody
	Scripts  Fault = "scripts"  // it mixes letters that look alike
)

// written says what stands in a name: letters and what goes with them. Of a stop inside a
// word mail programs would make a link, for strangers too.
var written = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\pL(?:[\pL\p{Mn}\p{Mc}0-9 '_’·-]|\.(?: |$))*$`) })

// Clean gives the name as it will be shown, a nickname of RFC 8266 in which nothing
// is invisible. It has to be readable, to be of one script, and must not be taken for
// anything else that can stand in the same place, nor for the bot; otherwise the
// fault says why it can't be a name.
func Clean(s string) (name string, wrong Fault) {
	name, err := precis.Nickname.String(strings.Join(strings.Fields(s), " "))
	if n := len([]rune(name)); err != nil || n < least || n > Most || name != safe.Runes(name) {
		return name, Unfit
	}
	switch {
	case isReserved(name):
		return name, Reserved
	case !written().MatchString(name):
		return name, Unfit
	case !isOfOneScript(name):
		return name, Scripts
	case len(parser.ReadOrders(name, "").Commands) > 0: // nobody is called like a command
		return name, Unfit
	}
	challenge := parser.ReadOrders("challenge "+name, "").Commands
	if len(challenge) != 1 || !slices.Equal(challenge[0].Args, []string{name}) {
		return name, Unfit
	}
	return name, ""
}

// scripts are those that people write today (UAX 31, table 5), without the letters that
// are for the spelling of sounds alone: ᴀɴᴀ is no name.
var scripts = map[string]*unicode.RangeTable{
	"Latin": latin, "Cyrillic": unicode.Cyrillic, "Greek": unicode.Greek, "Armenian": unicode.Armenian, "Georgian": unicode.Georgian,
	"Hebrew": unicode.Hebrew, "Arabic": unicode.Arabic, "Thaana": unicode.Thaana, "Ethiopic": unicode.Ethiopic,
	"Devanagari": unicode.Devanagari, "Bengali": unicode.Bengali, "Gurmukhi": unicode.Gurmukhi, "Gujarati": unicode.Gujarati, "Oriya": unicode.Oriya,
	"Tamil": unicode.Tamil, "Telugu": unicode.Telugu, "Kannada": unicode.Kannada, "Malayalam": unicode.Malayalam, "Sinhala": unicode.Sinhala,
	"Thai": unicode.Thai, "Lao": unicode.Lao, "Tibetan": unicode.Tibetan, "Myanmar": unicode.Myanmar, "Khmer": unicode.Khmer,
	"Han": unicode.Han, "Hiragana": japanese(unicode.Hiragana), "Katakana": japanese(unicode.Katakana), "Bopomofo": unicode.Bopomofo, "Hangul": unicode.Hangul,
}

// latin are the letters of the languages that are written with the Latin script.
var latin = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 'A', Hi: 'Z', Stride: 1}, {Lo: 'a', Hi: 'z', Stride: 1}, {Lo: 'ª', Hi: 'ª', Stride: 1}, {Lo: 'º', Hi: 'º', Stride: 1},
	{Lo: 0xc0, Hi: 0xd6, Stride: 1}, {Lo: 0xd8, Hi: 0xf6, Stride: 1}, {Lo: 0xf8, Hi: 0x17f, Stride: 1}, // of Europe
	{Lo: 0x181, Hi: 0x1bf, Stride: 1}, {Lo: 0x1c4, Hi: 0x24f, Stride: 1},
	{Lo: 'ɓ', Hi: 'ɔ', Stride: 1}, {Lo: 'ɖ', Hi: 'ɗ', Stride: 1}, {Lo: 'ə', Hi: 'ə', Stride: 1}, {Lo: 'ɛ', Hi: 'ɛ', Stride: 1}, // of Africa and Azerbaijan
	{Lo: 'ɣ', Hi: 'ɣ', Stride: 1}, {Lo: 'ɩ', Hi: 'ɩ', Stride: 1}, {Lo: 'ɲ', Hi: 'ɲ', Stride: 1}, {Lo: 'ʊ', Hi: 'ʋ', Stride: 1},
	{Lo: 0x1e00, Hi: 0x1eff, Stride: 1}, // of Vietnam
}, LatinOffset: 6}

// japanese adds to a syllabary the sign for a long vowel, which both have.
func japanese(syllabary *unicode.RangeTable) *unicode.RangeTable {
	both := *syllabary
	both.R16 = append(slices.Clone(both.R16), unicode.Range16{Lo: 'ー', Hi: 'ー', Stride: 1})
	slices.SortFunc(both.R16, func(a, b unicode.Range16) int { return int(a.Lo) - int(b.Lo) })
	return &both
}

// mixes are the scripts that are written together.
var mixes = [][]string{
	{"Latin", "Han", "Hiragana", "Katakana"}, {"Latin", "Han", "Bopomofo"}, {"Latin", "Han", "Hangul"},
}

// isOfOneScript says whether all letters of a name are of one script, or of those that
// Japanese, Chinese and Korean people write together: the level "highly restrictive"
// of UTS 39.
func isOfOneScript(name string) bool {
	within := func(tables ...string) bool {
		for _, r := range name {
			of := func(script string) bool { return unicode.Is(scripts[script], r) }
			accent := unicode.Is(unicode.Inherited, r)
			if (unicode.IsLetter(r) || unicode.IsMark(r) && !accent) && !slices.ContainsFunc(tables, of) {
				return false
			}
		}
		return true
	}
	for script := range scripts {
		if within(script) {
			return true
		}
	}
	return slices.ContainsFunc(mixes, func(mix []string) bool { return within(mix...) })
}

// What others could take for the bot or who runs it, in the languages that the bot
// writes: claims wherever they stand in a name, titles as words of it. Nobody's names
// are for who is meant by them in a command. Accents are left out, as fold.NameKeys does.
var reserved = sync.OnceValue(func() (r struct{ claims, titles, nobodys []string }) {
	r.claims = likenesses(`unlur admin operator operador operateur operatrice moderator moderador moderateur moderatrice
		webmaster postmaster hostmaster mailerdaemon`)
	r.titles = likenesses(`bot bots robot robots root sysop daemon program programa programme system sistema systeme server servidor serveur
		referee umpire arbiter arbitro arbitra arbitre staff support soporte suport assistance
		organizer organiser organizador organizadora organitzador organitzadora organisateur organisatrice`)
	r.nobodys = likenesses(`all me myself you everybody everyone anybody anyone somebody someone nobody
		todos todas todo yo ti cualquiera alguien nadie todoelmundo
		tots totes tot jo tothom qualsevol algu ningu
		tous toutes tout moi toi chacun quiconque quelquun personne toutlemonde`)
	return r
})

// likenesses gives the keys of words, as fold.NameKeys makes them: in small letters, with
// a capital, and in capitals.
func likenesses(words string) (keys []string) {
	for word := range strings.FieldsSeq(words) {
		for _, form := range []string{word, strings.ToUpper(word[:1]) + word[1:], strings.ToUpper(word)} {
			keys = append(keys, fold.NameKeys(form)...)
		}
	}
	return keys
}

// isReserved says whether a name claims to be the bot or who runs it, or is for nobody,
// also in letters that look like those, with blanks between them or a number behind.
func isReserved(name string) bool {
	r := reserved()
	withoutNumber := strings.TrimRight(name, "0123456789 ")
	for _, whole := range []string{name, withoutNumber} {
		for _, key := range fold.NameKeys(whole) {
			if slices.ContainsFunc(r.claims, func(claim string) bool { return strings.Contains(key, claim) }) ||
				slices.Contains(r.titles, key) || slices.Contains(r.nobodys, key) {
				return true
			}
		}
	}
	for _, word := range strings.FieldsFunc(name, func(c rune) bool { return strings.ContainsRune(" -._·'’", c) }) {
		for _, form := range []string{word, strings.TrimRight(word, "0123456789")} {
			if slices.ContainsFunc(fold.NameKeys(form), func(key string) bool { return slices.Contains(r.titles, key) }) {
				return true
			}
		}
	}
	return false
}

// anyhow is the name of whom there is nothing better to call.
const anyhow = "player"

// afterNames stand behind a comma without being a first name.
var afterNames = []string{"jr", "sr", "ii", "iii", "phd", "md", "msc", "bsc", "esq", "mba", "ing", "dds", "mp"}

// OfNewcomer makes a name for somebody who has chosen none: of what the mail program puts beside the
// address, so that "López, Ana (TU Wien)" is Ana López, and of the part of the address before the @
// only if it puts nothing there. What can't be a name is not made known in another way.
func OfNewcomer(display, address string) string {
	if strings.Contains(display, "@") || !strings.ContainsFunc(display, unicode.IsLetter) {
		return FromAddress(address)
	}
	display = outsideBrackets(safe.Runes(display))
	if last, first, comma := strings.Cut(display, ","); comma {
		first, _, _ = strings.Cut(first, ",")
		display = strings.TrimSpace(first) + " " + last
		if slices.Contains(afterNames, strings.ToLower(strings.ReplaceAll(strings.TrimSpace(first), ".", ""))) {
			display = last
		}
	}
	words := strings.Fields(spelled(display))
	for n := len(words); n > 0; n-- {
		if name, ok := shortName(words[:n]); ok {
			return name
		}
	}
	for _, word := range words {
		if name, ok := shortName([]string{word}); ok {
			return name
		}
	}
	return anyhow
}

// shortName joins words to a name that has room for a number.
func shortName(words []string) (name string, ok bool) {
	runes := []rune(strings.Join(words, " "))
	if len(runes) > Roomy && len(words) > 1 {
		return "", false
	}
	name, wrong := Clean(strings.Trim(string(runes[:min(len(runes), Roomy)]), " -_'’·"))
	return name, wrong == ""
}

// Roomy is how long a name is that the bot makes.
const Roomy = Most - 4

// outsideBrackets leaves out what stands in brackets, and the quotation marks around all.
func outsideBrackets(s string) string {
	depth := 0
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("([{<", r):
			depth++
			return ' '
		case strings.ContainsRune(")]}>", r):
			depth = max(0, depth-1)
			return ' '
		case depth > 0:
			return -1
		}
		return r
	}, s), " \"'“”«»‘’")
}

// spelled puts blanks into the place of all that can't be in a name, and behind the dots
// of initials: of "j.r.r.tolkien 🎲" it makes "j. r. r. tolkien".
func spelled(s string) string {
	var b strings.Builder
	word := 0 // letters since the last blank
	for _, r := range s {
		switch {
		case unicode.IsLetter(r), unicode.IsMark(r), word > 0 && ('0' <= r && r <= '9' || strings.ContainsRune("-'_’·", r)):
			b.WriteRune(r)
			word++
		case r == '.' && word == 1:
			b.WriteString(". ")
			word = 0
		default:
			b.WriteByte(' ')
			word = 0
		}
	}
	return b.String()
}

// FromAddress makes a name of the part of an address before the @.
func FromAddress(address string) string {
	local, _, _ := strings.Cut(address, "@")
	local, _, _ = strings.Cut(local, "+")
	name := strings.TrimLeftFunc(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune("-_", r):
			return r
		case r == '.':
			return ' '
		}
		return -1
	}, local), func(r rune) bool { return !unicode.IsLetter(r) })
	if runes := []rune(name); len(runes) > Roomy {
		name = string(runes[:Roomy])
	}
	if name, wrong := Clean(name); wrong == "" {
		return name
	}
	return anyhow
}
