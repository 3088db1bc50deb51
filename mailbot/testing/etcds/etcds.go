// Package etcds starts etcd for tests: three machines of it in this process, on loopback.
package etcds

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"go.etcd.io/etcd/server/v3/embed"
)

// A Cluster is some machines of etcd, which end with the test. Its methods are for one goroutine.
type Cluster struct {
	t     testing.TB
	nodes []*embed.Etcd // nil while one is closed
	confs []*embed.Config
	ended []chan struct{} // closed when the last one that has crashed is gone
}

// Start starts machines that don't wait for their disk. They replace a leader of theirs in a second or two, as etcd's own defaults
// have it: those in more of a hurry lose theirs on a busy machine, for as long as it is busy. Quota is how many bytes they hold; 0 for etcd's own limit.
func Start(t testing.TB, machines int, quota int64) *Cluster {
	t.Helper()
	return start(t, machines, quota, t.TempDir(), false) // each takes some 100 MB
}

// StartOnDisk starts machines that wait for the disk as they do for their users, for benchmarks.
func StartOnDisk(t testing.TB, machines int) *Cluster {
	t.Helper()
	return start(t, machines, 0, t.TempDir(), true)
}

func start(t testing.TB, machines int, quota int64, dir string, durable bool) *Cluster {
	t.Helper()
	c := &Cluster{t: t}
	ports := FreePorts(t, 2*machines)
	var names []string
	for i := range machines {
		conf := embed.NewConfig()
		conf.Name = fmt.Sprint("etcd", i)
		conf.Dir = filepath.Join(dir, conf.Name)
		conf.ListenPeerUrls, conf.ListenClientUrls = at(ports[2*i]), at(ports[2*i+1])
		conf.AdvertisePeerUrls, conf.AdvertiseClientUrls = conf.ListenPeerUrls, conf.ListenClientUrls
		conf.LogLevel, conf.LogOutputs = "fatal", []string{os.DevNull}
		conf.TickMs, conf.ElectionMs = 100, 1000
		conf.QuotaBackendBytes = quota
		conf.UnsafeNoFsync = !durable
		names = append(names, conf.Name+"="+conf.ListenPeerUrls[0].String())
		c.confs, c.nodes, c.ended = append(c.confs, conf), append(c.nodes, nil), append(c.ended, nil)
	}
	for _, conf := range c.confs {
		conf.InitialCluster = strings.Join(names, ",")
	}
	var all sync.WaitGroup
	for i := range machines {
		all.Go(func() { c.start(i) })
	}
	all.Wait()
	t.Cleanup(func() {
		for i := range machines {
			all.Go(func() { c.stop(i) })
		}
		all.Wait()
	})
	if t.Failed() {
		t.FailNow()
	}
	return c
}

func at(port int) []url.URL {
	return []url.URL{{Scheme: "http", Host: fmt.Sprint("127.0.0.1:", port)}}
}

// tried are the ports that FreePorts has looked at in this process.
var tried atomic.Int64

// FreePorts gives ports that nobody uses now. They are not of those that systems give to whoever wants any, which somebody may have got before
// they are used, or while a machine that listens there is down; and other processes get others, mostly.
func FreePorts(t testing.TB, n int) (ports []int) {
	t.Helper()
	const lowest, highest, each = 10_000, 32_000, 128
	for len(ports) < n {
		next := tried.Add(1)
		if next > highest-lowest {
			t.Fatal("no port is free")
		}
		port := lowest + (os.Getpid()*each+int(next))%(highest-lowest)
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
		if err == nil {
			_ = l.Close()
			ports = append(ports, port)
		}
	}
	return ports
}

func (c *Cluster) start(i int) {
	node, err := embed.StartEtcd(c.confs[i])
	if err != nil {
		c.t.Errorf("etcd: %v", err)
		return
	}
	select {
	case <-node.Server.ReadyNotify():
		c.nodes[i] = node
	case err := <-node.Err():
		c.t.Errorf("etcd: %v", err)
	}
}

func (c *Cluster) stop(i int) {
	if c.nodes[i] != nil {
		c.Crash(i)
	}
	if ended := c.ended[i]; ended != nil {
		<-ended
	}
}

// Crash ends a machine at once. Its clients lose their connections a little later.
func (c *Cluster) Crash(i int) {
	node, ended := c.nodes[i], make(chan struct{})
	c.nodes[i], c.ended[i] = nil, ended
	node.Server.HardStop()
	go func() {
		defer close(ended)
		node.Close()
	}()
}

// Close ends a machine, and waits until nobody can reach it.
func (c *Cluster) Close(i int) { c.stop(i) }

// Restart starts one again that was closed, with what it had on its disk, and waits until it answers.
func (c *Cluster) Restart(machines ...int) {
	c.t.Helper()
	var all sync.WaitGroup
	for _, i := range machines {
		restarted := *c.confs[i]
		restarted.ClusterState = embed.ClusterStateFlagExisting
		c.confs[i] = &restarted
		c.stop(i)
		all.Go(func() { c.start(i) })
	}
	all.Wait()
}

// Leader is the machine that the others follow, -1 for none.
func (c *Cluster) Leader() int {
	for i, node := range c.nodes {
		if node != nil && node.Server.Leader() == node.Server.MemberID() {
			return i
		}
	}
	return -1
}

// URLs are where clients reach the machines.
func (c *Cluster) URLs() (urls []string) {
	for _, conf := range c.confs {
		urls = append(urls, conf.ListenClientUrls[0].String())
	}
	return urls
}
