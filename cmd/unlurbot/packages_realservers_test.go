//go:build realservers

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"unlurbot/game"
	"unlurbot/mailbot/testing/livebot"
	"unlurbot/mailbot/testing/realservers"
	"unlurbot/store"
)

// The unit is one that systemd understands, lets the bot do little but its work, and doesn't
// start it again for what a restart doesn't mend.
func TestUnit(t *testing.T) {
	unit, err := os.ReadFile("../../packaging/unlurbot.service")
	check(t, err)
	if want := fmt.Sprintf("\nRestart=always\nRestartSec=5s\nRestartPreventExitStatus=%d\n", exitUsage); !strings.Contains(string(unit), want) {
		t.Errorf("the unit doesn't say%s", want)
	}
	program, err := os.Executable()
	check(t, err)
	file := filepath.Join(t.TempDir(), "unlurbot.service")
	check(t, os.WriteFile(file, []byte(strings.ReplaceAll(string(unit), "/usr/bin/unlurbot ", program+" ")), 0o600))
	for _, command := range []string{"verify --man=no", "security --offline=true --threshold=15 --no-pager"} { // 15 is 1.5
		out, err := exec.Command("systemd-analyze", append(strings.Fields(command), file)...).CombinedOutput()
		if err != nil || strings.Contains(string(out), "ignoring") {
			t.Errorf("systemd-analyze %s: %v\n%s", command, err, out)
		}
	}
}

// packed gives a directory with the program as releases have it, and the packages of it in some
// versions. The packages of one version are the same each time.
func packed(t *testing.T, versions ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	program, manual := filepath.Join(dir, "unlurbot"), t.TempDir()
	execute(t, "env", "CGO_ENABLED=0", "go", "build", "-o", program, ".")
	execute(t, program, "manual", manual)
	page := execute(t, "groff", "-man", "-Tutf8", "-Wbreak", filepath.Join(manual, "unlurbot.1"))
	if !strings.Contains(page, "Exit status: 0: success") || strings.Contains(page, "warning") {
		t.Errorf("the manual page reads\n%s", page)
	}
	for _, version := range versions {
		execute(t, "env", "SOURCE_DATE_EPOCH=1700000000", "../../packaging/build", version, "linux/amd64", program, manual, dir)
	}
	return dir
}

// execute runs a command that must end well, and gives what it says.
func execute(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// A machine is a directory with a system in it, as little of one as it needs.
type machine struct {
	t    *testing.T
	root string
}

// emptyMachine has dpkg's books and no users.
func emptyMachine(t *testing.T) machine {
	t.Helper()
	m := machine{t, t.TempDir()}
	for _, dir := range []string{"etc", "var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers", "run/credentials/unlurbot.service"} {
		check(t, os.MkdirAll(m.path(dir), 0o755)) //nolint:gosec // as on any machine
	}
	for _, file := range []string{"etc/passwd", "etc/group", "var/lib/dpkg/status"} {
		m.write(file, "", 0o644)
	}
	return m
}

func (m machine) path(name string) string { return filepath.Join(m.root, name) }

func (m machine) read(name string) string {
	m.t.Helper()
	data, err := os.ReadFile(m.path(name))
	check(m.t, err)
	return string(data)
}

func (m machine) write(name, text string, mode fs.FileMode) {
	m.t.Helper()
	check(m.t, os.WriteFile(m.path(name), []byte(text), mode))
}

func (m machine) dpkg(args ...string) {
	m.t.Helper()
	// What the package depends on is there already, but in no book of this machine.
	execute(m.t, "dpkg", append([]string{"--root=" + m.root, "--log=" + m.path("dpkg.log"), "--force-script-chrootless", "--force-depends"}, args...)...)
}

// user gives the numbers of the bot's user.
func (m machine) user() *syscall.Credential {
	m.t.Helper()
	fields := regexp.MustCompile(`(?m)^unlurbot:[^:]*:(\d+):(\d+):`).FindStringSubmatch(m.read("etc/passwd"))
	if fields == nil {
		m.t.Fatalf("there is no user unlurbot in\n%s", m.read("etc/passwd"))
	}
	return identity(m.t, fields[1], fields[2])
}

func identity(t *testing.T, uid, gid string) *syscall.Credential {
	t.Helper()
	u, err := strconv.ParseUint(uid, 10, 32)
	check(t, err)
	g, err := strconv.ParseUint(gid, 10, 32)
	check(t, err)
	return &syscall.Credential{Uid: uint32(u), Gid: uint32(g)}
}

// command gives one that runs there, as somebody.
func (m machine) command(who *syscall.Credential, args ...string) *exec.Cmd {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: m.root, Credential: who}
	return cmd
}

