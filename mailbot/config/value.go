package config

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// set reads a value into the field that target points to, and says in words
// what is wrong with the value, without repeating it. limits is the field's
// range tag. A new type of field is one more case here.
func set(target any, n *yaml.Node, limits string) (problem string) {
	if n.Kind == yaml.ScalarNode && (isNull(n) || strings.TrimSpace(n.Value) == "") {
		return "is empty; give it a value or leave the key out"
	}
	switch target := target.(type) {
	case *string:
		return setString(target, n)
	case *int:
		return setInt(target, n, limits)
	case *bool:
		return setBool(target, n)
	case *time.Duration:
		return setDuration(target, n, limits)
	case *Security:
		return setSecurity(target, n)
	case *[]netip.Prefix:
		return setNetworks(target, n)
	}
	panic(fmt.Sprintf("config: no reader for fields of type %T", target))
}

func setString(target *string, n *yaml.Node) string {
	switch {
	case n.Kind != yaml.ScalarNode:
		return "must be text"
	case n.ShortTag() != "!!str":
		return "must be text; put it in quotes"
	case strings.ContainsFunc(n.Value, unicode.IsControl):
		return "must be one line without control characters"
	}
	*target = n.Value
	return ""
}

// setInt takes plain decimals only: YAML's octal 010 and its 1_0 are slips here.
func setInt(target *int, n *yaml.Node, limits string) string {
	least, most := bounds(limits, strconv.Atoi)
	i, err := strconv.Atoi(n.Value)
	if n.ShortTag() != "!!int" || err != nil || strconv.Itoa(i) != n.Value || i < least || i > most {
		return fmt.Sprintf("must be a whole number from %d to %d", least, most)
	}
	*target = i
	return ""
}

// setBool does not take YAML 1.1's yes and on, which mean something else to
// YAML 1.2.
func setBool(target *bool, n *yaml.Node) string {
	if n.ShortTag() != "!!bool" || n.Value != "true" && n.Value != "false" {
		return "must be true or false"
	}
	*target = n.Value == "true"
	return ""
}

func setDuration(target *time.Duration, n *yaml.Node, limits string) string {
	least, most := bounds(limits, time.ParseDuration)
	t, err := time.ParseDuration(n.Value)
	if n.ShortTag() != "!!str" || err != nil || t < least || t > most {
		return "must be a duration from " + strings.Replace(limits, "..", " to ", 1) + ", written like 90s or 5m"
	}
	*target = t
	return ""
}

func setSecurity(target *Security, n *yaml.Node) string {
	s := Security(n.Value)
	if n.ShortTag() != "!!str" || s != TLS && s != StartTLS && s != None {
		return "must be tls, starttls or none"
	}
	*target = s
	return ""
}

// setNetworks reads a list of networks. One so wide that strangers are in it is
// refused, and one with bits behind its mask, which says two things.
func setNetworks(target *[]netip.Prefix, n *yaml.Node) string {
	const (
		most    = 100
		widest4 = 8
		widest6 = 7 // fc00::/7, the private addresses of IPv6
		form    = "must be a list of at most 100 networks, such as [10.1.2.0/24, 2001:db8::5]"
	)
	if n.Kind != yaml.SequenceNode || len(n.Content) > most {
		return form
	}
	*target = nil
	for _, item := range n.Content {
		if item.Kind != yaml.ScalarNode || isShared(item) {
			return form
		}
		network, err := netip.ParsePrefix(item.Value)
		if address, isOne := netip.ParseAddr(item.Value); isOne == nil && address.Zone() == "" {
			network, err = netip.PrefixFrom(address, address.BitLen()), nil
		}
		switch {
		case err != nil:
			return form
		case network.Addr().Is4In6():
			return "must have networks of IPv4 as such, without ::ffff: before them"
		case network != network.Masked():
			return "has a network with bits behind its mask: write 10.1.2.0/24 for a network, or 10.1.2.3 for one machine, but not 10.1.2.3/24"
		case network.Addr().Is4() && network.Bits() < widest4, network.Addr().Is6() && network.Bits() < widest6:
			return "has a network so wide that strangers are in it: everybody there is believed"
		}
		*target = append(*target, network)
	}
	return ""
}

// bounds reads a range tag. A bad tag is a mistake in this package.
func bounds[T any](limits string, parse func(string) (T, error)) (least, most T) {
	from, to, _ := strings.Cut(limits, "..")
	least, err := parse(from)
	if err == nil {
		most, err = parse(to)
	}
	if err != nil {
		panic(fmt.Sprintf("config: bad range tag %q", limits))
	}
	return least, most
}
