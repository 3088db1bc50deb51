package templates

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"text/template/parse"
)

// A checker follows the types of what templates name, in all their branches, and finds
// what is not there. Text/template itself sees that only where a mail comes by.
type checker struct {
	language *language
	says     reflect.Type // of View.Says in the mails at hand; nil for none
	in       string       // the piece at hand
	seen     map[string]bool
	faults   []string
}

var viewType = reflect.TypeFor[View]()

// Misnamed lists what the mails of a language name that they don't have, where the mails
// of each kind have in Says what is given.
func (s *Set) Misnamed(language string, says map[Kind]reflect.Type) (faults []string) {
	for _, kind := range Kinds {
		c := checker{language: s.in(language), says: says[kind], seen: map[string]bool{}}
		for _, name := range []string{fileOf(kind), "footer", "picture", "unlinked"} {
			c.piece(name, viewType)
		}
		c.piece("left", reflect.TypeFor[*Duration]())
		faults = append(faults, c.faults...)
	}
	slices.Sort(faults)
	return slices.Compact(faults) // what several kinds take in is found with each
}

func (c *checker) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf("%s/%s: ", c.language.code, c.in)+fmt.Sprintf(format, args...))
}

// piece checks a template with what it is about; nil is anything.
func (c *checker) piece(name string, about reflect.Type) {
	t, key := c.language.files.Lookup(name), fmt.Sprint(name, about)
	if c.seen[key] {
		return
	}
	c.seen[key] = true
	before := c.in
	if c.in = name; t == nil {
		c.fault("there is no such piece")
	} else {
		c.list(t.Root, about, map[string]reflect.Type{"$": about})
	}
	c.in = before
}

func (c *checker) list(list *parse.ListNode, dot reflect.Type, vars map[string]reflect.Type) {
	if list == nil {
		return
	}
	for _, node := range list.Nodes {
		switch n := node.(type) {
		case *parse.ActionNode:
			c.pipe(n.Pipe, dot, vars)
		case *parse.IfNode:
			c.pipe(n.Pipe, dot, vars)
			c.list(n.List, dot, vars)
			c.list(n.ElseList, dot, vars)
		case *parse.WithNode:
			c.list(n.List, c.pipe(n.Pipe, dot, vars), vars)
			c.list(n.ElseList, dot, vars)
		case *parse.RangeNode:
			item := c.pipe(n.Pipe, dot, vars)
			if item != nil {
				item = item.Elem()
			}
			for i, v := range n.Pipe.Decl {
				if vars[v.Ident[0]] = item; len(n.Pipe.Decl) == 2 && i == 0 {
					vars[v.Ident[0]] = reflect.TypeFor[int]()
				}
			}
			c.list(n.List, item, vars)
			c.list(n.ElseList, dot, vars)
		case *parse.TemplateNode:
			var about reflect.Type
			if n.Pipe != nil {
				about = c.pipe(n.Pipe, dot, vars)
			}
			c.piece(n.Name, about)
		case *parse.TextNode, *parse.CommentNode:
		default:
			c.fault("the checker doesn't know %T", node)
		}
	}
}

// pipe gives the type of what a pipeline says, and of its variable.
func (c *checker) pipe(p *parse.PipeNode, dot reflect.Type, vars map[string]reflect.Type) (said reflect.Type) {
	if len(p.Cmds) != 1 {
		c.fault("the checker knows no pipelines of several commands: %s", p)
	}
	args := p.Cmds[0].Args
	types := make([]reflect.Type, len(args))
	for i, arg := range args {
		types[i] = c.operand(arg, dot, vars)
	}
	said = types[0]
	if name, ok := args[0].(*parse.IdentifierNode); ok {
		switch name.Ident {
		case "and", "or":
			said = types[len(types)-1]
		case "index":
			said = types[1].Elem()
		case "not", "eq", "ne", "gt", "len":
			said = reflect.TypeFor[int]() // or bool: nothing is asked of either
		default:
			said = reflect.TypeFor[string]()
		}
		if name.Ident == "piece" {
			kind := args[1].(*parse.StringNode).Text + " "
			for _, t := range c.language.files.Templates() {
				if strings.HasPrefix(t.Name(), kind) {
					c.piece(t.Name(), types[3])
				}
			}
		}
	}
	for _, v := range p.Decl {
		vars[v.Ident[0]] = said
	}
	return said
}

func (c *checker) operand(node parse.Node, dot reflect.Type, vars map[string]reflect.Type) reflect.Type {
	switch n := node.(type) {
	case *parse.DotNode:
		return dot
	case *parse.FieldNode:
		return c.named(dot, n.Ident)
	case *parse.VariableNode:
		return c.named(vars[n.Ident[0]], n.Ident[1:])
	case *parse.ChainNode:
		return c.named(c.operand(n.Node, dot, vars), n.Field)
	case *parse.PipeNode:
		return c.pipe(n, dot, vars)
	case *parse.StringNode:
		return reflect.TypeFor[string]()
	}
	return nil // a number, or a function
}

// named follows the names of fields and methods.
func (c *checker) named(t reflect.Type, names []string) reflect.Type {
	for _, name := range names {
		if t == nil {
			c.fault("nothing has %q", name)
			return nil
		}
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if name == "Says" && t == viewType {
			if t = c.says; t == nil {
				c.fault("mails of this kind say nothing of their own")
			}
			continue
		}
		method, ok := reflect.PointerTo(t).MethodByName(name)
		if ok {
			t = method.Type.Out(0)
			continue
		}
		if t.Kind() == reflect.Struct {
			if field, ok := t.FieldByName(name); ok && field.IsExported() {
				if len(field.Index) > 1 { // text/template looks for it ten times as long
					c.fault("%q is in a part of %s: say in which", name, t)
				}
				t = field.Type
				continue
			}
		}
		c.fault("%s has no %q", t, name)
		return nil
	}
	return t
}
