package web

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"net/url"
	"sync"
	"time"
)

//go:embed pages
var files embed.FS

// pages are the templates, by name. The program was built with them, so one that
// can't be parsed is a fault of ours.
var pages = sync.OnceValue(func() map[string]*template.Template {
	shared := template.Must(template.New("page.html").Funcs(template.FuncMap{
		"box": boxPath,
		// A time as the lists show it: the browser is on the same machine, so that its zone
		// is ours.
		"clock": func(t time.Time) string { return t.Local().Format("Mon 2 Jan 15:04:05") },
	}).ParseFS(files, "pages/page.html", "pages/form.html"))
	byName := map[string]*template.Template{}
	for _, name := range []string{"start", "mailbox", "mail", "write", "trouble", "strip"} {
		byName[name] = template.Must(template.Must(shared.Clone()).ParseFS(files, "pages/"+name+".html"))
	}
	return byName
})

// A view is what a page shows; most pages leave most of it empty.
type view struct {
	Title   string
	Domain  string
	Bot     string
	Name    string // whose mailbox is open
	Boxes   boxes
	Lines   []line
	Sent    string // what became of the mail that was just written
	Mail    *shown
	Form    *form
	Trouble string
	Now     time.Time // by a clock that can be put forward; zero for another one
	Steps   []step
}

// shown is a mail that is open.
type shown struct {
	*letter
	UID     uint32
	At      time.Time // of its arrival
	Sandbox string    // what the frame may do
	Stop    string    // the page that ends the mails, "" for none
}

// A form is a mail to be written.
type form struct {
	draft
	Name    string
	Answers uint32 // the UID of the mail that it answers, 0 for none
	Focus   string // the part of the form that is ready for the keyboard: "text", "send" or ""
	Trouble string // why it was not sent
}

// show writes a page.
func (p *Page) show(w http.ResponseWriter, status int, name string, v view) error {
	v.Domain, v.Bot = p.cfg.Servers.Domain(), p.cfg.Bot
	if p.cfg.Forward != nil {
		v.Now, v.Steps = p.cfg.Now(), steps
	}
	var page bytes.Buffer
	root := "page.html"
	if name == "strip" {
		root = "strip.html"
	}
	if err := pages()[name].ExecuteTemplate(&page, root, v); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = page.WriteTo(w) // a browser that has gone away is no fault
	return nil
}

// boxPath is the path of a mailbox.
func boxPath(name string) string { return "/box/" + url.PathEscape(name) }
