package mailbot

import "time"

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
