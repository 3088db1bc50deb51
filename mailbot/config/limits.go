package config

// Limits are how much of everything there may be. Hours and days are those of
// UTC.
type Limits struct {
	MailsIn         int `yaml:"mails_in_per_hour" range:"1..100000"`      // that are read, from one address
	OutToAddress    int `yaml:"mails_out_per_address" range:"1..1000000"` // in a day
	OutToDomain     int `yaml:"mails_out_per_domain" range:"1..1000000"`  // in a day, to all its addresses
	Out             int `yaml:"mails_out" range:"1..1000000"`             // in a day, in all
	OutPerPlayer    int `yaml:"mails_out_per_player" range:"0..1000000"`  // in a day, that one account causes; 0 is a quarter of Out
	UnprovenAnswers int `yaml:"unproven_answers" range:"1..1000"`         // in a day to one address, to mails that prove nothing
	UnprovenInAll   int `yaml:"unproven_answers_in_all" range:"1..100000"`
	NewPlayers      int `yaml:"new_players" range:"0..100000"`  // in a day
	OpenGames       int `yaml:"open_games" range:"1..1000"`     // and challenges, of one player
	OpenInvitations int `yaml:"open_invitations" range:"0..3"`  // of one player to mail addresses
	InvitedBy       int `yaml:"invited_by" range:"0..1000"`     // people in a day who have never played with whom they invite
	Commands        int `yaml:"commands_in_mail" range:"1..10"` // that are read
	MailSize        int `yaml:"mail_size_kib" range:"8..256"`   // that is read whole, in KiB
}

// DefaultLimits are far beyond what people do who play by mail, be it a move a
// minute for a whole day, and far below what would make a bot a nuisance.
var DefaultLimits = Limits{
	MailsIn: 200, OutToAddress: 2000, OutToDomain: 5000, Out: 10000, UnprovenAnswers: 10, UnprovenInAll: 500,
	NewPlayers: 100, OpenGames: 100, OpenInvitations: 3, InvitedBy: 3, Commands: 10, MailSize: 256,
}
