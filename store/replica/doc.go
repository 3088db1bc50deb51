// Package replica lets several machines be one bot: one of them leads and does the work, the others
// follow within a second and take over by themselves. Each has a store file of its own, and all hold the same.
//
// What joins them is etcd (https://etcd.io), of which the package wants two things: an ordered log and a lease. Whatever the leader's store
// is about to write becomes an entry of the log first, by a transaction of etcd that succeeds only while the leader leads and
// if the entry before is the last one; then it gets to the leader's disk, and the other machines apply it to theirs. So what is
// acknowledged is on the disks of most machines of etcd and on the leader's own, and a machine that has been replaced
// without noticing can write nothing. The election is that of etcd's own client.
//
// Under the prefix /unlurbot/ADDRESS/ there are
//
//	club           who has founded the club, and the name of its log
//	leader/        the candidates, of which the oldest leads (package concurrency of the client)
//	log/NUMBER     the entries, as in entry.go; those that all machines have are deleted
//	part/NUMBER/   parts of an entry that is too big for one value
//	alive/NAME     the machines that run, for as long as their lease lasts
//	member/NAME    how far each machine is, until it has been silent for a day
//
// Where a machine has no file, or is so far behind that the log doesn't reach back, it fetches a copy of the
// store from another one.
//
// Without a cluster in the configuration nothing of this runs. Only mailbot/machines imports the package, which is in
// programs that were built with the tag cluster.
package replica
