package layout

import "unlurbot/store/kv"

// toSchema6 is taken by announcements.
var toSchema6 = []func(*kv.Tx) error{}
