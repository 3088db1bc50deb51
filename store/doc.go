// Package store keeps everything that unlurbot must remember in one file: players,
// games and challenges, the results and what they come to, the mails that were seen,
// and the mails that wait to be sent.
//
// All work goes through View and Update with a typed Tx; what one mail changes
// is one Update, so that it happens wholly or not at all, and has reached the
// disk when Update returns. Values are JSON, so that a file can be read in ten
// years without this program.
//
// A disk that fails is told of as ErrNoRoom, ErrReadOnly or ErrBroken. New files,
// be it a store, a backup or the copy before a migration, are there whole or not
// at all, and none is ever replaced.
//
// The package knows no rules of conduct: who may do what is decided in package
// mailbot, its only caller beside the commands that look after the file. A
// game's events are the truth about it; everything else that is stored about
// its course is derived from them, and Verify compares.
//
// A kind of thing has one file: the record, what a Tx does with it, how it is verified
// and how a player is forgotten in it. Its bucket has a name in buckets.go and a row in
// table.go, which names all files and is named by none but those that open a store.
// What is true without any record stands in packages below: kv has the file, layout its
// schemas, page, fold and mailkey what is kept of mails, names and addresses.
package store