// service gives the command of the unit that was installed, and hands over its credentials.
func (m machine) service() *exec.Cmd {
	m.t.Helper()
	unit, who := m.read("usr/lib/systemd/system/unlurbot.service"), m.user()
	const handed = "/run/credentials/unlurbot.service"
	for _, c := range regexp.MustCompile(`(?m)^LoadCredential=(.+):(.+)$`).FindAllStringSubmatch(unit, -1) {
		secret, err := os.ReadFile(m.path(c[2]))
		if err != nil {
			secret = []byte("\n") // by SetCredential
		}
		m.write(handed+"/"+c[1], string(secret), 0o400)
		check(m.t, os.Chown(m.path(handed+"/"+c[1]), int(who.Uid), int(who.Gid)))
	}
	cmd := m.command(who, strings.Fields(regexp.MustCompile(`(?m)^ExecStart=(.+)$`).FindStringSubmatch(unit)[1])...)
	cmd.Env = []string{"CREDENTIALS_DIRECTORY=" + handed}
	return cmd
}

// An operator installs the deb on an empty machine, writes a few lines and starts it; two people
// play. It is upgraded in the middle of their game, and removed after it: the games are still there.
// It starts as systemd starts it, but without systemd.
func TestDeb(t *testing.T) {
	t.Parallel()
	built := packed(t, "1.2.3", "1.2.4")
	sameInRPM(t, built)
	m := emptyMachine(t)
	m.dpkg("--install", filepath.Join(built, "unlurbot_1.2.3_amd64.deb"))
	b := livebot.New(t, livebot.Real(t, realservers.Start(t), "none"))
	b.Dir = m.path("var/lib/unlurbot")
	port := func(addr string) string { return addr[strings.LastIndex(addr, ":")+1:] }
	m.write("etc/unlurbot/unlurbot.yaml", `address: `+b.Servers.At("unlur")+`
imap:
  {host: 127.0.0.1, port: `+port(b.Servers.IMAPAddr)+`, security: none,
   username: `+b.Servers.At("unlur")+`, password_file: imap.password}
smtp: {host: 127.0.0.1, port: `+port(b.Servers.SMTPAddr)+`, security: none}
store: {path: /var/lib/unlurbot/unlurbot.db}
`, 0o644)
	m.write("etc/unlurbot/imap.password", b.Servers.Password+"\n", 0o600)
	if out, err := m.command(nil, "/usr/bin/unlurbot", "check", "--config", "/etc/unlurbot/unlurbot.yaml").CombinedOutput(); err != nil {
		t.Errorf("check, by root: %v\n%s", err, out)
	}

	start := func() *livebot.Process { return livebot.Launch(t, (*exec.Cmd).Start, m.service()) }
	bot := start()
	ana, bo := b.Servers.Person(t, "ana"), b.Servers.Person(t, "bo")
	livebot.Begin(ana, bo)
	livebot.PlayAll(ana, bo, demoMoves[:2]...)
	bo.Gets("moved")
	if out, err := m.command(m.user(), "/usr/bin/unlurbot", "status", "--config", "/etc/unlurbot/unlurbot.yaml").CombinedOutput(); err != nil {
		t.Errorf("status: %v\n%s", err, out)
	}
	config, who := m.read("etc/unlurbot/unlurbot.yaml"), m.user()
	bot.Stop()
	m.dpkg("--install", filepath.Join(built, "unlurbot_1.2.4_amd64.deb"))
	if m.read("etc/unlurbot/unlurbot.yaml") != config || m.user().Uid != who.Uid {
		t.Error("the upgrade changed the configuration or the user")
	}

	bot = start()
	ana.Gets("turn")
	ana.Replies("resign")
	ana.Gets("over")
	bo.Gets("over")
	bot.Stop()
	m.dpkg("--remove", "unlurbot")
	if _, err := os.Stat(m.path("usr/bin/unlurbot")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the program is still there: %v", err)
	}
	if m.read("etc/unlurbot/unlurbot.yaml") != config || m.user().Uid != who.Uid {
		t.Error("the configuration or the user is gone")
	}
	b.Look(func(s *store.Store) error {
		return s.View(func(tx *store.Tx) error {
			g, err := tx.Game(1)
			if err == nil && (g.Course.Winner != game.Second) {
				t.Errorf("what is left of the game is %+v", g.Course)
			}
			return err
		})
	})
}

// An rpm holds what the deb holds, but for the place where zsh looks, and makes the same user.
func sameInRPM(t *testing.T, dir string) {
	t.Helper()
	list := func(command, file string) string {
		return execute(t, "sh", "-c", command+` | sed 's|^[.]*||; /\/$/d; s|vendor-completions|site-functions|' | sort`, "sh", filepath.Join(dir, file))
	}
	deb := list(`dpkg-deb --fsys-tarfile "$1" | tar t`, "unlurbot_1.2.3_amd64.deb")
	rpm := list(`rpm2cpio "$1" | cpio --list --quiet`, "unlurbot-1.2.3-1.x86_64.rpm")
	if deb != rpm || !strings.Contains(deb, "/etc/unlurbot/unlurbot.yaml\n") {
		t.Errorf("the deb holds\n%s\nand the rpm\n%s", deb, rpm)
	}
}
