//go:build realservers

package realservers

import "path/filepath"

const (
	dovecotProgram = "/usr/sbin/dovecot"
	mailOwner      = "mail" // the user of all mailboxes, as in dovecot.conf
)

// launchDovecot starts the IMAP and LMTP server.
func launchDovecot(set *settings) (*daemon, error) {
	// The one directory that Dovecot's processes must be able to write as the
	// user of the mailboxes; all others they make themselves, as root.
	if err := makeDir(set.mailDir(), mailOwner, 0o700); err != nil {
		return nil, err
	}
	// -F: stay our child, so that we see it end.
	d, err := startDaemon("dovecot", dovecotLog(set), dovecotProgram, "-F", "-c", filepath.Join(set.DovecotDir, "dovecot.conf"))
	if err != nil {
		return nil, err
	}
	d.probes = []probe{
		{address: loopback(set.IMAPPort), greeting: "* OK"},
		{address: loopback(set.IMAPSPort), greeting: "* OK", tls: true},
	}
	return d, nil
}

func dovecotLog(set *settings) string { return filepath.Join(set.LogDir, "dovecot.log") }

// mailDir holds a home for each user.
func (set *settings) mailDir() string { return filepath.Join(set.DovecotDir, "mail") }
