package mailbot_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"unlurbot/mailbot"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/dkimcheck"
	"unlurbot/mailbot/testing/bottest"
)

var domainKey = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))

// publish is a DNS in which every domain has the same key.
func publish(context.Context, string) ([]string, error) {
	return []string{"k=ed25519; p=" + base64.StdEncoding.EncodeToString(domainKey.Public().(ed25519.PublicKey))}, nil
}

// signed makes a mail that the domain of its author has signed.
func signed(t testing.TB, from, id, body string) string {
	t.Helper()
	_, domain, _ := strings.Cut(from, "@")
	raw := strings.ReplaceAll(fmt.Sprintf("From: %s\nTo: %s\nSubject: our game\nDate: Fri, 20 Nov 2026 12:00:00 +0000\nMessage-ID: <%s@client.test>\n"+
		"Content-Type: text/plain\n\n%s\n", from, bottest.Address, id, body), "\n", "\r\n")
	var out bytes.Buffer
	if err := dkim.Sign(&out, strings.NewReader(raw), &dkim.SignOptions{
		Domain: domain, Selector: "s1", Signer: domainKey,
		HeaderKeys:             []string{"From", "To", "Cc", "Subject", "Date", "Message-ID", "Content-Type", "Content-Transfer-Encoding"},
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
	}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A move without a token is played if the author's domain has signed it; if
// anything was changed, it is kept and asked about.
func TestSignedMails(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		on     bool
		change func(string) string
		want   decision.Decision
	}{
		"signed":           {true, func(m string) string { return m }, decision.Played},
		"not asked for":    {false, func(m string) string { return m }, decision.Held},
		"another move":     {true, func(m string) string { return strings.Replace(m, "C4", "D4", 1) }, decision.Held},
		"another receiver": {true, func(m string) string { return strings.Replace(m, "To: unlur@", "To: bo@", 1) }, decision.Held},
		"a second author":  {true, func(m string) string { return "From: bo@example.net\r\n" + m }, decision.Unreadable},
		"unsigned":         {true, func(m string) string { return m[strings.Index(m, "From: "):] }, decision.Held},
	} {
		t.Run(name, func(t *testing.T) {
			b := bottest.New(t)
			if row.on {
				b.Configure(func(c *mailbot.Config) { c.Signed = dkimcheck.New(publish, time.Now).Check })
			}
			b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
			if d := b.Receive(row.change(signed(t, "ana@example.org", "1", "C4"))).Decision; d != row.want {
				t.Errorf("%s, want %s", d, row.want)
			}

		})
	}
}

// A signed mail of a stranger makes a player, as one does that our server vouches for.
func TestSignedStranger(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Configure(func(c *mailbot.Config) { c.Signed = dkimcheck.New(publish, time.Now).Check })
	b.Receive(signed(t, "ana@example.org", "1", "challenge bo@example.net")).Is(decision.Challenged)

}

// Whoever stops the bot does not wait for the DNS, and the mail is not taken for
// a forged one.
func TestStoppedWhileAsking(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ctx, stop := context.WithCancel(t.Context())
	b.Configure(func(c *mailbot.Config) {
		c.Signed = func(asking context.Context, _ []byte, _ string) error {
			stop()
			<-asking.Done()
			return dkimcheck.KeyAway
		}
	})
	in := mailbot.Incoming{UIDValidity: 1, UID: 1, Raw: []byte(signed(t, "ana@example.org", "1", "challenge bo@example.net"))}
	if decisions, err := b.Mailbot.Receive(ctx, in); !errors.Is(err, context.Canceled) || len(decisions) > 0 {
		t.Errorf("%v %v", decisions, err)
	}
	b.Configure(func(c *mailbot.Config) { c.Signed = func(context.Context, []byte, string) error { return nil } })
	if decisions, err := b.Mailbot.Receive(t.Context(), in); err != nil || decisions[0] != decision.Challenged {
		t.Errorf("%v %v", decisions, err)
	}
	b.Quiet()

}

// Nobody is asked about a mail for which it can't matter, and about one mail once.
func TestSignaturesAreCheckedOnce(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	ana, bo := b.Person("ana@example.org"), b.Person("bo@example.net")
	b.Begin(ana, bo)
	var mu sync.Mutex // mails of a group are looked at together
	var asked []string
	b.Configure(func(c *mailbot.Config) {
		c.Signed = func(_ context.Context, _ []byte, author string) error {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, author)
			return nil
		}
	})
	ana.Replies("C4")
	bo.Writes("show")
	b.Write(bottest.Note{From: "bo@example.net", Body: "show", Extra: "Auto-Submitted: auto-replied\n"})
	b.Write(bottest.Note{From: "bo@example.net", To: "ana@example.org", Body: "show"})
	b.Receive("rubbish")
	if len(asked) > 0 {
		t.Errorf("asked about %q", asked)
	}

	mail := signed(t, "bo@example.net", "1", "show")
	b.Receive(mail)
	b.Receive(mail)
	if strings.Join(asked, " ") != "bo@example.net" {
		t.Errorf("asked about %q", asked)
	}

	// One mail of a group meets a fault: all of them are dealt with again, and
	// nobody is asked again.
	asked = nil
	b.Mailbot.BeforeHandling(func(in mailbot.Incoming) {
		if in.UID == 201 {
			panic("a fault")
		}
	})
	var group []mailbot.Incoming
	for i, name := range []string{"carla", "dan", "eva"} {
		group = append(group, mailbot.Incoming{UIDValidity: 1, UID: uint32(200 + i), Raw: []byte(signed(t, name+"@example.org", name, "help"))})
	}
	decisions, err := b.Mailbot.Receive(b.T.Context(), group...)
	b.Check(err)
	if fmt.Sprint(decisions) != "[answered incident answered]" || len(asked) != 3 {
		t.Errorf("%v, asked about %q", decisions, asked)
	}
	b.Quiet()

}

// A check that panics vouches for nobody and costs nothing else.
func TestCheckPanics(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
	b.Configure(func(c *mailbot.Config) {
		c.Signed = func(context.Context, []byte, string) error { panic("a fault in a library") }
	})
	b.Receive(signed(t, "ana@example.org", "1", "C4")).Is(decision.Held)

}

// The log says what came of it, so that an operator can find out why a player was
// asked.
func TestLogTellsOfSignatures(t *testing.T) {
	t.Parallel()
	b := bottest.New(t)
	var out bytes.Buffer
	b.LogTo(slog.NewTextHandler(&out, nil))
	b.Begin(b.Person("ana@example.org"), b.Person("bo@example.net"))
	b.Configure(func(c *mailbot.Config) { c.Signed = dkimcheck.New(publish, time.Now).Check })
	b.Receive(signed(t, "ana@example.org", "1", "C4"))
	b.Receive(strings.Replace(signed(t, "bo@example.net", "2", "D4"), "v=1;", "v=1; l=2;", 1))
	for _, want := range []string{"dkim=good", `dkim="` + dkimcheck.PartOnly.Error()} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in:\n%s", want, out.String())
		}
	}

}
