package layout

import "unlurbot/store/kv"

// toSchema6 brings a file of schema 5 to schema 6, which has announcements. A field that is new needs
// no step: where it is missing nobody has chosen anything.
var toSchema6 = []func(*kv.Tx) error{makeBucket("announcements")}
