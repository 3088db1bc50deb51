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
// A mail about a game that has begun is no such mail, and neither is one of somebody who
// plays, unless it names an address: it may be about that game.

// A said is what a mail says that may propose something, and where its sender stands.
type said struct {
	parser.Command                  // that it nearly is, or by other words wishes for; no verb for none
	nearly         bool             // a command that begins a game
	toRequest      bool             // it answers a question of the bot's own, with a request behind it
	invited        *store.Game      // the invitation that it answers, nil for none
	plays          bool             // its sender plays
	waiting        store.GameNumber // the only invitation to its sender, 0 for none or several
}

// names says whether it names somebody to play with.
func (s said) names() bool { return s.Verb == Challenge }

// isHelp says whether it wants to know how all this works.
func (s said) isHelp() bool { return s.Verb == Help && len(s.Args) == 0 }

// learns says whether it wants to be taught the game.
func (s said) learns() bool { return s.Verb == Learn }

// namesRobot says whether it wants to play a robot, who need not be asked.
func (s said) namesRobot() bool {
	if !s.names() || len(s.Args) == 0 {
		return false
	}
	_, is := robotIn(s.Args[0])
	return is && !s.nearly
}

// proposals are what a mail can say and what it gets for it. They are tried in this order,
// and the first that fits counts.
var proposals = []struct {
	fits func(said) bool
	take func(*reader, said)
}{
	// Nearly a command that begins a game: is that to be carried out?
	{func(s said) bool { return s.nearly }, (*reader).proposeSaid},
	// Nothing of the kind.
	{func(s said) bool { return s.Verb == "" }, (*reader).leave},
	// That it wants to play a robot: the game begins.
	{said.namesRobot, (*reader).tell},
	// "Shall I look for an opponent?" is answered by an address, and no other wish.
	{func(s said) bool { return s.toRequest && (len(s.Args) == 0 || !strings.Contains(s.Args[0], "@")) }, (*reader).leave},
	// That it wants to know how: it gets help, or the first lesson, but who was invited is told who writes.
	{func(s said) bool { return (s.isHelp() || s.learns()) && s.invited != nil }, (*reader).leave},
	{func(s said) bool { return s.learns() }, (*reader).tell},
	// It may be about the game that is being played.
	{func(s said) bool { return s.plays && !s.names() }, (*reader).leave},
	{func(s said) bool { return s.isHelp() }, (*reader).tell},
	// That it wants to play: "I'd love to play!" is as good as "I accept!"
	{func(s said) bool { return !s.names() && s.invited != nil }, (*reader).suggestAccept},
	// The same, and there is one invitation to its sender: is that to be accepted?
	{func(s said) bool { return !s.names() && s.waiting != 0 }, (*reader).proposeWaiting},
	// With whom to play: are they to be invited? If it doesn't say where they are, it is told
	// what to write. Or only that it wants to play: is somebody to be looked for?
	{func(said) bool { return true }, (*reader).proposeSaid},
}

// readProposal finds what the mail proposes, if that is all that it says.
func (r *reader) readProposal() error {
	invited, ok, err := r.mayPropose()
	if !ok || err != nil {
		return err
	}
	s, err := r.listen(invited)
	if err != nil {
		return err
	}
	for _, p := range proposals {
		if p.fits(s) {
			p.take(r, s)
			break
		}
	}
	return nil
}

// mayPropose says whether the mail can be one that proposes something, and gives the
// invitation that it answers, nil for none.
func (r *reader) mayPropose() (invited *store.Game, ok bool, err error) {
	asksElse := r.claim.Asked() != 0 && Task(r.claim.Asked()).Verb == "" && r.claim.Asked() != token.AskNothing && r.claim.Asked() != token.AskAccept
	says := func(c parser.Command) bool { return r.claim.Sender() != nil || c.Verb != Name } // more than what a stranger wants to be called
	if r.claim.Foreign() || asksElse || slices.ContainsFunc(r.Commands, says) {
		return nil, false, nil
	}
	if q := r.claim.Request(); q != nil { // "Shall I look for an opponent?" - "With bo@example.org, please."
		if q.Settled || len(q.Commands) != 1 || !BeginsGame(CommandOf(q.Commands[0], 0)) {
			return nil, false, nil
		}
	}
	g, err := r.claim.Answers(r.u)
	return g, g == nil || club.IsInvited(g, r.claim.Sender()), err
}

// listen finds out what the mail says.
func (r *reader) listen(invited *store.Game) (s said, err error) {
	s = said{invited: invited, toRequest: r.claim.Request() != nil}
	if s.Command, s.nearly = r.nearlyBegins(); s.nearly {
		return s, nil
	}
	wish, ok := r.mail.Wish()
	if !ok {
		return s, nil
	}
	if wish.Verb == Learn && Task(r.claim.Asked()).Verb == Learn { // who does not see it from a lesson needs no other one
		wish.Verb = Help
	}
	if s.Command, err = r.toWhom(wish); err != nil {
		return s, err
	}
	s.plays, s.waiting, err = r.engaged()
	return s, err
}

// leave takes the mail as it stands.
func (r *reader) leave(said) {}

func (r *reader) proposeSaid(s said) { r.propose(s.Command) }

func (r *reader) proposeWaiting(s said) {
	r.propose(parser.Command{Verb: Accept, Args: []string{"#" + strconv.Itoa(int(s.waiting))}})
}

func (r *reader) tell(s said) { r.Commands, r.Problems = append(r.Commands, s.Command), nil }

// suggestAccept takes what can't be read for nearly "accept", so that it is asked about.
func (r *reader) suggestAccept(said) {
	for i, p := range r.Problems {
		if p.Code == parser.CodeUnknown {
			r.Problems[i] = parser.Problem{Code: parser.CodeNear, Text: p.Text, Line: p.Line, Suggest: Accept}
		}
	}
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
	if _, is := robotIn(c.Args[0]); is {
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
