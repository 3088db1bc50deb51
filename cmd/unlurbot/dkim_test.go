package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"io"
	"net/smtp"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"unlurbot/mailbot/dkimcheck"
	"unlurbot/mailbot/testing/livebot"
)

// A signed mail goes over SMTP and IMAP as its signer made it, and a player is
// made of its author; one that was changed on the way makes none.
func TestSignaturesSurviveTheWay(t *testing.T) {
	servers := livebot.Sandbox(t)
	servers.More = "trust: {dkim: true}\n"
	file := filepath.Join(t.TempDir(), "unlurbot.yaml")
	servers.WriteConfig(t, file)
	key := ed25519.NewKeyFromSeed([]byte("thirty-two bytes that are secret"))
	logged, log := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() {
		status := run(process{
			ctx: ctx, out: io.Discard, talk: log, now: time.Now,
			getenv: func(string) string { return "set" }, // or it would limit the memory of all tests to its own
			lookupTXT: func(context.Context, string) ([]string, error) {
				return []string{"k=ed25519; p=" + base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))}, nil
			},
		}, []string{"run", "--config", file})
		log.Close()
		ended <- status
	}()
	var signed bytes.Buffer
	check(t, dkim.Sign(&signed, strings.NewReader(strings.ReplaceAll(`From: Ana <ana@sandbox.test>
To: unlur@sandbox.test
Subject: ..
Date: Sat, 21 Nov 2026 10:00:00 +0000
Message-ID: <1@sandbox.test>
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

challenge bo@sandbox.test
.

..Grüße  und ein Leerzeichen am Ende 
`, "\n", "\r\n")), &dkim.SignOptions{Domain: "sandbox.test", Selector: "s1", Signer: key}))
	genuine := signed.String()
	forged := strings.NewReplacer("bo@", "eve@", "<1@", "<2@").Replace(genuine)
	lines := bufio.NewScanner(logged)
	for _, row := range []struct{ mail, want string }{
		{forged, `dkim="` + dkimcheck.BadSignature.Error() + `"`},
		{genuine, "dkim=good"},
	} {
		check(t, smtp.SendMail(servers.SMTPAddr, nil, "ana@sandbox.test", []string{"unlur@sandbox.test"}, []byte(row.mail)))
		said := ""
		for said == "" && lines.Scan() {
			if strings.Contains(lines.Text(), "msg=mail ") {
				said = lines.Text()
			}
		}
		if !strings.Contains(said, row.want) {
			t.Errorf("%q, want %s", said, row.want)
		}
		if played := strings.Contains(said, "decision=challenged"); played != (row.mail == genuine) {
			t.Error(said)
		}
	}
	go func() {
		for lines.Scan() {
		}
	}()
	stop()
	if status := <-ended; status != 0 {
		t.Errorf("status %d", status)
	}
}
