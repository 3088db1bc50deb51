package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unlurbot/game"
)

// change reads a value, lets f spoil it and writes it back.
func change[T any](tx *Tx, bucket string, key []byte, f func(*T)) error {
	v, err := get[T](tx, bucket, key)
	check(err)
	f(v)
	return put(tx, bucket, key, v)
}

func spoilGame(n GameNumber, f func(*Game)) func(*Tx) error {
	return func(tx *Tx) error { return change(tx, bucketGames, number(n), f) }
}

func spoilPlayer(id PlayerID, f func(*Player)) func(*Tx) error {
	return func(tx *Tx) error { return change(tx, bucketPlayers, number(id), f) }
}

func spoilLetter(id uint64, f func(*Outgoing)) func(*Tx) error {
	return func(tx *Tx) error { return change(tx, bucketLetters, place(id), f) }
}

func spoilRequest(f func(*Request)) func(*Tx) error {
	return func(tx *Tx) error { return change(tx, bucketRequests, number(RequestID(1)), f) }
}

func spoilResult(f func(*Result)) func(*Tx) error {
	return func(tx *Tx) error { return change(tx, bucketResults, number(ResultNumber(1)), f) }
}

func spoilStanding(id PlayerID, f func(*Standing)) func(*Tx) error {
	return func(tx *Tx) error { return change(tx, bucketStanding, number(id), f) }
}

func raw(bucket, key, value string) func(*Tx) error {
	return func(tx *Tx) error { return tx.tx.Bucket(bucket).Put([]byte(key), []byte(value)) }
}

func without(bucket string, key []byte) func(*Tx) error {
	return func(tx *Tx) error { return tx.tx.Bucket(bucket).Delete(key) }
}

func wakeUp(w WakeUp) func(*Tx) error { return func(tx *Tx) error { return tx.WakeAt(w) } }

func countingFrom(bucket string, n uint64) func(*Tx) error {
	return func(tx *Tx) error { return tx.tx.Bucket(bucket).SetSequence(n) }
}

