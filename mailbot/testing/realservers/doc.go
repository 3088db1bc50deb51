// Package realservers is test support and nothing else: it runs Debian's
// Dovecot and Postfix for the length of one test.
//
// The servers inside the test process are written by the same people as the
// client library that the bot uses, so they share its idea of the protocols.
// These two were not, and they are what the bot will meet: the tests that use
// this package find out whether it can live with them.
//
// Everything but this comment needs the build tag `realservers`, root, and the
// packages that .ci/install-servers installs. Whatever is missing fails the
// test: a skipped test would look like a server that works.
package realservers
