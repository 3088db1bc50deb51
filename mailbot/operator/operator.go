// Package operator has the orders that the operator can give a running bot by mail: it reads them,
// and says what each has come to.
//
// Whoever calls it has to be certain that the operator has written the mail; nothing here asks for that.
// Some orders look at what can't be looked at in the middle of a transaction of the store: the mailbox, and
// the store from outside. So Order.Do, which carries an order out in the transaction that deals with the mail,
// wants to have that looked up before by Unseen.Look. What is asked for, and the answers, are those of package admin and package health, as the
// commands print them. Package mailbot calls it and sends the answers.
package operator

import (
	"context"
	"slices"
	"strings"
	"time"

	"unlurbot/mailbot/decision"
	"unlurbot/mailbot/safe"
	"unlurbot/parser"
	"unlurbot/store/acts"
	"unlurbot/templates"
)

// word begins each order, so that no command of a player means one.
const word = "operator"

// A row is one order.
type row struct {
	verb, words, does string
	look              func(context.Context, Sources, string) (*templates.Output, error) // nil for one that does something:
	act               acts.Kind
}

// table has all of them.
var table = []row{
	{verb: "status", does: "How the bot is", look: status},
	{verb: "why", words: "MESSAGE-ID", does: "What became of a mail", look: why},
	{verb: string(acts.Pause), words: "TEXT", does: "Pause the bot", act: acts.Pause},
	{verb: string(acts.Resume), does: "Have it go on", act: acts.Resume},
}

// An Order is what the operator wants.
type Order struct {
	row     *row // nil for nothing that is known
	words   string
	written time.Time
}

// Read gives the order with which a mail begins that came at a time; is says whether there is one. An order is
// the first line. The words of a pause go on to the end of the paragraph, since mail programs wrap long lines.
func Read(m *parser.Mail, arrived time.Time) (o Order, is bool) {
	first, more, _ := strings.Cut(m.Opening(), "\n")
	said := strings.Fields(first)
	if len(said) == 0 || !strings.EqualFold(said[0], word) {
		return Order{}, false
	}
	o.written = arrived
	if !m.Date.IsZero() && m.Date.Before(arrived) {
		o.written = m.Date
	}
	if len(said) == 1 {
		return o, true
	}
	i := slices.IndexFunc(table, func(r row) bool { return strings.EqualFold(said[1], r.verb) })
	if i < 0 {
		return o, true
	}
	words := strings.Join(said[2:], " ")
	if table[i].act == acts.Pause {
		words += " " + more
	}
	if o.words = safe.Line(words, len(words)+1); o.words == "" || table[i].words != "" {
		o.row = &table[i]
	}
	return o, true
}

// An Answer is what an order has come to.
type Answer struct {
	Decision decision.Decision // on the mail
	Says     *templates.Output
	Act      acts.Act // that was carried out; without a number there was none
}

// sentence makes one of an error.
func sentence(err error) string {
	said := []rune(safe.Line(err.Error(), 1000))
	return strings.ToUpper(string(said[:1])) + strings.TrimSuffix(string(said[1:]), ".") + "."
}

// moment writes a time in words.
func moment(at time.Time) string { return at.UTC().Format("2 January, 15:04") + " (UTC)" }

// help lists all orders.
func help() *templates.Output {
	says := &templates.Output{
		Subject: "what the operator can write", Title: "I don't know that order.",
		Words: "Nothing was done. Write one of these on the first line of a mail:",
	}
	for _, r := range table {
		says.Fields = append(says.Fields, [2]string{r.does, strings.TrimSpace(word + " " + r.verb + " " + r.words)})
	}
	return says
}
