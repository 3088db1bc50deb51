package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"unlurbot/parser"
)

type parseCommand struct {
	JSON    bool     `name:"json" xor:"form" help:"Print one JSON object."`
	Explain bool     `xor:"form" help:"Say for each line of the text why it was read or not."`
	Own     []string `placeholder:"ADDRESS" help:"The bot's own address, whose mails are of class own."`
	File    string   `arg:"" optional:"" help:"The mail, as it came; standard input if it is missing or -."`
}

// A parsed is the JSON object for a mail.
type parsed struct {
	Class     parser.Class     `json:"class"`
	Reason    string           `json:"reason"`
	From      string           `json:"from"`
	Subject   string           `json:"subject"`
	ReplyText string           `json:"reply_text"`
	Commands  []parser.Command `json:"commands"`
	Note      string           `json:"note"`
	Problems  []parser.Problem `json:"problems"`
	Failure   *parser.Failure  `json:"failure,omitempty"` // of a bounce: what did not arrive
}

// Run shows what the bot reads in a mail.
func (c *parseCommand) Run(p process) error {
	in, err := p.input(c.File)
	if err != nil {
		return err
	}
	defer in.Close()
	raw, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	m := parser.ReadMail(raw, parser.Options{Own: c.Own})
	orders := m.Orders()
	result := parsed{
		Class: m.Class, Reason: m.Reason, From: m.From.Addr, Subject: m.Subject, ReplyText: m.Reply, Note: orders.Note,
		Failure:  m.Failure,
		Commands: append([]parser.Command{}, orders.Commands...),
		Problems: append(append([]parser.Problem{}, m.Problems...), orders.Problems...),
	}
	if c.Explain {
		for _, line := range m.Explain() {
			fmt.Fprintf(p.out, "%-12s %s\n", line.Mark, line.Text)
		}
		return nil
	}
	if c.JSON {
		out := json.NewEncoder(p.out)
		out.SetEscapeHTML(false)
		return out.Encode(result)
	}
	result.print(p.out)
	return nil
}

func (r parsed) print(w io.Writer) {
	fmt.Fprintf(w, "class:    %s (%s)\nfrom:     %s\nsubject:  %s\n", r.Class, r.Reason, r.From, r.Subject)
	for _, c := range r.Commands {
		fmt.Fprintf(w, "command:  %s %q (line %d)\n", c.Verb, c.Args, c.Line)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(w, "problem:  %s", p.Code)
		if p.Text != "" {
			fmt.Fprintf(w, " %q", p.Text)
		}
		if p.Suggest != "" {
			fmt.Fprintf(w, ", perhaps %q", p.Suggest)
		}
		fmt.Fprintln(w)
	}
	for _, part := range []struct{ name, text string }{{"above the quote", r.ReplyText}, {"note to the opponent", r.Note}} {
		if part.text != "" {
			fmt.Fprintf(w, "%s:\n  %s\n", part.name, strings.ReplaceAll(part.text, "\n", "\n  "))
		}
	}
}
