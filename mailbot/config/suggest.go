package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// unknown is what to say about a key that does not exist. It may be a slip of one that
// does: the wrong section, a few wrong letters, the beginning of a longer name. Slips
// count double, so that the wrong section can count as half a slip.
func unknown(section, name string) string {
	keys := keysOf(reflect.TypeFor[Config](), "")
	if parent, child, ok := strings.Cut(name, "."); ok && slices.Contains(keys, name) {
		return fmt.Sprintf("must be written on two lines, %s: and indented below it %s:", parent, child)
	}
	name = strings.ReplaceAll(strings.ToLower(name), "-", "_")
	best, least := "", 2*max(1, len(name)/3)+2
	for _, key := range keys {
		parent, last := "", key
		if i := strings.LastIndexByte(key, '.'); i >= 0 {
			parent, last = key[:i], key[i+1:]
		}
		slips := 2 * Distance(name, last)
		if len(name) >= 3 && strings.HasPrefix(last, name) {
			slips = min(slips, 2)
		}
		if parent != section {
			slips++
		}
		if slips < least {
			best, least = "; did you mean "+key+"?", slips
		}
	}
	return "is not a known key" + best
}

// keysOf lists the dotted keys of a struct type, sections included.
func keysOf(t reflect.Type, section string) []string {
	var keys []string
	for field := range t.Fields() {
		tag := field.Tag.Get("yaml")
		if tag == "-" {
			continue
		}
		key := dotted(section, tag)
		keys = append(keys, key)
		if field.Type.Kind() == reflect.Struct {
			keys = append(keys, keysOf(field.Type, key)...)
		}
	}
	return keys
}

// Distance counts the letters to insert, delete, replace or swap with their
// neighbour to get from a to b.
func Distance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			replaced := last[j]
			if a[i] != b[j] {
				replaced++
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, replaced)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
