//go:build realservers

package measured_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"unlurbot/game"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

// hostileTexts are what people could be called and could write to spoil a mail.
var hostileTexts = map[string]string{
	"long":       strings.Repeat("w", 200),
	"wide":       strings.Repeat("棋🎲", 60),
	"Hebrew":     strings.Repeat("שלום ", 40),
	"turned":     "\u202e" + strings.Repeat("lruln", 40),
	"tags":       `</p></td></tr></table><h1>won</h1><table width="2000"><tr><td>`,
	"an address": "https://example.org/" + strings.Repeat("a", 180),
	"empty":      "",
}

// theirs are the fields of views that hold what people write.
var theirs = []string{"You", "Opponent", "Words", "Passed", "Name", "Names", "Watchers", "Title", "Text", "RunBy"}

// Whatever people write, on a small phone a mail is no wider than that and its board stands.
func TestHostileWordsSpoilNothing(t *testing.T) {
	set, b := load(t), newBench(t)
	phone, laws := []int{320}, []law{fits, readable, hexagons, contained}
	shown := []program{
		{name: "by day", widths: phone, laws: laws},
		{name: "without a style", change: bare, widths: phone, laws: laws},
	}
	for what, text := range hostileTexts {
		for _, sample := range samples.All(game.DefaultSize) {
			name := fmt.Sprintf("%s, %s", sample.Name, what)
			if !inPart(name) {
				continue
			}
			spoil(reflect.ValueOf(sample.View), text, false)
			mail, err := set.Render(templates.Default, sample.Kind, sample.View)
			if err != nil {
				t.Fatal(err)
			}
			b.measure(t, name, mail.HTML, shown)
		}
	}
}

// spoil puts a text into all strings of a value that are people's.
func spoil(v reflect.Value, text string, isTheirs bool) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			spoil(v.Elem(), text, isTheirs)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			spoil(v.Index(i), text, isTheirs)
		}
	case reflect.Struct:
		for field, value := range v.Fields() {
			if field.IsExported() {
				spoil(value, text, slices.Contains(theirs, field.Name))
			}
		}
	case reflect.String:
		if isTheirs && v.CanSet() {
			v.SetString(text)
		}
	}
}
