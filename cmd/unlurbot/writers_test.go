package main

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// toWrite are the functions by which something is changed that is stored; whatever uses one of
// them changes it too.
var toWrite = []string{
	"(*unlurbot/store/kv.Bucket).Put", "(*unlurbot/store/kv.Bucket).Delete", "(*unlurbot/store/kv.Bucket).NextSequence",
	"(*unlurbot/mailbot/unit.Unit).ChangeGame", "(*unlurbot/mailbot/unit.Unit).ChangePlayer", "(*unlurbot/mailbot/unit.Unit).Forget",
}

// onlyLook are the packages that change nothing.
var onlyLook = []string{"mailbot/views", "mailbot/orders", "mailbot/author", "mailbot/facts"}

// TestWhoWrites holds that nobody but package letters puts a mail into the outbox, and that some
// packages change nothing that is stored.
func TestWhoWrites(t *testing.T) {
	found, err := ourPackages()
	check(t, err)
	uses := map[string][]string{} // by function
	callers := map[string]string{}
	for _, p := range found {
		for f := range functions(p) {
			name := p.TypesInfo.Defs[f.Name].(*types.Func).FullName()
			callers[name] = strings.TrimPrefix(p.PkgPath, "unlurbot/")
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if used, ok := p.TypesInfo.Uses[id].(*types.Func); ok {
						uses[name] = append(uses[name], used.Origin().FullName())
					}
				}
				return true
			})
		}
	}
	writes := map[string]bool{}
	for _, name := range toWrite {
		if _, there := callers[name]; !there {
			t.Errorf("there is no %s", name)
		}
		writes[name] = true
	}
	for before := -1; before < len(writes); {
		before = len(writes)
		for name, used := range uses {
			if slices.ContainsFunc(used, func(u string) bool { return writes[u] }) {
				writes[name] = true
			}
		}
	}
	const enqueue = "(*unlurbot/store.Tx).Enqueue"
	if !writes[enqueue] {
		t.Errorf("%s writes nothing", enqueue)
	}
	for name, used := range uses {
		pkg := callers[name]
		if slices.Contains(used, enqueue) && pkg != "mailbot/letters" && !isForTests(pkg) {
			t.Errorf("%s puts mails into the outbox", name)
		}
		if slices.Contains(onlyLook, pkg) && writes[name] {
			t.Errorf("%s changes something", name)
		}
	}
}
