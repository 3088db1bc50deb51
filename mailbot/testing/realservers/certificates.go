//go:build realservers

package realservers

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"time"
)

// certificateTime is how long the certificates are good for, both ways from
// now: long enough for any test, even when a clock is a little off.
const certificateTime = 24 * time.Hour

// writeCertificates makes an authority and one certificate that both servers
// show. A real authority, rather than a self-signed server certificate, lets the
// bot verify exactly as it does in the field: by adding a root.
func writeCertificates(set *settings) error {
	ca := certificate(1, "unlurbot test authority")
	ca.IsCA = true
	ca.BasicConstraintsValid = true
	ca.KeyUsage = x509.KeyUsageCertSign
	caKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	if err := writeSigned(set.CAFile, ca, ca, caKey, caKey); err != nil {
		return err
	}

	leaf := certificate(2, "localhost")
	leaf.KeyUsage = x509.KeyUsageDigitalSignature
	leaf.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	leaf.DNSNames = []string{"localhost"}
	leaf.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	leafKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	if err := writeSigned(set.CertFile, leaf, ca, leafKey, caKey); err != nil {
		return err
	}
	der, err := x509.MarshalPKCS8PrivateKey(leafKey)
	if err != nil {
		return err
	}
	return writePEM(set.KeyFile, "PRIVATE KEY", der, 0o600)
}

// certificate is what the two have in common.
func certificate(serial int64, name string) *x509.Certificate {
	now := time.Now()
	return &x509.Certificate{
		SerialNumber: big.NewInt(serial),
		Subject:      pkix.Name{CommonName: name},
		NotBefore:    now.Add(-certificateTime),
		NotAfter:     now.Add(certificateTime),
	}
}

// writeSigned signs cert, which belongs to key, in the name of parent.
func writeSigned(path string, cert, parent *x509.Certificate, key, parentKey *ecdsa.PrivateKey) error {
	der, err := x509.CreateCertificate(rand.Reader, cert, parent, &key.PublicKey, parentKey)
	if err != nil {
		return err
	}
	return writePEM(path, "CERTIFICATE", der, 0o644)
}

func writePEM(path, kind string, der []byte, mode os.FileMode) error {
	return writeFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), mode)
}
