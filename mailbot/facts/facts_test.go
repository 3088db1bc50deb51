package facts

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"unlurbot/store"
)

// all has every kind of fact.
var all = []Fact{
	MovePlayed{}, PlanPlayed{}, PlanEnded{}, UndoAsked{}, UndoDenied{}, MoveTakenBack{}, RobotPlayed{}, RobotGaveBack{}, HintAsked{}, AnalysisAsked{}, HintGiven{}, WeeklyPuzzle{}, GameCalledOff{}, PlayerLeft{}, ReminderDue{},
	TimeRanOut{}, NetCaught{}, GameCancelled{}, GameOver{}, PlanLine{}, PlanKept{}, PlanLost{}, PlanDropped{}, Stale{}, Refused{},
	Offered{}, GameStarted{}, PlacesLeft{}, OfferEnded{},
	LimitSet{}, Muted{}, Renamed{}, AbsenceSet{}, AbsenceAhead{}, SettingSet{}, SettingsAsked{}, Said{}, NoteKept{}, Watching{},
	Stopped{}, RefusesAll{}, ForgetAsked{}, ToBeForgotten{}, OutOfReach{}, AddressAsked{}, AddressAdded{}, AddressDropped{}, ByOperator{}, GameByOperator{},
	LadderJoined{}, LadderLeft{}, LadderLost{}, LadderGame{},
	TournamentJoined{}, TournamentLeft{}, TournamentDrawn{}, TournamentExit{}, TournamentDecided{},
	TournamentOpened{}, TournamentAsked{}, TournamentPutOff{}, TournamentCalledOff{}, TournamentLeftOut{}, TournamentRemoved{},
}

func TestAllHasAll(t *testing.T) {
	var names, declared []string
	for _, f := range all {
		names = append(names, reflect.TypeOf(f).Name())
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		code, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range code.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "about" {
				declared = append(declared, f.Recv.List[0].Type.(*ast.Ident).Name)
			}
		}
	}
	slices.Sort(names)
	slices.Sort(declared)
	if !slices.Equal(names, declared) {
		t.Errorf("all has %v,\nand there are %v", names, declared)
	}
}

// A fact is about the game that it names, and a log has nothing of it that anybody has written.
func TestFactsAreDiscreet(t *testing.T) {
	for _, empty := range all {
		full := reflect.New(reflect.TypeOf(empty)).Elem()
		fill(full)
		want := store.GameNumber(0)
		if g := full.FieldByName("Game"); g.IsValid() {
			want = 42
		}
		entry := Entry{By: secret, Fact: full.Interface().(Fact)}
		if got := entry.About(); got != want {
			t.Errorf("%T is about game %d, want %d", empty, got, want)
		}
		var log strings.Builder
		slog.New(slog.NewTextHandler(&log, nil)).Info("fact", "came", entry)
		if line := log.String(); strings.Contains(line, secret) || !strings.Contains(line, full.Type().Name()) {
			t.Errorf("the log: %s", line)
		}
	}
}

const secret = "between-us"

// fill puts something into each field.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(secret)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(42)
	case reflect.Int, reflect.Int64:
		v.SetInt(42)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Interface:
		if v.Type() == reflect.TypeFor[Reason]() {
			v.Set(reflect.ValueOf(BadPlan{Err: errors.New(secret)}))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	}
}
