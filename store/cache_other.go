//go:build !linux

package store

// forgetCache does nothing where there is no way to do it; the cache lives until
// the machine starts again.
func forgetCache(string) error { return nil }
