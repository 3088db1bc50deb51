package config

import (
	"crypto/tls"
	"net"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Cluster is what a machine needs to be one of several that are one bot, see package store/replica. Without
// Etcd there is none.
type Cluster struct {
	Etcd   Endpoints     `yaml:"etcd"`   // where its machines are
	Name   string        `yaml:"name"`   // of this machine
	Listen string        `yaml:"listen"` // host:port where the others fetch a copy of the store
	CA     string        `yaml:"ca"`     // a file with the issuer of all certificates below
	Cert   string        `yaml:"cert"`   // a file with that of this machine
	Key    string        `yaml:"key"`    // and with the key of that
	Lease  time.Duration `yaml:"lease" range:"1s..1m"`
}

// Endpoints are URLs.
type Endpoints []string

// On says whether there is a cluster.
func (c *Cluster) On() bool { return len(c.Etcd) > 0 }

// machineName is what can be part of a key in etcd, and is easy to tell from others.
var machineName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$`)

// checkCluster looks at what can be judged without the world outside.
func (d *document) checkCluster(cfg *Config) error {
	const (
		section    = "store.cluster."
		badURLs    = "must be 1 to 20 addresses such as https://10.0.0.1:2379; http:// is for etcd on this machine alone"
		badName    = "must be a name for this machine, unlike those of the others: at most 32 letters, digits and hyphens"
		badListen  = "must be the address and port of this machine at which the others reach it, such as 10.0.0.1:7400; without ca, cert and key it must be a loopback address"
		mixed      = "is of no use without an address in store.cluster.etcd"
		incomplete = "is missing: ca, cert and key belong together, and are needed where etcd is on another machine"
	)
	c := &cfg.Store.Cluster
	if !c.On() {
		for _, key := range keysOf(reflect.TypeFor[Cluster](), "store.cluster") {
			if _, set := d.lines[key]; set {
				return d.fail(key, mixed)
			}
		}
		return nil
	}
	secured := c.CA+c.Cert+c.Key != ""
	for _, raw := range c.Etcd {
		secured = secured || strings.HasPrefix(raw, "https:")
	}
	host, _, err := net.SplitHostPort(c.Listen)
	for _, rule := range []struct {
		kept      bool
		key, text string
	}{
		{!slices.ContainsFunc(c.Etcd, isNoEndpoint), "etcd", badURLs},
		{machineName.MatchString(c.Name), "name", badName},
		{err == nil && host != "" && (secured || IsLoopback(host)), "listen", badListen},
		{!secured || c.CA != "", "ca", incomplete},
		{!secured || c.Cert != "", "cert", incomplete},
		{!secured || c.Key != "", "key", incomplete},
		{c.Lease%time.Second == 0, "lease", "must be a whole number of seconds"},
	} {
		if !rule.kept {
			return d.fail(section+rule.key, rule.text)
		}
	}
	return nil
}

// isNoEndpoint says of what is no address at which what is written is safe: over TLS, or on this machine.
func isNoEndpoint(raw string) bool {
	u, err := url.Parse(raw)
	return err != nil || !isEndpoint(raw) || u.Path != ""
}

// certificates looks whether that of a machine can be used.
func (d *document) certificates(c *Cluster, getenv func(string) string) error {
	if c.CA == "" {
		return nil
	}
	if _, err := d.secretFile("store.cluster.key", c.Key, maxKey, getenv); err != nil {
		return err
	}
	c.Key = handed(c.Key, getenv)
	if _, err := tls.LoadX509KeyPair(c.Cert, c.Key); err != nil {
		return d.fail("store.cluster.cert", "names a file without a certificate in PEM form that goes with the key in store.cluster.key")
	}
	return nil
}

// TLS says how machines of a cluster know each other, and etcd: each shows a certificate of the one issuer.
// It is nil without certificates. One that is renewed is taken for the next connection.
func (c *Cluster) TLS() (*tls.Config, error) {
	if c.CA == "" {
		return nil, nil
	}
	roots, err := readRoots(c.CA)
	if err != nil {
		return nil, err
	}
	own := func() (*tls.Certificate, error) {
		pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
		return &pair, err
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS12, RootCAs: roots, ClientCAs: roots, ClientAuth: tls.RequireAndVerifyClientCert,
		GetCertificate:       func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return own() },
		GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return own() },
	}, nil
}
