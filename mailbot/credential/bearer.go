package credential

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

const (
	// early is how long before its end a token isn't used any more: a login takes time, and clocks differ.
	early = 5 * time.Minute
	// patience is for one answer of the provider.
	patience = 30 * time.Second
	// restAfterRefusal is how long a token is kept that a server refuses though it is new: then
	// the token is not what is wrong, and newer ones would only annoy the provider.
	restAfterRefusal = 5 * time.Minute
	// deadRest is how long a provider is left alone that wants the operator to act, and how
	// often the log says so.
	deadRest = time.Hour
)

// Settings say where tokens come from. All values are those of the provider and of the client
// that is registered there.
type Settings struct {
	TokenURL, DeviceURL, AuthURL string
	Scopes                       []string
	ClientID, ClientSecret       string
	// AuthParams are more for the address that a person opens, as pairs of name and value.
	AuthParams []string
	// TokenFile is where the token lies that a person has allowed. Without one the client
	// itself is the user: tokens come for its secret alone, and none is kept.
	TokenFile string
	// Transport carries the requests; nil means http.DefaultTransport.
	Transport http.RoundTripper
}

// client gives a context with what carries requests. A redirection isn't followed: it would carry
// secrets to somebody else.
func (s *Settings) client(ctx context.Context) context.Context {
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return context.WithValue(ctx, oauth2.HTTPClient, &http.Client{Transport: s.Transport, CheckRedirect: stay, Timeout: patience})
}

// config is that of the library. The secret goes into the body: with a style to be found out, the library
// would ask twice whenever the answer is no, and a device that asks too often is told to slow down.
func (s *Settings) config() *oauth2.Config {
	return &oauth2.Config{
		ClientID: s.ClientID, ClientSecret: s.ClientSecret, Scopes: s.Scopes,
		Endpoint: oauth2.Endpoint{AuthURL: s.AuthURL, DeviceAuthURL: s.DeviceURL, TokenURL: s.TokenURL, AuthStyle: oauth2.AuthStyleInParams},
	}
}

// ofClient gets a token for the client itself.
func (s *Settings) ofClient(ctx context.Context) (*oauth2.Token, error) {
	c := clientcredentials.Config{
		ClientID: s.ClientID, ClientSecret: s.ClientSecret, TokenURL: s.TokenURL, Scopes: s.Scopes, AuthStyle: oauth2.AuthStyleInParams,
	}
	t, err := c.Token(s.client(ctx))
	if err != nil {
		return nil, failed(err, s.ClientSecret)
	}
	return usable(t)
}

// renewed gets a token for the refresh token of a former one.
func (s *Settings) renewed(ctx context.Context, former *oauth2.Token) (*oauth2.Token, error) {
	t, err := s.config().TokenSource(s.client(ctx), &oauth2.Token{RefreshToken: former.RefreshToken}).Token()
	if err != nil {
		return nil, failed(err, s.ClientSecret, former.RefreshToken, former.AccessToken)
	}
	return usable(t)
}

// usable refuses what is no bearer token (RFC 6750).
func usable(t *oauth2.Token) (*oauth2.Token, error) {
	strange := func(r rune) bool { return r <= ' ' || r > '~' }
	if t.Type() != "Bearer" || strings.ContainsFunc(t.AccessToken, strange) {
		return nil, &Error{text: "the provider gives a token of another kind than bearer"}
	}
	return t, nil
}

// A Bearer is a Source of tokens, for one mailbox and its relay.
type Bearer struct {
	settings Settings
	log      *slog.Logger
	// turn is held by who talks to the provider and writes the file. It is no mutex, so that who
	// waits for it can be stopped.
	turn chan struct{}

	mu      sync.Mutex
	token   *oauth2.Token // in use; nil if there is none
	unsaved unsaved       // got, but not on the disk yet, and so not in use
	refused string        // the access token that a server has refused
	asked   time.Time     // when a refusal last made us ask for a new one
	state   State
	dead    deadToken
}

// An unsaved token is one that could not be written.
type unsaved struct {
	*oauth2.Token        // nil if there is none
	former        string // the refresh token that it came for
}

// A deadToken is one of which the provider wants no more.
type deadToken struct {
	refresh string
	err     error
	until   time.Time // when to ask once more
	logged  time.Time
}

// A State is how things stand with the token of a Bearer.
type State struct {
	Expiry time.Time // of the token in use, zero if there is none or it has no end
	Err    error     // why there is no new one, nil if all is well; an *Error
	Since  time.Time // since when Err is so
}

// Dead tells whether only the operator can mend it.
func (s State) Dead() bool {
	return errors.Is(s.Err, ErrDead)
}

// NewBearer makes a Source that uses no network before the first login.
func NewBearer(s Settings, log *slog.Logger) *Bearer {
	return &Bearer{settings: s, log: log, turn: make(chan struct{}, 1)}
}

