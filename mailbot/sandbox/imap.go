package sandbox

import (
	"log/slog"
	"net"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
)

// newIMAPServer announces what the memory server really does. IDLE, UNSELECT,
// ENABLE and SASL-IR are announced by the library itself. IMAP4rev2 is left
// out because it promises LIST-STATUS, which would show the library's own
// UIDVALIDITY instead of ours.
func newIMAPServer(office *postOffice, cfg Config) *imapserver.Server {
	return imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &session{office: office, maxSize: cfg.MaxSize, tokens: cfg.Tokens}, nil, nil
		},
		Caps: imap.CapSet{
			imap.CapIMAP4rev1:   {},
			imap.CapNamespace:   {},
			imap.CapUIDPlus:     {},
			imap.CapESearch:     {},
			imap.CapSearchRes:   {},
			imap.CapMove:        {},
			imap.CapBinary:      {},
			imap.CapStatusSize:  {},
			imap.CapLiteralPlus: {},
		},
		Logger:       slog.NewLogLogger(cfg.Log.Handler(), slog.LevelDebug),
		InsecureAuth: true, // nobody has a password that could be overheard
	})
}

// A patientListener gives connections to the memory server, which waits for ever
// for a lock of its own after it could not write a mail.
type patientListener struct{ net.Listener }

// Accept implements net.Listener.
func (l patientListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return patientConn{conn}, nil
}

// A patientConn takes whatever is written. That the client is gone shows when the
// server reads.
type patientConn struct{ net.Conn }

// Write implements net.Conn.
func (c patientConn) Write(p []byte) (int, error) {
	if _, err := c.Conn.Write(p); err != nil {
		_ = c.Conn.Close()
	}
	return len(p), nil
}

// session is one IMAP connection: the memory server's session with our login,
// and with what the memory server lacks for a long stay with real clients.
type session struct {
	*imapmemserver.UserSession // nil until login

	office  *postOffice
	account *account // nil until login
	maxSize int64
	tokens  *Tokens
}

var (
	_ imapserver.SessionMove        = (*session)(nil)
	_ imapserver.SessionNamespace   = (*session)(nil)
	_ imapserver.SessionAppendLimit = (*session)(nil)
	_ imapserver.SessionSASL        = (*session)(nil)
)

// Login takes any password where none is refused, and a name with or without our domain.
func (s *session) Login(username, password string) error {
	if s.tokens.refuses("LOGIN", username, password) {
		return imapserver.ErrAuthFailed
	}
	return s.open(username)
}

func (s *session) open(username string) error {
	local := username
	if strings.Contains(username, "@") {
		var ours bool
		if local, ours = s.office.split(username); !ours {
			return imapserver.ErrAuthFailed
		}
	}
	name, ok := nameOf(local)
	if !ok {
		return imapserver.ErrAuthFailed
	}
	account, err := s.office.account(name)
	if err != nil {
		return err
	}
	s.account = account
	s.UserSession = imapmemserver.NewUserSession(account.User)
	return nil
}

// AuthenticateMechanisms implements imapserver.SessionSASL.
func (s *session) AuthenticateMechanisms() []string { return s.tokens.offered(sasl.Plain) }

// Authenticate implements imapserver.SessionSASL.
func (s *session) Authenticate(mechanism string) (sasl.Server, error) {
	if server := s.tokens.server(mechanism, s.open, imapserver.ErrAuthFailed); server != nil {
		return server, nil
	}
	if mechanism != sasl.Plain {
		return nil, imapserver.ErrAuthFailed
	}
	return plainServer{sasl.NewPlainServer(func(_, username, password string) error {
		if s.tokens.refuses(mechanism, username, password) {
			return imapserver.ErrAuthFailed
		}
		return s.open(username)
	})}, nil
}

// plainServer asks for the name and the password with an empty line. The
// library's own would write the empty challenge as "=", at which clients that
// answer in two lines give up.
type plainServer struct{ sasl.Server }

// Next implements sasl.Server.
func (p plainServer) Next(response []byte) (challenge []byte, done bool, err error) {
	challenge, done, err = p.Server.Next(response)
	if len(challenge) == 0 {
		challenge = nil
	}
	return challenge, done, err
}

// AppendLimit is the largest mail that a client may store.
func (s *session) AppendLimit() uint32 {
	return uint32(min(s.maxSize, 1<<32-1))
}

