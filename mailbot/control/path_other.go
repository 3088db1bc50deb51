//go:build !linux

package control

// through gives the path itself: a long one is refused by the system.
func through(path, _, _ string) (short string, done func(), err error) { return path, func() {}, nil }
