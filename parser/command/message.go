package command

import (
	"slices"

	"unlurbot/parser/mime"
	"unlurbot/parser/plain"
)

// A Message is what somebody says in one mail.
type Message struct {
	// Reply is what stands above the quotes, and Below what stands between and below
	// them; line numbers are those in Reply.
	Reply, Below string
	// Subject is that of a mail which begins a conversation, without tags; else empty.
	Subject string
	// From is the sender, who may sign with that name.
	From mime.Address
}

// Orders reads the commands: those of Reply, or the one in Subject if Reply holds none. A
// move in Below is only asked about.
func (m Message) Orders() Orders {
	r := newOrderReader(m.Reply, m.Below)
	at := r.readCommands(r.skipGreeting())
	if len(r.orders.Commands) == 0 {
		r.explain(at)
	} else {
		if at < len(r.lines) {
			r.note(r.doubt(at))
		}
		r.settleMoves()
		r.orders.Cut(MaxCommands)
	}
	if m.Subject != "" && len(r.orders.Commands) == 0 {
		r.readSubject(plain.Clean(m.Subject))
	}
	return m.unsigned(r.orders)
}

// unsigned returns orders without a note that only signs the mail.
func (m Message) unsigned(o Orders) Orders {
	if m.signs(o.Note) {
		o.Note = ""
		o.Problems = slices.DeleteFunc(o.Problems, func(p Problem) bool { return p.Code == CodeSpoken })
	}
	return o
}

// signs reports whether a note is nothing but the name of its sender.
func (m Message) signs(note string) bool {
	const longest = 100 // bytes
	if len(note) > longest {
		return false
	}
	words := plain.Words(note)
	if len(words) == 0 {
		return false
	}
	name := plain.Words(m.From.Name)
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(name, w) })
}
