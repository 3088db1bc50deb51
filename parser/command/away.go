package command

import (
	"fmt"
	"strconv"
	"strings"

	"unlurbot/parser/plain"
)

// takeAway takes the days of a holiday: "2026-12-20 to 2027-01-06", "until
// 2027-01-06", "10d", "2 weeks", "until Monday", "tomorrow". Dates have only this form,
// for 5/6 is in May for some and in June for others. Whether there is such a day is not
// asked here.
func takeAway(rest phrase) ([]string, bool) {
	words := awayWords(rest.folded)
	if len(words) > 1 && (lex.Means(words[0], "from") || lex.Means(words[0], "for")) {
		words = words[1:]
	}
	switch len(words) {
	case 1:
		if day, ok := dayOf(words[0]); ok && !plain.IsDigit(day[0]) {
			return []string{day}, true
		}
		days, ok := daysOf(words[0])
		return []string{days}, ok
	case 2:
		if date, ok := dayOf(words[1]); ok {
			return []string{"until", date}, isUntil(words[0])
		}
		days, ok := daysOf(words[0] + words[1])
		return []string{days}, ok
	case 3:
		from, ok1 := dayOf(words[0])
		to, ok2 := dayOf(words[2])
		return []string{from, "to", to}, ok1 && ok2 && isUntil(words[1])
	}
	return nil, false
}

// awayWords returns the words of a text in lower case without the marks around
// them; a dash that stands alone is "to".
func awayWords(text string) (words []string) {
	for w := range strings.FieldsSeq(strings.ToLower(plain.TrimEdges(text))) {
		switch trimmed := plain.TrimEdges(w); {
		case beforeDays[trimmed], trimmed == "al" && len(words) > 0 && lex.Means(words[len(words)-1], "until"):
		case trimmed != "":
			words = append(words, trimmed)
		case w == "-" || w == "–" || w == "—":
			words = append(words, "to")
		}
	}
	return words
}

// Days lists the words for days that are no dates, but "today" and "tomorrow", Sunday
// first.
var Days = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// dayOf reads a day, as one of the words for one or as a date: "2026-12-20" (ISO 8601), also
// without leading zeros.
func dayOf(word string) (string, bool) {
	if day := lex.MeaningOf(word, append([]string{"today", "tomorrow"}, Days...)); day != "" {
		return day, true
	}
	parts := strings.Split(word, "-")
	if len(parts) != 3 || len(parts[0]) != 4 {
		return "", false
	}
	var n [3]int
	for i, part := range parts {
		if _, ok := smallNumber(part); !ok || i > 0 && len(part) > 2 {
			return "", false
		}
		n[i], _ = strconv.Atoi(part)
	}
	return fmt.Sprintf("%04d-%02d-%02d", n[0], n[1], n[2]), true
}

// isNamedAway reports whether a command says that somebody is away, with a day that is no
// date: below a move, and in the subject of a program, that may be said to somebody else.
func (c Command) isNamedAway() bool {
	return c.Verb == "away" && strings.Trim(c.Args[len(c.Args)-1], "-0123456789d") != ""
}

func isUntil(word string) bool { return lex.Means(word, "to") || lex.Means(word, "until") }

// daysOf reads a number of days, "10d", "10days" or "2weeks", as "10d".
func daysOf(text string) (string, bool) {
	const mostDigits, daysInWeek = 3, 7
	unit := strings.TrimLeft(text, "0123456789")
	number := text[:len(text)-len(unit)]
	if number == "" || len(number) > mostDigits {
		return "", false
	}
	n, _ := strconv.Atoi(number)
	switch lex.MeaningOf(unit, []string{"days", "weeks"}) {
	case "days":
	case "weeks":
		n *= daysInWeek
	default:
		return "", false
	}
	return strconv.Itoa(n) + "d", true
}

// nearAway asks about a date or a number that has another form: "away from
// 20.12. to 6.1.", "away until 20 December". Without one it is a sentence.
func nearAway(rest phrase) []string {
	const most = 8 // words
	words := awayWords(rest.folded)
	for _, w := range words {
		if _, day := dayOf(w); len(words) <= most && (day || plain.IsDigit(w[0])) {
			return []string{"help away"}
		}
	}
	return nil
}
