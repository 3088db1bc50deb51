package sender

import (
	"regexp"
	"strings"

	"unlurbot/parser/plain"
)

// statusCode is an enhanced status code (RFC 3463 section 2). Those of a failure in a text
// have a subject from 0 to 7, which no host's address shares; replyCode is an SMTP reply
// code of a failure (RFC 5321 section 4.2.1), and replyPlace what stands before one: nothing,
// a mark or a word that announces it. Before a size, something else does.
var (
	statusCode  = regexp.MustCompile(`^[245]\.\d{1,3}\.\d{1,3}$`)
	failureCode = regexp.MustCompile(`^[45]\.[0-7]\.\d{1,3}$`)
	replyCode   = regexp.MustCompile(`^[45][0-5]\d$`)
	replyPlace  = regexp.MustCompile(`(^|[\n:;,('"#\[<>=-]|error|code|returned)[ \t]*$`)
)

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
		case failureCode.MatchString(number):
			return number
		case reply == "" && replyCode.MatchString(number) && replyPlace.MatchString(strings.ToLower(text[max(0, i-20):i])):
			reply = number[:1] + ".0.0"
		}
		i = end
	}
	return reply
}

func isNameByte(c byte) bool {
	return plain.IsDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '@' || c >= 0x80
}
