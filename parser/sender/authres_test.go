package sender

import (
	"strings"
	"testing"

	"unlurbot/parser/mime"
)

func TestVouches(t *testing.T) {
	const ours, ana = "mx.example.org", "ana@example.com"
	tests := []struct {
		name   string
		values []string
		from   string
		want   bool
	}{
		{"a pass", []string{"mx.example.org; dmarc=pass header.from=example.com"}, ana, true},
		{"as Gmail writes it", []string{"mx.example.org;\tdkim=pass header.i=@example.com header.s=s1 header.b=AbC/d+e=;" +
			" spf=pass (mx.example.org: domain of ana@example.com designates 192.0.2.1 as permitted sender)" +
			" smtp.mailfrom=ana@example.com; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.com"}, ana, true},
		{"a version, another case, a semicolon at the end", []string{"MX.Example.ORG 1; DMARC=Pass header.from=Example.COM;"}, ana, true},
		{"comments everywhere", []string{"(a)mx.example.org(b);(c (d))dmarc(e)=(f)pass(g)header.from(h)=(i)example.com(j)"}, ana, true},
		{"properties without a type", []string{"mx.example.org; dmarc=pass action=none header.from=example.com"}, ana, true},
		{"an international name", []string{"mx.example.org; dmarc=pass header.from=xn--exmple-cua.com"}, "ana@exämple.com", true},
		{"the topmost of ours counts", []string{"other.example.net; dmarc=fail header.from=example.com",
			"mx.example.org; dmarc=pass header.from=example.com", "mx.example.org; dmarc=fail header.from=example.com"}, ana, true},
		{"the forged one is below", []string{"mx.example.org; dmarc=fail header.from=example.com",
			"mx.example.org; dmarc=pass header.from=example.com"}, ana, false},
		{"nothing", nil, ana, false},
		{"another server", []string{"mx.example.net; dmarc=pass header.from=example.com"}, ana, false},
		{"no result", []string{"mx.example.org; none"}, ana, false},
		{"a failure", []string{"mx.example.org; dmarc=fail header.from=example.com"}, ana, false},
		{"another domain", []string{"mx.example.org; dmarc=pass header.from=example.net"}, ana, false},
		{"a subdomain is another domain", []string{"mx.example.org; dmarc=pass header.from=mail.example.com"}, ana, false},
		{"the whole address", []string{"mx.example.org; dmarc=pass header.from=Ana@example.com"}, ana, true},
		{"another address", []string{"mx.example.org; dmarc=pass header.from=mal@example.com"}, ana, false},
		{"another address, nearly", []string{"mx.example.org; dmarc=pass header.from='ana@example.com"}, ana, false},
		{"a domain that programs would make this one of", []string{"mx.example.org; dmarc=pass header.from=ｅxample.com"}, ana, false},
		{"a domain with a dot behind it", []string{"mx.example.org; dmarc=pass header.from=example.com."}, ana, false},
		{"no domain", []string{"mx.example.org; dmarc=pass"}, ana, false},
		{"two domains", []string{"mx.example.org; dmarc=pass header.from=example.com header.from=example.net"}, ana, false},
		{"two results", []string{"mx.example.org; dmarc=pass header.from=example.com; dmarc=fail header.from=example.com"}, ana, false},
		{"SPF is not enough", []string{"mx.example.org; spf=pass smtp.mailfrom=example.com"}, ana, false},
		{"a result in a comment", []string{"mx.example.org; spf=fail (x; dmarc=pass header.from=example.com) smtp.mailfrom=a@example.net"}, ana, false},
		{"a result in a quoted local part", []string{
			`mx.example.org; spf=fail smtp.mailfrom="x; dmarc=pass header.from=example.com; a"@example.net`}, ana, false},
		{"the same with a failure of its own", []string{
			`mx.example.org; spf=fail smtp.mailfrom="; dmarc=pass header.from=example.com;"@example.net; dmarc=fail header.from=example.com`}, ana, false},
		{"a quote that is closed in a comment", []string{`mx.example.org; spf=fail smtp.mailfrom="x(" ; dmarc=pass header.from=example.com`}, ana, true},
		{"an open comment", []string{"mx.example.org; dmarc=pass header.from=example.com (oops"}, ana, false},
		{"an open quote", []string{`mx.example.org; dmarc=pass header.from=example.com reason="oops`}, ana, false},
		{"garbage after the result", []string{"mx.example.org; dmarc=pass header.from=example.com oops"}, ana, false},
		{"an unknown version", []string{"mx.example.org 2; dmarc=pass header.from=example.com"}, ana, false},
		{"no semicolon", []string{"mx.example.org dmarc=pass header.from=example.com"}, ana, false},
		{"no server at all, as Exchange Online", []string{"spf=pass smtp.mailfrom=example.com; dmarc=pass header.from=example.com"}, ana, false},
		{"no author", []string{"mx.example.org; dmarc=pass header.from=example.com"}, "", false},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			h, trace := mime.Header{From: mime.Address{Addr: tc.from}, SoleAuthor: true}, Trace{AuthResults: fieldsAt(AboveBorder, tc.values...)}
			if doubt := (Voucher{ID: ours, Lowest: AboveBorder}).Doubts(&h, &trace); (doubt == NoDoubt) != tc.want {
				t.Errorf("%q, want %v for %q", doubt, tc.want, tc.values)
			}
			h.SoleAuthor = false
			if (Voucher{ID: ours, Lowest: AboveBorder}).Doubts(&h, &trace) == NoDoubt {
				t.Error("it may be about another author")
			}
		})
	}
	h, trace := mime.Header{From: mime.Address{Addr: ana}, SoleAuthor: true}, Trace{AuthResults: fieldsAt(AboveBorder, "; dmarc=pass header.from=example.com")}
	if doubt := (Voucher{Lowest: AboveBorder}).Doubts(&h, &trace); doubt != NoServer {
		t.Errorf("without a configured server, nobody vouches: %q", doubt)
	}
}

func fieldsAt(p Place, values ...string) (fields []AuthField) {
	for _, v := range values {
		fields = append(fields, AuthField{Value: v, Place: p})
	}
	return fields
}

// TestVerdicts tells what a server states results of.
func TestVerdicts(t *testing.T) {
	for _, tc := range []struct {
		value, want string
	}{
		{"mx.example.org; spf=pass smtp.mailfrom=a@example.com; DMARC=pass header.from=example.com", "mx.example.org: spf dmarc"},
		{"mx.example.org; none", "mx.example.org:"},
		{"spf=pass (sender IP is 192.0.2.1)\r\n smtp.mailfrom=example.com; dkim=pass (signature was verified) header.d=example.com;" +
			"dmarc=pass action=none header.from=example.com;compauth=pass reason=100", ": spf dkim dmarc compauth"},
		{"mx.example.org; spf=pass (", "mx.example.org: spf, broken"},
		{"", ":"},
	} {
		server, methods, ok := AuthField{Value: tc.value}.Verdicts()
		got := strings.TrimSpace(server + ": " + strings.Join(methods, " "))
		if !ok {
			got += ", broken"
		}
		if got != tc.want {
			t.Errorf("%q: %q, want %q", tc.value, got, tc.want)
		}
	}
}
