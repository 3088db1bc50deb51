package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"unlurbot/store/kv"
)

// Size is how many bytes WriteTo writes.
func (t *Tx) Size() int64 { return t.tx.Size() }

// WriteTo writes the whole file as it is in this transaction: a store of its
// own. As long as that takes, no page of it is used again, so the file grows
// with everything that is written meanwhile.
func (t *Tx) WriteTo(w io.Writer) (int64, error) { return t.tx.WriteTo(w) }

// CopyFile writes a store of any known schema that nobody has open, as it is. An
// error about the store is an *OpenError.
func CopyFile(path string, w io.Writer) error {
	db, _, err := openPlain(path)
	if err != nil {
		return &OpenError{Path: path, Err: err}
	}
	return errors.Join(db.CopyTo(w), db.Close())
}

// SaveCopy makes a new file of the store that write writes, for its owner only.
// When it returns nil the file is on the disk, and it was read again and is
// whole; what its games say is for Verify to check. If anything fails there is
// no file. It fails with fs.ErrExist rather than replace one.
func SaveCopy(path string, write func(io.Writer) error) (size int64, err error) {
	return SaveChecked(path, write, checkPages)
}

// SaveChecked is SaveCopy, but that check alone says whether the file is whole. It is given
// the name by which it can be read from the disk before it is moved to its place.
func SaveChecked(path string, write func(io.Writer) error, check func(file string) error) (size int64, err error) {
	err = kv.MakeFile(path, func(f *os.File) error {
		if err := write(f); err != nil {
			return err
		}
		if size, err = f.Seek(0, io.SeekCurrent); err != nil {
			return err
		}
		if err := f.Sync(); err != nil {
			return err
		}
		if err := kv.ForgetCache(f.Name()); err != nil {
			return err
		}
		return check(f.Name())
	})
	return size, err
}

// checkPages reads a file to its last page.
func checkPages(path string) error {
	db, _, err := openPlain(path)
	if err != nil {
		return fmt.Errorf("the copy: %w", err)
	}
	v := &verifier{}
	err = db.View(func(tx *kv.Tx) error {
		tx.Check(v.fault)
		return nil
	})
	if len(v.faults) > 0 {
		err = errors.Join(err, &FaultsError{v.faults})
	}
	return errors.Join(err, db.Close())
}

// overlap is by how much more is read again than what the backup has not seen:
// mails may arrive late, and clocks may be wrong.
const overlap = 48 * time.Hour

// Restore makes a new store of a backup, which may be of an older schema and
// stays as it is. It fails with fs.ErrExist if there is a file, with a
// *FaultsError if Verify finds any in the backup, and then leaves nothing. Mails
// since the time that it gives are to be read again, which the new store
// remembers (Tx.Restored): two days before the last mail that the backup knows. It is no replica,
// whatever the backup was. Told hears of each game that Verify looks at.
func Restore(backup, path string, told Progress) (since time.Time, err error) {
	err = kv.MakeFile(path, func(f *os.File) error {
		if err := CopyFile(backup, f); err != nil {
			return err
		}
		s, err := openFile(f.Name(), nil, keepNone)
		if err != nil {
			return &OpenError{Path: backup, Err: err}
		}
		faults, err := s.Verify(told)
		switch {
		case err == nil && len(faults) > 0:
			err = &FaultsError{faults}
		case err == nil:
			err = s.Update(func(t *Tx) (err error) {
				since, err = t.RereadFrom()
				return errors.Join(err, t.SetRestored(since), t.setHead(Head{})) // no log goes on from here
			})
		}
		return errors.Join(err, s.Close())
	})
	return since, err
}

// RereadFrom tells since when a store may have missed mails, were it restored now: if it has seen
// none, since ever; if it was restored itself and has not read everything
// again, since then.
func (t *Tx) RereadFrom() (since time.Time, err error) {
	since = time.Unix(0, 0).UTC()
	err = each(t, bucketSeen, func(_ []byte, s *Seen) error {
		if last := s.At.Add(-overlap); last.After(since) {
			since = last
		}
		return nil
	})
	before, unread := t.Restored()
	if !before.IsZero() && before.Before(since) {
		since = before
	}
	return since, errors.Join(err, unread)
}
