package sender

import (
	"slices"
	"strings"

	"unlurbot/parser/plain"
)

// spamFields are the fields in which filters state their verdict.
var spamFields = map[string]func(value string) bool{
	"X-Spam-Flag":                    isYes, // SpamAssassin and many others
	"X-Spam-Status":                  isYes,
	"X-Spam":                         isYes,
	"X-Spamd-Result":                 func(v string) bool { return strings.Contains(plain.CutBytes(v, 40), ": true") },
	"X-Rspamd-Action":                func(v string) bool { return slices.Contains(rspamdActions, v) },
	"X-Barracuda-Spam-Flag":          isYes,
	"X-Barracuda-Spam-Status":        isYes,
	"X-Bogosity":                     isYes,
	"X-Dspam-Result":                 isYes,
	"X-Mailscanner-Spamcheck":        isYes,
	"X-Proofpoint-Spam-Details":      func(v string) bool { return strings.Contains(v, "rule=spam") },
	"X-Ms-Exchange-Organization-Scl": isHighSCL,
	"X-Forefront-Antispam-Report": func(v string) bool {
		entries := strings.Split(v, ";")
		i := slices.IndexFunc(entries, func(e string) bool { return strings.HasPrefix(strings.TrimSpace(e), "scl:") })
		return i >= 0 && isHighSCL(strings.TrimSpace(entries[i])[len("scl:"):])
	},
}

// rspamdActions are those of Rspamd for a mail that it holds for spam.
var rspamdActions = []string{"add header", "rewrite subject", "reject", "quarantine"}

func isYes(v string) bool {
	switch word := strings.Trim(firstWord(v), ",."); word {
	case "yes", "true", "spam":
		return true
	}
	return false
}

// isHighSCL reads Exchange's spam confidence level, which goes from -1 (trusted)
// to 9; from 5 on a mail goes into the junk folder.
func isHighSCL(v string) bool {
	return len(v) == 1 && '5' <= v[0] && v[0] <= '9'
}
