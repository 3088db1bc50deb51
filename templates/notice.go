package templates

// A Notice is one short remark on one thing that a player wrote: what came of
// it beside the main matter of the mail, or why nothing did. The code says
// what, and which of the other fields count; en/notices.txt has the words.
type Notice struct {
	Code    string
	Text    string // the player's own words, one safe line
	Suggest string // what was probably meant, in the words of the reader's language
	Cell    string
	Row     string
	First   int // columns of Row
	Last    int
	Size    int
	Number  int // of a game
	Name    string
	Names   []string
	Games   []GameLine
	Fault   string // of a pace: which limit it breaks
	Place   int    // of a move in a preview, which is Text
	Offered bool   // Suggest is what is done if the reader answers yes
	Resigns bool   // Suggest is to resign
	Why     *Notice
	On      bool // of a setting, or that there is a clock
	Span    Span
}

// The codes of notices beyond those of game.Code, which are notices too.
const (
	NoticeUnknown             = "unknown"              // Text is no command
	NoticeNear                = "near"                 // Text is nearly Suggest, or one of Names
	NoticeMaybeMove           = "maybe-move"           // Text mentions one move, Suggest
	NoticeNotByYes            = "not-by-yes"           // yes answers a mail that asks what was meant
	NoticeNothingAsked        = "nothing-asked"        // Text, which is yes or no, answers a mail that asks nothing
	NoticeNotTaken            = "not-taken"            // the move that was offered is not played
	NoticeEmpty               = "empty"                // nothing was written
	NoticeTwoMoves            = "two-moves"            // Text lists different moves
	NoticeTooMany             = "too-many-commands"    // the rest was not read
	NoticeNoteCut             = "note-too-long"        // only the beginning was passed on
	NoticeNoteLost            = "note-lost"            // the words were not passed on
	NoticeTooBig              = "too-big"              // the mail was too big to read
	NoticeEncrypted           = "encrypted"            // only the holder of a key could read it
	NoticeWinmail             = "winmail"              // the text came in Outlook's own format only
	NoticeOnlyFiles           = "only-files"           // there was no text in the mail
	NoticeUnreadable          = "unreadable"           // the mail could not be read
	NoticeWhichGame           = "which-game"           // several games fit, and Games lists them; Suggest names one; Number more are not listed
	NoticeNoGame              = "no-game"              // no game fits
	NoticeBelowWords          = "below-words"          // Text, a line below words that are no command, would begin a game
	NoticeNoGameYet           = "no-game-yet"          // no game fits, for there has never been one
	NoticeOnNoList            = "on-no-list"           // a stranger who wants no mails gets none anyway
	NoticeNotYours            = "not-your-game"        // game Number is not the reader's, or does not exist
	NoticeNotStarted          = "not-started"          // game Number is still a challenge
	NoticeNoChallenge         = "no-challenge"         // there is nothing to accept or decline
	NoticeNothingOffered      = "nothing-offered"      // there is nothing to withdraw
	NoticeOwnChallenge        = "own-challenge"        // one can't accept or decline one's own
	NoticeNotChallenger       = "not-challenger"       // only the challenger can withdraw
	NoticeBegun               = "begun"                // too late: game Number has begun
	NoticeAnswered            = "challenge-answered"   // too late: it is accepted, declined or withdrawn
	NoticePending             = "challenge-pending"    // game Number, with Name, waits for an answer
	NoticeSelf                = "challenge-self"       // one can't challenge oneself
	NoticeBot                 = "challenge-bot"        // the bot does not play
	NoticeNobody              = "nobody"               // nobody is called Text
	NoticeNoWho               = "no-who"               // challenge without a name
	NoticeOption              = "option"               // Text is none of the options Names, which Suggest explains
	NoticeNoNumber            = "no-number"            // the option Text lacks its number, as in Suggest
	NoticeTooManyWanted       = "too-many-wanted"      // an offer is for Number games at most
	NoticePrivateRated        = "private-rated"        // a private game can't be rated
	NoticePace                = "pace"                 // Text is no pace, or one with a Fault
	NoticeSeeksAlready        = "seeks-already"        // the same offer, Number, is open
	NoticeNoRematch           = "no-rematch"           // Name has left for good
	NoticeNotOver             = "not-over"             // game Number goes on
	NoticeNothingToRepeat     = "nothing-to-repeat"    // game Number was cancelled, so there is no rematch
	NoticeNoNewAddress        = "no-new-address"       // address without one
	NoticeNoAddress           = "no-address"           // Text is no address of a person
	NoticeYourAddress         = "your-address"         // Text is the reader's already
	NoticeNotYourAddress      = "not-your-address"     // Text is none of the reader's
	NoticeLastAddress         = "last-address"         // the reader has no other one
	NoticeTooManyAddresses    = "too-many-addresses"   // the reader has Number
	NoticeAddressAsked        = "address-asked"        // Text is asked whether it is the reader's
	NoticeAddressAdded        = "address-added"        // Text is the reader's now
	NoticeAddressDropped      = "address-dropped"      // Text is not any more; mails go to Suggest
	NoticeAddressGone         = "address-gone"         // the same, for the reader there
	NoticeNoPlayer            = "no-player"            // nobody is called Text, which is empty if it may be another's words
	NoticeMailsAgain          = "mails-again"          // the reader, who wanted no mails, has written and gets them again
	NoticeClocksRun           = "clocks-run"           // in the games of the reader, who gets no more mails
	NoticeOffersWithdrawn     = "offers-withdrawn"     // the offers Names to everybody, of the reader, who gets no more mails or is banned
	NoticeChallengesWithdrawn = "challenges-withdrawn" // the same of challenges
	NoticeChallengerSilent    = "challenger-silent"    // Name, who has made the challenge, gets no more mails
	NoticeEnough              = "enough"               // Name has as many games as Name wants
	NoticeNotNow              = "not-now"              // the offer Number can't be taken now
	NoticeNoAbort             = "no-abort"             // the reader has no game that can be called off
	NoticeBothMoved           = "both-moved"           // the game can't be called off any more
	NoticeExportedEnough      = "exported-enough"      // the reader has had the games of others Number times today
	NoticeReopened            = "reopened"             // the operator lets the game go on, for which Text is the reason; Cell is the stone that was taken back, if any
	NoticeDecided             = "decided"              // Text is why the operator has ended the game
	NoticeSpared              = "spared"               // Name has lost another game on time before, and not moved since; or On: the reader
	NoticeRest                = "rest"                 // the reader's offer Text is still open, for Number games
	NoticeTakenByYou          = "taken-by-you"         // the reader has a game of offer Number already
	NoticeAwayHelps           = "away-helps"           // a program of the reader's answers that nobody is there
	NoticeUndoAsked           = "undo-asked"           // the reader has asked Name already to take Cell back
	NoticeUndoOfYou           = "undo-of-you"          // Name has asked the reader first, to take Cell back
	NoticeUndoOften           = "undo-often"           // the reader has asked often enough today
	NoticeUndoDropped         = "undo-dropped"         // Name, who had asked for a move back, has played on
	NoticeUndoSent            = "undo-sent"            // Name is asked to let Cell be taken back, and Text, if there was an answer
	NoticeUndoDenied          = "undo-denied"          // Name lets the reader's Cell stand
	NoticeUndoStands          = "undo-stands"          // the reader lets Name's Cell stand
	NoticeNoUndo              = "no-undo"              // nobody asks for that
	NoticeUndoUntold          = "undo-untold"          // Name has not heard of the move that is taken back
	NoticeRobotReadsNone      = "robot-reads-none"     // Name, a robot, reads no words
	NoticeHint                = "hint"                 // Cell is what to play, or "black"
	NoticeNoHint              = "no-hint"              // the reader plays no robot there
	NoticeHintNotNow          = "hint-not-now"         // the robot is to move
	NoticeHintForOthers       = "hint-for-others"      // people play from the same position
	NoticeAnalysisForOthers   = "analysis-for-others"  // people play from a position of the game
	NoticePuzzleForOthers     = "puzzle-for-others"    // people play from its position
	NoticeNoPuzzle            = "no-puzzle"            // none has the Number, or for 0 there is no other one; the Last is the last one
	NoticePuzzlesOff          = "puzzles-off"          // there are none here
	NoticeInPuzzle            = "in-puzzle"            // the Text is a command about a game, and the mail that is answered is a puzzle
	NoticePuzzles             = "puzzles"              // whether one comes every week, in the zone of the Text
	NoticeNothingToAnalyse    = "nothing-to-analyse"   // it has ended before anybody took Black
	NoticeAnalysedEnough      = "analysed-enough"      // the reader has had two analyses today
	NoticeNoRobot             = "no-robot"             // there are robots of the levels up to Last, which is 0 if there are none
	NoticeRobotRated          = "robot-rated"          // games against robots are not
	NoticeEnoughRobots        = "enough-robots"        // the reader plays as many as can be
	NoticeLevelOfPeople       = "level-of-people"      // only robots have one
	NoticeAway                = "away"                 // the reader is away for Span
	NoticeBack                = "back"                 // Span, for which the reader was or would have been away, is over
	NoticeNotAway             = "not-away"             // the reader is not away, and has planned nothing
	NoticeNoDays              = "no-days"              // away without days
	NoticeNoDay               = "no-day"               // there is no day Text
	NoticeAwayOrder           = "away-order"           // the last day Text is before the first
	NoticeAwayPast            = "away-past"            // these days are over
	NoticeAwayFar             = "away-far"             // they are more than a year ahead
	NoticeAwayLong            = "away-long"            // they would make Number days in a year
	NoticeAwayOften           = "away-often"           // the opponents were told often enough today
	NoticeOpponentAway        = "opponent-away"        // Name is away for Span, in the games Names or the one at hand
	NoticeOpponentBack        = "opponent-back"        // Name is back, or will not be away for Span after all
	NoticeSettings            = "settings"             // Names are all settings with their values
	NoticeClocks              = "clocks"               // Games are those with a clock, by the time left; Number more are not listed
	NoticeZone                = "zone"                 // the zone of Span is set, where it is now From
	NoticeNoZone              = "no-zone"              // there is no zone Text, but perhaps Names
	NoticeZoneProposed        = "zone-proposed"        // the reader's mails are written at Text and times told in UTC; Suggest sets a zone
	NoticeWeekends            = "weekends"             // weekends in the zone Text are free, if On
	NoticeReminders           = "reminders"            // there are reminders, if On
	NoticeConfirmations       = "confirmations"        // moves of the reader that went well are confirmed; On or not
	NoticeNews                = "news"                 // there are announcements, if On
	NoticeNewsAnswered        = "news-answered"        // words that answer an announcement reach nobody
	NoticeWeb                 = "web"                  // the public web site may show the name of the reader, if On
	NoticeNet                 = "net"                  // whose time is up is away for a week, if On
	NoticeNoNet               = "no-net"               // nobody is, whatever is set
	NoticeCaught              = "caught"               // the reader's time was up, and the reader is away for Span; Number days are left then
	NoticeNoTimeLeft          = "no-time-left"         // the reader, who wants to be back, would lose the games Names at once
	NoticeLimit               = "limit"                // others can begin Number games with the reader, 0 for any number
	NoticeNoLimit             = "no-limit"             // no number from 1 to Number, 0 if there is no end
	NoticeBadName             = "bad-name"             // Text can't be a name
	NoticeNoName              = "no-name"              // name without one, or with too many words
	NoticeNameTaken           = "name-taken"           // Text is somebody's name, or looks like it
	NoticeNothingSaid         = "nothing-said"         // say without words
	NoticeNameScripts         = "name-scripts"         // Text has letters of several scripts
	NoticeNameReserved        = "name-reserved"        // Text may be taken for the bot or who runs it, or is nobody's name
	NoticeCalled              = "called"               // others see the reader, who is new, as Name
	NoticeRenamed             = "renamed"              // the reader's name Text is too much like another's, and is now Name
	NoticeNamed               = "named"                // the new name is Name
	NoticeSaid                = "said"                 // the words were passed on to Name
	NoticeWordsInvited        = "words-invited"        // the words go with the invitation, if it goes to a player
	NoticeMoved               = "moved"                // Text was played in game Number
	NoticeNoTopic             = "no-topic"             // there is no help on Text
	NoticeOpponentSilent      = "opponent-silent"      // Name asked for no mails
	NoticeOpponentUnreachable = "opponent-unreachable" // mails to Name come back; On if Name has a clock
	NoticeOtherAddress        = "other-address"        // somebody wrote from another address
	NoticeOldStopLink         = "old-stop-link"        // a link to stop is older than Number days
	NoticeAccepted            = "accepted"             // Name has accepted the challenge
	NoticeStale               = "stale-move"           // the move Text in game Number answered another position
	NoticePatience            = "patience"             // the next mail like this is not answered
	NoticeTakesNone           = "takes-none"           // Name wants no challenges
	NoticeInvitedEnough       = "invited-enough"       // enough people who have never played with Name have challenged Name today
	NoticeTooManyOpen         = "too-many-open"        // Number invitations to addresses, 0 for none ever, are open or came to nothing within a week
	NoticeLapsed              = "challenge-lapsed"     // too late: nobody has answered challenge Number in time
	NoticeLeft                = "left"                 // Name has left and is forgotten
	NoticeForgotten           = "forgotten"            // what was to be confirmed is not done
	NoticeStillIn             = "still-in"             // whoever was asked whether to be in the tournament with that Number has written, and so is
	NoticeSettled             = "settled"              // what was to be confirmed was answered before, or too late
	NoticeCopyAsked           = "copy-asked"           // the question about a copy of this mail needs no answer any more
	NoticeWho                 = "who"                  // to who was invited, by Name: who writes, and how to answer
	NoticeConfirm             = "confirm"              // what is to be confirmed waits for a yes
	NoticeDone                = "done"                 // the command Text was carried out
	NoticeTooManyMails        = "too-many-mails"       // more than Number in an hour: none are read until the end of Span
	NoticePutOff              = "put-off"              // the reader has caused very many mails: some wait until the end of Span
	NoticeLastUnproven        = "last-unproven"        // no more answers, until the end of Span, to mails that prove nothing
	NoticeNoNewPlayers        = "no-new-players"       // no more of them until the end of Span
	NoticeTooManyGames        = "too-many-games"       // Number games and challenges are open
	NoticePlanned             = "planned"              // a plan is noted
	NoticeReplanned           = "replanned"            // and Text, the old answer to Cell, is not planned any more
	NoticePlanDropped         = "plan-dropped"         // as the reader wants
	NoticeNoPlan              = "no-plan"              // there is none in game Number to drop
	NoticePlanOnTurn          = "plan-on-turn"         // there is nobody to wait for in game Number
	NoticePlanWithout         = "plan-without-move"    // the move above it in game Number was not played
	NoticePlanRefused         = "plan-refused"         // in the plan Text the step Cell can't be played, because of Why
	NoticePlanLeft            = "plan-left"            // the opponent's move Text is none that the plan answers
	NoticePlanFailed          = "plan-failed"          // the answer Text can't be played, because of Why
	NoticePlanCut             = "plan-cut"             // a part of the plan can't be played any more
	NoticePlanInWords         = "plan-in-words"        // the line Text of the words would have told the opponent of a plan
	NoticePlanTwice           = "plan-twice"           // the line Text answers Cell, and so does one above it
	NoticePlanNone            = "plan-none"            // none of the lines of a plan are taken, as one is wrong
	NoticeHeldBack            = "held-back"            // the commands Names are not carried out, as not all of the mail was understood
	NoticeSpoken              = "spoken"               // Text, among the words that were passed on, looks like a command
	NoticeNoSuchMove          = "no-such-move"         // game Number has no more than Last moves
	NoticeNothingToTry        = "nothing-to-try"       // game Number is over, so there is no preview
	NoticeTriedTooMuch        = "tried-too-much"       // the game would be over before move Place of a preview
	NoticeNoTries             = "no-tries"             // preview without moves, or with other words
	NoticeNothingNoted        = "nothing-noted"        // note without words
	NoticeNoteKept            = "note-kept"            // the words are written down
	NoticeTooManyNotes        = "too-many-notes"       // there are Number notes in the game
	NoticeMuted               = "muted"                // the reader gets no words of Name any more, and of all Names; Number others are not listed
	NoticeUnmuted             = "unmuted"              // the reader gets them again
	NoticeNotMuted            = "not-muted"            // the reader did so all the time
	NoticeMuteSelf            = "mute-self"            // one can't mute oneself
	NoticeNobodyCalled        = "nobody-called"        // nobody has the name Text
	NoticeTakesNoWords        = "takes-no-words"       // Name wants none of the reader
	NoticeNoSetting           = "no-setting"           // what can be set, in Names
	NoticeNoValue             = "no-value"             // Text is no value of a setting; Names are the lines that would be
	NoticeLanguage            = "language"             // the language of mails is Text
	NoticeNoLanguage          = "no-language"          // there are no mails in Text, but in Names
	NoticeFormat              = "format"               // mails are text or html, by Text
	NoticeMails               = "mails"                // there are mails each or daily, by Text; Name is the zone
	NoticeWatching            = "watching"             // the reader watches game Number
	NoticeUnwatched           = "unwatched"            // and does not any more
	NoticeNotWatching         = "not-watching"         // and did not
	NoticeNotToWatch          = "not-to-watch"         // game Number can't be watched
	NoticeWatchOwn            = "watch-own"            // the reader plays in game Number
	NoticeWatchesEnough       = "watches-enough"       // the reader watches Number games
	NoticeWatchedEnough       = "watched-enough"       // so many watch game Number already
	NoticeWatches             = "watches"              // the reader watches the games Names
	NoticeBanned              = "banned"               // the operator lets the reader only play running games to their ends
	NoticeBannedStranger      = "banned-stranger"      // the operator lets nobody play who writes from the reader's address
	NoticeOnlyWatched         = "only-watched"         // the mail that is answered shows a game of others
	NoticeAbortOnLadder       = "abort-on-ladder"      // game Number is one of the ladder, of which none is called off
	NoticeLadderJoined        = "ladder-joined"        // the reader stands at the bottom of the ladder, which is place Number
	NoticeLadderLeft          = "ladder-left"          // the reader is off it
	NoticeLadderLost          = "ladder-lost"          // the reader is off it, since mails to the reader came back
	NoticeNoLadder            = "no-ladder"            // there is none here
	NoticeOnLadder            = "on-ladder"            // the reader is on it already, in place Number
	NoticeNotOnLadder         = "not-on-ladder"        // the reader is not
	NoticeAbortInTournament   = "abort-in-tournament"  // game Number is one of a tournament, and none of these is called off
	NoticeTournamentJoined    = "tournament-joined"    // the reader has joined a tournament, as one of Number players of Last
	NoticeTournamentLeft      = "tournament-left"      // the reader is not in tournament Number any more, which has not begun; Last as in NoticeTournamentExit
	NoticeTournamentExit      = "tournament-exit"      // Name, or nobody if it is the reader, is out of tournament Number: late if Fault is not empty, then until the end of Span; On if some games count; of a small cup Last is 0, else the Number
	NoticeNoLesson            = "no-lesson"            // none has the Number; there are Last
	NoticeInLesson            = "in-lesson"            // the Text is a command about a game, and the mail that is answered is a lesson
	NoticeNoTournaments       = "no-tournaments"       // there are none here
	NoticeNoSuchTournament    = "no-such-tournament"   // none has the Number
	NoticeTournamentBegun     = "tournament-begun"     // nobody can join tournament Number any more; Last as in NoticeTournamentExit
	NoticeInTournament        = "in-tournament"        // the reader is in tournament Number already; Last as in NoticeTournamentExit
	NoticeLateBefore          = "late-before"          // the reader was late in another one, and can join none until the end of Span
	NoticeNotInTournament     = "not-in-tournament"    // the reader is not in tournament Number, 0 for in none
	NoticeOpenJoined          = "open-joined"          // the reader has joined tournament Number, as one of Last players, or is in it already if it is On; it begins on the day Span.To, or when there are Size
	NoticeTournamentOpened    = "tournament-opened"    // the reader has opened tournament Number
	NoticeTournamentPutOff    = "tournament-put-off"   // too few have joined tournament Number, which begins on the day Span.To now
	NoticeTournamentOff       = "tournament-off"       // tournament Number will not begin: for Text, or since too few have joined
	NoticeTournamentLeftOut   = "tournament-left-out"  // tournament Number has begun without the reader, whom it did not hear from, or mails to whom came back if Fault is "lost", or for whom there was no room if it is "full"
	NoticeTournamentRemoved   = "tournament-removed"   // the operator has taken the reader out of tournament Number, for Text
	NoticeUnnamedOpen         = "unnamed-open"         // of the tournaments that can be joined one must be named, as in Suggest
	NoticeUnnamedToLeave      = "unnamed-to-leave"     // the reader has joined several, and one must be named, as in Suggest
	NoticeOpenedAlready       = "opened-already"       // the reader has opened tournament Number, which can still be joined
	NoticeNotTrusted          = "not-trusted"          // who opens a tournament has Number rated games, and has lost none on time for Last days
	NoticeGroupSize           = "group-size"           // a group is for First to Last players, and not for Text
	NoticeStartDay            = "start-day"            // Text is no day on which a tournament can begin; Suggest has one
	NoticeNeedsClock          = "needs-clock"          // there is no tournament without a clock
	NoticeUnnamedTournament   = "unnamed-tournament"   // the reader is in tournament Number, which has begun and must be named to leave it, as in Suggest; Last as in NoticeTournamentExit
)

