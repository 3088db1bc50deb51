//go:build realservers

package realservers

import (
	"errors"
	"net"
	"testing"
)

// Somebody else may take a port after it was found free. That is told apart from
// what else keeps a server from starting, for each of the two.
func TestPortTaken(t *testing.T) {
	requirePrograms(t)
	for i, whose := range []string{"IMAP", "IMAPS", "SMTP", "SMTPS"} {
		ports, err := freePorts(4)
		if err != nil {
			t.Fatal(err)
		}
		l, err := net.Listen("tcp", loopback(ports[i]))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		if _, err := startAt(t, ports); !errors.Is(err, errPortTaken) {
			t.Errorf("with the port for %s taken: %v", whose, err)
		}
	}
}
