package parser

import (
	"runtime"
	"testing"
)

// TestHostileMails holds that no mail that was built to be expensive takes more
// memory than the limit of the figures. How long each takes, the benchmark tells.
func TestHostileMails(t *testing.T) {
	const most = 16 << 20
	for name, raw := range hostileMails() {
		if len(raw) > MaxMail {
			t.Errorf("%s has %d bytes and would not be read", name, len(raw))
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		ReadMail([]byte(raw), ours).Orders()
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc - uint64(len(raw)); used > most {
			t.Errorf("%s takes %d kB", name, used>>10)
		}
	}
}
