//go:build !linux

package kv

// ForgetCache does nothing where there is no way to do it; the cache lives until
// the machine starts again.
func ForgetCache(string) error { return nil }
