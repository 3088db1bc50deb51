package config

import (
	"bytes"
	"crypto/rsa"

	"github.com/wneessen/go-mail"
)

// The sizes of RSA keys that every receiver takes (RFC 8301 section 3.2), but
// for those of less than 2048 bits, with which nobody should sign.
const (
	leastRSA = 2048
	mostRSA  = 4096
)

// maxKey is room for any key that is allowed, with remarks around it.
const maxKey = 64 << 10

// readSigningKey reads the key that mails are signed with, if they are.
func (d *document) readSigningKey(cfg *Config, getenv func(string) string) error {
	if cfg.SMTP.DKIM.Selector == "" {
		return nil
	}
	const key = "smtp.dkim.key_file"
	data, err := d.secretFile(key, cfg.SMTP.DKIM.KeyFile, maxKey, getenv)
	if err != nil {
		return err
	}
	if !bytes.Contains(data, []byte("-----BEGIN ")) {
		return d.fail(key, "names a file that is no key in PEM form; it begins with -----BEGIN PRIVATE KEY-----")
	}
	signer, err := mail.PrivKeyFromPEM(data)
	if err != nil {
		return d.fail(key, "names a file that holds no private key that can be used: it must be RSA or Ed25519, in PKCS#8 or PKCS#1, without a passphrase")
	}
	if long, ok := signer.(*rsa.PrivateKey); ok && (long.N.BitLen() < leastRSA || long.N.BitLen() > mostRSA) {
		return d.fail(key, "names an RSA key that is too short or too long: it must have from 2048 to 4096 bits")
	}
	cfg.SMTP.DKIM.Key = signer
	return nil
}
