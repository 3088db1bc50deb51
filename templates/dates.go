package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A grammar is what the templates of a language can't say themselves: the names of
// days and months with what stands between them, the time of the day, when a thing is
// one, and how words are typeset.
type grammar struct {
	weekdays [7]string // Sunday is the first
	first    string    // the first of a month
	months   [12]string
	year     string // in front of the year
	clock    func(t time.Time) string
	colon    string // between a name and a value
	thousand string // between the groups of a long number
	one      func(n int) bool

	// typeset puts into words of the templates what nobody sees who writes them, such as
	// blanks at which no line may break; nil if there is none.
	typeset func(words string) string
}

// grammars has a row for each language in which there can be mails. Months stand as
// they follow the day: Catalan has d'abril beside de gener.
var grammars = map[string]grammar{
	"en": {
		weekdays: [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		months:   [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
		first:    "1", clock: digits, colon: ":", thousand: ",", one: justOne,
	},
	"es": {
		weekdays: [7]string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"},
		months: [12]string{
			"de enero", "de febrero", "de marzo", "de abril", "de mayo", "de junio", "de julio", "de agosto", "de septiembre", "de octubre",
			"de noviembre", "de diciembre",
		},
		first: "1", year: "de ", clock: articled("la", "las"), colon: ":", thousand: "\u00a0", one: justOne,
	},
	"ca": {
		weekdays: [7]string{"diumenge", "dilluns", "dimarts", "dimecres", "dijous", "divendres", "dissabte"},
		months: [12]string{
			"de gener", "de febrer", "de març", "d'abril", "de maig", "de juny", "de juliol", "d'agost", "de setembre", "d'octubre",
			"de novembre", "de desembre",
		},
		first: "1", year: "de ", clock: articled("la", "les"), colon: ":", thousand: ".", one: justOne,
	},
	"fr": {
		weekdays: [7]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
		months: [12]string{
			"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
		},
		first: "1er", clock: hours, colon: "\u00a0:", thousand: "\u00a0", one: func(n int) bool { return -2 < n && n < 2 }, typeset: unbroken,
	},
}

func justOne(n int) bool { return n == 1 || n == -1 }

// day is a day within the next months: "Monday 2 January".
func (g grammar) day(t time.Time) string {
	return g.weekdays[t.Weekday()] + " " + g.dayOfMonth(t)
}

// date is any day: "2 January 2006".
func (g grammar) date(t time.Time) string {
	return fmt.Sprintf("%s %s%d", g.dayOfMonth(t), g.year, t.Year())
}

// month is any month: "January 2006".
func (g grammar) month(t time.Time) string {
	name := strings.TrimPrefix(strings.TrimPrefix(g.months[t.Month()-1], "de "), "d'")
	return fmt.Sprintf("%s %s%d", name, g.year, t.Year())
}

// fullDay is both: "Monday 2 January 2006".
func (g grammar) fullDay(t time.Time) string {
	return g.weekdays[t.Weekday()] + " " + g.date(t)
}

func (g grammar) dayOfMonth(t time.Time) string {
	day := fmt.Sprint(t.Day())
	if t.Day() == 1 {
		day = g.first
	}
	return day + " " + g.months[t.Month()-1]
}

// digits is a time of the day, "15:04".
func digits(t time.Time) string { return t.Format("15:04") }

// articled is the same with the article of an hour, which in Spanish and Catalan is
// another for one o'clock: "las 14:00", "la 01:30".
func articled(one, others string) func(t time.Time) string {
	return func(t time.Time) string {
		if t.Hour() == 1 {
			return one + " " + digits(t)
		}
		return others + " " + digits(t)
	}
}

// hours is the same in French: "15 h 04", and "15 h" sharp.
func hours(t time.Time) string {
	if t.Minute() == 0 {
		return fmt.Sprintf("%d\u00a0h", t.Hour())
	}
	return fmt.Sprintf("%d\u00a0h\u00a0%02d", t.Hour(), t.Minute())
}

// plural chooses the word for a number of things.
func (g grammar) plural(n int, one, many string) string {
	if g.one(n) {
		return one
	}
	return many
}

// number writes a count: from 10,000 on in groups of three digits.
func (g grammar) number(n int) string {
	digits := strconv.Itoa(n)
	if n < 10_000 {
		return digits
	}
	var groups []string
	for ; len(digits) > 3; digits = digits[:len(digits)-3] {
		groups = append(groups, digits[len(digits)-3:])
	}
	groups = append(groups, digits)
	slices.Reverse(groups)
	return strings.Join(groups, g.thousand)
}
