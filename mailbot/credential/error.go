package credential

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"

	"golang.org/x/oauth2"
)

// ErrDead is what an *Error is if trying again doesn't mend it: somebody has to act. A Bearer has
// logged it, and does so once an hour.
var ErrDead = errors.New("the oauth token is not renewed without the operator")

// An Error says why there is no token.
type Error struct {
	Code string // of RFC 6749 and its relatives, such as invalid_grant; empty without such an answer
	text string // without secrets
	err  error  // nil if there is nothing but the text
	dead bool
}

// Error implements error, in one line for the log.
func (e *Error) Error() string { return "oauth: " + e.text }

// Unwrap gives the cause, nil if that could hold a secret.
func (e *Error) Unwrap() error { return e.err }

// Is makes an Error that needs the operator ErrDead.
func (e *Error) Is(target error) bool { return target == ErrDead && e.dead }

// again is what to do where a new login helps.
const again = "run unlurbot login --config FILE as the bot's user; the bot then goes on by itself."

// advices say what to do about the answers of a token endpoint after which trying again is of no use.
// Of invalid_grant alone a new login is the remedy; the others come from the registration of the client.
var advices = map[string]string{
	"invalid_grant":          "The provider doesn't accept the login any more (revoked, expired, or the password was changed): " + again,
	"interaction_required":   "The provider wants to see a person again: " + again,
	"consent_required":       "The provider wants the permissions confirmed again: " + again,
	"login_required":         "The provider wants to see a person again: " + again,
	"access_denied":          "Somebody said no, or the provider's rules do: ask the administrator of the account, then " + again,
	"expired_token":          "The code was not entered in time: run unlurbot login again.",
	"invalid_client":         "The provider doesn't know the client, or its secret has expired: check oauth.client_id, oauth.tenant and oauth.client_secret_file.",
	"unauthorized_client":    "The client may not do this: check at the provider how oauth.client_id is registered (kind of client, flows, which accounts), and oauth.tenant.",
	"unsupported_grant_type": "The provider doesn't know this flow: choose another oauth.flow.",
	"invalid_scope":          "The client may not have these permissions: add them where oauth.client_id is registered; Google gives mail only with oauth.flow browser.",
}

// Advice is one sentence for the operator: what to do.
func (e *Error) Advice() string {
	say := advices[e.Code]
	switch {
	case e.dead && say != "":
		return say
	case e.dead:
		return "There is no login: " + again
	}
	return "No token from the provider this time; the bot will retry. If it lasts, check the oauth block, and whether this machine reaches the provider over HTTPS."
}

// noToken is the Error of a token file that can't be used.
func noToken(text string) *Error { return &Error{text: "the token file " + text, dead: true} }

// longestText is how much of an answer is told, in bytes.
const longestText = 300

// failed makes an Error of what golang.org/x/oauth2 says. Its own words have the whole answer in them where that
// has another form than expected, and so perhaps a token. Of an answer only code and description are
// told, without the secrets that were sent.
func failed(err error, secrets ...string) *Error {
	answer, ok := errors.AsType[*oauth2.RetrieveError](err)
	if !ok {
		e := &Error{text: clean(err.Error(), secrets)}
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			e.err = err
		}
		return e
	}
	status := answer.Response.StatusCode
	e := &Error{Code: clean(answer.ErrorCode, secrets)}
	e.text = fmt.Sprintf("the provider answers %d", status)
	if e.Code != "" {
		e.text += ", " + e.Code
	}
	if answer.ErrorDescription != "" {
		e.text += ": " + clean(answer.ErrorDescription, secrets)
	}
	// A server in trouble may say anything.
	e.dead = advices[e.Code] != "" && status < http.StatusInternalServerError
	return e
}

// clean makes one short line of what somebody else has written.
func clean(text string, secrets []string) string {
	for _, secret := range secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, hidden)
		}
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, text)
	if len(text) > longestText {
		text = strings.ToValidUTF8(text[:longestText], "") + "…"
	}
	return text
}
