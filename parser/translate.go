package parser

// In writes the command in the words of a language, by its code. It reads as the
// same command again, whatever the language of the reader. A code that is not known
// is taken for English.
func (c Command) In(code string) string {
	d, ok := dialectOf(code)
	if !ok || code == dialects[0].code {
		return c.String()
	}
	said := Command{Verb: d.verbs.show(c.Verb), Args: make([]string, len(c.Args))}
	for i := range c.Args {
		said.Args[i] = d.argument(c, i)
	}
	return c.write(said)
}

// argument gives an argument of a command in the words of a dialect.
func (d *dialect) argument(c Command, i int) string {
	arg := c.Args[i]
	switch c.Verb {
	case "move", "say", "note", "name", "mute", "unmute", "profile", "results":
		return arg
	case "challenge", "address", "set":
		if who := c.Verb == "challenge" && i == 0 || c.Verb == "address" && i == 1; who || c.Verb == "set" && i == 1 && isFree(c.Args[0]) {
			return arg
		}
	case "help":
		if c, ok := parseLine(arg); ok && c.Verb == "forget" {
			return c.In(d.code)
		}
		return d.verbs.show(arg)
	case "if", "preview":
		if arg == "black" {
			return d.verbs.show(arg)
		}
	}
	return d.words.show(arg)
}

// isFree reports whether the values of a setting are no words of ours.
func isFree(key string) bool {
	s, _ := settingOf(key)
	return s.values == nil
}

// Say gives a line in the words of a language, by its code: a command, or the word
// for one, in the plain form. Any other line stays as it is.
func Say(line, code string) string {
	if c, ok := parseLine(line); ok {
		return c.In(code)
	}
	if d, ok := dialectOf(code); ok && code != dialects[0].code {
		return d.verbs.show(line)
	}
	return line
}

// Option gives a word that stands behind a command, such as "size", "pace" or
// "weekends", in the words of a language, by its code; any other word as it is.
func Option(english, code string) string {
	if d, ok := dialectOf(code); ok && code != dialects[0].code {
		return d.words.show(english)
	}
	return english
}

// Languages lists the codes of the languages in which commands can be written.
func Languages() []string {
	codes := make([]string, len(dialects))
	for i, d := range dialects {
		codes[i] = d.code
	}
	return codes
}
