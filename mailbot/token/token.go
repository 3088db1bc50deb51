// Package token makes and reads the tokens that our mails carry and that replies bring
// back: who got which mail about what, sealed with a key from the store. It knows no player
// and no mail; whether a token is still valid is for others to decide.
package token

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"strings"
	"time"

	"unlurbot/game"
	"unlurbot/store"
)

// A Purpose is what a token may be used for. A token of one purpose is never
// accepted for another.
type Purpose byte

// What tokens are for.
const (
	ForGame        Purpose = 1 + iota // a reply about a game, at a seat and a turn
	ForPlayer                         // a reply to a mail that is about no game
	ForBounce                         // the envelope sender, to which a mail comes back
	ForUnsubscribe                    // List-Unsubscribe
	ForRequest                        // a reply to a question whether a request is to be carried out
	ForStranger                       // List-Unsubscribe of a mail to somebody who is nobody
	ForForget                         // a reply to the question whether a player is to be forgotten
	ForNewcomer                       // a reply to help that somebody got who is no player
	ForDigest                         // a reply to the mail of the day
)

// A Token is what a mail of ours carries in its Reply-To and its Message-ID,
// and a reply brings back: it shows that whoever replies has got that mail.
// It names the game, the seat and the turn (see store.Game), or for the other
// purposes the player, the request and the turn of the board beside it, the
// store.AddressKey, or a time.
type Token struct {
	Purpose Purpose
	Number  uint32 // of the game, the player, the request or the address
	Seat    game.Seat
	Ply     int      // of other tokens than a game's the time, see OfBounce and OfPlayer
	Asks    Question // what the mail asks about
}

// OfGame names a game, a seat and the turn that the mail shows.
func OfGame(g *store.Game, seat game.Seat) Token {
	return Token{Purpose: ForGame, Number: uint32(g.Number), Seat: seat, Ply: g.Turn()}
}

// OfPlayer names a player and the month in which the mail was made. A mail
// about no game has no ply that would spend its token; and what is dealt with
// again from a backup has the same token, as a rule.
func OfPlayer(id store.PlayerID, now time.Time) Token {
	return Token{Purpose: ForPlayer, Number: uint32(id), Ply: Month(now)}
}

// OfStopLink names a player and the day on which the mail was made: its link does
// not work for ever.
func OfStopLink(id store.PlayerID, now time.Time) Token {
	return Token{Purpose: ForUnsubscribe, Number: uint32(id), Ply: Day(now)}
}

// OfStranger does so for somebody who is no player, by the store.AddressKey.
func OfStranger(key store.AddressKey, now time.Time) Token {
	return Token{Purpose: ForStranger, Number: key.Number(), Ply: Day(now)}
}

// OfForgetting names a player and the day on which the question was asked.
func OfForgetting(id store.PlayerID, now time.Time) Token {
	return Token{Purpose: ForForget, Number: uint32(id), Ply: Day(now), Asks: AskForget}
}

// OfDigest names a player and the second in which the mail of the day was made,
// in the place of ply and Asks: the store knows what was shown then.
func OfDigest(id store.PlayerID, now time.Time) Token {
	at := uint32(now.Unix())
	return Token{Purpose: ForDigest, Number: uint32(id), Ply: int(at >> 16), Asks: Question(at & 0xffff)}
}

// Made is the time in the token of a mail of the day.
func (t Token) Made() time.Time { return time.Unix(int64(t.Ply)<<16|int64(t.Asks), 0).UTC() }

// OfBounce names a player and the day on which the mail was made, which
// tells an old mail that comes back late from a new one.
func OfBounce(id store.PlayerID, now time.Time) Token {
	return Token{Purpose: ForBounce, Number: uint32(id), Ply: Day(now)}
}

// Day counts the days from 1970 on; they last for two bytes until 2149.
func Day(t time.Time) int { return int(t.Unix() / (24 * 60 * 60)) }

// Month counts thirty days each.
func Month(t time.Time) int { return Day(t) / 30 }

// The bytes of a token: purpose and seat in one, the number, the ply, the question,
// and 80 bits of HMAC-SHA256 over a label and these. In base32 that is 31 characters,
// which leaves room for the bot's name in the 64 of a local part (RFC 5321
// section 4.5.3.1.1).
const (
	body      = 1 + 4 + 2 + 2
	macLength = 10
	Length    = (8*(body+macLength) + 4) / 5
	label     = "unlurbot reply token 1\x00"
)

// encoding is lower case because servers on the way may fold the case.
var encoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// Seal writes a token as text.
func Seal(key []byte, t Token) string {
	b := make([]byte, 0, body+macLength)
	b = append(b, byte(t.Purpose)<<2|(byte(t.Seat)^veil(key, t.Purpose, t.Number)))
	b = binary.BigEndian.AppendUint32(b, t.Number)
	b = binary.BigEndian.AppendUint16(b, uint16(t.Ply))
	b = binary.BigEndian.AppendUint16(b, uint16(t.Asks))
	b = append(b, sum(key, b)...)
	return strings.ToLower(encoding.EncodeToString(b))
}

// Unseal reads a token, in any case of its letters; ok is false for anything
// that Seal did not write with this key.
func Unseal(key []byte, text string) (t Token, ok bool) {
	b, ok := Bytes(text)
	if !ok || !hmac.Equal(b[body:], sum(key, b[:body])) {
		return Token{}, false
	}
	t = Token{
		Purpose: Purpose(b[0] >> 2),
		Number:  binary.BigEndian.Uint32(b[1:]),
		Ply:     int(binary.BigEndian.Uint16(b[5:])),
		Asks:    Question(binary.BigEndian.Uint16(b[7:])),
	}
	t.Seat = game.Seat(b[0]&3 ^ veil(key, t.Purpose, t.Number))
	return t, true
}

// Bytes reads text that has the form of a token. There is one text only for
// a token, but for the case of its letters: bits of the last character that mean
// nothing must not be set, nor may there be line ends, over which the decoder
// passes in silence.
func Bytes(text string) (b []byte, ok bool) {
	if len(text) != Length {
		return nil, false
	}
	text = strings.ToUpper(text)
	b, err := encoding.DecodeString(text)
	return b, err == nil && len(b) == body+macLength && encoding.EncodeToString(b) == text
}

func sum(key, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(label))
	mac.Write(body)
	return mac.Sum(nil)[:macLength]
}

// veil hides the seat in a token: a challenger could otherwise read from it who
// moves first, and withdraw the challenge if that does not suit.
func veil(key []byte, p Purpose, number uint32) byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(binary.BigEndian.AppendUint32([]byte("unlurbot veil 1\x00"+string(rune(p))), number))
	return mac.Sum(nil)[0] & 3
}
