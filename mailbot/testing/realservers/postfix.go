//go:build realservers

package realservers

import (
	"fmt"
	"os/exec"
	"path/filepath"
)

const (
	postfixProgram = "/usr/sbin/postfix"
	postfixMaster  = "/usr/lib/postfix/sbin/master"
)

// launchPostfix starts the SMTP server.
func launchPostfix(set *settings) (*daemon, error) {
	// Postfix makes the directories below these two itself.
	if err := makeDir(filepath.Join(set.PostfixDir, "queue"), "root", 0o755); err != nil {
		return nil, err
	}
	if err := makeDir(filepath.Join(set.PostfixDir, "data"), "postfix", 0o700); err != nil {
		return nil, err
	}
	create := exec.Command(postfixProgram, "-c", set.PostfixDir, "post-install", "create-missing")
	if out, err := create.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("postfix: making its directories: %w\n%s", err, out)
	}
	d, err := startDaemon("postfix", postfixLog(set), postfixMaster, "-c", set.PostfixDir, "-s")
	if err != nil {
		return nil, err
	}
	d.probes = []probe{
		{address: loopback(set.SMTPPort), greeting: "220 "},
		{address: loopback(set.SMTPSPort), greeting: "220 ", tls: true},
	}
	return d, nil
}

func postfixLog(set *settings) string { return filepath.Join(set.LogDir, "postfix.log") }
