package correspondent

import (
	"fmt"
	"net/url"
	"strings"
)

// Click sends the mail that a click on a mailto link begins (RFC 6068), as it is,
// and gives what was sent.
func (p *Person) Click(link string) (string, error) {
	target, err := url.Parse(link)
	if err != nil {
		return "", err
	}
	to, err := url.PathUnescape(target.Opaque)
	if err != nil || target.Scheme != "mailto" || strings.ContainsAny(to, "\r\n") {
		return "", fmt.Errorf("correspondent: %q is not a mailto link", link)
	}
	fields, err := url.ParseQuery(strings.ReplaceAll(target.RawQuery, "+", "%2B")) // a plus is no blank here
	if err != nil {
		return "", err
	}
	subject := strings.Join(strings.Fields(fields.Get("subject")), " ")
	return p.send(to, subject, "", strings.ReplaceAll(fields.Get("body"), "\r\n", "\n"))
}
