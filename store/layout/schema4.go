package layout

import "unlurbot/store/kv"

// toSchema4 brings a file of schema 3 to schema 4, in which the operator's acts are kept.
// A field that is new needs no step: where it is missing nothing was done.
var toSchema4 = []func(*kv.Tx) error{makeBucket("acts"), makeBucket("banned")}

func makeBucket(name string) func(*kv.Tx) error {
	return func(tx *kv.Tx) error {
		_, err := tx.CreateBucket(name)
		return err
	}
}
