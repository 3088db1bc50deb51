// Package mime reads the form of a mail: its header and the tree of its parts, with the
// addresses and ids of the header and the content of each part as text.
//
// It mends what real mail has of damage, as far as nobody could be taken for somebody
// else by it, and notes what it could not read. It does not say which part holds the
// sender's words, nor who the sender is.
package mime
