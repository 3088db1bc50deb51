// Package measured is a test and nothing else: it lays out mails of every kind in a real
// browser, in the windows of phones and desktops and as mail programs that take something
// away would show them, and holds what comes of it to what the look promises. What is
// written in a mail, and who gets it, is tested elsewhere; here nothing is read but what
// a reader sees.
//
// Everything but this comment needs the build tag `realservers` and the packages that
// .ci/install-servers installs.
package measured
