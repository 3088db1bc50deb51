package process

import (
	"fmt"
	"runtime/debug"
)

// A Fault is what went wrong inside a transaction, by a fault of this program or of
// what is stored: trying the same mail again would lead to it again. That a
// transaction could not be written at all is no Fault.
type Fault struct {
	Err   error
	Stack string // of a panic; empty for an error that was returned
}

// Error implements error.
func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap gives the cause.
func (f *Fault) Unwrap() error { return f.Err }

// Catch makes a Fault of an error or a panic of a function; nil if there is neither.
func Catch(f func() error) (fault *Fault) {
	defer func() {
		if p := recover(); p != nil {
			fault = &Fault{fmt.Errorf("panic: %v", p), string(debug.Stack())}
		}
	}()
	if err := f(); err != nil {
		return &Fault{Err: err}
	}
	return nil
}
