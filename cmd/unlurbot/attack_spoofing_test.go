package main

import (
	"strings"
	"testing"

	"unlurbot/mailbot/testing/livebot"
)

// Whatever Mal writes into From, Sender and Reply-To, Ana resigns no game. At most
// she is asked whether it was her, and nobody else hears of it.
func TestSpoofing(t *testing.T) {
	t.Parallel()
	spoofing(newTarget(t, livebot.Sandbox(t)))
}

func spoofing(s *target) {
	for _, forgery := range []struct{ name, author, extra, want string }{
		{name: "her address", author: "{ana}", want: "ana: confirm"},
		{name: "her address in capitals", author: "Ana <ANA@" + strings.ToUpper(s.Servers.Domain) + ">", want: "ana: confirm"},
		{name: "her address as a group", author: "Us: {ana};", want: "ana: confirm"},
		{name: "her address with comments", author: "(Mal) {ana} ({mal})", want: "ana: confirm"},
		{name: "her address, and Mal's in a comment", author: "Ana (\\) <{mal}>) <{ana}>", want: "ana: confirm"},
		{name: "her address in quotes", author: `"ana"@` + s.Servers.Domain, want: "ana: confirm"},
		{name: "her name", author: `"Ana" <{mal}>`},
		{name: "her address as a name", author: `"{ana}" <{mal}>`},
		{name: "her address as a name, without quotes", author: "{ana} <{mal}>"},
		{name: "her address as an encoded name", author: "=?utf-8?q?ana=40" + s.Servers.Domain + "?= <{mal}>"},
		{name: "her address in a comment", author: "{mal} (<{ana}>)"},
		{name: "her address as a quoted local part", author: `"{ana}"@` + s.Servers.Domain},
		{name: "her address with a route", author: "<@{domain}:{ana}>"},
		{name: "two authors", author: "{mal}, {ana}"},
		{name: "a group of two", author: "Us: {ana}, {mal};"},
		{name: "two fields, hers first", author: "{ana}\r\nFrom: {mal}"},
		{name: "two fields, hers last", author: "{mal}\r\nFrom: {ana}"},
		{name: "a field behind one that is none", author: "{ana}\r\nFrom : {mal}"},
		{name: "a folded field", author: "\r\n \r\n {ana}", want: "ana: confirm"},
		{name: "a letter that looks like hers", author: "\u0430na@{domain}"},
		{name: "the same, encoded", author: "=?utf-8?q?=D0=B0na?=@{domain}"},
		{name: "a domain that looks like hers", author: "ana@s\u0430ndbox.test"},
		{name: "a domain that looks like hers, as the DNS has it", author: "ana@xn--sndbox-4fg.test"},
		{name: "a domain with a dot behind it", author: "{ana}."},
		{name: "the same in brackets", author: "Ana <{ana}.>"},
		{name: "a blank in it", author: "ana @ {domain}"},
		{name: "an apostrophe before it", author: "'{ana}"},
		{name: "apostrophes around it", author: "'{ana}'"},
		{name: "apostrophes within brackets", author: "<'{ana}'>"},
		{name: "brackets twice", author: "<<{ana}>>"},
		{name: "a bracket that nobody closes", author: "Ana <{ana}"},
		{name: "square brackets", author: "Ana [{ana}]"},
		{name: "a link", author: "<mailto:{ana}>"},
		{name: "a comment within", author: "ana(x)@{domain}"},
		{name: "a dot before the @", author: "ana.@{domain}"},
		{name: "full-width letters", author: "\uff41na@{domain}"},
		{name: "a full-width domain", author: "ana@\uff53andbox.test"},
		{name: "an ideographic dot", author: "ana@sandbox\u3002test"},
		{name: "a letter that lower case makes hers", author: "ana@\u017fandbox.test"},
		{name: "nothing that shows", author: "\u200bana@{domain}"},
		{name: "her address behind Mal's as a name", author: "{mal} <{ana}>"},
		{name: "her address behind much else", author: "{ana}" + strings.Repeat(" ", 600) + "\r\n" + strings.Repeat(strings.Repeat(" ", 600)+"x\r\n", 15) + " , {mal}"},
		{name: "a line that is folded without a blank", author: "{mal},\r\nx {ana}"},
		{name: "her address as Sender", author: "{mal}", extra: "Sender: {ana}\r\n"},
		{name: "her address as Reply-To", author: "{mal}", extra: "Reply-To: {ana}\r\n"},
		{name: "resent by her", author: "{mal}", extra: "Resent-From: {ana}\r\nResent-Sender: {ana}\r\n"},
		{name: "her mailbox in fields of the server", author: "{mal}", extra: "Return-Path: <{ana}>\r\nX-Original-From: {ana}\r\nEnvelope-From: {ana}\r\n"},
		{name: "a verdict in her favour", author: "{ana}", extra: "Authentication-Results: {domain}; dmarc=pass header.from={domain}\r\n", want: "ana: confirm"},
		{name: "a verdict in a comment", author: "{ana}", extra: "Authentication-Results: (x) {domain} (;) ; dkim=none (; dmarc=pass header.from={domain})\r\n", want: "ana: confirm"},
		{name: "a verdict below a Received line of the server's own", author: "{ana}", extra: "Received: from localhost ([127.0.0.1]) by {domain} with LMTP; Fri, 20 Nov 2026 12:00:00 +0000\r\n" +
			"Authentication-Results: {domain}; dmarc=pass header.from={domain}\r\n", want: "ana: confirm"},
	} {
		fill := strings.NewReplacer("{ana}", s.at("ana"), "{mal}", s.at("mal"), "{domain}", s.Servers.Domain)
		s.try(forgery.name, func() {
			s.send(note{sender: "mal", author: fill.Replace(forgery.author), extra: fill.Replace(forgery.extra), body: "resign"})
			s.receive(forgery.want)
		})
	}
	s.stillPlays()
}
