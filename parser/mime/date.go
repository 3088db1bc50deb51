package mime

import (
	"net/mail"
	"regexp"
	"strings"
	"time"

	"github.com/emersion/go-message"

	"unlurbot/parser/plain"
)

// numericOffset is how far from UTC a Date is, and perhaps the name of the zone. A
// name alone is not enough: many mean several zones.
var numericOffset = regexp.MustCompile(`\s[+-]\d{4}\s*(\([^()]*\)\s*)?$`)

// unknownOffset is what a program writes that has a time in UTC and says nothing of
// where it runs (RFC 5322 section 3.3).
const unknownOffset = " -0000"

// usualDate is the form in which nearly all programs write a Date.
const usualDate = "Mon, 2 Jan 2006 15:04:05 -0700"

// readDate gives the time in the field Date, at the offset from UTC that stands there;
// the zero time if there is none, or two, or it says not both.
func readDate(h *message.Header) time.Time {
	values := h.Values("Date")
	if len(values) != 1 || len(values[0]) > plain.MaxField || strings.Contains(values[0], unknownOffset) {
		return time.Time{}
	}
	date, err := time.Parse(usualDate, values[0])
	if err != nil && numericOffset.MatchString(values[0]) {
		date, err = mail.ParseDate(values[0])
	}
	if err != nil {
		return time.Time{}
	}
	_, offset := date.Zone()
	return date.In(time.FixedZone("", offset)) // whatever the zone of this machine is
}
