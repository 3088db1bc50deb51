package command

import (
	"regexp"
	"slices"
	"strings"

	"unlurbot/parser/lexicon"
)

// In writes the command in the words of a language, by its code, so that it reads as
// the same command again. It is in English if the code is not known, or if a word of
// the player's would mean something else behind the word of that language.
func (c Command) In(code string) string {
	d, ok := lex.Dialect(code)
	if !ok || code == lex.English().Code {
		return c.String()
	}
	said := Command{Verb: d.Verbs.Show(c.Verb), Args: make([]string, len(c.Args))}
	for i := range c.Args {
		said.Args[i] = argument(d, c, i)
	}
	line := c.write(said)
	if again, ok := Parse(line); !ok || again.Verb != c.Verb || !slices.Equal(again.Args, c.Args) {
		return c.String()
	}
	return line
}

// argument gives an argument of a command in the words of a dialect.
func argument(d *lexicon.Language, c Command, i int) string {
	arg := c.Args[i]
	switch {
	case isOwn(c, i):
		return arg
	case c.Verb == "help":
		if c, ok := Parse(arg); ok && (c.Verb == "forget" || c.isEntry()) {
			return c.In(d.Code)
		}
		return d.Verbs.Show(arg)
	case arg == "black" && (c.Verb == "if" || c.Verb == "preview" || c.Verb == "learn"):
		return d.Verbs.Show(arg)
	}
	return wordIn(d, arg)
}

// isOwn reports whether an argument is the player's own and no word of ours: a name, an address,
// a cell, a text.
func isOwn(c Command, i int) bool {
	switch c.Verb {
	case "challenge", "seek":
		return i == 0 && c.Verb == "challenge" || !ofOption(c.Args, i)
	case "move", "say", "note", "name", "mute", "unmute", "profile", "results":
		return true
	case "games", "export":
		return !slices.Contains([]string{"all", "me"}, c.Args[i])
	case "address", "set":
		s, _ := settingOf(c.Args[0])
		return i == 1 && s.values == nil
	}
	return false
}

// times matches a time, or two that are added, as they stand in a pace.
var times = regexp.MustCompile(`^\d+[dwh](\+\d+[dwh])?$`)

// wordIn gives a word behind a command in the words of a dialect, and of a time the
// letters for its units if the dialect has letters: French days are "10j".
func wordIn(d *lexicon.Language, english string) string {
	if !times.MatchString(english) {
		return d.Words.Show(english)
	}
	for _, unit := range []string{"days", "weeks", "hours"} {
		for _, word := range d.Words[unit] {
			if len(word) == 1 {
				english = strings.ReplaceAll(english, unit[:1], word)
			}
		}
	}
	return english
}

// Say gives a line in the words of a language, by its code: a command, or the word
// for one, in the plain form. Any other line stays as it is.
func Say(line, code string) string {
	if c, ok := Parse(line); ok {
		return c.In(code)
	}
	if d, ok := lex.Dialect(code); ok && code != lex.English().Code {
		return d.Verbs.Show(line)
	}
	return line
}

// Option gives a word that stands behind a command, such as "size", "pace" or
// "weekends", in the words of a language, by its code; any other word as it is.
func Option(english, code string) string {
	if d, ok := lex.Dialect(code); ok && code != lex.English().Code {
		return wordIn(d, english)
	}
	return english
}

// Words are those of a language, by its code.
type Words string

// Say is Say in that language.
func (w Words) Say(line string) string { return Say(line, string(w)) }

// Option is Option in that language.
func (w Words) Option(english string) string { return Option(english, string(w)) }

// Languages lists the codes of the languages in which commands can be written.
func Languages() []string {
	codes := make([]string, len(lex.Dialects))
	for i, d := range lex.Dialects {
		codes[i] = d.Code
	}
	return codes
}
