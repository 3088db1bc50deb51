package layout

import "unlurbot/store/kv"

// toSchema7 brings a file of schema 6 to schema 7, which has puzzles. Players have new fields, which need no step: where they
// are missing nobody has got one.
var toSchema7 = []func(*kv.Tx) error{makeBucket("puzzles")}
