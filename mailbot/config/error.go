package config

import "fmt"

// An Error is one problem of the configuration, in words for the operator. It
// repeats names of keys but never a value, because a value may be a password
// that slipped into the wrong place.
type Error struct {
	File string
	Line int    // 0 if the problem has no line, such as a key that is missing
	Key  string // dotted, such as imap.port; empty if the file as a whole is meant
	Text string // what is wrong, as the rest of a sentence that begins with Key or File

	// OutOfReach says that a secret was not found or could not be read, so that another
	// process, such as a service that is given it, may have no such problem.
	OutOfReach bool
}

// Error gives one line: file, line, key and what is wrong.
func (e *Error) Error() string {
	where := e.File
	if e.Line > 0 {
		where = fmt.Sprintf("%s:%d", where, e.Line)
	}
	if e.Key != "" {
		where += ": " + e.Key
	}
	return where + ": " + e.Text
}
