package templates

import (
	"bytes"
	"errors"
	"text/template/parse"
)

// fix has each action that says the same in all mails, such as {{command "help"}}, say it
// once and for all: the text that it gives takes its place. Pieces of which nothing but
// text is left need not be run any more.
func (l *language) fix() error {
	apart, err := l.files.Clone() // where an action is a template of its own
	if err != nil {
		return err
	}
	for _, t := range l.files.Templates() {
		inspect(t, func(node parse.Node) {
			list, ok := node.(*parse.ListNode)
			if !ok {
				return
			}
			for i, action := range list.Nodes {
				if !isFixed(action) {
					continue
				}
				var said bytes.Buffer
				alone, failed := apart.AddParseTree("alone", &parse.Tree{Root: &parse.ListNode{NodeType: parse.NodeList, Nodes: []parse.Node{action}}})
				if failed == nil {
					failed = alone.Execute(&said, nil)
				}
				err = errors.Join(err, failed)
				list.Nodes[i] = &parse.TextNode{NodeType: parse.NodeText, Pos: action.Position(), Text: said.Bytes()}
			}
		})
	}
	l.fixed = map[string]string{}
	for _, t := range l.files.Templates() {
		if t.Tree == nil || len(t.Root.Nodes) != 1 {
			continue
		}
		if words, ok := t.Root.Nodes[0].(*parse.TextNode); ok {
			l.fixed[t.Name()] = string(words.Text)
		}
	}
	return err
}

// isFixed says whether a node is an action that looks at nothing and keeps nothing.
func isFixed(node parse.Node) bool {
	action, fixed := node.(*parse.ActionNode)
	if !fixed || len(action.Pipe.Decl) > 0 {
		return false
	}
	walk(action.Pipe, func(node parse.Node) {
		switch node.(type) {
		case *parse.PipeNode, *parse.CommandNode, *parse.IdentifierNode, *parse.StringNode, *parse.NumberNode:
		default:
			fixed = false
		}
	})
	return fixed
}
