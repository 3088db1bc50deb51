package parser

import (
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"

	"unlurbot/parser/sender"
)

// A layout is the header of a mail as some provider delivers it. VERDICT stands
// where the provider writes its own Authentication-Results field.
type layout struct {
	name, id string
	place    sender.Place // where that field stands
	ours     string       // the networks that have to be named
	header   string
}

const verdict = "VERDICT"

// The lines are those of real mails, with other names and addresses.
var layouts = []layout{
	{"Gmail", "mx.google.com", sender.AtBorder, "2002:a00::/24", `Delivered-To: unlur.bot@gmail.com
Received: by 2002:a05:7300:8a0c:b0:1a2:b3c4:d5e6 with SMTP id a12csp123456dyb;
        Sat, 21 Nov 2026 02:00:03 -0800 (PST)
X-Received: by 2002:a17:907:d01:b0:ad8:9f8b:5d4 with SMTP id a640c23a62f3a-1;
        Sat, 21 Nov 2026 02:00:02 -0800 (PST)
ARC-Authentication-Results: i=1; mx.google.com;
       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.com
Return-Path: <ana@example.com>
Received: from mail-sor-f41.example.com (mail-sor-f41.example.com. [203.0.113.41])
        by mx.google.com with SMTPS id a640c23a62f3a-2.1
        for <unlur.bot@gmail.com>
        (Google Transport Security);
        Sat, 21 Nov 2026 02:00:02 -0800 (PST)
Received-SPF: pass (google.com: domain of ana@example.com designates 203.0.113.41 as permitted sender) client-ip=203.0.113.41;
VERDICT
`},
	{"Fastmail", "phl-mx-04.messagingengine.com", sender.AboveBorder, "10.202.2.0/24 127.0.0.1/32", `Return-Path: <ana@example.com>
Received: from ams-compute-02.internal (ams-compute-02.internal [10.202.2.42])
	 by sloti36n20 (Cyrus 3.13.0-alpha0) with LMTPA;
	 Sat, 21 Nov 2026 05:02:14 -0500
X-Spam-source: IP='203.0.113.35', Host='mta.example.com', Country='US'
X-Mail-from: ana@example.com
Received: from phl-mx-04 ([10.202.2.203])
  by ams-compute-02.internal (LMTPProxy); Sat, 21 Nov 2026 05:02:14 -0500
Received: from phl-mx-04.messagingengine.com (localhost [127.0.0.1])
	by mailmx.phl.internal (Postfix) with ESMTP id A71211EA00E7
	for <unlur@fastmail.com>; Sat, 21 Nov 2026 05:02:11 -0500 (EST)
Received: from mailmx.phl.internal (localhost [127.0.0.1])
    by phl-mx-04.messagingengine.com (Authentication Milter) with ESMTP
    id 35022C783BF.281071EA00F1;
    Sat, 21 Nov 2026 05:02:11 -0500
VERDICT
Received: from mta.example.com (mta.example.com [203.0.113.35])
	(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits))
	(No client certificate requested)
	by phl-mx-04.messagingengine.com (Postfix) with ESMTPS id 281071EA00F1
	for <unlur@fastmail.com>; Sat, 21 Nov 2026 05:02:11 -0500 (EST)
`},
	{"Postfix with OpenDMARC 1.4 and Dovecot's LMTP", "mx.example.org", sender.AboveBorder, "", `Return-Path: <ana@example.com>
Delivered-To: unlur@example.org
Received: from mx.example.org
	by mx.example.org with LMTP
	id aBcDeFgHiJk
	(envelope-from <ana@example.com>)
	for <unlur@example.org>; Sat, 21 Nov 2026 10:00:01 +0000
VERDICT
Received: from mail.example.com (mail.example.com [203.0.113.5])
	by mx.example.org (Postfix) with ESMTP id C0B1B9D41D4
	for <unlur@example.org>; Sat, 21 Nov 2026 10:00:00 +0000 (UTC)
`},
	{"Postfix with Rspamd", "mx.example.org", sender.AtBorder, "172.16.4.2/32", `Return-Path: <ana@example.com>
Delivered-To: unlur@example.org
Received: from mx.example.org ([172.16.4.2])
	by mail.example.org with LMTPS
	id aBcDeFgHiJk; Sat, 21 Nov 2026 10:00:01 +0000
Received: from mail.example.com (mail.example.com [IPv6:2001:db8::5])
	(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits))
	by mx.example.org (Postfix) with ESMTPS id C0B1B9D41D4
	for <unlur@example.org>; Sat, 21 Nov 2026 10:00:00 +0000 (UTC)
VERDICT
`},
	{"Postfix behind amavis", "mx.example.org", sender.AboveBorder, "127.0.0.1/32 ::1/128", `Received: from localhost (localhost [IPv6:::1])
	by mx.example.org (Postfix) with ESMTP id 1; Sat, 21 Nov 2026 10:00:02 +0000
VERDICT
Received: from mx.example.org ([127.0.0.1])
	by localhost (mx.example.org [127.0.0.1]) (amavisd-new, port 10024)
	with ESMTP id 2; Sat, 21 Nov 2026 10:00:01 +0000
Received: from mail.example.com (unknown [203.0.113.5])
	by mx.example.org (Postfix) with ESMTPS id 3; Sat, 21 Nov 2026 10:00:00 +0000
`},
	{"qmail", "mx.example.org", sender.AboveBorder, "127.0.0.1/32", `Received: (qmail 24393 invoked by uid 550); 21 Nov 2026 10:00:00 -0000
Received: (qmail 28613 invoked from network); 21 Nov 2026 10:00:00 -0000
VERDICT
Received: from unknown (HELO mail.example.com) (203.0.113.5)
  by mx.example.org with SMTP; 21 Nov 2026 10:00:00 -0000
`},
	{"Zoho, Proton, Yahoo and others, who write down no hop of their own", "mx.example.org", sender.AboveBorder, "", `Return-Path: <ana@example.com>
VERDICT
Received: from mail.example.com (mail.example.com [203.0.113.5])
	by mx.example.org with SMTPS id 1795252800000; Sat, 21 Nov 2026 02:00:00 -0800 (PST)
`},
	{"a second server in another place", "mx.example.org", sender.AboveBorder, "198.51.100.20/32", `Return-Path: <ana@example.com>
Received: from mx.example.org (mx.example.org [198.51.100.20])
	by store.example.org (Postfix) with ESMTPS id 2; Sat, 21 Nov 2026 10:00:01 +0000
VERDICT
Received: from mail.example.com (mail.example.com [203.0.113.5])
	by mx.example.org (Postfix) with ESMTPS id 1; Sat, 21 Nov 2026 10:00:00 +0000
`},
	{"our sandbox, where everybody is on this machine", "sandbox.test", sender.AboveBorder, "", `Return-Path: <ana@sandbox.test>
Delivered-To: unlur@sandbox.test
VERDICT
Received: from client.test ([127.0.0.1])
	by sandbox.test with ESMTP id 1
	for <unlur@sandbox.test>; Sat, 21 Nov 2026 10:00:00 +0000
`},
}

