package mailbot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/mailbot"
	"unlurbot/mailbot/testing/bottest"
	"unlurbot/mailbot/zones"
	"unlurbot/parser"
)

// write makes a mail of what somebody wants, as a plain mail program does, and
// gives it to the network.
func (p *person) write(in intent, dice *rand.Rand) {
	if w := p.w; !w.calm && w.letters < w.trouble.letters {
		p.send(in, dice)
	}
}

// send does so, however much was written before, unless nobody is there.
func (p *person) send(in intent, dice *rand.Rand) {
	w := p.w
	if p.gone {
		return
	}
	w.letters++
	l := &simLetter{id: w.letters, from: p.address, intent: in}
	l.raw = []byte(strings.ReplaceAll(compose(l, p.language, dice), "\n", "\r\n"))
	l.key = mailbot.ContentKey(l.raw)
	w.history.note("mail %d: %s writes %s", l.id, p.address, in)
	w.carry(l, dice)
}

// inLanguage writes the commands of a mail in the words of a language. The words for
// the opponent, below an empty line, stay as they are.
func inLanguage(text, language string) string {
	commands, words, parted := strings.Cut(text, "\n\n")
	lines := strings.Split(commands, "\n")
	for i, line := range lines {
		lines[i] = parser.Say(line, language)
	}
	if commands = strings.Join(lines, "\n"); parted {
		return commands + "\n\n" + words
	}
	return commands
}

// compose writes a mail down, in the language of its author.
func compose(l *simLetter, language string, dice *rand.Rand) string {
	in := l.intent
	to, subject, extra, body := bottest.Address, "", "", inLanguage(in.command(), language)
	if m := in.answers; m != nil {
		subject = "Re: " + m.Subject
		extra = bottest.Thread(m, "\n ")
		if dice.IntN(6) > 0 { // some programs lose the address, some the thread
			to = m.ReplyTo.Addr
			if dice.IntN(6) == 0 {
				extra = ""
			}
		}
		if dice.IntN(3) > 0 {
			body += bottest.Quoted(m)
		}
		if in.verb == "click" {
			target := strings.TrimPrefix(bottest.Field(m, "List-Unsubscribe"), "<mailto:")
			to, _, _ = strings.Cut(target, "?")
			subject, extra, body = "unsubscribe", "", ""
		}
	}
	return bottest.Note{From: l.from, To: to, Subject: subject, Vouched: in.vouched, Extra: extra, Body: body}.Raw(l.id, time.Now().In(simZone(l.from)))
}

// simZone is where the mails of somebody are written.
func simZone(address string) *time.Location {
	return zones.Of([]string{"", "Europe/Madrid", "America/Bogota", "Asia/Kathmandu"}[len(address)%4])
}

// command is what the mail says.
func (in intent) command() string {
	words := []string{in.verb, in.arg}
	switch in.verb {
	case "move":
		words = words[1:]
	case "nonsense":
		words = []string{"the weather is fine here and the dog is well"}
	case "challenge":
		seat := "first"
		if in.seat == game.Second {
			seat = "second"
		}
		words = append(words, fmt.Sprintf("size %d %s", in.size, seat), in.pace.option())
		if in.match {
			words = append(words, "match")
		}
	case "seek":
		words = append(words, fmt.Sprintf("size %d", in.size), in.pace.option())
		if in.count > 0 {
			words = append(words, fmt.Sprintf("count %d", in.count))
		}
	}
	if in.number > 0 {
		words = append(words, fmt.Sprintf("#%d", in.number))
	}
	text := strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), " ")
	for _, line := range in.plans {
		text += "\nif " + line
	}
	if in.note != "" {
		text += "\n\n" + in.note
	}
	return text
}

// String tells an intent in a history.
func (in intent) String() string {
	text := strings.ReplaceAll(in.command(), "\n", " / ")
	if in.verb == "click" || in.verb == "nonsense" {
		text = in.verb
	}
	if in.answers != nil {
		text += fmt.Sprintf(", answering %s (%s)", tell(in.answers), in.answers.MessageID)
	}
	if in.vouched {
		text += ", vouched"
	}
	return text
}

// carry is the network on the way to the bot: it loses mails, brings them late
// or twice, and in another order.
func (w *world) carry(l *simLetter, dice *rand.Rand) {
	if w.strikes(dice, w.trouble.lost) {
		w.fault("mail %d is lost", l.id)
		return
	}
	times := 1
	if w.strikes(dice, w.trouble.twice) {
		times += 1 + dice.IntN(2)
	}
	if dice := w.dice(fmt.Sprint("forged", l.id)); l.intent.verb != "click" && l.intent.verb != "bounce" && w.strikes(dice, w.trouble.forged) {
		w.forge(l, dice)
	}
	for i := range times {
		most := time.Minute
		if w.trouble.lost > 0 && dice.IntN(5) == 0 {
			most = 12 * time.Hour
		}
		w.coming++
		w.later(between(dice, time.Second, most), fmt.Sprint("letter", l.id, i), func() {
			w.coming--
			w.box.arrive(l, "")
		})
	}
}

// forge lets a copy of a mail arrive before it, by somebody who knows all of it but what
// proves its author: as of a program, so that nobody is asked about it.
func (w *world) forge(l *simLetter, dice *rand.Rand) {
	var kept []string
	head, body, _ := strings.Cut(string(l.raw), "\r\n\r\n")
	for field := range strings.SplitSeq(strings.ReplaceAll(head, "\r\n ", " "), "\r\n") {
		if name, _, _ := strings.Cut(field, ":"); slices.Contains([]string{"From", "Subject", "Message-ID"}, name) {
			kept = append(kept, field)
		}
	}
	sign := oneOf(dice, "Auto-Submitted: auto-replied", "List-Id: <x.test>", "Precedence: bulk")
	raw := strings.Join(append(kept, sign, "To: "+bottest.Address), "\r\n") + "\r\n\r\n" + body
	l.forged = true
	w.fault("mail %d is forged", l.id)
	w.box.arrive(&simLetter{id: l.id, from: l.from, raw: []byte(raw), forgery: true}, ", forged,")
}
