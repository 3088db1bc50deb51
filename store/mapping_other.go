//go:build !linux

package store

import "go.etcd.io/bbolt"

// release is for Linux only: elsewhere nobody has measured what it brings.
func release(*bbolt.Tx) {}
