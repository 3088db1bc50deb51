package process

// A Point is a place on the way of a mail. Whoever must know how far the bot
// has come, such as a test that ends the process just there, is called at
// each.
type Point string

// The points, in the order in which a mail passes them, and those of a wake-up.
const (
	PointNoted     Point = "noted"     // the mails that come next are noted where a kill leaves them
	PointHandled   Point = "handled"   // they are dealt with, and nothing of it is on the disk
	PointCommitted Point = "committed" // all of it is
	PointFiled     Point = "filed"     // they are moved out of the mailbox
	PointSending   Point = "sending"   // a mail is about to be handed to the relay
	PointAccepted  Point = "accepted"  // the relay has taken it, and the outbox does not know
	PointMarked    Point = "marked"    // the outbox knows
	PointWaking    Point = "waking"    // a wake-up is due, and nothing of it is done
	PointThought   Point = "thought"   // a robot knows its move, and nothing of it is on the disk
	PointWoken     Point = "woken"     // all of it is on the disk
)

// Reach tells that the bot is at a point.
func (p *Process) Reach(at Point) {
	if p.Reached != nil {
		p.Reached(at)
	}
}
