package command

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
)

// takeChallenge takes an opponent and options. The opponent is an address, in
// any of the dresses that mail programs give it, or a name.
func takeChallenge(rest phrase) ([]string, bool) {
	words := rest.cutArticle(strings.Fields(cutMarkedPolite(rest.folded)))
	end := rest.optionsIn(words)
	if head, polite := cutPolite(rest.folded); polite && (end >= 0 || strings.Contains(head, "@")) {
		words = rest.cutArticle(strings.Fields(head)) // behind options or an address no name goes on
		end = rest.optionsIn(words)
	}
	if end < 0 {
		end = len(words)
	}
	who := strings.Join(words[:end], " ")
	var extra []string
	if strings.Contains(strings.Trim(who, "@"), "@") {
		var ok bool
		if who, extra, ok = challengedAddress(words[:end]); !ok {
			return nil, false
		}
	} else {
		who = orRobot(trimName(who))
		first, _, _ := strings.Cut(plain.Unaccented(who), " ")
		if !fitsName(who) || outcomes[plain.TrimEdges(first)] { // "Challenge accepted!"
			return nil, false
		}
	}
	if who == "" || slices.ContainsFunc(words[end:], func(w string) bool { return strings.Contains(w, "@") }) {
		return nil, false
	}
	options, ok := readOptions(append(extra, words[end:]...))
	return append([]string{who}, options...), ok
}

// robot is the name by which a robot is challenged whose level is said behind it, or is the first one.
const robot = "robot"

// orRobot gives a name without what lists put behind that of a robot, for "the computer" and the like the robot's.
func orRobot(name string) string {
	name, _, _ = strings.Cut(name, " ("+robot)
	if lex.Means(strings.TrimPrefix(strings.ToLower(name), "the "), robot) {
		return robot
	}
	return name
}

// takeLevel takes the level of a robot.
func takeLevel(rest phrase) ([]string, bool) {
	text, _ := cutPolite(rest.folded)
	options, ok := readOptions(strings.Fields(text))
	return options, ok && len(options) == 2 && options[0] == levelWord && strings.Trim(options[1], "0123456789") == ""
}

// optionsIn returns where the options begin behind a verb and a name, -1 for nowhere.
// A name can begin with a word that is an option in another language: behind an
// English verb "Double Trouble" is one.
func (p phrase) optionsIn(words []string) int {
	at := slices.IndexFunc(words, isOption)
	for pace := range words {
		if isShortPace(words[pace:]) {
			if pace > 0 && (at < 0 || pace < at) { // not "3d Max"
				at = pace
			}
			break
		}
	}
	if _, ok := verbOf(p.verb); at == 0 && ok && !p.isForeign() && !slices.Contains(optionWords, trimName(strings.ToLower(words[0]))) && !strings.ContainsAny(words[0], "=:") {
		if at = slices.IndexFunc(words[1:], isOption); at >= 0 {
			at++
		}
	}
	return at
}

// cutArticle takes off the front of a name what stands there behind a verb of
// another language than English: "reta a Ana", "repta l'Anna".
func (p phrase) cutArticle(words []string) []string {
	switch {
	case !p.isForeign() || len(words) == 0:
		return words
	case len(words) > 1 && beforeNames[words[0]]:
		words = words[1:]
	}
	for _, article := range []string{"l'", "l’"} {
		if name, found := strings.CutPrefix(words[0], article); found && name != "" {
			return append([]string{name}, words[1:]...)
		}
	}
	return words
}

// challengedAddress finds the one address among words such as
//
//	Bo <bo@example.org>
//	bo@example.org <mailto:bo@example.org>
//	[bo@example.org](mailto:bo@example.org)
//
// and returns the words behind it, which can only be options. An apostrophe can be a
// letter of an address: one that is no half of a pair makes it unclear which is meant.
func challengedAddress(words []string) (addr string, extra []string, ok bool) {
	isQuote := func(r rune) bool { return r == '\'' || r == '`' || unicode.In(r, unicode.Pi, unicode.Pf, unicode.Ps) }
	for i, w := range words {
		if !strings.Contains(w, "@") {
			continue
		}
		extra = words[i+1:]
		for _, piece := range strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune("<>()[]\",;", r) }) {
			piece, _, _ = strings.Cut(strings.TrimPrefix(piece, "mailto:"), "?")
			piece = strings.TrimRight(plain.WithoutApostrophes(strings.TrimRight(piece, ".:!")), ".:!")
			switch {
			case !strings.Contains(piece, "@"):
			case !mime.IsAddress(piece), strings.IndexFunc(piece, isQuote) == 0, addr != "" && plain.FoldASCII(addr) != plain.FoldASCII(piece):
				return "", nil, false
			case addr == "":
				addr = piece
			}
		}
	}
	return addr, extra, addr != ""
}

// takeWho takes a player: an address, in any of the dresses that mail programs
// give it, or a name.
func takeWho(rest phrase) ([]string, bool) {
	who := cutMarkedPolite(rest.folded)
	if head, polite := cutPolite(who); polite && strings.Contains(who, "@") {
		who = head // behind an address no name goes on
	}
	if strings.Contains(strings.Trim(who, "@"), "@") {
		addr, extra, ok := challengedAddress(strings.Fields(who))
		return []string{addr}, ok && len(extra) == 0
	}
	if strings.Contains(who, "?") {
		return nil, false
	}
	words := rest.cutArticle(strings.Fields(trimName(who)))
	if len(words) > 1 && (beginsSmall(words[0]) && lex.Means(words[0], "of") || strings.EqualFold(words[0], "of") || strings.EqualFold(words[0], "for")) {
		words = words[1:] // "results of Bo", but "results De Boer"
	}
	name := orRobot(trimName(strings.Join(words, " ")))
	return []string{name}, name != "" && fitsName(name) && !isSentence(words) && !IsCommand(name)
}

// isSentence reports whether several words behind a verb go on as a sentence does:
// "Results are fine", or end one: "Games continue. To come back". "J. Smith" and "St. John" don't.
func isSentence(words []string) bool {
	const short = 4 // letters, with the point
	if len(words) < 2 {
		return false
	}
	ends := func(w string) bool { return strings.HasSuffix(w, ".") && utf8.RuneCountInString(w) > short }
	if slices.ContainsFunc(words[:len(words)-1], ends) {
		return true
	}
	said := func(w string) bool {
		return englishProse[plain.TrimEdges(w)] || lex.Prose[plain.TrimEdges(w)]
	}
	return notNames[words[0]] || slices.ContainsFunc(words, said)
}

// takeAddress takes "add" or "drop", in any language, and one address.
func takeAddress(rest phrase) ([]string, bool) {
	text, _ := cutPolite(rest.folded)
	words := strings.Fields(text)
	if len(words) < 2 {
		return nil, false
	}
	what := lex.MeaningOf(plain.TrimEdges(words[0]), []string{"add", "drop"})
	addr, extra, ok := challengedAddress(words[1:])
	return []string{what, addr}, ok && len(extra) == 0 && what != ""
}

// trimName takes everything off both ends of a name or a word that is neither
// letter nor digit.
func trimName(name string) string {
	return strings.TrimSpace(strings.TrimFunc(name, func(r rune) bool { return !plain.IsNameRune(r) }))
}
