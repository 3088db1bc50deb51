package lexicon

import (
	"strings"
	"testing"
	"testing/fstest"
)

// Two languages, of which one can be spoilt.
const (
	someEnglish   = "code: en\nnames: english\nverbs:\n  move: move, play\n  help: help\nwords:\n  size: size\ncommon: the\naround:\n  greet: hello\n"
	someEsperanto = "code: eo\nnames: esperanto\nverbs:\n  move: ludi, movi\n  help: helpo\nwords:\n  size: grandeco\nopeners: ke\ncommon: la\naround:\n  greet: saluton\n"
)

// TestEmbedded holds that all files of the program are right.
func TestEmbedded(t *testing.T) {
	for _, l := range Embedded().Languages {
		if l.Code == "" {
			t.Error("a language has no code")
		}
	}
}

// TestLoadTellsWhatIsWrong tells what is said of each kind of mistake in a file.
func TestLoadTellsWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ right, wrong, want string }{
		{"", "", ""},
		{"  help", "  move: iri\n  help", "yaml: unmarshal errors:\n  line 5: mapping key \"move\" already defined at line 4"},
		{"openers", "opener", "yaml: unmarshal errors:\n  line 8: field opener not found in type lexicon.Language"},
		{"ludi", "Ludi", `line 4: move: "Ludi" is not in lower case`},
		{"ludi, movi", "ludi, movi, ludi", `line 4: move: "ludi" stands there twice`},
		{"ludi, movi", "ludi,, movi", "line 4: move: an empty word"},
		{" ludi, movi", "", "line 4: move: an empty word"},
		{" ke", "", "line 8: openers: an empty word"},
		{" ludi, movi", "\n    - ludi\n    - movi", "line 5: move: " + oneLine},
		{"ludi, movi", "ludi,\n    movi", "line 5: move: " + oneLine},
		{"ludi, movi", "[ludi, movi]", "line 4: move: " + oneLine},
		{"  help: helpo\n", "", `verbs: no word for "help"`},
		{"  size: grandeco\n", "  two: du\n", `line 7: two: English has no such key among its words`},
		{"help:", "hepl:", `line 5: hepl: English has no such key among its verbs`},
		{"code: eo", "code: epo", `line 1: code: it is "epo"`},
		{"names: esperanto\n", "", "names: there is none"},
		{"greet:", "hail:", "greet: there is none"},
		{"common: la\n", "", "common: there is none"},
	} {
		_, err := Load(fstest.MapFS{
			"en.yaml": {Data: []byte(someEnglish)},
			"eo.yaml": {Data: []byte(strings.Replace(someEsperanto, c.right, c.wrong, 1))},
		})
		got := ""
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "eo.yaml: ")
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.wrong, got, c.want)
		}
	}
	if _, err := Load(fstest.MapFS{"eo.yaml": {Data: []byte(someEsperanto)}}); err == nil {
		t.Error("there is a lexicon without English")
	}
}
