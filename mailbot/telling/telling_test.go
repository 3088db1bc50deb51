package telling

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unlurbot/mailbot/decision"
	"unlurbot/store"
	"unlurbot/templates"
)

// Every fact finds somebody who tells of it, and every reason is given: each type of package
// facts that can be in a log, or in a refusal, stands in a case here.
func TestEachFactIsTold(t *testing.T) {
	told := map[string]bool{}
	for _, file := range parsed(t, ".") {
		ast.Inspect(file, func(n ast.Node) bool {
			var types []ast.Expr
			switch n := n.(type) {
			case *ast.CaseClause:
				types = n.List
			case *ast.TypeAssertExpr:
				types = []ast.Expr{n.Type}
			}
			for _, e := range types {
				s, ok := e.(*ast.SelectorExpr)
				if !ok {
					continue
				}
				if of, ok := s.X.(*ast.Ident); ok && of.Name == "facts" { // not a kind of mail of the same name
					told[s.Sel.Name] = true
				}
			}
			return true
		})
	}
	facts := 0
	for _, file := range parsed(t, "../facts") {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "about" && f.Name.Name != "reason" {
				continue
			}
			facts++
			if name := f.Recv.List[0].Type.(*ast.Ident).Name; !told[name] {
				t.Errorf("nobody tells of %s", name)
			}
		}
	}
	if facts < 50 {
		t.Errorf("only %d facts were found", facts)
	}
}

// parsed gives the files of a package, without its tests.
func parsed(t *testing.T, dir string) (files []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// What is about one game is one mail, in which what is about none takes part; what is a mail of
// its own is one for each thing.
func TestLinesShareMails(t *testing.T) {
	one, two := &store.Game{Number: 1}, &store.Game{Number: 2}
	move := func(g *store.Game) Line { return Line{Kind: templates.Moved, Game: g} }
	refused := Line{Kind: templates.Refused}
	board := func(at string) Line { return Line{Kind: templates.Show, Game: one, Args: []string{"at", at}} }
	lists := Line{Kind: templates.Games}
	for name, c := range map[string]struct {
		lines []Line
		want  [][]Line
	}{
		"nothing":              {nil, nil},
		"a game":               {[]Line{move(one), {Kind: templates.Planned, Game: one}}, [][]Line{{move(one), {Kind: templates.Planned, Game: one}}}},
		"two games":            {[]Line{move(one), move(two), move(one)}, [][]Line{{move(one), move(one)}, {move(two)}}},
		"beside a game":        {[]Line{refused, move(one), move(two)}, [][]Line{{move(one), refused}, {move(two)}}},
		"beside nothing":       {[]Line{refused, refused}, [][]Line{{refused, refused}}},
		"not in a list":        {[]Line{lists, refused}, [][]Line{{lists}, {refused}}},
		"one list":             {[]Line{lists, lists}, [][]Line{{lists, lists}}},
		"old boards":           {[]Line{board("2"), board("3"), board("2")}, [][]Line{{board("2"), board("2")}, {board("3")}}},
		"an old board, a move": {[]Line{board("2"), move(one)}, [][]Line{{board("2")}, {move(one)}}},
	} {
		got := grouped(c.lines)
		same := slices.EqualFunc(got, c.want, func(a, b []Line) bool {
			return slices.EqualFunc(a, b, func(a, b Line) bool {
				return a.Kind == b.Kind && a.Game == b.Game && slices.Equal(a.Args, b.Args)
			})
		})
		if !same {
			t.Errorf("%s: the mails are %v", name, got)
		}
	}
}

// The decision on a mail is that of the line that weighs most, and no order of them changes it.
func TestDecisionOfAMail(t *testing.T) {
	lines := []Line{{Decision: decision.Answered}, {Decision: decision.Played}, {Decision: decision.Refused}}
	for range len(lines) {
		teller := New(nil, nil, Terms{}, nil, true)
		for _, l := range lines {
			teller.Note(l)
		}
		if got := teller.Decision(); got != decision.Played {
			t.Errorf("of %v it is %s", lines, got)
		}
		lines = append(lines[1:], lines[0])
	}
}
