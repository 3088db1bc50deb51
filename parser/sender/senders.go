package sender

import (
	"slices"
	"strings"

	"unlurbot/parser/mime"
)

// hasSender reports whether the author, the sender or the envelope sender is of
// a kind. The addresses are compared by their local part, and that of the envelope sender as
// it was before a relay rewrote it: the Sender Rewriting Scheme makes
// "SRS0=hash=time=domain=ana" of it, and Exchange Online "bounces+SRS=hash=time", which
// tells nothing of ana and must not be taken for the machinery of a list; Bounce Address Tag
// Validation makes "prvs=tag=ana".
func hasSender(e evidence, kind func(local string) bool) bool {
	locals := []string{localPart(e.mail.From.Addr)}
	if envelope, _, _ := strings.Cut(strings.ToLower(e.mail.ReturnPath.Addr), "@"); !strings.HasPrefix(envelope, "bounces+srs=") {
		if hasPrefix(envelope, []string{"srs0", "srs1", "prvs="}) {
			envelope = envelope[strings.LastIndexByte(envelope, '=')+1:]
		}
		locals = append(locals, localPart(envelope))
	}
	for _, a := range mime.ParseAddresses(e.header.Get("Sender")) {
		locals = append(locals, localPart(a.Addr))
	}
	if e.mail.From.Addr == "" {
		// A daemon's From is often no proper address: "MAILER-DAEMON (Mail System)".
		for _, v := range e.header.Values("From") {
			locals = append(locals, localPart(firstWord(v)))
		}
	}
	return slices.ContainsFunc(locals, func(local string) bool { return local != "" && kind(local) })
}

// localPart returns what stands before the "@" in lower case and without
// +detail.
func localPart(addr string) string {
	local, _, _ := strings.Cut(strings.ToLower(addr), "@")
	local, _, _ = strings.Cut(local, "+")
	return local
}

// IsProgram reports whether an address is by its name that of a program, from
// which no person writes.
func IsProgram(address string) bool {
	local := localPart(address)
	return isDaemon(local) || isNoReply(local) || isListSender(local)
}

// daemons are the senders of bounces.
var daemons = []string{
	"mailer-daemon", "mailerdaemon", "mailer_daemon", "mail-daemon", "mail_daemon", "maildaemon", "mail.daemon",
	"postmaster", "post_master", "mdaemon",
}

// isDaemon knows the senders of bounces. Exchange's has a name of its own, with
// a long number.
func isDaemon(local string) bool {
	return slices.Contains(daemons, local) || strings.HasPrefix(local, "microsoftexchange") && len(local) > 40
}

// daemonNames are the beginnings of the display names of senders of bounces, in lower case,
// where the address is that of some administrator.
var daemonNames = []string{"mail delivery s", "mail deliver system", "mailer-daemon", "mail delivery agent"}

// noReply are the words in the names of senders that nobody reads.
var noReply = []string{
	"noreply", "no-reply", "no_reply", "no.reply", "donotreply", "do-not-reply", "do_not_reply", "do.not.reply",
	"dontreply", "noresponder", "no-responder", "nao-responda", "ne-pas-repondre", "nepasrepondre", "keine-antwort",
}

// isNoReply knows senders who say that they do not want an answer.
func isNoReply(local string) bool {
	return slices.ContainsFunc(noReply, func(w string) bool {
		before, after, found := strings.Cut(local, w)
		return found && (before == "" || isNameBreak(before[len(before)-1])) && (after == "" || isNameBreak(after[0]))
	})
}

func isNameBreak(c byte) bool { return c == '-' || c == '.' || c == '_' || c == '=' }

// isListSender knows the machinery of mailing lists. The words must stand apart:
// "bounceman" and "request" are the names of persons and of offices.
func isListSender(local string) bool {
	return local == "bounce" || local == "bounces" || strings.HasPrefix(local, "owner-") || strings.HasSuffix(local, "-owner") ||
		strings.HasSuffix(local, "-request") || strings.HasSuffix(local, "-bounces") || strings.Contains(local, "-return-") ||
		strings.HasPrefix(local, "bounce-") || strings.HasPrefix(local, "bounces-") || strings.HasPrefix(local, "sentto-")
}
