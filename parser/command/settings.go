package command

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// setting is a row of the table of what a player can set.
type setting struct {
	key    string
	also   string   // another word for it
	values []string // the values it can have; nil if only the caller knows them
}

var settings = []setting{
	{key: "language"},
	{key: "zone", also: "timezone"},
	{key: "weekends", values: []string{"on", "off"}},
	{key: "reminders", values: []string{"on", "off"}},
	{key: "net", values: []string{"on", "off"}},
	{key: "web", also: "website", values: []string{"on", "off"}},
	{key: "format", values: []string{"text", "html"}},
	{key: "mails", values: []string{"each", "daily"}},
	{key: "news", also: "announcements", values: []string{"on", "off"}},
	{key: "puzzle", also: "puzzles", values: []string{"weekly", "off"}},
	{key: "confirmations", also: "confirmation", values: []string{"on", "off"}},
}

func settingOf(word string) (setting, bool) {
	i := slices.IndexFunc(settings, func(s setting) bool { return word != "" && (lex.Means(word, s.key) || word == s.also) })
	if i < 0 {
		return setting{}, false
	}
	return settings[i], true
}

// takeSetting takes nothing, or a key and its value.
func takeSetting(rest phrase) ([]string, bool) {
	text, _ := cutPolite(rest.folded)
	words := settingWords(text)
	if len(words) == 0 {
		return nil, plain.TrimEdges(rest.folded) == ""
	}
	key := words
	for len(key) > 1 && articles[strings.ToLower(key[0])] {
		key = key[1:]
	}
	if noun, ok := strings.CutPrefix(strings.ToLower(key[0]), "l'"); ok {
		key = append([]string{noun}, key[1:]...)
	}
	s, values, ok := cutKey(key)
	if !ok {
		return nil, false
	}
	value, ok := s.read(values)
	if prose := len(key) < len(words) || isEveryday(rest); prose && !s.knows(value) {
		return nil, false // "Posa els avisos ja"
	}
	return []string{s.key, value}, ok
}

// isEveryday reports whether the word before the rest is one for "set" with which people
// begin sentences.
func isEveryday(rest phrase) bool { return everyday[plain.Phrase(rest.verb)] }

// cutKey takes the key off the front of some words. In some languages it is several:
// "fines de semana".
func cutKey(words []string) (s setting, values []string, ok bool) {
	const most = 3
	for n := min(most, len(words)); n > 0; n-- {
		if s, ok = settingOf(strings.ToLower(strings.Join(words[:n], " "))); ok {
			return s, words[n:], true
		}
	}
	return setting{}, nil, false
}

// settingWords returns the words of "key: value", "key = value", "key to value" and
// "llengua en català".
func settingWords(text string) (words []string) {
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" :=", r) }) {
		if w = plain.TrimEdges(w); w != "" && (len(words) == 0 || !lex.Means(w, "to")) {
			words = append(words, w)
		}
	}
	if at := len(words) - 2; at > 0 && lex.Means(words[at], "at") { // at the end it is English
		words = slices.Delete(words, at, at+1)
	}
	return words
}

// read reads a value. It is one word, but for the names of some zones, of which
// the blanks are written as "_": "America/New York".
func (s setting) read(words []string) (string, bool) {
	const mostZoneWords, mostValueWords = 3, 2
	value := strings.Join(words, "_")
	if s.key == "zone" {
		return value, len(words) == 1 || len(words) > 1 && len(words) <= mostZoneWords && strings.Contains(words[0], "/")
	}
	value = strings.ToLower(value)
	if s.key == "language" { // by one of its names, or by a tag with a country in it, "ca-ES"
		code, ok := lex.Names[plain.Unaccented(value)]
		if base, _, _ := strings.Cut(strings.ReplaceAll(value, "_", "-"), "-"); !ok && base != value {
			if d, ok := lex.Dialect(base); ok {
				code = d.Code
			}
		}
		return cmp.Or(code, value), len(words) == 1
	}
	if of := lex.MeaningOf(strings.Join(words, " "), s.values); of != "" {
		return of, true
	}
	// What is no value, and no slip of one, is handed on for the caller to name it.
	value = strings.ToLower(strings.Join(words, " "))
	return value, 0 < len(words) && len(words) <= mostValueWords && !strings.Contains(value, "?") && s.nearValue(value) == ""
}

// knows reports whether a setting can have a value, as far as that can be known here.
func (s setting) knows(value string) bool {
	if s.key == "language" {
		return slices.Contains(slices.Collect(maps.Values(lex.Names)), value)
	}
	return s.values == nil || slices.Contains(s.values, value)
}

// nearValue returns the word for a value of which another word is a slip, "" for none.
func (s setting) nearValue(word string) string {
	var known []string
	for _, v := range s.values {
		known = append(known, lex.WordsFor(v)...)
	}
	near, _ := nearestOf(plain.Unaccented(word), known)
	return near
}

// settingAlone finds the setting in "web sí", "language: es" and "no more news", to which the word for "set" is missing. Only what a
// player gets can be declined: "no hay red" tells of a net.
func settingAlone(text string) (Command, bool) {
	const mostBetween = 2 // words, as in "no quiero más noticias"
	words := settingWords(strings.TrimRight(text, "?"))
	if len(words) < 2 {
		return Command{}, false
	}
	set := func(s setting, value string) (Command, bool) {
		return Command{Verb: "set", Args: []string{s.key, value}}, true
	}
	if s, values, ok := cutKey(words); ok {
		value, ok := s.read(values)
		if ok && s.knows(value) && (s.key != "zone" || strings.Contains(value, "/")) { // or any word would be one
			return set(s, value)
		}
	}
	if !slices.Contains(noWords, strings.ToLower(words[0])) || len(words) > 2+mostBetween {
		return Command{}, false
	}
	s, ok := settingOf(strings.ToLower(words[len(words)-1]))
	if !ok || !slices.Contains([]string{"news", "reminders", "confirmations"}, s.key) {
		return Command{}, false
	}
	return set(s, "off")
}

// nearSetting finds the key or the value of which something is a slip. What
// begins with another word is a sentence.
func nearSetting(rest phrase) []string {
	words := settingWords(strings.TrimRight(rest.folded, "?"))
	if len(words) == 0 || len(words) > 1+mostWords {
		return nil
	}
	var keys []string
	for _, s := range settings {
		keys = append(keys, lex.WordsFor(s.key)...)
	}
	s, values, ok := cutKey(words)
	if !ok {
		values = words[1:]
		key, _ := nearestOf(plain.Unaccented(words[0]), keys)
		if s, ok = settingOf(key); !ok {
			return nil
		}
	}
	if len(values) == 1 {
		value := values[0]
		if right := s.nearValue(value); right != "" {
			value = right
		}
		if c, ok := Parse("set " + s.key + " " + value); ok && s.knows(c.Args[1]) {
			return []string{c.String()}
		}
	}
	if isEveryday(rest) {
		return nil
	}
	return []string{"help set"}
}
