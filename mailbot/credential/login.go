package credential

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

// How the first token is got.
const (
	deviceInterval        = 5                // seconds between two questions, if the provider doesn't say (RFC 8628)
	longestDeviceInterval = 300              // seconds
	loginTime             = 15 * time.Minute // for a person to allow it
)

// A Person is who allows the bot to use the mailbox.
type Person struct {
	In  io.Reader // where an address can be pasted
	Out io.Writer // where the person reads what to do
}

// LogInDevice gets the first token by a code that the person enters on any device (RFC 8628), and
// writes the token file.
func (s *Settings) LogInDevice(ctx context.Context, who Person) error {
	ctx, cancel := context.WithTimeout(ctx, loginTime)
	defer cancel()
	c := s.config()
	code, err := askForCode(s.client(ctx), c)
	if err != nil {
		return failed(err, s.ClientSecret)
	}
	where, show := clean(code.VerificationURI, nil), clean(code.UserCode, nil)
	if code.DeviceCode == "" || where == "" || show == "" {
		return &Error{text: "the provider gives no code to enter"}
	}
	if code.Interval <= 0 {
		code.Interval = deviceInterval
	}
	code.Interval = min(code.Interval, longestDeviceInterval)
	fmt.Fprintf(who.Out, "Open %s in any browser, log in as the bot's mailbox, and enter the code %s\nWaiting until you have done so ...\n", where, show)
	for {
		t, err := c.DeviceAccessToken(s.client(ctx), code)
		if err == nil {
			return s.keep(ctx, t)
		}
		e := failed(err, s.ClientSecret, code.DeviceCode)
		switch {
		case errors.Is(err, context.DeadlineExceeded) && (ctx.Err() != nil || !code.Expiry.IsZero() && !time.Now().Before(code.Expiry)):
			return &Error{Code: "expired_token", text: "the code has expired", dead: true}
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case e.dead, e.Code != "":
			return e
		}
		fmt.Fprintf(who.Out, "%v; still trying ...\n", e) // the library waits before it asks again
	}
}

// askForCode begins the flow. The library (0.37) follows a nil pointer if the answer is the null of JSON.
func askForCode(ctx context.Context, c *oauth2.Config) (code *oauth2.DeviceAuthResponse, err error) {
	defer func() {
		if recover() != nil {
			code = &oauth2.DeviceAuthResponse{}
		}
	}()
	return c.DeviceAuth(ctx)
}

// LogInBrowser gets the first token in a browser, which brings the person back to this machine (RFC 8252), with
// PKCE (RFC 7636). If the browser runs elsewhere, the person pastes the address of its last page.
func (s *Settings) LogInBrowser(ctx context.Context, who Person) error {
	ctx, cancel := context.WithTimeout(ctx, loginTime)
	defer cancel()
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return &Error{text: err.Error()}
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	c := s.config()
	c.RedirectURL = "http://localhost:" + port // as Microsoft has it; Google takes it too
	verifier, state := oauth2.GenerateVerifier(), rand.Text()
	options := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(verifier)}
	for i := 0; i+1 < len(s.AuthParams); i += 2 {
		options = append(options, oauth2.SetAuthURLParam(s.AuthParams[i], s.AuthParams[i+1]))
	}
	fmt.Fprintf(who.Out, "Open this address in a browser, and log in as the bot's mailbox:\n\n%s\n\n"+
		"If the browser is on another machine, its last page can't be shown. Copy the address of that page\n"+
		"(http://localhost:%s/?...), paste it here, and press Enter.\n", c.AuthCodeURL(state, options...), port)

	answer, err := comeBack(ctx, l, who, state)
	if err != nil {
		return err
	}
	if code := answer.Get("error"); code != "" {
		text := "the provider says " + clean(code, nil)
		if more := answer.Get("error_description"); more != "" {
			text += ": " + clean(more, nil)
		}
		return &Error{Code: clean(code, nil), text: text, dead: true}
	}
	t, err := c.Exchange(s.client(ctx), answer.Get("code"), oauth2.VerifierOption(verifier))
	if err != nil {
		return failed(err, s.ClientSecret, answer.Get("code"), verifier)
	}
	return s.keep(ctx, t)
}

// comeBack waits for the person, at a page or with what is pasted, and gives what the provider says of the login
// with this state.
func comeBack(ctx context.Context, l net.Listener, who Person, state string) (url.Values, error) {
	answers := make(chan url.Values)
	give := func(v url.Values) bool {
		if subtle.ConstantTimeCompare([]byte(v.Get("state")), []byte(state)) != 1 || v.Get("code")+v.Get("error") == "" {
			return false
		}
		select {
		case answers <- v:
		case <-ctx.Done():
		}
		return true
	}
	server := &http.Server{ReadHeaderTimeout: patience, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		if r.Method != http.MethodGet || !give(r.URL.Query()) {
			http.Error(w, "This is no answer to the login that is under way.", http.StatusBadRequest)
			return
		}
		fmt.Fprintln(w, "You can close this page; unlurbot goes on where you started it.")
	})}
	go func() { _ = server.Serve(l) }()
	defer func() {
		ending, done := context.WithTimeout(context.WithoutCancel(ctx), time.Second) // for the page to be shown
		defer done()
		_ = server.Shutdown(ending)
	}()
	go func() { // it ends with the process at the latest, or with the input
		lines := bufio.NewScanner(who.In)
		for lines.Scan() && ctx.Err() == nil {
			pasted, err := url.Parse(strings.TrimSpace(lines.Text()))
			if err != nil || !give(pasted.Query()) {
				fmt.Fprintln(who.Out, "That is not the address of the last page of this login. Paste it again.")
			}
		}
	}()

	select {
	case answer := <-answers:
		return answer, nil
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, &Error{Code: "expired_token", text: "nobody has come back from the browser", dead: true}
		}
		return nil, context.Cause(ctx)
	}
}

// LogInClient tries whether the provider gives tokens to the client itself. None is kept.
func (s *Settings) LogInClient(ctx context.Context) error {
	_, err := s.ofClient(ctx)
	return err
}

// keep writes the first token. A bot that just renews a former one writes that before, or finds this one.
func (s *Settings) keep(ctx context.Context, t *oauth2.Token) error {
	if _, err := usable(t); err != nil {
		return err
	}
	if t.RefreshToken == "" {
		return &Error{text: "the provider gives a token that ends soon, and none to renew it with (a refresh token): check oauth.scopes (Microsoft needs offline_access)"}
	}
	release, err := locked(ctx, filepath.Dir(s.TokenFile))
	if err != nil {
		return err
	}
	defer release()
	if err := writeFile(s.TokenFile, t); err != nil {
		return &Error{text: "the token could not be written: " + err.Error()}
	}
	return nil
}
