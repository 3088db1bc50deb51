package mailbot_test

import (
	"fmt"
	"html"
	"strings"
	"testing"
	"unicode"

	"unlurbot/mailbot/testing/bottest"
)

// Who copies a cell out of a board copies its link too, and with it what shows that
// an answer is the player's: nobody else reads that, however it was broken on the way.
func TestWordsCarryNoToken(t *testing.T) {
	t.Parallel()
	breaks := map[string]func(token string) string{
		"whole":         func(token string) string { return token },
		"in capitals":   strings.ToUpper,
		"a blank":       func(token string) string { return token[:12] + " " + token[12:] },
		"a line break":  func(token string) string { return token[:12] + "\n" + token[12:] },
		"a quoted line": func(token string) string { return token[:12] + "\n> " + token[12:] },
		"a hyphen":      func(token string) string { return token[:12] + "-\n" + token[12:] },
		"spaced out":    func(token string) string { return strings.Join(strings.Split(token, ""), " ") },
		"no blank":      func(token string) string { return token[:5] + "\u00a0" + token[5:20] + "\u200b" + token[20:] },
	}
	for broken, breakUp := range bottest.SomeOf(breaks) {
		for _, way := range []string{"%[1]s\n\nWhat about %[2]s?", "say What about %[2]s?", "say What about %[2]s?\n%[1]s"} {
			b := bottest.New(t)
			b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
			who, other := "ana@example.org", "bo@example.net"
			token, ok := bottest.Own.Detail(b.Person(who).Last().ReplyTo.Addr)
			if !ok {
				t.Fatalf("no token in %s", b.Person(who).Last().ReplyTo.Addr)
			}
			link := breakUp(token)
			if broken == "whole" {
				link = fmt.Sprintf("D5<mailto:unlur%%2B%s@example.org?subject=Re%%3A&body=D5>", token)
			}
			if strings.HasPrefix(way, "say") && strings.Contains(link, "\n") {
				continue // what is said ends with the line
			}
			b.Person(who).Replies(fmt.Sprintf(way, cellOf(b), link))
			got := b.Person(other).Last()
			if !strings.Contains(got.Text, "What about") {
				t.Fatalf("%s, %q: not passed on:\n%s", broken, way, got.Text)
			}
			for _, m := range b.Person(other).Mails() {
				for _, part := range []string{m.Text, strings.ReplaceAll(html.UnescapeString(m.HTML.String()), "<br>", "")} {
					if strings.Contains(lettersOf(part), lettersOf(token)) {
						t.Errorf("%s, %q: the opponent reads the token:\n%s", broken, way, m.Text)
					}
				}
			}
		}
	}
}

// Half of a token in what is said and half of it below stand together in the end.
func TestTokenInTwoPieces(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	token, _ := bottest.Own.Detail(ana.Last().ReplyTo.Addr)
	ana.Replies("say Look: " + token[:10] + "\n" + cellOf(b) + "\n\n" + token[10:] + " there")
	text := bo.Last().Text
	if !strings.Contains(text, "Look: *") || !strings.Contains(text, "* there") || strings.Contains(lettersOf(text), token) {
		t.Errorf("the opponent reads:\n%s", text)
	}
}

// lettersOf gives what remains of a text without all that is no letter and no digit.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
