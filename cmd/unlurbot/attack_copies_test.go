package main

import "testing"

// Ana answers with a copy to Bo and Mal, as people do, and her mail holds no move:
// so both have the address with her token while it is still good.
func TestTokenInACopy(t *testing.T) {
	t.Parallel()
	copied(besiege(t, sandboxCarrier(t)))
}

func copied(s *siege) {
	s.send(note{from: "ana", answers: s.turn, extra: "To: " + s.turn.replyTo() + "\r\nCc: " + s.at("bo") + ", " + s.at("mal") + "\r\n", body: "say Which one should I take, Bo?"})
	s.receive("ana: said, bo: message")
	for _, use := range []struct {
		name string
		note note
		want string
	}{
		{"Bo answers all, in thanks", note{from: "bo", body: "That is up to you!"}, "bo: problem"},
		{"Bo puts her stone", note{from: "bo", body: "C4"}, s.doubt("bo", "refused")},
		{"Mal puts her stone", note{from: "mal", body: "C4"}, "ana: confirm"},
		{"Mal resigns for her", note{from: "mal", body: "resign"}, "ana: confirm"},
		{"Mal looks at her board", note{from: "mal", body: "show"}, "ana: refused"},
		{"Mal lists her games", note{from: "mal", body: "games\r\nhistory"}, "ana: refused"},
		{"Mal takes her name", note{from: "mal", body: "name Mal"}, "ana: confirm"},
		{"Mal answers as a list does", note{from: "mal", extra: "List-Id: <x.test>\r\n", body: "C4"}, ""},
	} {
		s.try(use.name, func() {
			use.note.answers = s.turn
			s.send(use.note)
			s.receive(use.want)
		})
	}
	s.stillPlays()
}
