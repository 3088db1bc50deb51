package templates_test

import (
	"strings"
	"testing"

	"unlurbot/parser"
	"unlurbot/templates"
)

// TestNoticesInWords tells what a notice says where a number is one, or a move any.
func TestNoticesInWords(t *testing.T) {
	set := load(t)
	for _, tc := range []struct {
		notice templates.Notice
		want   map[string]string
	}{
		{templates.Notice{Code: templates.NoticeTooManyOpen, Number: 1}, map[string]string{
			"en": "only have one open invitation to an email address", "es": "una sola invitación tuya", "ca": "més d'una invitació teva", "fr": "qu'une invitation en cours",
		}},
		{templates.Notice{Code: templates.NoticeMuted, Name: "Bo", Names: []string{"Ana", "Bo"}, Number: 1}, map[string]string{
			"en": "You muted one more", "es": "Y otra más, silenciada", "ca": "I una persona més, silenciada", "fr": " et une autre.",
		}},
		{templates.Notice{Code: templates.NoticeReplanned, Cell: "any", Text: "D5"}, map[string]string{
			"en": "to any other move was D5", "es": "a cualquier otra jugada era D5", "ca": "a qualsevol altra jugada era D5", "fr": "D5 à tout autre coup",
		}},
	} {
		for language, want := range tc.want {
			said, err := set.Say(language, "notice "+tc.notice.Code, tc.notice.In(parser.Words(language)))
			if err != nil || !strings.Contains(said, want) {
				t.Errorf("%s: %v, no %q in %q", language, err, want, said)
			}
		}
	}
}
