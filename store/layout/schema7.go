package layout

import "unlurbot/store/kv"

// toSchema7 brings a file of schema 6 to schema 7, which has the ladder. Games have a new field,
// which needs no step: where it is missing they are none of the ladder.
var toSchema7 = []func(*kv.Tx) error{makeBucket("ladder")}
