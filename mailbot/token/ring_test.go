package token

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Wherever tokens stand in a text and whatever stands between their letters, they are
// taken out, and nothing else is.
func TestWithout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 16, 32).Draw(t, "key")
		ring := Ring{[]byte("another key"), key}
		words := rapid.StringMatching(`([a-z2-7 ]|[A-Zé01.,\n>ж]){0,40}`)
		gap := rapid.SampledFrom([]string{"", "", "", "", " ", "\n", "\r\n> ", "\u00a0", "=\n", "| ", "\u200b"})
		text, want := "", ""
		for range rapid.IntRange(0, 3).Draw(t, "tokens") {
			before := words.Draw(t, "words")
			text, want = text+before, want+before
			for _, c := range Seal(key, drawToken(t)) {
				text += string(c) + gap.Draw(t, "gap")
			}
			text, want = strings.TrimRight(text, " \r\n\u00a0>|=\u200b"), want+"*"
			text, want = text+"|", want+"|"
		}
		if got := ring.Without(text); got != want {
			t.Fatalf("%q\nis  %q\nnot %q", text, got, want)
		}
	})
}
