package mime

import (
	"net/mail"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"unlurbot/parser/plain"
)

// TestAuthor tells whose a mail is by its From: nobody's if there is any doubt. After
// a "?" it is his whose address stands there, but what a server says of the author
// may be about somebody else.
func TestAuthor(t *testing.T) {
	long := strings.Repeat(" ", plain.MaxField)
	for value, want := range map[string]string{
		"bo@example.org":                          "bo@example.org",
		" bo@example.org\t":                       "bo@example.org",
		"<bo@example.org>":                        "bo@example.org",
		"Bo <bo@example.org>":                     "Bo <bo@example.org>",
		"Bo<bo@example.org>":                      "Bo <bo@example.org>",
		"Bo < bo@example.org >":                   "Bo <bo@example.org>",
		"Bo <BO@Example.org>":                     "Bo <BO@Example.org>",
		`"Bo, the second" <bo@example.org>`:       "Bo, the second <bo@example.org>",
		"Bo, the second <bo@example.org>":         "Bo, the second <bo@example.org>",
		"Bo B. Sauer, Jr. <bo@example.org>":       "Bo B. Sauer, Jr. <bo@example.org>",
		"Bö <bo@example.org>":                     "Bö <bo@example.org>",
		"B\xf6 <bo@example.org>":                  "Bö <bo@example.org>",
		"=?utf-8?q?B=C3=B6=2C?= <bo@example.org>": "Bö, <bo@example.org>",
		"bo@example.org (Bo)":                     "Bo <bo@example.org>",
		"(at home) Bo <bo@example.org> (Bo (B.))": "Bo <bo@example.org>",
		"bo@example.org <bo@example.org>":         "bo@example.org <bo@example.org>",
		`"'bo@example.org'" <bo@example.org>`:     "'bo@example.org' <bo@example.org>",
		"'bo@example.org' <bo@example.org>":       "'bo@example.org' <bo@example.org>",
		"bo+unlur@example.org":                    "bo+unlur@example.org",
		"bo@xn--exmple-cua.org":                   "bo@xn--exmple-cua.org",
		"bo@Exämple.org":                          "bo@Exämple.org",
		"'bo@example.org":                         "'bo@example.org",  // as it stands: another mailbox
		"'bo'@example.org":                        "'bo'@example.org", // the same
		"o'brien@example.org":                     "o'brien@example.org",
		"ｂo@example.org":                          "ｂo@example.org",

		`"mal@example.org" <bo@example.org>`:                                 "? mal@example.org <bo@example.org>",
		"=?utf-8?q?mal=40example.org?= <bo@example.org>":                     "? mal@example.org <bo@example.org>",
		"=?utf-8?q?mal=40example.org=3E?= <bo@example.org>":                  "? mal@example.org> <bo@example.org>",
		`"` + strings.Repeat("x ", 60) + `mal@example.org" <bo@example.org>`: "? " + strings.TrimSpace(strings.Repeat("x ", 50)) + " <bo@example.org>",
		`(mal@example.org) Bo, B <bo@example.org>`:                           "? Bo, B <bo@example.org>",
		"bo@example.org (<mal@example.org>)":                                 "? <mal@example.org> <bo@example.org>",
		"(mal@example.org) Bo <bo@example.org>":                              "? Bo <bo@example.org>",
		"Bo <bo@example.org> (by way of (mal@example.org))":                  "? Bo <bo@example.org>",
		`"'bo@example.org" <bo@example.org>`:                                 "? 'bo@example.org <bo@example.org>",

		"":                              "",
		"Bo":                            "",
		"<>":                            "",
		"bo@":                           "",
		"@example.org":                  "",
		"'bo@example.org'":              "", // the domain ends in an apostrophe
		"bo@example.org'":               "",
		"<'bo@example.org'>":            "",
		"bo@example.org.":               "",
		"bo@example..org":               "",
		"bo@.example.org":               "",
		"bo@-example.org":               "",
		".bo@example.org":               "",
		"bo.@example.org":               "",
		"b..o@example.org":              "",
		"bo @example.org":               "",
		"bo@ example.org":               "",
		"bo@example .org":               "",
		"<bo @ example.org>":            "",
		"bo(x)@example.org":             "",
		"bo@(x)example.org":             "",
		"<bo@example.org(x)>":           "",
		"bo@exam(x)ple.org":             "",
		`"bo"@example.org`:              "? bo@example.org",
		`<"bo"@example.org>`:            "? bo@example.org",
		`bo\@example.org`:               "",
		"bo@[192.0.2.1]":                "",
		"bo@mal@example.org":            "",
		"<@example.net:bo@example.org>": "",
		"<@example.net,@example.com:bo@example.org>": "",
		"<<bo@example.org>>":                         "",
		"<bo@example.org>>":                          "",
		"Bo <bo@example.org> x":                      "",
		`Bo <bo@example.org> "x"`:                    "",
		"Bo <bo@example.org":                         "",
		"bo@example.org>":                            "",
		"<mal@example.org> <bo@example.org>":         "",
		"mal@example.org <bo@example.org>":           "",
		"<mal@example.org> bo@example.org":           "",
		"mal@example.org bo@example.org":             "",
		"mal@example.org, bo@example.org":            "",
		"mal@example.org; bo@example.org":            "",
		"mal@example.org," + long + "bo@example.org": "",
		"bo@example.org" + long + ",mal@example.org": "",
		"bo@example.org,":                            "",
		",bo@example.org":                            "",
		"Bo bo@example.org":                          "",
		"Bo, bo@example.org":                         "",
		`"Bo" bo@example.org`:                        "",
		"Bo [bo@example.org]":                        "",
		"mailto:bo@example.org":                      "",
		"<mailto:bo@example.org>":                    "",
		"Us: bo@example.org;":                        "? bo@example.org",
		`Bo <"bo"@example.org>`:                      "? Bo <bo@example.org>",
		`"b\o"@example.org`:                          "? bo@example.org",
		`"b o"@example.org`:                          "",
		`"mal@example.net"@example.org`:              "",
		`"bo@example.org"`:                           "",
		`"bo"x@example.org`:                          "",
		`x"bo"@example.org`:                          "",
		`<"bo@example.org>`:                          "",
		`<"bo"@example.org">`:                        "",
		`"mal" "bo"@example.org`:                     "",
		"Us: bo@example.org":                         "",
		"Us: We: bo@example.org;;":                   "",
		"Us: bo@example.org; mal@example.org":        "",
		"mal@example.org: bo@example.org;":           "",
		"Us: bo@example.org, mal@example.org;":       "",
		"Us: ; bo@example.org":                       "",
		"Us:;":                                       "",
		"Us: Bo <bo@example.org>;":                   "? Bo <bo@example.org>",
		"Bo: <bo@example.org>":                       "",
		"bo@example.org;":                            "",
		`"Bo <bo@example.org>`:                       "",
		"(Bo <bo@example.org>":                       "",
		"Bo) <mal@example.org> (bo@example.org":      "",
		"=?utf-8?q?Bo_=3Cbo=40example=2Eorg=3E?=":    "",
		"=?utf-8?q?bo?=@example.org":                 "",
		"<=?utf-8?q?bo=40example=2Eorg?=>":           "",
		"bo＠example.org":                             "",
		"bo@ｅxample.org":                             "",
		"bo@example。org":                             "",
		"bo@EXÄMPLE.org":                             "",
		"bo@exampleſ.org":                            "",
		"bo@xn--a.org":                               "",
		"b\u200bo@example.org":                       "",
		"\u00a0bo@example.org":                       "",
		"\u202ebo@example.org":                       "",
		"bo@exa\u00admple.org":                       "",
		"b\xf6@example.org":                          "", // in no character set that anybody states
		"bo\x01@example.org":                         "",
		"bo@example.org\ufffd":                       "",
	} {
		a, sole, ok := readAuthor([]string{value})
		got := ""
		if ok {
			got = a.Addr
			if a.Name != "" {
				got = a.Name + " <" + a.Addr + ">"
			}
			if !sole {
				got = "? " + got
			}
		}
		if got != want {
			t.Errorf("%.60q: %q, want %q", value, got, want)
		}
	}
}

