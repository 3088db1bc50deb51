//go:build realservers

package realservers

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"strings"
)

// probe is a port that must answer before the test begins.
type probe struct {
	address  string
	greeting string // what the first line starts with
	tls      bool
}

// try connects once and reads the greeting.
func (p probe) try(ctx context.Context, set *settings) error {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", p.address)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	if p.tls {
		roots, err := loadRoots(set.CAFile)
		if err != nil {
			return err
		}
		conn = tls.Client(conn, &tls.Config{RootCAs: roots, ServerName: "localhost"})
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return fmt.Errorf("%s: %w", p.address, err)
	}
	if !strings.HasPrefix(line, p.greeting) || !strings.Contains(line, set.ID) {
		return fmt.Errorf("%s: not our server: %q", p.address, line)
	}
	return nil
}

// loadRoots reads the authority that signed the servers' certificate.
func loadRoots(caFile string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(caFile)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s: no certificate", caFile)
	}
	return roots, nil
}
