package templates_test

import (
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/templates/samples"
)

// The picture stands once in the page, in place of the board, with words for readers who
// don't see it. The text part has the board.
func TestPictureInPlaceOfTheBoard(t *testing.T) {
	set := load(t)
	for _, language := range set.Languages() {
		for _, sample := range samples.All(game.DefaultSize) {
			mail, err := set.Render(language, sample.Kind, sample.View)
			if err != nil {
				t.Fatal(err)
			}
			name := language + "/" + sample.Name
			at := strings.Index(mail.HTML, "<img ")
			if sample.View.Envelope.Picture == nil {
				if at >= 0 {
					t.Errorf("%s: a picture of nothing", name)
				}
				continue
			}
			if strings.Count(mail.HTML, "<img ") != 1 || !strings.Contains(mail.Text, "Side 1") || strings.Contains(mail.HTML, `<table class="b `) {
				t.Errorf("%s: the picture does not stand once in place of the board", name)
				continue
			}
			tag, _, _ := strings.Cut(mail.HTML[at:], ">")
			_, alt, _ := strings.Cut(tag, `alt="`)
			if alt, _, _ = strings.Cut(alt, `"`); !strings.Contains(alt, "42") {
				t.Errorf("%s: it says %q", name, alt)
			}
			for _, want := range []string{`src="cid:board@unlurbot"`, `width="320"`} {
				if !strings.Contains(tag, want) {
					t.Errorf("%s: %s lacks %s", name, tag, want)
				}
			}
			if strings.Contains(mail.Text, alt) {
				t.Errorf("%s: the text part shows a picture", name)
			}
		}
	}
}