// FuzzAddress holds the laws of reading an author against any field: what is
// found stands in the field, letter by letter, outside of its encoded words, is fit
// to be written and compared, and is read again as it was; and no name passes itself
// off as an address.
func FuzzAddress(f *testing.F) {
	for _, value := range []string{
		"ana@example.org", "Ana <ana@example.org>", `"Ana, the first" <ana@example.org>`, "ana@example.org (Ana)", "us: ana@example.org;",
		"ana@example.org, bo@example.net", `"bo@example.net" <ana@example.org>`, "=?utf-8?q?bo=40example.net?= <ana@example.org>", "<ana@example.org", "<ana<ana@example.org", `Ana, the first <ana"x"@example.org>`,
		"Ana [ana@example.org]", "'ana@example.org'", "ana@exämple.org.", "Ana (bo@example.net) <ana@example.org>", `"ana\"@example.org`, `"a\na"@example.org`, `=?utf-8?q?Ana?= <"a..na"@example.org>`, ".=?@0", "''@0", `0(\0)0@0`, "ana@example.org\x00",
		"Ana, the first <ana@exam(x)ple.org>", "Ana, ana@exam(x)ple.org", "mailto:ana@example.org", "ana+abcdefghijklmnopqrstuvwxyz23456@example.org", "Ana <ana @ example.org>", "\u202eana@example.org", "=?utf-8?b?QW5hIDxhbmFAZXhhbXBsZS5vcmc+?=",
	} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		value = strings.NewReplacer("\r", " ", "\n", " ").Replace(value)
		list := ParseAddresses(value)
		for _, a := range list {
			checkAddress(t, value, a)
		}
		from, sole, one := readAuthor([]string{value})
		if one && (len(list) != 1 || from != list[0]) || sole && !one {
			t.Errorf("%q: the author is %+v of %+v", value, from, list)
		}
		if one && strings.Count(from.Name, "@") > strings.Count(from.Name, from.Addr) && sole {
			t.Errorf("%q: %q is no name of %s alone", value, from.Name, from.Addr)
		}
		if two, _, ok := readAuthor([]string{value, "eve@example.net"}); ok {
			t.Errorf("%q: a second field leaves %+v", value, two)
		}
	})
}

