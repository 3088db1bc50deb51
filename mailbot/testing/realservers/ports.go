//go:build realservers

package realservers

import (
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
)

// The ports are picked below those that Linux gives to outgoing connections
// (from 32768): otherwise a client somewhere on the machine could take a port
// between our looking and the server's binding.
const (
	firstPort = 20000
	lastPort  = 32000
)

// loopback is the address of a port. The address is written out because
// `localhost` may mean ::1, where nobody listens.
func loopback(port int) string {
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
}

// given are the ports that tests of this process have got. A server binds them only
// a while later, so another test would find them free.
var given sync.Map

// freePorts finds n different ports that nobody listens on. They are random, so
// that two tests in two processes that look at the same time get different ones,
// mostly.
func freePorts(n int) ([]int, error) {
	var ports []int
	for range 1000 {
		port := firstPort + rand.IntN(lastPort-firstPort)
		l, err := net.Listen("tcp", loopback(port))
		if err != nil {
			continue
		}
		// Held until all are found, so that none is found twice.
		defer l.Close()
		if _, before := given.LoadOrStore(port, true); before {
			continue
		}
		ports = append(ports, port)
		if len(ports) == n {
			return ports, nil
		}
	}
	return nil, fmt.Errorf("found only %d of %d free ports from %d to %d", len(ports), n, firstPort, lastPort)
}
