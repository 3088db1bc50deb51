package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/sandbox/web"
)

// The page listens where nobody else can reach it.
func TestLoopbackOnly(t *testing.T) {
	servers, page := open(t)
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0", "8025", "127.0.0.1", "127.0.0.1:x", ""} {
		p, err := web.Start(web.Config{Addr: addr, Servers: servers, Bot: bot})
		if err == nil {
			t.Errorf("it listens at %q", addr)
			check(t, p.Close())
		}
		if web.CheckAddr(addr) == nil {
			t.Errorf("it would listen at %q", addr)
		}
	}
	if err := web.CheckAddr("0.0.0.0:8025"); err == nil || !strings.Contains(err.Error(), "use a loopback address, such as 127.0.0.1:8025") {
		t.Errorf("the error is %v", err)
	}
	taken := strings.TrimSuffix(strings.TrimPrefix(page.URL(), "http://"), "/")
	if _, err := web.Start(web.Config{Addr: taken, Servers: servers, Bot: bot}); err == nil {
		t.Error("two pages listen at one address")
	}
}

// A page that was closed is gone, and its port is free.
func TestClose(t *testing.T) {
	servers, err := sandbox.Start(sandbox.Config{})
	check(t, err)
	defer servers.Close()
	page, err := web.Start(web.Config{Addr: "127.0.0.1:0", Servers: servers, Bot: bot})
	check(t, err)
	visit(t, page)
	check(t, page.Close())
	again, err := web.Start(web.Config{Addr: strings.Trim(strings.TrimPrefix(page.URL(), "http:"), "/"), Servers: servers, Bot: bot})
	check(t, err)
	visit(t, again)
	check(t, again.Close())
}

// Web sites that have their own name point here, or load and send things here,
// get nothing.
func TestForeignSites(t *testing.T) {
	servers, page := open(t)
	deliver(t, servers, "ana@sandbox.test", "Subject: secret\r\n\r\n")
	form := url.Values{"to": {"bo@sandbox.test"}, "text": {"x"}}.Encode()
	const strange, foreign = http.StatusMisdirectedRequest, http.StatusForbidden
	for _, test := range []struct {
		name, method, host string
		header             map[string]string
		status             int
	}{
		{"a name that is ours", "GET", "LOCALHOST:9000", nil, 200},
		{"another loopback address", "GET", "127.1.2.3", nil, 200},
		{"the address of IPv6", "GET", "[::1]:80", nil, 200},
		{"a name of somebody", "GET", "evil.test", nil, strange},
		{"a name that begins like ours", "GET", "localhost.evil.test:8025", nil, strange},
		{"a name that looks like an address", "GET", "127.0.0.1.evil.test", nil, strange},
		{"an address of the network", "GET", "192.0.2.1:8025", nil, strange},
		{"a link on another site", "GET", "localhost", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}, 200},
		{"a picture on another site", "GET", "localhost", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image"}, foreign},
		{"a frame on another site", "GET", "localhost", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "iframe"}, foreign},
		{"a script on another port", "GET", "localhost", map[string]string{"Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "script"}, foreign},
		{"a frame of ours", "GET", "localhost", map[string]string{"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "iframe"}, 200},
		{"a form on another site", "POST", "localhost", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}, foreign},
		{"a form on another port", "POST", "localhost", map[string]string{"Sec-Fetch-Site": "same-site"}, foreign},
		{"a form on another site, from an old browser", "POST", "localhost", map[string]string{"Origin": "https://evil.test"}, foreign},
		{"a form in a mail", "POST", "localhost", map[string]string{"Origin": "null"}, foreign},
		{"a form of ours, from an old browser", "POST", "localhost:1", map[string]string{"Origin": "http://localhost:1"}, 200},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := "box/ana"
			if test.method == "POST" {
				path += "/send"
			}
			r, err := http.NewRequestWithContext(t.Context(), test.method, page.URL()+path, strings.NewReader(form))
			check(t, err)
			r.Host = test.host
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			for field, value := range test.header {
				r.Header.Set(field, value)
			}
			v := visit(t, page)
			v.do(r)
			if v.status != test.status || test.status != 200 && strings.Contains(v.body, "secret") {
				t.Errorf("status %d:\n%s", v.status, v.body)
			}
		})
	}
	v := visit(t, page)
	v.open("/box/bo")
	if n := len(all(v.page, "li")); n != 1 {
		t.Errorf("bo got %d mails, want the one that our own form has sent", n)
	}
}

// Every page, and what is no page, has the fields that keep a browser from
// doing more than it should.
func TestHeaderFields(t *testing.T) {
	servers, page := open(t)
	deliver(t, servers, "ana@sandbox.test", "Content-Type: text/html\r\n\r\nx")
	v := visit(t, page)
	for path, policy := range map[string]string{
		"/": pagePolicy, "/box/ana": pagePolicy, "/box/ana/write": pagePolicy, "/nowhere": pagePolicy, "/style.css": pagePolicy, "/icon.svg": pagePolicy,
		"/box/ana/mail/1": pagePolicy, "/box/ana/mail/1/html": mailPolicy, "/box/ana/mail/1/source": filePolicy,
		"/strip": "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
	} {
		v.open(path)
		cached := "no-store"
		if strings.Contains(path, ".") {
			cached = "max-age=60"
		}
		for field, want := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": cached,
		} {
			if got := v.header.Get(field); got != want {
				t.Errorf("%s has %s: %s", path, field, got)
			}
		}
		if n := len(all(v.page, "script")); n > 0 {
			t.Errorf("%s has %d scripts", path, n)
		}
	}
}
