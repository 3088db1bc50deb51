package store

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"unlurbot/store/kv"
)

// Schema is the number of the layout that this program writes: which buckets there
// are, what their keys and values look like. Every change of it, if only of one
// field, has a number of its own and a migration. A file of an older schema is
// brought up to date when it is opened; see Open.
const Schema = 3

// oldestSchema is the first one that there is a migration for.
const oldestSchema = 2

// keySchema is where a file says which schema it has.
var keySchema = []byte("schema")

// keyProgram is where a file says which program was the last to open it for writing.
// Programs of all times look there, so it is never moved.
var keyProgram = []byte("program")

// Program names the version of this program: that of the module, as go install
// knows it, and the commit.
var Program = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v += " " + s.Value
		}
	}
	return v
})

// programOf tells which program was the last to write a file; empty for one of
// schema 2 or older, which does not say.
func programOf(tx *kv.Tx) string {
	name, err := get[string](&Tx{tx: tx}, bucketMeta, keyProgram)
	if err != nil {
		return ""
	}
	return *name
}

// noteProgram notes that this program writes the file.
func noteProgram(tx *kv.Tx) error {
	name := Program()
	return put(&Tx{tx: tx}, bucketMeta, keyProgram, &name)
}

// A LayoutError says that a file has a layout that this program doesn't know.
type LayoutError struct {
	Schema           uint64
	Program          string   // that was the last to write the file; empty if it does not say
	Missing, Unknown []string // buckets, as far as the schema is known
}

// checkLayout compares the buckets of a file with those of its schema.
func checkLayout(tx *kv.Tx, schema uint64) error {
	e := &LayoutError{Schema: schema, Program: programOf(tx)}
	if schema < oldestSchema || schema > Schema {
		return e
	}
	want := bucketsOf(schema)
	for _, name := range want {
		if tx.Bucket(name) == nil {
			e.Missing = append(e.Missing, name)
		}
	}
	slices.Sort(e.Missing)
	for name := range tx.Names() {
		if !slices.Contains(want, name) {
			e.Unknown = append(e.Unknown, name)
		}
	}
	if len(e.Missing)+len(e.Unknown) == 0 {
		return nil
	}
	return e
}

// Error says what is wrong and which program made the file.
func (e *LayoutError) Error() string {
	made := "unlurbot " + e.Program
	if e.Program == "" {
		made = "a version of unlurbot that the file doesn't name"
	}
	if e.early() {
		made = "a development version of unlurbot from before 22 November 2026"
	}
	what := fmt.Sprintf("store: the file has schema %d", e.Schema)
	if len(e.Missing) > 0 {
		what += ", but lacks " + countOf(e.Missing)
	}
	if len(e.Unknown) > 0 {
		what += ", but has unknown " + countOf(e.Unknown)
	}
	return fmt.Sprintf("%s; it was written by %s, and this is unlurbot %s, which reads schemas %d to %d", what, made, Program(), oldestSchema, Schema)
}

func countOf(names []string) string {
	if len(names) == 1 {
		return "bucket " + names[0]
	}
	return "buckets " + strings.Join(names, ", ")
}

// early says whether a development version made the file, before there was any
// migration that is still known.
func (e *LayoutError) early() bool {
	return e.Schema < oldestSchema || e.Schema == 2 && len(e.Missing) > 0
}

// Advice says what to do about it.
func (e *LayoutError) Advice() string {
	switch {
	case e.early():
		return "There is no way to bring such a file up to date. Keep the games by having the version that made it export them, " +
			"then move the file away: the next start makes a new store."
	case e.Schema > Schema:
		return fmt.Sprintf("Use the version that wrote it, or a newer one. To go back to this version, put the copy from before the update in its place "+
			"(its name ends in .schema-%d), or a backup that this version made; later moves are not in it.", Schema)
	}
	return "Use the version that wrote it, or put a backup that this version made in its place; later moves are not in it."
}
