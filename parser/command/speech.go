package command

import (
	"maps"
	"slices"
	"strings"

	bcp47 "golang.org/x/text/language"

	"unlurbot/parser/lexicon"
	"unlurbot/parser/plain"
)

// In which language does somebody write? Each sign of one counts for all languages
// that it may be of, and the most signs say.
//
//	sign                                               counts
//	a word for a command, but no English one           3
//	Content-Language, or where it is missing
//	Accept-Language                                    2
//	a greeting, thanks, what stands above the name,
//	a sentence that means a command or wishes for
//	a game, prose above the commands                   1
//	an English word for a command, if there is no
//	sign of another language                           1
//
// Everybody reads the English words for the commands somewhere, and writes them; black
// is a move, which everybody writes like a cell, and "no" is English and Spanish.
// Of what stands below a command, such words count once: they may be to the opponent,
// in the opponent's language.
const (
	signOfCommand = 3
	signOfHeader  = 2
	signOfWords   = 1
	// certain is how much must speak for a language, and more than for any other, to
	// be certain of it.
	certain = 2
)

// Language returns the code of the language that the sender most probably writes, and
// whether that is certain; "" if nothing speaks for one, or as much for several. Subject
// is the whole subject, and header the language that the header names.
func (m Message) Language(subject, header string) (code string, sure bool) {
	signs := speech{header: signOfHeader}
	english, early := 0, true // early: neither prose nor a command stands above
	seen := map[string]bool{}
	var below map[string]bool // the languages of what is said below a command
	lines := strings.Split(plain.Clean(m.Reply), "\n")
	if m.Reply == "" {
		lines = []string{subject}
	}
	for _, line := range slices.DeleteFunc(lines, plain.IsQuoted) {
		word, codes := spokenCommand(line)
		if seen[word] {
			continue
		}
		switch {
		case slices.Contains(codes, lex.English().Code):
			if len(codes) == 1 && word != "black" {
				english++
			}
		case len(codes) > 0:
			signs.add(codes, signOfCommand, nil)
		default:
			phrases := phrasesIn(line)
			for _, codes := range phrases {
				signs.add(codes, signOfWords, below)
			}
			if phrases == nil && early {
				code := proseIn(line)
				signs[code] += signOfWords
				early = code == ""
			}
		}
		if word != "" {
			seen[word], early = true, false
			if below == nil {
				below = map[string]bool{}
			}
		}
	}
	if early {
		signs.add(m.findWish().codes, signOfWords, nil)
	}
	if !slices.ContainsFunc(lex.Dialects[1:], func(d *lexicon.Language) bool { return signs[d.Code] > 0 }) {
		signs[lex.English().Code] += english
	}
	code, count := signs.most()
	return code, count >= certain
}

// phrasesIn returns the languages of a line that is a greeting, a phrase, or several with
// commas between them, "Sí, claro", for each one; nil if it is more than that.
func phrasesIn(line string) (codes [][]string) {
	const longest = 200 // bytes
	if IsGreeting(line) {
		return [][]string{greetedIn[plain.Words(line)[0]]}
	}
	if whole := saidIn[plain.Phrase(line)]; whole != nil {
		return [][]string{whole}
	}
	if len(line) > longest {
		return nil
	}
	for phrase := range strings.SplitSeq(line, ",") {
		said := saidIn[plain.Phrase(phrase)]
		if said == nil {
			return nil
		}
		codes = append(codes, said)
	}
	return codes
}

// speech counts the signs of languages, by their codes.
type speech map[string]int

// add counts a sign, below a command for no language twice: there it may be to the
// opponent, in a language of theirs. Below is nil above it.
func (s speech) add(codes []string, count int, below map[string]bool) {
	for _, code := range codes {
		if !below[code] {
			s[code] += count
		}
		if below != nil {
			below[code] = true
		}
	}
}

// most returns the language for which most speaks, and how much; "" for none or several.
func (s speech) most() (code string, count int) {
	tied := false
	for _, d := range lex.Dialects {
		switch n := s[d.Code]; {
		case n > count:
			code, count, tied = d.Code, n, false
		case n == count && n > 0:
			tied = true
		}
	}
	if tied {
		return "", 0
	}
	return code, count
}

// commonIn gives the languages of which words are common.
var commonIn map[string][]string

// proseIn returns the language of a line: the one of which it has the most common
// words, at least three different ones; "" for none or several.
func proseIn(line string) string {
	const least = 3
	found, seen := speech{}, map[string]bool{}
	for _, word := range plain.Words(line) {
		if word = plain.Unaccented(word); !seen[word] {
			seen[word] = true
			found.add(commonIn[word], 1, nil)
		}
	}
	if code, count := found.most(); count >= least {
		return code
	}
	return ""
}

// spokenCommand returns the word of a command with which a line begins, and the
// languages of which it is one.
func spokenCommand(line string) (word string, codes []string) {
	if !IsCommand(line) {
		return "", nil
	}
	_, text := cutGame(plain.TrimEdges(plain.Fold(line)))
	p := phrase{folded: strings.TrimLeftFunc(text, plain.IsLeftEdge)}
	written := strings.ToLower(plain.TrimEdges(p.folded[:p.verbEnd()]))
	word = plain.Unaccented(written)
	if codes, ok := verbsIn[written]; ok { // "règles" is French, "regles" may be Catalan
		return word, codes
	}
	return word, verbsIn[word]
}

// HeaderLanguage returns the code of the one language that a field names (RFC 3282,
// RFC 5646), or of the one of ours that Accept-Language likes best; "" for none.
func HeaderLanguage(content, accept []string) string {
	const longest = 200 // bytes
	for i, field := range [][]string{content, accept} {
		if len(field) != 1 || len(field[0]) > longest {
			continue
		}
		tags, _, err := bcp47.ParseAcceptLanguage(field[0])
		if err != nil || len(tags) == 0 || i == 0 && len(tags) > 1 {
			continue
		}
		for _, tag := range tags {
			base, sure := tag.Base()
			if _, ok := lex.Dialect(base.String()); ok && sure == bcp47.Exact {
				return base.String()
			}
		}
		return ""
	}
	return ""
}

// The languages of which words for commands, first words of a greeting and other phrases
// are, by the form in which they are looked for.
var verbsIn, greetedIn, saidIn map[string][]string

// learnSpeech fills these tables, and that of common words.
func learnSpeech() {
	verbsIn, commonIn, greetedIn, saidIn = map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string][]string{}
	add := func(index map[string][]string, key, code string) {
		if !slices.Contains(index[key], code) {
			index[key] = append(index[key], code)
		}
	}
	english := lex.English()
	for _, d := range lex.Dialects {
		for name, list := range d.Verbs {
			add(verbsIn, name, english.Code)
			for _, word := range list {
				for _, key := range []string{word, plain.Unaccented(word)} {
					add(verbsIn, key, d.Code)
					if slices.Contains(english.Shared, word) {
						add(verbsIn, key, english.Code)
					}
				}
			}
		}
		for _, word := range d.Common {
			add(commonIn, plain.Unaccented(word), d.Code)
		}
		for _, word := range d.Around.Greet {
			add(greetedIn, plain.Phrase(word), d.Code)
		}
		a := d.Around
		for _, list := range append(slices.Collect(maps.Values(d.Means)), a.Ask, a.Lead, a.Yes, a.No, a.Polite, a.Close, a.Chat) {
			for _, phrase := range list {
				add(saidIn, plain.Phrase(phrase), d.Code)
			}
		}
	}
}
