package smtpout_test

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/emersion/go-msgauth/dkim"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"unlurbot/mailbot/smtpout"
	"unlurbot/store"
	"unlurbot/store/page"
)

// signers are made once: an RSA key takes a moment.
var signers = sync.OnceValues(func() (rsaSigner, edSigner *smtpout.DKIM) {
	newSigner := func(selector string, key crypto.Signer, err error) *smtpout.DKIM {
		if err != nil {
			panic(err)
		}
		return &smtpout.DKIM{Domain: "sandbox.test", Selector: selector, Key: key}
	}
	long, err := rsa.GenerateKey(rand.Reader, 2048)
	rsaSigner = newSigner("long.rsa", long, err)
	_, short, err := ed25519.GenerateKey(rand.Reader)
	return rsaSigner, newSigner("short", short, err)
})

// lookup is a DNS that has the records of some signers.
func lookup(t testing.TB, known ...*smtpout.DKIM) func(string) ([]string, error) {
	return func(name string) ([]string, error) {
		for _, d := range known {
			if d.RecordName() == name {
				record, err := d.Record()
				if err != nil {
					t.Error(err)
				}
				return []string{record}, nil
			}
		}
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
}

// verified says whether a mail has one signature, and that is good.
func verified(t testing.TB, raw string, known ...*smtpout.DKIM) error {
	t.Helper()
	found, err := dkim.VerifyWithOptions(strings.NewReader(raw), &dkim.VerifyOptions{LookupTXT: lookup(t, known...)})
	if err != nil {
		return err
	}
	if len(found) != 1 || found[0].Domain != "sandbox.test" {
		t.Fatalf("%d signatures", len(found))
	}
	return found[0].Err
}

func signed(t testing.TB, o *store.Outgoing, d *smtpout.DKIM) string {
	t.Helper()
	var b bytes.Buffer
	if err := smtpout.WriteSigned(t.Context(), &b, o, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What arrives is what was signed, with either kind of key, and a mail that is
// sent again after a restart is the same to the byte.
func TestSignedOverTheWire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long, short := signers()
		for _, d := range []*smtpout.DKIM{long, short} {
			s := (&server{}).listen(t)
			cfg := config(s.port)
			cfg.DKIM = d
			for range 2 {
				out := sender(t, cfg)
				if err := out.Send(t.Context(), turn()); err != nil {
					t.Fatal(err)
				}
			}
			got := s.taken()
			if err := verified(t, got[0].mail, long, short); err != nil {
				t.Errorf("%s: %v\n%s", d.Selector, err, got[0].mail)
			}
			if diff := cmp.Diff(got[0].mail, got[1].mail); diff != "" {
				t.Errorf("%s: sent again it is another mail:\n%s", d.Selector, diff)
			}
			if want := signed(t, turn(), d); got[0].mail != want {
				t.Errorf("%s: on the way it changed:\n%s", d.Selector, cmp.Diff(want, got[0].mail))
			}
		}
	})
}

// The field says what is signed: each field that is there twice, as one more
// that there must not be, and those that are not there once.
func TestSignatureField(t *testing.T) {
	_, short := signers()
	field, _, _ := strings.Cut(signed(t, turn(), short), "\r\nDate:")
	for line := range strings.SplitSeq(field, "\r\n") {
		if len(line) > 400 || len(line) > 78 && !strings.HasPrefix(line, " h=") {
			t.Errorf("a line of %d: %s", len(line), line)
		}
	}
	tags := map[string]string{}
	for tag := range strings.SplitSeq(strings.TrimPrefix(field, "DKIM-Signature:"), ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(tag), "=")
		tags[name] = value
	}
	for name, want := range map[string]string{
		"v": "1", "a": "ed25519-sha256", "c": "relaxed/relaxed", "d": "sandbox.test", "s": "short", "t": "1795179600", "l": "", "x": "", "i": "",
	} {
		if tags[name] != want {
			t.Errorf("%s=%s, want %s", name, tags[name], want)
		}
	}
	count := map[string]int{}
	for name := range strings.SplitSeq(tags["h"], ":") {
		count[name]++
	}
	want := map[string]int{
		"From": 2, "To": 2, "Subject": 2, "Date": 2, "Message-ID": 2, "Reply-To": 2, "In-Reply-To": 2, "References": 2,
		"List-Id": 2, "Auto-Submitted": 2, "MIME-Version": 2, "Content-Type": 2, "Cc": 1, "List-Unsubscribe": 1,
	}
	if diff := cmp.Diff(want, count); diff != "" {
		t.Errorf("h (-want +got):\n%s", diff)
	}
}

