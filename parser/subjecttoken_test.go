package parser

import (
	"mime"
	"strings"
	"testing"
)

const sampleToken = "abcdefghijklmnopqrstuvwxyz23456"

// A token is found in a subject whatever mail programs and gateways do to it on
// the way, and hides nothing of what is written beside it.
func TestSubjectToken(t *testing.T) {
	const subject = "Unlur #42: Ana - Bo [#42 " + sampleToken + "]"
	encoded := mime.QEncoding.Encode("utf-8", "Unlur #42: Zoë - Bo ["+sampleToken+"]")
	for _, written := range []string{
		subject, strings.Replace(subject, "#42 ", "", 1), strings.Replace(subject, "#42 ", "#4", 1), "[#7 " + sampleToken + "]", "Re: " + subject, "AW: " + subject, "Re[2]: " + subject, "[EXTERNAL] RE: " + subject, "Fwd: " + subject + " (fwd)",
		subject + " [SEC=OFFICIAL]", "Re: " + subject + " [unlur]", strings.TrimSuffix(subject, "]"), "[unlur] " + subject,
		"Re: Unlur #42: Ana - Bo\n [" + sampleToken + "]", "Re: Unlur #42: Ana - Bo [" + sampleToken[:9] + "\n\t" + sampleToken[9:] + "]",
		encoded, "Re: " + encoded, "Re: =?utf-8?b?WmHDqyBb?=" + "=?utf-8?q?" + sampleToken + "=5D?=",
		"Re: [" + strings.Repeat("a", len(sampleToken)) + "] " + subject, strings.ToUpper(subject),
	} {
		m := ReadMail([]byte("From: ana@example.org\nSubject: "+written+"\n\nC4\n"), ours)
		if !strings.EqualFold(m.SubjectToken, sampleToken) {
			t.Errorf("%q has the token %q", written, m.SubjectToken)
		}
	}
	for _, written := range []string{
		"", "[]", "[", "Unlur #42: Ana - Bo", "Unlur " + sampleToken, "[" + sampleToken[1:] + "]", "[" + sampleToken + "7]", "[" + sampleToken[1:] + "1]",
		"[" + sampleToken[1:] + "ſ]", "(" + sampleToken + ")", "[#4x2 " + sampleToken + "]", "[42 " + sampleToken + "]",
		"[" + sampleToken[1:] + "{]", "[" + sampleToken[1:] + "@]",
	} {
		m := ReadMail([]byte("From: ana@example.org\nSubject: "+written+"\n\nC4\n"), ours)
		if m.SubjectToken != "" {
			t.Errorf("%q has the token %q", written, m.SubjectToken)
		}
	}
}

// A subject is a command with a token as without one, and a token alone is none.
func TestCommandBesideASubjectToken(t *testing.T) {
	for subject, want := range map[string]string{
		"unsubscribe [" + sampleToken + "]":            "stop",
		"[EXTERNAL] games [" + sampleToken + "]":       "games",
		"[" + sampleToken + "]":                        "",
		"[" + sampleToken + "] games":                  "games",
		"[#42 " + sampleToken + "]":                    "",
		"show [#42 " + sampleToken + "]":               "show",
		"Re: resign [" + sampleToken + "]":             "",
		"Unlur #42: Ana - Bo [" + sampleToken + "]":    "",
		"Unlur #42: resign - C4 [" + sampleToken + "]": "",
	} {
		got := ""
		for _, c := range ReadMail([]byte("From: ana@example.org\nSubject: "+subject+"\n\n\n"), ours).Orders().Commands {
			got += c.String()
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", subject, got, want)
		}
	}
}
