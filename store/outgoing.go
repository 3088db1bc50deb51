package store

import (
	"time"

	"unlurbot/game"
	"unlurbot/store/leaving"
	"unlurbot/store/page"
)

// An Outgoing is one finished mail on its way out. It is kept as fields and
// not as bytes because the SMTP library builds the bytes itself; with the
// date, the Message-ID and the MIME boundary fixed here, a second attempt
// builds the same mail again, which is what lets a receiver drop the copy.
//
// The mail itself never changes once it is in the outbox. What changes with
// each attempt is the Delivery, which is stored apart.
type Outgoing struct {
	ID     uint64     `json:"id"`               // the place in the outbox, given by Enqueue; see Precedence and Number
	Player PlayerID   `json:"player,omitempty"` // whom it is for; 0 is nobody who plays
	Game   GameNumber `json:"game,omitempty"`   // what it is about; 0 for no game

	Games []GameNumber `json:"games,omitempty"` // of a daily mail: all that it tells of

	Announcement bool `json:"announcement,omitempty"` // it is one of the operator's

	EnvelopeFrom string `json:"envelope_from"` // where bounces go
	EnvelopeTo   string `json:"envelope_to"`   // exactly one recipient

	From       Mailbox   `json:"from"`
	To         Mailbox   `json:"to"`
	ReplyTo    Mailbox   `json:"reply_to"`
	Subject    string    `json:"subject"`
	Date       time.Time `json:"date"`
	MessageID  string    `json:"message_id"` // without angle brackets, as the next two
	InReplyTo  string    `json:"in_reply_to,omitempty"`
	References []string  `json:"references,omitempty"` // oldest first
	Header     []Field   `json:"header,omitempty"`     // everything else, in order
	Boundary   string    `json:"boundary"`             // of the multipart/alternative
	Text       string    `json:"text"`                 // lines end in LF
	HTML       page.Page `json:"html,omitempty"`       // none for those who want text only
	Files      []File    `json:"files,omitempty"`      // attached, in order

	// Picture is the finished game that the mail shows in pictures. They are drawn
	// when it is sent: the record is a hundred times smaller.
	Picture *game.Record `json:"picture,omitempty"`

	// Told is what a later mail to the same reader about the same game has to tell
	// too if it takes the place of this one; nil if none may.
	Told *Told `json:"told,omitempty"`
	// Instead are the mails whose place this one took, the first one first.
	Instead []Replaced `json:"instead,omitempty"`

	Precedence `json:"-"`
	Delivery   `json:"-"`
}

// A Told is what a mail tells beside how its game stands, in the reader's language.
type Told struct {
	Kind    string   `json:"kind"`              // of the mail
	Ply     int      `json:"ply"`               // of the board in it
	Remarks []string `json:"remarks,omitempty"` // sentences to the reader
	Words   string   `json:"words,omitempty"`   // of the opponent
	Passed  string   `json:"passed,omitempty"`  // of the reader, which the opponent gets
	Before  string   `json:"before,omitempty"`  // the id of the mail before it in the reader's thread
}

// A Replaced is a mail that never left, since a later one told all that it had to tell.
type Replaced struct {
	MessageID string `json:"message_id"`
	Kind      string `json:"kind"` // as in Told; of the later one, if that was sent in the form of this one
	Ply       int    `json:"ply"`
}

// A Precedence says which mails leave first, see leaving.Precedence.
type Precedence = leaving.Precedence

// BehindAll has a mail that waits leave behind all others, see leaving.BehindAll.
const BehindAll = leaving.BehindAll

// Number is the part of a mail's ID that counts: a mail has a higher one than all
// that were made before it.
func (m *Outgoing) Number() uint64 { return leaving.Number(m.ID) }

// numberIn gives that in a place in the outbox.
func numberIn(place []byte) uint64 { return leaving.Number(asNumber(place)) }

// A Delivery is how far the sending of one mail has come.
type Delivery struct {
	Recipient  string     `json:"recipient"`             // the EnvelopeTo, within which the order is kept
	Game       GameNumber `json:"game,omitempty"`        // that of the mail
	Attempts   int        `json:"attempts,omitempty"`    // how often sending was tried
	FirstTry   time.Time  `json:"first_try,omitzero"`    // when that began
	NextTry    time.Time  `json:"next_try"`              // not before this time
	LastAnswer string     `json:"last_answer,omitempty"` // what the server said the last time
	Recallable bool       `json:"recallable,omitempty"`  // only waits so that what it tells of can be taken back
	Held       bool       `json:"held,omitempty"`        // the recipient can't be reached: not before Release
	Passing    bool       `json:"passing,omitempty"`     // tells of somebody who is forgotten: nothing of it is kept
}

// A Mailbox is a display name, which may be empty, and an address.
type Mailbox struct {
	Name string `json:"name,omitempty"`
	Addr string `json:"addr"`
}

// A File is one attachment.
type File struct {
	Name string `json:"name"` // plain ASCII, as in unlur-42.sgf
	Type string `json:"type"` // such as application/json
	Data []byte `json:"data"`
}

// A Field is one header field.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}
