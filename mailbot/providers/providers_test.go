package providers

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.yaml.in/yaml/v3"
	"golang.org/x/net/dns/dnsmessage"

	"unlurbot/mailbot/config"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestTableIsThatOfTheManual compares the table with what docs/providers.md has to paste.
func TestTableIsThatOfTheManual(t *testing.T) {
	page, err := os.ReadFile("../../docs/providers.md")
	check(t, err)
	compared := 0
	for _, block := range strings.Split(string(page), "```yaml\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		var pasted struct {
			Plus *bool `yaml:"plus_addressing"`
			IMAP struct {
				Host, Username string
				Port           int
				Security       config.Security
				CA             string `yaml:"tls_ca"`
			}
			SMTP struct {
				Host, Username string
				Port           int
				Security       config.Security
			}
			OAuth  struct{ Provider, Tenant string }
			Trust  map[string]string
			Limits map[string]int
		}
		check(t, yaml.Unmarshal([]byte(block), &pasted))
		_, domain, _ := strings.Cut(pasted.SMTP.Username, "@")
		p := byDomain(domain)
		switch {
		case pasted.IMAP.Host == "":
			p = byMX("aspmx.l.google.com.")
			if p.MailsOut != pasted.Limits["mails_out"] {
				t.Errorf("%s: %+v, and the manual has %v", p.Name, p, pasted.Limits)
			}
			continue
		case p == nil:
			p = byMX("club-example-org.mail.protection.outlook.com.")
		}
		compared++
		server := func(host string, port int, security config.Security) Server {
			if security == "" {
				security = config.TLS
			}
			return Server{host, port, security}
		}
		if p.IMAP != server(pasted.IMAP.Host, pasted.IMAP.Port, pasted.IMAP.Security) || p.SMTP != server(pasted.SMTP.Host, pasted.SMTP.Port, pasted.SMTP.Security) ||
			string(p.Tokens) != pasted.OAuth.Provider || p.Tenant != (pasted.OAuth.Tenant != "") || p.LocalUser == strings.Contains(pasted.IMAP.Username, "@") ||
			p.CA != pasted.IMAP.CA || p.NoPlus != (pasted.Plus != nil) || p.AuthservID != pasted.Trust["authserv_id"] || p.DKIM != (pasted.Trust["dkim"] == "true") ||
			p.MailsOut != pasted.Limits["mails_out"] || p.MailsPerDomain != pasted.Limits["mails_out_per_domain"] {
			t.Errorf("%s: %+v, and the manual has\n%s", p.Name, *p, block)
		}
	}
	if compared != 7 {
		t.Errorf("%d blocks compared", compared)
	}
	for _, p := range table {
		if !strings.Contains(string(page), p.Name) || !strings.Contains(string(page), p.IMAP.Host) || !strings.Contains(string(page), p.SMTP.Host) {
			t.Errorf("the manual doesn't have %s, or other servers", p.Name)
		}
	}
}

// zone is what a resolver on loopback knows, by name and kind.
type zone map[string]dnsmessage.ResourceBody

// resolver serves a zone until the test ends.
func (z zone) resolver(t *testing.T) *net.Resolver {
	at, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	check(t, err)
	t.Cleanup(func() { _ = at.Close() })
	go func() {
		for question := make([]byte, 4096); ; {
			n, from, err := at.ReadFrom(question)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(question[:n]) != nil {
				continue
			}
			q := m.Questions[0]
			answer := dnsmessage.Message{Header: dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true}, Questions: m.Questions}
			if body, there := z[q.Type.String()[len("Type"):]+" "+q.Name.String()]; there {
				answer.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 60}, Body: body}}
			} else {
				answer.RCode = dnsmessage.RCodeNameError
			}
			if packed, err := answer.Pack(); err == nil {
				_, _ = at.WriteTo(packed, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", at.LocalAddr().String())
	}}
}

func srv(host string, port uint16) *dnsmessage.SRVResource {
	return &dnsmessage.SRVResource{Target: dnsmessage.MustNewName(host), Port: port}
}

func autoconfigOf(in, out string) string {
	return `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="x">
<incomingServer type="pop3"><hostname>pop.example.org</hostname><port>995</port><socketType>SSL</socketType></incomingServer>
<incomingServer type="imap"><hostname>plain.example.org</hostname><port>143</port><socketType>plain</socketType></incomingServer>
` + in + out + `</emailProvider></clientConfig>`
}

const (
	goodIn  = `<incomingServer type="imap"><hostname>in.example.org</hostname><port>993</port><socketType>SSL</socketType></incomingServer>`
	goodOut = `<outgoingServer type="smtp"><hostname>out.example.org</hostname><port>587</port><socketType>STARTTLS</socketType></outgoingServer>`
)

