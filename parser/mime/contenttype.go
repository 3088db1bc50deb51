package mime

import (
	"bytes"
	"mime"
	"slices"
	"strconv"
	"strings"

	"unlurbot/parser/plain"
)

// readContentType notes the type of a part. If the header does not state it
// well, bad is what it states, and the type is guessed.
func (p *Part) readContentType() (bad string) {
	const most = 5 // fields, of which there should be one
	fields := p.Header.Values("Content-Type")
	stated := ""
	if len(fields) > 0 {
		stated = fields[0]
	} else {
		// A script that indents its lines writes it behind the field above.
		version := plain.CutBytes(p.Header.Get("Mime-Version"), plain.MaxField)
		if i := strings.Index(strings.ToLower(version), "content-type:"); i >= 0 {
			stated = version[i+len("content-type:"):]
		}
	}
	if len(fields) > 1 {
		// That one counts which fits the body: a multipart with its boundary.
		i := slices.IndexFunc(fields[:min(len(fields), most)], func(v string) bool {
			mediaType, params := guessContentType(v)
			boundary := params["boundary"]
			return strings.HasPrefix(mediaType, "multipart/") && boundary != "" && bytes.Contains(p.body, []byte("--"+boundary))
		})
		stated = fields[max(i, 0)]
	}
	if strings.TrimSpace(stated) == "" {
		p.MediaType = "text/plain"
		// Where a body begins with a delimiter and the type of a part below it, its own type
		// has been lost.
		const field = "content-type:"
		line, rest, _ := bytes.Cut(bytes.TrimLeft(p.body, "\n"), []byte("\n"))
		if bytes.HasPrefix(line, []byte("--")) && len(rest) > len(field) && strings.EqualFold(string(rest[:len(field)]), field) {
			p.MediaType = "multipart/mixed"
		}
		return stated
	}
	var err error
	p.MediaType, p.Params, err = mime.ParseMediaType(stated)
	if err == nil && strings.Contains(p.MediaType, "/") {
		return ""
	}
	p.MediaType, p.Params = guessContentType(stated)
	return stated
}

// guessContentType reads a Content-Type that breaks the grammar of RFC 2045
// section 5.1: comments, parameters named twice, without quotes or without a
// value, rubbish around the type. Programs of the time before MIME wrote a bare word.
func guessContentType(v string) (mediaType string, params map[string]string) {
	v = dropComments(plain.CutBytes(v, plain.MaxField))
	v = strings.TrimLeft(v, " \t\"'<")
	kind := leadingToken(v)
	rest := strings.TrimLeft(v[len(kind):], " \t")
	sub := ""
	if after, found := strings.CutPrefix(rest, "/"); found {
		after = strings.TrimLeft(after, " \t")
		sub = leadingToken(after)
		rest = after[len(sub):]
	}
	if strings.HasPrefix(rest, "=") { // "charset=utf-8" and no type
		return "text/plain", guessParams(v)
	}
	kind, sub = strings.ToLower(kind), strings.ToLower(sub)
	switch {
	case kind == "multipart" && sub == "":
		mediaType = "multipart/mixed"
	case kind == "html", kind == "text" && strings.HasPrefix(sub, "htm"):
		mediaType = "text/html"
	case kind == "", sub == "":
		mediaType = "text/plain"
	default:
		mediaType = kind + "/" + sub
	}
	return mediaType, guessParams(rest)
}

// leadingToken returns the token at the beginning of s (RFC 2045 section 5.1).
func leadingToken(s string) string {
	for i := range len(s) {
		if !isToken(s[i : i+1]) {
			return s[:i]
		}
	}
	return s
}

// guessParams reads the parameters of a field. The first of a name counts; what
// is broken into several by RFC 2231 section 3 is put together.
func guessParams(rest string) map[string]string {
	const most = 100
	params := map[string]string{}
	pieces := map[string][]string{}
	for n := 0; rest != "" && n < most; n++ {
		var key, value string
		key, value, rest = cutParam(rest)
		name, section, _ := strings.Cut(key, "*")
		if !isToken(name) {
			continue
		}
		if i, err := strconv.Atoi(strings.TrimSuffix(section, "*")); err == nil {
			if i == len(pieces[name]) {
				pieces[name] = append(pieces[name], value)
			}
			continue
		}
		if section == "" && strings.HasSuffix(key, "*") {
			value = value[strings.LastIndexByte(value, '\'')+1:] // charset'language'value
		}
		if _, twice := params[name]; !twice {
			params[name] = value
		}
	}
	for name, p := range pieces {
		if _, twice := params[name]; !twice {
			params[name] = strings.Join(p, "")
		}
	}
	return params
}

// cutParam takes one "name=value" off the front of a list of parameters.
func cutParam(s string) (key, value, rest string) {
	key, rest, found := strings.Cut(s, "=")
	if !found {
		return "", "", ""
	}
	if i := strings.LastIndexAny(key, ";,"); i >= 0 {
		key = key[i+1:] // before it stood a parameter without a value
	}
	key = strings.ToLower(strings.TrimSpace(key))
	if i := strings.LastIndexAny(key, " \t"); i >= 0 {
		key = key[i+1:]
	}
	rest = strings.TrimLeft(rest, " \t")
	if quoted, found := strings.CutPrefix(rest, `"`); found {
		if value, rest, found = strings.Cut(quoted, `"`); !found {
			// The quote is never closed: it holds no more than one value.
			value, rest, _ = strings.Cut(quoted, ";")
		}
	} else {
		value, rest, _ = strings.Cut(rest, ";")
	}
	return key, strings.TrimSpace(value), rest
}

// dropComments leaves out what stands in parentheses (RFC 822 section 3.4.3),
// but not within quotes.
func dropComments(s string) string {
	if !strings.Contains(s, "(") {
		return s
	}
	var out strings.Builder
	depth, quoted := 0, false
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' && depth == 0:
			quoted = !quoted
			out.WriteByte(c)
		case quoted:
			out.WriteByte(c)
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case depth == 0:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// isToken reports whether s may be the name of a parameter.
func isToken(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' || strings.IndexByte(`()<>@,;:\"/[]?=*'%`, s[i]) >= 0 {
			return false
		}
	}
	return s != ""
}
