package command

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"unlurbot/parser/plain"
)

// IsGreeting reports whether a line is "Hi Bo," or the like, perhaps with "how
// are you?" behind it: short, and nothing in it that could be a command or a
// cell. Verbs that stand in greetings too, as in "Hi Bo, back again", are none there.
func IsGreeting(line string) bool {
	const longest, most = 200, 5 // bytes, words before "how are you?"
	if len(line) > longest || strings.ContainsFunc(line, unicode.IsDigit) {
		return false
	}
	words := plain.Words(line)
	if len(words) == 0 {
		return false
	}
	if greets := greetings[words[0]]; !isHail(words[0]) && (!greets || len(strings.Fields(line)) > most) {
		before := 0 // "how are you?"
		if greets {
			before = min(most, len(words))
		}
		asks := false
		for n := 0; n <= before && !asks; n++ {
			asks = askings[strings.Join(words[n:], " ")]
		}
		if !asks {
			return false
		}
	}
	return !hidesCommand(slices.DeleteFunc(words[1:], func(word string) bool {
		found := verbsByWord[plain.Unaccented(word)]
		return len(found) > 0 && !slices.ContainsFunc(found, func(v *verb) bool { return !v.is(verbDaily) })
	}))
}

// isPlainGreeting reports whether a greeting holds nothing but words that greet
// and names: "Good morning, Bo!"
func isPlainGreeting(line string) bool {
	for _, written := range strings.Fields(plain.Fold(line)) {
		if word := plain.Phrase(written); !greetings[word] && beginsSmall(plain.TrimEdges(written)) {
			return false
		}
	}
	return true
}

// endsGreeting reports whether a greeting has an end, or is so short that it needs
// none, so that the next line is not its last words: "Hi, what about".
func endsGreeting(line string) bool {
	const short = 3 // words
	line = strings.TrimRight(plain.Fold(line), " ")
	last, _ := utf8.DecodeLastRuneInString(line)
	return len(strings.Fields(line)) <= short || !unicode.IsLetter(last)
}

// isHail reports whether a word begins with a greeting and holds little more
// than a name behind it, in a script that puts no blanks between words.
func isHail(word string) bool {
	const longest = 20 // characters
	if word[0] < utf8.RuneSelf || utf8.RuneCountInString(word) > longest {
		return false
	}
	latin := strings.FieldsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf })
	return slices.ContainsFunc(hails, func(hail string) bool { return strings.HasPrefix(word, hail) }) && !hidesCommand(latin)
}

// isName reports whether a line is "Bo," and the like: a greeting that is
// nothing but a name. It can only be told from other words by what stands below.
func isName(line string) bool {
	const most, longest = 3, 100 // words, bytes
	text := strings.TrimRight(plain.Fold(line), " ")
	if len(text) > longest || !strings.HasSuffix(text, ",") && !strings.HasSuffix(text, "、") {
		return false
	}
	written := strings.Fields(text)
	if len(written) > 1 && slices.ContainsFunc(written, beginsSmall) {
		return false // "Not so fast,"
	}
	words := plain.Words(text)
	return 0 < len(words) && len(words) <= most && !noNames[words[0]] && !hidesCommand(words) && !strings.ContainsFunc(text, unicode.IsDigit) &&
		!slices.ContainsFunc(words, func(w string) bool { return len(nearestVerbs(w)) > 0 })
}

func beginsSmall(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLower(first)
}

// hidesCommand reports whether one of the words is a verb, or all of them end in
// a sentence that gives the game up.
func hidesCommand(words []string) bool {
	for i, w := range words {
		_, isVerb := verbOf(w)
		if isVerb || lex.Doubtful[plain.Unaccented(w)] == "resign" || sentences[strings.Join(words[i:], " ")] == "resign" {
			return true
		}
	}
	return false
}
