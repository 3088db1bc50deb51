package mime

import (
	"regexp"
	"strings"
)

// tokenForm is what may be a token of ours, with the number of a game before it or not:
// letters and digits of base32 (RFC 4648 section 6), in any case. Since a token may begin
// with a digit, its length tells where it does. That is all that this package knows of tokens.
var tokenForm = regexp.MustCompile(`^(?:#[0-9]*)?([a-zA-Z2-7]{31})$`)

// CutToken takes a token in square brackets out of a subject, the last one of
// several: "Re: Unlur #42: Ana - Bo [#42 abc…]". The number of the game
// may be missing. It need not be the last word, since
// gateways put their marks behind it; the bracket at its end may be cut off; and
// there may be blanks in it, where some program has folded the field in the
// middle of a word, which RFC 5322 section 2.2.3 does not allow.
func CutToken(subject string) (token, rest string) {
	for end := len(subject); ; {
		start := strings.LastIndexByte(subject[:end], '[')
		if start < 0 {
			return "", subject
		}
		inside, after, _ := strings.Cut(subject[start+1:], "]")
		if found := tokenForm.FindStringSubmatch(strings.ReplaceAll(inside, " ", "")); found != nil {
			return found[1], strings.TrimSpace(strings.TrimRight(subject[:start], " ") + after)
		}
		end = start
	}
}