var damages = map[string]struct {
	do   func(*Tx) error
	want string // among what Verify says
}{
	"a course that the events don't give":    {spoilGame(2, func(g *Game) { g.Course.Ply++ }), "its events give"},
	"an event that the rules refuse":         {spoilGame(2, func(g *Game) { g.Events[1].Move = g.Events[0].Move }), "game 2: "},
	"a finished game that plays on":          {spoilGame(3, func(g *Game) { g.State = Playing }), "game 3 is playing in the phase over"},
	"a challenge that was played":            {spoilGame(2, func(g *Game) { g.State = Waiting }), "has been played"},
	"a state that there is not":              {spoilGame(1, func(g *Game) { g.State = "asleep" }), `no state "asleep"`},
	"a game that never began":                {spoilGame(1, func(g *Game) { g.Started = time.Time{} }), "game 1 is playing and began at"},
	"a game that goes on after its end":      {spoilGame(1, func(g *Game) { g.Ended = noon }), "game 1 is playing and ended at"},
	"a plan that the rules refuse":           {spoilGame(2, func(g *Game) { *g.Plan(game.Second) = planOf("A1 A2\nany C4") }), "the plan of the second player"},
	"a plan of who is to move":               {spoilGame(2, func(g *Game) { *g.Plan(game.First) = planOf("A1 A2") }), "the first player has a plan and does not wait"},
	"a plan in a game that is over":          {spoilGame(3, func(g *Game) { *g.Plan(game.Second) = planOf("A1 A2") }), "the second player has a plan and does not wait"},
	"a plan that is no plan":                 {raw(bucketGames, string(number(GameNumber(1))), `{"plans":["",1]}`), "games 00000001"},
	"a note that says nothing":               {spoilGame(2, func(g *Game) { g.Notes[0] = []Note{{Ply: 3}} }), "a note of 0 letters at ply 3"},
	"a note of somebody forgotten":           {spoilGame(3, func(g *Game) { g.Players[0], g.Notes[0] = 4, []Note{{Ply: 3, Text: "a"}} }), "player 4 has notes and is forgotten"},
	"a challenge of nobody":                  {spoilGame(4, func(g *Game) { g.Challenger = game.NoSeat }), "nobody is the challenger"},
	"a game without a title":                 {spoilGame(4, func(g *Game) { g.Title = "" }), "no title"},
	"a size that there is not":               {spoilGame(4, func(g *Game) { g.Size = 99 }), "game 4: "},
	"a game against oneself":                 {spoilGame(4, func(g *Game) { g.Players[1] = g.Players[0] }), "against nobody else"},
	"a game of somebody unknown":             {spoilGame(4, func(g *Game) { g.Players[1] = 9 }), "player 9: store: not found"},
	"a thread that breaks a mail":            {spoilGame(1, func(g *Game) { g.Threads[0].Root = "a\r\nBcc: x" }), "the thread of player 2"},
	"a thread without a beginning":           {spoilGame(1, func(g *Game) { g.Threads[1].Last = "last@example.org" }), "the thread of player 1"},
	"a game under the number of another":     {spoilGame(2, func(g *Game) { g.Number = 1 }), "is stored under the key 00000002"},
	"a game that a player's list lacks":      {without(bucketSeats, listKey(1, GameNumber(2))), "missing in the list of player 1"},
	"a list with a game too many":            {raw(bucketSeats, string(listKey(1, GameNumber(77))), ""), "leads to game 77"},
	"a list with the game of others":         {raw(bucketSeats, string(listKey(9, GameNumber(1))), ""), "the list of player 9 leads to game 1"},
	"an open game that is not listed so":     {without(bucketOpen, listKey(1, GameNumber(2))), "missing in the list of what player 1 has open"},
	"a finished game that is listed as open": {raw(bucketOpen, string(listKey(1, GameNumber(3))), ""), "open: the list of player 1 leads to game 3"},
	"a challenge to all that none can see":   {without(bucketSeeks, number(GameNumber(6))), "game 6 is for everybody and missing"},
	"a challenge to all that is to one":      {raw(bucketSeeks, string(number(GameNumber(4))), ""), "game 4 is no challenge to everybody"},
	"a game with a free seat":                {spoilGame(6, func(g *Game) { g.State, g.Started = Playing, noon }), "game 6 is playing with a free seat"},
	"an offer with a place too many taken":   {spoilGame(6, func(g *Game) { g.Taken = 3 }), "game 6 is waiting, with 3 of 2 games taken"},
	"an offer that waits with no place left": {spoilGame(6, func(g *Game) { g.Taken = 2 }), "game 6 is waiting, with 2 of 2 games taken"},
	"a game that was called off too late":    {spoilGame(2, func(g *Game) { g.State, g.Ended, g.CalledOff = Cancelled, noon, game.First }), "game 2 is cancelled after 4 moves, and was called off by \"first\""},
	"a game that was called off and goes on": {spoilGame(1, func(g *Game) { g.CalledOff = game.Second }), "game 1 is playing after 0 moves, and was called off by \"second\""},
	"a game that is spared without cause":    {spoilGame(3, func(g *Game) { g.Spared = true }), "game 3 is spared from the ratings"},
	"a result that is spared without cause":  {spoilResult(func(r *Result) { r.Spared = true }), "result 1 says"},
	"a seat that is none":                    {raw(bucketSeats, "x", ""), "78 is no seat"},
	"a finished game without a result":       {spoilGame(3, func(g *Game) { g.Result = 0 }), "game 3: result 0: store: not found"},
	"a result of a game that goes on":        {spoilGame(1, func(g *Game) { g.Result = 1 }), "game 1 is playing and has result 1"},
	"a result that its game contradicts":     {spoilResult(func(r *Result) { r.Rated = false }), "result 1 says"},
	"a result of another game":               {spoilResult(func(r *Result) { r.Game = 2 }), "result 1 is of game 2"},
	"a result in another's place":            {spoilResult(func(r *Result) { r.Number = 2 }), "result 2 is stored under the key 00000001"},
	"a result that a player's list lacks":    {without(bucketResultsOf, listKey(1, GameNumber(1))), "result 1 is missing in the list of player 1"},
	"a list with a result of others":         {raw(bucketResultsOf, string(listKey(3, GameNumber(1))), ""), "there are 3 entries, and 2 places"},
	"results numbered from the beginning":    {countingFrom(bucketResults, 0), "results: the last number given is 0, but 1 is in use"},
	"a standing with a win too many":         {spoilStanding(1, func(s *Standing) { s.Wins++ }), "the standing of player 1 is"},
	"a standing that is gone":                {without(bucketStanding, number(PlayerID(2))), "player 2 has results and no standing"},
	"a standing of somebody new":             {raw(bucketStanding, string(number(PlayerID(3))), `{"player":3,"rating":2000,"listed":true}`), "the standing of player 3 is"},
	"a standing in another's place":          {spoilStanding(1, func(s *Standing) { s.Player = 3 }), "the standing of player 3 is stored under the key 00000001"},
	"a table that somebody is missing in":    {spoilStanding(2, func(s *Standing) { s.Listed = true }), "standings: player 2 is missing"},
	"a table with somebody too many":         {raw(bucketStandings, string(listKey(1, GameNumber(1))), ""), "there are 1 places and 0 players"},
	"a place that is none":                   {raw(bucketStandings, "x", ""), "standings: 78 is no place"},
	"a value that is no value":               {raw(bucketGames, string(number(GameNumber(2))), "{"), "games 00000002"},
	"a player without a name":                {without(bucketNames, []byte("ana")), "names: the entry of player 1"},
	"a player without an address":            {without(bucketAddresses, []byte("ana@example.org")), "addresses: the entry of player 1"},
	"an address that leads elsewhere":        {raw(bucketAddresses, "ana@example.org", "\x00\x00\x00\x02"), `"ana@example.org" leads to player 00000002`},
	"a second address for somebody":          {raw(bucketAddresses, "eve@example.com", "\x00\x00\x00\x01"), `"eve@example.com" leads to player 00000001`},
	"an address of somebody unknown":         {raw(bucketAddresses, "eve@example.com", "\x00\x00\x00\x09"), `"eve@example.com" leads to player 00000009`},
	"an address that leads nowhere":          {raw(bucketAddresses, "eve@example.com", "x"), "which is no player"},
	"a second name for somebody":             {raw(bucketNames, "eve", "\x00\x00\x00\x01"), `"eve" leads to player 00000001`},
	"a player who is gone":                   {without(bucketPlayers, number(PlayerID(2))), "player 2: store: not found"},
	"a player under another's number":        {spoilPlayer(2, func(p *Player) { p.ID = 1 }), "is stored under the key 00000002"},
	"a player made before time":              {spoilPlayer(1, func(p *Player) { p.Created = time.Time{} }), "player 1 was made at"},
	"a row that never began":                 {spoilPlayer(1, func(p *Player) { p.Doubted.Nothing = 2 }), "a row with 2 answers since 0001"},
	"words that nobody says":                 {spoilPlayer(1, func(p *Player) { p.Muted = []PlayerID{2, 4} }), "player 1 wants no words of player 4"},
	"an absence that is no time":             {spoilPlayer(1, func(p *Player) { p.Away = []game.Span{{From: noon, To: noon}} }), "player 1 is away from 2026-11-20 12:00:00 +0000 UTC to"},
	"absences that overlap":                  {spoilPlayer(1, func(p *Player) { p.Away = []game.Span{daysAway(1, 4), daysAway(3, 6)} }), "which is no time of its own"},
	"more absence than anybody can have":     {spoilPlayer(1, func(p *Player) { p.Away = []game.Span{daysAway(1, 40), daysAway(300, 307)} }), "player 1 is away for 1104h0m0s within a year"},
	"a net more than there are in a year":    {spoilPlayer(1, func(p *Player) { p.Nets = []Net{netOn(0, 1), netOn(100, 2), netOn(364, 3)} }), "player 1 is caught by net 3 too early"},
	"nets in disorder":                       {spoilPlayer(1, func(p *Player) { p.Nets = []Net{netOn(9, 1), netOn(8, 2)} }), "player 1 is caught by net 2 too early"},
	"a net in a game for the second time":    {spoilPlayer(1, func(p *Player) { p.Nets = []Net{netOn(0, 1), netOn(400, 1)} }), "player 1 is caught by net 2 in game 1"},
	"a net in a game of others":              {spoilPlayer(3, func(p *Player) { p.Nets = []Net{netOn(0, 1)} }), "player 3 is caught by net 1 in game 1"},
	"a net in a game unknown":                {spoilPlayer(1, func(p *Player) { p.Nets = []Net{netOn(0, 9)} }), "player 1 is caught by net 1 in game 9"},
	"a game that looks at itself":            {spoilGame(2, func(g *Game) { g.Watchers = []Watcher{{Player: 1}} }), "can't be watched by player 1"},
	"a watcher whose list lacks it":          {without(bucketWatched, listKey(3, GameNumber(2))), "missing in the list of what player 3 watches"},
	"a watcher who is gone":                  {spoilGame(2, func(g *Game) { g.Watchers = nil }), "watched: player 3 does not watch game 2"},
	"a watched game that is none":            {raw(bucketWatched, "x", ""), "78 is no game of anybody"},
	"news for nobody":                        {raw(bucketNews, "x", "{}"), "78 is nobody's"},
	"news that nobody wants":                 {spoilPlayer(2, func(p *Player) { p.Daily = false }), "player 2 gets no daily mail"},
	"news that never comes":                  {without(bucketWakeUps, WakeUp{noon.AddDate(0, 0, 1), WakeDigest, 2}.key()), "no wake-up is noted for the mail to player 2"},
	"news of a game unknown":                 {func(tx *Tx) error { return tx.AddNews(2, &News{Game: 9}) }, "player 2 is told of game 9"},
	"news numbered from the beginning":       {countingFrom(bucketNews, 0), "news: the last number given is 0, but 1 is in use"},
	"a daily mail of a game unknown":         {spoilLetter(2, func(m *Outgoing) { m.Games = []GameNumber{1, 9} }), "is about game 9"},
	"a mail to nobody":                       {func(tx *Tx) error { return tx.Enqueue(&Outgoing{MessageID: "m"}) }, "no recipient"},
	"a mail with a damaged page":             {spoilLetter(1, func(m *Outgoing) { m.HTML = m.HTML[:3] }), "the HTML part of a mail"},
	"a mail that is gone":                    {without(bucketLetters, place(1)), "the mail: store: not found"},
	"a mail that never leaves":               {without(bucketOutbox, place(1)), "waits for nothing"},
	"a mail for somebody else":               {func(tx *Tx) error { return put(tx, bucketOutbox, place(1), &Delivery{Recipient: "eve@example.com"}) }, "waits for eve@example.com"},
	"a mail in another's place":              {spoilLetter(2, func(m *Outgoing) { m.ID = 1 }), "mail 1 is stored under the key"},
	"a mail for a player unknown":            {spoilLetter(2, func(m *Outgoing) { m.Player = 9 }), "is for player 9"},
	"a mail about a game unknown":            {spoilLetter(2, func(m *Outgoing) { m.Game = 9 }), "is about game 9"},
	"a mail tried before it was tried":       {func(tx *Tx) error { return change(tx, bucketOutbox, place(1), func(d *Delivery) { d.Attempts = 3 }) }, "was tried 3 times"},
	"a mail given up that is gone":           {raw(bucketGivenUp, string(place(3)), "{}"), "given-up: 0000000000000003: the mail is missing"},
	"a mail given up and not":                {raw(bucketLetters, string(place(3)), `{"id":3,"envelope_to":"x","message_id":"m"}`), "waits to be sent all the same"},
	"a mail seen that nobody knows":          {raw(bucketSeen, "x", `{"at":"2026-11-20T12:00:00Z","decision":"played"}`), `no mail is known by "x"`},
	"a mail seen without a decision":         {raw(bucketSeen, "uid:1:1", `{"at":"2026-11-20T12:00:00Z"}`), "nothing was decided"},
	"a trial that never was":                 {raw(bucketTrials, "uid:1:1", `{"count":0}`), "was tried 0 times"},
	"a trial of what can't be tried":         {raw(bucketTrials, "x", `{"count":1}`), `trials: "x"`},
	"help for an address that is not one":    {raw(bucketStrangers, "eve@example.com", `"2026-11-20T12:00:00Z"`), "strangers: "},
	"a request of nobody":                    {spoilRequest(func(r *Request) { r.Player = 0 }), "request 1 is of nobody"},
	"a request of somebody unknown":          {spoilRequest(func(r *Request) { r.Player = 9 }), "request 1 is of player 9"},
	"a request for nothing":                  {spoilRequest(func(r *Request) { r.Commands = nil }), "asked for nothing"},
	"a request about a game unknown":         {spoilRequest(func(r *Request) { r.Commands[0].Game = 9 }), "is about game 9"},
	"a request in another's place":           {spoilRequest(func(r *Request) { r.ID = 2 }), "request 2 is stored under the key 00000001"},
	"requests numbered from the beginning":   {countingFrom(bucketRequests, 0), "requests: the last number given is 0, but 1 is in use"},
	"a wake-up that has no form":             {raw(bucketWakeUps, "x", ""), "wake-ups: 78 is none"},
	"a wake-up that does nothing":            {wakeUp(WakeUp{noon, "coffee", 1}), `nothing is done for "coffee"`},
	"a wake-up for a request never made":     {wakeUp(WakeUp{noon, WakeRequest, 2}), "number 2 of requests was never given"},
	"a second wake-up for a clock":           {wakeUp(WakeUp{noon, WakeClock, 4}), "game 4 is to wake up for its clock at 0001"},
	"a wake-up with a value":                 {raw(bucketWakeUps, string(WakeUp{noon, WakeRequest, 1}.key()), "x"), "has a value"},
	"no keys":                                {func(tx *Tx) error { return tx.tx.Bucket(bucketMeta).Delete(keyKeys) }, "the keys for tokens can't be read"},
	"keys that are none":                     {raw(bucketMeta, "keys", "{"), "the keys for tokens can't be read"},
	"a key that anybody could guess":         {spoilKeys(func(k *Keys) { k.Present = k.Present[:1] }), "missing or too short"},
	"a former key without an end":            {spoilKeys(func(k *Keys) { k.Former[0].Until = time.Time{} }), "former key 1 for tokens is too short or has no end"},
	"a former key that is no key":            {spoilKeys(func(k *Keys) { k.Former[0].Key = nil }), "former key 1 for tokens is too short or has no end"},
	"a key that is its own successor":        {spoilKeys(func(k *Keys) { k.Former[0].Key = k.Present }), "former key 1 for tokens is there twice"},
	"former keys without number": {spoilKeys(func(k *Keys) {
		for i := range byte(maxFormerKeys) {
			k.Former = append(k.Former, FormerKey{bytes.Repeat([]byte{i}, leastKey), noon})
		}
	}), "there are 17 former keys"},
	"a counter of nothing":                 {raw(bucketCounters, "x", "1"), "counters: 78 was counted 1 times"},
	"a counter that counted nothing":       {raw(bucketCounters, strings.Repeat("x", 24)+"in", "0"), "was counted 0 times"},
	"a time that is none":                  {raw(bucketMeta, "restored", "soon"), "is no time"},
	"a life that is none":                  {raw(bucketMeta, "alive", "yes"), "when mails could be read is no time"},
	"outages that are none":                {raw(bucketMeta, "outages", "{}"), "meta 6f757461676573"},
	"an outage that ends before it begins": {raw(bucketMeta, "outages", `[{"from":"2026-11-20T12:00:00Z","to":"2026-11-20T11:00:00Z"}]`), "is none, or out of order"},
	"a clock that nobody hears":            {spoilGame(1, func(g *Game) { g.Pace = game.DefaultPace() }), "its clock rings at 0001"},
	"a clock without a wake-up":            {spoilGame(1, func(g *Game) { g.Pace, g.Rings = game.DefaultPace(), noon }), "no wake-up is noted for its clock"},
	"months that are none":                 {raw(bucketMeta, "months", `{"since":"2026-11-20T12:00:00Z","told":"2027-01","this":{"month":"2026-11"}}`), "meta: the counts of months are none"},
	"a count that is none":                 {raw(bucketMeta, "operator-mails", "many"), "meta 6f70657261746f72"},
	"a pause without an act":               {raw(bucketMeta, "paused", `{"number":1,"at":"2026-11-20T12:00:00Z","kind":"pause"}`), "meta: paused since 2026-11-20T12:00:00Z, by the log of acts since never"},
	"a note that nobody reads":             {raw(bucketMeta, "colour", "green"), `nobody knows the key "colour"`},
	"games numbered from the beginning":    {countingFrom(bucketGames, 3), "games: the last number given is 3, but 6 is in use"},
	"players numbered from the beginning":  {countingFrom(bucketPlayers, 1), "players: the last number given is 1, but 4 is in use"},
	"mails numbered from the beginning":    {countingFrom(bucketOutbox, 1), "outbox: the last number given is 1, but 2 is in use"},
	"mails numbered as one that was given": {countingFrom(bucketOutbox, 2), "given-up: the last number given is 2, but 3 is in use"},
	"a bucket that is missing":             {func(tx *Tx) error { return tx.tx.DeleteBucket(bucketTrials) }, "lacks bucket trials"},

	"an address in the clear that is suppressed": {raw(bucketSuppressed, "eve@example.com", `"2026-11-20T12:00:00Z"`), "suppressed: "},
	"an invitation that never went":              {raw(bucketInvited, strings.Repeat("x", 32), `"0001-01-01T00:00:00Z"`), "invited: "},
	"somebody forgotten with a name":             {spoilPlayer(2, func(p *Player) { p.Forgotten = noon }), "player 2 is forgotten and has a name"},
	"somebody forgotten who plays":               {spoilPlayer(2, func(p *Player) { p.Forgotten = noon }), "player 2 is forgotten and plays"},
	"somebody without a name who writes":         {spoilPlayer(3, func(p *Player) { p.Active = true }), "player 3 has written and has no name"},
	"an invitation to nobody":                    {spoilGame(5, func(g *Game) { g.Called = "" }), "was invited under the key"},

	"a bucket too many": {func(tx *Tx) error {
		_, err := tx.tx.CreateBucket("more")
		return err
	}, "has unknown bucket more"},
}

