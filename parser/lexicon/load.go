package lexicon

import (
	"embed"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
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
	var english *Language
	for _, name := range append([]string{first}, names...) {
		src, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		l := &Language{}
		if err = l.read(string(src), english); err == nil {
			err = l.check(strings.TrimSuffix(name, ".yaml"), english)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		languages = append(languages, l)
		english = languages[0]
	}
	return newLexicon(languages), nil
}

// read reads a file, but for what it lacks. The file is YAML in which each line has a key,
// and behind it a list or, with two blanks more each, the lines of a section. It is read
// here because a reader of all YAML would take longer than all else at the start of the
// program. English is nil for English itself.
func (l *Language) read(src string, english *Language) error {
	open, section := []any{l}, "" // the sections in which a line may stand
	n, key := 0, ""
	for line := range strings.Lines(src) {
		n++
		wrong := func(what string) error { return fmt.Errorf("line %d: %s: %s", n, key, what) }
		text := strings.TrimSpace(line)
		if text == "" || text[0] == '#' {
			continue
		}
		depth := (len(line) - len(strings.TrimLeft(line, " "))) / 2
		name, value, found := strings.Cut(text, ":")
		if !found || text[0] == '-' || depth >= len(open) || value != "" && value[0] != ' ' {
			return wrong(oneLine)
		}
		key, value = name, strings.TrimSpace(value)
		opened, what := enter(open[depth], key, value, english.keysOf(section))
		switch {
		case what != "":
			return wrong(what)
		case opened != nil:
			open, section = append(open[:depth+1], opened), key
		default:
			open = open[:depth+1]
		}
	}
	return nil
}

// enter puts what stands behind a key into a glossary, where known has the keys, nil for
// any, or into a field of a struct. It returns the section that the key opens, and what is
// wrong.
func enter(in any, key, value string, known Glossary) (section any, wrong string) {
	if g, ok := in.(*Glossary); ok {
		if _, is := known[key]; known != nil && !is {
			return nil, "English has no such key there"
		}
		if (*g)[key] != nil {
			return nil, "it stands there twice"
		}
		(*g)[key], wrong = listOf(value)
		return nil, wrong
	}
	field := reflect.ValueOf(in).Elem().FieldByNameFunc(func(name string) bool {
		return strings.EqualFold(name, strings.ReplaceAll(key, "_", ""))
	})
	if !field.IsValid() {
		return nil, "there is no such key"
	}
	if !field.IsZero() {
		return nil, "it stands there twice"
	}
	switch to := field.Addr().Interface().(type) {
	case *string:
		*to = value
		return nil, ""
	case *List:
		*to, wrong = listOf(value)
		return nil, wrong
	case *Glossary:
		*to = Glossary{}
		section = to
	default:
		section = to
	}
	if value != "" {
		return nil, "it is a section, with a line for each key"
	}
	return section, ""
}

// keysOf returns the glossary of English of which a section has the keys, nil for one that
// may have any.
func (l *Language) keysOf(section string) Glossary {
	if l == nil {
		return nil
	}
	switch section {
	case "verbs", "doubtful", "alike", "means":
		return l.Verbs
	case "words":
		return l.Words
	case "topics":
		return l.Topics
	}
	return nil
}

const oneLine = "a list is one line of words with commas between them"

// listOf reads a list, or says what is wrong with it.
func listOf(value string) (list List, wrong string) {
	if value == "" || strings.ContainsRune(`[{|>"'`, rune(value[0])) {
		return nil, oneLine
	}
	list = make(List, 0, strings.Count(value, ",")+1)
	for word := range strings.SplitSeq(value, ",") {
		switch word = strings.TrimSpace(word); {
		case word == "":
			return nil, "an empty word"
		case word != strings.ToLower(word):
			return nil, fmt.Sprintf("%q is not in lower case", word)
		case strings.Contains(word, "  "):
			return nil, fmt.Sprintf("%q has several blanks", word)
		case slices.Contains(list, word):
			return nil, fmt.Sprintf("%q stands there twice", word)
		}
		list = append(list, word)
	}
	return list, ""
}

// check holds a language to its code and to English, which is nil for English itself.
func (l *Language) check(code string, english *Language) error {
	if l.Code != code {
		return fmt.Errorf("code: it is %q", l.Code)
	}
	if !l.HasCommands() {
		return nil
	}
	for key, list := range map[string]List{"names": l.Names, "common": l.Common, "greet": l.Around.Greet} {
		if len(list) == 0 {
			return fmt.Errorf("%s: there is none", key)
		}
	}
	for section, has := range map[string]Glossary{"verbs": l.Verbs, "words": l.Words, "topics": l.Topics} {
		var without []string
		for key := range english.keysOf(section) {
			if has[key] == nil {
				without = append(without, key)
			}
		}
		if len(without) > 0 {
			return fmt.Errorf("%s: no word for %q", section, slices.Min(without))
		}
	}
	return nil
}
