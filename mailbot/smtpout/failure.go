package smtpout

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"unlurbot/mailbot/credential"
	"unlurbot/mailbot/transport"
)

// The steps at which a Failure can arise.
const (
	StepMail      = "mail" // the mail itself can't be built
	StepConnect   = "connect"
	StepTLS       = "tls"
	StepGreeting  = "greeting"
	StepToken     = "token" // before the login, and not between us and the server
	StepLogin     = "login"
	StepSender    = "sender"
	StepRecipient = "recipient"
	StepData      = "data"    // the server has heard both addresses
	StepContent   = "content" // the mail was on its way; without an answer it may have arrived
)

// codeClosing is the answer of a server that ends the connection.
const codeClosing = 421

// A Failure says why a mail was not taken, and whether to try again.
type Failure struct {
	Step      string // one of the Step constants
	Permanent bool   // this mail will never be taken
	Code      int    // of the server's answer; 0 when there was none
	Enhanced  string // such as 5.1.1, when the server gave one
	Text      string // the server's words
	Err       error

	server, security string // what Advice speaks of
	withToken        bool   // the login is not with a password
}

// Error implements error, for the log and for the outbox.
func (f *Failure) Error() string {
	where := f.Step
	if f.server != "" {
		where = "smtp " + f.server + ": " + f.Step
	}
	if f.Code == 0 {
		return fmt.Sprintf("%s: %v", where, f.Err)
	}
	return where + ": " + strings.Join(slices.DeleteFunc([]string{
		strconv.Itoa(f.Code), f.Enhanced, f.Text,
	}, func(s string) bool { return s == "" }), " ")
}

// Unwrap gives the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Advice is one sentence for the operator: what to look at.
func (f *Failure) Advice() string {
	switch f.Step {
	case StepConnect:
		if outside := (*transport.OutsideError)(nil); errors.As(f.Err, &outside) {
			return f.server + " is at an address to which nothing goes unencrypted: use smtp.security tls or starttls, or name its network in private_networks."
		}
		if unknown := (*net.DNSError)(nil); errors.As(f.Err, &unknown) {
			return "The name in " + f.server + " can't be resolved: check smtp.host and this machine's DNS."
		}
		return "Nothing answers at " + f.server + ": check smtp.host, smtp.port and any firewall."
	case StepTLS:
		return f.tlsAdvice()
	case StepGreeting:
		if f.Code != 0 {
			return "The server at " + f.server + " refuses the connection; see its reason above."
		}
		return "The server at " + f.server + " does not greet like an SMTP server: check smtp.port and smtp.security (now " + f.security + ")."
	case StepToken:
		if token := (*credential.Error)(nil); errors.As(f.Err, &token) {
			return token.Advice()
		}
		return "No token for " + f.server + "; the bot will retry."
	case StepLogin:
		return f.loginAdvice()
	case StepMail:
		return "The mail itself is broken: a bug in the bot."
	}
	if f.Permanent {
		return "The server at " + f.server + " rejected this mail; see its reason above."
	}
	return "The server at " + f.server + " did not accept the mail this time; the bot will retry."
}

// tlsAdvice is Advice where a connection could not be encrypted.
func (f *Failure) tlsAdvice() string {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var notTLS tls.RecordHeaderError
	var other *transport.CertificateError
	switch {
	case errors.As(f.Err, &other):
		return "The certificate of " + f.server + " is not the one that smtp.tls_fingerprint names: if you know that it was renewed, write the fingerprint above there; if not, somebody else may be answering."
	case errors.As(f.Err, &name):
		return "The certificate is for another name than " + f.server + ": set smtp.host to the name in the certificate."
	case errors.As(f.Err, &unknown):
		return "This machine doesn't trust the issuer of the certificate of " + f.server + ": name its root certificate, or its own if it signs itself, in smtp.tls_ca; or check smtp.host."
	case errors.As(f.Err, &notTLS):
		return "The server at " + f.server + " does not speak TLS on this port: use smtp.security starttls, or port 465."
	case f.Code != 0:
		return "The server at " + f.server + " does not offer STARTTLS: use smtp.security tls, usually on port 465."
	}
	return "No secure connection to " + f.server + ": check smtp.port and smtp.security (now " + f.security + ")."
}

