package store

import "testing"

// Addresses of one mailbox have one key, and those of different ones have not.
func TestAddressKey(t *testing.T) {
	fixed := []byte("a key for tests")
	same := addressKey(fixed, "vic@example.org")
	for address, want := range map[string]bool{
		"vic@example.org":      true,
		" VIC@Example.org ":    true,
		"vic+news@example.org": true,
		"Vic+a+b@example.org":  true,
		"vic+@example.org":     true,
		"vic@example.org+x":    false,
		"+vic@example.org":     false,
		"vi+c@example.org":     false,
		"vic@example.com":      false,
		"vic":                  false,
		"vic+x":                false,
		"":                     false,
	} {
		if got := addressKey(fixed, address) == same; got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
}
