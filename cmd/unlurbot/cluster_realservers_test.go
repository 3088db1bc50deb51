//go:build realservers

package main

import (
	"os/exec"
	"strings"
	"testing"
)

// What docs/two-machines.md shows goes as it stands there: with etcd from Debian, certificates and all.
func TestShowCluster(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("unlurbot")
	check(t, err)
	said, err := exec.Command("../../packaging/cluster/show", program).CombinedOutput()
	if err != nil || !strings.Contains(string(said), "== all is well") || !strings.Contains(string(said), "size=6 C4 D5 E5") {
		t.Errorf("%v:\n%s", err, said)
	}
}
