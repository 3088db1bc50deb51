package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"unlurbot/parser"
	"unlurbot/parser/sender"
)

type parseCommand struct {
	JSON    bool     `name:"json" xor:"form" help:"Print one line of JSON per mail."`
	Explain bool     `xor:"form" help:"Explain for each line of text why it was kept, cut or read as a command."`
	Own     []string `placeholder:"ADDRESS" help:"The bot's own address; mails from it are of class own."`
	Files   []string `arg:"" optional:"" name:"file" help:"Raw mails, one per file; directories are searched recursively (default, and for -: standard input)."`

	shown bool // a mail before this one
}

// Help is the long text of --help.
func (*parseCommand) Help() string {
	return `A bad mail is not a failure: the output says what is wrong with it. Like the bot, it reads only the header of a mail above 256 KiB.`
}

// A parsed is the JSON object for a mail.
type parsed struct {
	File      string            `json:"file,omitempty"`
	Class     sender.Class      `json:"class"`
	Reason    string            `json:"reason"`
	From      string            `json:"from"`
	Subject   string            `json:"subject"`
	ReplyText string            `json:"reply_text"`
	Commands  []parser.Command  `json:"commands"`
	Note      string            `json:"note"`
	Problems  []parser.Problem  `json:"problems"`
	Spam      bool              `json:"spam,omitempty"`
	Failure   *sender.Failure   `json:"failure,omitempty"`   // of a bounce: what did not arrive
	Complaint *sender.Complaint `json:"complaint,omitempty"` // which mail somebody has called spam
}

// Run shows what the bot reads in mails, in the order of the arguments; of a directory,
// those in it and all below it. A file that can't be opened does not keep it from the others.
func (c *parseCommand) Run(p process) error {
	if len(c.Files) == 0 {
		return c.parse(p, "-")
	}
	var failures []error
	for _, root := range c.Files {
		if root == "-" {
			failures = append(failures, c.parse(p, root))
			continue
		}
		if info, err := os.Stat(root); err == nil && info.IsDir() {
			root += string(filepath.Separator) // for a link to a directory
		}
		failed := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				err = c.parse(p, path)
			}
			failures = append(failures, err)
			return nil
		})
		failures = append(failures, failed)
	}
	return errors.Join(failures...)
}

// parse shows one mail.
func (c *parseCommand) parse(p process, path string) error {
	in, err := p.input(path)
	if err != nil {
		return err
	}
	defer in.Close()
	raw, err := io.ReadAll(io.LimitReader(in, parser.MaxMail+1))
	if err != nil {
		return err
	}
	m := parser.ReadMail(raw, parser.Options{Own: c.Own})
	if path == "-" {
		path = ""
	}
	orders := m.Orders()
	problems := make([]parser.Problem, 0, len(m.Problems)+len(orders.Problems))
	for _, d := range m.Problems {
		problems = append(problems, parser.Problem{Code: d.Code, Text: d.Text})
	}
	result := parsed{
		File: path, Class: m.Class, Reason: m.Reason, From: m.From.Addr, Subject: m.Subject, ReplyText: m.Reply,
		Commands: orders.Commands, Note: orders.Note,
		Spam: m.Spam, Failure: m.Failure, Complaint: m.Complaint,
		Problems: append(problems, orders.Problems...),
	}
	if c.JSON {
		out := json.NewEncoder(p.out)
		out.SetEscapeHTML(false)
		return out.Encode(result)
	}
	if c.shown {
		fmt.Fprintln(p.out)
	}
	c.shown = true
	if path != "" {
		fmt.Fprintf(p.out, "file:     %s\n", path)
	}
	result.print(p.out)
	if c.Explain { // with what became of each line at its left
		lines, width := m.Explain(), 0
		for _, line := range lines {
			width = max(width, len(line.Fate))
		}
		for _, line := range lines {
			fmt.Fprintln(p.out, strings.TrimRight(fmt.Sprintf("%*s | %s", width, line.Fate, line.Text), " "))
		}
		return nil
	}
	for _, part := range []struct{ name, text string }{{"above the quote", result.ReplyText}, {"note to the opponent", result.Note}} {
		if part.text != "" {
			fmt.Fprintf(p.out, "%s:\n  %s\n", part.name, strings.ReplaceAll(part.text, "\n", "\n  "))
		}
	}
	return nil
}

func (r parsed) print(w io.Writer) {
	fmt.Fprintf(w, "class:    %s (%s)\nfrom:     %s\nsubject:  %s\n", r.Class, r.Reason, r.From, r.Subject)
	if r.Spam {
		fmt.Fprintln(w, "spam:     a filter says so")
	}
	if f := r.Failure; f != nil {
		kind := "temporary"
		if f.Permanent {
			kind = "permanent"
		}
		fmt.Fprintf(w, "failure:  %s of the mail to %s, status %s, id %s\n", kind, orNone(f.Recipient), orNone(f.Status), orNone(f.OriginalID))
	}
	if c := r.Complaint; c != nil {
		fmt.Fprintf(w, "abuse:    %s called the mail with id %s spam\n", orNone(c.Recipient), orNone(c.OriginalID))
	}
	for _, c := range r.Commands {
		place := fmt.Sprintf("line %d", c.Line)
		if c.Line == 0 {
			place = "in the subject"
		}
		fmt.Fprintf(w, "command:  %s %q (%s)\n", c.Verb, c.Args, place)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(w, "problem:  %s", p.Code)
		if p.Text != "" {
			fmt.Fprintf(w, " %q", p.Text)
		}
		if p.Suggest != "" {
			fmt.Fprintf(w, ", perhaps %q", p.Suggest)
		}
		for i, suggest := range p.Suggests {
			fmt.Fprintf(w, "%s %q", []string{", perhaps", " or"}[min(i, 1)], suggest)
		}
		fmt.Fprintln(w)
	}
}

func orNone(s string) string {
	if s == "" {
		return "(not said)"
	}
	return s
}
