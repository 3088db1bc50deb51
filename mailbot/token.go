package mailbot

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

// A purpose is what a token may be used for. A token of one purpose is never
// accepted for another.
type purpose byte

const (
	forGame        purpose = 1 + iota // a reply about a game, at a seat and a turn
	forPlayer                         // a reply to a mail that is about no game
	forBounce                         // the envelope sender, to which a mail comes back
	forUnsubscribe                    // List-Unsubscribe
	forRequest                        // a reply to a question whether a request is to be carried out
	forStranger                       // List-Unsubscribe of a mail to somebody who is nobody
	forForget                         // a reply to the question whether a player is to be forgotten
	forNewcomer                       // a reply to help that somebody got who is no player
	forDigest                         // a reply to the mail of the day
)

// A token is what a mail of ours carries in its Reply-To and its Message-ID,
// and a reply brings back: it shows that whoever replies has got that mail.
// It names the game, the seat and the turn (see store.Game), or for the other
// purposes the player, the request and the turn of the board beside it, the
// store.AddressKey, or a time.
type token struct {
	purpose purpose
	number  uint32 // of the game, the player, the request or the address
	seat    game.Seat
	ply     int   // of other tokens than a game's the time, see bounceToken and playerToken
	offer   offer // what the mail asks about
}

func gameToken(g *store.Game, seat game.Seat) token {
	return token{purpose: forGame, number: uint32(g.Number), seat: seat, ply: g.Turn()}
}

// playerToken names a player and the month in which the mail was made. A mail
// about no game has no ply that would spend its token; and what is dealt with
// again from a backup has the same token, as a rule.
func playerToken(id store.PlayerID, now time.Time) token {
	return token{purpose: forPlayer, number: uint32(id), ply: month(now)}
}

// unsubscribeToken names a player and the day on which the mail was made, see
// stopLinkDays.
func unsubscribeToken(id store.PlayerID, now time.Time) token {
	return token{purpose: forUnsubscribe, number: uint32(id), ply: day(now)}
}

// strangerToken does so for somebody who is no player, by the store.AddressKey.
func strangerToken(key store.AddressKey, now time.Time) token {
	return token{purpose: forStranger, number: key.Number(), ply: day(now)}
}

// forgetToken names a player and the day on which the question was asked.
func forgetToken(id store.PlayerID, now time.Time) token {
	return token{purpose: forForget, number: uint32(id), ply: day(now), offer: offerForget}
}

// digestToken names a player and the second in which the mail of the day was made,
// in the place of ply and offer: the store knows what was shown then.
func digestToken(id store.PlayerID, now time.Time) token {
	at := uint32(now.Unix())
	return token{purpose: forDigest, number: uint32(id), ply: int(at >> 16), offer: offer(at & 0xffff)}
}

// made is the time in the token of a mail of the day.
func (t token) made() time.Time { return time.Unix(int64(t.ply)<<16|int64(t.offer), 0).UTC() }

// bounceToken names a player and the day on which the mail was made, which
// tells an old mail that comes back late from a new one.
func bounceToken(id store.PlayerID, now time.Time) token {
	return token{purpose: forBounce, number: uint32(id), ply: day(now)}
}

// day counts the days from 1970 on; they last for two bytes until 2149.
func day(t time.Time) int { return int(t.Unix() / (24 * 60 * 60)) }

// month counts thirty days each.
func month(t time.Time) int { return day(t) / 30 }

// The bytes of a token: purpose and seat in one, the number, the ply, the offer,
// and 80 bits of HMAC-SHA256 over a label and these. In base32 that is 31 characters,
// which leaves room for the bot's name in the 64 of a local part (RFC 5321
// section 4.5.3.1.1).
const (
	tokenBody   = 1 + 4 + 2 + 2
	tokenMAC    = 10
	tokenLength = (8*(tokenBody+tokenMAC) + 4) / 5
	tokenLabel  = "unlurbot reply token 1\x00"
)

// tokenText is lower case because servers on the way may fold the case.
var tokenText = base32.StdEncoding.WithPadding(base32.NoPadding)

// seal writes a token as text.
func seal(key []byte, t token) string {
	b := make([]byte, 0, tokenBody+tokenMAC)
	b = append(b, byte(t.purpose)<<2|(byte(t.seat)^veil(key, t.purpose, t.number)))
	b = binary.BigEndian.AppendUint32(b, t.number)
	b = binary.BigEndian.AppendUint16(b, uint16(t.ply))
	b = binary.BigEndian.AppendUint16(b, uint16(t.offer))
	b = append(b, tokenSum(key, b)...)
	return strings.ToLower(tokenText.EncodeToString(b))
}

// unseal reads a token, in any case of its letters; ok is false for anything
// that seal did not write with this key.
func unseal(key []byte, text string) (t token, ok bool) {
	b, ok := tokenBytes(text)
	if !ok || !hmac.Equal(b[tokenBody:], tokenSum(key, b[:tokenBody])) {
		return token{}, false
	}
	t = token{
		purpose: purpose(b[0] >> 2),
		number:  binary.BigEndian.Uint32(b[1:]),
		ply:     int(binary.BigEndian.Uint16(b[5:])),
		offer:   offer(binary.BigEndian.Uint16(b[7:])),
	}
	t.seat = game.Seat(b[0]&3 ^ veil(key, t.purpose, t.number))
	return t, true
}

// tokenBytes reads text that has the form of a token. There is one text only for
// a token, but for the case of its letters: bits of the last character that mean
// nothing must not be set, nor may there be line ends, over which the decoder
// passes in silence.
func tokenBytes(text string) (b []byte, ok bool) {
	if len(text) != tokenLength {
		return nil, false
	}
	text = strings.ToUpper(text)
	b, err := tokenText.DecodeString(text)
	return b, err == nil && len(b) == tokenBody+tokenMAC && tokenText.EncodeToString(b) == text
}

func tokenSum(key, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(tokenLabel))
	mac.Write(body)
	return mac.Sum(nil)[:tokenMAC]
}

// veil hides the seat in a token: a challenger could otherwise read from it who
// moves first, and withdraw the challenge if that does not suit.
func veil(key []byte, p purpose, number uint32) byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(binary.BigEndian.AppendUint32([]byte("unlurbot veil 1\x00"+string(rune(p))), number))
	return mac.Sum(nil)[0] & 3
}

// draw gives a bit that nobody can foresee and that is the same each time: who
// moves first in the game that a mail asks for.
func draw(key []byte, cause string) game.Seat {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("unlurbot draw 1\x00" + cause))
	return game.First + game.Seat(mac.Sum(nil)[0]&1)
}
