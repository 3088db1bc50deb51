package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"golang.org/x/tools/go/packages"
)

// A measure is something that a reader of a package must hold in his head.
type measure int

const (
	files measure = iota
	lines
	cycle // the most files that all reach each other by what they use
	once  // the share of functions, in per cent, that are not exported and called at one place
	hard  // functions of a cyclomatic complexity over 15, but for those in branching
	measures
)

// figures are those of one package, without its tests.
type figures [measures]int

// The laws say how much of each is enough. A ceiling may be above its figure by slack,
// so that a small change need not touch the table.
//
// The share of functions with one caller is that of all functions: so it was measured in
// the projects that gave the law, where it lies between 17 and 25. One that stands in a table,
// or is handed over, is no paragraph of a caller and doesn't count.
var (
	measureNames = [measures]string{"files", "lines", "cycle", "once %", "hard"}
	laws         = figures{files: 35, lines: 4_300, cycle: 10, once: 25}
	slack        = figures{files: 3, lines: 400, cycle: 3, once: 2, hard: 1}
)

// whole stands in tables for all packages together, of which only the lines count.
const (
	whole      = "in all"
	wholeLines = 42_000 + 7_800 // the aim, and what has come into the program since it was set
	wholeSlack = 600
)

// ceilings say where a law is not kept yet, and how far off it is. They are to go down.
var ceilings = map[string]figures{
	whole:             {lines: 80_900},           // with several machines, the safety net, cups, announcements, tournaments of groups, the ladder, the web site, lessons, puzzles, the engine and robots, which the law did not know of
	"cmd/unlurbot":    {files: 40, lines: 4_700}, // a file for each subcommand, how far they are, and several machines
	"game/engine":     {once: 39},                // a search is a few steps, of which each has its name and happens at one place
	"mailbot/smtpout": {once: 28},                // a conversation is steps, of which each has its name
	"mailbot/club":    {lines: 4_650},            // tournaments of groups, the ladder and robots are rules of the club
	"parser/command":  {lines: 4_610},            // two verbs with words and numbers of their own, options of one of them, and their slips
	"templates":       {lines: 4_490},            // who plays, for how long, what has happened and what there is to do, which four languages used to say piece by piece
	"store":           {files: 36, lines: 6_165}, // what comes before each write where there are several machines; tournaments, the log of the ladder, announcements and puzzles are kept and verified here; what others do with its entries by age needs two doors here; the log of acts, the bans and the pause are kept here, and how a game is reopened
}

// branching are the functions of a complexity over 15 that are to have it, and why.
var branching = map[string]string{
	"parser/command.tail":             "a closed switch: the kinds of words that may stand there, in the order in which they count",
	"parser/reply.weigh":              "two closed switches: the rules themselves, the surest first",
	"parser/mime.end":                 "what makes an address certain; taken apart, nobody could see that none is missing",
	"parser/mime.readMailboxes":       "a closed switch: a case for each mark of the grammar",
	"templates.line":                  "a closed switch: a case for each kind of block",
	"mailbot/telling.tellOfPeople":    "a closed switch: a case for each fact",
	"mailbot/telling.tellOfPlans":     "a closed switch: a case for each fact",
	"mailbot/telling.refusalOfPeople": "a closed switch: a case for each reason",
	"store/replica.join":              "a closed switch: what the file and etcd can be to each other, the worst last",
}

// The laws for a type. What is above them stands in wide.
const (
	mostFields  = 12
	mostMethods = 25
)

// A width is why a type may be wide, or how wide one is that should not be.
type width struct {
	why             string
	fields, methods int // the ceilings where there is no reason
}

