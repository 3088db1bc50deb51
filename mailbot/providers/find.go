package providers

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"unlurbot/mailbot/config"
)

const (
	patience   = 10 * time.Second // for all questions together
	mostAnswer = 64 << 10         // bytes of an autoconfig file, which has some two thousand
)

// ErrNone says that nobody knows the servers of a domain.
var ErrNone = errors.New("it names no mail servers in the DNS (MX, SRV) or by autoconfig that the bot knows how to use")

// ErrSlow says that no answer came in time.
var ErrSlow = errors.New("the DNS and the web server gave no answer within 10 seconds")

// A Finder asks the world about domains.
type Finder struct {
	Resolver *net.Resolver
	Web      *http.Client
}

// Find gives what an address's domain is known by. Without a provider of the table, all ways are tried at once,
// and the first of them counts that leads to servers: who receives for the domain (MX), what the domain
// says itself (SRV, RFC 6186 and 8314), and Mozilla's autoconfig. Connections are encrypted always: what
// names none that is, is left out.
//
// It takes ten seconds at most. The error is ErrNone, ErrSlow or that of ctx.
func (f Finder) Find(ctx context.Context, domain string) (*Provider, error) {
	if p := byDomain(domain); p != nil {
		return p, nil
	}
	all, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ways := []func(context.Context, string) *Provider{f.mx, f.srv, f.autoconfig}
	answers := make([]chan *Provider, len(ways))
	for i, way := range ways {
		answers[i] = make(chan *Provider, 1)
		go func() { answers[i] <- way(all, domain) }()
	}
	for _, answer := range answers {
		if p := <-answer; p != nil {
			return p, nil
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case all.Err() != nil:
		return nil, ErrSlow
	}
	return nil, ErrNone
}

func (f Finder) mx(ctx context.Context, domain string) *Provider {
	servers, _ := f.Resolver.LookupMX(ctx, domain+".") // with an error there may be some all the same
	for _, s := range servers {
		if p := byMX(s.Host); p != nil {
			return p
		}
	}
	return nil
}

// srv takes services with TLS from the first byte before those with STARTTLS.
func (f Finder) srv(ctx context.Context, domain string) *Provider {
	first := func(service string, security config.Security) Server {
		_, at, _ := f.Resolver.LookupSRV(ctx, service, "tcp", domain+".")
		for _, s := range at {
			// A point alone says that there is no such service.
			if host := strings.TrimSuffix(s.Target, "."); config.IsHost(host) && s.Port > 0 {
				return Server{host, int(s.Port), security}
			}
		}
		return Server{}
	}
	p := Provider{
		Name: "the DNS of " + domain,
		IMAP: cmp.Or(first("imaps", config.TLS), first("imap", config.StartTLS)),
		SMTP: cmp.Or(first("submissions", config.TLS), first("submission", config.StartTLS)),
	}
	return p.ifWhole()
}

// ifWhole gives a provider with both servers.
func (p Provider) ifWhole() *Provider {
	if p.IMAP.Host == "" || p.SMTP.Host == "" {
		return nil
	}
	p.Secret = plainPassword
	return &p
}

// An autoconfig file says how mail programs are set up. Its form is Mozilla's.
type autoconfigFile struct {
	Incoming []autoconfigServer `xml:"emailProvider>incomingServer"`
	Outgoing []autoconfigServer `xml:"emailProvider>outgoingServer"`
}

type autoconfigServer struct {
	Type       string `xml:"type,attr"`
	Hostname   string `xml:"hostname"`
	Port       int    `xml:"port"`
	SocketType string `xml:"socketType"`
}

// autoconfig asks the domain itself, and then Mozilla's list of providers. Nobody is told the address, and nobody is
// asked without TLS.
func (f Finder) autoconfig(ctx context.Context, domain string) *Provider {
	name := url.PathEscape(domain)
	for _, at := range []string{
		"https://autoconfig." + domain + "/mail/config-v1.1.xml",
		"https://" + domain + "/.well-known/autoconfig/mail/config-v1.1.xml",
		"https://autoconfig.thunderbird.net/v1.1/" + name,
	} {
		file, err := f.get(ctx, at)
		if err != nil {
			continue
		}
		p := Provider{Name: "autoconfig of " + domain, IMAP: usable(file.Incoming, "imap"), SMTP: usable(file.Outgoing, "smtp")}
		if found := p.ifWhole(); found != nil {
			return found
		}
	}
	return nil
}

func (f Finder) get(ctx context.Context, at string) (*autoconfigFile, error) {
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	web := *f.Web
	web.CheckRedirect = func(to *http.Request, via []*http.Request) error {
		if to.URL.Scheme != "https" || len(via) > 5 {
			return errors.New("led astray")
		}
		return nil
	}
	answer, err := web.Do(ask)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }() // it was only read
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", answer.StatusCode)
	}
	file := new(autoconfigFile)
	return file, xml.NewDecoder(io.LimitReader(answer.Body, mostAnswer)).Decode(file)
}

// usable gives the first server that is encrypted and named in full.
func usable(servers []autoconfigServer, kind string) Server {
	for _, s := range servers {
		security, known := map[string]config.Security{"SSL": config.TLS, "STARTTLS": config.StartTLS}[s.SocketType]
		if known && s.Type == kind && config.IsHost(s.Hostname) && s.Port > 0 && s.Port < 1<<16 {
			return Server{s.Hostname, s.Port, security}
		}
	}
	return Server{}
}
