package club

import (
	"errors"
	"slices"

	"unlurbot/mailbot/facts"
	"unlurbot/store"
	"unlurbot/store/fold"
)

// MostAddresses is how many a player can have.
const MostAddresses = 5

// ChangeAddress adds an address from which the player writes, once it agrees, or with Drop takes
// one away. Mails go to one of them only: the oldest that is left.
type ChangeAddress struct {
	About
	Address string
	Written string // by the player, in one line
	Drop    bool
}

func (o ChangeAddress) do(s *Session) error {
	all := s.me.Addresses()
	at := slices.IndexFunc(all, func(a string) bool { return fold.Address(a) == fold.Address(o.Address) })
	why := facts.AddressFault(0)
	switch {
	case s.rules.Refused(o.Address) != 0:
		return refuse(nil, facts.NoAddress{Why: facts.NobodysAddress, Address: o.Written})
	case o.Drop && at < 0:
		why = facts.NotOwnAddress
	case o.Drop && len(all) == 1:
		why = facts.LastAddress
	case o.Drop:
		return o.drop(s, all, at)
	case at >= 0:
		why = facts.OwnAddress
	case len(all) >= MostAddresses:
		return refuse(nil, facts.NoAddress{Why: facts.TooManyAddresses})
	}
	if why != 0 {
		return refuse(nil, facts.NoAddress{Why: why, Address: o.Address})
	}
	f := facts.AddressAsked{Address: o.Address}
	_, err := s.Tx.PlayerByAddress(o.Address)
	if errors.Is(err, store.ErrNotFound) {
		f.Free, err = takesNone(s, o.Address)
		f.Free = !f.Free
	}
	s.note(f)
	return err
}

// drop takes an address away. Mails that went there go to the next one, those that wait included.
func (o ChangeAddress) drop(s *Session, all []string, at int) error {
	gone := all[at]
	all = slices.Delete(all, at, at+1)
	s.me.Address, s.me.Others = all[0], all[1:]
	if err := s.Tx.PutPlayer(s.me); err != nil {
		return err
	}
	if at == 0 {
		if err := s.Tx.Readdress(gone, s.me.Address); err != nil {
			return err
		}
	}
	s.note(facts.AddressDropped{Address: gone, Now: s.me.Address})
	return nil
}

// AddAddress makes an address the player's that has agreed. For somebody who was forgotten or
// banned meanwhile, any is too many.
type AddAddress struct {
	About
	Address string
}

func (o AddAddress) do(s *Session) error {
	if !s.me.Forgotten.IsZero() || !s.me.Banned.IsZero() || len(s.me.Addresses()) >= MostAddresses {
		return refuse(nil, facts.NoAddress{Why: facts.TooManyAddresses})
	}
	s.me.Others = append(s.me.Others, o.Address)
	if err := s.Tx.PutPlayer(s.me); err != nil { // claims it for what comes next
		return err
	}
	s.note(facts.AddressAdded{Player: s.me.ID, Address: o.Address})
	return nil
}
