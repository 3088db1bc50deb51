package parser

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestExplain shows whole texts with the fate of each line at its left.
func TestExplain(t *testing.T) {
	tests := []struct{ name, header, want string }{
		{"a move and a note", "", `
greeting      | Hi Bo,
command (C4)  | c4!
note          | See you.
attribution   | On 20/11/2026 09:58, Unlur wrote:
quote         | > D5
below a quote | resign
signature     | --
signature     | Ana`},
		{"a slip holds back the move above it", "", `
held back     | C4
near (resign) | resing
older mail    | -----Original Message-----
older mail    | D5`},
		{"two moves", "", `
held back     | C4
two-moves     | D5
note          | Bye`},
		{"the answer stands below", "", `
quote         | > Bo played D7.
command (E5)  | E5`},
		{"a sentence above, the move below", "", `
not read      | See below.
quote         | > Bo played D7.
below a quote | E5`},
		{"prose above the move", "", `
greeting        | Hi Bo,
not read        | What a move that was!
maybe-move (E5) | E5
not read        | Ana`},
		{"a mail that is passed on", "Subject: FW: Unlur\n", `
older mail    | From: Bo <bo@example.net>
older mail    | Sent: Friday
older mail    | Subject: Re: Unlur
quote         | > Your turn.
below a quote | C4`},
		{"a note that a program has broken", "", `
command (C4)                                                               | C4
command (note: the corner is too weak for them, so that after E6 I go for F7) | note: the corner is too weak for them, so that after E6
command (note: the corner is too weak for them, so that after E6 I go for F7) | I go for F7
note                                                                       | Hello Bo`},
		{"the sender's own data", "", `
command (C4) | C4
note         | Name: Ana Puig
note         | Tel: 972 123 456`},
		{"a machine's words", "Auto-Submitted: auto-replied\n", `
not read | C4
not read | I am away.`},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			var text, got strings.Builder
			for line := range strings.SplitSeq(strings.TrimPrefix(tc.want, "\n"), "\n") {
				_, words, _ := strings.Cut(line, "| ")
				text.WriteString(words + "\n")
			}
			for _, line := range ReadMail([]byte("From: ana@example.org\n"+tc.header+"\n"+text.String()), ours).Explain() {
				if line.Text != "" {
					got.WriteString(line.Fate + "| " + line.Text + "\n")
				}
			}
			want := strings.NewReplacer(" |", "|").Replace(squeeze(tc.want))
			if diff := cmp.Diff(strings.TrimPrefix(want, "\n")+"\n", got.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// squeeze takes out the blanks that line up a column.
func squeeze(s string) string {
	for strings.Contains(s, "  |") {
		s = strings.ReplaceAll(s, "  |", " |")
	}
	return s
}

// TestExplainSignatureOfHTML holds that lines cut by what the HTML says of them
// are told.
func TestExplainSignatureOfHTML(t *testing.T) {
	raw, err := os.ReadFile("testdata/mail/240-gmail-signature-marked-in-html-only.eml")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range ReadMail(raw, ours).Explain() {
		if strings.HasPrefix(line.Text, "Example Ltd.") && line.Fate != "signature" {
			t.Errorf("%q: %s", line.Text, line.Fate)
		}
	}
}
