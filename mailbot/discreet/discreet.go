// Package discreet makes the bot's log. A log outlives the events in it, is copied to
// other machines and pasted into reports. So it holds nothing that anyone could exploit or
// that a player has written: no words, no subjects, no tokens, and in place of each address
// a pseudonym. All lines go through one handler that sees to it, since addresses and tokens
// come in places that nobody thinks of, such as the answer of a server ("550 5.1.1
// <ana@example.org> unknown").
package discreet

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"reflect"
	"regexp"
	"strings"
	"unicode"

	"unlurbot/mailbot/token"
	"unlurbot/store"
	"unlurbot/store/fold"
)

// keyOfLog is what the fixed key of a store is for.
const keyOfLog = "unlurbot log"

// Pseudonyms are the names that players have in the log. They are keyed, so
// that nobody who has only the log can try addresses.
type Pseudonyms struct{ key []byte }

// NewPseudonyms gives those of a store. They are the
// same for as long as the store lives, its copies included.
func NewPseudonyms(tx *store.Tx) (*Pseudonyms, error) {
	key, err := tx.FixedKey(keyOfLog)
	return &Pseudonyms{key}, err
}

// Of gives the pseudonym of an address, in whatever case its letters are: a
// tilde and 32 bits of HMAC-SHA256 in hexadecimal digits.
func (p *Pseudonyms) Of(address string) string {
	mac := hmac.New(sha256.New, p.key)
	mac.Write([]byte(fold.Address(address)))
	return "~" + hex.EncodeToString(mac.Sum(nil)[:4])
}

// What the log is given in types of their own, so that it knows what they are.
type (
	// An Address is somebody's.
	Address string
	// An ID is the id of a mail. It has the form of an address, and is what
	// an operator looks for.
	ID string
)

// handler is what all log lines go through.
type handler struct {
	slog.Handler
	own   string // the bot's address, which is no secret
	who   *Pseudonyms
	names bool // addresses may be told
}

// Logger puts such a handler before a logger's own. Own is the bot's address, which is no
// secret; with names those of players may be told too.
func Logger(log *slog.Logger, own string, who *Pseudonyms, names bool) *slog.Logger {
	return slog.New(&handler{log.Handler(), own, who, names})
}

// Handle implements slog.Handler.
func (h *handler) Handle(ctx context.Context, r slog.Record) error {
	clean := slog.NewRecord(r.Time, r.Level, h.hide(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(h.attr(a))
		return true
	})
	return h.Handler.Handle(ctx, clean)
}

// WithAttrs implements slog.Handler.
func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := *h
	with.Handler = h.Handler.WithAttrs(h.attrs(attrs))
	return &with
}

// WithGroup implements slog.Handler.
func (h *handler) WithGroup(name string) slog.Handler {
	with := *h
	with.Handler = h.Handler.WithGroup(name)
	return &with
}

func (h *handler) attrs(attrs []slog.Attr) []slog.Attr {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = h.attr(a)
	}
	return clean
}

func (h *handler) attr(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindString:
		v = slog.StringValue(h.hide(v.String()))
	case slog.KindGroup:
		v = slog.GroupValue(h.attrs(v.Group())...)
	case slog.KindAny:
		v = h.value(v.Any())
	}
	return slog.Attr{Key: a.Key, Value: v}
}

// value gives what is written for a value of any type.
func (h *handler) value(value any) slog.Value {
	switch value := value.(type) {
	case nil:
		return slog.AnyValue(nil)
	case Address:
		return slog.StringValue(h.address(string(value)))
	case ID:
		return slog.StringValue(logged(WithoutTokens(string(value))))
	}
	switch v := reflect.ValueOf(value); {
	case v.CanInt():
		return slog.Int64Value(v.Int())
	case v.CanUint():
		return slog.Uint64Value(v.Uint())
	}
	return slog.StringValue(h.hide(fmt.Sprint(value)))
}

// address is what stands for an address.
func (h *handler) address(address string) string {
	switch {
	case address == "":
		return ""
	case h.names:
		return logged(WithoutTokens(address))
	}
	return h.who.Of(address)
}

// hide makes a text fit for the log.
func (h *handler) hide(text string) string {
	text = inLinks.Replace(text)
	if !h.names && strings.Contains(text, "@") {
		text = addressInText.ReplaceAllStringFunc(text, h.hideAddress)
	}
	return logged(WithoutTokens(text))
}

// inLinks undoes what servers do to addresses that they put into links, such as
// "Why?id=unlur%2Btoken%40example.org".
var inLinks = strings.NewReplacer("%40", "@", "%2B", "+", "%2b", "+")

// addressInText finds what may be an address, rather too much than too little.
var addressInText = regexp.MustCompile(`(?:"[^"\n]*"|[^\s<>()\[\],;:"\\]+)@(?:\[[^\]\s]*\]|[^\s<>()\[\],;:"/\\@?]+)`)

var (
	// moduleVersion comes after the @ in the name of a Go file, in a stack.
	moduleVersion = regexp.MustCompile(`^v[0-9]+\.`)
	// parameter comes before an address in answers of servers, such as rcpt=.
	parameter = regexp.MustCompile(`^[A-Za-z]+=`)
)

func (h *handler) hideAddress(found string) string {
	if moduleVersion.MatchString(found[strings.LastIndexByte(found, '@')+1:]) {
		return found
	}
	whole := strings.Trim(found, "'`.!?")
	whole = whole[len(parameter.FindString(whole)):]
	// A forwarder's address may have another one before the last = (SRS, VERP).
	address := whole[strings.LastIndexByte(whole, '=')+1:]
	instead := h.who.Of(address)
	local, domain, _ := strings.Cut(strings.ToLower(h.own), "@")
	if folded := strings.ToLower(address); folded == local+"@"+domain {
		instead = address
	} else if strings.HasPrefix(folded, local+"+") && strings.HasSuffix(folded, "@"+domain) {
		instead = local + "+*@" + domain
	}
	return strings.Replace(found, whole, instead, 1)
}

// tokenInText finds what has the form of a token. It need not be one that
// unseals: one that was good yesterday, or will be again after a restore, is of no
// more concern to readers of the log.
var tokenInText = regexp.MustCompile(fmt.Sprintf(`[A-Za-z2-7]{%d,}`, token.Length))

// WithoutTokens puts a star into the place of all that has the form of a token.
func WithoutTokens(text string) string {
	return tokenInText.ReplaceAllStringFunc(inLinks.Replace(text), func(word string) string {
		if len(word) > token.Length {
			return word
		}
		return "*"
	})
}

// mostLogged is how many bytes a value in the log has at most. Stacks are the
// longest that we write ourselves.
const mostLogged = 16 << 10

// logged takes out what a terminal or a reader of the log could be fooled with:
// control characters, those that turn the direction of writing and those that
// have no width. Line ends stay, which the handlers put into quotes.
func logged(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != unicode.ReplacementChar || r == '\n' || r == '\t' {
			return r
		}
		return -1
	}, text[:min(len(text), mostLogged)])
	return text
}
