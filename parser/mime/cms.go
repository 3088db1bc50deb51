package mime

import (
	"bytes"
	"slices"
	"strings"
)

// IsCMS reports whether a part is S/MIME in the form that wraps the content
// (RFC 8551 section 3.2): signed, so that anybody can unwrap it, or encrypted.
func (p *Part) IsCMS() bool {
	switch p.MediaType {
	case "application/pkcs7-mime", "application/x-pkcs7-mime", "application/cms":
		return true
	case "application/octet-stream":
		return strings.HasSuffix(p.FileName(), ".p7m")
	}
	return false
}

// The encoded object identifiers 1.2.840.113549.1.7.x of RFC 5652, and that of
// RFC 5083.
var (
	oidSignedData = []byte{0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02}
	oidsEncrypted = [][]byte{
		{0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x03},             // EnvelopedData
		{0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x06},             // EncryptedData
		{0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x10, 0x01, 0x17}, // AuthEnvelopedData
	}
)

// readCMS reads the entity within S/MIME (RFC 5652). The signature is not verified: whom to
// believe is decided by what our own server says of the author. So of a SignedData it goes
// down the one path
//
//	ContentInfo . [0] . SignedData . encapContentInfo . [0] . OCTET STRING
//
// and does not look at the certificates and signatures beside it.
func (r *treeReader) readCMS(p *Part, depth int) {
	if depth >= MaxDepth || r.parts >= MaxParts {
		r.found.Note(CodeTooDeep, "")
		return
	}
	info, ok := readElement(p.Content(r.found))
	var oid []byte
	if ok && info.tag == tagSequence {
		oid = info.next(tagOID).content
	}
	if bytes.Equal(oid, oidSignedData) {
		explicit := info.next(tagExplicit)
		signed := explicit.next(tagSequence)
		signed.next(tagInteger) // the version
		signed.next(tagSet)     // the digest algorithms
		inner := signed.next(tagSequence)
		inner.next(tagOID) // what the content is
		wrapped := inner.next(tagExplicit)
		if octets, ok := readElement(wrapped.content); ok { // else the content is elsewhere, or cut off
			content := octets.octets(make([]byte, 0, len(octets.content)), maxElementDepth)
			p.Children = []*Part{r.read(UnixLines(content), depth+1)}
		}
		return
	}
	isOID := func(o []byte) bool { return bytes.Equal(o, oid) }
	switch stated := strings.ToLower(p.Params["smime-type"]); {
	case stated == "certs-only", p.MediaType == "application/octet-stream" && !slices.ContainsFunc(oidsEncrypted, isOID):
		// There is nothing within.
	case stated == "signed-data":
		r.found.Note(CodeDamagedBody, "pkcs7-mime")
	default:
		p.Encrypted = true
	}
}

// The identifier octets that occur on that path (X.690 section 8.1.2).
const (
	tagInteger           = 0x02
	tagOctets            = 0x04
	tagOID               = 0x06
	tagConstructedOctets = 0x24
	tagSequence          = 0x30
	tagSet               = 0x31
	tagExplicit          = 0xA0
)

// maxElementDepth is how deep elements of unknown length may be nested.
const maxElementDepth = 8

// element is one value in BER (X.690 section 8), the encoding of ASN.1 that the
// standard library does not read: other than in DER, a length may be left open,
// and a string may come in pieces. Outlook and "openssl smime -stream" do both.
type element struct {
	tag     byte
	header  int    // length of what stands before the content
	content []byte // of an open length: all that follows
	open    bool
}

// readElement reads the element at the beginning of b. What is cut off at the
// end is forgiven.
func readElement(b []byte) (element, bool) {
	if len(b) < 2 || b[0]&0x1F == 0x1F || (b[0] == 0 && b[1] == 0) {
		return element{}, false
	}
	e := element{tag: b[0], header: 2, content: b[2:]}
	length := int(b[1])
	switch {
	case length == 0x80:
		e.open = true
		return e, true
	case length > 0x80:
		n := length & 0x7F
		if n > 4 || n > len(e.content) {
			return element{}, false
		}
		length = 0
		for _, c := range e.content[:n] {
			length = length<<8 | int(c)
		}
		if length < 0 { // where an int has 32 bits
			length = len(e.content)
		}
		e.header += n
		e.content = e.content[n:]
	}
	e.content = e.content[:min(length, len(e.content))]
	return e, true
}

// next takes the first element within e, which must have the tag; otherwise it
// returns an empty one and leaves e as it is.
func (e *element) next(tag byte) element {
	child, ok := readElement(e.content)
	if !ok || child.tag != tag {
		return element{}
	}
	e.content = child.rest(e.content, maxElementDepth)
	return child
}

// rest returns what follows the element in b, of which it is the beginning.
func (e element) rest(b []byte, depth int) []byte {
	if !e.open {
		return b[e.header+len(e.content):]
	}
	if depth == 0 {
		return nil
	}
	for b = e.content; ; {
		child, ok := readElement(b)
		if !ok {
			return b[min(2, len(b)):] // the two zeros that end it
		}
		b = child.rest(b, depth-1)
	}
}

// octets appends the bytes of an OCTET STRING, whole or in pieces.
func (e element) octets(out []byte, depth int) []byte {
	switch {
	case e.tag == tagOctets:
		return append(out, e.content...)
	case e.tag != tagConstructedOctets || depth == 0:
		return out
	}
	for b := e.content; ; {
		child, ok := readElement(b)
		if !ok {
			return out
		}
		out = child.octets(out, depth-1)
		b = child.rest(b, depth-1)
	}
}
