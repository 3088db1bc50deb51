package admin

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"unlurbot/mailbot/safe"
)

// WriteVerdicts writes what became of a mail as a person reads it; names and values have tabs between them.
func WriteVerdicts(w io.Writer, verdicts []Verdict) error {
	for _, v := range verdicts {
		if v.Own != nil {
			if err := WriteMails(w, []Mail{*v.Own}); err != nil {
				return err
			}
			continue
		}
		for _, f := range v.Fields() {
			fmt.Fprintf(w, "%s:\t%s\n", f[0], f[1])
		}
		width := 0
		for _, line := range v.Lines {
			width = max(width, len(line.Fate))
		}
		for _, line := range v.Lines {
			fmt.Fprintf(w, "%*s | %s\n", width, line.Fate, safe.Runes(line.Text))
		}
	}
	return nil
}

// Fields gives a Verdict in names and values, but for the lines of the mail.
func (v *Verdict) Fields() (fields [][2]string) {
	add := func(name, format string, values ...any) {
		fields = append(fields, [2]string{name, safe.Runes(fmt.Sprintf(format, values...))})
	}
	if m := v.Own; m != nil {
		add("mail", "%d, %s", m.Number, m.State)
		add("to", "%s", m.To)
		add("subject", "%s", m.Subject)
		add("made", "%s", When(m.Made))
		add("next attempt", "%s, after %d", When(m.Next), m.Attempts)
		add("last reply", "%s", safe.Runes(cmp.Or(m.Says, "-")))
		return fields
	}
	add("decision", "%s, %s", safe.Runes(cmp.Or(v.Decision, "none is known")), When(v.At))
	add("lies in", "%s, uid %d, arrived %s", v.Folder, v.UID, When(v.Arrived))
	add("class", "%s (%s)", v.Class, v.Reason)
	add("from", "%s", v.From)
	add("subject", "%s", v.Subject)
	for _, command := range v.Commands {
		add("command", "%s %q (line %d)", command.Verb, command.Args, command.Line)
	}
	return fields
}

// WriteMails writes a table of mails, none for none; its cells end with tabs.
func WriteMails(w io.Writer, list []Mail) error {
	if len(list) > 0 {
		fmt.Fprintln(w, "\nMAIL\tSTATE\tTO\tGAME\tSUBJECT\tMADE\tATTEMPTS\tNEXT\tLAST REPLY")
	}
	for _, m := range list {
		about := "-"
		if m.Game != 0 {
			about = fmt.Sprint(m.Game)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", m.Number, m.State, safe.Runes(m.To), about, safe.Runes(m.Subject),
			When(m.Made), m.Attempts, When(m.Next), safe.Runes(cmp.Or(m.Says, "-")))
	}
	return nil
}

// When writes a time to the minute, in UTC, and "-" for none.
func When(at time.Time) string {
	if at.IsZero() {
		return "-"
	}
	return at.UTC().Format("2006-01-02 15:04")
}
