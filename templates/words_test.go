package templates_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

// TestWords compares all that is said in a language with one file: the paragraphs of
// all samples and of some mails more, each once, and behind the name of a piece what only
// the piece says. So a change of a word is a line of that file, or a few.
func TestWords(t *testing.T) {
	set := load(t)
	for _, language := range set.Languages() {
		templates.Golden(t, filepath.Join("words", language+".txt"), strings.Join(allSaid(t, set, language), "\n")+"\n")
	}
}

// TestEveryWordIsHeld holds that no words stand in a template that are not in that file.
func TestEveryWordIsHeld(t *testing.T) {
	set, marks := templates.Marked(t)
	for _, language := range set.Languages() {
		said := strings.Join(allSaid(t, set, language), "\n")
		for mark, words := range marks[language] {
			if !strings.Contains(said, mark) {
				t.Errorf("words/%s.txt does not hold what stands in %s", language, words)
			}
		}
	}
}

// siteLines are what sentences of the web site can be about.
var siteLines = func() (lines []templates.SiteLine) {
	day := time.Date(2026, time.November, 29, 0, 0, 0, 0, time.UTC)
	lines = append(lines, templates.SiteLine{Name: "Bo", Number: 1, Of: 1, Day: day, Seat: "black", Reason: "y"})
	lines = append(lines, templates.SiteLine{Name: "Bo", Number: 24, Of: 10_001, Day: day, Seat: "black", Reason: "y", Small: true})
	for _, seat := range []string{"white", "first", "second"} {
		lines = append(lines, templates.SiteLine{Name: "Bo", Number: 24, Of: 10_001, Day: day, Seat: seat, Reason: "y"})
	}
	for _, reason := range []string{"line", "opponent-goal", "resign", "timeout", "forfeit"} {
		lines = append(lines, templates.SiteLine{Name: "Bo", Number: 24, Of: 10_001, Day: day, Seat: "white", Reason: reason})
	}
	return lines
}()

// allSaid gives what the mails of a language say, in the order of the file.
func allSaid(t *testing.T, set *templates.Set, language string) (all []string) {
	t.Helper()
	wording := parser.Words(language)
	seen := map[string]bool{}
	add := func(where string, lines ...string) {
		for _, line := range lines {
			line = strings.TrimSpace(line)
			if (strings.ContainsFunc(line, unicode.IsLower) || strings.Contains(line, "⟦")) && !seen[line] { // else it is a list of moves
				seen[line] = true
				all = append(all, where+line)
			}
		}
	}
	say := func(piece string, about any) {
		said, err := set.Say(language, piece, about)
		if err != nil {
			t.Fatalf("%s, %s: %v", language, piece, err)
		}
		add(piece+": ", said)
	}
	for _, sample := range append(samples.All(game.DefaultSize), rareMails()...) {
		mail, err := render(set, language, sample)
		if err != nil {
			t.Fatal(err)
		}
		add("Subject: ", mail.Subject)
		add("", paragraphs(mail.Text)...)
		view, err := sample.In(set, language, parser.Words(language))
		if err != nil {
			t.Fatal(err)
		}
		tapped, err := set.Tapped(language, sample.Kind, view)
		if err != nil {
			t.Fatal(err)
		}
		add("", tapped...)
	}
	for _, code := range templates.NoticeCodes() {
		for _, n := range noticesOf(code) {
			say("notice "+code, n.In(wording))
		}
	}
	for _, name := range set.Pieces(language) {
		if first, _, _ := strings.Cut(name, " "); first == "help" || first == "brief" || first == "heading" || name == "stones" || name == "play" || name == "former player" {
			say(name, templates.Topic{Word: "WORD", Examples: []string{"EXAMPLE"}})
		}
	}
	for _, name := range set.Pieces(language) {
		if strings.HasPrefix(name, "label ") {
			say(name, &templates.View{Opponent: "Bo"})
		}
	}
	for _, name := range set.Pieces(language) {
		if strings.HasPrefix(name, "site ") {
			for _, line := range siteLines {
				say(name, line)
			}
		}
	}
	ended := &templates.View{Game: &templates.Game{Number: 42, Course: templates.Course{Phase: game.Over, Reason: game.ByResignation}}}
	say("picture", ended)
	for _, v := range []*templates.View{{}, {Game: &templates.Game{Course: templates.Course{Phase: game.Contract}}}, ended} {
		say("unlinked", v)
	}
	return all
}

// paragraphs gives what a text part says: a paragraph as one line, and lists line by
// line, without boards and words of players.
func paragraphs(text string) (all []string) {
	for block := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n\n") {
		switch {
		case !strings.HasPrefix(block, " "):
			all = append(all, strings.Join(strings.Fields(block), " "))
		case !strings.HasPrefix(block, "    ") && !strings.HasPrefix(block, "  |"):
			all = append(all, strings.Split(block, "\n")...)
		}
	}
	return all
}

// A mail in another language has the blocks of the English one, in the same order; only
// an invitation is parted into paragraphs as the language likes.
func TestBlocksFollowEachOtherAlike(t *testing.T) {
	set := load(t)
	for _, sample := range append(samples.All(game.DefaultSize), rareMails()...) {
		if sample.Kind == templates.Invite {
			continue
		}
		var english string
		for _, language := range append([]string{templates.Default}, set.Languages()...) {
			mail, err := render(set, language, sample)
			if err != nil {
				t.Fatal(err)
			}
			var blocks strings.Builder
			for block := range strings.SplitSeq(mail.Text, "\n\n") {
				for _, sign := range []string{"    ", "  |", "  X ", " ", ""} {
					if strings.HasPrefix(block, sign) {
						blocks.WriteString("[" + sign + "]")
						break
					}
				}
			}
			if english == "" {
				english = blocks.String()
			}
			if blocks.String() != english {
				t.Errorf("%s, %s: %s, want %s", language, sample.Name, blocks.String(), english)
			}
		}
	}
}
