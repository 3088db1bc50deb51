package game

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestPaces(t *testing.T) {
	for text, want := range map[string]string{
		"3d":                           "3d",
		"  3 Days ":                    "3d",
		"1 day":                        "1d",
		"36h":                          "36h",
		"36 hrs":                       "36h",
		"48 hours":                     "2d",
		"1d12h":                        "36h",
		"1 day 12 hours":               "36h",
		"2 weeks":                      "14d",
		"12h":                          "12h",
		"60d":                          "60d",
		"10d+1d max 20d":               "10d+1d max 20d",
		"10D +1D\tMAX 20D":             "10d+1d max 20d",
		"10\u00a0days + 1 day max 3 w": "10d+1d max 21d",
		"10d + 1d":                     "10d+1d max 20d",
		"10d+36h max 10d":              "10d+36h max 10d",
		"12h+12h max 12h":              "12h+12h max 12h",
		"1 week+1 day":                 "7d+1d max 14d",
		"300d+60d":                     "300d+60d max 365d", // twice the bank would be too long
		"365d+60d max 365d":            "365d+60d max 365d",
		"None":                         "none",
		"00003d":                       "3d",
	} {
		p, err := ParsePace(text)
		if err != nil || p.String() != want {
			t.Errorf("%q is %q (%v), want %q", text, p, err, want)
		}
	}
}

func TestBadPaces(t *testing.T) {
	for text, want := range map[string]PaceFault{
		"":                          PaceUnclear,
		"soon":                      PaceUnclear,
		"3":                         PaceUnclear,
		"d":                         PaceUnclear,
		"-3d":                       PaceUnclear,
		"1.5d":                      PaceUnclear,
		"3 4d":                      PaceUnclear,
		"3d 4":                      PaceUnclear,
		"90 minutes":                PaceUnclear,
		"3d max 5d":                 PaceUnclear,
		"+1d":                       PaceUnclear,
		"10d+":                      PaceUnclear,
		"soon+1d max 20d":           PaceUnclear,
		"10d+ max 20d":              PaceUnclear,
		"10d+1d max":                PaceUnclear,
		"10d+1d+1d":                 PaceUnclear,
		"10d+1d max 20d max 30d":    PaceUnclear,
		"10d 1d max 20d none":       PaceUnclear,
		"3d none":                   PaceUnclear,
		"3\u0664d":                  PaceUnclear,
		"3d\xff":                    PaceUnclear,
		"0d":                        PaceTooShort,
		"11h":                       PaceTooShort,
		"10d+0d":                    PaceTooShort,
		"10d+11h max 20d":           PaceTooShort,
		"61d":                       PaceTooLong,
		"1441h":                     PaceTooLong,
		"99999999999999999999999d":  PaceTooLong,
		"9999w 9999w 9999w 9999w":   PaceTooLong,
		"100d+61d":                  PaceTooLong,
		"366d+1d":                   PaceBankTooLong,
		"10d+1d max 366d":           PaceBankTooLong,
		"9999w9999w+1d max 9999w":   PaceBankTooLong,
		"1d+2d":                     PaceIncrementHigh,
		"0d+1d max 20d":             PaceIncrementHigh,
		"10d+1d max 9d":             PaceCapLow,
		"10d+1d max 0d":             PaceCapLow,
		"10 days + 1 day max 239 h": PaceCapLow,
	} {
		p, err := ParsePace(text)
		e, ok := errors.AsType[*Error](err)
		if !ok || e.Code != BadPace || e.Fault != want || e.Token != text || p != (Pace{}) {
			t.Errorf("%q is %v, and fails with %#v, want %s", text, p, err, want)
		}
	}
}

// Each fault has its words, for who reads the error and not the code.
func TestPaceFaultsAreSaid(t *testing.T) {
	for text, want := range map[string]string{
		"soon":           `"soon" is not a pace: write a time for each move ("3d"), a bank and what a move adds to it ("10d+1d max 20d"), or "none"`,
		"6h":             `"6h" is not a pace: mail is slow, so each move has, or adds, at least 12 hours`,
		"90d":            `"90d" is not a pace: a move has, or adds, at most 60 days`,
		"400d+1d":        `"400d+1d" is not a pace: a bank holds at most 365 days`,
		"1d+2d":          `"1d+2d" is not a pace: a move adds at most what the bank begins with`,
		"10d+1d max 5d":  `"10d+1d max 5d" is not a pace: a bank can't begin with more than it may hold`,
		"10d+1d\nmax 5d": `"10d+1d\nmax 5d" is not a pace: a bank can't begin with more than it may hold`,
	} {
		if _, err := ParsePace(text); err == nil || err.Error() != want {
			t.Errorf("%q fails with %v\nwant %s", text, err, want)
		}
	}
}

func TestZeroPaceIsNone(t *testing.T) {
	if p, err := ParsePace("none"); err != nil || p != (Pace{}) || !p.None() {
		t.Errorf("none is %+v (%v)", p, err)
	}
	if p := DefaultPace(); p.None() || p.String() != "10d+1d max 20d" {
		t.Errorf("the default is %v", p)
	}
	for _, stored := range []string{"", "none"} {
		p := DefaultPace()
		if err := p.UnmarshalText([]byte(stored)); err != nil || p != (Pace{}) {
			t.Errorf("%q is %v (%v)", stored, p, err)
		}
	}
}

// drawPace gives any pace with a clock.
func drawPace(t *rapid.T) Pace {
	const least, most = int(MinMoveTime / time.Hour), int(MaxMoveTime / time.Hour)
	move := rapid.IntRange(least, most).Draw(t, "hours for a move")
	if rapid.Bool().Draw(t, "nothing is carried over") {
		return Pace{PerMove: time.Duration(move) * time.Hour}
	}
	bank := rapid.IntRange(move, int(MaxBank/time.Hour)).Draw(t, "bank")
	atMost := rapid.IntRange(bank, int(MaxBank/time.Hour)).Draw(t, "cap")
	return Pace{
		Bank:      time.Duration(bank) * time.Hour,
		Increment: time.Duration(move) * time.Hour,
		Cap:       time.Duration(atMost) * time.Hour,
	}
}

// Every pace within the limits can be written and read back.
func TestPaceRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawPace(t)
		text, err := want.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var got Pace
		if err := got.UnmarshalText(text); err != nil || got != want {
			t.Fatalf("%s is %+v (%v), want %+v", text, got, err, want)
		}
	})
}

// Any text is a pace within the limits, which reads back as itself, or a coded
// error.
func TestAnyTextForAPace(t *testing.T) {
	words := []string{"1", "3", "10", "20", "0", "99999", "d", "h", " days", "w", "+", " + ", "max", " max ", " ", "none", "é", "-"}
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, w := range rapid.SliceOfN(rapid.SampledFrom(words), 0, 10).Draw(t, "words") {
			text += w
		}
		p, err := ParsePace(text)
		if err != nil {
			if e, ok := errors.AsType[*Error](err); !ok || e.Code != BadPace || paceFaults[e.Fault] == "" {
				t.Fatalf("%q fails with %v", text, err)
			}
			return
		}
		if again, err := ParsePace(p.String()); err != nil || again != p {
			t.Fatalf("%q is %v, and that is %v (%v)", text, p, again, err)
		}
		if !p.None() && p.fault() != "" {
			t.Fatalf("%q is %v, which is %s", text, p, p.fault())
		}
	})
}
