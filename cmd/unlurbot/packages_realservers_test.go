//go:build realservers

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"go.yaml.in/yaml/v3"

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
	execute(t, "env", "CGO_ENABLED=0", "go", "build", "-tags", "cluster", "-o", program+"-cluster", ".")
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

// What operators install is built once, and played through.
func TestPackages(t *testing.T) {
	t.Parallel()
	built := packed(t, "1.2.3", "1.2.4")
	t.Run("rpm", func(t *testing.T) { sameInRPM(t, built) })
	t.Run("deb", func(t *testing.T) {
		t.Parallel()
		playByDeb(t, built)
	})
	t.Run("compose", func(t *testing.T) {
		t.Parallel()
		playByCompose(t, built)
	})
}

// An operator installs the deb on an empty machine, writes a few lines and starts it; two people
// play. It is upgraded in the middle of their game, and removed after it: the games are still there.
// It starts as systemd starts it, but without systemd.
func playByDeb(t *testing.T, built string) {
	t.Helper()
	m := emptyMachine(t)
	m.dpkg("--install", filepath.Join(built, "unlurbot_1.2.3_amd64.deb"))
	if example := m.read("usr/share/doc/unlurbot/config.example.yaml"); !strings.Contains(example, "\n  path: /var/lib/unlurbot/unlurbot.db\n") {
		t.Error("the example in the package has the store elsewhere")
	}
	if left, err := os.ReadDir(m.path("etc/unlurbot")); err != nil || len(left) > 0 { // init never writes over a file
		t.Errorf("the package has a configuration already: %v, %v", left, err)
	}
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
		return execute(t, "sh", "-c", command+` | sed 's|^[.]*||; s|^/etc/unlurbot/$|/etc/unlurbot|; /\/$/d; s|vendor-completions|site-functions|' | sort`, "sh", filepath.Join(dir, file))
	}
	deb := list(`dpkg-deb --fsys-tarfile "$1" | tar t`, "unlurbot_1.2.3_amd64.deb")
	rpm := list(`rpm2cpio "$1" | cpio --list --quiet`, "unlurbot-1.2.3-1.x86_64.rpm")
	if deb != rpm || !strings.Contains(deb, "/usr/share/doc/unlurbot/config.example.yaml\n") || !strings.Contains(deb, "/usr/bin/unlurbot-cluster\n") {
		t.Errorf("the deb holds\n%s\nand the rpm\n%s", deb, rpm)
	}
}

// A containerfile says how an image is made, as far as ours do.
type containerfile struct {
	copies                [][]string // COPY: flags, from and to
	user                  []string
	entrypoint, arguments []string
	health                []string
}

func readContainerfile(t *testing.T, name string) (c containerfile) {
	t.Helper()
	text, err := os.ReadFile(name)
	check(t, err)
	_, image, ok := strings.Cut(string(text), "\nFROM scratch\n")
	if !ok {
		t.Fatalf("%s is of no empty image", name)
	}
	list := func(text string) (words []string) {
		check(t, json.Unmarshal([]byte(text[strings.Index(text, "["):]), &words))
		return words
	}
	for line := range strings.Lines(image) {
		switch instruction, rest, _ := strings.Cut(strings.TrimSpace(line), " "); instruction {
		case "COPY":
			c.copies = append(c.copies, strings.Fields(rest))
		case "USER":
			c.user = strings.Split(rest, ":")
		case "ENTRYPOINT":
			c.entrypoint = list(rest)
		case "CMD":
			c.arguments = list(rest)
		case "HEALTHCHECK":
			c.health = list(rest)
		case "VOLUME":
		default:
			t.Fatalf("%s: what is %q?", name, line)
		}
	}
	return c
}

// tree copies what the image holds, where images are made of a release's directory: what
// comes from another stage comes from this machine, and /empty is an empty directory.
func (c containerfile) tree(t *testing.T, release string) machine {
	t.Helper()
	m := machine{t, t.TempDir()}
	for _, words := range c.copies {
		from, to := words[len(words)-2], m.path(words[len(words)-1])
		check(t, os.MkdirAll(filepath.Dir(to), 0o755)) //nolint:gosec // as on any machine
		switch {
		case from == "/empty":
			check(t, os.MkdirAll(to, 0o755)) //nolint:gosec // the same
		case strings.HasPrefix(words[0], "--from="):
			execute(t, "cp", from, to)
		default:
			execute(t, "cp", filepath.Join(release, from), to)
		}
		for _, flag := range words {
			if owner, ok := strings.CutPrefix(flag, "--chown="); ok {
				execute(t, "chown", owner, to)
			}
		}
	}
	return m
}

