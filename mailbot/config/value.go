package config

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// readers read a value into a field of each type that Config has, or say in words what
// is wrong with the value, without repeating it. limits is the field's range tag.
var readers = map[reflect.Type]func(n *yaml.Node, limits string) (value any, problem string){
	reflect.TypeFor[string](): func(n *yaml.Node, _ string) (any, string) {
		switch {
		case n.Kind != yaml.ScalarNode:
			return nil, "must be text"
		case n.ShortTag() != "!!str":
			return nil, "must be text; put it in quotes"
		case strings.ContainsFunc(n.Value, unicode.IsControl):
			return nil, "must be one line without control characters"
		}
		return n.Value, ""
	},
	// Plain decimals only: YAML's octal 010 and its 1_0 are slips here.
	reflect.TypeFor[int](): func(n *yaml.Node, limits string) (any, string) {
		least, most := bounds(limits, strconv.Atoi)
		i, err := strconv.Atoi(n.Value)
		if n.ShortTag() != "!!int" || err != nil || strconv.Itoa(i) != n.Value || i < least || i > most {
			return nil, fmt.Sprintf("must be a whole number from %d to %d", least, most)
		}
		return i, ""
	},
	// Not YAML 1.1's yes and on, which mean something else to YAML 1.2.
	reflect.TypeFor[bool](): func(n *yaml.Node, _ string) (any, string) {
		if n.ShortTag() != "!!bool" || n.Value != "true" && n.Value != "false" {
			return nil, "must be true or false"
		}
		return n.Value == "true", ""
	},
	reflect.TypeFor[time.Duration](): func(n *yaml.Node, limits string) (any, string) {
		least, most := bounds(limits, parseDuration)
		t, err := parseDuration(n.Value)
		if n.ShortTag() != "!!str" && n.Value != "0" || err != nil || t < least || t > most {
			like := "90s or 5m"
			if strings.HasSuffix(limits, "d") {
				like = "36h or 400d"
			}
			return nil, "must be a duration from " + strings.Replace(limits, "..", " to ", 1) + ", written like " + like
		}
		return t, ""
	},
	reflect.TypeFor[Security]():       oneOf(TLS, StartTLS, None),
	reflect.TypeFor[Auth]():           oneOf(PasswordLogin, OAuthLogin),
	reflect.TypeFor[Provider]():       oneOf(Microsoft, Google, Other),
	reflect.TypeFor[Flow]():           oneOf(Device, Browser, Client),
	reflect.TypeFor[[]string]():       listOf[[]string]("words, such as [mail.read, mail.send]"),
	reflect.TypeFor[Endpoints]():      listOf[Endpoints]("addresses, such as [https://10.0.0.1:2379, https://10.0.0.2:2379]"),
	reflect.TypeFor[[]netip.Prefix](): readNetworks,
	// As openssl writes it, or in the other ways that are in use.
	reflect.TypeFor[Fingerprint](): func(n *yaml.Node, _ string) (any, string) {
		sum, err := hex.DecodeString(strings.ReplaceAll(n.Value, ":", ""))
		if n.Kind != yaml.ScalarNode || err != nil || len(sum) != sha256.Size {
			return nil, `must be the SHA-256 of a certificate, 64 hexadecimal digits: what "openssl x509 -noout -fingerprint -sha256" prints behind its =`
		}
		return Fingerprint(hex.EncodeToString(sum)), ""
	},
}

// listOf reads a list of words.
func listOf[T ~[]string](like string) func(n *yaml.Node, _ string) (any, string) {
	form := "must be a list of at most 20 " + like
	return func(n *yaml.Node, _ string) (any, string) {
		var all T
		if n.Kind != yaml.SequenceNode || len(n.Content) > 20 {
			return nil, form
		}
		for _, item := range n.Content {
			if item.Kind != yaml.ScalarNode || isShared(item) || item.ShortTag() != "!!str" || !IsWord(item.Value) {
				return nil, form
			}
			all = append(all, item.Value)
		}
		return all, ""
	}
}

// oneOf reads one of a few words.
func oneOf[T ~string](words ...T) func(n *yaml.Node, _ string) (any, string) {
	list := ""
	for i, word := range words {
		switch {
		case i == len(words)-1:
			list += " or "
		case i > 0:
			list += ", "
		}
		list += string(word)
	}
	return func(n *yaml.Node, _ string) (any, string) {
		if n.ShortTag() != "!!str" || !slices.Contains(words, T(n.Value)) {
			return nil, "must be " + list
		}
		return T(n.Value), ""
	}
}

const day = 24 * time.Hour

// parseDuration reads a duration as Go writes it, or a whole number of days, such as 400d.
func parseDuration(s string) (time.Duration, error) {
	number, inDays := strings.CutSuffix(s, "d")
	if !inDays {
		return time.ParseDuration(s)
	}
	n, err := strconv.ParseUint(number, 10, 16) // far fewer than would overflow
	return time.Duration(n) * day, err
}

// readNetworks reads a list of networks. One so wide that strangers are in it is refused,
// and one with bits behind its mask, which says two things.
func readNetworks(n *yaml.Node, _ string) (value any, problem string) {
	const (
		most    = 100
		widest4 = 8
		widest6 = 7 // fc00::/7, the private addresses of IPv6
		form    = "must be a list of at most 100 networks, such as [10.1.2.0/24, 2001:db8::5]"
	)
	if n.Kind != yaml.SequenceNode || len(n.Content) > most {
		return nil, form
	}
	var all []netip.Prefix
	for _, item := range n.Content {
		if item.Kind != yaml.ScalarNode || isShared(item) {
			return nil, form
		}
		network, err := netip.ParsePrefix(item.Value)
		if address, isOne := netip.ParseAddr(item.Value); isOne == nil && address.Zone() == "" {
			network, err = netip.PrefixFrom(address, address.BitLen()), nil
		}
		switch {
		case err != nil:
			return nil, form
		case network.Addr().Is4In6():
			return nil, "must write IPv4 networks without ::ffff:"
		case network != network.Masked():
			return nil, "has a network with bits behind its mask: write 10.1.2.0/24 for a network, or 10.1.2.3 for one machine, but not 10.1.2.3/24"
		case network.Addr().Is4() && network.Bits() < widest4, network.Addr().Is6() && network.Bits() < widest6:
			return nil, "has a network so wide that it includes strangers, and every machine in it is trusted"
		}
		all = append(all, network)
	}
	return all, ""
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