// wide has all wide types; a name that ends with a point stands for a package.
var wide = map[string]width{
	"store.":                    {why: "records as they lie in the file, and what can be done with them"},
	"mailbot/config.":           {why: "the configuration file"},
	"mailbot/admin.":            {why: "answers, as --json prints them"},
	"mailbot/health.Status":     {why: "an answer, as --json prints it"},
	"templates.Notice":          {why: "what some 150 sentences have to say, a few each"},
	"templates.GameLine":        {why: "a view of a game: what a line of a list can say of it"},
	"cmd/unlurbot.commandLine":  {why: "the command line: a field for each subcommand"},
	"game.jsonRecord":           {why: "a game in JSON, as it is saved"},
	"mailbot/imapbox.Config":    {why: "options of Dial"},
	"mailbot/providers.":        {why: "what the configuration has for a provider: a row of the table"},
	"mailbot.Config":            {why: "options of New"},
	"mailbot.Limits":            {why: "the limits of the configuration, with those that are not in it"},
	"parser/lexicon.Language":   {why: "the words of one language, as in its file"},
	"parser/lexicon.Wishes":     {why: "the words of one language, as in its file"},
	"parser/reply.language":     {why: "the words of one language"},
	"parser/command.wishTongue": {why: "the words of one language"},
}

// ourPackages loads the whole program, once for all tests of what it looks like.
var ourPackages = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{Mode: packages.LoadSyntax}, "unlurbot/...")
})

// TestShape holds each package to the laws, or to its ceilings. Run it with -v, as "make
// shape" does, to see all figures.
func TestShape(t *testing.T) {
	found, err := ourPackages()
	check(t, err)
	all := map[string]figures{}
	total := 0
	seen := map[string]bool{}
	for _, p := range found {
		if len(p.Errors) > 0 || len(p.Syntax) == 0 {
			t.Fatalf("%s: %v", p.PkgPath, p.Errors)
		}
		name := strings.TrimPrefix(p.PkgPath, "unlurbot/")
		all[name] = figures{files: len(p.Syntax), lines: linesOf(p), cycle: biggestCycle(p), once: calledOnce(p), hard: hardOnes(p, seen)}
		if !isForTests(name) {
			total += all[name][lines]
		}
		checkWidths(t, name, p.Types.Scope(), seen)
	}
	t.Log("\n" + table(all, total))
	for name, f := range all {
		for m := range measures {
			checkFigure(t, name, measureNames[m], f[m], laws[m], ceilings[name][m], slack[m])
		}
	}
	checkFigure(t, whole, measureNames[lines], total, wholeLines, ceilings[whole][lines], wholeSlack)
	for name := range ceilings {
		if _, there := all[name]; !there && name != whole {
			t.Errorf("take the ceilings of %s away: it is gone", name)
		}
	}
	for name := range branching {
		if !seen[name] {
			t.Errorf("take %s out of branching: it is simple now", name)
		}
	}
	for name := range wide {
		if !seen[name] {
			t.Errorf("take %s out of wide: nothing there is", name)
		}
	}
}

// checkFigure holds a figure to its law or its ceiling, and the ceiling to the figure.
func checkFigure(t testing.TB, whose, what string, figure, law, ceiling, slack int) {
	t.Helper()
	switch {
	case figure <= law && ceiling > 0:
		t.Errorf("%s: %d %s keep the law; take the ceiling of %d away", whose, figure, what, ceiling)
	case figure > max(law, ceiling):
		t.Errorf("%s: %d %s are too many; there may be %d, and the law says %d", whose, figure, what, max(law, ceiling), law)
	case figure < ceiling-slack:
		t.Errorf("%s: %d %s are better than the ceiling of %d; write %d", whose, figure, what, ceiling, figure)
	}
}

func linesOf(p *packages.Package) (n int) {
	for _, f := range p.Syntax {
		n += p.Fset.File(f.Pos()).LineCount()
	}
	return n
}

// biggestCycle counts the files of the biggest set that all reach each other. One file
// reaches another if it uses a name, a method or a field that is declared there.
func biggestCycle(p *packages.Package) (most int) {
	reach := map[*token.File]map[*token.File]bool{}
	for _, f := range p.Syntax {
		reach[p.Fset.File(f.Pos())] = map[*token.File]bool{}
	}
	for id, o := range p.TypesInfo.Uses {
		if o.Pkg() == p.Types && (o.Parent() == p.Types.Scope() || isMember(o)) {
			reach[p.Fset.File(id.Pos())][p.Fset.File(o.Pos())] = true
		}
	}
	for via := range reach { // Warshall
		for _, to := range reach {
			if to[via] {
				maps.Copy(to, reach[via])
			}
		}
	}
	for a, to := range reach {
		size := 1
		for b := range to {
			if a != b && reach[b][a] {
				size++
			}
		}
		most = max(most, size)
	}
	return most
}