// The codes of notices to the operator.
const (
	OperatorSetAside    = "operator-set-aside"   // a mail is in the folder for failed mails, unread
	OperatorIncident    = "operator-incident"    // a mail met the fault with the number Text, and is in that folder too
	OperatorUnreachable = "operator-unreachable" // mails to Name can't be delivered; Text is the address and what a server said
	OperatorShare       = "operator-share"       // Name has caused as many mails in a day as the limit Text leaves to one
	OperatorLimit       = "operator-limit"       // more than Number mails, the limit Text, were to leave in a day; Name is to whom
	OperatorLast        = "operator-last"        // no more such mails today
)

// Topic says what a mail is about whose first notice this is: "clocks", "cup", "ladder", "tournament", which has the Number, or
// "" for many things.
func (n Notice) Topic() string {
	switch n.Code {
	case NoticeClocks:
		return "clocks"
	case NoticeTournamentJoined:
		return "cup"
	case NoticeTournamentLeft, NoticeTournamentExit:
		if n.Last == 0 {
			return "cup"
		}
		return "tournament"
	case NoticeOpenJoined, NoticeTournamentOpened, NoticeTournamentPutOff, NoticeTournamentOff, NoticeTournamentLeftOut, NoticeTournamentRemoved:
		return "tournament"
	case NoticeLadderJoined, NoticeLadderLeft, NoticeLadderLost:
		return "ladder"
	}
	return ""
}
