package parser

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDamagedAddresses holds what is made of names that break the grammar, beside
// TestAddresses.
func TestDamagedAddresses(t *testing.T) {
	tests := []struct{ value, want string }{
		{`"=?utf-8?q?N=C3=BA=C3=B1ez?=" <n@example.org>`, "Núñez <n@example.org>"},
		{"=?utf-8?q?N=C3?= =?utf-8?q?=BA?= <n@example.org>", "Nú <n@example.org>"},
		{"=?utf-8?q?Nu=2C_Ana?=<n@example.org>", "Nu, Ana <n@example.org>"},
		{"=?utf-8?q?bo=40example.org?= <n@example.org>", "bo@example.org <n@example.org>"},
		{"n@example.org;", " <n@example.org>"},
		{"\xe9 <n@example.org>", "é <n@example.org>"},
	}
	for _, tc := range tests {
		var got []string
		for _, a := range parseAddresses(tc.value) {
			got = append(got, a.Name+" <"+a.Addr+">")
		}
		if diff := cmp.Diff([]string{tc.want}, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tc.value, diff)
		}
	}
}
