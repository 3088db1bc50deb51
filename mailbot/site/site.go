package site

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"unlurbot/mailbot/site/folder"
	"unlurbot/mailbot/site/manifest"
	"unlurbot/mailbot/site/page"
	"unlurbot/store"
	"unlurbot/store/layout"
	"unlurbot/templates"
)

// Write makes a directory show what a club has to show today. What has not changed since the last
// time is left alone. The errors of folder.Folder.Update are told apart by whoever called it.
func Write(ctx context.Context, s *store.Store, club page.Club, into *folder.Folder) (folder.Report, error) {
	words, err := templates.Load()
	if err != nil {
		return folder.Report{}, err
	}
	a, err := read(ctx, s, club.Cups)
	if err != nil {
		return folder.Report{}, err
	}
	club.Climbers = len(a.ladder) > 0
	printer, err := page.New(words, club)
	if err != nil {
		return folder.Report{}, err
	}
	h := sha256.New()
	if _, err := fmt.Fprintf(h, "%s\n%x", layout.Program(), printer.Mark()); err != nil {
		return folder.Report{}, err
	}
	b := &builder{archive: a, club: club, printer: printer, epoch: h.Sum(nil)}
	for _, part := range parts {
		part(b)
	}
	return into.Update(ctx, b.sheets)
}

// A builder lists the sheets of a site.
type builder struct {
	*archive
	club    page.Club
	printer *page.Printer
	// epoch stands for all that pages are made of beside the store: with another program,
	// other words or another club each page is made anew.
	epoch  []byte
	sheets []folder.Sheet
}

// parts are what a site has, each of which adds its sheets.
var parts = []func(*builder){
	(*builder).shared, (*builder).home, (*builder).feed, (*builder).months, (*builder).standings, (*builder).climbed, (*builder).players, (*builder).tournaments, (*builder).games,
}

// shared adds the files that pages ask for.
func (b *builder) shared() {
	for _, fixed := range []struct {
		base, end string
		text      []byte
	}{{"style", "css", page.Style()}, {"replay", "js", page.Script()}, {"icon", "svg", page.Icon()}} {
		b.sheets = append(b.sheets, folder.Sheet{
			Entry: manifest.Entry{Base: fixed.base, Ends: []string{fixed.end}, Mark: b.mark(string(fixed.text))},
			Make:  func(context.Context) ([][]byte, error) { return [][]byte{fixed.text}, nil },
		})
	}
}

// mark makes one of all that a page shows. It is never 0, which is for pages without one.
func (b *builder) mark(shown ...any) uint64 {
	h := sha256.New()
	h.Write(b.epoch)
	for _, v := range shown {
		if rows, ok := v.(rows); ok {
			b.addRows(h, rows)
		} else {
			fmt.Fprintf(h, "\x00%#v", v)
		}
	}
	return max(1, binary.BigEndian.Uint64(h.Sum(nil)))
}

// addPage adds a page. The view is made when it is printed.
func (b *builder) addPage(base string, mark uint64, view func() any) {
	b.sheets = append(b.sheets, folder.Sheet{
		Entry: manifest.Entry{Base: base, Ends: []string{"html"}, Mark: mark},
		Make: func(context.Context) ([][]byte, error) {
			text, err := b.printer.Print(base, view())
			return [][]byte{text}, err
		},
	})
}

// mostRows is how many rows a page has; what has more goes on another page.
const mostRows = 200

// addPages adds as many pages as a list of some length needs: base, base-2 and so on. There is
// one for an empty list, too. Each is told which part of the list it shows.
func (b *builder) addPages(base string, length int, add func(base string, p page.Pager, from, to int)) {
	pages := max(1, (length+mostRows-1)/mostRows)
	name := func(n int) string {
		if n == 1 {
			return base
		}
		return fmt.Sprintf("%s-%d", base, n)
	}
	link := func(n int) string {
		if n < 1 || n > pages {
			return ""
		}
		return page.Up(base) + name(n) + ".html"
	}
	for n := 1; n <= pages; n++ {
		add(name(n), page.Pager{Number: n, Of: pages, Previous: link(n - 1), Next: link(n + 1)}, (n-1)*mostRows, min(n*mostRows, length))
	}
}
