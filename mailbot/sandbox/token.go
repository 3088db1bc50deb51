package sandbox

import (
	"slices"
	"strings"

	"github.com/emersion/go-sasl"
)

// Tokens make one mailbox such that no password opens it, as at providers with OAuth. They
// offer passwords all the same, and refuse them.
type Tokens struct {
	User       string   // the name of the mailbox
	Mechanisms []string // XOAUTH2 and OAUTHBEARER, or one of them
	// Accept says whether a login is good. It is asked about passwords too, so that a test
	// learns of them, but its answer doesn't count then.
	Accept func(mechanism, secret string) bool
}

// offered are all mechanisms of a server that has some without Tokens.
func (t *Tokens) offered(mechanisms ...string) []string {
	if t == nil {
		return mechanisms
	}
	return append(mechanisms, t.Mechanisms...)
}

// refuses tells whether somebody may not log in with a password.
func (t *Tokens) refuses(mechanism, user, password string) bool {
	if t == nil {
		return false
	}
	local, _, _ := strings.Cut(user, "@")
	name, _ := nameOf(local)
	if name == t.User {
		t.Accept(mechanism, password)
	}
	return name == t.User
}

// server plays the server of a mechanism for tokens, nil if it is none. A login that is good is handed to
// login; the other error is denied.
func (t *Tokens) server(mechanism string, login func(user string) error, denied error) sasl.Server {
	if t == nil || !slices.Contains(t.Mechanisms, mechanism) {
		return nil
	}
	return &tokenServer{tokens: t, mechanism: mechanism, login: login, denied: denied}
}

type tokenServer struct {
	tokens    *Tokens
	mechanism string
	login     func(user string) error
	denied    error
	refused   bool
}

// Next implements sasl.Server. Who is refused is told why in a challenge, and then has to answer
// once more (RFC 7628 section 3.2.3; XOAUTH2 does it in the same way).
func (s *tokenServer) Next(response []byte) (challenge []byte, done bool, err error) {
	switch {
	case s.refused:
		return nil, true, s.denied
	case response == nil:
		return nil, false, nil
	}
	var user, token string
	for field := range strings.SplitSeq(string(response), "\x01") {
		if name, ok := strings.CutPrefix(field, "user="); ok {
			user = name
		}
		if name, ok := strings.CutPrefix(field, "n,a="); ok {
			user = strings.TrimSuffix(name, ",")
		}
		if bearer, ok := strings.CutPrefix(field, "auth=Bearer "); ok {
			token = bearer
		}
	}
	local, _, _ := strings.Cut(user, "@")
	if name, _ := nameOf(local); name != s.tokens.User || !s.tokens.Accept(s.mechanism, token) {
		s.refused = true
		return []byte(`{"status":"invalid_token","scope":"mail"}`), false, nil
	}
	return nil, true, s.login(user)
}
