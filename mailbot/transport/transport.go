// Package transport keeps the connections to the mail servers among those that the
// operator means: it says which certificates are taken beside those of well-known issuers,
// and where a connection without encryption may lead.
//
// It connects and verifies, and leaves the protocols to imapbox and smtpout, to which
// package mailbot hands what is made here; their errors know those of this package.
package transport

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"syscall"
)

// TLS takes certificates of the issuers in roots, and with a fingerprint (SHA-256 of the
// whole certificate, in lower-case hexadecimal) only that one. Without roots the fingerprint
// is enough: the certificate's name, dates and issuer don't matter then. With neither it
// gives nil, for the issuers that the system trusts.
func TLS(roots *x509.CertPool, fingerprint string) *tls.Config {
	if roots == nil && fingerprint == "" {
		return nil
	}
	cfg := &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	if fingerprint == "" {
		return cfg
	}
	cfg.InsecureSkipVerify = roots == nil // what follows is stricter
	cfg.VerifyConnection = func(peer tls.ConnectionState) error {
		sum := sha256.Sum256(peer.PeerCertificates[0].Raw)
		if got := hex.EncodeToString(sum[:]); got != fingerprint {
			return &CertificateError{Fingerprint: got}
		}
		return nil
	}
	return cfg
}

// A CertificateError is for a certificate with another fingerprint than the one expected.
type CertificateError struct {
	Fingerprint string // of the certificate that the server has
}

// Error implements error.
func (e *CertificateError) Error() string {
	return "the server has another certificate, with the SHA-256 fingerprint " + e.Fingerprint
}

// Within gives a dialer that connects to this machine and to addresses in networks only. It
// looks at what a name resolves to at each connection, before a byte is sent.
func Within(networks []netip.Prefix) func(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := &net.Dialer{ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
		return within(networks, address)
	}}
	return dialer.DialContext
}

// within judges an address that a name has been resolved to.
func within(networks []netip.Prefix, address string) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("the address to connect to: %w", err)
	}
	ip := to.Addr().Unmap().WithZone("")
	if ip.IsLoopback() || slices.ContainsFunc(networks, func(n netip.Prefix) bool { return n.Contains(ip) }) {
		return nil
	}
	return &OutsideError{Address: ip}
}

// An OutsideError is for an address to which nothing goes without encryption.
type OutsideError struct {
	Address netip.Addr
}

// Error implements error.
func (e *OutsideError) Error() string {
	return fmt.Sprintf("%v is neither on this machine nor in private_networks", e.Address)
}
