package web_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/sandbox/web"
)

// A clockwork is a clock that stands still but for the page.
type clockwork struct {
	now     time.Time
	forward []time.Duration
	broken  bool
}

func openWithClock(t *testing.T) (*clockwork, *web.Page) {
	t.Helper()
	c := &clockwork{now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.Local)}
	servers, err := sandbox.Start(sandbox.Config{})
	check(t, err)
	t.Cleanup(func() { check(t, servers.Close()) })
	page, err := web.Start(web.Config{
		Addr: "127.0.0.1:0", Servers: servers, Bot: bot, Patience: patience, Now: func() time.Time { return c.now },
		Forward: func(_ context.Context, by time.Duration) error {
			if c.broken {
				return errors.New("it is stuck")
			}
			c.now, c.forward = c.now.Add(by), append(c.forward, by)
			return nil
		},
	})
	check(t, err)
	t.Cleanup(func() { check(t, page.Close()) })
	return c, page
}

// press presses a button of the clock on the page that is open.
func (v *visitor) press(words string) {
	v.t.Helper()
	for _, b := range all(v.page, "button") {
		if strings.TrimSpace(text(b)) == words && attribute(b, "name") == "by" {
			v.post("/clock", map[string]string{"Referer": v.at.String(), "Sec-Fetch-Site": "same-origin"}, attribute(b, "value"))
			return
		}
	}
	v.t.Fatalf("no button %q in:\n%s", words, v.text())
}

// post asks for the clock to be put forward.
func (v *visitor) post(path string, header map[string]string, by string) {
	v.t.Helper()
	to, err := v.at.Parse(path)
	check(v.t, err)
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodPost, to.String(), strings.NewReader(url.Values{"by": {by}}.Encode()))
	check(v.t, err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for field, value := range header {
		r.Header.Set(field, value)
	}
	v.do(r)
}

// Every page tells the time and puts it forward by three buttons, and stays where it is.
func TestClock(t *testing.T) {
	c, page := openWithClock(t)
	v := visit(t, page)
	v.says("It is Fri 20 Nov 12:00:00")
	v.press("+1 hour")
	v.says("It is Fri 20 Nov 13:00:00")
	v.open("/box/bo")
	v.press("+1 day")
	v.says("It is Sat 21 Nov 13:00:00")
	if v.at.Path != "/box/bo" {
		t.Errorf("from the mailbox of bo it leads to %s", v.at.Path)
	}
	v.open("/box/ana/write")
	v.press("+7 days")
	if v.at.Path != "/box/ana" {
		t.Errorf("from a form of ana it leads to %s", v.at.Path)
	}
	want := []time.Duration{time.Hour, 24 * time.Hour, 7 * 24 * time.Hour}
	if !slices.Equal(c.forward, want) {
		t.Errorf("it was put forward by %v", c.forward)
	}
	c.broken = true
	v.press("+1 hour")
	if v.says("it is stuck"); v.status != http.StatusInternalServerError {
		t.Errorf("status %d", v.status)
	}
}

// Nothing but a form of ours puts the clock forward, by nothing but what a button says,
// and it leads to no other site.
func TestClockIsGuarded(t *testing.T) {
	c, page := openWithClock(t)
	v := visit(t, page)
	for name, test := range map[string]struct {
		header map[string]string
		by     string
		status int
	}{
		"a form on another site":                      {map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}, "1h0m0s", http.StatusForbidden},
		"a form on another port":                      {map[string]string{"Sec-Fetch-Site": "same-site"}, "1h0m0s", http.StatusForbidden},
		"a form on another site, from an old browser": {map[string]string{"Origin": "https://evil.test"}, "1h0m0s", http.StatusForbidden},
		"a form in a mail":                            {map[string]string{"Origin": "null"}, "1h0m0s", http.StatusForbidden},
		"another step":                                {nil, "2h0m0s", http.StatusBadRequest},
		"a step back":                                 {nil, "-1h0m0s", http.StatusBadRequest},
		"no step":                                     {nil, "", http.StatusBadRequest},
	} {
		if v.post("/clock", test.header, test.by); v.status != test.status {
			t.Errorf("%s: status %d", name, v.status)
		}
	}
	if v.open("/clock?by=1h0m0s"); v.status == http.StatusOK || len(c.forward) > 0 {
		t.Errorf("it was put forward by %v", c.forward)
	}
	for _, referer := range []string{"https://evil.test/box/ana", "http://127.0.0.1.evil.test/box/ana", "javascript:alert(1)", "http://127.0.0.1//evil.test/", "http://127.0.0.1/box/..%2f..%2fevil", "%"} {
		v.open("/")
		host := v.at.Host
		if v.post("/clock", map[string]string{"Referer": referer}, "1h0m0s"); v.at.Host != host {
			t.Errorf("%s leads to %s", referer, v.at)
		}
	}
}

// A clock that can't be set has no buttons.
func TestNoClock(t *testing.T) {
	_, page := open(t)
	v := visit(t, page)
	hasClock := slices.ContainsFunc(all(v.page, "form"), func(f *html.Node) bool { return attribute(f, "action") == "/clock" })
	if strings.Contains(v.text(), "It is") || hasClock {
		t.Errorf("the page has a clock:\n%s", v.text())
	}
	if v.post("/clock", nil, "1h0m0s"); v.status == http.StatusOK {
		t.Errorf("status %d", v.status)
	}
}