// The compose file's mail servers and the bot's image play a game. Here they are processes that run
// the same commands with the same files, at other ports and in other directories, and the image
// is a directory: neither needs what makes images.
func playByCompose(t *testing.T, built string) {
	t.Helper()
	var file struct {
		Services map[string]struct {
			Build       map[string]string `yaml:"build"`
			Command     []string          `yaml:"command"`
			Ports       []string          `yaml:"ports"`
			Volumes     []string          `yaml:"volumes"`
			Network     string            `yaml:"network_mode"`
			Environment map[string]string `yaml:"environment"`
			After       []string          `yaml:"depends_on"`
			Restart     string            `yaml:"restart"`
		} `yaml:"services"`
		Volumes map[string]struct{} `yaml:"volumes"`
	}
	const from = "../../packaging/compose"
	text, err := os.ReadFile(from + "/compose.yaml")
	check(t, err)
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	check(t, decoder.Decode(&file))

	// What stands at fixed places in containers stands elsewhere here.
	dir := t.TempDir()
	check(t, os.Chmod(filepath.Dir(dir), 0o755)) //nolint:gosec // Dovecot's and Postfix's users go through it
	ports := map[string]string{"25": "", "24": "", "143": ""}
	for port := range ports {
		free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
		check(t, err)
		_, ports[port], _ = net.SplitHostPort(free.Addr().String())
		check(t, free.Close())
	}
	moved := strings.NewReplacer("/etc/mail", dir+"/etc", "/srv/mail", dir+"/mail", "/run/dovecot", dir+"/run",
		"/var/spool/postfix", dir+"/queue", "/var/lib/postfix", dir+"/data",
		"port = 143\n", "port = "+ports["143"]+"\n", "port: 143,", "port: "+ports["143"]+",",
		"port = 24\n", "port = "+ports["24"]+"\n", "127.0.0.1:24\n", "127.0.0.1:"+ports["24"]+"\n",
		"\n25    ", "\n127.0.0.1:"+ports["25"], "port: 25,", "port: "+ports["25"]+",")
	check(t, os.MkdirAll(dir+"/etc", 0o755)) //nolint:gosec // as in the container
	for _, name := range []string{"dovecot.conf", "main.cf", "master.cf", "users"} {
		text, err := os.ReadFile(from + "/" + name)
		check(t, err)
		check(t, os.WriteFile(dir+"/etc/"+name, []byte(moved.Replace(string(text))), 0o644)) //nolint:gosec // the same
	}
	for owner, name := range map[string]string{"mail:mail": dir + "/mail", "root": dir + "/queue", "postfix": dir + "/data"} {
		check(t, os.Mkdir(name, 0o755)) //nolint:gosec // the same
		execute(t, "chown", owner, name)
	}

	for name, stop := range map[string][]string{
		"dovecot": {"doveadm", "-c", dir + "/etc/dovecot.conf", "stop"}, "postfix": {"postfix", "-c", dir + "/etc", "stop"},
	} {
		command := strings.Fields(moved.Replace(strings.Join(file.Services[name].Command, " ")))
		log, err := os.OpenFile(filepath.Join(dir, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		check(t, err)
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Stdout, cmd.Stderr = log, log // Postfix logs to no pipe
		check(t, cmd.Start())
		t.Cleanup(func() {
			said, err := exec.Command(stop[0], stop[1:]...).CombinedOutput()
			_ = cmd.Wait() // Postfix calls being stopped a failure
			err = errors.Join(err, log.Close())
			if logged, _ := os.ReadFile(log.Name()); err != nil || t.Failed() {
				t.Errorf("%s: %v\n%s\n%s", name, err, said, logged)
			}
		})
	}
	servers := livebot.Servers{
		SMTPAddr: "127.0.0.1:" + ports["25"], IMAPAddr: "127.0.0.1:" + ports["143"], Domain: "club.test", Password: "change-me",
	}
	ctx, cancel := livebot.UntilDeadline(t)
	defer cancel()
	for _, addr := range []string{servers.SMTPAddr, servers.IMAPAddr} {
		for range livebot.Polls(ctx) {
			if c, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr); err == nil {
				check(t, c.Close())
				break
			}
		}
	}

	// The bot, in its image.
	image := readContainerfile(t, "../../"+file.Services["unlurbot"].Build["dockerfile"])
	m := image.tree(t, built)
	for _, volume := range file.Services["unlurbot"].Volumes {
		if source, to, _ := strings.Cut(strings.TrimSuffix(volume, ":ro"), ":"); strings.HasPrefix(source, "./") {
			text, err := os.ReadFile(filepath.Join(from, source))
			check(t, err)
			check(t, os.MkdirAll(filepath.Dir(m.path(to)), 0o755)) //nolint:gosec // the same
			m.write(to, moved.Replace(string(text)), 0o644)
		}
	}
	m.write("etc/hosts", "127.0.0.1 localhost\n", 0o644) // as in every container
	who := identity(t, image.user[0], image.user[1])
	cmd := m.command(who, append(image.entrypoint, image.arguments...)...)
	for key, value := range file.Services["unlurbot"].Environment {
		cmd.Env = append(cmd.Env, key+"="+value)
	}
	bot := livebot.Launch(t, (*exec.Cmd).Start, cmd)
	ana, bo := servers.Person(t, "ana"), servers.Person(t, "bo")
	livebot.Begin(ana, bo)
	livebot.PlayAll(ana, bo, demoMoves[:2]...)
	bo.Gets("moved")
	ana.Gets("turn")
	if out, err := m.command(who, image.health...).CombinedOutput(); err != nil {
		t.Errorf("the health check: %v\n%s", err, out)
	}
	bot.Stop()
	if err := m.command(who, image.health...).Run(); err == nil {
		t.Error("a bot that has stopped is well")
	}
}
