package templates_test

import (
	"bytes"
	"fmt"
	"mime/quotedprintable"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
	"unlurbot/store/page"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

// What is counted is what is sent, or a little more.
func TestSentSize(t *testing.T) {
	piece := rapid.OneOf(rapid.StringMatching(`[ -~é棋🎲=\n]{0,200}`), rapid.Just(strings.Repeat("棋", 60)), rapid.Just("=\n"), rapid.Just(strings.Repeat("=", 80)))
	rapid.Check(t, func(rt *rapid.T) {
		lines := strings.Split(strings.Join(rapid.SliceOfN(piece, 0, 8).Draw(rt, "pieces"), ""), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ") // as in each line of ours
		}
		text := strings.Join(lines, "\n")
		var sent bytes.Buffer
		w := quotedprintable.NewWriter(&sent)
		if _, err := w.Write([]byte(strings.ReplaceAll(text, "\n", "\r\n"))); err != nil {
			rt.Fatal(err)
		}
		if err := w.Close(); err != nil {
			rt.Fatal(err)
		}
		counted := templates.Rendered{Text: text}.SentSize()
		if counted < sent.Len()-sent.Len()/50 || counted > sent.Len()+sent.Len()/20+3 {
			rt.Errorf("counted %d bytes, sent %d of\n%q", counted, sent.Len(), text)
		}
	})
}

// All samples, on boards of every size, are far below what Gmail cuts off.
func TestNoSampleIsCutOff(t *testing.T) {
	const most = 90_000 // bytes
	set := load(t)
	sizes := []int{13, 10, 8, 6, 4}
	if testing.Short() {
		sizes = sizes[:1] // the longest mails
	}
	for _, size := range sizes {
		for _, language := range set.Languages() {
			for _, sample := range samples.All(size) {
				mail, err := render(set, language, sample)
				if err != nil {
					t.Fatal(err)
				}
				if n := wholeSize(t, mail); n > most {
					t.Errorf("%s, %s, size %d: %d bytes", sample.Name, language, size, n)
				}
			}
		}
	}
}

// wholeSize counts the bytes of a mail as it is sent, with a long header.
func wholeSize(t *testing.T, mail templates.Rendered) int {
	t.Helper()
	o := &store.Outgoing{
		From: store.Mailbox{Name: "Unlur", Addr: "unlur@example.org"}, To: store.Mailbox{Name: "Ana", Addr: "player@example.org"},
		Subject: mail.Subject, Date: noon, MessageID: "sample@example.org", Boundary: "unlur-boundary", Text: mail.Text, HTML: page.New(mail.HTML),
	}
	for i := range 20 {
		o.References = append(o.References, fmt.Sprintf("%0100d@example.org", i))
	}
	var sent bytes.Buffer
	if err := smtpout.Write(&sent, o); err != nil {
		t.Fatal(err)
	}
	return sent.Len()
}
