package templates

import (
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"unlurbot/game"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func load(t testing.TB) *Set {
	t.Helper()
	set, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// gameView shows a record to one of its players, as package mailbot does it.
func gameView(t testing.TB, record string, seat game.Seat, choices ...string) *Game {
	t.Helper()
	g, err := game.ParseRecord(record, game.DefaultSize)
	if err != nil {
		t.Fatal(err)
	}
	p := g.Position()
	v := &Game{
		Number: 42, Title: "Ana - Bo", Size: p.Size(), Seat: seat, Challenger: seat == game.First, Ply: p.Ply(),
		Phase: p.Phase(), ToMove: p.ToMove(), Color: p.Color(seat), Winner: p.Winner(), Reason: p.Reason(),
		InnerFull: !p.InnerCellsLeft(), Board: Draw(p),
		Connection: len(p.Connection()) > 0, Choices: choices, Example: "E5",
	}
	_, v.Marked = p.Last()
	if events := g.Events(); len(events) > 0 {
		v.Last = &events[len(events)-1]
		v.Moves = strings.Fields(g.Record())[1:]
	}
	return v
}

// undone shows a game of which the last event is a take-back.
func undone(v *Game, by game.Seat) *Game {
	v.Last = &game.Event{Seat: by, Move: game.Move{Kind: game.TakeBack}}
	return v
}

func cancelled(v *Game) *Game {
	v.Cancelled = true
	return v
}

func offered(v *Game) *Game {
	v.Wanted = 1
	return v
}

// holiday is a time for which somebody is away.
func holiday(begun bool) Span {
	zone := time.FixedZone("Europe/Madrid", 60*60)
	return Span{From: time.Date(2026, 12, 20, 0, 0, 0, 0, zone), To: time.Date(2027, 1, 7, 0, 0, 0, 0, zone), Zone: zone.String(), Begun: begun}
}

// still lets the clock stand still.
func still(v *Game) *Game {
	v.Time.Still = v.Time.Until.AddDate(0, 0, -9)
	return v
}

// timed gives the player to move some time.
func timed(v *Game, left time.Duration) *Game {
	zone := time.FixedZone("Europe/Madrid", 60*60)
	v.Time = &Time{Left: DurationOf(left), Until: time.Date(2026, 11, 29, 14, 0, 0, 0, zone), Zone: zone.String()}
	return v
}

// momentView shows, of the game that a record begins, the position after some of
// its moves and some more that are only tried; without those the game is the whole
// record.
func momentView(t testing.TB, record string, ply, tried int, seat game.Seat) *Game {
	t.Helper()
	then, err := game.ParseRecord(record, game.DefaultSize)
	if err != nil {
		t.Fatal(err)
	}
	words := then.Moves()
	size := "size=" + strconv.Itoa(then.Size()) + " "
	g := gameView(t, size+strings.Join(words, " "), seat, "move", "say")
	if tried > 0 {
		g = gameView(t, size+strings.Join(words[:ply], " "), seat, "move", "say")
	}
	shown := gameView(t, size+strings.Join(words[:ply+tried], " "), seat)
	g.Board, g.Color, g.Marked, g.Connection = shown.Board, shown.Color, shown.Marked, shown.Connection
	g.Moment = &Moment{Ply: shown.Ply, Winner: shown.Winner, Reason: shown.Reason, ToMove: shown.ToMove}
	var moves []PlayedMove
	for i, word := range words[:ply+tried] {
		by := then.Events()[i].Seat
		moves = append(moves, PlayedMove{Ply: i + 1, Move: word, ByYou: by == seat, Name: map[game.Seat]string{game.First: "Ana", game.Second: "Bo"}[by]})
	}
	g.Moment.Tried = moves[ply:]
	if len(moves) > 0 {
		g.Moment.Last = &moves[len(moves)-1]
	}
	return g
}

const (
	whiteWins = "size=4 black A3 A4 B3 B5 C4 C6 D4 D7 E5 E7 F5 F7 G6"
	blackWins = "size=4 black B2 A1 E6 A2 D3 A3 C3 B5 E4 C6 D5 D7 E5 E7 F4 F7 F6 G7 F3 A4"
	loserLine = "size=4 black B2 A1 B3 B1 C3 C1 E3 D1 F4 E2 E6 F3 F5 G4"
)

// The mails of each kind, in the situations that change their words.
func samples(t testing.TB) map[string]struct {
	kind Kind
	view *View
} {
	said := []Notice{{Code: NoticeSaid, Name: "Bo"}}
	turn := []string{"move", "black", "resign", "say", "show", "history", "help"}
	usual := PaceOf(game.DefaultPace())
	waiting := &Game{Number: 42, Title: "Ana - Bo", Size: 8, Waiting: true, Challenger: true, Seats: "first", Pace: usual, Rated: true, Choices: []string{"withdraw", "say", "help"}, Days: 14}
	seeking := &Game{Number: 42, Title: "Ana", Size: 6, Waiting: true, Challenger: true, Pace: usual, Rated: true, Wanted: 1, Choices: []string{"withdraw", "help"}, Days: 14}
	asked := &Game{Number: 42, Title: "Ana - Bo", Size: 6, Waiting: true, Pace: usual, Rated: true, Choices: []string{"accept", "decline", "never", "help", "rules"}, Days: 14}
	atOnce := func(g *Game, by string, from int, notices ...Notice) *View { // by is who wrote the first move
		v := &View{You: "Ana", Opponent: "Bo", Game: g, Notices: notices}
		for i, m := range g.Moves[from:] {
			mine := (i%2 == 0) == (by == "you")
			g.AtOnce = append(g.AtOnce, PlayedMove{Ply: from + i + 1, Move: m, ByYou: mine, Name: map[bool]string{true: "Ana", false: "Bo"}[mine]})
		}
		return v
	}
	planned := func(v *View) *View {
		v.Game.Plan = []PlanStep{
			{If: "C4", Then: "D5"}, {Depth: 1, If: "E6", Then: "F7"}, {Depth: 2, Any: true, Alone: true, Then: "K11"},
			{Depth: 1, If: "G7", Then: "F7"}, {If: "black", Then: "E5"}, {Any: true, Then: "black"},
		}
		return v
	}
	ana := func(g *Game, notices ...Notice) *View {
		return &View{You: "Ana", Opponent: "Bo", Game: g, Notices: notices, Address: "unlur@example.org"}
	}
	bo := func(g *Game, notices ...Notice) *View {
		return &View{You: "Bo", Opponent: "Ana", Game: g, Notices: notices, Address: "unlur@example.org"}
	}
	words := func(v *View, text string) *View { v.Words = text; return v }
	passed := func(v *View, text string) *View { v.Passed = text; return v }
	first, second := game.First, game.Second
	gameFiles, allFiles := []string{"unlur-42.sgf", "unlur-42.json"}, []string{"unlur-games.sgf", "unlur-games.jsonl"}
	noted := func(g *Game, older int, texts ...string) *Game {
		for i, text := range texts {
			g.Notes = append(g.Notes, Note{Ply: i, Text: text})
		}
		g.OlderNotes = older
		return g
	}
	seen := func(g *Game, black game.Seat) *View {
		g.Seat, g.Color, g.Names, g.Black = game.NoSeat, game.NoColor, [2]string{"Ana", "Bo"}, black
		return &View{You: "Carla", Game: g, Address: "unlur@example.org"}
	}
	day := time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)
	watchedBy := func(g *Game, names ...string) *Game { g.Watchers = names; return g }
	return map[string]struct {
		kind Kind
		view *View
	}{
		"digest": {Digest, func() *View {
			one := words(ana(timed(gameView(t, "C4 black D7 E5", first), 47*time.Hour)), "Your turn!\n\nTake your time.")
			one.Remarks = []string{"Bo did not let you take your last move back: it stands."}
			two := ana(gameView(t, "", first))
			lost, said, watched := ana(gameView(t, whiteWins, first)), words(ana(gameView(t, "C4", first)), "Are you there?"), seen(gameView(t, "C4", first), game.NoSeat)
			declined, begun := ana(waiting), ana(gameView(t, "", second))
			lost.Told, said.Told, watched.Told, declined.Told, begun.Told = "over", "show", "watched", "declined", "show"
			lost.Remarks = []string{"Your rating: 1480 (-20)."}
			return &View{You: "Ana", Day: day, Boards: []*View{one, two}, Others: []*View{lost, said, begun, declined, watched}}
		}()},
		"digest-nothing-waits": {Digest, func() *View {
			said := words(ana(gameView(t, "C4", first)), "Are you there?")
			said.Told = "show"
			return &View{You: "Ana", Day: day, Others: []*View{said}}
		}()},
		"watched": {Watched, seen(timed(gameView(t, "C4 black D7", first), 25*time.Hour), second)},
		"watched-begins": {Watched, func() *View {
			v := seen(gameView(t, "", first), game.NoSeat)
			v.Notices = []Notice{{Code: NoticeWatching, Number: 42}}
			return v
		}()},
		"watched-black":      {Watched, seen(gameView(t, "C4 black", first), second)},
		"watched-undone":     {Watched, seen(undone(gameView(t, "C4 D5", first), first), game.NoSeat)},
		"watched-won":        {Watched, seen(gameView(t, whiteWins, first), first)},
		"watched-lost":       {Watched, seen(gameView(t, loserLine, first), first)},
		"watched-resigned":   {Watched, seen(gameView(t, "C4 resign", first), game.NoSeat)},
		"watched-cancelled":  {Watched, seen(cancelled(gameView(t, "C4", first)), game.NoSeat)},
		"show-watched":       {Show, ana(watchedBy(gameView(t, "C4", first, "say"), "Carla", "Dan"))},
		"turn-noted":         {Turn, ana(noted(gameView(t, "C4 black D7 E5", first, turn...), 1, "D6 next", "Bo is strong on side 3."))},
		"history-noted":      {History, ana(noted(gameView(t, "C4", first), 2, "resign?"))},
		"challenged":         {Challenged, ana(waiting)},
		"challenged-address": {Challenged, func() *View { v := ana(waiting); v.Verb = "bo@example.net"; return v }()},
		"lapsed-by-you":      {Lapsed, ana(waiting)},
		"lapsed":             {Lapsed, bo(asked)},
		"never":              {Never, bo(nil)},
		"forget":             {Forget, bo(nil)},
		"forgotten":          {Forgotten, bo(nil)},
		"over-left":          {Over, ana(gameView(t, "C4 resign", first), Notice{Code: NoticeLeft, Name: "Bo"})},
		"invite":             {Invite, bo(asked)},
		"declined-by-you":    {Declined, bo(asked)},
		"declined":           {Declined, ana(waiting)},
		"withdrawn-by-you":   {Withdrawn, ana(waiting)},
		"withdrawn":          {Withdrawn, bo(asked)},
		"started":            {Started, bo(gameView(t, "", second, "say", "resign", "help"))},
		"turn-first":         {Turn, ana(gameView(t, "", first, turn...))},
		"turn-contract":      {Turn, words(bo(gameView(t, "C4", second, turn...)), "Greetings from a rainy Girona.\n\nAnd now a line that is far too long for a mail and must therefore be broken before it ends.")},
		"turn-after-black":   {Turn, ana(gameView(t, "C4 black", first, "move", "resign", "help"))},
		"turn-main":          {Turn, bo(gameView(t, "C4 black D7", second, "move", "resign", "help"))},
		"moved-contract":     {Moved, passed(ana(gameView(t, "C4", first, "say", "resign"), said...), "Good luck!\n\nAna")},
		"moved-black":        {Moved, bo(gameView(t, "C4 black", second, "say", "resign"))},
		"moved-main":         {Moved, ana(gameView(t, "C4 black D7", first, "say", "resign"))},
		"turn-at-once":       {Turn, atOnce(gameView(t, "C4 black D7 E5", first, "move", "resign", "help"), "you", 2)},
		"turn-at-once-far":   {Turn, atOnce(gameView(t, "C4 D5 E6 F7", first, "move", "resign", "help"), "you", 0, Notice{Code: NoticePlanLeft, Text: "F7"})},
		"turn-at-once-black": {Turn, atOnce(gameView(t, "C4 D5 black", second, "move", "resign", "help"), "Bo", 0)},
		"moved-at-once":      {Moved, planned(atOnce(gameView(t, "C4 D5", second, "if", "resign"), "Bo", 0))},
		"moved-at-once-main": {Moved, atOnce(gameView(t, "black C4", first, "if", "resign"), "you", 0)},
		"over-at-once":       {Over, atOnce(gameView(t, whiteWins, first, "challenge"), "you", 12)},
		"planned":            {Planned, planned(ana(gameView(t, "C4 black D7", first, "if", "forget ifs", "resign"), Notice{Code: NoticePlanned}, Notice{Code: NoticeReplanned, Cell: "E6", Text: "F8"}))},
		"planned-nothing":    {Planned, ana(gameView(t, "C4", first, "if", "resign"), Notice{Code: NoticePlanDropped})},
		"refused-plan": {Refused, ana(gameView(t, "C4", first, "if", "resign"),
			Notice{Code: NoticePlanRefused, Text: "C5 D5, E6 D5", Cell: "D5", Why: &Notice{Code: string(game.Occupied), Cell: "D5"}})},
		"stale-plan": {Stale, func() *View {
			v := ana(gameView(t, "C4 black D7 E5", first, "move", "resign"))
			v.Verb, v.Game.Since = "if", []PlayedMove{{Ply: 4, Move: "E5", Name: "Bo"}}
			return v
		}()},
		"over-line-won":  {Over, bo(gameView(t, whiteWins, second, "challenge"))},
		"over-line-lost": {Over, ana(gameView(t, whiteWins, first, "challenge"))},
		"over-rated": {Over, func() *View {
			v := ana(gameView(t, "C4 resign", first, "challenge"))
			v.Rating = &Rating{Value: 1540, Least: 1420, Most: 1660, Gain: 12, Games: 9, Settled: 8}
			return v
		}()},
		"over-rated-lost": {Over, func() *View {
			v := bo(gameView(t, "C4 resign", second, "challenge"))
			v.Rating = &Rating{Value: 1338, Least: 758, Most: 1918, Gain: -162, Games: 1, Settled: 8}
			return v
		}()},
		"over-y-won":         {Over, ana(gameView(t, blackWins, first, "challenge"))},
		"over-own-goal-won":  {Over, bo(gameView(t, loserLine, second, "challenge"))},
		"over-own-goal-lost": {Over, ana(gameView(t, loserLine, first, "challenge"))},
		"over-resigned":      {Over, words(ana(gameView(t, "C4 resign", first, "challenge")), "Thank you!")},
		"over-you-resigned":  {Over, bo(gameView(t, "C4 resign", second, "challenge"))},
		"show":               {Show, ana(gameView(t, "C4 black D7", first, "say", "resign"))},
		"show-challenge":     {Show, ana(waiting)},
		"show-over":          {Show, ana(gameView(t, "C4 resign", first, "challenge"))},
		"history":            {History, ana(gameView(t, "C4 black D7", first, "say", "resign"))},
		"history-empty":      {History, ana(gameView(t, "", first, "move"))},
		"history-files": {History, func() *View {
			v := bo(gameView(t, "C4 black D7", second, "say"))
			v.Files = gameFiles
			return v
		}()},
		"show-moment":       {Show, ana(momentView(t, "C4 E6 black F6 D7", 2, 0, first))},
		"show-moment-first": {Show, ana(momentView(t, "C4", 0, 0, first))},
		"show-moment-over":  {Show, bo(momentView(t, whiteWins, 13, 0, second))},
		"show-moment-now":   {Show, ana(momentView(t, "C4 black", 2, 0, first))},
		"preview":           {Preview, ana(momentView(t, "C4 E6 black F6", 3, 1, second))},
		"preview-long":      {Preview, ana(momentView(t, "C4 E6 D5 black F6 E5", 2, 4, first))},
		"preview-wins":      {Preview, bo(momentView(t, whiteWins, 12, 2, second))},
		"preview-loses":     {Preview, ana(momentView(t, whiteWins, 12, 2, first))},
		"preview-y":         {Preview, ana(momentView(t, blackWins, 20, 1, first))},
		"preview-own-goal":  {Preview, ana(momentView(t, loserLine, 14, 1, first))},
		"preview-theirs":    {Preview, bo(momentView(t, loserLine, 14, 1, second))},
		"refused-preview":   {Refused, bo(gameView(t, "C4 black D7", second, "move"), Notice{Code: string(game.Occupied), Cell: "C4", Text: "C4", Place: 2})},
		"export": {Export, func() *View {
			v := ana(gameView(t, "C4 black D7", first, "say"))
			v.Files, v.Export = gameFiles, &Exported{Games: 1}
			return v
		}()},
		"export-over": {Export, func() *View {
			v := bo(gameView(t, "C4 resign", second))
			v.Files, v.Export = gameFiles, &Exported{Games: 1}
			return v
		}()},
		"export-all":       {Export, &View{You: "Ana", Files: allFiles, Export: &Exported{Games: 12}}},
		"export-many":      {Export, &View{You: "Ana", Files: allFiles, Export: &Exported{Games: 310, Left: 7, Newest: 9}}},
		"export-none":      {Export, &View{You: "Ana", Export: &Exported{}}},
		"export-me":        {Export, &View{You: "Ana", Files: []string{"unlur-me.json"}, Export: &Exported{Me: true, Games: 3, Left: 1, Newest: 4}}},
		"said":             {Said, passed(ana(gameView(t, "C4", first, "say"), said...), "Are you there?")},
		"message":          {Message, words(bo(gameView(t, "C4", second, turn...)), "Are you there?")},
		"problem-game":     {Problem, ana(gameView(t, "", first, turn...), Notice{Code: NoticeNear, Text: "blakc", Suggest: "black"})},
		"problem-several":  {Problem, &View{You: "Ana", Notices: []Notice{{Code: NoticeNear, Text: "seks", Names: []string{"seek", "seeks"}}}}},
		"problem-waiting":  {Problem, bo(asked, Notice{Code: NoticeUnknown, Text: "perhaps later"})},
		"refused-waiting":  {Refused, ana(waiting, Notice{Code: NoticeOwnChallenge, Number: 42})},
		"refused-game":     {Refused, bo(gameView(t, "C4 black D7", second, "move"), Notice{Code: string(game.OffBoard), Cell: "G12", Row: "G", First: 2, Last: 11})},
		"refused-limit":    {Refused, &View{You: "Ana", Nothing: true, Notices: []Notice{{Code: NoticeTooManyMails, Number: 200, Text: "15:00 UTC"}}}},
		"refused-invites":  {Refused, &View{You: "Ana", Nothing: true, Notices: []Notice{{Code: NoticeTooManyOpen, Number: 3}}}},
		"refused-games":    {Refused, &View{You: "Ana", Nothing: true, Notices: []Notice{{Code: NoticeTooManyGames, Number: 100}}}},
		"refused-stranger": {Refused, &View{Notices: []Notice{{Code: NoticeNoNewPlayers, Text: "00:00 UTC"}}}},
		"refused-over":     {Refused, bo(gameView(t, "C4 resign", second, "challenge"), Notice{Code: string(game.GameOver)})},
		"stale": {Stale, func() *View {
			v := ana(gameView(t, "C4 black D7 E5", first, "move", "resign"))
			v.Verb, v.Game.Since = "C5", []PlayedMove{{Ply: 3, Move: "D7", ByYou: true}, {Ply: 4, Move: "E5", Name: "Bo"}}
			return v
		}()},
		"confirm-game": {Confirm, func() *View {
			v := ana(gameView(t, "", first, turn...))
			v.Asked = []Asked{{Text: "C4", Game: 42}}
			return v
		}()},
		"confirm-foreign": {Confirm, func() *View {
			v := ana(gameView(t, "", first, turn...))
			v.Asked, v.Foreign = []Asked{{Text: "C4", Game: 42}, {Text: "resign", Game: 43}}, true
			return v
		}()},
		"games": {Games, &View{You: "Ana", Games: []GameLine{
			{Number: 42, Size: 6, Opponent: "Bo", Yours: true, Ply: 5, Time: &Time{Left: DurationOf(50 * time.Hour)}},
			{Number: 46, Size: 6, Offered: true, Waiting: true, Yours: true},
			{Number: 43, Size: 8, Opponent: "Carla", Ply: 11},
			{Number: 44, Size: 6, Opponent: "Dan", Waiting: true},
			{Number: 45, Size: 6, Opponent: "Eva", Waiting: true, Yours: true},
			{Number: 40, Size: 6, Opponent: "Bo", Over: true, Won: true, Ply: 30},
		}}},
		"standings": {Standings, &View{You: "Ana", Standings: &StandingsTable{
			Best:  []Place{{Place: 1, Name: "Carla", Rating: 1912, Games: 41}, {Place: 2, Name: "Ana", Rating: 1540, Games: 9, You: true}, {Place: 3, Name: "Bo", Rating: 1501, Games: 8}},
			Place: 2, Of: 3, Rating: &Rating{Value: 1540, Least: 1420, Most: 1660, Games: 9, Settled: 8}, Settled: 8,
		}}},
		"standings-below": {Standings, &View{You: "Ana", Standings: &StandingsTable{
			Best: []Place{{Place: 1, Name: "Carla", Rating: 1912, Games: 41}, {Place: 2, Name: "Bo", Rating: 1701, Games: 8}},
			Around: []Place{
				{Place: 99, Name: "Johann Sebastian von der Heide", Rating: 1541, Games: 112}, {Place: 100, Name: "Ana", Rating: 1540, Games: 9, You: true},
				{Place: 101, Name: "Dan", Rating: 1540, Games: 22},
			},
			Place: 100, Of: 431, Rating: &Rating{Value: 1540, Least: 1420, Most: 1660, Games: 9, Settled: 8}, Settled: 8,
		}}},
		"standings-provisional": {Standings, &View{You: "Ana", Standings: &StandingsTable{
			Best: []Place{{Place: 1, Name: "Carla", Rating: 1912, Games: 41}}, Of: 1, Rating: &Rating{Value: 1338, Least: 758, Most: 1918, Games: 1, Settled: 8}, Settled: 8,
		}}},
		"standings-empty": {Standings, &View{You: "Ana", Standings: &StandingsTable{Settled: 8}}},
		"profile": {Profile, &View{You: "Ana", Profile: &PlayerProfile{
			Name: "Bo", Since: noon, Rating: &Rating{Value: 1540, Least: 1420, Most: 1660, Games: 17, Settled: 8}, Place: 57, Of: 431,
			Wins: 12, Losses: 5, FriendlyWins: 2, FriendlyLosses: 1, Games: 21, Moves: 231, Timeouts: 1, NoShows: 1, Running: 3, AwayUntil: noon.AddDate(0, 1, 0),
		}}},
		"profile-own": {Profile, &View{You: "Ana", Profile: &PlayerProfile{
			Name: "Ana", You: true, Since: noon, Rating: &Rating{Value: 1338, Least: 758, Most: 1918, Games: 1, Settled: 8}, Losses: 1, Games: 1, Moves: 1,
		}}},
		"profile-new": {Profile, &View{You: "Ana", Profile: &PlayerProfile{Name: "Bo", Since: noon, Running: 1}}},
		"results": {Results, &View{You: "Ana", Results: &PlayerResults{
			Name: "Bo", Won: 14, Lost: 6, YouWon: 2, YouLost: 3, Lines: []ResultLine{
				{Game: 45, Ended: noon, Opponent: "Ana", Won: true, Reason: game.ByLine, Rated: true},
				{Game: 44, Ended: noon, Opponent: "Carla", Cancelled: true},
				{Game: 43, Ended: noon, Opponent: "Carla", Reason: game.OpponentGoal},
				{Game: 42, Ended: noon, Opponent: FormerPlayer, Won: true, Reason: game.ByResignation},
				{Game: 40, Ended: noon, Opponent: "Carla", Reason: game.ByTimeout, Rated: true},
				{Game: 38, Ended: noon, Opponent: "Dan", Reason: game.ByY, Rated: true},
			},
		}}},
		"results-apart": {Results, &View{You: "Ana", Results: &PlayerResults{
			Name: "Bo", Won: 1, Lines: []ResultLine{{Game: 45, Ended: noon, Opponent: "Carla", Won: true, Reason: game.ByLine, Rated: true}},
		}}},
		"results-own": {Results, &View{You: "Ana", Results: &PlayerResults{
			Name: "Ana", You: true, Won: 1, Lines: []ResultLine{{Game: 45, Ended: noon, Opponent: "Carla", Won: true, Reason: game.ByLine, Rated: true}},
		}}},
		"results-none":       {Results, &View{You: "Ana", Results: &PlayerResults{Name: "Bo"}}},
		"results-none-own":   {Results, &View{You: "Ana", Results: &PlayerResults{Name: "Ana", You: true}}},
		"undo":               {Undo, ana(gameView(t, "C4 D5", first, "allow", "deny", "move"))},
		"undo-black":         {Undo, ana(gameView(t, "C4 black", first, "allow", "deny"))},
		"undo-with-answer":   {Undo, ana(gameView(t, "C4 D5 E6", first, "allow", "deny"))},
		"turn-undone":        {Turn, ana(undone(gameView(t, "C4 D5", first, "move"), first))},
		"moved-undone":       {Moved, ana(undone(gameView(t, "C4 D5", first, "say"), game.Second))},
		"turn-timed":         {Turn, ana(timed(gameView(t, "C4 D5", first, turn...), 9*24*time.Hour+4*time.Hour))},
		"moved-timed":        {Moved, ana(timed(gameView(t, "C4", first, "say"), 25*time.Hour))},
		"reminder":           {Reminder, ana(timed(gameView(t, "C4 black D7 E5", first, turn...), 23*time.Hour+time.Minute), Notice{Code: NoticeAwayHelps})},
		"cancelled":          {Cancelled, ana(cancelled(gameView(t, "C4", first)))},
		"cancelled-you":      {Cancelled, ana(cancelled(gameView(t, "", first)))},
		"show-cancelled":     {Show, ana(cancelled(gameView(t, "C4", first)))},
		"turn-offer":         {Turn, ana(offered(gameView(t, "", first, turn...)))},
		"started-offer":      {Started, bo(offered(gameView(t, "", second, "say")))},
		"show-offer":         {Show, ana(seeking)},
		"lapsed-offer":       {Lapsed, ana(seeking)},
		"withdrawn-offer":    {Withdrawn, ana(seeking)},
		"unsubscribed-games": {Unsubscribed, &View{You: "Ana", Notices: []Notice{{Code: NoticeClocksRun}}}},
		"address":            {NewAddress, &View{Opponent: "Ana"}},
		"noted":              {Noted, &View{You: "Ana", Notices: []Notice{{Code: NoticeLimit, Number: 3}}}},
		"sought":             {Sought, ana(seeking)},
		"away":               {Away, &View{You: "Ana", Notices: []Notice{{Code: NoticeOpponentAway, Name: "Bo", Span: holiday(false), Names: []string{"#42", "#43"}}}}},
		"away-now":           {Away, ana(still(timed(gameView(t, "C4", first, "say"), 9*24*time.Hour)), Notice{Code: NoticeOpponentAway, Name: "Bo", Span: holiday(true)})},
		"back":               {Back, ana(timed(gameView(t, "C4", first, "say"), 9*24*time.Hour), Notice{Code: NoticeOpponentBack, Name: "Bo", Span: holiday(true)})},
		"back-planned":       {Back, &View{You: "Ana", Notices: []Notice{{Code: NoticeOpponentBack, Name: "Bo", Span: holiday(false), Names: []string{"#42", "#43"}}}}},
		"noted-away":         {Noted, &View{You: "Bo", Notices: []Notice{{Code: NoticeAway, Span: holiday(false)}}}},
		"turn-away":          {Turn, ana(still(timed(gameView(t, "C4 D5", first, turn...), 9*24*time.Hour+4*time.Hour)))},
		"started-away": {Started, bo(timed(gameView(t, "", second, "say"), 10*24*time.Hour), Notice{Code: NoticeOpponentAway, Name: "Ana", Span: func() Span {
			hours := holiday(false)
			hours.From = hours.From.Add(14 * time.Hour)
			return hours
		}()})},
		"noted-settings": {Noted, &View{You: "Ana", Notices: []Notice{{Code: NoticeSettings, Names: []string{"zone Europe/Madrid", "weekends on", "reminders off"}}}}},
		"refused-zone":   {Refused, &View{You: "Ana", Nothing: true, Notices: []Notice{{Code: NoticeNoZone, Text: "san", Names: []string{"America/Santiago", "America/Santo_Domingo"}}}}},
		"sought-several": {Sought, func() *View {
			several := *seeking
			several.Wanted, several.Rated, several.Private, several.Pace = 3, false, true, PaceOf(game.Pace{PerMove: 72 * time.Hour})
			return ana(&several)
		}()},
		"seeks": {Seeks, &View{You: "Ana", Seeks: []SeekLine{
			{Number: 42, Name: "Bo", Size: 6, Pace: "10d+1d max 20d", Rated: true, Wanted: 1},
			{Number: 43, Name: "Carla", Size: 8, Pace: "3d", Private: true, Wanted: 3},
			{Number: 44, Name: "Ana", Yours: true, Size: 6, Pace: "none", Rated: true, Wanted: 1},
		}}},
		"seeks-none": {Seeks, &View{You: "Ana"}},
		"invite-player": {Invite, func() *View {
			v := bo(asked)
			v.Plays = true
			return v
		}()},
		"invite-rematch": {Invite, func() *View {
			again := *asked
			again.After, again.Match, again.Seats = 41, true, "first"
			return bo(&again)
		}()},
		"games-none": {Games, &View{You: "Ana"}},
		"named":      {Named, &View{You: "Ana", Notices: []Notice{{Code: NoticeNamed, Name: "Ana"}}}},
		"help": {Help, &View{You: "Ana", Address: "unlur@example.org", Topics: []TopicGroup{
			{"play", []Topic{{"move", []string{"C4"}}, {"black", []string{"black"}}, {"resign", []string{"resign"}}}},
			{"begin", []Topic{{"challenge", []string{"challenge ana@example.org"}}, {"accept", []string{"accept"}}, {"decline", []string{"decline"}}, {"withdraw", []string{"withdraw"}}}},
		}}},
		"help-word":             {Help, &View{You: "Ana", Address: "unlur@example.org", Topic: &Topic{"say", []string{"say Good luck!", "say Sorry that I am late."}}}},
		"rules":                 {Rules, ana(gameView(t, "", first))},
		"problem":               {Problem, &View{You: "Ana", Notices: []Notice{{Code: NoticeUnknown, Text: "What is this?"}}}},
		"refused":               {Refused, &View{You: "Ana", Nothing: true, Notices: []Notice{{Code: NoticeNobody, Text: "Zoe"}}}},
		"confirm":               {Confirm, &View{You: "Ana", Asked: []Asked{{Text: "name Eve"}, {Text: "challenge bo@example.net size 8"}}}},
		"confirm-stranger":      {Confirm, &View{Asked: []Asked{{Text: "challenge bo@example.net"}}}},
		"incident":              {Incident, &View{You: "Ana", Number: "k7f3q2"}},
		"unsubscribed":          {Unsubscribed, &View{You: "Ana", Address: "unlur@example.org"}},
		"unreachable":           {Unreachable, ana(gameView(t, "C4", first, "say", "resign", "show"))},
		"unreachable-timed":     {Unreachable, ana(timed(gameView(t, "C4", first, "say", "resign", "show"), 25*time.Hour))},
		"unreachable-waiting":   {Unreachable, ana(waiting)},
		"moved-to-nobody":       {Moved, ana(gameView(t, "C4", first, "say", "resign"), Notice{Code: NoticeOpponentUnreachable, Name: "Bo"})},
		"moved-timed-to-nobody": {Moved, ana(timed(gameView(t, "C4", first, "say", "resign"), 25*time.Hour), Notice{Code: NoticeOpponentUnreachable, Name: "Bo", On: true})},
		"operator": {Operator, &View{Address: "unlur@example.org", Notices: []Notice{
			{Code: OperatorUnreachable, Name: "Bo", Text: "bo@example.net: 550 5.1.1 no such mailbox"}, {Code: OperatorLast},
		}}},
		"operator-limit": {Operator, &View{Address: "unlur@example.org", Notices: []Notice{
			{Code: OperatorLimit, Text: "limits.mails_out_per_address", Number: 1000, Name: "Bo"},
			{Code: OperatorLimit, Text: "limits.mails_out", Number: 10000},
		}}},
		"operator-incident":  {Operator, &View{Address: "unlur@example.org", Notices: []Notice{{Code: OperatorIncident, Text: "1f7ac02e"}}}},
		"operator-set-aside": {Operator, &View{Address: "unlur@example.org", Notices: []Notice{{Code: OperatorSetAside}}}},
	}
}

func TestEveryMail(t *testing.T) {
	set := load(t)
	seen := map[Kind]bool{}
	for name, sample := range samples(t) {
		t.Run(name, func(t *testing.T) {
			seen[sample.kind] = true
			mail, err := set.Render(Default, sample.kind, sample.view)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, "mails/en/"+name+".txt", "Subject: "+mail.Subject+"\n\n"+mail.Text)
			for line := range strings.Lines(mail.Text) {
				if columns(strings.TrimSuffix(line, "\n")) > lineWidth || strings.TrimRight(line, " \n") != strings.TrimSuffix(line, "\n") {
					t.Errorf("too long, or blanks at the end: %q", line)
				}
			}
			if strings.Contains(mail.Text, "\n\n\n") || strings.HasPrefix(mail.Text, "\n") || strings.Contains(mail.Text, "<no value>") {
				t.Errorf("not well set:\n%s", mail.Text)
			}
		})
	}
	for _, kind := range Kinds {
		if !seen[kind] {
			t.Errorf("no sample of %q", kind)
		}
	}
	turn := samples(t)["turn-contract"]
	mail, err := set.Render(Default, turn.kind, turn.view)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "mails/en/turn-contract.html", mail.HTML)
}

