package command

// learnVerbs fills the table. It stands apart from what looks a verb up, since the rows hold
// what reads commands again: help on one, a name that is none.
func learnVerbs() {
	verbsByWord = map[string][]*verb{}
	verbs = []verb{
		{name: "move", traits: verbBinds | verbGame, args: takeCell},
		{name: "black", traits: verbBinds | verbGame, args: takeNothing},
		{name: "resign", traits: verbBinds | verbGame | verbCalm, args: takeNothing},
		{name: "abort", traits: verbBinds | verbGame | verbBare | verbCalm, args: takeNothing},
		{name: "undo", traits: verbGame | verbBare, args: takeNothing},
		{name: "hint", traits: verbGame | verbBare | verbDaily, args: takeNothing},
		{name: "allow", traits: verbBinds | verbGame | verbBare | verbDaily, args: takeNothing},
		{name: "deny", traits: verbGame | verbBare | verbDaily, args: takeNothing},
		{name: "preview", traits: verbGame, args: takePreview, near: nearPreview},
		{name: "if", traits: verbBinds | verbGame | verbDaily, args: takeIf, near: nearIf},

		{name: "challenge", traits: verbBinds, most: maxNear, args: takeChallenge},
		{name: "accept", traits: verbBinds | verbGame | verbBare, args: takeNothing},
		{name: "decline", traits: verbBinds | verbGame | verbBare, args: takeNothing},
		{name: "withdraw", traits: verbBinds | verbGame | verbBare | verbCalm, args: takeNothing},
		{name: "rematch", traits: verbBinds | verbGame | verbBare, args: orNothing(takeLevel)},
		{name: "seek", traits: verbBinds | verbLoud, args: takeSeek},
		{name: "seeks", args: takeNothing},
		{name: "tournament", traits: verbBinds | verbLoud, args: takeTournament, near: nearTournament},
		{name: "ladder", traits: verbBinds | verbLoud, args: takeLadder, near: nearLadder},
		{name: "limit", args: takeNumber},

		{name: "show", traits: verbGame | verbBare, args: takeShow},
		{name: "analyse", traits: verbGame | verbBare, args: takeNothing},
		{name: "history", traits: verbGame | verbBare, args: takeNothing},
		{name: "games", traits: verbWhose, args: orNothing(takeOneOrWho("all", "me"))},
		{name: "clocks", args: takeNothing},
		{name: "export", traits: verbGame | verbBare | verbWhose, args: orNothing(takeOneOrWho("all", "me")), fits: unlessMe},
		{name: "watch", traits: verbGame | verbBare | verbDaily, args: takeNothing, fits: withGame},
		{name: "unwatch", traits: verbGame | verbBare, args: takeNothing, fits: withGame},

		{name: "say", traits: verbGame | verbText, args: takeSay},
		{name: "note", traits: verbGame | verbText | verbDaily, args: takeNote, near: nearNote},
		{name: "mute", traits: verbGame | verbBare, args: orNothing(takeWho), fits: gameAlone},
		{name: "unmute", traits: verbGame | verbBare, args: orNothing(takeWho), fits: gameAlone},

		{name: "standings", args: takeNothing},
		{name: "profile", traits: verbLabel, args: orNothing(takeWho)},
		{name: "results", args: orNothing(takeWho)},

		{name: "name", traits: verbLabel, most: 3 + mostNameWords, args: takeName},
		{name: "set", traits: verbDaily, args: takeSetting, near: nearSetting},
		{name: "away", traits: verbDaily, args: takeAway, near: nearAway},
		{name: "back", traits: verbDaily, args: takeNothing},
		{name: "address", args: takeAddress},
		{name: "help", args: takeTopic},
		{name: "rules", args: takeNothing},
		{name: "learn", traits: verbDaily, args: orNothing(takeTask("learn"))},
		{name: "puzzle", traits: verbDaily, args: orNothing(takeTask("puzzle"))},
		{name: "stop", traits: verbDaily | verbLoud, args: takeNothing},
		{name: "never", traits: verbLoud | verbExact | verbProse, args: takeAgain},
		{name: "forget", traits: verbGame | verbExact | verbProse, args: takeOne("me", "ifs"), fits: unlessMe},
		{name: "yes", traits: verbExact, args: takePlease},
		{name: "no", traits: verbExact | verbProse, args: takePlease},
	}
	for i := range verbs {
		verbs[i].addWords()
	}
}

// Conditions for verb.fits.

func withGame(_ []string, game string) bool { return game != "" }

// gameAlone wants arguments or a game, not both.
func gameAlone(args []string, game string) bool { return len(args) == 0 || game == "" }

// unlessMe wants no game behind "forget me": who names one means something else.
func unlessMe(args []string, game string) bool {
	return game == "" || len(args) == 0 || args[0] != "me"
}
