package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A document is the file while it is being read. It walks the YAML tree itself
// instead of letting the library fill the struct, because the library's errors
// know neither the dotted key nor that a value may be secret.
type document struct {
	file  string
	lines map[string]int // where each known key stands, for problems found later
}

// fail reports a problem of a key. A key that is not in the file has the line
// of the innermost section around it that is.
func (d *document) fail(key, text string) error {
	for at := key; ; {
		if line, set := d.lines[at]; set {
			return d.failAt(line, key, text)
		}
		dot := strings.LastIndexByte(at, '.')
		if dot < 0 {
			return d.failAt(0, key, text)
		}
		at = at[:dot]
	}
}

func (d *document) failAt(line int, key, text string) error {
	return &Error{File: d.file, Line: line, Key: key, Text: text}
}

// syntaxMessage is what the library says of a file that is no YAML.
var syntaxMessage = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)

// parse gives the root of the file's one YAML document.
func (d *document) parse(data []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var first, second yaml.Node
	err := decoder.Decode(&first)
	if errors.Is(err, io.EOF) || err == nil && isNull(first.Content[0]) {
		return nil, d.failAt(0, "", "holds no settings")
	}
	if err != nil {
		line, problem := 0, "it can't be read"
		if m := syntaxMessage.FindStringSubmatch(err.Error()); m != nil {
			line, _ = strconv.Atoi(m[1]) // no digits: no line
			problem = m[2]
		}
		if strings.HasPrefix(problem, "unknown anchor") {
			// The only message with words of the file in it. A password that begins
			// with an asterisk gets here.
			problem = "a value that begins with * or & must be in quotes"
		}
		if line > 0 { // where the spoilt part begins, or the line before
			return nil, d.failAt(line, "", "is not valid YAML here or just below: "+problem)
		}
		return nil, d.failAt(0, "", "is not valid YAML: "+problem)
	}
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, d.failAt(second.Line, "", "holds more than one YAML document; it must hold only one")
	}
	return first.Content[0], nil
}

// section reads a group of keys into the struct v. key is the name of the
// group, empty for the whole file.
func (d *document) section(n *yaml.Node, key string, v reflect.Value) error {
	if isNull(n) {
		return nil // all its keys are commented out
	}
	if n.Kind != yaml.MappingNode {
		return d.failAt(n.Line, key, `must hold lines of the form "key: value"`)
	}
	for i := 0; i < len(n.Content); i += 2 {
		if err := d.entry(n.Content[i], n.Content[i+1], key, v); err != nil {
			return err
		}
	}
	return nil
}

// plausibleKey is what may be printed as the name of an unknown key. Anything
// else is more likely a piece of a value.
var plausibleKey = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]{0,39}$`)

// entry reads one key and its value into its field of the struct v.
func (d *document) entry(name, value *yaml.Node, section string, v reflect.Value) error {
	if name.ShortTag() == "!!merge" || isShared(name) {
		return d.failAt(name.Line, section, noSharing)
	}
	if name.Kind != yaml.ScalarNode || !plausibleKey.MatchString(name.Value) {
		return d.failAt(name.Line, section, "holds a key that is not a plain word")
	}
	key := dotted(section, name.Value)
	var field reflect.StructField
	var target reflect.Value
	for f, of := range v.Fields() {
		if f.Tag.Get("yaml") == name.Value {
			field, target = f, of
		}
	}
	first, again := d.lines[key]
	switch {
	case !target.IsValid():
		return d.failAt(name.Line, key, unknown(section, name.Value))
	case again:
		return d.failAt(name.Line, key, fmt.Sprintf("is set twice, first in line %d", first))
	case isShared(value):
		return d.failAt(name.Line, key, noSharing)
	}
	d.lines[key] = name.Line
	if target.Kind() == reflect.Struct {
		return d.section(value, key, target)
	}
	if value.Kind == yaml.ScalarNode && (isNull(value) || strings.TrimSpace(value.Value) == "") {
		return d.fail(key, "is empty; give it a value or leave the key out")
	}
	read, problem := readers[target.Type()](value, field.Tag.Get("range"))
	if problem != "" {
		return d.fail(key, problem)
	}
	target.Set(reflect.ValueOf(read))
	return nil
}

// noSharing refuses what YAML offers for saying a thing once and using it
// twice: in a file this small it would only hide where a value comes from.
const noSharing = "anchors, aliases and merge keys are not supported; write the value out, in quotes if it begins with & or *"

func isShared(n *yaml.Node) bool { return n.Kind == yaml.AliasNode || n.Anchor != "" }

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

func dotted(section, name string) string {
	if section == "" {
		return name
	}
	return section + "." + name
}
