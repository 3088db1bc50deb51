//go:build realservers

package realservers

import (
	"crypto/ecdsa"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Password opens every mailbox: any user may log in with it.
const Password = "secret"

// domain is the only one that the servers know. The top level domain `test` is
// reserved, so a mail that escaped could not reach anybody.
const domain = "mail.test"

// Servers says where the mail servers of one test answer. All addresses are
// host:port on 127.0.0.1; the certificates are good for `localhost` as well.
type Servers struct {
	// Domain is the part after the @: every NAME@Domain has a mailbox, and
	// NAME+detail@Domain is the same one.
	Domain string
	// IMAPAddr takes plain connections and offers STARTTLS; the login is NAME
	// or NAME@Domain, with Password.
	IMAPAddr string
	// IMAPSAddr is the same mailboxes with TLS from the first byte.
	IMAPSAddr string
	// SMTPAddr takes plain connections, offers STARTTLS and logins, and asks for none.
	// It takes mail from any sender, but only for Domain.
	SMTPAddr string
	// SMTPSAddr is the same with TLS from the first byte.
	SMTPSAddr string
	// CAFile is the PEM certificate of the authority that signed the servers'
	// certificate. It was made for this test; no system trusts it.
	CAFile string

	tokenKey  *ecdsa.PrivateKey
	mailDir   string
	queueDir  string
	delivered int // mails, by Deliver
}

// Start launches both servers for one test and stops them at its end, with
// everything that they wrote. It returns when all four ports answer. Tests may
// call it at the same time, also in different processes. Whatever keeps the
// servers from running ends the test with what their logs say.
func Start(t testing.TB) *Servers {
	t.Helper()
	requirePrograms(t)
	for {
		ports, err := freePorts(4)
		if err != nil {
			t.Fatal(err)
		}
		s, err := startAt(t, ports)
		if err == nil {
			return s
		}
		if !errors.Is(err, errPortTaken) {
			t.Fatalf("starting the mail servers: %v", err)
		}
	}
}

// startAt launches both servers at four ports. Between the look for free ports and
// the servers' binding anybody may take one: the error is errPortTaken then.
func startAt(t testing.TB, ports []int) (*Servers, error) {
	t.Helper()
	dir := makeTempDir(t)
	g := startGuard(t, dir)
	set := newSettings(dir, ports)
	if err := set.write(); err != nil {
		return nil, err
	}
	t.Cleanup(func() { dumpLogs(t, set.LogDir) })

	for _, launch := range []func(*settings) (*daemon, error){launchDovecot, launchPostfix} {
		d, err := launch(set)
		if err != nil {
			return nil, err
		}
		if err := errors.Join(g.watch(d), d.waitReady(End(t), set)); err != nil {
			return nil, errors.Join(err, d.stop(End(t)))
		}
		t.Cleanup(func() { stopDaemon(t, d) })
	}
	return &Servers{
		Domain:    domain,
		IMAPAddr:  loopback(set.IMAPPort),
		IMAPSAddr: loopback(set.IMAPSPort),
		SMTPAddr:  loopback(set.SMTPPort),
		SMTPSAddr: loopback(set.SMTPSPort),
		CAFile:    set.CAFile,
		tokenKey:  set.TokenKey,
		mailDir:   set.mailDir(),
		queueDir:  filepath.Join(set.PostfixDir, "queue"),
	}, nil
}

// requirePrograms ends the test when one of the programs is not installed, or
// when the servers could not take on the identities that they run under.
func requirePrograms(t testing.TB) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Fatal("the real mail servers need root: Postfix will not start for anybody else")
	}
	for _, p := range []struct{ path, debianPackage string }{
		{dovecotProgram, "dovecot-imapd"},
		{"/usr/lib/dovecot/imap", "dovecot-imapd"},
		{"/usr/lib/dovecot/lmtp", "dovecot-lmtpd"},
		{postfixProgram, "postfix"},
		{postfixMaster, "postfix"},
	} {
		if _, err := os.Stat(p.path); err != nil {
			t.Fatalf("%v: install the Debian package %s (.ci/install-servers does)", err, p.debianPackage)
		}
	}
}
