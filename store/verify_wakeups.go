package store

import "slices"

// wakeUps checks that each wake-up is for something that is there or, since
// nobody need take one back, was there.
func (v *verifier) wakeUps() {
	for key, value := range entries(v.tx.tx.Bucket(bucketWakeUps)) {
		w, err := wakeUpOf(key)
		switch {
		case err != nil:
			v.fault("wake-ups: %x is none", key)
			continue
		case !slices.Contains(wakeKinds, w.Kind):
			v.fault("wake-ups: nothing is done for %q", w.Kind)
		case w.Kind == WakeRequest && uint64(w.Number) > v.tx.tx.Bucket(bucketRequests).Sequence():
			v.fault("wake-ups: request %d was never made", w.Number)
		}
		if len(value) > 0 {
			v.fault("wake-ups: %s %d at %v has a value", w.Kind, w.Number, w.At)
		}
	}
}
