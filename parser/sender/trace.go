package sender

import (
	"net/netip"

	"github.com/emersion/go-message"
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
	route := readRoute(h, ours)
	return Trace{Spam: readSpam(h), Route: route, AuthResults: authFields(h, route)}
}
