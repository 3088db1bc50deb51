package parser

import (
	"testing"

	"unlurbot/parser/sender"
)

// TestSpam tells which words of which filters make a mail spam.
func TestSpam(t *testing.T) {
	tests := []struct {
		fields string
		want   bool
	}{
		{"Subject: x", false},
		{"X-Spam-Flag: YES", true},
		{"X-Spam-Flag: NO", false},
		{"X-Spam-Status: Yes, score=8.1 required=5.0\n tests=BAYES_99", true},
		{"X-Spam-Status: No, score=-0.1 required=5.0", false},
		{"X-Spam-Status: No, score=0\nX-Spam-Status: Yes, score=9", false}, // the topmost is the last server's
		{"X-Spam: Yes", true},
		{"X-Spam: no", false},
		{"X-Spamd-Result: default: False [2.10 / 15.00];\n\tMIME_GOOD(-0.10)[multipart/mixed]", false},
		{"X-Spamd-Result: default: True [19.10 / 15.00]", true},
		{"X-Rspamd-Action: no action", false},
		{"X-Rspamd-Action: greylist", false},
		{"X-Rspamd-Action: add header", true},
		{"X-Barracuda-Spam-Status: Yes, SCORE=5.20 using global scores", true},
		{"X-Bogosity: Spam, tests=bogofilter, spamicity=0.99", true},
		{"X-Bogosity: Ham, tests=bogofilter", false},
		{"X-MailScanner-SpamCheck: not spam, SpamAssassin (score=0)", false},
		{"X-MailScanner-SpamCheck: spam, SpamAssassin (score=12)", true},
		{"X-Proofpoint-Spam-Details: rule=notspam policy=default score=0", false},
		{"X-Proofpoint-Spam-Details: rule=spam policy=default score=99", true},
		{"X-MS-Exchange-Organization-SCL: -1", false},
		{"X-MS-Exchange-Organization-SCL: 1", false},
		{"X-MS-Exchange-Organization-SCL: 5", true},
		{"X-MS-Exchange-Organization-SCL: 9", true},
		{"X-Forefront-Antispam-Report: CIP:192.0.2.1;CTRY:ES;SCL:1;SFV:NSPM;", false},
		{"X-Forefront-Antispam-Report: CIP:192.0.2.1;CTRY:ES;\n SCL:6;SFV:SPM;", true},
	}
	for _, tc := range tests {
		m := ReadMail([]byte(tc.fields+"\nFrom: ana@example.org\n\nC4\n"), ours)
		if m.Spam != tc.want || m.Class != sender.Person {
			t.Errorf("%q is spam: %v (%s), want %v", tc.fields, m.Spam, m.Class, tc.want)
		}
	}
}
