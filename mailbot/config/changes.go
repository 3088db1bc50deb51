package config

import (
	"crypto"
	"crypto/x509"
	"reflect"
)

// Changes gives the keys that have another value in a newer configuration, in the order of
// the struct: imap.host. A file that is named by a key and was read, such as that of a password, counts as
// its value. No value is among what it gives.
func (c *Config) Changes(newer *Config) (keys []string) {
	seen := map[string]bool{}
	var compare func(section string, a, b reflect.Value)
	compare = func(section string, a, b reflect.Value) {
		for i := range a.NumField() {
			field := a.Type().Field(i)
			key := dotted(section, keyOf(field))
			switch {
			case field.Type.Kind() == reflect.Struct:
				compare(key, a.Field(i), b.Field(i))
			case !seen[key] && !same(a.Field(i).Interface(), b.Field(i).Interface()):
				seen[key] = true
				keys = append(keys, key)
			}
		}
	}
	compare("", reflect.ValueOf(c).Elem(), reflect.ValueOf(newer).Elem())
	return keys
}

// keyOf gives the key of a field, within its section. One that the file doesn't have holds what was read for
// another one, which its tag names.
func keyOf(field reflect.StructField) string {
	if of := field.Tag.Get("of"); of != "" {
		return of
	}
	return field.Tag.Get("yaml")
}

// same compares what two configurations have for a field. Neither issuers nor keys can be compared by their
// bits: they hold what was computed meanwhile.
func same(a, b any) bool {
	switch a := a.(type) {
	case *x509.CertPool:
		b, _ := b.(*x509.CertPool)
		return a == b || a != nil && b != nil && a.Equal(b)
	case crypto.Signer:
		b, ok := b.(crypto.Signer)
		public, known := a.Public().(interface{ Equal(crypto.PublicKey) bool })
		return ok && known && public.Equal(b.Public())
	}
	return reflect.DeepEqual(a, b)
}
