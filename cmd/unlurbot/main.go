// Command unlurbot plays Unlur by mail: a daemon that reads move mails over
// IMAP and answers over SMTP, and the tools around it. See README.md.
//
// This package holds the command line only: each subcommand has a file, which
// reads its flags, wires packages together and prints.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"unlurbot/mailbot/config"
	"unlurbot/mailbot/imapbox"
	"unlurbot/mailbot/providers"
	"unlurbot/mailbot/site/folder"
	"unlurbot/store"
	"unlurbot/store/cluster"
	"unlurbot/store/layout"
)

// The exit statuses.
const (
	exitFailure = 1
	exitUsage   = 2 // a permanent error, so that a service manager does not restart: wrong flags, a wrong configuration, a store that can't be opened, a second bot on one mailbox
)

// commandLine is the grammar of the command line; kong makes --help of it.
type commandLine struct {
	Init       initCommand       `cmd:"" help:"Set up a bot: ask what is needed, write the configuration and test it."`
	Run        runCommand        `cmd:"" help:"Run the bot until it is stopped."`
	Demo       demoCommand       `cmd:"" help:"Play a whole game between two players by real mails, and print the mails."`
	Sandbox    sandboxCommand    `cmd:"" help:"Run the bot with built-in mail servers, to play in a browser or a mail client."`
	Replay     replayCommand     `cmd:"" help:"Replay a game record; print the final board and the result."`
	Engine     engineCommand     `cmd:"" help:"Choose moves: one for each game on standard input."`
	Analyse    analyseCommand    `cmd:"" help:"Show the chances in a game move by move, and where it turned."`
	Parse      parseCommand      `cmd:"" help:"Show how the bot reads a raw mail."`
	Check      checkCommand      `cmd:"" help:"Test a configuration: the file, IMAP, SMTP and the store; with --send, a mail too."`
	Login      loginCommand      `cmd:"" help:"Log in to a provider that gives tokens (OAuth), and test the configuration."`
	Verify     verifyCommand     `cmd:"" help:"Check a store or a backup by replaying every game."`
	Export     exportCommand     `cmd:"" help:"Print game records from the store."`
	Site       siteCommand       `cmd:"" help:"Write the public web site: finished games, standings, tournaments."`
	Players    playersCommand    `cmd:"" help:"Look up players by their hash in the log, or list all."`
	Status     statusCommand     `cmd:"" help:"Tell how the running bot is; exit status 1 if something is bad."`
	Games      gamesCommand      `cmd:"" help:"List games, the newest first."`
	Game       gameCommand       `cmd:"" help:"Show a game: its events, clocks and unsent mails."`
	Mails      mailsCommand      `cmd:"" help:"List the bot's mails that have not left."`
	Mail       mailCommand       `cmd:"" help:"Send one of the bot's mails again, or drop it; the bot must be running."`
	Player     playerCommand     `cmd:"" help:"Show a player; ban, rename or forget one, while the bot runs."`
	End        endCommand        `cmd:"" help:"End a game: cancel it, or give it to one of the players; the bot must be running."`
	Reopen     reopenCommand     `cmd:"" help:"Let a game go on that is over; the bot must be running."`
	Tournament tournamentCommand `cmd:"" help:"List tournaments, open one, call one off, or take a player out of one."`
	Pause      pauseCommand      `cmd:"" help:"Have the running bot read no mail and run no clock; who writes is told."`
	Handover   handoverCommand   `cmd:"" help:"Let another machine of the cluster lead; the bot must be running."`
	Resume     resumeCommand     `cmd:"" help:"Have a paused bot go on."`
	Announce   announceCommand   `cmd:"" help:"Write to all players; shows the mail, and sends it with --send. The bot must be running."`
	Why        whyCommand        `cmd:"" help:"Tell what became of a mail, and how each line of it was read."`
	Backup     backupCommand     `cmd:"" help:"Back up the store; the bot may be running."`
	Restore    restoreCommand    `cmd:"" help:"Restore the store from a backup."`

	Preview previewCommand `cmd:"" help:"Print a sample mail, to work on its text."`

	RotateKey rotateKeyCommand `cmd:"" help:"Use a new key for new mails; the bot may be running."`

	Manual manualCommand `cmd:"" hidden:"" help:"Write the manual page and the shells' completions into a directory."`

	Version kong.VersionFlag `help:"Print the version and quit."`
}

func main() { os.Exit(begin(process{now: time.Now})) }

// begin runs the program as the operating system has started it, with the clock
// and the points of p.
func begin(p process) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	ignoreFileLimit()
	p.ctx, p.in, p.out, p.talk, p.getenv = ctx, os.Stdin, os.Stdout, os.Stderr, os.Getenv
	p.lookupTXT = net.DefaultResolver.LookupTXT
	p.servers = providers.Finder{Resolver: net.DefaultResolver, Web: http.DefaultClient}
	return run(p, os.Args[1:])
}

// run is the program, up to its exit status.
func run(p process, args []string) int {
	var cli commandLine
	parser := kong.Must(&cli, kong.Name("unlurbot"),
		kong.Description("A play-by-email bot for the board game Unlur.\n\n"+
			"Exit status: 0: success; 1: failure; 2: a permanent error, to fix before restarting: "+
			"wrong flags, a wrong configuration, a store that can't be opened, a mailbox in use by another bot."),
		kong.Vars{"version": layout.Program()},
		kong.Writers(p.out, p.talk), kong.UsageOnError(), kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	command, err := parser.Parse(args)
	if err != nil {
		meant := "unlurbot"
		if wrong := (*kong.ParseError)(nil); errors.As(err, &wrong) && wrong.Context.Selected() != nil {
			meant = wrong.Context.Selected().FullPath()
		}
		fmt.Fprintf(p.talk, "unlurbot: %v (see %s --help)\n", err, meant)
		return exitUsage
	}
	err = command.Run(p)
	if err != nil && !errors.Is(err, errSaid) {
		fmt.Fprintf(p.talk, "unlurbot: %v\n", err)
		if hint := advice(err); hint != "" {
			fmt.Fprintf(p.talk, "unlurbot: %s\n", hint)
		}
	}
	return exitStatus(err)
}

// exitStatus tells what can be tried again from what is to be fixed before.
func exitStatus(err error) int {
	wrong, unopened, refused, found := (*config.Error)(nil), (*store.OpenError)(nil), refusal(""), (*finding)(nil)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, store.ErrNoRoom): // the disk has room again some day, and the first start makes the store then
		return exitFailure
	case errors.As(err, &found) && found.Permanent, errors.As(err, &wrong), errors.As(err, &unopened), errors.As(err, &refused), errors.Is(err, imapbox.ErrOtherBot), errors.Is(err, cluster.ErrMisfit), folder.IsPermanent(err):
		return exitUsage
	}
	return exitFailure
}
