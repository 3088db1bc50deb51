package zones

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Which zone is proposed, by the language of the reader and what stands in Date.
func TestAt(t *testing.T) {
	const summer, winter = "2026-07-01T12:00:00", "2026-12-01T12:00:00"
	for _, tc := range []struct{ language, date, want string }{
		{"en", summer + "+01:00", "Europe/London"},
		{"en", winter + "+01:00", "Europe/Berlin"},
		{"en", summer + "+02:00", "Europe/Berlin"},
		{"en", summer + "-04:00", "America/New_York"},
		{"en", winter + "-05:00", "America/New_York"},
		{"en", winter + "-06:00", "America/Chicago"},
		{"en", summer + "-07:00", "America/Los_Angeles"},
		{"en", winter + "-07:00", "America/Denver"},
		{"en", winter + "-08:00", "America/Los_Angeles"},
		{"en", winter + "+11:00", "Australia/Sydney"},
		{"en", summer + "+10:00", "Australia/Sydney"},
		{"en", winter + "+10:00", "Australia/Brisbane"},
		{"en", winter + "+13:00", "Pacific/Auckland"},
		{"en", summer + "+05:30", "Asia/Kolkata"},
		{"en", summer + "+05:45", "Asia/Kathmandu"},
		{"es", summer + "+02:00", "Europe/Madrid"},
		{"es", winter + "+01:00", "Europe/Madrid"},
		{"es", summer + "+01:00", "Atlantic/Canary"},
		{"es", winter + "-03:00", "America/Argentina/Buenos_Aires"},
		{"es", summer + "-04:00", "America/Santiago"},
		{"es", winter + "-04:00", "America/Caracas"},
		{"es", winter + "-05:00", "America/Bogota"},
		{"es", summer + "-06:00", "America/Mexico_City"},
		{"es", winter + "+09:00", "Asia/Tokyo"},
		{"ca", summer + "+02:00", "Europe/Madrid"},
		{"ca", winter + "-05:00", "America/New_York"},
		{"fr", winter + "+01:00", "Europe/Paris"},
		{"fr", summer + "+02:00", "Europe/Paris"},
		{"fr", summer + "-04:00", "America/Toronto"},
		{"fr", winter + "+04:00", "Indian/Reunion"},
		{"pt", winter + "-03:00", "America/Sao_Paulo"},
		{"en", winter + "+00:00", ""},
		{"en", summer + "+00:00", ""},
		{"en", winter + "+01:07", ""},
		{"en", winter + "-13:00", ""},
		{"en", winter + "+23:00", ""},
	} {
		date, err := time.Parse(time.RFC3339, tc.date)
		if err != nil {
			t.Fatal(err)
		}
		if got := At(date, tc.language); got != tc.want {
			t.Errorf("%s, %s: %q, want %q", tc.language, tc.date, got, tc.want)
		}
	}
}

// Whatever zone somebody lives in, and whenever, clocks show the same in the one that
// is proposed; and something is proposed wherever many people live.
func TestAtIsRight(t *testing.T) {
	t.Parallel()
	all := slices.Clone(ofAll)
	for _, names := range ofLanguage {
		all = append(all, names...)
	}
	for _, name := range all {
		if !slices.Contains(Names(), name) {
			t.Errorf("there is no zone %s", name)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		language := rapid.SampledFrom([]string{"en", "es", "ca", "fr", "eo"}).Draw(t, "language")
		name := rapid.SampledFrom(append(all, Names()...)).Draw(t, "lives in")
		at := time.Unix(rapid.Int64Range(1_700_000_000, 2_200_000_000).Draw(t, "at"), 0).In(Of(name))
		_, offset := at.Zone()
		proposed := At(at, language)
		switch _, there := at.In(Of(proposed)).Zone(); {
		case proposed == "" && offset != 0 && slices.Contains(all, name):
			t.Errorf("nothing is proposed at %s", at)
		case proposed != "" && there != offset:
			t.Errorf("%s is proposed at %s", proposed, at)
		}
	})
}
