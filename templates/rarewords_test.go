package templates_test

import (
	"slices"
	"sync"
	"time"

	"unlurbot/game"
	"unlurbot/templates"
	"unlurbot/templates/samples"
)

// says gives what a mail of a kind that is known says.
func says[T templates.Says](v *templates.View) T { return v.Says.(T) }

// rareMails are samples with something changed, for words that no sample says.
var rareMails = sync.OnceValue(func() (all []samples.Sample) {
	find := func(name string) samples.Sample {
		sample, err := samples.Find(name, 0)
		if err != nil {
			panic(err) // a name in the lines below
		}
		return sample
	}
	change := func(name string, changes ...func(*templates.View)) {
		for _, change := range changes {
			sample := find(name)
			change(sample.View)
			all = append(all, sample)
		}
	}
	// Of tournaments, how few there can be of points and games.
	change("tournament", func(v *templates.View) {
		t := says[*templates.Tournament](v)
		t.Over, t.Groups[0].Rows[1].Over, t.Groups[0].Rows[1].Points = 1, 1, 1
	})
	change("tournament-many-groups", func(v *templates.View) { says[*templates.Tournament](v).More = 1 })
	change("tournament-groups", func(v *templates.View) { says[*templates.Tournament](v).Over = 1 })
	change("tournament-by-player", func(v *templates.View) { says[*templates.Tournament](v).Group = 5 })
	change("over-in-tournament", func(v *templates.View) { v.Game.Own.Cup.Decided, v.Game.Own.Cup.Of = true, 1 })
	for _, late := range []string{"", "late"} {
		change("noted-tournament-quit", func(v *templates.View) { v.Notices[0].Name, v.Notices[0].Fault = "Eva", late })
	}
	change("drawn-round", func(v *templates.View) { b := says[*templates.CupBegun](v); b.Games = b.Games[:1] })
	change("over-in-cup", func(v *templates.View) { v.Game.Own.Cup.Points = 1 })
	change("over-cup-decided", func(v *templates.View) { v.Game.Own.Cup.Points, v.Game.Own.Cup.Of = 2, 2 })
	// Of each end of a game, what its players and others read.
	for _, reason := range []game.Reason{game.ByY, game.ByLine, game.OpponentGoal, game.ByResignation, game.ByTimeout, game.ByForfeit} {
		for _, winner := range []game.Seat{game.First, game.Second} {
			for _, color := range []game.Color{game.Black, game.White} {
				change("over", func(v *templates.View) {
					v.Game.Reason, v.Game.Winner, v.Game.Color = reason, winner, color
				})
			}
			change("export-over", func(v *templates.View) { v.Game.Reason, v.Game.Winner = reason, winner })
			change("preview-wins", func(v *templates.View) {
				says[*templates.Tries](v).Reason, says[*templates.Tries](v).Winner = reason, winner
			})
			for _, black := range []game.Seat{game.First, game.Second} {
				change("watched-won", func(v *templates.View) { v.Game.Reason, v.Game.Winner, v.Game.Black = reason, winner, black })
			}
		}
	}
	change("over-rated", func(v *templates.View) { says[*templates.Ratings](v).Yours.Gain = 0 },
		func(v *templates.View) { r := says[*templates.Ratings](v).Yours; r.Games, r.Settled = 2, 8 })
	change("export-over", func(v *templates.View) { v.Game.Reason, v.Game.Cancelled = game.NoReason, true })
	change("stale-undone", func(v *templates.View) {
		for i := range says[*templates.Outdated](v).Since {
			m := &says[*templates.Outdated](v).Since[i]
			m.ByYou, m.Name = !m.ByYou, "Bo"
		}
	})
	change("export-of", func(v *templates.View) { says[*templates.Exported](v).Games = 1 })
	change("cancelled-called-off", func(v *templates.View) { v.Game.CalledOff = game.NoSeat; v.Game.ToMove = v.Game.Seat })
	change("unreachable", func(v *templates.View) { v.Game.Cancelled = true })

	// What the mail of the day says of each game.
	for _, name := range []string{
		"lapsed", "withdrawn", "invite", "show-undo-stands", "cancelled-called-off", "cancelled-called-off-you", "cancelled-you",
	} {
		change("digest", func(v *templates.View) {
			other := find(name)
			other.View.Notices = nil
			says[*templates.Day](v).Others = []*templates.GameNews{{View: other.View, Told: string(other.Kind)}}
		})
	}
	change("digest", func(v *templates.View) { day := says[*templates.Day](v); day.Boards = day.Boards[:1] },
		func(v *templates.View) { says[*templates.Day](v).More = 1 })

	// Offers and challenges.
	change("challenged", func(v *templates.View) { v.Game.Match, v.Game.Rated = true, false })
	change("challenged-address", func(v *templates.View) { v.Game.Match = true })
	change("invite", func(v *templates.View) { v.Game.After = 41 }, func(v *templates.View) { v.Game.Match = true },
		func(v *templates.View) { v.Game.Seats, v.Game.Pace = "first", templates.Pace{} },
		func(v *templates.View) { v.Game.Seats, v.Game.Pace.Bank.Days, v.Game.Pace.Bank.Hours = "second", 0, 12 })
	change("lapsed-offer-taken", func(v *templates.View) { v.Game.Wanted = 1 })
	change("show-offer-taken", func(v *templates.View) { v.Game.Wanted = 1 })
	change("seeks-long", func(v *templates.View) { says[*templates.SeekList](v).More = 1 })
	change("turn-offer", func(v *templates.View) { v.Game.Twin = 43 })

	// What goes on in a game.
	change("turn-contract", func(v *templates.View) { v.Game.InnerFull = true })
	change("turn-undone", func(v *templates.View) { v.Game.Last.Seat = game.Second }, func(v *templates.View) { v.Game.TakenBack = v.Game.TakenBack[:1] },
		func(v *templates.View) { v.Game.TakenBack, v.Game.Last.Seat = v.Game.TakenBack[:1], game.Second })
	change("turn-at-once", func(v *templates.View) { v.Game.AtOnce[0] = templates.PlayedMove{Move: "black", Name: "Bo"} })
	change("show-moment", func(v *templates.View) { says[*templates.Shown](v).Moment.Last.ByYou = true })
	change("turn-noted", func(v *templates.View) { v.Game.OlderNotes = 2 })
	change("planned", func(v *templates.View) {
		for depth := range 2 {
			for _, any := range []bool{false, true} {
				for _, alone := range []bool{false, true} {
					v.Game.Plan = append(v.Game.Plan, templates.PlanStep{Depth: depth, If: "C4", Any: any, Alone: alone, Then: "D5"})
				}
			}
		}
	})
	for _, left := range []time.Duration{time.Second, time.Minute, 2 * time.Minute, time.Hour, 25 * time.Hour, 49 * time.Hour} {
		change("turn-timed", func(v *templates.View) { v.Game.Time.Left = templates.DurationOf(left) })
	}
	for month := time.January; month <= time.December; month++ { // in 2027 their first days are all days of the week
		change("turn-timed", func(v *templates.View) { v.Game.Time.Until = time.Date(2027, month, 1, 14, 0, 0, 0, time.UTC) })
	}
	for _, verb := range []string{"abort", "resign", "allow", "deny", "undo", "if", "black", "C4"} {
		for _, toMove := range []game.Seat{game.First, game.Second} {
			change("stale", func(v *templates.View) { says[*templates.Outdated](v).Verb, v.Game.ToMove = verb, toMove })
		}
	}
	for _, verb := range []string{"D7", "black"} {
		change("stale", func(v *templates.View) {
			v.Says = &templates.Outdated{Verb: verb, Since: []templates.PlayedMove{{Ply: 3, Move: verb, ByYou: true}}}
		})
	}

	// Lists, and all else.
	change("games", func(v *templates.View) {
		list := says[*templates.GameList](v)
		list.Lines = slices.DeleteFunc(list.Lines, func(l templates.GameLine) bool { return l.State() == "your-turn" })
	})
	change("confirm-seek", func(v *templates.View) { says[*templates.Question](v).Asked[0].Terms = true })
	change("invite-player", func(v *templates.View) { v.Game.Match = true }, func(v *templates.View) { v.Newcomer = true })
	change("show-over", func(v *templates.View) { v.Game.Seat = v.Game.Winner.Other() })
	change("results", func(v *templates.View) { says[*templates.PlayerResults](v).You = true })
	change("profile", func(v *templates.View) {
		profile := says[*templates.PlayerProfile](v)
		profile.Rating = &templates.Rating{Value: 1500, Least: 1300, Most: 1700, Games: 1, Settled: 8}
		profile.Late = templates.Reliability{Games: 9, Moves: 70, Timeouts: 2, NoShows: 2}
	}, func(v *templates.View) { says[*templates.PlayerProfile](v).Place = 1 })
	change("standings", func(v *templates.View) { says[*templates.StandingsTable](v).Place = 1 })
	change("games", func(v *templates.View) {
		list := says[*templates.GameList](v)
		list.Lines[2].Left, list.More = 1, 1
	}, func(v *templates.View) {
		lines := says[*templates.GameList](v).Lines
		lines[3].Time = lines[0].Time
	})
	change("results", func(v *templates.View) {
		results := says[*templates.PlayerResults](v)
		for i, reason := range []game.Reason{game.ByY, game.ByLine, game.OpponentGoal, game.ByResignation, game.ByTimeout, game.ByForfeit} {
			for _, won := range []bool{false, true} {
				results.Lines = append(results.Lines, templates.ResultLine{Opponent: "Bo", Reason: reason, Won: won, Spared: i == 4})
			}
		}
	})
	for n := range 3 {
		counted := func(v *templates.View) {
			switch s := v.Says.(type) {
			case *templates.PlayerResults:
				s.Won, s.Lost = n, n
			case *templates.PlayerProfile:
				same := templates.Tally{Won: n, Lost: n}
				s.Rated, s.Friendly, s.Private = same, same, &templates.PrivateGames{Won: n, Lost: n}
			case *templates.StandingsTable:
				s.Best[0].Games, s.Best[1].Games = n, n
			}
		}
		for _, name := range []string{"profile", "results", "results-own", "results-apart", "standings"} {
			change(name, counted)
		}
	}
	change("back-planned", func(v *templates.View) { v.Notices[0].Span.Begun = true })
	change("export-all", func(v *templates.View) { says[*templates.Exported](v).Games = 1 })
	change("incident", func(v *templates.View) { v.Game = &templates.Game{Number: 42, Title: "Ana - Bo"} })
	return all
})

