package command

import "testing"

// TestContactData holds that a label of the sender's own data is no command: beside
// another label it is words, and below a command it is asked about.
func TestContactData(t *testing.T) {
	for reply, want := range map[string]string{
		"name: Ana Puig":                                    "name Ana Puig",
		"Nom : Jean Dupont\nC4":                             "name Jean Dupont\nC4",
		"name: Ana\nnote: D6 is weak":                       "name Ana\nnote: D6 is weak",
		"C4\nname Ana Puig":                                 "C4\nname Ana Puig",
		"C4\nNote: D6 is weak":                              "C4\nnote: D6 is weak",
		"C4\nName: Ana Puig":                                "C4\nnear: Name: Ana Puig -> name Ana Puig",
		"C4\n\nNom : Jean Dupont":                           "C4\nnear: Nom : Jean Dupont -> name Jean Dupont",
		"C4\n\nNombre: Ana Puig\n\nHola":                    "C4\nnote: Hola\nnear: Nombre: Ana Puig -> name Ana Puig",
		"C4\n\n*Name:* Ana Puig":                            "C4\nnear: *Name:* Ana Puig -> name Ana Puig",
		"C4\n\nNom: Jean Dupont\nTel: 0612345":              "C4\nnote: Nom: Jean Dupont\\nTel: 0612345",
		"C4\nNom: Jean Dupont\nTel: 0612345":                "C4\nnote: Nom: Jean Dupont\\nTel: 0612345",
		"C4\n\nNom : Jean Dupont\n\nTél. portable : 06 12":  "C4\nnote: Nom : Jean Dupont\\n\\nTél. portable : 06 12",
		"C4\n\nE-mail: ana@example.org\nName: Ana Puig":     "C4\nnote: E-mail: ana@example.org\\nName: Ana Puig",
		"C4\n\nName: Ana\nhttps://example.org":              "C4\nnote: Name: Ana\\nhttps://example.org",
		"Name: Ana Puig\nTel: 972 123 456":                  "near: Name: Ana Puig -> name Ana Puig",
		"C4\n\nProfile: example.org/ana":                    "C4\nnear: Profile: example.org/ana -> profile example.org/ana",
		"C4\n\nAddress: Main Street 4\nMail: a@example.org": "C4\nnote: Address: Main Street 4\\nMail: a@example.org",
		"C4\n\nDirección: Calle Mayor 4":                    "C4\nnote: Dirección: Calle Mayor 4",
	} {
		orders := ReadOrders(reply, "")
		checkOrders(t, orders)
		if got := tell(orders); got != want {
			t.Errorf("%q: %s, want %s", reply, got, want)
		}
	}
}
