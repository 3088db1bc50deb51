package config

import (
	"crypto"
	"crypto/ed25519"
	"crypto/x509"
	"fmt"
	"net/netip"
	"reflect"
	"slices"
	"testing"
	"time"
)

// other gives another value than that of a field.
func other(t *testing.T, v reflect.Value) reflect.Value {
	t.Helper()
	switch v.Interface().(type) {
	case []netip.Prefix:
		return reflect.ValueOf([]netip.Prefix{GmailNetwork})
	case Endpoints:
		return reflect.ValueOf(Endpoints{"https://10.0.0.1:2379"})
	case []string:
		return reflect.ValueOf([]string{"mail"})
	case *x509.CertPool:
		pool := x509.NewCertPool()
		pool.AddCert(&x509.Certificate{Raw: []byte("some issuer")})
		return reflect.ValueOf(pool)
	case time.Duration:
		return reflect.ValueOf(time.Duration(v.Int()) + time.Second)
	}
	changed := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.String:
		changed.SetString(v.String() + "x")
	case reflect.Int:
		changed.SetInt(v.Int() + 1)
	case reflect.Bool:
		changed.SetBool(!v.Bool())
	case reflect.Interface:
		changed.Set(reflect.ValueOf(crypto.Signer(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))))
	default:
		t.Fatalf("no other value for a %v", v.Type())
	}
	return changed
}

// Whatever is changed in a configuration has a key, and that key alone is named, in both directions; two that are the
// same have no changes.
func TestChanges(t *testing.T) {
	known := keysOf(reflect.TypeFor[Config](), "")
	named := map[string]bool{}
	var walk func(section string, of func(*Config) reflect.Value)
	walk = func(section string, of func(*Config) reflect.Value) {
		for i := range of(&Config{}).NumField() {
			field := of(&Config{}).Type().Field(i)
			deeper := func(c *Config) reflect.Value { return of(c).Field(i) }
			if field.Type.Kind() == reflect.Struct {
				walk(dotted(section, field.Tag.Get("yaml")), deeper)
				continue
			}
			before, after := defaults, defaults
			deeper(&after).Set(other(t, deeper(&after)))
			key := dotted(section, keyOf(field))
			for _, got := range [][]string{before.Changes(&after), after.Changes(&before)} {
				if !slices.Equal(got, []string{key}) || !slices.Contains(known, key) {
					t.Errorf("%s%s changes %v", section, field.Name, got)
				}
			}
			if same := after; len(after.Changes(&same)) > 0 {
				t.Errorf("%s: %v have changed in a copy", key, after.Changes(&same))
			}
			named[key] = true
		}
	}
	walk("", func(c *Config) reflect.Value { return reflect.ValueOf(c).Elem() })
	if len(named) == 0 || fmt.Sprint(defaults.Changes(&defaults)) != "[]" {
		t.Errorf("%d keys; of nothing %v", len(named), defaults.Changes(&defaults))
	}
}

// Files that are read twice have not changed, whatever was computed of them meanwhile.
func TestChangesOfFiles(t *testing.T) {
	seed := make([]byte, ed25519.SeedSize)
	read := func() *Config {
		c := defaults
		c.SMTP.DKIM.Key = ed25519.NewKeyFromSeed(seed)
		c.IMAP.Roots = x509.NewCertPool()
		c.IMAP.Roots.AddCert(&x509.Certificate{Raw: []byte("some issuer")})
		return &c
	}
	before := read()
	if got := before.Changes(read()); len(got) > 0 {
		t.Errorf("%v have changed", got)
	}
	seed[0]++
	if got := before.Changes(read()); !slices.Equal(got, []string{"smtp.dkim.key_file"}) {
		t.Errorf("%v have changed", got)
	}
}
