//go:build realservers

package livebot

import (
	"testing"

	"unlurbot/mailbot/testing/realservers"
)

// Real gives Dovecot and Postfix, which the bot reaches with a security of "none", "starttls" or
// "tls". Nothing vouches for anybody there, as with an operator who has set no trust.
func Real(t testing.TB, s *realservers.Servers, security string) Servers {
	imapAddr, smtpAddr := s.IMAPAddr, s.SMTPAddr
	if security == "tls" {
		imapAddr, smtpAddr = s.IMAPSAddr, s.SMTPSAddr
	}
	return Servers{
		SMTPAddr: s.SMTPAddr, IMAPAddr: s.IMAPAddr, Domain: s.Domain, Password: realservers.Password,
		Queued: func() bool { return s.Queued(t) },
		IMAP:   Side{imapAddr, security}, SMTP: Side{smtpAddr, security}, Env: []string{"SSL_CERT_FILE=" + s.CAFile}, Limits: freely, Poll: often,
	}
}
