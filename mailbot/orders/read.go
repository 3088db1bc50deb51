package orders

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"unlurbot/mailbot/author"
	"unlurbot/mailbot/club"
	"unlurbot/mailbot/token"
	"unlurbot/mailbot/unit"
	"unlurbot/parser"
	"unlurbot/parser/mime"
	"unlurbot/templates"
)

// A Reading is what a mail asks for, once it is said in the words of the table.
type Reading struct {
	parser.Orders
	// Wish stands for the commands as the mail has them, so that mails which ask for the same
	// can be known; empty for none.
	Wish string
	// Proposed is what the mail probably means by other words, nil for nothing: its author is
	// to be asked.
	Proposed *parser.Command
	// Held are commands for which the mail is not clear enough. PlansLost says that it is not
	// for plans, which are tried all the same, to say what is wrong with them.
	Held      []parser.Command
	PlansLost bool
	// Settles says that the mail answers the question whether to be forgotten.
	Settles bool
}

// Asks says whether the mail asks for anything, in a command or in other words.
func (r *Reading) Asks() bool { return len(r.Commands) > 0 || r.Proposed != nil }

// Spoken gives the lines of the words to the opponent that may have been meant as commands.
func (r *Reading) Spoken() (lines []string) {
	for _, p := range r.Problems {
		if p.Code == parser.CodeSpoken {
			lines = append(lines, p.Text)
		}
	}
	return lines
}

// BeginsGame says whether it asks for a game.
func (r *Reading) BeginsGame() bool {
	return slices.ContainsFunc(r.Commands, BeginsGame) || r.Proposed != nil && BeginsGame(*r.Proposed)
}

// AsksFor says whether the mail has a command.
func (r *Reading) AsksFor(verb string) bool {
	return slices.ContainsFunc(r.Commands, func(c parser.Command) bool { return NameOf(c) == verb })
}

// MayAdvance says whether the mail may change a game: "accept" is what many invitations are
// answered with. To challenge again and again is no such thing, and neither is to plan and drop
// it in one mail.
func (r *Reading) MayAdvance() bool {
	idles := r.AsksFor(Challenge) || r.AsksFor(If) && r.AsksFor(ForgetIfs)
	return len(r.Commands) > 0 && !idles
}

// Bound takes out the commands beyond so many, and of a mail that could not be read it says why
// there are none.
func (r *Reading) Bound(m *parser.Mail, most int) {
	damaged := func(d mime.Damage) bool {
		return slices.Contains([]string{mime.CodeMissingBoundary, mime.CodeDamagedBody, mime.CodeUnknownEncoding}, d.Code)
	}
	code := ""
	switch {
	case m.TooBig:
		code = templates.NoticeTooBig
	case m.Reply != "" || len(r.Commands) > 0:
	case m.Has(mime.CodeEncrypted):
		code = templates.NoticeEncrypted
	case m.Has(mime.CodeWinmail):
		code = templates.NoticeWinmail
	case m.Has(mime.CodeNoText):
		code = templates.NoticeOnlyFiles
	case slices.ContainsFunc(m.Problems, damaged):
		code = templates.NoticeUnreadable
	}
	if code != "" {
		r.Orders = parser.Orders{Problems: []parser.Problem{{Code: code}}}
	}
	r.Cut(most)
}

// A reader reads one mail.
type reader struct {
	Reading
	u     *unit.Unit
	mail  *parser.Mail
	claim author.Claim
	isBot func(address string) bool
}

