package sender

import (
	"strings"

	"unlurbot/parser/plain"
)

// statusCode returns the enhanced status code at the beginning of a Status field
// (RFC 3463 section 2), or "".
func statusCode(v string) string {
	code := firstWord(v)
	parts := strings.Split(code, ".")
	if len(parts) != 3 || len(code) > 9 || len(parts[0]) != 1 || !strings.Contains("245", parts[0]) {
		return ""
	}
	for _, p := range parts {
		if p == "" || len(p) > 3 || strings.Trim(p, "0123456789") != "" {
			return ""
		}
	}
	return code
}

// isVague reports whether a code tells only the class of an error (RFC 3463
// section 3.1: X.0.0 is for all that is not known better).
func isVague(code string) bool {
	return code == "" || strings.HasSuffix(code, ".0.0")
}

// smtpStatus finds out what a server has said of a failure: the first enhanced
// status code of one in a text, and if there is none, the class of the first
// SMTP reply code (RFC 5321 section 4.2.1) as "5.0.0" or "4.0.0". Addresses of
// hosts and numbers of versions have another form.
func smtpStatus(text string) string {
	reply := ""
	for i := 0; i < len(text); {
		if !plain.IsDigit(text[i]) {
			i++
			continue
		}
		end := i
		for end < len(text) && (plain.IsDigit(text[end]) || text[end] == '.') {
			end++
		}
		apart := (i == 0 || !isNameByte(text[i-1])) && (end == len(text) || !isNameByte(text[end]))
		number := strings.TrimRight(text[i:end], ".")
		switch {
		case !apart:
		case isFailureCode(number):
			return number
		case reply == "" && isReplyCode(number) && isReplyPlace(text, i):
			reply = number[:1] + ".0.0"
		}
		i = end
	}
	return reply
}

func isNameByte(c byte) bool {
	return plain.IsDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '@' || c >= 0x80
}

// isFailureCode reports whether a number in a text is an enhanced status code of
// a failure. The subjects go from 0 to 7, which no host's address shares.
func isFailureCode(number string) bool {
	return len(number) >= len("5.1.1") && strings.Contains("45", number[:1]) && '0' <= number[2] && number[2] <= '7' &&
		number[3] == '.' && statusCode(number) != ""
}

// isReplyCode reports whether a number has the form of the SMTP reply code of a
// failure.
func isReplyCode(number string) bool {
	return len(number) == 3 && strings.Contains("45", number[:1]) && number[1] <= '5' && number[1] != '.' && number[2] != '.'
}

// isReplyPlace reports whether a reply code may stand at i: at the beginning of
// a line, behind a mark or behind a word that announces it. Sizes do not.
func isReplyPlace(text string, i int) bool {
	before := strings.TrimRight(text[max(0, i-20):i], " \t")
	if before == "" || strings.ContainsRune("\n:;,('\"#[<>=-", rune(before[len(before)-1])) {
		return true
	}
	before = strings.ToLower(before)
	return strings.HasSuffix(before, "error") || strings.HasSuffix(before, "code") || strings.HasSuffix(before, "returned")
}
