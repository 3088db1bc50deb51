// Package fold normalises what people write in several ways, for comparison: spellings of
// one address, addresses of one mailbox, and names that look the same.
package fold

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// MaxName is how many characters a player's name has at most.
const MaxName = 30

// Address makes addresses comparable. Case does not count in ASCII: the
// local part could be case sensitive by RFC 5321 section 2.4, but in practice
// never is. Other letters stay, since two mailboxes can differ in them alone.
func Address(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, strings.TrimSpace(s))
}

// Mailbox gives what the addresses of one mailbox have in common: a +detail
// makes another address, and as a rule no other mailbox (RFC 5233). It is for
// limits, so that nobody gets more mails by having more addresses.
func Mailbox(address string) string {
	address = Address(address)
	at := strings.LastIndexByte(address, '@')
	if plus := strings.IndexByte(address, '+'); plus > 0 && plus < at {
		return address[:plus] + address[at:]
	}
	return address
}

// Name makes names comparable as text: neither case counts, nor in which of the
// ways that look the same a letter is written (José with one character for the é, or
// two). NameKeys tells which names are too much alike for two players.
func Name(s string) string {
	return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(strings.TrimSpace(s))))
}

// NameKeys gives the keys by which a player is found under a name, the surest one
// first. Two names that share a key are the same for people: they look alike as they
// are written, in small letters, or in capitals, as UTS 39 has it for letters of all
// scripts (1 and l, Latin and Cyrillic), and accents, blanks and signs don't count.
//
// There are several keys because letters that look alike in one case don't in the
// other: ELIA is Elia, and "Ian" looks like "lan", but Elia is not Ella.
func NameKeys(name string) (keys []string) {
	name = norm.NFKC.String(name)
	small, capitals := cases.Fold(), cases.Upper(language.Und)
	for _, key := range []string{
		bareLetters(small.String(confusable.Skeleton(small.String(name)))),
		bareLetters(small.String(confusable.Skeleton(name))),
		bareLetters(confusable.Skeleton(capitals.String(name))),
	} {
		if key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// FreeName gives a name of which no key is taken: the one that is asked for, or else it
// is shortened if need be and has the first number behind it that makes it one.
func FreeName(name string, taken func(key string) bool) string {
	free, letters := name, []rune(name)
	for n := 2; slices.ContainsFunc(NameKeys(free), taken); n++ {
		number := strconv.Itoa(n)
		free = strings.TrimSpace(string(letters[:min(len(letters), MaxName-len(number))])) + number
	}
	return free
}

// HasWord looks in a folded text for a folded word, or several, that are no part of a longer one.
func HasWord(text, word string) bool {
	inside := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for at := 0; word != ""; at++ {
		found := strings.Index(text[at:], word)
		if found < 0 {
			return false
		}
		at += found
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(word):])
		if !inside(before) && !inside(after) {
			return true
		}
	}
	return false
}

// bareLetters leaves out accents and all that is no letter and no digit. The marks
// that belong to one script are letters of it, and those that make another sound of
// a Japanese one too.
func bareLetters(s string) string {
	const voiced, halfVoiced = '\u3099', '\u309a'
	return norm.NFC.String(strings.Map(func(r rune) rune {
		accent := unicode.Is(unicode.Inherited, r) && r != voiced && r != halfVoiced
		if accent || !unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark) {
			return -1
		}
		return r
	}, norm.NFD.String(s)))
}
