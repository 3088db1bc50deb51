//go:build realservers

package realservers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// logLines is how much of each log a failed test shows. A delivery takes about
// ten lines, so this is the last few mails.
const logLines = 60

// dumpLogs shows the ends of the servers' logs when the test has failed: they
// are gone with the directory a moment later.
func dumpLogs(t testing.TB, dir string) {
	t.Helper()
	if !t.Failed() {
		return
	}
	logs, err := filepath.Glob(filepath.Join(dir, "*.log"))
	if err != nil {
		t.Error(err)
	}
	for _, path := range logs {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		lines := strings.Split(strings.TrimSpace(string(content)), "\n")
		if len(lines) > logLines {
			lines = lines[len(lines)-logLines:]
		}
		t.Logf("the end of %s:\n%s", filepath.Base(path), strings.Join(lines, "\n"))
	}
}