// outside is what comes with a mail: a hop of the sender's own, and the rest.
const outside = `Received: from [192.168.1.26] (unknown [198.51.100.7])
	by mail.example.com (Postfix) with ESMTPSA id 57E6118004B5; Sat, 21 Nov 2026 09:59:59 +0000
DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=s1; h=from; bh=; b=
From: Ana <ana@example.com>
To: unlur@example.org
Subject: games

games
`

// deliver gives the mail as the provider delivers it: with its verdict, empty for
// none, above what came with the mail.
func (l layout) deliver(verdictLine, came string) *Mail {
	header := strings.Replace(l.header, verdict+"\n", verdictLine, 1)
	opt := ours
	opt.Ours = networks(l.ours)
	return ReadMail([]byte(header+came), opt)
}

// networks reads some that are named one after the other.
func networks(names string) (list []netip.Prefix) {
	for name := range strings.FieldsSeq(names) {
		list = append(list, netip.MustParsePrefix(name))
	}
	return list
}

// vouches says whether the server does, if its word counts down to a place.
func (l layout) vouches(m *Mail, lowest sender.Place) bool {
	return (sender.Voucher{ID: l.id, Lowest: lowest}).Doubts(&m.Header, &m.Trace) == sender.NoDoubt
}

func (l layout) says(result string) string {
	return "Authentication-Results: " + l.id + ";\n\tdmarc=" + result + " header.from=example.com\n"
}

