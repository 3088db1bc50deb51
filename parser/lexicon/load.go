package lexicon

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed data/*.yaml
var data embed.FS

// Embedded returns what the program knows of languages. It panics over a file that is
// wrong, which the tests of this package rule out.
func Embedded() *Lexicon {
	files, err := fs.Sub(data, "data")
	if err != nil {
		panic(err)
	}
	l, err := Load(files)
	if err != nil {
		panic(err)
	}
	return l
}

// Load reads a file for each language, CODE.yaml. One of them must be en.yaml: a language
// with commands has words for all that English has words for, and for nothing else. An
// error names the file, the line and the key.
func Load(files fs.FS) (*Lexicon, error) {
	const first = "en.yaml"
	names, err := fs.Glob(files, "*.yaml")
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == first })
	var languages []*Language
	for _, name := range append([]string{first}, names...) {
		src, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		l := &Language{}
		languages = append(languages, l)
		if err = checkLines(src); err == nil {
			err = l.read(src)
		}
		if err == nil {
			err = l.check(src, strings.TrimSuffix(name, ".yaml"), languages[0])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return newLexicon(languages), nil
}

// fault is what is wrong in a line of a file.
type fault struct {
	line      int // 0 if something is missing
	key, what string
}

func (f *fault) Error() string {
	if f.line == 0 {
		return f.key + ": " + f.what
	}
	return fmt.Sprintf("line %d: %s: %s", f.line, f.key, f.what)
}

const oneLine = "a list is one line of words with commas between them"

// checkLines holds that each line has a key, and each key something behind it or below.
func checkLines(src []byte) error {
	last := fault{what: "an empty word"} // the key above
	open, indent, n := false, 0, 0       // whether nothing stands behind it
	for line := range strings.Lines(string(src) + "\nend: .") {
		n++
		text := strings.TrimSpace(line)
		if text == "" || text[0] == '#' {
			continue
		}
		key, value, found := strings.Cut(text, ":")
		deep := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case !found || text[0] == '-' || value != "" && value[0] != ' ':
			return &fault{n, last.key, oneLine}
		case open && deep <= indent:
			return &last
		}
		last.line, last.key = n, key
		open, indent = value == "", deep
	}
	return nil
}

// read reads a file, but for what it must have.
func (l *Language) read(src []byte) error {
	d := yaml.NewDecoder(bytes.NewReader(src))
	d.KnownFields(true)
	err := d.Decode(l)
	if f := (*fault)(nil); errors.As(err, &f) {
		line := strings.Split(string(src), "\n")[f.line-1]
		f.key, _, _ = strings.Cut(strings.TrimSpace(line), ":")
	}
	return err
}

// UnmarshalYAML reads a list, which is one line.
func (l *List) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode {
		return &fault{line: n.Line, what: oneLine}
	}
	for word := range strings.SplitSeq(n.Value, ",") {
		what := ""
		switch word = strings.TrimSpace(word); {
		case word == "":
			what = "an empty word"
		case word != strings.ToLower(word):
			what = fmt.Sprintf("%q is not in lower case", word)
		case strings.Contains(word, "  "):
			what = fmt.Sprintf("%q has several blanks", word)
		case slices.Contains(*l, word):
			what = fmt.Sprintf("%q stands there twice", word)
		}
		if what != "" {
			return &fault{line: n.Line, what: what}
		}
		*l = append(*l, word)
	}
	return nil
}

// check holds a language to its code and to English.
func (l *Language) check(src []byte, code string, english *Language) error {
	if l.Code != code {
		return &fault{lineOf(src, "code", "code"), "code", fmt.Sprintf("it is %q", l.Code)}
	}
	for key, list := range map[string]List{"names": l.Names, "common": l.Common, "greet": l.Around.Greet} {
		if l.HasCommands() && len(list) == 0 {
			return &fault{0, key, "there is none"}
		}
	}
	for _, g := range []struct {
		name       string
		has, known Glossary
		whole      bool
	}{
		{"verbs", l.Verbs, english.Verbs, true},
		{"words", l.Words, english.Words, true},
		{"topics", l.Topics, english.Topics, true},
		{"doubtful", l.Doubtful, english.Verbs, false},
		{"alike", l.Alike, english.Verbs, false},
		{"means", l.Means, english.Verbs, false},
	} {
		for _, key := range slices.Sorted(maps.Keys(g.has)) {
			if _, ok := g.known[key]; !ok {
				return &fault{lineOf(src, g.name, key), key, "English has no such key among its " + g.name}
			}
		}
		for _, key := range slices.Sorted(maps.Keys(g.known)) {
			if _, ok := g.has[key]; g.whole && l.HasCommands() && !ok {
				return &fault{0, g.name, fmt.Sprintf("no word for %q", key)}
			}
		}
	}
	return nil
}

// lineOf returns in which line a key of a section stands.
func lineOf(src []byte, section, key string) int {
	n, in := 0, ""
	for line := range strings.Lines(string(src)) {
		n++
		name, _, _ := strings.Cut(strings.TrimSpace(line), ":")
		if !strings.HasPrefix(line, " ") {
			in = name
		}
		if in == section && name == key {
			return n
		}
	}
	return 0
}
