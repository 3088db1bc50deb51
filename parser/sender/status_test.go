package sender

import "testing"

// TestStatusCode reads the Status field.
func TestStatusCode(t *testing.T) {
	for field, want := range map[string]string{
		"5.1.1": "5.1.1", "4.2.2 (mailbox full)": "4.2.2", "(full) 5.2.2": "5.2.2", "2.0.0": "2.0.0", "5.7.509": "5.7.509",
		"24.1.1": "", "45.0.0": "", "245.1.1": "", "3.1.1": "", "5.1": "", "5.1.1.1": "", "5..1": "", "5.x.1": "", ".1.1": "", "": "",
	} {
		if got := statusCode.FindString(firstWord(field)); got != want {
			t.Errorf("%q: %q, want %q", field, got, want)
		}
	}
}

// TestSMTPStatus finds codes in what servers say.
func TestSMTPStatus(t *testing.T) {
	tests := []struct{ text, want string }{
		{"550 5.1.1 no such user", "5.1.1"},
		{"550-5.7.26 unauthenticated", "5.7.26"},
		{"(#5.1.1)", "5.1.1"},
		{"said: 452 4.2.2 full", "4.2.2"},
		{"smtp;550 no", "5.0.0"},
		{"host 192.0.2.1 said: 421 busy", "4.0.0"},
		{"Error 554: no", "5.0.0"},
		{"<<< 550 no", "5.0.0"},
		{"550 first\nthen 5.2.1 which is better", "5.2.1"},
		{"Status: 2.1.5", ""},
		{"host 5.1.1.2 and 4.5.6.7", ""},
		{"version 4.94.2, v5.1.1, x5.1.1y", ""},
		{"a limit of 500 kB", ""},
		{"in 1450 parts, 5501", ""},
		{"5.8.1 5.1 5..1 5.1.1234", ""},
		{"", ""},
	}
	for _, tc := range tests {
		if got := smtpStatus(tc.text); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.text, got, tc.want)
		}
	}
}