// Select adds the standard flags: the memory server names only those in use,
// from which some clients conclude that a folder is read-only.
func (s *session) Select(name string, options *imap.SelectOptions) (*imap.SelectData, error) {
	data, err := s.UserSession.Select(name, options)
	if err != nil {
		return nil, err
	}
	data.UIDValidity += s.office.epoch
	data.Flags = withStandardFlags(data.Flags)
	data.PermanentFlags = withStandardFlags(data.PermanentFlags)
	return data, nil
}

func withStandardFlags(flags []imap.Flag) []imap.Flag {
	has := make(map[string]bool, len(flags))
	for _, f := range flags {
		has[strings.ToLower(string(f))] = true
	}
	for _, f := range []imap.Flag{
		imap.FlagSeen, imap.FlagAnswered, imap.FlagFlagged, imap.FlagDeleted, imap.FlagDraft,
	} {
		if !has[strings.ToLower(string(f))] {
			flags = append(flags, f)
		}
	}
	return flags
}

// Status answers as the memory server does, with our UIDVALIDITY.
func (s *session) Status(name string, options *imap.StatusOptions) (*imap.StatusData, error) {
	data, err := s.UserSession.Status(name, options)
	if err == nil && options.UIDValidity {
		data.UIDValidity += s.office.epoch
	}
	return data, err
}

// Delete keeps INBOX: mail is delivered there.
func (s *session) Delete(name string) error {
	if name == inbox {
		return errInboxStays
	}
	return s.UserSession.Delete(name)
}

// Rename keeps INBOX: mail is delivered there.
func (s *session) Rename(name, newName string, options *imap.RenameOptions) error {
	if name == inbox {
		return errInboxStays
	}
	return s.UserSession.Rename(name, newName, options)
}

var errInboxStays = &imap.Error{
	Type: imap.StatusResponseTypeNo,
	Code: imap.ResponseCodeCannot,
	Text: "INBOX can be neither deleted nor renamed",
}

// Append stores a client's mail, such as a draft, and tells the others.
func (s *session) Append(name string, r imap.LiteralReader, options *imap.AppendOptions) (*imap.AppendData, error) {
	data, err := s.UserSession.Append(name, r, options)
	if err != nil {
		return nil, err
	}
	data.UIDValidity += s.office.epoch
	s.account.announce()
	return data, nil
}

// Store changes flags and tells the other connections.
func (s *session) Store(w *imapserver.FetchWriter, set imap.NumSet, flags *imap.StoreFlags, options *imap.StoreOptions) error {
	defer s.account.announce()
	return s.UserSession.Store(w, set, flags, options)
}

// Expunge removes mails and tells the other connections.
func (s *session) Expunge(w *imapserver.ExpungeWriter, uids *imap.UIDSet) error {
	defer s.account.announce()
	return s.UserSession.Expunge(w, uids)
}

// Copy copies mails and tells the other connections.
func (s *session) Copy(set imap.NumSet, dest string) (*imap.CopyData, error) {
	s.account.filing.Lock()
	defer s.account.filing.Unlock()
	defer s.account.announce()
	return s.copy(set, dest)
}

// copy is Copy for whoever holds the filing lock. No data means that nothing
// matched: COPYUID has no form for that, and the library would end the
// connection over it.
func (s *session) copy(set imap.NumSet, dest string) (*imap.CopyData, error) {
	data, err := s.UserSession.Copy(set, dest)
	if err != nil || len(data.SourceUIDs) == 0 {
		return nil, err
	}
	data.UIDValidity += s.office.epoch
	return data, nil
}

// Move is made of its three steps because the memory server's own MOVE
// announces every mail twice, the first time with a wrong number, and ends
// the connection when a mail is no longer there.
func (s *session) Move(w *imapserver.MoveWriter, set imap.NumSet, dest string) error {
	s.account.filing.Lock()
	defer s.account.filing.Unlock()
	data, err := s.copy(set, dest)
	if err != nil || data == nil {
		return err
	}
	defer s.account.announce()
	if err := w.WriteCopyData(data); err != nil {
		return err
	}
	deleted := &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}
	if err := s.UserSession.Store(nil, data.SourceUIDs, deleted, nil); err != nil {
		return err
	}
	return s.UserSession.Expunge(nil, &data.SourceUIDs)
}

// Idle sends every change at once. The memory server's own Idle says nothing
// of what came between the last command and its start, so that a mail which
// arrives in this moment would wait for the next one.
func (s *session) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	for {
		changed := s.account.change()
		if err := s.Poll(w, true); err != nil {
			return err
		}
		select {
		case <-changed:
		case <-stop:
			return nil
		}
	}
}
