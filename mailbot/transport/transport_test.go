package transport

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"errors"
	"math/big"
	"net"
	"net/netip"
	"testing"
	"time"

	"unlurbot/mailbot/testing/loopback"
)

// issue makes a certificate for 127.0.0.1 that ends at a time, signed by another one, or by
// itself.
func issue(t *testing.T, end time.Time, by *tls.Certificate) *tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	made := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "mail"}, NotAfter: end,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: by == nil, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	parent, signer := made, any(key)
	if by != nil {
		parent, signer = by.Leaf, by.PrivateKey
	}
	der, err := x509.CreateCertificate(rand.Reader, made, parent, key.Public(), signer)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}
}

func fingerprint(c *tls.Certificate) string {
	sum := sha256.Sum256(c.Leaf.Raw)
	return hex.EncodeToString(sum[:])
}

func pool(c *tls.Certificate) *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(c.Leaf)
	return p
}

// Who has which certificate, and whether it is taken.
func TestWhoIsTrusted(t *testing.T) {
	late := time.Now().AddDate(1, 0, 0)
	authority := issue(t, late, nil)
	stranger := issue(t, late, nil)
	signed, renewed := issue(t, late, authority), issue(t, late, authority)
	alone, expired := issue(t, late, nil), issue(t, time.Now().AddDate(-1, 0, 0), nil)
	const (
		taken = iota
		unknown
		another
		outdated
	)
	for name, c := range map[string]struct {
		server      *tls.Certificate
		roots       *x509.CertPool
		fingerprint string
		want        int
	}{
		"nothing is set":                   {signed, nil, "", unknown},
		"an authority of one's own":        {signed, pool(authority), "", taken},
		"another authority":                {signed, pool(stranger), "", unknown},
		"renewed by the authority":         {renewed, pool(authority), "", taken},
		"signed by itself":                 {alone, nil, "", unknown},
		"signed by itself, as a root":      {alone, pool(alone), "", taken},
		"signed by itself, pinned":         {alone, nil, fingerprint(alone), taken},
		"pinned, and another now":          {stranger, nil, fingerprint(alone), another},
		"pinned, and expired":              {expired, nil, fingerprint(expired), taken},
		"expired, as a root":               {expired, pool(expired), "", outdated},
		"authority and pin":                {signed, pool(authority), fingerprint(signed), taken},
		"authority, and another is pinned": {renewed, pool(authority), fingerprint(signed), another},
		"pin, and another authority":       {signed, pool(stranger), fingerprint(signed), unknown},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := loopback.Listen(t.Context(), "tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				if there, err := l.Accept(); err == nil {
					_ = tls.Server(there, &tls.Config{Certificates: []tls.Certificate{*c.server}}).HandshakeContext(t.Context())
					there.Close()
				}
			}()
			here, err := loopback.Dial(t.Context(), "tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			cfg := &tls.Config{}
			if own := TLS(c.roots, c.fingerprint); own != nil {
				cfg = own.Clone()
			}
			cfg.ServerName = "127.0.0.1"
			err = tls.Client(here, cfg).HandshakeContext(t.Context())
			here.Close()
			<-ended
			l.Close()
			got := taken
			switch invalid := (x509.CertificateInvalidError{}); {
			case err == nil:
			case errors.As(err, new(x509.UnknownAuthorityError)):
				got = unknown
			case errors.As(err, new(*CertificateError)):
				got = another
			case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
				got = outdated
			default:
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("%v", err)
			}
			if other := (*CertificateError)(nil); errors.As(err, &other) && other.Fingerprint != fingerprint(c.server) {
				t.Errorf("the server's is %s: %v", fingerprint(c.server), err)
			}
		})
	}
}

// Nothing is set: the system's own rules hold.
func TestNoWishes(t *testing.T) {
	if cfg := TLS(nil, ""); cfg != nil {
		t.Error(cfg)
	}
}

// A connection without encryption leads to this machine or into the networks.
func TestWithin(t *testing.T) {
	networks := []netip.Prefix{netip.MustParsePrefix("172.18.0.0/16"), netip.MustParsePrefix("fe80::/64")}
	for address, inside := range map[string]bool{
		"127.0.0.1:25": true, "127.8.8.8:25": true, "[::1]:25": true, "[::ffff:127.0.0.1]:25": true,
		"172.18.0.2:25": true, "[::ffff:172.18.0.2]:25": true, "[fe80::1%eth0]:25": true,
		"172.19.0.2:25": false, "192.0.2.1:25": false, "[2001:db8::1]:25": false, "[::ffff:192.0.2.1]:25": false, "0.0.0.0:25": false,
	} {
		err := within(networks, address)
		if outside := (*OutsideError)(nil); inside != (err == nil) || !inside && !errors.As(err, &outside) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// The address is looked at before anything is sent.
func TestDialWithin(t *testing.T) {
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	conn, err := Within(nil)(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	conn, err = Within(nil)(t.Context(), "tcp", "192.0.2.1:25") // an address that is nobody's (RFC 5737)
	if outside := (*OutsideError)(nil); conn != nil || !errors.As(err, &outside) {
		t.Error(err)
	}
}
