package layout

import "unlurbot/store/kv"

// toSchema9 brings a file of schema 8 to schema 9, in which the keys of counters begin with whom they count, and those of
// the notes on a mail with the mail, and pages are compressed with a dictionary. Hashes don't tell what they are of, so the counts of this day,
// and of the next ones, begin anew. What was noted on mails stays, and is found by the former keys; former pages are read.
var toSchema9 = []func(*kv.Tx) error{
	func(tx *kv.Tx) error { return tx.DeleteBucket("counters") },
	makeBucket("counters"),
}
