package reply

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"unlurbot/parser/plain"
)

// lowered gives a line the form in which the words of the languages are written:
// folded, in lower case, composed, with hyphens for every kind of dash, straight
// apostrophes and ASCII digits.
func lowered(line string) string {
	line = strings.TrimSpace(plain.Fold(line))
	if plain.IsPlain(line) {
		return strings.ToLower(line)
	}
	return strings.Map(func(r rune) rune {
		switch {
		case 0x2010 <= r && r <= 0x2015, r == 0x2212, r == 0x2500, r == 0x2501:
			return '-'
		case r == 0x2018, r == 0x2019, r == 0x02BC, r == 0x00B4:
			return '\''
		case 0x0660 <= r && r <= 0x0669:
			return r - 0x0660 + '0'
		case 0x06F0 <= r && r <= 0x06F9:
			return r - 0x06F0 + '0'
		case r == 0x0307: // what a capital I with a dot leaves behind
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFC.String(line))
}

// languageSet is a set of languages, one bit for each row of the table.
type languageSet uint64

// phrasebook is the table of languages, sorted by what a line is searched for.
type phrasebook struct {
	openers          map[string]languageSet
	verbs, self      []languageWord
	labels           map[string]label
	titles, forwards phrases
	mobile, sent     phrases
	legal, banners   phrases
}

// languageWord is a word and the languages that have it.
type languageWord struct {
	word  string
	in    languageSet
	plain bool // ASCII only
}

// readLanguages panics over what is wrong in the file, which the tests rule out.
func readLanguages() (all []language, v *phrasebook) {
	if err := json.Unmarshal(languagesJSON, &all); err != nil {
		panic("languages.json: " + err.Error())
	}
	v = &phrasebook{openers: map[string]languageSet{}, labels: map[string]label{}}
	for i, l := range all {
		set := languageSet(1) << i
		for _, w := range l.Openers {
			v.openers[w] |= set
		}
		v.verbs = addWords(v.verbs, l.Verbs, set)
		v.self = addWords(v.self, l.Self, set)
		for kind, names := range [...][]string{
			labelFrom: l.From, labelDate: l.Date, labelTo: l.To, labelSubject: l.Subject, labelOther: l.Other,
		} {
			for _, name := range names {
				if _, known := v.labels[name]; !known {
					v.labels[name] = label(kind)
				}
			}
		}
		v.titles.add(l.Titles)
		v.forwards.add(l.Forwards)
		v.mobile.add(l.Mobile)
		v.sent.add(l.Sent)
		v.legal.add(l.Legal)
		v.banners.add(l.Banners)
	}
	for _, p := range [...]*phrases{&v.titles, &v.forwards, &v.mobile, &v.sent, &v.legal, &v.banners} {
		for _, list := range p { // the longest first: one may begin another
			slices.SortStableFunc(list, func(a, b wording) int { return len(b.text) - len(a.text) })
		}
	}
	return all, v
}

func addWords(list []languageWord, words []string, set languageSet) []languageWord {
	for _, word := range words {
		i := slices.IndexFunc(list, func(w languageWord) bool { return w.word == word })
		if i < 0 {
			i = len(list)
			list = append(list, languageWord{word: word, plain: plain.IsPlain(word)})
		}
		list[i].in |= set
	}
	return list
}

// speaking returns the languages of which one of the words stands in a line.
func speaking(line string, words []languageWord) languageSet {
	var set languageSet
	plain := plain.IsPlain(line)
	for _, w := range words {
		if plain && !w.plain {
			continue
		}
		if w.in&^set != 0 && containsWord(line, w.word) {
			set |= w.in
		}
	}
	return set
}

// containsWord reports whether word stands in line with no letter beside it.
// Scripts without blanks between words have letters beside every word.
func containsWord(line, word string) bool {
	for at := 0; ; {
		i := strings.Index(line[at:], word)
		if i < 0 {
			return false
		}
		i += at
		before, _ := utf8.DecodeLastRuneInString(line[:i])
		after, _ := utf8.DecodeRuneInString(line[i+len(word):])
		if word[0] >= 0xE0 || (!unicode.IsLetter(before) && !unicode.IsLetter(after)) {
			return true
		}
		at = i + len(word)
	}
}

// phrases finds lines by their beginning, and by their end where a phrase has a
// star. They are sorted by the first byte, since most lines begin with none.
type phrases [256][]wording

// wording is a phrase, cut at its star.
type wording struct {
	text, end string
	star      bool
}

func (p *phrases) add(list []string) {
	for _, s := range list {
		text, end, star := strings.Cut(s, "*")
		first := byte(0) // what begins with a star
		if text != "" {
			first = text[0]
		}
		p[first] = append(p[first], wording{text, end, star})
	}
}

// cut returns what follows the phrase that a lowered line begins with. One with a star must
// be all of the line, with few words for the star: more are a sentence of a person.
func (p *phrases) cut(line string) (rest string, found bool) {
	const most = 5 // words
	if line == "" {
		return "", false
	}
	end := strings.TrimRight(line, " .!)]>*_")
	for _, first := range [2]byte{line[0], 0} {
		for _, w := range p[first] {
			rest, found := strings.CutPrefix(line, w.text)
			if found && w.star {
				inside := len(end) - len(w.end)
				found = inside >= len(w.text) && strings.HasSuffix(end, w.end) && len(strings.Fields(end[len(w.text):inside])) <= most
			}
			if found {
				return rest, true
			}
		}
	}
	return "", false
}