// noticesOf gives notices of a code that say all which it can say.
func noticesOf(code string) (all []templates.Notice) {
	day := time.Date(2026, 12, 20, 0, 0, 0, 0, time.UTC)
	full := templates.Notice{
		Code: code, Text: "TEXT", Suggest: "SUGGESTION", Cell: "C4", Row: "G", First: 2, Last: 11, Size: 14, Number: 42, Name: "Bo",
		Names: []string{"ONE", "TWO"}, Place: 3, Why: &templates.Notice{Code: string(game.Occupied), Cell: "D5"},
		Span: templates.Span{From: day, To: day.AddDate(0, 0, 3), Zone: "UTC"}, Games: []templates.GameLine{{Number: 7, Size: 6, Opponent: "Bo"}},
	}
	add := func(changes ...func(n *templates.Notice)) {
		for _, change := range changes {
			n := full
			change(&n)
			all = append(all, n)
		}
	}
	// What most of them differ by: one or several, set or not, yes or no, a time by days
	// or by hours.
	add(func(*templates.Notice) {}, func(n *templates.Notice) {
		n.Number, n.Last, n.On, n.Names, n.Span.Begun = 1, 1, true, []string{"ONE"}, true
	}, func(n *templates.Notice) {
		n.Text, n.Cell, n.Row, n.Name, n.Names, n.Number, n.Last, n.Offered = "", "", "", "", nil, 0, 0, true
	}, func(n *templates.Notice) {
		n.Number, n.Span.From, n.Span.To = 1, day.Add(time.Hour), day.Add(40*time.Hour)
	}, func(n *templates.Notice) {
		n.Names, n.Span.To, n.Span.Begun = nil, day.Add(40*time.Hour), true
	})
	// And what single ones do, by a word.
	for _, word := range map[string][]string{
		templates.NoticeStale: {"abort", "resign", "if", "black"}, templates.NoticeLanguage: {"ca", "en", "es", "fr"},
		templates.NoticeFormat: {"text"}, templates.NoticeMails: {"daily"}, templates.NoticeMoved: {"black"},
		templates.NoticePace:      {"too-short", "too-long", "bank-too-long", "increment-high", "cap-below-bank"},
		templates.NoticePlanTwice: {"any", "black"}, templates.NoticeReplanned: {"any", "black"},
		templates.NoticeMaybeMove: {"resign", "black"},
	}[code] {
		add(func(n *templates.Notice) {
			n.Text, n.Cell, n.Suggest, n.Fault, n.Offered, n.Resigns = word, word, word, word, true, word == "resign"
		})
	}
	if code == templates.NoticeNoLanguage {
		add(func(n *templates.Notice) { n.Names = []string{"ca", "en", "es", "fr"} })
	}
	return all
}
