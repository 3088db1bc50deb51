package command

import (
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// nearCommand returns the commands of which a line nearly is one: a misspelt
// verb, a spoilt cell, a command with a question mark or in the order of a
// sentence. There are several only if the line is as near to each of them. With
// loose, a line that begins with a verb and then goes astray counts too; that is
// too much for a line below a command, where "Black is strong here" begins a note.
func nearCommand(line string, loose bool) (suggests []string) {
	text := strings.TrimSpace(plain.Fold(line))
	if text == "" || len(text) > maxNear || plain.IsQuoted(text) {
		return nil
	}
	if game, rest := cutGame(text); game != "" {
		for _, s := range nearCommand(rest, loose) {
			if c, ok := Parse(game + " " + s); ok { // not all can name one
				suggests = append(suggests, c.String())
			}
		}
		return suggests
	}
	if asked := strings.Trim(text, "?!. ¿¡"); asked != text {
		if c, ok := Parse(asked); ok {
			return []string{c.String()}
		}
	}
	if c, ok := meantOtherwise(text); ok {
		return []string{c.String()}
	}
	if cell, ok := nearCell(text); ok {
		return []string{cell}
	}
	if verb, ok := doubtfulCommand(text); ok {
		return []string{verb}
	}
	if c, ok := unlikeCommand(text, loose); ok {
		return []string{c.String()}
	}
	words := strings.Fields(text)
	first := plain.Unaccented(plain.TrimEdges(strings.TrimRight(words[0], ":?")))
	if v, known := verbOf(first); known {
		return v.nearly(first, words[1:], afterFirst(text), loose)
	}
	if verb := lex.Alike[first]; verb != "" {
		return correct([]string{verb}, words[1:], loose)
	}
	return correct(nearestVerbs(first), words[1:], loose)
}

// unlikeCommand finds the command in a line that is built like none.
func unlikeCommand(text string, loose bool) (Command, bool) {
	if c, ok := turnedEntry(text, loose); ok || !loose {
		return c, ok
	}
	return onlyNamed(text)
}

// onlyNamed finds what a line names without the word that a command begins with: "la lección 3",
// "tabla 6", "web sí".
func onlyNamed(text string) (Command, bool) {
	first, rest, _ := strings.Cut(text, " ")
	c, ok := Parse(rest)
	switch {
	case ok && c.Verb == "learn" && articles[strings.ToLower(first)]:
		return c, true
	case lex.Means(first, "table") && !strings.Contains(rest, " "): // of a tournament, as the bot itself calls it
		return Parse("tournament " + rest)
	}
	return settingAlone(text)
}

// nearly is nearCommand of a line that begins with a word for the verb. The words behind it
// are those of rest.
func (v *verb) nearly(first string, behind []string, rest phrase, loose bool) (suggests []string) {
	alone, prose := len(behind) == 0, v.is(verbProse|verbDaily)
	if v.is(verbText) && !v.isEnglish(first) {
		prose = prose || rest.goesOn() || !loose && rest.isProse()
	}
	switch {
	case alone:
	case v.near != nil:
		suggests = v.near(rest)
	case loose:
		suggests = v.nearWhose(rest)
	}
	if clear := alone && loose || !prose && (alone || loose); clear && len(suggests) == 0 {
		suggests = correct([]string{first}, behind, loose)
	}
	return suggests
}

// nearWhose returns the command with the name behind it, if the verb takes one and it is one word in
// small letters.
func (v *verb) nearWhose(rest phrase) []string {
	who, ok := takeWho(rest)
	if !ok || !v.is(verbWhose) || !beginsSmall(who[0]) || strings.Contains(who[0], " ") {
		return nil
	}
	return []string{v.name + " " + capital(who[0])}
}

// doubtfulCommand returns the command that a line probably is, but in words that may
// be said to somebody else: "Abandona !"
func doubtfulCommand(line string) (verb string, ok bool) {
	text, _ := cutPolite(line)
	verb, ok = lex.Doubtful[plain.Phrase(plain.Unaccented(text))]
	return verb, ok
}

// meantOtherwise returns the command that a line is, if it could as well be a label of
// the sender's own data, or said to somebody else: "Stop !" is called out to the other
// player, and "stop, thanks!" is calm.
func meantOtherwise(line string) (Command, bool) {
	c, ok := Parse(line)
	if !ok {
		return c, false
	}
	if c.is(verbLoud) {
		text := plain.Fold(line)
		said, _ := cutPolite(text)
		thanks := strings.TrimLeftFunc(text[len(said):], plain.IsRightEdge)
		if isExclaimed(strings.TrimSuffix(text, thanks)) {
			return c, true
		}
	}
	return c, c.isNamedAway() || c.isLabel(line)
}

// SaidLoudly returns the command that a line is but for its exclamation marks, or
// probably is: no slip, and no question.
func SaidLoudly(line string) (verb string, ok bool) {
	text := strings.Trim(plain.Fold(strings.TrimSpace(line)), "!. ¡")
	if verb, ok = doubtfulCommand(text); ok {
		return verb, true
	}
	c, ok := Parse(text)
	return c.Verb, ok && len(c.Args) == 0
}

// Limits of what may be a slip.
const (
	maxNear      = 200 // bytes of a line
	mostWords    = 4   // words of a line that means something else than the verb takes
	mostSuggests = 3
)

// correct puts the right verb before the rest of a line, or each of several that
// may be. If the rest fits none of them, the suggestion is the verb alone where
// that is a command, and else the help on it; both only for a short line or on a
// loose look.
func correct(candidates, rest []string, loose bool) (suggests []string) {
	var alone []string
	most := mostWords
	for _, word := range candidates {
		line := strings.Join(append([]string{word}, rest...), " ")
		if c, ok := Parse(strings.TrimRight(line, "?")); ok {
			suggests = append(suggests, c.String())
		}
		v, _ := verbOf(word)
		most = max(most, v.most)
		if c, ok := Parse(word); ok {
			alone = append(alone, c.String())
		} else {
			alone = append(alone, "help "+v.name)
		}
	}
	if len(suggests) == 0 && (len(rest) == 0 || loose && len(rest) < most) {
		suggests = alone
	}
	if len(suggests) > 1 { // what ends the game or the contract is not even named beside something else
		suggests = slices.DeleteFunc(suggests, IsGrave)
	}
	return suggests[:min(len(suggests), mostSuggests)]
}
