package mime

import (
	"strings"
	"testing"

	"unlurbot/parser/plain"
)

// TestTransferEncoding holds the words that programs have written for the five
// encodings.
func TestTransferEncoding(t *testing.T) {
	words := map[encoding]string{
		encodingNone:            "|7bit|7-bit|8bit|8 bit|8BIT (raw)|8bits|binary|none|plain|text/html|utf-8|us-ascii|iso-8859-1|7bit;|\"8bit\"",
		encodingQuotedPrintable: "quoted-printable|Quoted-Printable|quoted_printable|quoted-printable; charset=utf-8|quoted printable|quotedprintable|QP",
		encodingBase64:          "base64|BASE64|base-64|base64;|Base64 (x)|base64 charset=utf-8|b64",
		encodingUU:              "x-uuencode|uuencode|X-UUE",
		encodingUnknown:         "x-rot13|yes",
	}
	glued := ReadTree([]byte("Content-Type: text/html; charset=utf-8 Content-Transfer-Encoding: base64\n\nC4"), nil, false, &Findings{})
	if got := glued.transferEncoding(); got != encodingBase64 || plain.TidyCharset(glued.Params["charset"]) != "utf-8" {
		t.Errorf("glued to the Content-Type it is encoding %d, charset %q", got, glued.Params["charset"])
	}
	for want, list := range words {
		for word := range strings.SplitSeq(list, "|") {
			m := &Findings{}
			p := ReadTree([]byte("Content-Transfer-Encoding: "+word+"\n\nC4"), nil, false, m)
			if got := p.transferEncoding(); got != want {
				t.Errorf("%q is encoding %d, want %d", word, got, want)
			}
		}
	}
}