// TestFind asks a resolver and a web server on loopback.
func TestFind(t *testing.T) {
	t.Parallel()
	both := zone{"SRV _imap._tcp.example.org.": srv("in.example.org.", 143), "SRV _submission._tcp.example.org.": srv("out.example.org.", 587)}
	for name, story := range map[string]struct {
		domain string
		zone   zone
		web    map[string]string // by URL without its scheme
		want   string
	}{
		"an address of a provider": {domain: "GMail.com", want: "Gmail imap.gmail.com:0 tls smtp.gmail.com:0 tls"},
		"a domain with a provider": {zone: zone{"MX example.org.": &dnsmessage.MXResource{MX: dnsmessage.MustNewName("in1-smtp.messagingengine.com.")}},
			want: "Fastmail imap.fastmail.com:0 tls smtp.fastmail.com:0 tls"},
		"a name that only looks like the provider's": {zone: zone{"MX example.org.": &dnsmessage.MXResource{MX: dnsmessage.MustNewName("notgoogle.com.")}}, want: ErrNone.Error()},
		"STARTTLS": {zone: both, want: "the DNS of example.org in.example.org:143 starttls out.example.org:587 starttls"},
		"TLS goes first": {zone: zone{
			"SRV _imap._tcp.example.org.": srv("old.example.org.", 143), "SRV _imaps._tcp.example.org.": srv("in.example.org.", 993), "SRV _submissions._tcp.example.org.": srv("out.example.org.", 465),
		}, want: "the DNS of example.org in.example.org:993 tls out.example.org:465 tls"},
		"no such service": {zone: zone{"SRV _imaps._tcp.example.org.": srv(".", 0), "SRV _submissions._tcp.example.org.": srv("out.example.org.", 465)}, want: ErrNone.Error()},
		"autoconfig": {web: map[string]string{"autoconfig.example.org/mail/config-v1.1.xml": autoconfigOf(goodIn, goodOut)},
			want: "autoconfig of example.org in.example.org:993 tls out.example.org:587 starttls"},
		"autoconfig, well known": {web: map[string]string{"example.org/.well-known/autoconfig/mail/config-v1.1.xml": autoconfigOf(goodIn, goodOut)},
			want: "autoconfig of example.org in.example.org:993 tls out.example.org:587 starttls"},
		"Mozilla's list": {web: map[string]string{"autoconfig.thunderbird.net/v1.1/example.org": autoconfigOf(goodIn, goodOut), "autoconfig.example.org/mail/config-v1.1.xml": "<html>not found</html>"},
			want: "autoconfig of example.org in.example.org:993 tls out.example.org:587 starttls"},
		"the DNS goes first": {zone: both, web: map[string]string{"autoconfig.example.org/mail/config-v1.1.xml": autoconfigOf(goodIn, strings.ReplaceAll(goodOut, "out.", "other."))},
			want: "the DNS of example.org in.example.org:143 starttls out.example.org:587 starttls"},
		"nothing encrypted": {web: map[string]string{"autoconfig.example.org/mail/config-v1.1.xml": autoconfigOf("", goodOut)}, want: ErrNone.Error()},
		"a wrong name": {web: map[string]string{"autoconfig.example.org/mail/config-v1.1.xml": autoconfigOf(strings.ReplaceAll(goodIn, "in.example", "\x7f[0mcd; in.example"), goodOut)},
			want: ErrNone.Error()},
		"endless": {web: map[string]string{"autoconfig.example.org/mail/config-v1.1.xml": "<clientConfig>" + strings.Repeat(" ", 2*mostAnswer) + goodIn + goodOut}, want: ErrNone.Error()},
		"nothing": {want: ErrNone.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				file, there := story.web[r.Host+r.URL.Path]
				if !there {
					w.WriteHeader(http.StatusNotFound)
				}
				if r.URL.RawQuery != "" {
					t.Errorf("it tells %s", r.URL.RawQuery)
				}
				_, _ = w.Write([]byte(file))
			}))
			t.Cleanup(server.Close)
			web := server.Client()
			transport := web.Transport.(*http.Transport)
			transport.TLSClientConfig.ServerName = "example.com" // the name in its certificate
			transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, "tcp", server.Listener.Addr().String())
			}
			domain := story.domain
			if domain == "" {
				domain = "example.org"
			}
			p, err := Finder{story.zone.resolver(t), web}.Find(t.Context(), domain)
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = p.Name + " " + shown(p.IMAP) + " " + shown(p.SMTP)
			}
			if got != story.want {
				t.Errorf("it finds %s, want %s", got, story.want)
			}
		})
	}
}

func shown(s Server) string {
	return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) + " " + string(s.Security)
}

type silent struct{}

func (silent) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// TestFindGivesUp: nobody answers, and then the person goes.
func TestFindGivesUp(t *testing.T) {
	_, err := zone{}.resolver(t).LookupMX(t.Context(), "example.org.") // package net makes its channels outside the bubble
	if err == nil {
		t.Error("an empty zone has servers")
	}
	synctest.Test(t, func(t *testing.T) {
		f := Finder{&net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}}, &http.Client{Transport: silent{}}}
		begun := time.Now()
		if _, err := f.Find(t.Context(), "example.org"); !errors.Is(err, ErrSlow) || time.Since(begun) != patience {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		go func() { synctest.Wait(); cancel() }()
		begun = time.Now()
		if _, err := f.Find(ctx, "example.org"); !errors.Is(err, context.Canceled) || time.Since(begun) != 0 {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
	})
}
