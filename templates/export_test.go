package templates

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"text/template/parse"

	"unlurbot/game"
)

// What the tests from outside need to know of the inside: those with samples, which
// are made of this package.

const (
	LineWidth = lineWidth
	MostSent  = mostSent
	BoardRoom = boardRoom
)

var (
	Columns     = columns
	Files       = files
	SharedFiles = sharedFiles
	Update      = update

	CellWidth    = cellWidth
	StonesByRows = stonesByRows
)

// SentSize is how many bytes both parts take as they are sent.
func (r Rendered) SentSize() int { return sentSize(r.Text) + sentSize(r.HTML) }

// BoardHTML draws a board by itself.
func BoardHTML(p game.Position) string { return string(newHTMLBoard(Draw(p)).write(nil)) }

func Golden(t *testing.T, name, got string) { golden(t, name, got) }

// Called lists the pieces that the mails of a language take in by their names; of
// those that a view chooses, such as "notice" and a code, it gives the first word.
func (s *Set) Called(language string) []string {
	names := map[string]bool{}
	for _, t := range s.in(language).files.Templates() {
		if t.Tree != nil {
			called(t.Root, names)
		}
	}
	return slices.Sorted(maps.Keys(names))
}

func called(node parse.Node, names map[string]bool) {
	branch := func(b *parse.BranchNode) {
		called(b.Pipe, names)
		called(b.List, names)
		if b.ElseList != nil {
			called(b.ElseList, names)
		}
	}
	switch n := node.(type) {
	case *parse.ListNode:
		for _, child := range n.Nodes {
			called(child, names)
		}
	case *parse.IfNode:
		branch(&n.BranchNode)
	case *parse.RangeNode:
		branch(&n.BranchNode)
	case *parse.WithNode:
		branch(&n.BranchNode)
	case *parse.TemplateNode:
		names[n.Name] = true
	case *parse.ActionNode:
		called(n.Pipe, names)
	case *parse.PipeNode:
		for _, c := range n.Cmds {
			called(c, names)
		}
	case *parse.CommandNode:
		for i, arg := range n.Args {
			if kind, ok := arg.(*parse.StringNode); ok && i == 1 && n.Args[0].String() == "piece" {
				names[kind.Text+" *"] = true
			}
			called(arg, names)
		}
	}
}

// IsPlain says whether a mail is set as all of ours are.
func IsPlain(text string) bool {
	for line := range strings.Lines(text) {
		if columns(strings.TrimSuffix(line, "\n")) > lineWidth || strings.TrimRight(line, " \n") != strings.TrimSuffix(line, "\n") {
			return false
		}
	}
	return !strings.Contains(text, "\n\n\n") && !strings.HasPrefix(text, "\n") && !strings.Contains(text, "<no value>")
}
