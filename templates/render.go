package templates

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// files has a directory for each language, by its code.
//
//go:embed [a-z][a-z]
var files embed.FS

// Default is the language of a reader who has chosen none.
const Default = "en"

// lineWidth is where paragraphs of the text part are wrapped. Mail programs
// that wrap text mostly do so at column 72 or later; our lines fit there even when
// they are quoted twice, so none of them comes back broken in two.
const lineWidth = 68

// A Set is the parsed templates of all languages. It is safe for concurrent
// use.
type Set struct {
	files   map[string]*template.Template // of a language, by their names, and the pieces in them
	markers map[string]string             // what each mail begins with, by language
	formers map[string]string             // what FormerPlayer is in a language
	stones  map[string]string                      // what stands in front of a list of stones
}

// A Rendered mail is complete but for addresses and ids.
type Rendered struct {
	Subject string
	Text    string // lines end in LF
	HTML    string
}

// Load parses the embedded templates, once. It fails only if the program was built
// with a broken one, which the tests of this package rule out.
var Load = sync.OnceValues(func() (*Set, error) { return LoadFrom(files) })

// LoadFrom parses templates that are not embedded: a directory with all files for
// each language.
func LoadFrom(files fs.FS) (*Set, error) {
	s := &Set{files: map[string]*template.Template{}, markers: map[string]string{}, formers: map[string]string{}, stones: map[string]string{}}
	languages, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, err
	}
	for _, dir := range languages {
		if !dir.IsDir() {
			continue
		}
		if s.files[dir.Name()], err = loadLanguage(files, dir.Name()); err != nil {
			return nil, err
		}
		marker, err := s.Say(dir.Name(), "marker", nil)
		if err != nil {
			return nil, err
		}
		s.markers[dir.Name()] = "--- " + marker + " ---"
		if s.formers[dir.Name()], err = s.Say(dir.Name(), "former player", nil); err != nil {
			return nil, err
		}
		if s.stones[dir.Name()], err = s.Say(dir.Name(), "stones", nil); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// sharedFiles hold pieces of mails; every other file is one mail.
var sharedFiles = []string{"parts.txt", "topics.txt", "notices.txt"}

// fileOf names the file of a kind of mail.
func fileOf(kind Kind) string { return string(kind) + ".txt" }

func loadLanguage(files fs.FS, language string) (*template.Template, error) {
	words, ok := grammars[language]
	if !ok {
		return nil, fmt.Errorf("templates: there is no grammar of %q", language)
	}
	t := template.New(language).Option("missingkey=error").Funcs(words.functions()).Funcs(template.FuncMap{
		"indent": indent, "list": list, "moveLines": moveLines, "listed": listed, "item": item, "piece": noPiece,
	})
	if _, err := t.ParseFS(files, path.Join(language, "*.txt")); err != nil {
		return nil, err
	}
	for _, kind := range Kinds {
		if t.Lookup(fileOf(kind)) == nil {
			return nil, fmt.Errorf("templates: there is no %s/%s", language, fileOf(kind))
		}
	}
	return t.Funcs(template.FuncMap{"piece": pieceOf(t)}), nil
}

// noPiece stands for pieceOf until there are templates to take pieces of.
func noPiece(kind, name string, about any) (string, error) { return "", nil }

// pieceOf gives the function "piece", which finds a piece of a mail by a name
// that the view tells: what a notice says is the template "notice" and its code,
// what help says of a command "help" and its verb.
func pieceOf(t *template.Template) func(kind, name string, about any) (string, error) {
	return func(kind, name string, about any) (string, error) {
		var b strings.Builder
		err := t.ExecuteTemplate(&b, kind+" "+name, about)
		return b.String(), err
	}
}

// Render makes a mail of a kind in a language; a language that there is not
// is taken for Default.
func (s *Set) Render(language string, kind Kind, v *View) (Rendered, error) {
	t, ok := s.files[language]
	if !ok {
		language = Default
		t = s.files[Default]
	}
	var out strings.Builder
	const usual = 4 << 10 // bytes of a mail with a board
	out.Grow(usual)
	if err := t.ExecuteTemplate(&out, fileOf(kind), v); err != nil {
		return Rendered{}, err
	}
	subject, body, _ := strings.Cut(s.nameFormer(language, out.String()), "\n")
	subject, ok = strings.CutPrefix(subject, "Subject: ")
	if !ok {
		return Rendered{}, fmt.Errorf("templates: %s/%s has no subject", language, kind)
	}
	marker, blocks := s.markers[language], split(body, v)
	blocks, err := appendFooter(blocks, t, kind, v)
	if err != nil {
		return Rendered{}, err
	}
	page := page{language: language, marker: marker, stones: s.stones[language], subject: subject, kind: kind, view: v}
	page.say = func(piece string) string {
		said, failed := s.Say(language, piece, v)
		err = errors.Join(err, failed)
		return said
		}
	mail := Rendered{Subject: subject, Text: marker + "\n\n" + plain(blocks)}
	mail.HTML = page.html(blocks, mail.Text)
	return mail, err
}

// withoutFooter are the mails that nobody needs to end, for they are the last
// ones, or to somebody who has asked for none.
var withoutFooter = []Kind{Operator, Unsubscribed, Forgotten, NewAddress}

// appendFooter adds the footer of a mail to its blocks.
func appendFooter(blocks []block, t *template.Template, kind Kind, v *View) ([]block, error) {
	if slices.Contains(withoutFooter, kind) {
		return blocks, nil
	}
	var b strings.Builder
	err := t.ExecuteTemplate(&b, "footer", v)
	if text := strings.Trim(b.String(), "\n"); text != "" {
		blocks = append(blocks, block{kind: footer, text: trimLines(text)})
	}
	return blocks, err
}

// nameFormer writes FormerPlayer as the language does, but not in what somebody
// has written.
func (s *Set) nameFormer(language, mail string) string {
	if !strings.Contains(mail, FormerPlayer) {
		return mail
	}
	lines := strings.Split(mail, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, wordsMark) {
			lines[i] = strings.ReplaceAll(line, FormerPlayer, s.formers[language])
		}
	}
	return strings.Join(lines, "\n")
}

