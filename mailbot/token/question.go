package token

import "unlurbot/game"

// A Question is what a mail of ours asks about: "Answer yes to play C4." It stands in
// the token of that mail, so that a "yes" can mean nothing but this move at this
// ply, and nothing need be stored. Zero is none.
type Question uint16

// Questions beside those whether to put a stone, which are askStone with the row and the
// column in five bits each.
const (
	AskBlack  Question = 1
	AskResign Question = 2
	AskForget Question = 3
	AskUndo   Question = 4
	AskWatch  Question = 5 // no question: the mail shows a game that its reader only watches
	// What somebody may have meant who was invited, and the invitation itself.
	AskAccept  Question = 6
	AskDecline Question = 7
	AskStop    Question = 8
	AskNever   Question = 9
	AskNothing Question = 10 // no answer is "yes": the mail asks what was meant, and a yes does not tell
	AskNews    Question = 11 // no question: the mail is an announcement of the operator's, or the link that ends those

	AskPuzzles Question = 12 // no question: the link of a mail with the puzzle of the week, which ends those

	askPuzzle Question = 1 << 13 // with the number of a puzzle, of which the mail asks for a move
	askLesson Question = 1 << 14 // the same of a lesson
	askStone  Question = 1 << 15
)

// Asks says whether there is a question to which "no" is an answer.
func (q Question) Asks() bool {
	return q != 0 && q != AskWatch && q != AskNews && q != AskPuzzles && q.Lesson() == 0 && q.Puzzle() == 0
}

// AskLesson asks for a move that solves a lesson.
func AskLesson(n int) Question { return askLesson | Question(n) }

// Lesson gives the lesson of which a move is asked for; 0 for none.
func (q Question) Lesson() int {
	if q&(askStone|askLesson) != askLesson {
		return 0
	}
	return int(q &^ askLesson)
}

// AskPuzzle asks for a move that solves a puzzle. Its number is below the bit that says so.
func AskPuzzle(n int) Question { return askPuzzle | Question(n) }

// Puzzle gives the puzzle of which a move is asked for; 0 for none.
func (q Question) Puzzle() int {
	if q&(askStone|askLesson|askPuzzle) != askPuzzle {
		return 0
	}
	return int(q &^ askPuzzle)
}

// AskMove asks whether a move is meant.
func AskMove(m game.Move) Question {
	switch m.Kind {
	case game.SayBlack:
		return AskBlack
	case game.Resign:
		return AskResign
	}
	return askStone | Question(m.Cell.Row)<<5 | Question(m.Cell.Col)
}

// Stone gives the cell that a question is about whether to put a stone on it.
func (q Question) Stone() (game.Cell, bool) {
	return game.Cell{Row: int16(q >> 5 & 31), Col: int16(q & 31)}, q&askStone != 0
}
