package parser

import (
	"testing"
	"time"
)

// When a mail was written, and how far from UTC, by its field Date; empty for nothing.
func TestDate(t *testing.T) {
	defer func(here *time.Location) { time.Local = here }(time.Local)
	for _, here := range []*time.Location{time.UTC, time.FixedZone("CET", 60*60)} {
		time.Local = here // which changes nothing
		for fields, want := range map[string]string{
			"Date: Fri, 20 Nov 2026 13:04:58 +0100\n":           "2026-11-20T13:04:58+01:00",
			"Date: Fri, 20 Nov 2026 13:04:58 +0100 (CET)\n":     "2026-11-20T13:04:58+01:00",
			"Date: Fri, 20 Nov 2026 13:04:58\n +0100\n (CET)\n": "2026-11-20T13:04:58+01:00",
			"Date: 20 Nov 2026 13:04 +0100\n":                   "2026-11-20T13:04:00+01:00",
			"Date: Fri, 20 Nov 2026 08:34:58 -0330\n":           "2026-11-20T08:34:58-03:30",
			"Date: Fri, 20 Nov 2026 12:04:58 +0000 (UTC)\n":     "2026-11-20T12:04:58Z",
			"Date: Fri, 20 Nov 2026 12:04:58 -0000\n":           "",
			"Date: Fri, 20 Nov 2026 12:04:58 -0000 (UTC)\n":     "",
			"Date: Fri, 20 Nov 2026 12:04:58 GMT\n":             "",
			"Date: Fri, 20 Nov 2026 13:04:58 CET\n":             "",
			"Date: Fri, 20 Nov 2026 07:04:58 EST\n":             "",
			"Date: Fri, 20 Nov 2026 13:04:58\n":                 "",
			"Date: Fri, 20 Nov 2026 13:04:58 +01:00\n":          "",
			"Date: Fri, 20 Nov 2026 13:04:58 +9999\n":           "",
			"Date: 2026-11-20 13:04:58 +0100\n":                 "",
			"Date: Fri, 32 Nov 2026 13:04:58 +0100\n":           "",
			"Date: yesterday +0100\n":                           "",
			"Date:\n":                                           "",
			"":                                                  "",
			"Date: Fri, 20 Nov 2026 13:04:58 +0100\nDate: Fri, 20 Nov 2026 13:04:58 +0100\n": "",
		} {
			got := ""
			if date := ReadMail([]byte("From: ana@example.org\n"+fields+"\nC4\n"), ours).Date; !date.IsZero() {
				got = date.Format(time.RFC3339)
			}
			if got != want {
				t.Errorf("where it is %s: %q is read as %q, want %q", here, fields, got, want)
			}
		}
	}
}
