package lexicon

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.yaml.in/yaml/v3"
)

// Two languages, of which one can be spoilt.
const (
	someEnglish   = "code: en\nnames: english\nverbs:\n  move: move, play\n  help: help\nwords:\n  size: size\ncommon: the\naround:\n  greet: hello\n"
	someEsperanto = "code: eo\nnames: esperanto\nverbs:\n  move: ludi, movi\n  help: helpo\nwords:\n  size: grandeco\nopeners: ke\ncommon: la\naround:\n  greet: saluton\n"
)

// TestEmbedded holds that all files of the program are right, and that a reader of all YAML
// reads in them what Load does.
func TestEmbedded(t *testing.T) {
	for _, l := range Embedded().Languages {
		src, err := data.ReadFile("data/" + l.Code + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		want := &Language{}
		d := yaml.NewDecoder(bytes.NewReader(src))
		d.KnownFields(true)
		if err := d.Decode(want); err != nil {
			t.Errorf("%s: %v", l.Code, err)
		}
		if diff := cmp.Diff(want, l, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", l.Code, diff)
		}
	}
}

// UnmarshalYAML reads a list as YAML has it.
func (l *List) UnmarshalYAML(n *yaml.Node) error {
	*l = strings.Split(n.Value, ", ")
	return nil
}

// TestLoadTellsWhatIsWrong tells what is said of each kind of mistake in a file.
func TestLoadTellsWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ right, wrong, want string }{
		{"", "", ""},
		{"  help", "  move: iri\n  help", "line 5: move: it stands there twice"},
		{"openers", "names", "line 8: names: it stands there twice"},
		{"openers", "opener", "line 8: opener: there is no such key"},
		{"ludi", "Ludi", `line 4: move: "Ludi" is not in lower case`},
		{"ludi, movi", "ludi, movi, ludi", `line 4: move: "ludi" stands there twice`},
		{"ludi, movi", "ludi,, movi", "line 4: move: an empty word"},
		{"ludi, movi", "ludi, mo  vi", `line 4: move: "mo  vi" has several blanks`},
		{" ludi, movi", "", "line 4: move: " + oneLine},
		{"ke", "", "line 8: openers: " + oneLine},
		{"ludi, movi", "ludi\n    movi", "line 5: move: " + oneLine},
		{"ludi, movi", "ludi\n    movi: iri", "line 5: move: " + oneLine},
		{"ludi, movi", "[ludi, movi]", "line 4: move: " + oneLine},
		{"verbs:\n", "verbs: all\n", "line 3: verbs: it is a section, with a line for each key"},
		{"  help: helpo\n", "", `verbs: no word for "help"`},
		{"  size: grandeco\n", "  two: du\n", `line 7: two: English has no such key there`},
		{"help:", "hepl:", `line 5: hepl: English has no such key there`},
		{"code: eo", "code: epo", `code: it is "epo"`},
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

// TestNoSentenceMeansTwo holds that a sentence means the same command in all languages.
func TestNoSentenceMeansTwo(t *testing.T) {
	meant := map[string]string{}
	for _, l := range Embedded().Languages {
		for verb, sentences := range l.Means {
			for _, sentence := range sentences {
				if other := meant[sentence]; other != "" && other != verb {
					t.Errorf("%q means %s and %s", sentence, verb, other)
				}
				meant[sentence] = verb
			}
		}
	}
}
