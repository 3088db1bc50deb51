package smtpout

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"io"
	netmail "net/mail"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/wneessen/go-mail"

	"unlurbot/store"
)

// A DKIM puts signatures on mails, by which receivers know that the domain
// answers for them and that nobody has changed them (RFC 6376).
type DKIM struct {
	Domain   string        // the one that signs: that of the From address or one above it
	Selector string        // names the key below that domain
	Key      crypto.Signer // ed25519.PrivateKey or *rsa.PrivateKey
}

// signedFields are signed where a mail has them, and signed once more as absent,
// so that the signature breaks if somebody adds another one: a second From or
// Subject that a mail program shows in place of ours (RFC 6376 section 8.15), a
// Cc, another place to answer or to unsubscribe. Content-Type is among them
// since the parts of a mail look different under another boundary.
//
// X-Unlur-* and the like are not: servers on the way drop and rewrite fields that
// begin with X. Neither are Sender and Resent-*, which forwarders rightly add.
var signedFields = []string{
	"From", "To", "Cc", "Subject", "Date", "Message-ID", "Reply-To", "In-Reply-To", "References",
	"List-Id", "List-Unsubscribe", "Auto-Submitted", "MIME-Version", "Content-Type",
}

// WriteSigned is Write with a DKIM-Signature on top; without one if d is nil.
// The same mail always gets the same signature: its time is the mail's Date,
// and neither RSA as DKIM uses it nor Ed25519 draws lots. It fails with the cause of
// ctx when that ends before the pictures of the mail are drawn.
func WriteSigned(ctx context.Context, w io.Writer, m *store.Outgoing, d *DKIM) error {
	if d == nil {
		return write(ctx, w, m)
	}
	var content bytes.Buffer
	if err := write(ctx, &content, m); err != nil {
		return err
	}
	field, err := d.sign(content.Bytes(), m.Date)
	if err != nil {
		return fmt.Errorf("signing the mail: %w", err)
	}
	if _, err = io.WriteString(w, field); err == nil {
		_, err = content.WriteTo(w)
	}
	return err
}

// sign gives the DKIM-Signature field of a mail, with its line end.
func (d *DKIM) sign(content []byte, at time.Time) (string, error) {
	parsed, err := netmail.ReadMessage(bytes.NewReader(content))
	if err != nil {
		return "", err
	}
	present := slices.DeleteFunc(slices.Clone(signedFields), func(name string) bool { return parsed.Header.Get(name) == "" })
	// One for each mail: go-mail's signer remembers things without a lock.
	signer := mail.NewDKIMSigner(d.Domain, d.Selector, d.Key)
	signer.SignHeaders(present...)
	signer.OversignHeaders(signedFields...)
	signer.NowFunc = func() time.Time { return at }
	header, body, _ := bytes.Cut(content, []byte("\r\n\r\n"))
	field, err := signer.Sign(append(slices.Clone(header), "\r\n"...), body)
	if err != nil {
		return "", err
	}
	// go-mail v0.8.1 signs the field unbroken, and then breaks it wherever a line is full,
	// h= included; but a line break is a blank to whoever verifies, and where there was
	// none the signature is void. There may be new blanks in b= alone, which is not signed.
	field = strings.TrimSuffix(strings.ReplaceAll(field, "\r\n ", ""), "\r\n")
	name, value, _ := strings.Cut(field, ":")
	value, signature, _ := strings.Cut(value, "; b=")
	value += "; b="
	for part := range slices.Chunk([]byte(signature), signatureLine) {
		value += string(part) + " "
	}
	return fold(name, value) + "\r\n", nil
}

// signatureLine is how much of a signature stands on one line.
const signatureLine = 72

// RecordName is the name in the DNS at which receivers look for the public key.
func (d *DKIM) RecordName() string { return d.Selector + "._domainkey." + d.Domain }

// Record is the TXT record that belongs there (RFC 6376 section 3.6.1; RFC 8463
// section 4.2 for Ed25519).
func (d *DKIM) Record() (string, error) {
	if key, ok := d.Key.Public().(ed25519.PublicKey); ok {
		return "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(key), nil
	}
	der, err := x509.MarshalPKIXPublicKey(d.Key.Public())
	if err != nil {
		return "", err
	}
	return "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der), nil
}

// A LookupTXT asks the DNS for TXT records, as net.Resolver.LookupTXT does.
type LookupTXT func(ctx context.Context, name string) ([]string, error)

// CheckRecord finds out whether receivers can verify what d signs: it signs a
// mail and verifies it with what lookup gives, within checkTimeout. Any error
// is a *RecordError.
func (d *DKIM) CheckRecord(ctx context.Context, lookup LookupTXT) error {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	record, err := d.Record()
	if err != nil {
		return &RecordError{Name: d.RecordName(), Err: err}
	}
	trial := store.Mailbox{Addr: "trial@" + d.Domain}
	var signed bytes.Buffer
	err = WriteSigned(ctx, &signed, &store.Outgoing{From: trial, To: trial, MessageID: trial.Addr, Date: time.Unix(0, 0).UTC()}, d)
	if err != nil {
		return &RecordError{Name: d.RecordName(), Record: record, Err: err}
	}
	found, err := dkim.VerifyWithOptions(&signed, &dkim.VerifyOptions{
		LookupTXT: func(name string) ([]string, error) { return lookup(ctx, name) },
	})
	for _, v := range found {
		if err == nil {
			err = v.Err
		}
	}
	if err != nil {
		return &RecordError{Name: d.RecordName(), Record: record, Err: err, passing: dkim.IsTempFail(err)}
	}
	return nil
}

// A RecordError says why receivers can't verify our signatures.
type RecordError struct {
	Name   string // of the record in the DNS
	Record string // what should be there
	Err    error

	passing bool // the DNS did not answer
}

// Error implements error.
func (e *RecordError) Error() string {
	return e.Name + ": " + strings.TrimPrefix(e.Err.Error(), "dkim: ")
}

// Unwrap gives the cause.
func (e *RecordError) Unwrap() error { return e.Err }

// Advice is one sentence for the operator: what to do.
func (e *RecordError) Advice() string {
	if e.passing {
		return "The DNS does not answer: check this machine's DNS and try again."
	}
	return "Publish one TXT record with this name, and wait until it is visible: " + e.Record
}
