package layout

import "unlurbot/store/kv"

// toSchema8 brings a file of schema 7 to schema 8, in which pages of mails are written in another form. It has no step: pages that wait
// are read in the old form, too. The number is for programs that know only that one.
var toSchema8 []func(*kv.Tx) error
