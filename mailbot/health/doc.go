// Package health reports how the bot is: the state of its mailbox, its relay, its store
// and its disk, and which problems the operator should look at. It judges what
// it is given, and itself checks only the disk.
//
// Package mailbot/pulse fills in a Status, and everything that reports to the outside reads
// it: unlurbot status, the service manager, the heartbeat and the metrics.
package health
