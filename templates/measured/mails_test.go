//go:build realservers

package measured_test

import (
	"flag"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"testing"

	"unlurbot/game"
	"unlurbot/parser"
	"unlurbot/templates"
	"unlurbot/templates/samples"
	"unlurbot/templates/sent"
)

var part = flag.Int("measured.part", 0, "which fortieth of the samples is measured, from 0 to 39; -1 for all")

// Mails of all kinds, on boards of all sizes, in all languages.
func TestSamplesLookWell(t *testing.T) {
	set, b := load(t), newBench(t)
	seen, measured := map[string]bool{}, 0 // most mails are the same whatever the size of boards
	for size := game.MinSize; size <= game.MaxSize; size++ {
		for _, language := range set.Languages() {
			for _, sample := range samples.All(size) {
				name := fmt.Sprintf("%s, size %d, %s", sample.Name, size, language)
				view, err := sample.In(set, language, parser.Words(language))
				if err != nil {
					t.Fatal(err)
				}
				mail, err := set.Render(language, sample.Kind, view)
				if err != nil {
					t.Fatal(err)
				}
				if seen[mail.HTML] {
					continue
				}
				seen[mail.HTML] = true
				programs := programsFor(checkSource(t, name, mail))
				if inPart(name) {
					b.measure(t, name, mail.HTML, programs)
					measured++
				}
			}
		}
	}
	t.Logf("%d mails", measured)
}

// inPart says whether what has a name is of the part that is measured. Names are
// spread by a hash, so that each part has mails of many kinds and sizes.
func inPart(name string) bool {
	h := fnv.New32a()
	fmt.Fprint(h, name)
	return *part < 0 || int(h.Sum32()%40) == *part
}

func load(t *testing.T) *templates.Set {
	t.Helper()
	set, err := templates.Load()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// unwanted is what no mail may say: a mail that hides something looks like spam, and
// nothing is fetched.
var unwanted = regexp.MustCompile(`(?i)display:\s*none|url\(|=["']?\s*(https?:|//)`)

// In bytes of both parts as they are sent. In a mail that is full the stones of some boards
// have no gradient: links are worth more than colours that nothing turns round.
const (
	full = 80_000
	most = 86_000 // Gmail cuts off somewhat more, and the header comes to it
)

// programsFor lists those in which a mail of so many bytes keeps the laws.
func programsFor(bytes int) []program {
	if bytes <= full {
		return programs
	}
	return slices.DeleteFunc(slices.Clone(programs), func(p program) bool { return p.name == turnedRound })
}

// checkSource holds a mail to what can be seen without a browser, and counts its bytes.
func checkSource(t *testing.T, name string, mail templates.Rendered) (bytes int) {
	t.Helper()
	if found := unwanted.FindString(mail.HTML); found != "" {
		t.Errorf("%s: it says %q", name, found)
	}
	if bytes = sent.Text(mail.Text) + sent.Page([]byte(mail.HTML)); bytes > most {
		t.Errorf("%s: %d bytes", name, bytes)
	}
	return bytes
}

// onePixel stands for the picture of a mail, which a mail program finds among its parts.
const onePixel = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs="

// measure holds a mail to the laws of programs that show it.
func (b bench) measure(t *testing.T, name, html string, shown []program) {
	t.Helper()
	for _, fault := range b.faults(html, shown) {
		t.Errorf("%s, %s", name, fault)
	}
}

// faults lays a mail out as some programs show it, and lists what breaks their laws. A
// fault is told where it is met first.
func (b bench) faults(html string, shown []program) (all []string) {
	html = pictures.ReplaceAllString(html, onePixel)
	told := map[string]bool{}
	for _, p := range shown {
		var windows []facts
		switch {
		case p.dark:
			windows = b.dark(p.widths)
		case p.change != nil:
			windows = b.lay(p.change(html), p.widths)
		default:
			windows = b.lay(html, p.widths)
		}
		for i := range windows {
			for _, law := range p.laws {
				law.of(&windows[i], func(format string, args ...any) {
					fault := law.name + ": " + fmt.Sprintf(format, args...)
					if !told[fault] {
						told[fault] = true
						all = append(all, fmt.Sprintf("%s, %d pixels: %s", p.name, p.widths[i], fault))
					}
				})
			}
		}
	}
	return all
}

var pictures = regexp.MustCompile(`cid:[^"]*`)
