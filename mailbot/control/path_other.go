//go:build !linux

package control

// bindable gives the path itself: a long one is refused by the system.
func bindable(path string) (short string, done func(), err error) { return path, func() {}, nil }

// connectable gives the path itself.
func connectable(path string) (short string, done func(), err error) { return path, func() {}, nil }