// What somebody changes on the way breaks the signature; what servers may
// change does not.
func TestTampering(t *testing.T) {
	long, short := signers()
	top := func(field string) func(string) string { return func(raw string) string { return field + "\r\n" + raw } }
	bottom := func(field string) func(string) string {
		return func(raw string) string { return strings.Replace(raw, "\r\n\r\n", "\r\n"+field+"\r\n\r\n", 1) }
	}
	change := func(from, to string) func(string) string {
		return func(raw string) string { return strings.Replace(raw, from, to, 1) }
	}
	for name, c := range map[string]struct {
		change func(string) string
		good   bool
	}{
		"a From on top":             {top("From: eve@evil.test"), false},
		"a From below":              {bottom("From: eve@evil.test"), false},
		"another Subject":           {top("Subject: You have won"), false},
		"another Date":              {top("Date: Fri, 20 Nov 2026 15:00:00 +0100"), false},
		"a Cc":                      {bottom("Cc: everybody@evil.test"), false},
		"another To":                {top("To: bo@sandbox.test"), false},
		"another place to answer":   {top("Reply-To: eve@evil.test"), false},
		"a place to unsubscribe":    {top("List-Unsubscribe: <https://evil.test/>"), false},
		"another type":              {top("Content-Type: text/html"), false},
		"another boundary":          {change("boundary=unlur-42-5", "boundary=unlur-42"), false},
		"another move":              {change("played D7", "played D8"), false},
		"words at the end":          {func(raw string) string { return raw + "<p>more</p>\r\n" }, false},
		"the subject in upper case": {change("Subject: =?UTF-8?q?Unlur", "Subject: =?UTF-8?q?UNLUR"), false},
		"a trace":                   {top("Received: from a.test by b.test; Fri, 20 Nov 2026 15:00:00 +0100"), true},
		"a Sender":                  {top("Sender: list@forward.test"), true},
		"a field that begins in X":  {bottom("X-Unlur-Ply: 6"), true},
		"names in upper case":       {change("\r\nReply-To:", "\r\nREPLY-TO:"), true},
		"other line breaks":         {change("\r\n boundary=", "\r\n\t  boundary="), true},
		"blanks at line ends":       {change("your turn.\r\n", "your turn.  \r\n"), true},
		"empty lines at the end":    {func(raw string) string { return raw + "\r\n\r\n" }, true},
	} {
		for _, d := range []*smtpout.DKIM{long, short} {
			raw := signed(t, turn(), d)
			changed := c.change(raw)
			if changed == raw {
				t.Fatalf("%s: nothing is changed", name)
			}
			if err := verified(t, changed, d); (err == nil) != c.good {
				t.Errorf("%s, %s: %v", name, d.Selector, err)
			}
		}
	}
}

// Whatever is in a mail, its signature is good, and no line is longer than
// RFC 5322 section 2.1.1 allows.
func TestEveryMailIsSignedWell(t *testing.T) {
	long, short := signers()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`( ?[a-zé.\t]{0,90}\r?\n){0,6}`), rapid.Just(""))
		o := turn()
		o.Subject, o.Text, o.HTML = text.Draw(t, "subject"), text.Draw(t, "text"), page.New([]byte(text.Draw(t, "HTML")))
		o.To.Name = rapid.String().Draw(t, "name")
		o.Header[2].Value = rapid.StringMatching(`[ -~é]{0,200}`).Draw(t, "list")
		o.References = rapid.SliceOfN(rapid.StringMatching(`[a-z0-9.]{1,60}@[a-z]{1,20}`), 0, 20).Draw(t, "references")
		d := rapid.SampledFrom([]*smtpout.DKIM{long, short}).Draw(t, "key")
		var b bytes.Buffer
		if err := smtpout.WriteSigned(t.Context(), &b, o, d); err != nil {
			t.Fatal(err)
		}
		for line := range bytes.SplitSeq(b.Bytes(), []byte("\r\n")) {
			if len(line) > 998 {
				t.Fatalf("a line of %d", len(line))
			}
		}
		found, err := dkim.VerifyWithOptions(&b, &dkim.VerifyOptions{LookupTXT: func(string) ([]string, error) {
			record, err := d.Record()
			return []string{record}, err
		}})
		if err != nil || len(found) != 1 || found[0].Err != nil {
			t.Fatalf("%v %+v", err, found)
		}
	})
}

