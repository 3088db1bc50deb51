package templates_test

import (
	"reflect"
	"testing"

	"unlurbot/game"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

// A mail names nothing that mails of its kind don't have, in no branch of its template.
func TestMailsNameWhatTheyHave(t *testing.T) {
	set, says := load(t), map[templates.Kind]reflect.Type{}
	for _, sample := range samples.All(game.DefaultSize) {
		if sample.View.Says != nil {
			says[sample.Kind] = reflect.TypeOf(sample.View.Says)
		}
	}
	for _, language := range set.Languages() {
		for _, fault := range set.Misnamed(language, says) {
			t.Error(fault)
		}
	}
}

// A mail can't say what is for mails of another kind.
func TestEachKindSaysItsOwn(t *testing.T) {
	view := samples.Turn("C4", "move")
	view.Says = &templates.Fault{Number: "k7f3q2"}
	if _, err := load(t).Render(templates.Default, templates.Turn, view); err == nil {
		t.Error("a turn has the number of an incident")
	}
}
