// Package layout knows the layouts of store files, each of which has a number, the
// schema: what a file of each schema must contain, which program wrote it,
// and how to migrate from each schema to the next.
package layout

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"unlurbot/store/kv"
)

// Latest is the schema that this program writes: which buckets there are, what their
// keys and values look like. Every change of it, if only of one field, has a number of
// its own and a migration.
const Latest = 9

// Oldest is the first schema that there is a migration for.
const Oldest = 2

// Where a file says what it is. Programs of all times look there, so it is never moved.
const bucketMeta = "meta"

var (
	// KeySchema has the schema, in eight bytes.
	KeySchema = []byte("schema")
	// KeyProgram has the program that was the last to open the file for writing.
	KeyProgram = []byte("program")
)

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

// Of tells the schema of a file. It fails with ErrForeign if that says none.
func Of(tx *kv.Tx) (schema uint64, err error) {
	meta := tx.Bucket(bucketMeta)
	if meta == nil || len(meta.Get(KeySchema)) != 8 {
		return 0, kv.ErrForeign
	}
	if schema = binary.BigEndian.Uint64(meta.Get(KeySchema)); schema == 0 {
		return 0, kv.ErrForeign
	}
	return schema, nil
}

// Writer tells which program was the last to write a file; empty for one of schema 2
// or older, which does not say.
func Writer(tx *kv.Tx) (program string) {
	if json.Unmarshal(tx.Bucket(bucketMeta).Get(KeyProgram), &program) != nil {
		return ""
	}
	return program
}

// Sign notes that a file is of the schema Latest, and that this program writes it.
func Sign(tx *kv.Tx) error { return SignFor(tx, Latest, Program()) }

// SignFor notes the schema of a file, and the program that writes it.
func SignFor(tx *kv.Tx, schema uint64, program string) error {
	name, err := encode(program)
	if err != nil {
		return err
	}
	meta := tx.Bucket(bucketMeta)
	return errors.Join(meta.Put(KeySchema, binary.BigEndian.AppendUint64(nil, schema)), meta.Put(KeyProgram, name))
}

// An Error says that a file has a layout that this program doesn't know.
type Error struct {
	Schema           uint64
	Program          string   // that was the last to write the file; empty if it does not say
	Missing, Unknown []string // buckets, as far as the schema is known
}

// Check compares the buckets of a file with those that one of its schema has. Any error
// is an *Error.
func Check(tx *kv.Tx, schema uint64, want []string) error {
	e := &Error{Schema: schema, Program: Writer(tx)}
	if schema < Oldest || schema > Latest {
		return e
	}
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
func (e *Error) Error() string {
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
	return fmt.Sprintf("%s; it was written by %s, and this is unlurbot %s, which reads schemas %d to %d", what, made, Program(), Oldest, Latest)
}

func countOf(names []string) string {
	if len(names) == 1 {
		return "bucket " + names[0]
	}
	return "buckets " + strings.Join(names, ", ")
}

// early says whether a development version made the file, before there was any
// migration that is still known.
func (e *Error) early() bool {
	return e.Schema < Oldest || e.Schema == 2 && len(e.Missing) > 0
}

// Advice says what to do about it.
func (e *Error) Advice() string {
	switch {
	case e.early():
		return "Such a file can't be upgraded. To keep the games, export them with the version that made it, " +
			"then move the file away: the next start creates a new store."
	case e.Schema > Latest:
		return fmt.Sprintf("Use the version that wrote it, or a newer one. To go back to this version, put the copy from before the update in its place "+
			"(its name ends in .schema-%d), or a backup that this version made; later moves are not in it.", Latest)
	}
	return "Use the version that wrote it, or put a backup that this version made in its place; later moves are not in it."
}

// migrations bring a file of one schema to the next, the first one that of
// Oldest: some steps each. A migration stays what it is once its schema was released: it
// names buckets and fields itself, and uses no type that may change.
var migrations = [][]func(*kv.Tx) error{
	toSchema3,
	toSchema4,
	toSchema5,
	toSchema6,
	toSchema7,
	toSchema8,
	toSchema9,
}

// Upgrade brings a file of a schema to a later one, up to Latest. Whoever calls it signs the file.
func Upgrade(tx *kv.Tx, from, to uint64) error {
	for n, steps := range migrations[from-Oldest : to-Oldest] {
		for _, step := range steps {
			if err := step(tx); err != nil {
				return fmt.Errorf("store: from schema %d to %d: %w", from+uint64(n), from+uint64(n)+1, err)
			}
		}
	}
	return nil
}

// rewrite replaces values of a bucket by what change makes of them, all but those of
// which it makes nil.
func rewrite(tx *kv.Tx, name string, change func(key, raw []byte) ([]byte, error)) error {
	bucket := tx.Bucket(name)
	var keys, values [][]byte
	for key, raw := range bucket.Scan(nil) {
		value, err := change(key, raw)
		if err != nil {
			return err
		}
		if value != nil {
			keys, values = append(keys, bytes.Clone(key)), append(values, value)
		}
	}
	for i, key := range keys {
		if err := bucket.Put(key, values[i]); err != nil {
			return err
		}
	}
	return nil
}

// encode makes JSON as it is stored, in which HTML stays readable.
func encode(v any) ([]byte, error) {
	var raw bytes.Buffer
	e := json.NewEncoder(&raw)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(raw.Bytes(), []byte("\n")), nil
}
