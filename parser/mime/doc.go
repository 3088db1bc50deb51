// Package mime reads the form of a mail: its header, with the addresses and ids in it, and
// the tree of its parts, with the content of each as text.
//
// It repairs the damage that real mail has, as far as nobody could be taken for somebody
// else by it, and notes what it could not read. It does not decide which part holds the
// sender's words, nor who the sender is. Package parser calls ReadTree and ReadHeader once for
// each mail; sender and reply look into the parts.
package mime
