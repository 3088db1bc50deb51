package mailbot

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"unlurbot/mailbot/club"
	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/token"
	"unlurbot/parser"
	"unlurbot/store"
	"unlurbot/templates"
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
func (e *errand) readProposal() error {
	asksElse := e.claim.Asked() != 0 && e.claim.Asked() != token.AskNothing && e.claim.Asked() != token.AskAccept
	if e.claim.Foreign() || asksElse || !e.onlyNames() || e.claim.Request() != nil && !e.answersProposal() {
		return nil
	}
	g, err := e.replyGame()
	if err != nil || g != nil && !e.isInvited(g) {
		return err
	}
	if c, ok := e.nearlyBegins(); ok {
		e.propose(c)
		return nil
	}
	c, ok := e.mail.Wish()
	if !ok {
		return nil
	}
	if c, err = e.toWhom(c); err != nil || e.claim.Request() != nil && (len(c.Args) == 0 || !strings.Contains(c.Args[0], "@")) {
		return err
	}
	names := c.Verb == orders.Challenge
	switch plays, invitation, err := e.engaged(); {
	case err != nil || plays && !names:
		return err
	case c.Verb == orders.Help && len(c.Args) == 0:
		if g == nil { // who was invited is told who writes
			e.orders.Commands, e.orders.Problems = append(e.orders.Commands, c), nil
		}
	case !names && g != nil: // "I'd love to play!" is as good as "I accept!"
		e.nearlyAccepts()
	case !names && invitation != 0:
		e.propose(parser.Command{Verb: orders.Accept, Args: []string{"#" + strconv.Itoa(int(invitation))}})
	default:
		e.propose(c)
	}
	return nil
}

// nearlyAccepts takes what was not understood of an answer to an invitation for nearly
// its acceptance.
func (e *errand) nearlyAccepts() {
	for i, p := range e.orders.Problems {
		if p.Code == parser.CodeUnknown {
			e.orders.Problems[i] = parser.Problem{Code: parser.CodeNear, Text: p.Text, Line: p.Line, Suggest: orders.Accept}
		}
	}
}

// answersProposal says whether the mail answers a question whether to begin a game: to
// "Shall I look for an opponent?" somebody may say "With bo@example.org, please".
func (e *errand) answersProposal() bool {
	asked := e.claim.Request().Commands
	return !e.claim.Request().Settled && len(asked) == 1 && orders.BeginsGame(commandOf(asked[0], 0))
}

func (e *errand) propose(c parser.Command) { e.proposed, e.orders.Problems = &c, nil }

// onlyNames says whether the mail has no commands, but for what a stranger wants to be
// called.
func (e *errand) onlyNames() bool {
	return !slices.ContainsFunc(e.orders.Commands, func(c parser.Command) bool { return e.sender != nil || c.Verb != orders.Name })
}

// nearlyBegins gives the command that the mail nearly is, if it would begin a game.
func (e *errand) nearlyBegins() (parser.Command, bool) {
	if len(e.orders.Problems) != 1 || e.orders.Problems[0].Code != parser.CodeNear {
		return parser.Command{}, false
	}
	meant := parser.ReadOrders(e.orders.Problems[0].Suggest, "").Commands
	if len(meant) != 1 || !orders.BeginsGame(meant[0]) || e.sender != nil && meant[0].Verb == orders.Accept {
		return parser.Command{}, false
	}
	return meant[0], true
}

// toWhom gives a wish with somebody in it who can be invited. The bot itself plays with
// nobody, and a name that nobody has is no help: then it is to be said how to write it.
func (e *errand) toWhom(c parser.Command) (parser.Command, error) {
	noWho := parser.Command{Verb: orders.Help, Args: []string{orders.Challenge}}
	switch {
	case c.Verb != orders.Challenge:
		return c, nil
	case len(c.Args) == 0:
		return noWho, nil
	case e.isBot(c.Args[0]):
		return parser.Command{Verb: orders.Seek, Args: c.Args[1:]}, nil
	case strings.Contains(c.Args[0], "@"):
		return c, nil
	}
	_, err := e.u.Tx.PlayerByName(c.Args[0])
	if errors.Is(err, store.ErrNotFound) || err == nil && e.sender == nil && !e.claim.Vouched() && !e.claim.AnswersHelp() {
		return noWho, nil
	}
	return c, err
}

// engaged says whether the sender plays, and gives the only invitation that waits for the
// sender, 0 for none or several.
func (e *errand) engaged() (plays bool, invitation store.GameNumber, err error) {
	if e.sender == nil {
		return false, 0, nil
	}
	open, err := e.u.OpenGames(e.sender)
	if err != nil {
		return false, 0, err
	}
	invitations := 0
	for _, g := range open {
		plays = plays || g.State == store.Playing
		if club.CanAccept(g, g.SeatOf(e.sender.ID)) {
			invitations++
			invitation = g.Number
		}
	}
	if invitations > 1 {
		invitation = 0
	}
	return plays, invitation, nil
}

// asks says whether the mail asks for anything, in a command or in other words.
func (e *errand) asks() bool { return len(e.orders.Commands) > 0 || e.proposed != nil }

// wantsToBegin says whether it asks for a game.
func (e *errand) wantsToBegin() bool {
	return slices.ContainsFunc(e.orders.Commands, orders.BeginsGame) || e.proposed != nil && orders.BeginsGame(*e.proposed)
}

// askWhether asks the sender whether to carry out what the mail proposes.
func (e *errand) askWhether(c parser.Command) (result, error) {
	cmd, _ := orders.Of(c)
	if cmd.Verb == orders.Help {
		return e.misunderstood(parser.Problem{Code: parser.CodeNear, Suggest: c.String()})
	}
	r, err := e.keep(c, cmd)
	if r.kind == templates.Confirm && e.claim.Proven() && !e.claim.Spent() {
		r.says.Wish = c.Verb
	}
	return r, err
}
