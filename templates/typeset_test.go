package templates_test

import (
	"regexp"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

// breakable is a blank in French at which a line could break and must not, or the break.
var breakable = regexp.MustCompile(`[ \n]+[:;?!»]|«[ \n]|\d[ \n]h\b`)

// In French no line of ours begins with a sign that belongs to the word before it.
func TestSignsStayWithTheirWords(t *testing.T) {
	set, seen := load(t), 0
	for _, sample := range append(samples.All(game.DefaultSize), rareMails()...) {
		mail, err := render(set, "fr", sample)
		if err != nil {
			t.Fatal(err)
		}
		var ours strings.Builder
		for line := range strings.Lines(mail.Text) {
			if !strings.HasPrefix(line, "  ") { // else it is a list, a board or somebody's words
				ours.WriteString(line)
			}
		}
		if at := breakable.FindStringIndex(ours.String()); at != nil {
			t.Errorf("%s: a line can break here: %q", sample.Name, ours.String()[at[0]:])
		}
		seen += strings.Count(mail.Text, "\u00a0")
	}
	if seen < 100 {
		t.Errorf("there are %d such blanks in all mails", seen)
	}
}

// What players write stays as it is.
func TestWordsOfPlayersAreNotTypeset(t *testing.T) {
	const theirs = "a : b ? « c »"
	said, err := load(t).Say("fr", "notice unknown", templates.Notice{Text: theirs})
	if err != nil || !strings.Contains(said, "«\u00a0"+theirs+"\u00a0»") {
		t.Errorf("%q, %v", said, err)
	}
	view := samples.Turn("C4", "move")
	view.Words = theirs
	mail, err := load(t).Render("fr", templates.Turn, view)
	if err != nil || !strings.Contains(mail.Text, "  | "+theirs+"\n") {
		t.Errorf("%v:\n%s", err, mail.Text)
	}
}
