package mailbot_test

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// TestMain has memory collected less often where tests are short: hundreds of bots live
// briefly, and leave little that lives on.
func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	m.Run()
}
