package mailbot

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

	"unlurbot/mailbot/dkimcheck"
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
		"Content-Type: text/plain\n\n%s\n", from, botAddress, id, body), "\n", "\r\n")
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
		want   Decision
	}{
		"signed":           {true, func(m string) string { return m }, Played},
		"not asked for":    {false, func(m string) string { return m }, Held},
		"another move":     {true, func(m string) string { return strings.Replace(m, "C4", "D4", 1) }, Held},
		"another receiver": {true, func(m string) string { return strings.Replace(m, "To: unlur@", "To: bo@", 1) }, Held},
		"a second author":  {true, func(m string) string { return "From: bo@example.net\r\n" + m }, Unreadable},
		"unsigned":         {true, func(m string) string { return m[strings.Index(m, "From: "):] }, Held},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			if row.on {
				h.bot.cfg.Signed = dkimcheck.New(publish, time.Now).Check
			}
			h.begin("ana@example.org", "bo@example.net")
			if d := h.receive(row.change(signed(t, "ana@example.org", "1", "C4"))); d != row.want {
				t.Errorf("%s, want %s", d, row.want)
			}
			h.fresh = nil
		})
	}
}

// A signed mail of a stranger makes a player, as one does that our server vouches for.
func TestSignedStranger(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.bot.cfg.Signed = dkimcheck.New(publish, time.Now).Check
	if d := h.receive(signed(t, "ana@example.org", "1", "challenge bo@example.net")); d != Challenged {
		t.Error(d)
	}
	h.fresh = nil
}

// Whoever stops the bot does not wait for the DNS, and the mail is not taken for
// a forged one.
func TestStoppedWhileAsking(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ctx, stop := context.WithCancel(t.Context())
	h.bot.cfg.Signed = func(asking context.Context, _ []byte, _ string) error {
		stop()
		<-asking.Done()
		return dkimcheck.KeyAway
	}
	in := Incoming{UIDValidity: 1, UID: 1, Raw: []byte(signed(t, "ana@example.org", "1", "challenge bo@example.net"))}
	if decisions, err := h.bot.Receive(ctx, in); !errors.Is(err, context.Canceled) || len(decisions) > 0 {
		t.Errorf("%v %v", decisions, err)
	}
	h.bot.cfg.Signed = func(context.Context, []byte, string) error { return nil }
	if decisions, err := h.bot.Receive(t.Context(), in); err != nil || decisions[0] != Challenged {
		t.Errorf("%v %v", decisions, err)
	}
	h.post()
	h.fresh = nil
}

// Nobody is asked about a mail for which it can't matter, and about one mail once.
func TestSignaturesAreCheckedOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	var mu sync.Mutex // mails of a group are looked at together
	var asked []string
	h.bot.cfg.Signed = func(_ context.Context, _ []byte, author string) error {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, author)
		return nil
	}
	h.reply("ana@example.org", "C4")
	h.write(note{from: "bo@example.net", body: "show", vouched: true})
	h.write(note{from: "bo@example.net", body: "show", extra: "Auto-Submitted: auto-replied\n"})
	h.write(note{from: "bo@example.net", to: "ana@example.org", body: "show"})
	h.receive("rubbish")
	if len(asked) > 0 {
		t.Errorf("asked about %q", asked)
	}

	mail := signed(t, "bo@example.net", "1", "show")
	h.receive(mail)
	h.receive(mail)
	if strings.Join(asked, " ") != "bo@example.net" {
		t.Errorf("asked about %q", asked)
	}

	// One mail of a group meets a fault: all of them are dealt with again, and
	// nobody is asked again.
	asked = nil
	h.bot.ways[0] = func(e *errand) (Decision, error) {
		if e.in.UID == 201 {
			panic("a fault")
		}
		return handle(e)
	}
	var group []Incoming
	for i, name := range []string{"carla", "dan", "eva"} {
		group = append(group, Incoming{UIDValidity: 1, UID: uint32(200 + i), Raw: []byte(signed(t, name+"@example.org", name, "help"))})
	}
	decisions, err := h.bot.Receive(h.t.Context(), group...)
	h.check(err)
	if fmt.Sprint(decisions) != "[answered incident answered]" || len(asked) != 3 {
		t.Errorf("%v, asked about %q", decisions, asked)
	}
	h.post()
	h.fresh = nil
}

// A check that panics vouches for nobody and costs nothing else.
func TestCheckPanics(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin("ana@example.org", "bo@example.net")
	h.bot.cfg.Signed = func(context.Context, []byte, string) error { panic("a fault in a library") }
	if d := h.receive(signed(t, "ana@example.org", "1", "C4")); d != Held {
		t.Error(d)
	}
	h.fresh = nil
}

// The log says what came of it, so that an operator can find out why a player was
// asked.
func TestLogTellsOfSignatures(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	var out bytes.Buffer
	h.bot.process.Log = slog.New(slog.NewTextHandler(&out, nil))
	h.begin("ana@example.org", "bo@example.net")
	h.bot.cfg.Signed = dkimcheck.New(publish, time.Now).Check
	h.receive(signed(t, "ana@example.org", "1", "C4"))
	h.receive(strings.Replace(signed(t, "bo@example.net", "2", "D4"), "v=1;", "v=1; l=2;", 1))
	for _, want := range []string{"dkim=good", `dkim="` + dkimcheck.PartOnly.Error()} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in:\n%s", want, out.String())
		}
	}
	h.fresh = nil
}