// Follow takes over from the Bearer of a former configuration, which isn't used any more, what is nowhere else: a token that
// could not be written yet.
func (b *Bearer) Follow(former *Bearer) {
	former.mu.Lock()
	lost := former.unsaved
	former.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.unsaved = lost
}

// State tells how things stand, without waiting for anybody.
func (b *Bearer) State() State {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.state
}

// SASL implements Source. Of the mechanisms none is tried that takes a password.
func (b *Bearer) SASL(ctx context.Context, user string, offered []string) (sasl.Client, error) {
	for _, mechanism := range []string{xoauth2, oauthBearer} {
		if slices.Contains(offered, mechanism) {
			token, err := b.access(ctx)
			return &presented{mechanism, user, token}, err
		}
	}
	return nil, ErrNoMechanism
}

// Refused implements Source: a token that is refused before its end is replaced, once.
func (b *Bearer) Refused(client sasl.Client) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	used, ok := client.(*presented)
	switch {
	case !ok:
		return false
	case b.token == nil || b.token.AccessToken != used.token:
		return true // there is another one already
	case !b.asked.IsZero() && time.Since(b.asked) < restAfterRefusal:
		return false
	}
	b.refused, b.asked, b.token = used.token, time.Now(), nil
	return true
}

// Redact implements Source.
func (b *Bearer) Redact(text string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	secrets := []string{b.settings.ClientSecret, b.refused}
	for _, t := range []*oauth2.Token{b.token, b.unsaved.Token} {
		if t != nil {
			secrets = append(secrets, t.AccessToken, t.RefreshToken)
		}
	}
	for _, secret := range secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, hidden)
		}
	}
	return text
}

// access gives an access token that is good for a while. It gets a new one if need be.
func (b *Bearer) access(ctx context.Context) (string, error) {
	select {
	case b.turn <- struct{}{}:
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	defer func() { <-b.turn }()
	b.mu.Lock()
	token := b.token
	b.mu.Unlock()
	if lasts(token) {
		return token.AccessToken, nil
	}
	token, err := b.next(ctx)
	if ctx.Err() != nil {
		return "", context.Cause(ctx) // which says nothing of the token
	}
	b.note(token, err)
	if err != nil {
		return "", err
	}
	return token.AccessToken, nil
}

// lasts tells whether a token can be used for a while.
func lasts(t *oauth2.Token) bool {
	return t != nil && t.AccessToken != "" && (t.Expiry.IsZero() || time.Until(t.Expiry) > early)
}

// next finds a new token, in the file or at the provider, for who has the turn. It is on the disk when
// next returns: the provider may have forgotten the former one, and a process that dies now has to
// find the new one at its next start. Of several processes with one file, such as the bot and a check
// beside it, one renews the token, and the others find it there.
func (b *Bearer) next(ctx context.Context) (*oauth2.Token, error) {
	if b.settings.TokenFile == "" {
		return b.settings.ofClient(ctx)
	}
	release, err := locked(ctx, filepath.Dir(b.settings.TokenFile))
	if err != nil {
		return nil, err
	}
	defer release()
	b.mu.Lock()
	got, refused, dead := b.unsaved, b.refused, b.dead
	b.mu.Unlock()
	stored, err := readFile(b.settings.TokenFile)
	if got.Token == nil || err == nil && stored.RefreshToken != got.former {
		if err != nil {
			return nil, err
		}
		// Somebody may have logged in meanwhile, or another process got a newer one.
		if lasts(stored) && stored.AccessToken != refused {
			return stored, nil
		}
		if stored.RefreshToken == dead.refresh && time.Now().Before(dead.until) {
			return nil, dead.err
		}
		token, err := b.settings.renewed(ctx, stored)
		got = unsaved{token, stored.RefreshToken}
		b.mu.Lock()
		if b.unsaved = got; errors.Is(err, ErrDead) {
			b.dead.refresh, b.dead.err, b.dead.until = stored.RefreshToken, err, time.Now().Add(deadRest)
		}
		b.mu.Unlock()
		if err != nil {
			return nil, err
		}
	}
	if err := writeFile(b.settings.TokenFile, got.Token); err != nil {
		return nil, &Error{text: "a new token could not be written, and is not used before it is: " + err.Error()}
	}
	return got.Token, nil
}

// note keeps what has come of next, and tells the log of what only the operator can mend.
func (b *Bearer) note(token *oauth2.Token, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	if err == nil {
		if b.state.Dead() {
			b.log.Info("oauth token accepted again")
		}
		b.token, b.unsaved, b.dead, b.state = token, unsaved{}, deadToken{}, State{Expiry: token.Expiry}
		return
	}
	if b.state.Err == nil {
		b.state.Since = now
	}
	b.state.Err = err
	if e := (*Error)(nil); errors.As(err, &e) && e.dead && (b.dead.logged.IsZero() || now.Sub(b.dead.logged) >= deadRest) {
		b.dead.logged = now
		b.log.Error("oauth", "err", err, "advice", e.Advice(), "again_in", deadRest)
	}
}
