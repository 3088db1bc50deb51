package main

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"unlurbot/game"
	"unlurbot/mailbot/config"
	"unlurbot/mailbot/picture"
	"unlurbot/parser"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

type previewCommand struct {
	Kind string `arg:"" optional:"" help:"A kind of mail, or the name of a sample."`
	Lang string `default:"en" help:"The language (${default})."`
	Size int    `placeholder:"N" help:"The board size, if the sample has a board (default: the sample's own size, or 6)."`
	HTML string `name:"html" placeholder:"FILE" help:"Write the HTML part to this file."`
}

// Help is the long text of --help. It is made at each start of the program, and to list all samples takes as long as all else then.
func (*previewCommand) Help() string {
	return "Prints the subject and the text part of a sample mail, to work on the templates. " +
		"Nothing is sent. A kind alone is the plain mail of that kind; add a situation to see how it changes the text.\n\n" +
		"Without a kind it lists all kinds and situations."
}

// sampleNames lists the samples, those of one kind in one entry: "turn [-away|-first]".
func sampleNames() (all []string) {
	names := samples.Names()
	var kinds []string
	for _, kind := range templates.Kinds {
		kinds = append(kinds, string(kind))
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		var situations []string
		for _, name := range names {
			if situation, ok := strings.CutPrefix(name, kind+"-"); ok {
				situations = append(situations, "-"+situation)
			}
		}
		if len(situations) > 0 {
			kind += " [" + strings.Join(situations, "|") + "]"
		}
		all = append(all, kind)
	}
	return all
}

// Validate refuses what is no sample, and names those that may be meant: those that begin
// with the name, or else the nearest ones.
func (c *previewCommand) Validate() error {
	set, err := templates.Load()
	if err != nil {
		return err
	}
	if c.Size != 0 {
		if err := checkSize(c.Size); err != nil {
			return err
		}
	}
	switch {
	case !slices.Contains(set.Languages(), c.Lang):
		return fmt.Errorf("--lang is one of %s", strings.Join(set.Languages(), ", "))
	case c.Kind == "":
		return errors.New("which mail? There are " + strings.Join(sampleNames(), ", "))
	}
	names := samples.Names()
	if slices.Contains(names, c.Kind) {
		_, err = samples.Find(c.Kind, c.Size)
		return err
	}
	const most = 3
	slips := func(known string) int { return config.Distance(strings.ToLower(c.Kind), known) }
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(slips(a), slips(b)) })
	begin := slices.DeleteFunc(slices.Clone(names), func(known string) bool { return !strings.HasPrefix(known, c.Kind) })
	rest := slices.DeleteFunc(names, func(known string) bool {
		return strings.HasPrefix(known, c.Kind) || slips(known) > 1+len(c.Kind)/3
	})
	near := append(begin, rest...)
	near = near[:min(most, len(near))]
	if len(near) == 0 {
		return fmt.Errorf(`there is no mail %q; "unlurbot preview" alone lists all`, c.Kind)
	}
	return fmt.Errorf(`there is no mail %q; did you mean %s? "unlurbot preview" alone lists all`, c.Kind, strings.Join(near, " or "))
}

// Run renders one sample.
func (c *previewCommand) Run(p process) error {
	set, err := templates.Load()
	if err != nil {
		return err
	}
	sample, err := samples.Find(c.Kind, c.Size)
	if err != nil {
		return err
	}
	view, err := sample.In(set, c.Lang, parser.Words(c.Lang))
	if err != nil {
		return err
	}
	mail, err := set.Render(c.Lang, sample.Kind, view)
	if err != nil {
		return err
	}
	if c.HTML != "" {
		page := mail.HTML
		if v := sample.View; v.Envelope.Picture != nil { // which a browser that shows the page alone has nowhere else to take from
			r, err := game.ReadRecord(strings.Join(v.Game.Moves, " "), v.Game.Size)
			if err != nil {
				return err
			}
			r.Number = v.Game.Number
			r.Players[0], r.Players[1], _ = strings.Cut(v.Game.Title, " - ")
			var drawn bytes.Buffer
			if err := picture.PNG(p.ctx, &drawn, r); err != nil {
				return err
			}
			encoded := base64.StdEncoding.EncodeToString(drawn.Bytes())
			page = strings.Replace(page, "cid:"+v.Envelope.Picture.ID, "data:image/png;base64,"+encoded, 1)
		}
		if err := os.WriteFile(c.HTML, []byte(page), 0o600); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(p.out, "Subject: %s\n\n%s", mail.Subject, mail.Text)
	return err
}
