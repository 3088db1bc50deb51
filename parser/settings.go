package parser

import (
	"slices"
	"strings"
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
	{key: "format", values: []string{"text", "html"}},
	{key: "mails", values: []string{"each", "daily"}},
}

func settingOf(word string) (setting, bool) {
	i := slices.IndexFunc(settings, func(s setting) bool { return word != "" && (word == s.key || word == s.also) })
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
		return nil, trimEdges(rest.folded) == ""
	}
	s, ok := settingOf(strings.ToLower(words[0]))
	if !ok {
		return nil, false
	}
	value, ok := s.read(words[1:])
	return []string{s.key, value}, ok
}

// settingWords returns the words of "key: value", "key = value" and "key to
// value".
func settingWords(text string) (words []string) {
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" :=", r) }) {
		if w = trimEdges(w); w != "" && (len(words) != 1 || !strings.EqualFold(w, "to")) {
			words = append(words, w)
		}
	}
	return words
}

// read reads a value. It is one word, but for the names of some zones, of which
// the blanks are written as "_": "America/New York".
func (s setting) read(words []string) (string, bool) {
	const mostZoneWords = 3
	value := strings.Join(words, "_")
	if s.key == "zone" {
		return value, len(words) == 1 || len(words) > 1 && len(words) <= mostZoneWords && strings.Contains(words[0], "/")
	}
	value = strings.ToLower(value)
	return value, len(words) == 1 && (s.values == nil || slices.Contains(s.values, value))
}

// nearSetting finds the key or the value of which something is a slip. What
// begins with another word is a sentence.
func nearSetting(rest phrase) []string {
	words := settingWords(strings.TrimRight(rest.folded, "?"))
	if len(words) == 0 || len(words) > 1+mostWords {
		return nil
	}
	keys := make([]string, len(settings))
	for i, s := range settings {
		keys[i] = s.key
	}
	s, ok := settingOf(strings.ToLower(words[0]))
	if !ok {
		key, _ := nearestOf(strings.ToLower(words[0]), keys)
		if s, ok = settingOf(key); !ok {
			return nil
		}
	}
	if len(words) == 2 {
		value := words[1]
		if right, _ := nearestOf(strings.ToLower(value), s.values); right != "" {
			value = right
		}
		if c, ok := parseLine("set " + s.key + " " + value); ok {
			return []string{c.String()}
		}
	}
	return []string{"help set"}
}
