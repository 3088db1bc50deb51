package orders

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/store"
)

// Who wants to begin a game need not know how that is written. "I would like to play with
// bo@example.org", or "challenge bo@example.org" with "size 8" in the line below, is asked
// about in a way that a plain "yes" answers: the proposal becomes a request.
//
//	the mail says                          the question is whether to
//	nearly a command that begins a game    carry that out
//	with whom to play                      invite them
//	that, but not where they are           (it is told what to write)
//	that it wants to play                  look for somebody; or to accept, if there is
//	                                       one invitation to its sender
//	that it wants to know how              (it gets help)
//
// A mail about a game that has begun is no such mail, and neither is one of somebody who
// plays, unless it names an address: it may be about that game.

// readProposal finds what the mail proposes, if that is all that it says.
func (r *reader) readProposal() error {
	asksElse := r.claim.Asked() != 0 && r.claim.Asked() != token.AskNothing && r.claim.Asked() != token.AskAccept
	says := func(c parser.Command) bool { return r.claim.Sender() != nil || c.Verb != Name } // more than what a stranger wants to be called
	if r.claim.Foreign() || asksElse || slices.ContainsFunc(r.Commands, says) {
		return nil
	}
	if q := r.claim.Request(); q != nil { // "Shall I look for an opponent?" - "With bo@example.org, please."
		if q.Settled || len(q.Commands) != 1 || !BeginsGame(CommandOf(q.Commands[0], 0)) {
			return nil
		}
	}
	g, err := r.claim.Answers(r.u)
	if err != nil || g != nil && !club.IsInvited(g, r.claim.Sender()) {
		return err
	}
	if c, ok := r.nearlyBegins(); ok {
		r.propose(c)
		return nil
	}
	c, ok := r.mail.Wish()
	if !ok {
		return nil
	}
	if c, err = r.toWhom(c); err != nil || r.claim.Request() != nil && (len(c.Args) == 0 || !strings.Contains(c.Args[0], "@")) {
		return err
	}
	names := c.Verb == Challenge
	switch plays, invitation, err := r.engaged(); {
	case err != nil || plays && !names:
		return err
	case c.Verb == Help && len(c.Args) == 0:
		if g == nil { // who was invited is told who writes
			r.Commands, r.Problems = append(r.Commands, c), nil
		}
	case !names && g != nil: // "I'd love to play!" is as good as "I accept!"
		for i, p := range r.Problems {
			if p.Code == parser.CodeUnknown {
				r.Problems[i] = parser.Problem{Code: parser.CodeNear, Text: p.Text, Line: p.Line, Suggest: Accept}
			}
		}
	case !names && invitation != 0:
		r.propose(parser.Command{Verb: Accept, Args: []string{"#" + strconv.Itoa(int(invitation))}})
	default:
		r.propose(c)
	}
	return nil
}

func (r *reader) propose(c parser.Command) { r.Proposed, r.Problems = &c, nil }

// nearlyBegins gives the command that the mail nearly is, if it would begin a game.
func (r *reader) nearlyBegins() (parser.Command, bool) {
	if len(r.Problems) != 1 || r.Problems[0].Code != parser.CodeNear {
		return parser.Command{}, false
	}
	meant := parser.ReadOrders(r.Problems[0].Suggest, "").Commands
	if len(meant) != 1 || !BeginsGame(meant[0]) || r.claim.Sender() != nil && meant[0].Verb == Accept {
		return parser.Command{}, false
	}
	return meant[0], true
}

// toWhom gives a wish with somebody in it who can be invited. The bot itself plays with
// nobody, and a name that nobody has is no help: then it is to be said how to write it.
func (r *reader) toWhom(c parser.Command) (parser.Command, error) {
	noWho := parser.Command{Verb: Help, Args: []string{Challenge}}
	switch {
	case c.Verb != Challenge:
		return c, nil
	case len(c.Args) == 0:
		return noWho, nil
	case r.isBot(c.Args[0]):
		return parser.Command{Verb: Seek, Args: c.Args[1:]}, nil
	case strings.Contains(c.Args[0], "@"):
		return c, nil
	}
	_, err := r.u.Tx.PlayerByName(c.Args[0])
	if errors.Is(err, store.ErrNotFound) || err == nil && r.claim.Sender() == nil && !r.claim.Vouched() && !r.claim.AnswersHelp() {
		return noWho, nil
	}
	return c, err
}

// engaged says whether the sender plays, and gives the only invitation that waits for the
// sender, 0 for none or several.
func (r *reader) engaged() (plays bool, invitation store.GameNumber, err error) {
	if r.claim.Sender() == nil {
		return false, 0, nil
	}
	open, err := r.u.OpenGames(r.claim.Sender())
	if err != nil {
		return false, 0, err
	}
	invitations := 0
	for _, g := range open {
		plays = plays || g.State == store.Playing
		if club.CanAccept(g, g.SeatOf(r.claim.Sender().ID)) {
			invitations++
			invitation = g.Number
		}
	}
	if invitations > 1 {
		invitation = 0
	}
	return plays, invitation, nil
}