// Languages lists the languages in which there are mails.
func (s *Set) Languages() []string { return slices.Sorted(maps.Keys(s.files)) }

// Say gives a piece of a mail by its name, as one line.
func (s *Set) Say(language, piece string, about any) (string, error) {
	t, ok := s.files[language]
	if !ok {
		t = s.files[Default]
	}
	var said strings.Builder
	err := t.ExecuteTemplate(&said, piece, about)
	return strings.Join(strings.Fields(said.String()), " "), err
}

// wordsWidth is where words of players are wrapped. They come back from further
// away than ours, quoted by the opponent's program too, and may say "resign".
const wordsWidth = 56

// wordsMark is what each line of somebody's words begins with.
const wordsMark = "  | "

// indent wraps somebody's words and draws a line at their left, so that they
// make one kept block, and can't be taken for ours, whatever they contain.
func indent(words string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(words, "\n") {
		var wrapped strings.Builder
		wrapAt(&wrapped, line, wordsWidth)
		for part := range strings.SplitSeq(wrapped.String(), "\n") {
			b.WriteString(wordsMark + part + "\n")
		}
	}
	return b.String()
}

// list joins words with commas; pairs of a word and what is written for it
// follow.
func list(words []string, instead ...string) string {
	said := slices.Clone(words)
	for i, w := range words {
		for k := 0; k+1 < len(instead); k += 2 {
			if w == instead[k] {
				said[i] = instead[k+1]
			}
		}
	}
	return strings.Join(said, ", ")
}

// listColumn is where the words of listed begin.
const listColumn = 12

// listed writes a heading and words behind it, parted by commas, as lines in two
// columns. No line but the first begins with a word of its own kind: it is
// indented, so that it is kept as it is.
func listed(heading string, words []string) string {
	lines := []string{fmt.Sprintf("  %-*s", listColumn-2, heading)}
	for i, word := range words {
		if i < len(words)-1 {
			word += ","
		}
		last := &lines[len(lines)-1]
		switch {
		case columns(*last) == listColumn:
			*last += word
		case columns(*last)+1+columns(word) > lineWidth:
			lines = append(lines, strings.Repeat(" ", listColumn)+word)
		default:
			*last += " " + word
		}
	}
	return strings.Join(lines, "\n")
}

// item writes one line of a list: a short heading and what there is to say behind
// it, which goes on below itself where it is too long for a line.
func item(heading, text string) string {
	first := "  " + heading + "  "
	indent := strings.Repeat(" ", columns(first))
	var wrapped strings.Builder
	wrapAt(&wrapped, text, lineWidth-len(indent))
	return first + strings.ReplaceAll(wrapped.String(), "\n", "\n"+indent)
}

// movesInLine is how many numbered moves fit into a line, the longest ones
// ("100 H10") included.
const movesInLine = 7

// moveLines numbers moves. No line but the first, which begins with a word,
// has a single move in it: such a line could be taken for a move when the mail
// is quoted back to us without marks.
func moveLines(moves []string) (lines []string) {
	var line strings.Builder
	for i, m := range moves {
		alone := i%movesInLine == 0 && i == len(moves)-1
		switch {
		case i > 0 && i%movesInLine == 0 && !alone:
			lines = append(lines, line.String())
			line.Reset()
		case i > 0:
			line.WriteString("  ")
		}
		line.WriteString(strconv.Itoa(i+1) + " " + m)
	}
	if len(moves) > 0 {
		lines = append(lines, line.String())
	}
	return lines
}

// wrap breaks a paragraph at its blanks; a word longer than a line stands
// alone on one.
func wrap(b *strings.Builder, paragraph string) { wrapAt(b, paragraph, lineWidth) }

func wrapAt(b *strings.Builder, paragraph string, most int) {
	column := 0
	for i, word := range unbroken(strings.Fields(paragraph)) {
		n := columns(word)
		switch {
		case i == 0:
		case column+1+n > most:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
}

// unbroken puts the signs that French parts from a word by a blank back to that word,
// so that no line begins or ends with them alone.
func unbroken(words []string) []string {
	var whole []string
	opened := false
	for _, word := range words {
		if closes := slices.Contains([]string{":", ";", "!", "?", "»", "».", "»,", "»)."}, word); len(whole) > 0 && (opened || closes) {
			whole[len(whole)-1] += " " + word
		} else {
			whole = append(whole, word)
		}
		opened = word == "«"
	}
	return whole
}

// columns is the width of a word on a terminal, where East Asian characters
// take two columns.
func columns(word string) (n int) {
	for _, r := range word {
		n++
		if r < utf8.RuneSelf {
			continue
		}
		if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
			n++
		}
	}
	return n
}