func daysAway(from, to int) game.Span {
	return game.Span{From: noon.AddDate(0, 0, from), To: noon.AddDate(0, 0, to)}
}

func netOn(day int, n GameNumber) Net {
	return Net{At: noon.AddDate(0, 0, day), Games: []GameNumber{n}}
}

func spoilKeys(f func(*Keys)) func(*Tx) error {
	return func(tx *Tx) error { return change(tx, bucketMeta, keyKeys, f) }
}

// Verify finds each kind of damage that it promises to find, and says what.
func TestVerifyFindsDamage(t *testing.T) {
	filled := filepath.Join(t.TempDir(), "filled.db")
	s, err := Open(filled, fixedSecret)
	check(err)
	do(t, s, fillAll)
	check(s.Close())
	whole, err := os.ReadFile(filled)
	check(err)
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.db")
			check(os.WriteFile(path, whole, 0o600))
			s := open(t, path)
			do(t, s, damage.do)
			faults, err := s.Verify(nil)
			if err != nil || !strings.Contains(strings.Join(faults, "\n"), damage.want) {
				t.Errorf("%v, found %q, want %q", err, faults, damage.want)
			}
		})
	}
}

// A file with thousands of faults of one kind is told of in a few lines.
func TestVerifyOfRuins(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "s.db"))
	do(t, s, func(tx *Tx) error {
		for n := range 2 * maxFaults {
			check(raw(bucketSeen, fmt.Sprint(n), `{}`)(tx))
		}
		return nil
	})
	faults, err := s.Verify(nil)
	if err != nil || len(faults) != maxFaults+1 || faults[maxFaults] != fmt.Sprintf("and %d more", 3*maxFaults) {
		t.Errorf("%v, %d faults, the last %q", err, len(faults), faults[len(faults)-1])
	}
}

