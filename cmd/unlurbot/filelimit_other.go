//go:build !unix

package main

// ignoreFileLimit does nothing where there is no such limit.
func ignoreFileLimit() {}
