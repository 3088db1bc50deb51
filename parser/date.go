package parser

import (
	"net/mail"
	"regexp"
	"time"

	"github.com/emersion/go-message"
)

// numericOffset is how far from UTC a Date is, and perhaps the name of the zone. A
// name alone is not enough: many mean several zones.
var numericOffset = regexp.MustCompile(`\s[+-]\d{4}\s*(\([^()]*\)\s*)?$`)

// unknownOffset is what a program writes that has a time in UTC and says nothing of
// where it runs (RFC 5322 section 3.3).
var unknownOffset = regexp.MustCompile(`\s-0000\b`)

// readDate gives the time in the field Date, at the offset from UTC that stands there;
// the zero time if there is none, or two, or it says not both.
func readDate(h *message.Header) time.Time {
	values := h.Values("Date")
	if len(values) != 1 || len(values[0]) > maxField || !numericOffset.MatchString(values[0]) || unknownOffset.MatchString(values[0]) {
		return time.Time{}
	}
	date, err := mail.ParseDate(values[0])
	if err != nil {
		return time.Time{}
	}
	_, offset := date.Zone()
	return date.In(time.FixedZone("", offset)) // whatever the zone of this machine is
}
