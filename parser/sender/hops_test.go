package sender

import (
	"net/netip"
	"strings"
	"testing"
)

// TestHops tells hops within our own network from those at its border.
func TestHops(t *testing.T) {
	const lan = "10.1.2.0/24 172.31.0.9/32 192.168.1.1/32 fd00::/64 fe80::1/128"
	for _, tc := range []struct {
		received, ours string
		want           bool
	}{
		{"from a (a [10.1.2.3]) by mx.example.org; Sat", lan, true},
		{"from a (a [10.1.3.3]) by mx.example.org; Sat", lan, false},
		{"from a (a [10.1.2.3]) by mx.example.org; Sat", "", false},
		{"from a (a [IPv6:fd00::7]) by b with ESMTP; Sat", lan, true},
		{"from a (a [::ffff:192.168.1.1]) by b with ESMTPS; Sat", lan, true},
		{"from a (a [fe80::1%eth0]) by b with SMTP; Sat", lan, true},
		{"from a ([172.31.0.9] helo=mail.example.com) by b with esmtp (Exim 4.98); Sat", lan, true},
		{"from a (a [203.0.113.5]) by b with ESMTP; Sat", "203.0.113.5/32", true},
		{"from a (a [203.0.113.5]) by b with ESMTP; Sat", lan, false},
		{"from a (a [100.64.0.1]) by b with ESMTP; Sat", lan, false},
		{"from localhost (localhost [127.0.0.1]) by b with ESMTP; Sat", "", false},
		{"from localhost (localhost [127.0.0.1]) by b with ESMTP; Sat", lan, false},
		{"from localhost (localhost [127.0.0.1]) by b with ESMTP; Sat", "127.0.0.0/8", true},
		{"from localhost (localhost [IPv6:::1]) by b with ESMTP; Sat", "127.0.0.0/8", false},
		{"from a (a [10.1.2.3]) by b ([203.0.113.9]) with ESMTP; Sat", lan, false}, // unclear which is meant

		// Programs have the address of their machine.
		{"by mx.example.org (Postfix, from userid 33) id 1; Sat, 21 Nov 2026 10:00:00 +0000", "", false},
		{"by mx.example.org (Postfix, from userid 33) id 1; Sat, 21 Nov 2026 10:00:00 +0000", lan, false},
		{"by mx.example.org (Postfix, from userid 33) id 1; Sat, 21 Nov 2026 10:00:00 +0000", "127.0.0.1/32", true},
		{"by mx.example.org (Postfix, from userid 33) id 1; Sat, 21 Nov 2026 10:00:00 +0000", "::1/128", true},
		{"(from www@localhost) by mx.example.org (8.18.1/8.18.1/Submit) id 1; Sat", lan, false},
		{"(from www@localhost) by mx.example.org (8.18.1/8.18.1/Submit) id 1; Sat", "127.0.0.1/32", true},
		{"from www by mx.example.org with local (Exim 4.98) (envelope-from <www@[10.1.2.3]>) id 1; Sat", lan, false},
		{"from www by mx.example.org with local (Exim 4.98) (envelope-from <www@example.org>) id 1; Sat", "127.0.0.1/32", true},
		{"(qmail 24393 invoked by uid 550); 21 Nov 2026 10:00:00 -0000", lan, false},
		{"(qmail 24393 invoked from network); 21 Nov 2026 10:00:00 -0000", lan, false},
		{"(qmail 24393 invoked by uid 550); 21 Nov 2026 10:00:00 -0000", "127.0.0.1/32", true},

		// Hops that name the machine where they end and not the one where they begin.
		{"by 2002:a05:7300:8a0c:b0:1a2:b3c4:d5e6 with SMTP id a12csp123456dyb; Sat", "2002:a00::/24", true},
		{"by 2002:a05:7300:8a0c:b0:1a2:b3c4:d5e6 with SMTP id a12csp123456dyb; Sat", "127.0.0.1/32 ::1/128", false},
		{"by 10.1.2.3 with HTTP; Sat", lan, false},
		{"by mx.example.org (Postfix) with ESMTPSA id 1; Sat", lan + " 127.0.0.1/32", false}, // where from was taken out
		{"by mx.example.org (Postfix) with ESMTP id 1; Sat", lan + " 127.0.0.1/32", false},

		// What is handed over to where it stays.
		{"from a by b with UTF8LMTPS; Sat", "", true},
		{"from a by b with LMTP (envelope-from <x@[203.0.113.5]>); Sat", "", true},
		{"from a ([unix socket]) by b (Cyrus v2.4.17) with LMTPA; Sat", "", true},
		{"from a (127.0.0.1:40786) by b (kopano-dagent) with LMTP; Sat", "", false},
		{"from a (127.0.0.1:40786) by b (kopano-dagent) with LMTP; Sat", "127.0.0.1/32", true},
		{"from a ([10.1.2.3]) by b with LMTPS; Sat", "", false},
		{"from a ([10.1.2.3]) by b with LMTPS; Sat", lan, true},
		{"from 10.9.9.9 by b with LMTP; Sat", lan, false},

		{"from a by b; Sat", lan, false},
		{"from a (unknown) by b with ESMTP; Sat", lan, false},
		{"from a by b (10.1.2.3) with ESMTP; Sat", lan, false},
		{"from a by b with ESMTP (envelope-from <x@[10.1.2.3]>); Sat", lan, false},
		// A client that has logged in, or writes in a web page.
		{"from laptop (laptop [10.1.2.9]) by b with ESMTPSA; Sat", lan, false},
		{"from [10.0.0.9] (webmail [10.1.2.2]) by b with HTTP; Sat", lan, false},
		// What the other side calls itself.
		{"from [10.1.2.3] (unknown [203.0.113.5]) by b with ESMTP; Sat", lan, false},
		{"from localhost by b with ESMTP; Sat", lan, false},
		{"from [10.1.2.3] by b with ESMTP; Sat", lan, false},
		{"from 10.1.2.3 (203.0.113.5) by b with ESMTP; Sat", lan, false},
		{"from [203.0.113.5] (helo=[10.1.2.3]) by b with esmtp; Sat", lan, false},
		{"from mail.example.com ([203.0.113.5] helo=[10.1.2.3]) by b with esmtp; Sat", lan, false},
		{"from mail.example.com (helo=[10.1.2.3]) by b with esmtp; Sat", lan, false},
		{"from mail.example.com (EHLO [10.1.2.3]) by b with SMTP; Sat", lan, false},
		{"from 203.0.113.5 (EHLO 10.1.2.3) by 10.1.2.1 with SMTPs; Sat", lan, false},
		{"from by ([10.1.2.3]) by b with ESMTP; Sat", lan, false},
		{"from by (x [203.0.113.5]) by b ([10.1.2.3]) with ESMTP; Sat", lan, false},
		{"from x;y (x [203.0.113.5]) by b ([10.1.2.3]) with ESMTP; Sat", lan, false},
		{"from x with LMTP (a [203.0.113.5]) by b with ESMTP; Sat", lan, false},
		{"from x with LMTP by b with ESMTP; Sat", lan, false},
		{"from x with LMTP ( (a [203.0.113.5]) by b (Postfix) with ESMTP; Sat", lan, false},
		{"from x ([10.1.2.3]) by y ( (a [203.0.113.5]) by b with ESMTP; Sat", lan, false},
		{`from x (a \) ([10.1.2.3]) by b with ESMTP; Sat`, lan, false},
		{"from x) ([10.1.2.3]) by b with ESMTP; Sat", lan, false},
		{"from (localhost [10.1.2.3]) (a [203.0.113.5]:2525) by b with ESMTP; Sat", lan, false},
		// In a name that the other side's DNS gives to its address.
		{"from a (10.1.2.3.example.com [203.0.113.5]) by b with ESMTP; Sat", lan, false},
		{"from a (10.1.2.3.example.com) by b with ESMTP; Sat", lan, false},
	} {
		var ours []netip.Prefix
		for network := range strings.FieldsSeq(tc.ours) {
			ours = append(ours, netip.MustParsePrefix(network))
		}
		if got := readHop(tc.received).IsWithin(ours); got != tc.want {
			t.Errorf("%q with %q: %v, want %v", tc.received, tc.ours, got, tc.want)
		}
	}
}
