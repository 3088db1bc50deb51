// Package baddisk is test support and nothing else: it puts the system calls
// that change files before a test, which lets them happen or fail (seccomp), or fills
// the disk of one file, so that code meets disks that fail as the kernel tells of them.
// It needs no rights, and there is nothing in it but on Linux.
package baddisk