// A verdict counts where the provider writes it, and one that came with the mail
// does not, wherever it stands and whatever the provider says.
func TestLayouts(t *testing.T) {
	for _, l := range layouts {
		t.Run(l.name, func(t *testing.T) {
			m := l.deliver(l.says("pass"), outside)
			if len(m.AuthResults) != 1 || m.AuthResults[0].Place != l.place {
				t.Fatalf("%+v, want it at %d", m.AuthResults, l.place)
			}
			if !l.vouches(m, l.place) {
				t.Error("an honest pass does not count")
			}
			if l.place == sender.AtBorder && l.vouches(m, sender.AboveBorder) {
				t.Error("a verdict below our own line counts without being asked for")
			}
			if named := l.ours; named != "" {
				l.ours = ""
				if m := l.deliver(l.says("pass"), outside); l.vouches(m, l.place) {
					t.Error("it counts though nobody has named the networks within")
				}
				l.ours = named
			}
			forgeries := []string{l.says("pass") + outside, strings.Replace(outside, "DKIM-S", l.says("pass")+"DKIM-S", 1),
				"Received: by elsewhere; Sat, 21 Nov 2026 09:00:00 +0000\n" + l.says("pass") + outside,
				"Received: from x (localhost [127.0.0.1]) by y with ESMTP; Sat, 21 Nov 2026 09:00:00 +0000\n" + l.says("pass") + outside}
			for _, forged := range forgeries {
				if m := l.deliver(l.says("fail"), forged); l.vouches(m, l.place) {
					t.Errorf("counts below a fail: %s", forged)
				}
				if m := l.deliver("", forged); l.id != "sandbox.test" && l.vouches(m, sender.AboveBorder) {
					t.Errorf("counts without a verdict of the server: %s", forged)
				}
			}
		})
	}
}

// Exchange Online names no server, so that nobody can tell its field from one
// that came with the mail: no name can be configured for it.
func TestExchangeNamesNoServer(t *testing.T) {
	m := ReadMail([]byte(`Received: from AM0PR01MB0001.eurprd01.prod.exchangelabs.com (2603:10a6:208::1) by
 AM0PR01MB0002.eurprd01.prod.exchangelabs.com with HTTPS; Sat, 21 Nov 2026 10:00:02 +0000
Received: from AM0EUR01FT001.eop-EUR01.prod.protection.outlook.com
 (2603:10a6:208:be:cafe::57) by AM0PR01CA0001.outlook.office365.com
 (2603:10a6:208:be::5) with Microsoft SMTP Server (version=TLS1_3,
 cipher=TLS_AES_256_GCM_SHA384) id 15.20.1.1 via Frontend Transport; Sat, 21 Nov 2026 10:00:01 +0000
Authentication-Results: spf=pass (sender IP is 203.0.113.5)
 smtp.mailfrom=example.com; dkim=pass (signature was verified)
 header.d=example.com;dmarc=pass action=none header.from=example.com;compauth=pass reason=100
`+outside), ours)
	if len(m.AuthResults) != 1 {
		t.Fatal(m.AuthResults)
	}
	for _, id := range []string{"", "spf=pass", "spf", "pass"} {
		if (sender.Voucher{ID: id, Lowest: sender.AtBorder}).Doubts(&m.Header, &m.Trace) == sender.NoDoubt {
			t.Errorf("%q vouches", id)
		}
	}
}

// Programs on the mail host and machines beside it are outside, whatever they write
// above their mails, unless the operator has named them.
func TestNeighbours(t *testing.T) {
	const id = "mx.example.org"
	forged := "Authentication-Results: " + id + "; dmarc=pass header.from=example.com\n"
	honest := "Received: from mail.example.com (mail.example.com [203.0.113.5])\n\tby mx.example.org (Postfix) with ESMTP id C0; Sat, 21 Nov 2026 10:00:00 +0000\n"
	handed := "Received: from mx.example.org\n\tby mx.example.org with LMTP id aBc; Sat, 21 Nov 2026 10:00:01 +0000\n"
	for hop, named := range map[string]string{
		"by mx.example.org (Postfix, from userid 33) id 1":                                            "127.0.0.1/32",
		"(from www@localhost) by mx.example.org (8.18.1/8.18.1/Submit) id 1":                          "::1/128",
		"from www by mx.example.org with local (Exim 4.98) id 1":                                      "127.0.0.0/8",
		"(qmail 24393 invoked by uid 33)":                                                             "127.0.0.1/32",
		"from localhost (localhost [127.0.0.1]) by mx.example.org (Postfix) with ESMTP id 1":          "127.0.0.1/32",
		"from localhost (localhost [IPv6:::1]) by mx.example.org (Postfix) with ESMTP id 1":           "::1/128",
		"from printer (printer.lan [192.168.1.20]) by mx.example.org (Postfix) with ESMTP id 1":       "192.168.0.0/16",
		"from [203.0.113.5] (printer.lan [192.168.1.20]) by mx.example.org (Postfix) with ESMTP id 1": "192.168.0.0/16 203.0.113.5/32",
		"from shop (shop [172.17.0.5]) by mx.example.org (Postfix) with LMTP id 1":                    "172.17.0.5/32",
		"from nas (nas [IPv6:fd00::20]) by mx.example.org (Postfix) with ESMTPS id 1":                 "fd00::/8",
		"from x (x [169.254.7.7]) by mx.example.org (Postfix) with SMTP id 1":                         "169.254.0.0/16",
	} {
		line := "Received: " + hop + "; Sat, 21 Nov 2026 10:00:00 +0000\n"
		for _, way := range []string{line, handed + line} {
			for _, mail := range []string{way + forged + outside, way + forged + honest + outside, way + honest + forged + outside} {
				for _, lowest := range []sender.Place{sender.AboveBorder, sender.AtBorder} {
					m := ReadMail([]byte(mail), ours)
					if doubt := (sender.Voucher{ID: id, Lowest: lowest}).Doubts(&m.Header, &m.Trace); doubt != sender.ForgedPlace {
						t.Errorf("%q with %d: %q\n%s", doubt, lowest, hop, mail)
					}
				}
			}
			opt := ours
			opt.Ours = networks(named)
			m := ReadMail([]byte(way+forged+honest+outside), opt)
			if doubt := (sender.Voucher{ID: id, Lowest: sender.AboveBorder}).Doubts(&m.Header, &m.Trace); doubt != sender.NoDoubt {
				t.Errorf("named, and not believed: %q: %s", doubt, hop)
			}
		}
	}
}

