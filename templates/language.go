package templates

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"
)

// files has a directory for each language, by its code.
//
//go:embed [a-z][a-z]
var files embed.FS

// Default is the language of a reader who has chosen none.
const Default = "en"

// A Set is the mails in all languages. It is safe for concurrent use.
type Set struct {
	languages map[string]func() *language // by their codes
}

// A language is the mails in one.
type language struct {
	code  string
	files *template.Template // by their names, and the pieces in them by theirs
	fixed map[string]string  // what those pieces say that say the same in all mails

	// What each mail says in the same words.
	former string // for FormerPlayer
	stones string // in front of a list of stones, for a page
	play   string // in front of the name of a cell that a click plays, for a page
}

// Load gives the embedded templates. Those of a language are parsed for the first mail in
// it: all of them take five megabytes, and few clubs speak every language. It fails only if
// the program was built with a directory for no language, and a mail panics if it was built
// with a broken template; the tests of this package rule out both.
var Load = sync.OnceValues(func() (*Set, error) { return load((*language).fix) })

// load gives the templates, and does something with each language as soon as it is parsed.
func load(finish func(*language) error) (*Set, error) {
	s := &Set{languages: map[string]func() *language{}}
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	for _, dir := range entries {
		code := dir.Name()
		words, ok := grammars[code]
		if !ok {
			return nil, fmt.Errorf("templates: there is no grammar of %q", code)
		}
		s.languages[code] = sync.OnceValue(func() *language {
			l, err := loadLanguage(files, code, words)
			if err == nil {
				err = finish(l)
			}
			if err != nil {
				panic(err)
			}
			return l
		})
	}
	return s, nil
}

// sharedFiles hold pieces of mails, and of the web site; every other file is one mail.
var sharedFiles = []string{"parts.txt", "topics.txt", "notices.txt", "labels.txt", "site.txt"}

// fileOf names the file of a kind of mail.
func fileOf(kind Kind) string { return string(kind) + ".txt" }

func loadLanguage(files fs.FS, code string, words grammar) (*language, error) {
	t := template.New(code).Option("missingkey=error").Funcs(emitters)
	l := &language{code: code, files: t}
	t.Funcs(template.FuncMap{
		"day": words.day, "date": words.date, "month": words.month, "fullDay": words.fullDay, "clock": words.clock, "plural": words.plural, "number": words.number, "list": list,
		// A piece of a mail has a name that the view tells: what a notice says is the
		// template "notice" and its code, what help says of a command "help" and its verb.
		"piece": func(kind, name string, about any) (string, error) { return l.piece(kind+" "+name, about) },
		"field": func(name, value string) string { return emit(fieldLetter, name+words.colon, value) },
		// A setting is a field, given as a player writes it: "weekends on".
		"setting": func(line string) string {
			value := strings.LastIndexByte(line, ' ') + 1 // it is one word, and the name is "caps de setmana"
			return emit(fieldLetter, strings.TrimSuffix(line[:value], " ")+words.colon, line[value:])
		},
		"players": l.players,
		"answers": func(v *View, verbs ...string) (string, error) { return l.answers(buttonLetter, v, v.open(verbs)) },
		"more":    func(v *View) (string, error) { return l.answers(linkLetter, v, v.open(quiet)) },
	})
	if _, err := t.ParseFS(files, path.Join(code, "*.txt")); err != nil {
		return nil, err
	}
	if words.typeset != nil {
		typeset(t, words.typeset)
	}
	for _, kind := range Kinds {
		if t.Lookup(fileOf(kind)) == nil {
			return nil, fmt.Errorf("templates: there is no %s/%s", code, fileOf(kind))
		}
	}
	var errs [3]error
	l.former, errs[0] = l.say("former player", nil)
	l.stones, errs[1] = l.say("stones", nil)
	l.play, errs[2] = l.say("play", nil)
	l.stones, l.play = ascii(l.stones), ascii(l.play)
	return l, errors.Join(errs[:]...)
}

// piece gives a piece of a mail by its name, as a template takes it in.
func (l *language) piece(name string, about any) (string, error) {
	if words, ok := l.fixed[name]; ok {
		return words, nil
	}
	var b strings.Builder
	err := l.files.ExecuteTemplate(&b, name, about)
	return b.String(), err
}

// in gives a language by its code; one that there is not is taken for Default.
func (s *Set) in(code string) *language {
	if l, ok := s.languages[code]; ok {
		return l()
	}
	return s.languages[Default]()
}

// Languages lists the languages in which there are mails.
func (s *Set) Languages() []string { return slices.Sorted(maps.Keys(s.languages)) }

// Say gives a piece of a mail by its name, as one line.
func (s *Set) Say(language, piece string, about any) (string, error) {
	return s.in(language).say(piece, about)
}

func (l *language) say(piece string, about any) (string, error) {
	var said strings.Builder
	err := l.files.ExecuteTemplate(&said, piece, about)
	lines := strings.Split(said.String(), "\n")
	for i, line := range lines {
		_, rest := emitted(line)
		lines[i] = strings.ReplaceAll(rest, partMark, " ")
	}
	return oneLine(spoken(strings.Join(lines, " "))), err
}

// Pieces lists the pieces of mails in a language by their names, those that stand
// in the file of one kind included. Tests hold the languages to each other by it.
func (s *Set) Pieces(language string) []string {
	var names []string
	for _, t := range s.in(language).files.Templates() {
		if name := t.Name(); name != language && !strings.HasSuffix(name, ".txt") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