func checkAddress(t *testing.T, value string, a Address) {
	t.Helper()
	local, domain, _ := strings.Cut(a.Addr, "@")
	decoded := strings.ReplaceAll(value, `\`, "") // "a\na"@example.org is ana@example.org
	if !IsAddress(a.Addr) || strings.Count(a.Addr, "@") != 1 || !strings.Contains(decoded, local) || !strings.Contains(value, domain) {
		t.Errorf("%q: %q does not stand there", value, a.Addr)
	}
	if !utf8.ValidString(a.Name) || utf8.RuneCountInString(a.Name) > maxName || a.Name != plain.OneLine(a.Name) {
		t.Errorf("%q: the name %q", value, a.Name)
	}
	written := (&mail.Address{Name: a.Name, Address: a.Addr}).String()
	if again := ParseAddresses(written); len(again) != 1 || again[0].Addr != a.Addr {
		t.Errorf("%q: written as %q and read again: %+v", value, written, again)
	}
}

// TestDamagedAddresses holds what is made of names that break the grammar, beside
// TestAddresses.
func TestDamagedAddresses(t *testing.T) {
	tests := []struct{ value, want string }{
		{`"=?utf-8?q?N=C3=BA=C3=B1ez?=" <n@example.org>`, "Núñez <n@example.org>"},
		{"=?utf-8?q?N=C3?= =?utf-8?q?=BA?= <n@example.org>", "Nú <n@example.org>"},
		{"=?utf-8?q?Nu=2C_Ana?=<n@example.org>", "Nu, Ana <n@example.org>"},
		{"=?utf-8?q?bo=40example.org?= <n@example.org>", "bo@example.org <n@example.org>"},
		{"n@example.org;", " <n@example.org>"},
		{"\xe9 <n@example.org>", "é <n@example.org>"},
	}
	for _, tc := range tests {
		var got []string
		for _, a := range ParseAddresses(tc.value) {
			got = append(got, a.Name+" <"+a.Addr+">")
		}
		if diff := cmp.Diff([]string{tc.want}, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tc.value, diff)
		}
	}
}
