package web

import (
	"net/url"
	"strings"
)

// A draft is a mail that is being written.
type draft struct {
	To, Subject, Text string
}

// parseMailto reads a mailto link (RFC 6068): the first address, the subject and
// the body. Other fields are left out, as the RFC wants of those that a program
// does not know. A "+" means itself, so this is no job for url.ParseQuery.
func parseMailto(link string) (d draft, ok bool) {
	const scheme = "mailto:"
	if len(link) < len(scheme) || !strings.EqualFold(link[:len(scheme)], scheme) {
		return draft{}, false
	}
	link, _, _ = strings.Cut(link[len(scheme):], "#")
	addresses, fields, _ := strings.Cut(link, "?")
	first, _, _ := strings.Cut(addresses, ",")
	if d.To, ok = unescape(first); !ok {
		return draft{}, false
	}
	for field := range strings.SplitSeq(fields, "&") {
		name, escaped, _ := strings.Cut(field, "=")
		value, ok := unescape(escaped)
		if !ok {
			return draft{}, false
		}
		switch strings.ToLower(name) {
		case "to":
			if d.To == "" {
				d.To, _, _ = strings.Cut(value, ",")
			}
		case "subject":
			d.Subject = value
		case "body":
			d.Text = value
		}
	}
	return d, true
}

func unescape(s string) (string, bool) {
	plain, err := url.PathUnescape(s)
	return plain, err == nil
}
