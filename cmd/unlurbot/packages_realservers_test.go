//go:build realservers

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The unit is one that systemd understands, lets the bot do little but its work, and doesn't
// start it again for what a restart doesn't mend.
func TestUnit(t *testing.T) {
	unit, err := os.ReadFile("../../packaging/unlurbot.service")
	check(t, err)
	if want := fmt.Sprintf("\nRestart=always\nRestartSec=5s\nRestartPreventExitStatus=%d\n", exitUsage); !strings.Contains(string(unit), want) {
		t.Errorf("the unit doesn't say%s", want)
	}
	program, err := os.Executable()
	check(t, err)
	file := filepath.Join(t.TempDir(), "unlurbot.service")
	check(t, os.WriteFile(file, []byte(strings.ReplaceAll(string(unit), "/usr/bin/unlurbot ", program+" ")), 0o600))
	for _, command := range []string{"verify --man=no", "security --offline=true --threshold=15 --no-pager"} { // 15 is 1.5
		out, err := exec.Command("systemd-analyze", append(strings.Fields(command), file)...).CombinedOutput()
		if err != nil || strings.Contains(string(out), "ignoring") {
			t.Errorf("systemd-analyze %s: %v\n%s", command, err, out)
		}
	}
}
