package bottest

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"unlurbot/mailbot/orders"
	"unlurbot/mailbot/smtpout"
	"unlurbot/mailbot/token"
	"unlurbot/store"
)

// Field gives a field of a mail, "" for none.
func Field(m *store.Outgoing, name string) string {
	for _, f := range m.Header {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// Line tells a mail in one line.
func Line(m *store.Outgoing) string {
	parts := []string{m.EnvelopeTo + ":"}
	for _, name := range []string{"Event", "Game", "Ply", "Phase", "To-Move", "Result", "Reason"} {
		if v := Field(m, "X-Unlur-"+name); v != "" {
			parts = append(parts, v)
		}
	}
	return strings.Join(parts, " ")
}

var (
	// Sealed is what a token looks like.
	Sealed          = regexp.MustCompile(`[a-z2-7]{31}`)
	hashPattern     = regexp.MustCompile(`\.[0-9a-f]{16}@`)
	boundaryPattern = regexp.MustCompile(`boundary=(files-)?unlur-[0-9a-f]{24}`)
)

// Unseal reads a token with the keys that the store has now.
func (b *Bot) Unseal(text string) (token.Token, bool) { return b.laws.Unseal(text) }

// Whole tells a mail as it goes out, but with the meaning of each token in its
// place, the hashes in ids numbered as they appear, and without the HTML part,
// which says the same. What is attached comes behind it.
func (b *Bot) Whole(m *store.Outgoing) string {
	var wire bytes.Buffer
	b.Check(smtpout.Write(&wire, m))
	header, _, _ := strings.Cut(strings.ReplaceAll(wire.String(), "\r\n", "\n"), "\n\n")
	header = strings.ReplaceAll(header, "\n ", " ")
	header = Sealed.ReplaceAllStringFunc(header, func(s string) string {
		t, ok := b.Unseal(s)
		if !ok {
			return s
		}
		return meaning(t)
	})
	header = hashPattern.ReplaceAllStringFunc(header, func(hash string) string {
		if b.marks[hash] == 0 {
			b.marks[hash] = len(b.marks) + 1
		}
		return fmt.Sprintf(".%d@", b.marks[hash])
	})
	header = boundaryPattern.ReplaceAllString(header, "boundary=${1}unlur-{hash}")
	text := m.Text
	for _, f := range m.Files {
		text += fmt.Sprintf("--- %s (%s)\n%s", f.Name, f.Type, f.Data)
	}
	if m.Picture != nil {
		text += fmt.Sprintf("--- pictures of %d moves\n", len(m.Picture.Events))
	}
	return fmt.Sprintf("Envelope: %s\n%s\n\n%s", m.EnvelopeTo, header, text)
}

// meaning tells a token in words.
func meaning(t token.Token) string {
	if t.Purpose == token.ForGame {
		offers := ""
		if c, ok := orders.MeantBy(t.Asks); ok {
			offers = "-offers-" + c.String()
		}
		return fmt.Sprintf("{game-%d-%v-ply-%d%s}", t.Number, t.Seat, t.Ply, offers)
	}
	words, known := map[token.Purpose]string{
		token.ForPlayer: "player-N", token.ForRequest: "request-N", token.ForForget: "forget-N-day-D", token.ForStranger: "unsubscribe-stranger",
		token.ForDigest: "digest-N", token.ForNewcomer: "newcomer", token.ForBounce: "bounce-N-day-D",
	}[t.Purpose]
	if !known {
		words = "unsubscribe-N"
	}
	return "{" + strings.NewReplacer("N", fmt.Sprint(t.Number), "D", fmt.Sprint(t.Ply)).Replace(words) + "}"
}
