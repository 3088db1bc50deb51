package imapbox

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

const (
	longestSuggestion = time.Hour
	shortRest         = time.Minute
)

// Wait tells how long to leave the server alone at least before the next try,
// 0 if that is unknown: what the server suggests, though an hour at most; a
// minute where it says that it is asked too much (RFC 5530: UNAVAILABLE, INUSE,
// LIMIT, OVERQUOTA) without saying for how long; and a minute after a refused
// login, because providers lock accounts at which somebody keeps knocking.
func (e *Error) Wait() time.Duration {
	rest := time.Duration(0)
	if e.throttled() || e.Op == OpLogin && e.Refused() {
		rest = shortRest
	}
	if answer := new(imap.Error); errors.As(e.Err, &answer) {
		rest = max(rest, suggestion(answer.Text))
	}
	return rest
}

// throttled tells whether the server would rather be asked later.
func (e *Error) throttled() bool {
	answer := new(imap.Error)
	if !errors.As(e.Err, &answer) {
		return false
	}
	switch strings.ToUpper(string(answer.Code)) {
	case "LIMIT", "UNAVAILABLE", "INUSE", "OVERQUOTA":
		return true
	}
	return tooMany.MatchString(answer.Text) || suggestion(answer.Text) > 0
}

// Passes tells whether the server has just not the time for us.
func (e *Error) Passes() bool {
	answer := new(imap.Error)
	if !errors.As(e.Err, &answer) {
		return false
	}
	code := strings.ToUpper(string(answer.Code))
	return code == "UNAVAILABLE" || code == "INUSE" || suggestion(answer.Text) > 0
}

var (
	// tooMany finds what servers say that know no codes, such as "Too many
	// simultaneous connections" and "Account exceeded command or bandwidth limits".
	tooMany = regexp.MustCompile(`(?i)too many|exceeded|throttl|rate limit`)
	// backoff finds what Exchange says.
	backoff = regexp.MustCompile(`(?i)backoff time: *(\d{1,12}) *milliseconds`)
)

func suggestion(text string) time.Duration {
	m := backoff.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	ms, _ := strconv.ParseInt(m[1], 10, 64) // twelve digits fit
	return min(time.Duration(ms)*time.Millisecond, longestSuggestion)
}