// A file that is cut off, or full of nonsense, is refused or found out,
// wherever the cut or the nonsense is; it ends no process.
func TestDamagedFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	s := open(t, path)
	do(t, s, fillAll)
	do(t, s, func(tx *Tx) error {
		for i := range 300 {
			check(tx.AddPlayer(&Player{Address: fmt.Sprintf("p%d@example.org", i), Name: fmt.Sprintf("P%d", i), Created: noon}))
		}
		return nil
	})
	whole := copyOf(s)
	page := os.Getpagesize()
	sound := dump(t, s)
	// noticed tells whether a file is refused or found out. One that is not says the same
	// as the whole one: what is spoilt is a page that is free.
	noticed := func(file []byte) bool {
		t.Helper()
		damaged := filepath.Join(t.TempDir(), "d.db")
		check(os.WriteFile(damaged, file, 0o600))
		s, err := OpenToRead(damaged)
		if err != nil {
			return true
		}
		defer s.Close()
		faults, err := s.Verify(nil)
		if err == nil && len(faults) == 0 && dump(t, s) != sound {
			t.Error("the damage was not noticed")
		}
		return err != nil || len(faults) > 0
	}
	for at := page; at < len(whole); at += page {
		if !noticed(whole[:at]) {
			t.Errorf("cut off at %d: not noticed", at)
		}
	}
	found, pages := 0, len(whole)/page
	for n := 2; n < pages; n++ {
		nonsense := bytes.Clone(whole)
		for i := range page {
			nonsense[n*page+i] = byte(7*i + n)
		}
		if noticed(nonsense) {
			found++
		}
	}
	if found < pages/2 {
		t.Errorf("nonsense at %d of %d pages was noticed", found, pages)
	}
}

func copyOf(s *Store) []byte {
	var b strings.Builder
	check(s.View(func(tx *Tx) error {
		n, err := tx.WriteTo(&b)
		if n != tx.Size() {
			return fmt.Errorf("%d bytes, not %d", n, tx.Size())
		}
		return err
	}))
	return []byte(b.String())
}
