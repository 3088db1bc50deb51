package dkimcheck

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

// The domains and keys of these tests.
const (
	ana      = "ana@example.com"
	selector = "s1"
)

var (
	edSeed  = bytes.Repeat([]byte{7}, ed25519.SeedSize)
	edKey   = ed25519.NewKeyFromSeed(edSeed)
	rsaKeys = sync.OnceValue(func() map[int]*rsa.PrivateKey {
		keys := map[int]*rsa.PrivateKey{}
		for _, bits := range []int{1024, 2048} {
			key, err := rsa.GenerateKey(rand.Reader, bits)
			if err != nil {
				panic(err)
			}
			keys[bits] = key
		}
		return keys
	})
)

// published is the record of a key.
func published(key crypto.Signer) string {
	if pub, ok := key.Public().(ed25519.PublicKey); ok {
		return "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(pub)
	}
	der, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		panic(err)
	}
	return "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der)
}

// A zone is a DNS with few names in it; it counts what it is asked.
type zone struct {
	records map[string][]string
	mu      sync.Mutex
	asked   []string
}

func (z *zone) lookup(_ context.Context, name string) ([]string, error) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.asked = append(z.asked, name)
	if r, found := z.records[strings.TrimSuffix(name, ".")]; found {
		return r, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

// anasZone holds the key of Ana's provider.
func anasZone() *zone {
	return &zone{records: map[string][]string{selector + "._domainkey.example.com": {published(edKey)}}}
}

// A signing is how a mail is signed; what is empty is as an honest server does it.
type signing struct {
	domain, selector string
	identity         string
	key              crypto.Signer
	fields           []string
	canonical        dkim.Canonicalization
	ends             time.Time
}

var honestFields = []string{"From", "To", "Cc", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"}

// sign puts a signature above a mail.
func (s signing) sign(t testing.TB, mail string) string {
	t.Helper()
	o := &dkim.SignOptions{
		Domain: "example.com", Selector: selector, Signer: edKey, HeaderKeys: honestFields,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed, Expiration: s.ends,
	}
	if s.domain != "" {
		o.Domain = s.domain
	}
	o.Identifier = s.identity
	if s.selector != "" {
		o.Selector = s.selector
	}
	if s.key != nil {
		o.Signer = s.key
	}
	if s.fields != nil {
		o.HeaderKeys = s.fields
	}
	if s.canonical != "" {
		o.HeaderCanonicalization, o.BodyCanonicalization = s.canonical, s.canonical
	}
	var out bytes.Buffer
	if err := dkim.Sign(&out, strings.NewReader(mail), o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func crlf(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r", ""), "\n", "\r\n")
}

// plain is a mail as a phone writes it.
var plain = crlf(`From: Ana <ana@example.com>
To: Unlur <unlur@example.org>
Subject: my game
Date: Sat, 21 Nov 2026 10:00:00 +0000
Message-ID: <1@example.com>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

C4 #42

Would you believe it, I very nearly wrote that there is no hope left and =
resign
`)

// check checks a mail of Ana's against a zone.
func check(z *zone, mail string) error {
	return New(z.lookup, time.Now).Check(context.Background(), []byte(mail), ana)
}

// want compares what is said of a mail with what should be; nil is that it counts.
func want(t *testing.T, got error, want Refusal) {
	t.Helper()
	switch {
	case want == "" && got != nil:
		t.Errorf("refused: %v", got)
	case want != "" && !errors.Is(got, want):
		t.Errorf("%v, want: %v", got, want)
	}
}
