package layout

import "unlurbot/store/kv"

// toSchema6 is taken by announcements.
var toSchema6 = []func(*kv.Tx) error{}

// toSchema7 is taken by the ladder.
var toSchema7 = []func(*kv.Tx) error{}

// toSchema8 brings a file of schema 7 to schema 8, in which players say whether the web site may
// name them. Where that is missing nobody has.
var toSchema8 = []func(*kv.Tx) error{}
