package main

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"time"

	"unlurbot/mailbot/admin"
	"unlurbot/store/acts"
)

type tournamentCommand struct {
	List   listTournamentsCommand  `cmd:"" help:"List tournaments and cups, the newest first; the bot may be running."`
	Open   openTournamentCommand   `cmd:"" help:"Open a tournament, which players join by mail."`
	Close  closeTournamentCommand  `cmd:"" help:"Call off a tournament that has not begun; those who have joined it are told."`
	Remove removeTournamentCommand `cmd:"" help:"Take a player out of a tournament; the player is told why."`
}

type listTournamentsCommand struct{ asking }

// Run lists tournaments.
func (c *listTournamentsCommand) Run(p process) error {
	var list []admin.TournamentLine
	return c.ask(p, admin.Tournaments, url.Values{}, &list, func(w io.Writer) error {
		fmt.Fprintln(w, "NUMBER\tNAME\tSTATE\tSIZE\tPLAYERS\tROUND\tGAMES OVER\tSTARTS\tENDED")
		for _, t := range list {
			name := "cup"
			if t.Opened {
				name = cmp.Or(t.Title, "tournament")
			}
			starts := cmp.Or(t.Began, t.Starts)
			fmt.Fprintf(w, "%d\t%s\t%s\t%d\t%d\t%d\t%d of %d\t%s\t%s\n",
				t.Number, printable(name), t.State, t.Size, t.Players, t.Round, t.Over, t.Games, admin.When(starts), admin.When(t.Ended))
		}
		return nil
	})
}

type openTournamentCommand struct {
	acting
	Title    string `placeholder:"NAME" help:"What it is called."`
	Size     int    `placeholder:"N" help:"The size of the boards, from 4 to 13 (6)."`
	Group    int    `placeholder:"N" help:"How many players a group is for, from 4 to 7 (5)."`
	Pace     string `placeholder:"PACE" help:"How much time there is, as players write it (5d+1d max 10d)."`
	Friendly bool   `help:"The games are not rated."`
	Starts   string `placeholder:"DATE" help:"The day on which it begins, such as 2027-03-01; without it, it begins when one group is full."`
}

// Run opens a tournament.
func (c *openTournamentCommand) Run(p process) error {
	asked := url.Values{"act": {string(acts.Open)}, "title": {c.Title}, "pace": {c.Pace}, "starts": {c.Starts}}
	for key, n := range map[string]int{"size": c.Size, "group": c.Group} {
		if n != 0 {
			asked.Set(key, fmt.Sprint(n))
		}
	}
	if c.Friendly {
		asked.Set("friendly", "yes")
	}
	var done admin.TournamentDone
	return c.tell(p, admin.OnTournament, asked, &done, func() string {
		t := done.Tournament
		begins := "when one group is full"
		if !t.Starts.IsZero() {
			begins = "on " + t.Starts.Format(time.DateOnly)
		}
		return fmt.Sprintf("Tournament %d is open: size %d, groups of about %d, %s. It begins %s. Players join it with: tournament join %d", t.Number, t.Size, t.Group, t.Pace, begins, t.Number)
	})
}

type closeTournamentCommand struct {
	acting
	Number uint32 `arg:"" name:"number" help:"The tournament's number."`
	Words  string `arg:"" name:"text" help:"Why, for those who have joined it, in one line."`
}

// Run calls off a tournament.
func (c *closeTournamentCommand) Run(p process) error {
	asked := url.Values{"act": {string(acts.CallOff)}, "number": {fmt.Sprint(c.Number)}, "reason": {c.Words}}
	var done admin.TournamentDone
	return c.tell(p, admin.OnTournament, asked, &done, func() string {
		joined := "Nobody had joined it."
		if n := len(done.Tournament.Entrants); n > 0 {
			joined = counted(n, "player") + " had joined it, and will get a mail."
		}
		return fmt.Sprintf("Tournament %d is called off. %s", c.Number, joined)
	})
}

type removeTournamentCommand struct {
	acting
	Number uint32 `arg:"" name:"number" help:"The tournament's number."`
	Player string `arg:"" name:"player" help:"An address, a name, a hash from the log (~1f7ac02e) or a number."`
	Words  string `arg:"" name:"text" help:"Why, for the player, in one line."`
}

// Run takes a player out of a tournament.
func (c *removeTournamentCommand) Run(p process) error {
	asked := url.Values{"act": {string(acts.Remove)}, "number": {fmt.Sprint(c.Number)}, "who": {c.Player}, "reason": {c.Words}}
	var done admin.TournamentDone
	return c.tell(p, admin.OnTournament, asked, &done, func() string {
		return fmt.Sprintf("Player %d is out of tournament %d, and is told why.", done.Act.Player, c.Number)
	})
}
