package web_test

import (
	"context"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/net/html"

	"unlurbot/mailbot"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/sandbox"
	"unlurbot/mailbot/sandbox/web"
)

// patience is longer than any test: waiting is for go test to end.
const patience = math.MaxInt64 / 2

const bot = "unlur@sandbox.test"

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// open starts a sandbox without a bot, and its page.
func open(t testing.TB) (*sandbox.Servers, *web.Page) {
	t.Helper()
	servers, err := sandbox.Start(sandbox.Config{})
	check(t, err)
	t.Cleanup(func() { check(t, servers.Close()) })
	page, err := web.Start(web.Config{Addr: "127.0.0.1:0", Servers: servers, Bot: bot, Patience: patience})
	check(t, err)
	t.Cleanup(func() { check(t, page.Close()) })
	return servers, page
}

// openWithBot starts all of a sandbox.
func openWithBot(t testing.TB) *web.Page {
	t.Helper()
	servers, page := open(t)
	imapHost, imapPort := split(t, servers.IMAPAddr())
	smtpHost, smtpPort := split(t, servers.SMTPAddr())
	cfg := &config.Config{
		Address: bot, PlusAddressing: true,
		IMAP: config.IMAP{
			Host: imapHost, Port: imapPort, Security: "none", Username: bot, Password: "any",
			Mailbox: "INBOX", DoneMailbox: "Done", FailedMailbox: "Failed", PollInterval: patience, // mail is announced
		},
		SMTP:  config.SMTP{Host: smtpHost, Port: smtpPort, Security: "none"},
		Store: config.Store{Path: filepath.Join(t.TempDir(), "unlurbot.db")},
		Trust: config.Trust{AuthservID: servers.Domain()}, Limits: config.DefaultLimits,
	}
	ctx, stop := context.WithCancel(t.Context())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- mailbot.Run(ctx, cfg, mailbot.Environment{
			Now: time.Now, Ready: func() { close(ready) },
			Log:    func(config.Log) *slog.Logger { return slog.New(slog.DiscardHandler) },
			Limits: func(config.Limits) mailbot.Limits { return mailbot.GenerousLimits },
		})
	}()
	t.Cleanup(func() {
		stop()
		check(t, <-ended)
	})
	<-ready
	return page
}

func split(t testing.TB, addr string) (host string, port int) {
	t.Helper()
	host, digits, err := net.SplitHostPort(addr)
	check(t, err)
	port, err = strconv.Atoi(digits)
	check(t, err)
	return host, port
}

// deliver sends a mail as it is.
func deliver(t testing.TB, s *sandbox.Servers, to, mail string) {
	t.Helper()
	c, err := smtp.Dial(s.SMTPAddr())
	check(t, err)
	defer c.Close()
	check(t, c.SendMail("mal@sandbox.test", []string{to}, strings.NewReader(mail)))
}

// A visitor is somebody at a browser that shows no more than it must.
type visitor struct {
	t      testing.TB
	at     *url.URL // of the page that is open
	page   *html.Node
	body   string
	header http.Header
	status int
}

func visit(t testing.TB, page *web.Page) *visitor {
	t.Helper()
	start, err := url.Parse(page.URL())
	check(t, err)
	v := &visitor{t: t, at: start}
	v.open("/")
	return v
}

// do opens a page as a browser does that follows redirections.
func (v *visitor) do(r *http.Request) {
	v.t.Helper()
	response, err := http.DefaultClient.Do(r)
	check(v.t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check(v.t, err)
	v.page, err = html.Parse(strings.NewReader(string(body)))
	check(v.t, err)
	v.at, v.body, v.header, v.status = response.Request.URL, string(body), response.Header, response.StatusCode
}

// open opens a page by an address that stands in the one that is open.
func (v *visitor) open(reference string) {
	v.t.Helper()
	to, err := v.at.Parse(reference)
	check(v.t, err)
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, to.String(), nil)
	check(v.t, err)
	v.do(r)
}

// frame opens a frame of the page by its title.
func (v *visitor) frame(title string) {
	v.t.Helper()
	for _, f := range all(v.page, "iframe") {
		if attribute(f, "title") == title {
			v.open(attribute(f, "src"))
			return
		}
	}
	v.t.Fatalf("no frame %q in:\n%s", title, v.text())
}

// click opens the page to which a link leads.
func (v *visitor) click(words string) {
	v.t.Helper()
	for _, a := range all(v.page, "a") {
		if strings.TrimSpace(text(a)) == words {
			v.open(attribute(a, "href"))
			return
		}
	}
	v.t.Fatalf("no link %q in:\n%s", words, v.text())
}

// filled gives what stands in the fields of the form for a mail.
func (v *visitor) filled() url.Values {
	values := url.Values{}
	for _, name := range []string{"input", "textarea"} {
		for _, field := range all(v.page, name) {
			value := attribute(field, "value")
			if name == "textarea" {
				value = strings.TrimPrefix(text(field), "\n")
			}
			values.Set(attribute(field, "name"), value)
		}
	}
	return values
}

// send sends the form for a mail; pairs of a field and what is written there
// come on top of what the form has.
func (v *visitor) send(pairs ...string) {
	v.t.Helper()
	forms := slices.DeleteFunc(all(v.page, "form"), func(f *html.Node) bool { return attribute(f, "class") != "mail" })
	if len(forms) != 1 || attribute(forms[0], "method") != "post" {
		v.t.Fatalf("no form to send in:\n%s", v.text())
	}
	values := v.filled()
	for i := 0; i < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	to, err := v.at.Parse(attribute(forms[0], "action"))
	check(v.t, err)
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodPost, to.String(), strings.NewReader(values.Encode()))
	check(v.t, err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	v.do(r)
}

// text is all that the page says.
func (v *visitor) text() string { return text(v.page) }

// says fails the test if the page does not say something.
func (v *visitor) says(words string) {
	v.t.Helper()
	if got := strings.Join(strings.Fields(v.text()), " "); !strings.Contains(got, words) {
		v.t.Fatalf("%s does not say %q but:\n%s", v.at, words, got)
	}
}

// all lists the elements of a name.
func all(n *html.Node, name string) (found []*html.Node) {
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && d.Data == name {
			found = append(found, d)
		}
	}
	return found
}

func attribute(n *html.Node, key string) string {
	i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
	if i < 0 {
		return ""
	}
	return n.Attr[i].Val
}

func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}
