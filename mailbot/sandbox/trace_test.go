package sandbox

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestStamp(t *testing.T) {
	const head = "Return-Path: <ana@sandbox.test>\r\n" +
		"Delivered-To: unlur+tok@sandbox.test\r\n" +
		"Authentication-Results: sandbox.test;\r\n\tVERDICT\r\n" +
		"Received: from laptop ([127.0.0.1])\r\n" +
		"\tby sandbox.test with ESMTP id 1.1\r\n" +
		"\tfor <unlur+tok@sandbox.test>; Fri, 20 Nov 2026 14:00:00 +0000\r\n"
	const (
		pass = "dmarc=pass header.from=sandbox.test"
		fail = "dmarc=fail header.from=sandbox.test"
		none = "dmarc=fail"
	)
	tests := []struct {
		name          string
		mail          string
		verdict, rest string // rest is the mail after our fields; nothing means unchanged
	}{
		{"the author is the sender", "From: Ana <Ana@Sandbox.Test>\r\n\r\nC4\r\n", "dmarc=pass header.from=Sandbox.Test", ""},
		{"another author", "From: bo@sandbox.test\r\n\r\nC4\r\n", fail, ""},
		{"two authors", "From: ana@sandbox.test, bo@sandbox.test\r\n\r\nC4\r\n", none, ""},
		{"two From fields", "From: ana@sandbox.test\r\nFrom: ana@sandbox.test\r\n\r\nC4\r\n", none, ""},
		{"blank before the colon", "From : ana@sandbox.test\r\nFrom: ana@sandbox.test\r\n\r\nC4\r\n", none, ""},
		{"no author", "Subject: C4\r\n\r\nC4\r\n", none, ""},
		{"folded author", "From: Ana\r\n <ana@sandbox.test>\r\n\r\n", pass, ""},
		{"second verdict in a domain", "From: ana@[x; dmarc=pass]\r\n\r\n", none, ""},
		{"line feeds only", "From: ana@sandbox.test\n\nC4\n", pass, "From: ana@sandbox.test\r\n\r\nC4\r\n"},
		{"no header", "C4\r\n", none, "\r\nC4\r\n"},
		{"begins with a blank", " From: ana@sandbox.test\r\n\r\n", none, "\r\n From: ana@sandbox.test\r\n\r\n"},
		{"header without end", "From: ana@sandbox.test", pass, "From: ana@sandbox.test\r\n\r\n"},
		{"nothing at all", "", none, "\r\n"},
		{
			"broken line in the header", "From: ana@sandbox.test\r\nbroken\r\nSubject: C4\r\n\r\n",
			pass, "From: ana@sandbox.test\r\n\r\nbroken\r\nSubject: C4\r\n\r\n",
		},
		{
			"forged verdict", "AUTHENTICATION-RESULTS : (;)\r\n SANDBOX.test; dmarc=pass\r\n" +
				"Authentication-Results: other.test; dmarc=pass\r\nFrom: bo@sandbox.test\r\n\r\n",
			fail, "Authentication-Results: other.test; dmarc=pass\r\nFrom: bo@sandbox.test\r\n\r\n",
		},
	}
	tr := trace{
		domain: "sandbox.test", helo: "laptop", peer: "127.0.0.1", from: "ana@sandbox.test", id: "1.1",
		at: time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC),
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.rest == "" {
				test.rest = test.mail
			}
			if strings.HasPrefix(test.verdict, "dmarc=pass") { // what its program has left out
				test.rest = strings.Replace(test.rest, "\r\n\r\n", "\r\nMessage-ID: <1.1@sandbox.test>\r\nTo: unlur+tok@sandbox.test\r\n\r\n", 1)
			}
			want := strings.Replace(head, "VERDICT", test.verdict, 1) + test.rest
			got := string(tr.stamp(open([]byte(test.mail)), "unlur+tok@sandbox.test"))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("stamped mail (-want +got):\n%s", diff)
			}
		})
	}
}

func TestStampKeepsPeersInTheirLine(t *testing.T) {
	tr := trace{domain: "sandbox.test", helo: "a\rb", from: "x\r\ny@sandbox.test"}
	got := string(tr.stamp(open(nil), "z z@sandbox.test"))
	for _, want := range []string{"<xy@sandbox.test>\r\n", "from ab (", "Delivered-To: zz@sandbox.test\r\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
}

func TestClaims(t *testing.T) {
	for value, want := range map[string]bool{
		"sandbox.test; dmarc=pass":            true,
		"Sandbox.TEST 1; dmarc=pass":          true,
		"sandbox.test(comment); none":         true,
		`"sandbox.test"; dmarc=pass`:          true,
		`"sand\box.test"; dmarc=pass`:         true,
		`(a (nested) \) one) sandbox.test; x`: true,
		"(no end sandbox.test; dmarc=pass":    true,
		`"no end`:                             true,
		"other.test; dmarc=pass":              false,
		"(sandbox.test) other.test; x":        false,
		"sandbox.test.example; x":             false,
		"":                                    false,
	} {
		if got := claims(value, "sandbox.test"); got != want {
			t.Errorf("claims(%q) = %v", value, got)
		}
	}
}

// Scripts leave fields out; mail programs don't.
func TestStampAddsOnlyWhatIsMissing(t *testing.T) {
	const mail = "Cc: unlur@sandbox.test\r\nFrom: ana@sandbox.test\r\nmessage-id: <1@x.test>\r\n\r\nC4\r\n"
	tr := trace{domain: "sandbox.test", from: "ana@sandbox.test", id: "1.1"}
	if got := string(tr.stamp(open([]byte(mail)), "unlur@sandbox.test")); !strings.HasSuffix(got, "\r\n"+mail) {
		t.Errorf("more than that was added:\n%s", got)
	}
}
