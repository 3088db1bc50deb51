package sender

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/emersion/go-message"

	"unlurbot/parser/plain"
)

// A Trace is what servers on its way have written into the header of a mail.
type Trace struct {
	// Spam says that a filter on the way has called the mail spam. It changes
	// nothing in Class: filters err, and a known player is heard all the same.
	Spam bool
	// Route is the way that the mail came.
	Route Route
	// AuthResults are the Authentication-Results fields, the topmost first (RFC
	// 8601). They are hearsay until a Voucher has picked the one that our own
	// server wrote.
	AuthResults []AuthField
}

// ReadTrace reads what the servers have written. Ours are the networks of our own mail
// servers, and nobody else's.
func ReadTrace(h *message.Header, ours []netip.Prefix) Trace {
	var t Trace
	received := h.Values("Received")
	for _, v := range received[:min(len(received), MaxReceived)] {
		t.Route.Hops = append(t.Route.Hops, readHop(v))
	}
	t.Route.Border = len(t.Route.Hops) - 1
	if i := slices.IndexFunc(t.Route.Hops, func(hop Hop) bool { return !hop.IsWithin(ours) }); i >= 0 {
		t.Route.Border = i
	}
	above := 0 // Received lines
	filters := map[string]bool{}
	for fields := h.Fields(); fields.Next(); {
		switch key := fields.Key(); key {
		case "Received":
			above++
		case "Authentication-Results":
			value := strings.ToValidUTF8(fields.Value(), "\uFFFD")
			t.AuthResults = append(t.AuthResults, AuthField{Value: value, Place: t.Route.place(above)})
		default: // of several of a filter the topmost counts, which the last server wrote
			if says := spamFields[key]; says != nil && !filters[key] {
				filters[key] = true
				t.Spam = t.Spam || says(strings.ToLower(strings.TrimSpace(plain.CutBytes(fields.Value(), plain.MaxField))))
			}
		}
	}
	return t
}