// The check of the DNS says what is wrong there, and what should be there.
func TestCheckRecord(t *testing.T) {
	long, short := signers()
	right, err := short.Record()
	if err != nil {
		t.Fatal(err)
	}
	other, err := (&smtpout.DKIM{Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))}).Record()
	if err != nil {
		t.Fatal(err)
	}
	ofRSA, err := long.Record()
	if err != nil {
		t.Fatal(err)
	}
	publish, wait := "Publish one TXT record with this name, and wait until it is visible: "+right, "The DNS does not answer: check this machine's DNS and try again."
	notFound := &net.DNSError{Err: "no such host", Name: "short._domainkey.sandbox.test", IsNotFound: true}
	timeout := &net.DNSError{Err: "i/o timeout", Name: "short._domainkey.sandbox.test", IsTimeout: true}
	for name, c := range map[string]struct {
		records      []string
		err          error
		want, advice string
	}{
		"right":            {[]string{right}, nil, "", ""},
		"without version":  {[]string{strings.TrimPrefix(right, "v=DKIM1; ")}, nil, "", ""},
		"none":             {nil, notFound, "no key for signature: lookup short._domainkey.sandbox.test: no such host", publish},
		"no answer":        {nil, timeout, "key unavailable: lookup short._domainkey.sandbox.test: i/o timeout", wait},
		"another key":      {[]string{other}, nil, "signature did not verify: dkim: invalid Ed25519 signature", publish},
		"another kind":     {[]string{ofRSA}, nil, "inappropriate key algorithm", publish},
		"two":              {[]string{other, right}, nil, "multiple TXT records found for key", publish},
		"revoked":          {[]string{"v=DKIM1; k=ed25519; p="}, nil, "key revoked", publish},
		"cut off":          {[]string{right[:len(right)-8]}, nil, "invalid Ed25519 public key size", publish},
		"not for mail":     {[]string{right + "; s=other"}, nil, "inappropriate service", publish},
		"something else":   {[]string{"v=spf1 -all"}, nil, "incompatible public key version", publish},
		"no tags whatever": {[]string{"hello"}, nil, "key record error: dkim: malformed header params", publish},
	} {
		err := short.CheckRecord(t.Context(), func(_ context.Context, name string) ([]string, error) {
			if name != "short._domainkey.sandbox.test" {
				t.Errorf("%s is looked up", name)
			}
			return c.records, c.err
		})
		wrong := (*smtpout.RecordError)(nil)
		switch {
		case c.want == "" && err == nil:
		case !errors.As(err, &wrong):
			t.Errorf("%s: %v", name, err)
		case !strings.HasPrefix(err.Error(), "short._domainkey.sandbox.test: "+c.want) || wrong.Advice() != c.advice:
			t.Errorf("%s: %v\n%s", name, err, wrong.Advice())
		}
	}
	if err := long.CheckRecord(t.Context(), func(context.Context, string) ([]string, error) { return []string{ofRSA}, nil }); err != nil {
		t.Errorf("RSA: %v", err)
	}
}

// A name server that never answers does not hold anybody up for ever.
func TestCheckRecordEnds(t *testing.T) {
	_, short := signers()
	ctx, cancel := context.WithCancel(t.Context())
	err := short.CheckRecord(ctx, func(ctx context.Context, _ string) ([]string, error) {
		if _, limited := ctx.Deadline(); !limited {
			t.Error("the look-up has no time limit")
		}
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	})
	if err == nil {
		t.Error("nothing is wrong")
	}
}
