package command

import "testing"

// A French day is a "j", also within a pace.
func TestTimesHaveTheLettersOfTheLanguage(t *testing.T) {
	for line, want := range map[string]string{
		"challenge Bo pace 10d+1d max 20d": "défier Bo cadence 10j+1j max 20j", "seek pace 36h": "chercher cadence 36h",
		"away 10d": "absent 10j", "say 10d": "dire 10d",
	} {
		if got := Say(line, "fr"); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	for _, code := range []string{"en", "es", "ca"} {
		if got := Option("10d+1d", code); got != "10d+1d" {
			t.Errorf("%s: %q", code, got)
		}
	}
	if got := Option("10d+1d", "fr"); got != "10j+1j" {
		t.Errorf("fr: %q", got)
	}
}
