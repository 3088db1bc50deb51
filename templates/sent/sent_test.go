package sent_test

import (
	"bytes"
	"mime/quotedprintable"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"unlurbot/templates/sent"
)

// What is counted is what is sent, or a little more.
func TestText(t *testing.T) {
	piece := rapid.OneOf(rapid.StringMatching(`[ -~é棋🎲=\n]{0,200}`), rapid.Just(strings.Repeat("棋", 60)), rapid.Just("=\n"), rapid.Just(strings.Repeat("=", 80)))
	rapid.Check(t, func(rt *rapid.T) {
		lines := strings.Split(strings.Join(rapid.SliceOfN(piece, 0, 8).Draw(rt, "pieces"), ""), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ") // as in each line of ours
		}
		text := strings.Join(lines, "\n")
		var written bytes.Buffer
		w := quotedprintable.NewWriter(&written)
		if _, err := w.Write([]byte(strings.ReplaceAll(text, "\n", "\r\n"))); err != nil {
			rt.Fatal(err)
		}
		if err := w.Close(); err != nil {
			rt.Fatal(err)
		}
		counted := sent.Text(text)
		if counted < written.Len()-written.Len()/50 || counted > written.Len()+written.Len()/20+3 {
			rt.Errorf("counted %d bytes, sent %d of\n%q", counted, written.Len(), text)
		}
	})
}
