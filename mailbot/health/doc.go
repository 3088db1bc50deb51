// Package health says how the bot is: what it has seen of its mailbox, its relay, its store
// and its disk, and which of that is so bad that the operator should look. It judges what
// it is given and looks at nothing itself but the disk.
//
// Package mailbot fills in a Status, and everything that tells somebody outside has it from
// there: unlurbot status, the service manager, the heartbeat and the metrics.
package health
