package operator

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"unlurbot/mailbot/admin"
	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/health"
	"unlurbot/mailbot/safe"
	"unlurbot/templates"
)

// Sources are where orders look. Either may be nil if there is no such thing.
type Sources struct {
	Status func() (*health.Status, error)
	Why    func(ctx context.Context, messageID string) ([]admin.Verdict, error)
}

// patience is how long a look may take: mails that have come wait for it.
const patience = 30 * time.Second

// Unseen is the error of Do for an order that has to Look before.
type Unseen struct{ Order Order }

// Error implements error.
func (u *Unseen) Error() string { return "what the operator asks for was not looked up" }

// Look finds out what an order asks for. What can't be found out is told, too; the error is that of ctx.
func (u *Unseen) Look(ctx context.Context, s Sources) (*templates.Output, error) {
	asking, done := context.WithTimeout(ctx, patience)
	defer done()
	says, err := u.Order.row.look(asking, s, u.Order.words)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		says = &templates.Output{Title: sentence(err)}
	}
	says.Subject = u.Order.row.verb
	return says, nil
}

var errNoSource = errors.New("this bot can't tell that by mail")

// status tells how the bot is.
func status(_ context.Context, from Sources, _ string) (*templates.Output, error) {
	if from.Status == nil {
		return nil, errNoSource
	}
	s, err := from.Status()
	if err != nil {
		return nil, err
	}
	says := &templates.Output{Title: "The bot is well.", Fields: s.Fields()}
	var codes, texts []string
	for _, p := range s.Problems {
		codes, texts = append(codes, string(p.Code)), append(texts, safe.Runes(p.Text))
	}
	if len(codes) > 0 {
		says.Title = "Something is wrong: " + strings.Join(codes, ", ") + "."
	}
	says.Words = strings.Join(texts, " ")
	if s.Paused != nil {
		says.Title, says.Words = "Paused since "+moment(s.Paused.Since)+".", strings.TrimSpace(says.Title+" "+says.Words)
	}
	return says, nil
}

// why tells what became of a mail.
func why(ctx context.Context, from Sources, id string) (*templates.Output, error) {
	if from.Why == nil {
		return nil, errNoSource
	}
	id, _, _ = strings.Cut(id, "<mailto:") // as some mail programs write what looks like an address
	verdicts, err := from.Why(ctx, id)
	if err != nil {
		return nil, err
	}
	says := &templates.Output{Title: fmt.Sprintf("%d mails have that id.", len(verdicts))}
	var lines []string
	for _, v := range verdicts {
		says.Fields = append(says.Fields, v.Fields()...)
		for _, line := range v.Lines {
			if line.Text == "" {
				continue
			}
			lines = append(lines, line.Fate+" | "+safe.Runes(line.Text))
		}
	}
	says.Quote = strings.Join(lines, "\n")
	if len(verdicts) > 1 {
		return says, nil
	}
	switch v := verdicts[0]; {
	case v.Own != nil:
		says.Title = fmt.Sprintf("The bot made that mail, and it has not left: %s.", v.Own.State)
	case v.Decision != "":
		says.Title = "The bot dealt with that mail: " + v.Decision + "."
	default:
		says.Title = "The bot has not dealt with that mail."
	}
	return says, nil
}

// answered is the Answer with what was found.
func answered(found *templates.Output) Answer {
	return Answer{Decision: decision.Answered, Says: found}
}
