package parser

import (
	"net/mail"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzAddress holds the laws of reading an author against any field: what is
// found stands in the field, outside of its encoded words, is fit to be written
// and compared, and is read again as it was; and no name passes itself off as an
// address.
func FuzzAddress(f *testing.F) {
	for _, value := range []string{
		"ana@example.org", "Ana <ana@example.org>", `"Ana, the first" <ana@example.org>`, "ana@example.org (Ana)", "us: ana@example.org;",
		"ana@example.org, bo@example.net", `"bo@example.net" <ana@example.org>`, "=?utf-8?q?bo=40example.net?= <ana@example.org>", "<ana@example.org", "<ana<ana@example.org", `Ana, the first <ana"x"@example.org>`,
		"Ana [ana@example.org]", "'ana@example.org'", "ana@exämple.org.", "Ana (bo@example.net) <ana@example.org>", `"ana\"@example.org`, `"a\na"@example.org`, `=?utf-8?q?Ana?= <"a..na"@example.org>`, ".=?@0", "''@0", `0(\0)0@0`, "ana@example.org\x00",
		"Ana, the first <ana@exam(x)ple.org>", "Ana, ana@exam(x)ple.org", "mailto:ana@example.org", "ana+" + sampleToken + "@example.org", "Ana <ana @ example.org>", "\u202eana@example.org", "=?utf-8?b?QW5hIDxhbmFAZXhhbXBsZS5vcmc+?=",
	} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		value = strings.NewReplacer("\r", " ", "\n", " ").Replace(value)
		list := parseAddresses(value)
		for _, a := range list {
			checkAddress(t, value, a)
		}
		from, one := singleAddress([]string{value})
		if one != (len(list) == 1) || one && from != list[0] {
			t.Errorf("%q: the author is %+v of %+v", value, from, list)
		}
		if two, ok := singleAddress([]string{value, "eve@example.net"}); ok {
			t.Errorf("%q: a second field leaves %+v", value, two)
		}
	})
}

func checkAddress(t *testing.T, value string, a Address) {
	t.Helper()
	local, domain, _ := strings.Cut(a.Addr, "@")
	decoded := strings.ReplaceAll(toUTF8([]byte(value)), `\`, "") // "a\na"@example.org is ana@example.org
	if !isAddress(a.Addr) || strings.Count(a.Addr, "@") != 1 || !strings.Contains(decoded, local) || !strings.Contains(decoded, domain) {
		t.Errorf("%q: %q does not stand there", value, a.Addr)
	}
	if !utf8.ValidString(a.Name) || utf8.RuneCountInString(a.Name) > maxName || a.Name != oneLine(a.Name) {
		t.Errorf("%q: the name %q", value, a.Name)
	}
	written := (&mail.Address{Name: a.Name, Address: a.Addr}).String()
	if again := parseAddresses(written); len(again) != 1 || again[0].Addr != a.Addr {
		t.Errorf("%q: written as %q and read again: %+v", value, written, again)
	}
}
