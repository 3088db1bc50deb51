package orders

import (
	"testing"

	"unlurbot/parser"
	"unlurbot/store"
)

// Each row of proposals, and which comes first where two fit.
func TestProposals(t *testing.T) {
	command := func(verb string, args ...string) parser.Command { return parser.Command{Verb: verb, Args: args} }
	invitation := &store.Game{Number: 5}
	const problem = "problem " // what could not be read stays one, with a suggestion
	for _, row := range []struct {
		why  string
		s    said
		want string // what is proposed, commanded, or suggested; "" to leave it
	}{
		{"nothing", said{}, ""},
		{"nearly a command", said{Command: command(Seek), nearly: true}, Seek},
		{"nearly a command, of who plays", said{Command: command(Seek), nearly: true, plays: true, invited: invitation}, Seek},
		{"whom to invite", said{Command: command(Challenge, "bo@example.org")}, "challenge bo@example.org"},
		{"whom to invite, to a request", said{Command: command(Challenge, "bo@example.org"), toRequest: true}, "challenge bo@example.org"},
		{"a name, to a request", said{Command: command(Challenge, "Bo"), toRequest: true}, ""},
		{"a wish, to a request", said{Command: command(Seek), toRequest: true}, ""},
		{"whom to invite, of who plays", said{Command: command(Challenge, "Bo"), plays: true, waiting: 5}, "challenge Bo"},
		{"a wish of who plays", said{Command: command(Seek), plays: true, waiting: 5}, ""},
		{"how it works", said{Command: command(Help), waiting: 5}, "command help"},
		{"how it works, of who plays", said{Command: command(Help), plays: true}, ""},
		{"how it works, to an invitation", said{Command: command(Help), invited: invitation, waiting: 5}, ""},
		{"to be taught", said{Command: command(Learn), waiting: 5}, "command learn"},
		{"to be taught, of who plays", said{Command: command(Learn), plays: true}, "command learn"},
		{"to be taught, to an invitation", said{Command: command(Learn), invited: invitation, waiting: 5}, ""},
		{"whom, but not where", said{Command: command(Help, Challenge)}, "help challenge"},
		{"a wish", said{Command: command(Seek)}, Seek},
		{"a wish, to an invitation", said{Command: command(Seek), invited: invitation, waiting: 5}, problem + Accept},
		{"the robot", said{Command: command(Challenge, "robot")}, "command challenge robot"},
		{"the robot, to a request", said{Command: command(Challenge, "robot", "size", "8"), toRequest: true}, "command challenge robot size 8"},
		{"nearly the robot", said{Command: command(Challenge, "robot"), nearly: true}, "challenge robot"},
		{"a wish, and one invitation waits", said{Command: command(Seek), waiting: 5}, "accept #5"},
	} {
		r := &reader{}
		r.Problems = []parser.Problem{{Code: parser.CodeUnknown, Text: "I'd love to"}}
		for _, p := range proposals {
			if p.fits(row.s) {
				p.take(r, row.s)
				break
			}
		}
		got := ""
		switch {
		case r.Proposed != nil:
			got = r.Proposed.String()
		case len(r.Commands) > 0:
			got = "command " + r.Commands[0].String()
		case r.Problems[0].Code == parser.CodeNear:
			got = problem + r.Problems[0].Suggest
		}
		if got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}
