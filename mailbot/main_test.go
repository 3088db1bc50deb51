package mailbot_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain has memory collected less often: hundreds of bots live briefly, and leave little
// that lives on.
func TestMain(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	m.Run()
}
