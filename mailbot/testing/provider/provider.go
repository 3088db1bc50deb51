// Package provider is test support and nothing else: somebody who gives OAuth tokens, over HTTP, and says
// whatever a test wants him to. It knows nothing of what tokens are for; package sandbox has
// the servers that take them.
package provider

import (
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/testing/loopback"
)

// A Provider answers what it is asked, and keeps it.
type Provider struct {
	*httptest.Server

	mu      sync.Mutex
	answers []Answer
	asked   []url.Values
}

// An Answer is what the provider says to one request.
type Answer struct {
	Status int
	Body   string
	Before func() // called before it is said; may be nil
}

// Says is an answer in JSON, with pairs of name and value.
func Says(status int, pairs ...any) Answer {
	values := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		values[pairs[i].(string)] = pairs[i+1]
	}
	body, _ := json.Marshal(values)
	return Answer{Status: status, Body: string(body)}
}

// Gives is an answer with tokens that last for an hour; without a refresh token it is as of a provider
// who wants the former one to be used again.
func Gives(access, refresh string) Answer {
	if refresh == "" {
		return Says(http.StatusOK, "access_token", access, "token_type", "Bearer", "expires_in", 3600)
	}
	return Says(http.StatusOK, "access_token", access, "token_type", "bearer", "expires_in", 3600, "refresh_token", refresh)
}

// Refuses is an answer as of Microsoft.
func Refuses(code string) Answer {
	return Says(http.StatusBadRequest, "error", code, "error_description", "AADSTS70000: because.\r\nTrace ID: 1")
}

// New makes one on the loopback in memory, which gives answers in this order, and the last one again
// and again.
func New(t testing.TB, answers ...Answer) *Provider {
	t.Helper()
	l, err := loopback.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, l, answers)
}

// NewForProcesses makes one that other processes reach.
func NewForProcesses(t testing.TB, answers ...Answer) *Provider {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, l, answers)
}

func serve(t testing.TB, l net.Listener, answers []Answer) *Provider {
	p := &Provider{answers: answers}
	p.Server = &httptest.Server{Listener: l, Config: &http.Server{Handler: p}}
	p.Start()
	t.Cleanup(p.Close)
	return p
}

// ServeHTTP implements http.Handler.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil || r.Method != http.MethodPost {
		http.Error(w, "what?", http.StatusTeapot)
		return
	}
	p.mu.Lock()
	p.asked = append(p.asked, maps.Clone(r.PostForm))
	a := p.answers[0]
	if len(p.answers) > 1 {
		p.answers = p.answers[1:]
	}
	p.mu.Unlock()
	if a.Before != nil {
		a.Before()
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(a.Status)
	fmt.Fprint(w, a.Body)
}

// Asked gives what it was asked so far.
func (p *Provider) Asked() []url.Values {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

// Next sets what it says from now on.
func (p *Provider) Next(answers ...Answer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answers = answers
}

// Settings are those of a client that is registered here, with a token file.
func (p *Provider) Settings(file string) credential.Settings {
	return credential.Settings{
		TokenURL: p.URL + "/token", DeviceURL: p.URL + "/device", AuthURL: p.URL + "/authorize",
		Scopes: []string{"mail", "offline_access"}, ClientID: "unlurbot", ClientSecret: "client-s3cret", TokenFile: file,
		Transport: &http.Transport{DialContext: loopback.Dial, DisableKeepAlives: true},
	}
}