// loginAdvice is Advice where a login has failed.
func (f *Failure) loginAdvice() string {
	switch {
	case errors.Is(f.Err, credential.ErrNoMechanism) && f.withToken:
		return "The server at " + f.server + " takes no token here (XOAUTH2 or OAUTHBEARER): check smtp.host, smtp.port and smtp.security, or use smtp.auth password."
	case f.withToken && f.Code != 0:
		return "The server at " + f.server + " refuses the token: check that smtp.username is the mailbox that was logged in, that its owner or administrator allows SMTP (authenticated SMTP, at Microsoft), and the permissions of the client; then run unlurbot login again."
	case errors.Is(f.Err, credential.ErrNoMechanism):
		return "The server at " + f.server + " supports no login method the bot knows: leave out smtp.username for a relay without login, or use another smtp.port or smtp.security."
	case f.Code != 0:
		return "The server at " + f.server + " refuses the login: check smtp.username and the password; some providers require an app password."
	}
	return "The connection to " + f.server + " ended during the login; the bot will retry."
}

// failure tells what went wrong at a step from the error that go-mail gives. It keeps the
// password out of the log when a server echoes what it did not like.
func (c Config) failure(step string, err error) *Failure {
	_, withToken := c.Credential.(*credential.Bearer)
	f := &Failure{
		Step:      step,
		Err:       err,
		server:    net.JoinHostPort(c.Host, strconv.Itoa(c.Port)),
		security:  c.Security,
		withToken: withToken,
	}
	var reply *textproto.Error
	if errors.As(err, &reply) {
		f.Code = reply.Code
		f.Enhanced, f.Text = cutEnhanced(c.Credential.Redact(reply.Msg))
		f.Err = &textproto.Error{Code: reply.Code, Msg: c.Credential.Redact(reply.Msg)}
		f.Permanent = isPermanent(step, f.Code, f.Enhanced)
	}
	return f
}

// permanent is a failure that no server had a part in.
func permanent(step string, err error) *Failure {
	return &Failure{Step: step, Permanent: true, Err: err}
}

// isPermanent tells a mail that will never be taken from one that might be.
//
// Until the recipient is named, no answer speaks of the mail: what a server has
// against us, or against our envelope sender, the operator can mend, and then
// the mail goes. Some answers speak of other things even later: of the
// conversation (a command out of order, a login that is asked for), of a full
// mailbox (X.2.2), a mail system's state or a quota (X.3, X.4), or of policy
// (X.7), which is how servers turn away whom they don't trust yet (RFC 3463).
// Such a mail is tried again until it is too old.
func isPermanent(step string, code int, enhanced string) bool {
	switch step {
	case StepConnect, StepTLS, StepGreeting, StepToken, StepLogin, StepSender:
		return false
	}
	switch code {
	case 503, 530, 534, 535, 538:
		return false
	}
	for _, passing := range []string{"4.", "5.2.2", "5.3.", "5.4.", "5.7."} {
		if strings.HasPrefix(enhanced, passing) {
			return false
		}
	}
	return code/100 == 5
}

// OfRelay tells whether a failure would meet any other mail as well: the server
// can't be reached, or does not let us in.
func (f *Failure) OfRelay() bool {
	switch f.Step {
	case StepConnect, StepTLS, StepGreeting, StepToken, StepLogin:
		return true
	case StepSender:
		return f.Code == codeClosing
	}
	return false // a server may say 421 to one recipient or one mail, again and again
}

var enhancedCode = regexp.MustCompile(`^[245]\.\d{1,3}\.\d{1,3}(?: |$)`)

// mostText is how many bytes of a server's words are kept: they are stored, logged
// and mailed to the operator, and a server may talk for ever.
const mostText = 1000

// cutEnhanced takes the enhanced status code off every line of an answer and
// makes one line of it, without what a terminal would act on.
func cutEnhanced(msg string) (enhanced, text string) {
	var words []string
	for line := range strings.Lines(msg) {
		line = strings.TrimSpace(line)
		if code := enhancedCode.FindString(line); code != "" {
			enhanced = strings.TrimSpace(code)
			line = strings.TrimSpace(line[len(code):])
		}
		if line != "" {
			words = append(words, line)
		}
	}
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.Join(words, " "))
	if len(text) > mostText {
		text = strings.ToValidUTF8(text[:mostText], "") + "…"
	}
	return enhanced, text
}
