package mime

import "strings"

// tokenLength is how many characters a token of ours has. Their form is all that
// this package knows of tokens.
const tokenLength = 31

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
		if token = withoutNumber(strings.ReplaceAll(inside, " ", "")); hasTokenForm(token) {
			return token, strings.TrimSpace(strings.TrimRight(subject[:start], " ") + after)
		}
		end = start
	}
}

// withoutNumber gives what follows the number of a game, as in "#42abc…". Since a
// token may begin with a digit, its length tells where it does.
func withoutNumber(inside string) string {
	number, found := strings.CutPrefix(inside[:max(len(inside)-tokenLength, 0)], "#")
	if !found || strings.Trim(number, "0123456789") != "" {
		return inside
	}
	return inside[len("#")+len(number):]
}

// hasTokenForm reports whether a word may be a token: letters and digits of
// base32 (RFC 4648 section 6), in any case.
func hasTokenForm(word string) bool {
	if len(word) != tokenLength {
		return false
	}
	for i := range len(word) {
		if c := word[i]; (c|0x20 < 'a' || c|0x20 > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}
