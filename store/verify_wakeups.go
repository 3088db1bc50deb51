package store

// wakeUps checks that each wake-up is for something that is there or, since
// nobody need take one back, was there.
func (v *verifier) wakeUps() {
	for key, value := range v.tx.tx.Bucket(bucketWakeUps).Scan(nil) {
		w, err := wakeUpOf(key)
		if err != nil {
			v.fault("wake-ups: %x is none", key)
			continue
		}
		if of, known := wakeKinds[w.Kind]; !known {
			v.fault("wake-ups: nothing is done for %q", w.Kind)
		} else if uint64(w.Number) > v.tx.tx.Bucket(of).Sequence() {
			v.fault("wake-ups: %s: number %d of %s was never given", w.Kind, w.Number, of)
		}
		if w.Kind == WakeClock {
			if g, err := v.tx.Game(GameNumber(w.Number)); err == nil && !g.Rings.Equal(w.At) {
				v.fault("wake-ups: the clock of game %d is to ring at %v, and at %v", w.Number, g.Rings, w.At)
			}
		}
		if len(value) > 0 {
			v.fault("wake-ups: %s %d at %v has a value", w.Kind, w.Number, w.At)
		}
	}
}
