package main

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"unlurbot/mailbot/sandbox/web"
)

var pageURL = regexp.MustCompile(` http=(http://127\.0\.0\.1:\d+/)$`)

// The page is where the line says, ends with the sandbox, and two can't share an
// address.
func TestSandboxPage(t *testing.T) {
	p := startSandbox(t, "--http", "127.0.0.1:0")
	_, line := p.ready()
	found := pageURL.FindStringSubmatch(line)
	if found == nil {
		t.Fatalf("no page in %q", line)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, found[1], nil)
	check(t, err)
	response, err := http.DefaultClient.Do(r)
	check(t, err)
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	check(t, err)
	if response.StatusCode != 200 || !strings.Contains(string(page), "ana@sandbox.test") {
		t.Errorf("status %d:\n%s", response.StatusCode, page)
	}
	addr := strings.Trim(strings.TrimPrefix(found[1], "http:"), "/")
	var out, talk bytes.Buffer
	code := run(process{ctx: t.Context(), out: &out, talk: &talk, now: time.Now, getenv: os.Getenv},
		[]string{"sandbox", "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0", "--http", addr})
	if code != exitFailure || out.Len() > 0 || !strings.Contains(talk.String(), "address already in use") {
		t.Errorf("a second one on %s ends with status %d, says %q\n%s", addr, code, out.String(), talk.String())
	}
	p.Stop()
	if conn, err := net.Dial("tcp", addr); err == nil {
		check(t, conn.Close())
		t.Error("the page outlives the sandbox")
	}
}

// There is no page for whoever wants none, or wants no particular address and
// finds the usual one taken.
func TestSandboxWithoutPage(t *testing.T) {
	for _, off := range []string{"--http=off", "--http="} {
		p := startSandbox(t, off)
		_, line := p.ready()
		if strings.Contains(line, "http") {
			t.Errorf("%s: it says %q", off, line)
		}
		p.Stop()
	}
	if l, err := net.Listen("tcp", web.DefaultAddr); err == nil { // or it is taken already
		defer l.Close()
	}
	p := startSandbox(t)
	_, line := p.ready()
	if strings.Contains(line, "http") {
		t.Errorf("it says %q", line)
	}
	p.Stop()
	if !strings.Contains(p.Said(), "no web page") {
		t.Errorf("it does not say why:\n%s", p.Said())
	}
}
