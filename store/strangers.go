package store

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"time"

	"unlurbot/store/fold"
)

// What must be remembered of people who are nobody here, or want to be nobody,
// is remembered without their addresses: under keyed hashes of them. Whoever gets
// hold of the file with its key can try addresses, and nobody else can do even
// that.

// An AddressKey is by what an address is known that is not kept.
type AddressKey [sha256.Size]byte

// Number is a short form of the key, for a token.
func (k AddressKey) Number() uint32 { return binary.BigEndian.Uint32(k[:]) }

// purposeOfAddresses is that of the fixed key from which address keys are made.
const purposeOfAddresses = "addresses"

// AddressKey gives the key of an address, the same however it is written, and
// for as long as the store lives. All addresses with a +detail (RFC 5233) have the
// key of the one without: as a rule their mails lie in one mailbox, and whoever
// would fill it could otherwise make up as many as there are letters.
func (t *Tx) AddressKey(address string) (AddressKey, error) {
	fixed, err := t.FixedKey(purposeOfAddresses)
	return addressKey(fixed, address), err
}

func addressKey(fixed []byte, address string) AddressKey {
	return AddressKey(derive(fixed, fold.Mailbox(address)))
}

// What an address is told once in a while, mostly one that is nobody's. What mails that prove nothing
// bring about is remembered apart, so that it takes nothing from whoever is there.
const (
	ToldAnybody = ""        // help, or a question, whoever asked for it
	ToldVouched = "vouched" // the same, in answer to whom the server vouched for
	ToldNo      = "no"      // that there is no room for more people today
	ToldBanned  = "banned"  // that nobody may play who writes from there
	ToldPaused  = "paused"  // that the bot is, also if it is a player's
)

// StrangerTold tells when an address that is nobody's was last told something; the zero
// time if never.
func (t *Tx) StrangerTold(address, what string) (time.Time, error) {
	return t.noted(bucketStrangers, address, what)
}

// TellStranger notes that an address is told something now.
func (t *Tx) TellStranger(address, what string, now time.Time) error {
	return t.note(bucketStrangers, address, what, now)
}

// about gives the key of an address for one of several things; that for nothing is its
// own.
func (k AddressKey) about(what string) AddressKey {
	if what == "" {
		return k
	}
	return AddressKey(derive(k[:], what))
}

// note keeps a time under the key of an address for something.
func (t *Tx) note(bucket, address, what string, at time.Time) error {
	key, err := t.AddressKey(address)
	if err != nil {
		return err
	}
	key = key.about(what)
	return put(t, bucket, key[:], &at)
}

// noted gives that time; the zero time if there is none.
func (t *Tx) noted(bucket, address, what string) (time.Time, error) {
	key, err := t.AddressKey(address)
	if err != nil {
		return time.Time{}, err
	}
	key = key.about(what)
	at, err := known[time.Time](t, bucket, key[:])
	return *at, err
}

// Suppress notes that no invitation may go to an address any more.
func (t *Tx) Suppress(address string, now time.Time) error {
	return t.note(bucketSuppressed, address, "", now)
}

// SuppressStranger does so for whoever was sent help and has a number.
func (t *Tx) SuppressStranger(n uint32, now time.Time) error {
	for key := range t.tx.Bucket(bucketStrangers).Scan(number(n)) {
		if err := put(t, bucketSuppressed, key, &now); err != nil {
			return err
		}
	}
	return nil
}

// Suppressed tells whether no invitation may go to an address.
func (t *Tx) Suppressed(address string) (bool, error) {
	since, err := t.noted(bucketSuppressed, address, "")
	return !since.IsZero(), err
}

// Allow takes the note of Suppress away.
func (t *Tx) Allow(address string) error {
	key, err := t.AddressKey(address)
	if err != nil {
		return err
	}
	return t.tx.Bucket(bucketSuppressed).Delete(key[:])
}

// Invited tells when an address was last sent an invitation, by anybody, and
// when by one player; the zero time if never.
func (t *Tx) Invited(by PlayerID, address string) (last, byPlayer time.Time, err error) {
	if last, err = t.noted(bucketInvited, address, ""); err == nil {
		byPlayer, err = t.noted(bucketInvited, address, string(number(by)))
	}
	return last, byPlayer, err
}

// NoteInvitation notes that an address is sent an invitation by a player now.
func (t *Tx) NoteInvitation(by PlayerID, address string, now time.Time) error {
	return errors.Join(t.note(bucketInvited, address, "", now), t.note(bucketInvited, address, string(number(by)), now))
}

// noted checks the times that are remembered of addresses.
func (v *verifier) noted(bucket string) {
	walk(v, bucket, func(key []byte, at *time.Time) {
		if at.IsZero() || len(key) != len(AddressKey{}) {
			v.fault("%s: %x at %v", bucket, key, at)
		}
	})
}
