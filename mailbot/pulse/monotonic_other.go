//go:build !linux

package pulse

// monotonic is nothing where there is no systemd.
func monotonic() string { return "" }
