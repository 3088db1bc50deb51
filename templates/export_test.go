package templates

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"text/template/parse"
	"unicode"
	"unicode/utf8"

	"unlurbot/game"
	"unlurbot/templates/sent"
)

// What the tests from outside need to know of the inside: those with samples, which
// are made of this package.

const (
	LineWidth = lineWidth
	MostSent  = mostSent
)

var (
	Columns     = columns
	Files       = files
	SharedFiles = sharedFiles
	Update      = update
	ASCII       = ascii
	Wrap        = wrap
)

// SentSize is how many bytes both parts take as they are sent.
func (r Rendered) SentSize() int {
	if html := []byte(r.HTML); sent.IsPlain(html) {
		return sent.Text(r.Text) + sent.Page(html)
	}
	return sent.Text(r.Text) + sent.Text(r.HTML)
}

// NoticeCodes lists the codes of all notices, each of which has words in each language.
var NoticeCodes = sync.OnceValue(func() []string {
	var codes []string
	file, err := parser.ParseFile(token.NewFileSet(), "notice.go", nil, 0)
	if err != nil {
		panic(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			code, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				panic(err)
			}
			codes = append(codes, code)
		}
		return true
	})
	return append(codes,
		string(game.BadSize), string(game.OffBoard), string(game.Occupied), string(game.EdgeInContract), string(game.NoPassing),
		string(game.GameOver), string(game.NotYourTurn), string(game.NothingToUndo), string(game.NotAPlan), string(game.NoReply),
		string(game.PlanTooLong), string(game.PlanTooDeep),
	)
})

func Golden(t *testing.T, name, got string) { golden(t, name, got) }

// Called lists the pieces that the mails of a language take in by their names; of
// those that a view chooses, such as "notice" and a code, it gives the first word.
func (s *Set) Called(language string) []string {
	names := map[string]bool{}
	for _, t := range s.in(language).files.Templates() {
		inspect(t, func(node parse.Node) {
			switch n := node.(type) {
			case *parse.TemplateNode:
				names[n.Name] = true
			case *parse.CommandNode:
				if len(n.Args) > 1 && n.Args[0].String() == "piece" {
					if kind, ok := n.Args[1].(*parse.StringNode); ok {
						names[kind.Text+" *"] = true
					}
				}
			}
		})
	}
	return slices.Sorted(maps.Keys(names))
}

// Marked gives the mails anew, with a mark behind each piece of words that stands in the
// templates, whether between their actions or in one. It says where each mark stands, by
// the languages.
func Marked(t testing.TB) (s *Set, marks map[string]map[string]string) {
	t.Helper()
	s, err := load(func(*language) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	// Of the words in these functions, those from here on, each or each second, are said;
	// all others are compared, or are names.
	type words struct{ from, step int }
	said := map[string]words{
		"plural": {2, 1}, "printf": {1, 1}, "record": {1, 1}, "list": {3, 2}, "legend": {2, 2}, "heading": {1, 1}, "section": {1, 1},
		"button": {1, 1}, "choice": {1, 1}, "link": {1, 1}, "field": {1, 1}, "goal": {2, 1}, "strong": {1, 1}, "entry": {1, 1}, "either": {1, 1},
	}
	marks = map[string]map[string]string{}
	for code, in := range s.languages {
		l := in()
		marks[code] = map[string]string{}
		for _, t := range l.files.Templates() {
			mark := func(words string) string {
				last := strings.LastIndexFunc(words, unicode.IsLetter)
				if last < 0 || words == "Subject: " || words == "asked" { // which is no word of a mail
					return words
				}
				_, width := utf8.DecodeRuneInString(words[last:])
				sign := fmt.Sprintf("⟦%d⟧", len(marks[code]))
				marks[code][sign] = fmt.Sprintf("%s: %q", t.Name(), words)
				return words[:last+width] + sign + words[last+width:]
			}
			inspect(t, func(node parse.Node) {
				switch n := node.(type) {
				case *parse.TextNode:
					n.Text = []byte(mark(string(n.Text)))
				case *parse.CommandNode:
					of, ok := said[n.Args[0].String()]
					for i, arg := range n.Args {
						if s, is := arg.(*parse.StringNode); is && ok && i >= of.from && (i-of.from)%of.step == 0 {
							s.Text = mark(s.Text)
						}
					}
				}
			})
		}
	}
	return s, marks
}

// IsPlain says whether a mail is set as all of ours are.
func IsPlain(text string) bool {
	for line := range strings.Lines(text) {
		if columns(strings.TrimSuffix(line, "\n")) > lineWidth || strings.TrimRight(line, " \n") != strings.TrimSuffix(line, "\n") {
			return false
		}
	}
	return !strings.Contains(text, "\n\n\n") && !strings.ContainsAny(text, blockMark+partMark) && !strings.HasPrefix(text, "\n") && !strings.Contains(text, "<no value>")
}

// Shared renders of a mail what both parts have: without the board, and what is for those
// alone who type or who tap.
func (s *Set) Shared(language string, kind Kind, v *View) (Rendered, error) {
	_, blocks, err := s.blocks(language, kind, v)
	if err != nil {
		return Rendered{}, err
	}
	var shared []block
	for _, b := range blocks {
		switch b := b.(type) {
		case typed, tapped, buttons, links, drawing:
			continue
		case entries:
			b = slices.Clone(b)
			for i := range b {
				b[i].answer = answer{}
			}
			shared = append(shared, b)
			continue
		}
		shared = append(shared, b)
	}
	p := page{language: s.in(language), kind: kind, view: v}
	mail := Rendered{Text: plain(shared)}
	p.html(shared, mail.Text, func(html []byte) { mail.HTML = string(html) })
	return mail, nil
}

// Tapped gives what the page alone says of a mail: its paragraphs for those who tap, and
// its buttons and links with what they answer.
func (s *Set) Tapped(language string, kind Kind, v *View) (said []string, err error) {
	_, blocks, err := s.blocks(language, kind, v)
	link := func(a answer) {
		if a.label != "" {
			said = append(said, "["+a.label+"] "+a.command)
		}
	}
	for _, b := range blocks {
		switch b := b.(type) {
		case tapped:
			said = append(said, spoken(string(b)))
		case buttons:
			for _, one := range b {
				link(one)
			}
		case links:
			for _, one := range b {
				link(one)
			}
		case entries:
			for _, one := range b {
				link(one.answer)
			}
		}
	}
	return said, err
}

// Answered lists what a mail says in words can be answered, and what a click answers.
func (s *Set) Answered(language string, kind Kind, v *View) (said, clicked []string, err error) {
	_, blocks, err := s.blocks(language, kind, v)
	for _, b := range blocks {
		switch b := b.(type) {
		case typed:
			for r := range runs(string(b)) {
				if r.mark == commandMark {
					said = append(said, r.words)
				}
			}
		case buttons:
			for _, one := range b {
				clicked = append(clicked, strings.TrimRight(one.command, " "))
			}
		case links:
			for _, one := range b {
				clicked = append(clicked, strings.TrimRight(one.command, " "))
			}
		}
	}
	return said, clicked, err
}
