//go:build !unix || aix || solaris

package credential

// tryLock does nothing where folders can't be locked so.
func tryLock(string) (release func(), busy bool) { return func() {}, false }
