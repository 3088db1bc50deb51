package main

import (
	"errors"
	"fmt"

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/site"
	"unlurbot/mailbot/site/folder"
	"unlurbot/mailbot/site/manifest"
)

type siteCommand struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration, for the store and for what the site says of the club. The bot may be running."`
	Dir    string `arg:"" name:"dir" help:"The directory to write into: a new or an empty one, or one that this command has filled before. Publish it with any web server."`
}

// Run writes the site, or what has changed of it.
func (c *siteCommand) Run(p process) error {
	cfg, err := config.LoadPublic(c.Config)
	if err != nil {
		return err
	}
	if err := manifest.Check(c.Dir); err != nil { // before a copy of the store is made
		return err
	}
	s, err := lookAt(p, c.Config)
	if err != nil {
		return err
	}
	told, done := p.count("pages written")
	report, err := site.Write(p.ctx, s, site.ClubOf(cfg), &folder.Folder{Dir: c.Dir, Told: told})
	done()
	if err = errors.Join(err, s.Close()); err != nil {
		return fmt.Errorf("the site was not written: %w", err)
	}
	fmt.Fprintf(p.out, "%s  files written: %d, unchanged: %d, removed: %d\n", c.Dir, report.Written, report.Kept, report.Removed)
	return nil
}
