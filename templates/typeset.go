package templates

import (
	"regexp"
	"text/template"
	"text/template/parse"
)

// ofOneWord are the blanks in French that belong to a sign, or to a number of hours.
var ofOneWord = regexp.MustCompile(` ([:;?!»])|(«) |(\d) (h\b)`)

// unbroken writes these blanks so that no line breaks there.
func unbroken(words string) string { return ofOneWord.ReplaceAllString(words, "$2$3\u00a0$1$4") }

// typeset changes what templates themselves say, and nothing that they are given.
func typeset(all *template.Template, set func(words string) string) {
	for _, t := range all.Templates() {
		inspect(t, func(node parse.Node) {
			switch n := node.(type) {
			case *parse.TextNode:
				n.Text = []byte(set(string(n.Text)))
			case *parse.StringNode:
				n.Text = set(n.Text)
			}
		})
	}
}

// inspect visits the nodes of a template.
func inspect(t *template.Template, visit func(parse.Node)) {
	if t.Tree != nil {
		walk(t.Root, visit)
	}
}

func walk(node parse.Node, visit func(parse.Node)) {
	visit(node)
	for _, child := range children(node) {
		walk(child, visit)
	}
}

// children gives the nodes of a template inside of another.
func children(node parse.Node) (all []parse.Node) {
	switch n := node.(type) {
	case *parse.ListNode:
		return n.Nodes
	case *parse.IfNode:
		return branches(&n.BranchNode)
	case *parse.RangeNode:
		return branches(&n.BranchNode)
	case *parse.WithNode:
		return branches(&n.BranchNode)
	case *parse.ActionNode:
		return []parse.Node{n.Pipe}
	case *parse.TemplateNode:
		if n.Pipe != nil {
			return []parse.Node{n.Pipe}
		}
	case *parse.PipeNode:
		for _, c := range n.Cmds {
			all = append(all, c)
		}
	case *parse.CommandNode:
		return n.Args
	}
	return all
}

func branches(b *parse.BranchNode) []parse.Node {
	if b.ElseList == nil {
		return []parse.Node{b.Pipe, b.List}
	}
	return []parse.Node{b.Pipe, b.List, b.ElseList}
}
