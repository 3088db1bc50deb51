//go:build realservers

package realservers

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// writeTokenKey makes the key of this test and puts its public half where Dovecot looks for that of
// a token which names neither a client nor a key.
func writeTokenKey(set *settings) (err error) {
	if set.TokenKey, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		return err
	}
	der, err := x509.MarshalPKIXPublicKey(set.TokenKey.Public())
	if err != nil {
		return err
	}
	dir := filepath.Join(set.DovecotDir, "keys", "default", "ES256")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, "default"), pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}), 0o644)
}

// Token gives one (RFC 7519) that opens the mailbox of NAME until its end.
func (s *Servers) Token(t testing.TB, name string, end time.Time) string {
	t.Helper()
	part := func(claims map[string]any) string {
		text, err := json.Marshal(claims)
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawURLEncoding.EncodeToString(text)
	}
	signed := part(map[string]any{"alg": "ES256", "typ": "JWT"}) + "." +
		part(map[string]any{"sub": name, "email": name, "iat": end.Add(-certificateTime).Unix(), "exp": end.Unix()})
	sum := sha256.Sum256([]byte(signed))
	r, v, err := ecdsa.Sign(rand.Reader, s.tokenKey, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	var signature [64]byte
	r.FillBytes(signature[:32])
	v.FillBytes(signature[32:])
	return signed + "." + base64.RawURLEncoding.EncodeToString(signature[:])
}
