package parser

import (
	"maps"
	"runtime"
	"slices"
	"testing"

	"unlurbot/parser/plain"
)

// TestHostileMails holds that no mail that was built to be expensive takes more
// than 16 MB. How long each takes, BenchmarkHostile tells. What is measured is all
// that the process allocates, so no test of this package may run in parallel.
func TestHostileMails(t *testing.T) {
	const most = 16 << 20
	mails := hostileMails()
	for _, name := range slices.Sorted(maps.Keys(mails)) {
		t.Run(name, func(t *testing.T) {
			raw := []byte(mails[name])
			if len(raw) > plain.MaxMail {
				t.Errorf("%d bytes would not be read", len(raw))
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			ReadMail(raw, ours).Orders()
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > most {
				t.Errorf("takes %d kB", used>>10)
			}
		})
	}
}