// isMember says whether something is a method or a field.
func isMember(o types.Object) bool {
	switch o := o.(type) {
	case *types.Func:
		return o.Signature().Recv() != nil
	case *types.Var:
		return o.IsField()
	}
	return false
}

// calledOnce gives the share of functions that are not exported and named at one place, which
// calls them. In a package of a few functions a share says nothing, so it gives 0.
func calledOnce(p *packages.Package) (percent int) {
	const few = 12
	calls := map[*ast.Ident]bool{}
	for _, file := range p.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				switch called := ast.Unparen(call.Fun).(type) {
				case *ast.Ident:
					calls[called] = true
				case *ast.SelectorExpr:
					calls[called.Sel] = true
				}
			}
			return true
		})
	}
	named := map[types.Object]int{}
	for id, o := range p.TypesInfo.Uses {
		if f, ok := o.(*types.Func); ok {
			named[f.Origin()]++
			if !calls[id] {
				named[f.Origin()]++ // it is a value there
			}
		}
	}
	n := 0
	for f := range functions(p) {
		n++
		if !f.Name.IsExported() && named[p.TypesInfo.Defs[f.Name]] == 1 {
			percent++
		}
	}
	if n < few {
		return 0
	}
	return 100 * percent / n
}

// functions gives the functions and methods that a package declares.
func functions(p *packages.Package) func(yield func(*ast.FuncDecl) bool) {
	return func(yield func(*ast.FuncDecl) bool) {
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && !yield(f) {
					return
				}
			}
		}
	}
}

// hardOnes counts functions of a complexity over 15: one way through, and one more for
// each condition. It notes in seen which there are.
func hardOnes(p *packages.Package, seen map[string]bool) (n int) {
	const most = 15
	for f := range functions(p) {
		ways := 1
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
				ways++
			case *ast.CaseClause:
				ways += min(1, len(n.List))
			case *ast.CommClause:
				if n.Comm != nil {
					ways++
				}
			case *ast.BinaryExpr:
				if n.Op == token.LAND || n.Op == token.LOR {
					ways++
				}
			}
			return true
		})
		name := strings.TrimPrefix(p.PkgPath, "unlurbot/") + "." + f.Name.Name
		if ways <= most {
			continue
		}
		if _, known := branching[name]; !known {
			n++
		}
		seen[name] = true
	}
	return n
}

// checkWidths holds the types of a package to the laws and to wide, and notes in seen
// which rows of wide were wanted.
func checkWidths(t *testing.T, pkg string, scope *types.Scope, seen map[string]bool) {
	t.Helper()
	for _, name := range scope.Names() {
		o, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || o.IsAlias() {
			continue
		}
		fields := 0
		if s, ok := o.Type().Underlying().(*types.Struct); ok {
			fields = s.NumFields()
		}
		methods := o.Type().(*types.Named).NumMethods()
		row := pkg + "." + name
		if _, known := wide[pkg+"."]; known {
			row = pkg + "."
		}
		w := wide[row]
		if fields > mostFields || methods > mostMethods {
			seen[row] = true
		}
		if w.why == "" {
			checkFigure(t, row, "fields", fields, mostFields, w.fields, 2)
			checkFigure(t, row, "methods", methods, mostMethods, w.methods, 2)
		}
	}
}

// table shows all figures, with a star where a law is not kept: the packages with most
// stars first, and the longest of them.
func table(all map[string]figures, total int) string {
	stars := func(f figures) (n int) {
		for m := range measures {
			if f[m] > laws[m] {
				n++
			}
		}
		return n
	}
	order := slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(stars(all[b])-stars(all[a]), all[b][lines]-all[a][lines])
	})
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%s\t\tpackage\n", strings.Join(measureNames[:], "\t"))
	for _, name := range order {
		for m := range measures {
			star := ""
			if all[name][m] > laws[m] {
				star = "*"
			}
			fmt.Fprintf(w, "%s%d\t", star, all[name][m])
		}
		fmt.Fprintf(w, "\t%s\n", name)
	}
	_ = w.Flush()
	return fmt.Sprintf("%s%d lines %s; the law says %d\n", out.String(), total, whole, wholeLines)
}
