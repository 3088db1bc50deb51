package layout

import "unlurbot/store/kv"

// toSchema5 brings a file of schema 4 to schema 5, which has tournaments. Games and players have
// new fields, which need no step: where they are missing there was no tournament.
var toSchema5 = []func(*kv.Tx) error{makeBucket("tournaments")}
