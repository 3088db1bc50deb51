package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Each test that docs/security.md names is where it says, and each row names one.
func TestSecurityIsShown(t *testing.T) {
	page, err := os.ReadFile("../../docs/security.md")
	check(t, err)
	named := regexp.MustCompile("`([^`]+)`")
	rows := 0
	for line := range strings.Lines(string(page)) {
		row := strings.HasPrefix(line, "| ") && !strings.HasSuffix(strings.TrimSpace(line), "| shown by |")
		if row {
			rows++
		}
		file, shown := "", 0
		for _, words := range named.FindAllStringSubmatch(line, -1) {
			switch word := words[1]; {
			case strings.HasSuffix(word, "_test.go"):
				file = word
			case file != "":
				if !tests(t, file)[word] {
					t.Errorf("%s has no %s", file, word)
				}
				shown++
			}
		}
		if row && shown == 0 {
			t.Errorf("no test shows this: %s", line)
		}
	}
	if rows < 20 {
		t.Errorf("%d rows were read", rows)
	}
}

// tests gives the tests and fuzz targets of a file.
func tests(t *testing.T, file string) map[string]bool {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", file), nil, parser.SkipObjectResolution)
	check(t, err)
	found := map[string]bool{}
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if ok && f.Recv == nil && (strings.HasPrefix(f.Name.Name, "Test") || strings.HasPrefix(f.Name.Name, "Fuzz")) {
			found[f.Name.Name] = true
		}
	}
	return found
}
