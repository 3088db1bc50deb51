//go:build realservers

package measured_test

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"testing"

	"unlurbot/mailbot/testing/browser"
)

//go:embed measure.js
var script string

// Facts are what a mail looks like in one window. Lengths are CSS pixels, colours #rrggbb.
type facts struct {
	Width, Wide float64  // of the window, and of all that is in it
	Begins      string   // the first words
	Headings    []string // of the first rank
	Buttons     []struct{ Paper, Words string }
	Inks        []struct{ Ink, Paper, Words string } // each pair of colours that words have, and the first of them
	Stones      []struct {
		Sign   string
		Paper  string // as bgcolor says it
		Ground string // as it is seen
	}
	Boards [][]row
}

type (
	box struct{ X, Y, W, H float64 }
	row struct {
		Box   box
		Cells []cell
	}
	cell struct {
		Box   box
		Spill float64 // how far something in it stands out of it
		Name  string  // what can be read in it
		Links []struct {
			Box  box
			Body string
		}
	}
)

// A bench is a browser in which mails are laid out.
type bench struct{ *browser.Browser }

func newBench(t *testing.T) bench {
	t.Helper()
	b := bench{browser.Open(t, browser.Window{Width: 1200, Height: 900})}
	b.Go("about:blank")
	browser.Evaluate[bool](b.Browser, `document.write('<!DOCTYPE html><meta name="color-scheme" content="light dark"><body style="margin:0">');`+script+`;true`)
	return b
}

// lay lays a mail out in windows of some widths.
func (b bench) lay(html string, widths []int) []facts {
	quoted, err := json.Marshal(html)
	if err != nil {
		panic(err) // it is a string
	}
	return browser.Evaluate[[]facts](b.Browser, fmt.Sprintf("lay(%s, %s)", quoted, listed(widths)))
}

// dark looks at the same windows once more, on a screen that is dark.
func (b bench) dark(widths []int) []facts {
	b.Dark(true)
	defer b.Dark(false)
	return browser.Evaluate[[]facts](b.Browser, fmt.Sprintf("look(%s)", listed(widths)))
}

func listed(widths []int) []byte {
	list, err := json.Marshal(widths)
	if err != nil {
		panic(err) // they are numbers
	}
	return list
}