// Read reads what a mail asks for, whose author and what it answers is known: "yes" becomes
// what was asked, "OK" to an invitation accepts it, "Good game!" is for the opponent. In this
// order:
//
//	who was invited and has never written   refuses by "Remove me" too
//	nothing but "games bo"                  looks at Bo's games
//	moves below a lesson or a puzzle        answer it
//	nothing that is a command               may say in other words what a question wants to know
//	                                        (then the wish is made, of what stands there so far)
//	nothing else, below a game that is over is for the opponent
//	nothing else, of who plays no game      may propose one
//	"yes" and "no" below a question         become what they mean
//	what is not clear enough                is held back
//	from a foreign address                  only what the player could confirm counts
//
// What a request asks is put into the place of "yes" later, once limits have let the mail in.
func Read(u *unit.Unit, m *parser.Mail, c author.Claim, isBot func(address string) bool) (Reading, error) {
	r := &reader{u: u, mail: m, claim: c, isBot: isBot}
	if c.Sender() != nil && !c.Sender().Active {
		r.Orders = HeedRefusal(m)
	} else {
		r.Orders = m.Orders()
	}
	g, err := r.claim.Answers(r.u)
	if err != nil {
		return Reading{}, err
	}
	r.takeOwnWords(c.Request() == nil && club.IsInvited(g, r.claim.Sender()))
	r.takeName()
	r.takeAnswers()
	for _, step := range []func() error{r.makeWish, r.readTalk, r.readProposal, r.answerQuestions} {
		if err := step(); err != nil {
			return Reading{}, err
		}
	}
	r.holdBack()
	if c.Foreign() {
		r.Problems = nil
		r.Commands = slices.DeleteFunc(r.Commands, func(c parser.Command) bool {
			cmd, ok := Of(c)
			return !ok || cmd.Open
		})
	}
	return r.Reading, nil
}

// takeName takes "games bo" alone for what it probably is. The parser wants a name to begin with a
// capital there, since "games yet" may be the end of a sentence; but this only looks.
func (r *reader) takeName() {
	if len(r.Commands) > 0 || r.Note != "" || len(r.Problems) != 1 || r.Problems[0].Code != parser.CodeNear {
		return
	}
	p := r.Problems[0]
	meant := parser.ReadOrders(p.Suggest, "").Commands
	if len(meant) != 1 || meant[0].Verb != Games && meant[0].Verb != Export || len(meant[0].Args) != 1 {
		return
	}
	if c := meant[0]; strings.HasSuffix(strings.ToLower(p.Text), strings.ToLower(c.Args[0])) {
		c.Line = p.Line
		r.Commands, r.Problems = []parser.Command{c}, nil
	}
}

// makeWish notes what the mail asks for, in a form by which it can be compared
// with what other mails do; it is empty for nothing. It is a keyed hash, since
// words to somebody can be among it.
func (r *reader) makeWish() error {
	if len(r.Commands) == 0 {
		return nil
	}
	key, err := r.u.Tx.FixedKey("unlurbot wishes")
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	for _, c := range r.Commands {
		fmt.Fprintf(mac, "%q %q\n", c.Verb, c.Args)
	}
	r.Wish = hex.EncodeToString(mac.Sum(nil)[:8])
	return nil
}

// HeedRefusal gives what a mail commands, and takes for a refusal what is nearly one if
// it says nothing else: somebody who was invited and wants no mails gets none more that
// asks back. "Mai més!" and "Remove me" are enough; "Stop?" is a question.
func HeedRefusal(m *parser.Mail) parser.Orders {
	o := m.Orders()
	if len(o.Commands) > 0 || len(o.Problems) != 1 {
		return o
	}
	if said, ok := m.InOtherWords(); ok && Refuses(said.Commands) {
		return said
	}
	if strings.Contains(strings.TrimSpace(m.Reply), "\n") {
		return o
	}
	if verb, ok := parser.SaidLoudly(m.Reply); ok && (verb == Never || verb == Stop) {
		return parser.Orders{Commands: []parser.Command{{Verb: verb, Args: []string{}, Line: o.Problems[0].Line}}}
	}
	return o
}

// ReadRefusal gives the order of somebody who never wrote before and answers an invitation with
// "decline" or "never" from another address, to which it was forwarded; nil for any other mail.
// Such an answer needs no proof but the token, since nothing is lost with it.
func ReadRefusal(m *parser.Mail, c author.Claim) club.Order {
	if !c.Foreign() || c.Sender().Active || c.Game() == 0 {
		return nil
	}
	commands := HeedRefusal(m).Commands
	if len(commands) == 0 || !Refuses(commands) {
		return nil
	}
	is := func(verbs ...string) func(parser.Command) bool {
		return func(c parser.Command) bool { return slices.Contains(verbs, c.Verb) }
	}
	asksElse := c.Asked() != 0 && c.Asked() != token.AskAccept
	switch {
	case asksElse && slices.ContainsFunc(commands, is(No)):
		return nil
	case slices.ContainsFunc(commands, is(Never, Stop)):
		return club.Never{}
	}
	return club.TurnDown{About: club.About{Game: c.Game()}}
}