// Each language has every kind and nothing else, and words for each notice.
func TestNothingMissingNothingLeft(t *testing.T) {
	set := load(t)
	for language := range set.mails {
		entries, err := fs.ReadDir(files, language)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			kind := Kind(strings.TrimSuffix(e.Name(), ".txt"))
			if !slices.Contains(Kinds, kind) && !slices.Contains(sharedFiles, e.Name()) {
				t.Errorf("%s/%s is no kind of mail", language, e.Name())
			}
		}
		texts := map[string]string{}
		for _, code := range NoticeCodes {
			mail, err := set.Render(language, Named, &View{Notices: []Notice{{Code: code}}})
			if err != nil {
				t.Fatal(err)
			}
			first := firstParagraph(mail)
			if other, ok := texts[first]; ok {
				t.Errorf("%s: %s and %s say the same: %s", language, code, other, first)
			}
			texts[first] = code
		}
		nothing, err := set.Render(language, Named, &View{})
		if err != nil {
			t.Fatal(err)
		}
		first := firstParagraph(nothing)
		if code, ok := texts[first]; ok {
			t.Errorf("%s: no words for %s", language, code)
		}
	}
}

// firstParagraph gives what stands below the marker.
func firstParagraph(mail Rendered) string {
	_, below, _ := strings.Cut(mail.Text, "\n\n")
	first, _, _ := strings.Cut(below, "\n\n")
	return first
}

// Whatever a player is called or writes, it stays inside its block.
func TestWordsStayWords(t *testing.T) {
	set := load(t)
	v := &View{You: "Ana", Opponent: "Bo", Game: gameView(t, "C4", game.Second),
		Words: "<b>bold</b> {{.You}}\n\n\nSubject: x\n" + strings.Repeat("w", 3000)}
	mail, err := set.Render("xx", Turn, v)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(mail.Text, "\n  | <b>bold</b> {{.You}}\n  |\n  |\n  | Subject: x\n  | www") {
		t.Errorf("text part:\n%.600s", mail.Text)
	}
	if strings.Contains(mail.HTML, "<b>") || !strings.Contains(mail.HTML, "&lt;b&gt;bold&lt;/b&gt; {{.You}}") {
		t.Errorf("HTML part:\n%s", mail.HTML)
	}
	if !strings.HasPrefix(mail.HTML, "<!DOCTYPE html>\n<html lang=\"en\">") {
		t.Errorf("language: %.60s", mail.HTML)
	}
}
