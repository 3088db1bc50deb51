package templates

import "strings"

// A mailto begins a link that writes an answer to a mail (RFC 6068), escaped for
// an attribute. What the answer says completes it.
type mailto string

// answerTo makes the link that carries what an answer needs, and a subject to
// find it by, which may be empty.
func answerTo(r *Reply, subject string) mailto {
	if subject != "" {
		subject = "Re: " + subject
	}
	if r.Tag != "" {
		subject = strings.TrimLeft(subject+" "+r.Tag, " ")
	}
	local, domain := r.Address, ""
	if at := strings.LastIndexByte(r.Address, '@'); at >= 0 {
		local, domain = r.Address[:at], r.Address[at+1:]
	}
	link := make([]byte, 0, 40+len(r.Address)+3*len(subject)) // of which few characters take three
	link = append(percent(append(link, "mailto:"...), local), '@')
	link = append(percent(link, domain), '?')
	if subject != "" {
		link = append(percent(append(link, "subject="...), subject), "&amp;"...)
	}
	return mailto(append(link, "body="...))
}

// percent writes a text with all but the unreserved characters of RFC 3986
// section 2.3 encoded, though RFC 6068 allows some more: programs take a "+" for
// a blank and cut at a "&".
func percent(to []byte, text string) []byte {
	const digits = "0123456789ABCDEF"
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '.', c == '_', c == '~':
			to = append(to, c)
		default:
			to = append(to, '%', digits[c>>4], digits[c&15])
		}
	}
	return to
}