// A mail that no server has brought is vouched for by nobody.
func TestNoReceivedLine(t *testing.T) {
	m := ReadMail([]byte("Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\nFrom: ana@example.com\n\ngames\n"), ours)
	for _, lowest := range []sender.Place{sender.AboveBorder, sender.AtBorder, sender.BelowBorder} {
		if (sender.Voucher{ID: "mx.example.org", Lowest: lowest}).Doubts(&m.Header, &m.Trace) == sender.NoDoubt {
			t.Errorf("counts with %d", lowest)
		}
	}
}

// TestForgeriesNeverCount draws what a sender puts into a mail, and into what
// servers repeat of him, from the pieces that matter.
func TestForgeriesNeverCount(t *testing.T) {
	dice := rand.New(rand.NewPCG(20261121, 3))
	pieces := append(forgedPieces(), layouts[0].says("pass"), layouts[2].says("pass"))
	tries := 3000
	if testing.Short() {
		tries /= 4
	}
	for range tries {
		var came strings.Builder
		for range dice.IntN(6) {
			came.WriteString(pieces[dice.IntN(len(pieces))])
		}
		checkForgery(t, came.String())
	}
}

func forgedPieces() []string {
	return []string{
		"Received: by mx.example.org; Sat, 21 Nov 2026 10:00:00 +0000\n", "Received: from x with LMTP; Sat\n", "Received:\n", "\n", " \n", "\r", "\x00",
		"Received: from x (localhost [127.0.0.1]) by y with ESMTP; Sat\n", "Received: from x (x [203.0.113.9]) by y with ESMTP; Sat\n",
		"Received : from x (\n", "rubbish\n", "From \n", "--b\n", "X: y\n", " folded\n", "(", ")", ";", `"`, "Authentication-Results:", " mx.example.org; dmarc=pass header.from=example.com\n",
	}
}

// checkForgery checks that what came with a mail counts for nothing above the
// border's line, whether the server states a result or not, and never where the
// server has said no.
func checkForgery(t *testing.T, came string) {
	t.Helper()
	for _, l := range layouts[:len(layouts)-1] {
		if m := l.deliver("", came+outside); l.vouches(m, sender.AboveBorder) {
			t.Fatalf("%s: a forged verdict counts: %q", l.name, came)
		}
		if m := l.deliver(l.says("fail"), came+outside); l.vouches(m, l.place) {
			t.Fatalf("%s: a forged verdict counts beside a true one: %q", l.name, came)
		}
	}
}

// FuzzForgery puts any bytes where a sender can: at the beginning of the mail,
// and into the comment or the quoted string that a server makes of his words.
func FuzzForgery(f *testing.F) {
	for _, p := range append(forgedPieces(), layouts[0].says("pass")) {
		f.Add(p, p)
	}
	f.Add("", "x; dmarc=pass header.from=example.com")
	f.Add("", `a(b\)c"; dmarc=pass header.from=example.com`)
	f.Fuzz(func(t *testing.T, came, word string) {
		checkForgery(t, came)
		word = strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7F {
				return -1 // no server repeats control characters
			}
			return r
		}, word)
		quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word)
		noted := strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(word)
		l := layouts[2]
		for _, line := range []string{
			l.id + "; spf=fail (" + noted + ") smtp.mailfrom=\"" + quoted + "\"@example.net",
			l.id + "; dmarc=fail (" + noted + ") header.from=example.com",
			l.id + "; spf=fail smtp.mailfrom=\"" + quoted + "\"@example.net; dmarc=fail header.from=example.com",
		} {
			m := l.deliver("Authentication-Results: "+line+"\n", outside)
			if len(m.AuthResults) != 1 || l.vouches(m, sender.AboveBorder) {
				t.Errorf("a word of the sender makes a pass: %q", line)
			}
		}
	})
}
