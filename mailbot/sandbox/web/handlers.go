package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
)

// A failure is an error that is an answer to the reader.
type failure struct {
	status int
	says   string
}

// Error gives the sentence for the reader.
func (f failure) Error() string { return f.says }

// handler is the whole site.
func (p *Page) handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, serve := range map[string]func(http.ResponseWriter, *http.Request) error{
		"GET /{$}":                             p.start,
		"GET /open":                            p.open,
		"GET /strip":                           p.strip,
		"GET /box/{name}":                      p.mailbox,
		"GET /box/{name}/newest":               p.newest,
		"GET /box/{name}/answer":               p.answer,
		"GET /box/{name}/write":                p.write,
		"POST /box/{name}/send":                p.send,
		"GET /box/{name}/mail/{uid}":           p.mail,
		"GET /box/{name}/mail/{uid}/html":      p.html,
		"GET /box/{name}/mail/{uid}/source":    p.source,
		"GET /box/{name}/mail/{uid}/file/{nr}": p.file,
		"GET /": func(http.ResponseWriter, *http.Request) error {
			return failure{http.StatusNotFound, "There is no such page."}
		},
	} {
		mux.Handle(pattern, p.answering(serve))
	}
	if p.cfg.Forward != nil {
		mux.Handle("POST /clock", p.answering(p.forward))
	}
	mux.HandleFunc("GET /style.css", asset)
	mux.HandleFunc("GET /icon.svg", asset)
	return guard(mux)
}

// answering makes a handler of a function that can fail, and limits its time.
func (p *Page) answering(serve func(http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), p.cfg.Patience+requestTime)
		defer cancel()
		err := serve(w, r.WithContext(ctx))
		if err == nil {
			return
		}
		told := failure{http.StatusInternalServerError, "That did not work: " + err.Error() + "."}
		if !errors.As(err, &told) {
			p.cfg.Log.Error("page failed", "path", r.URL.Path, "err", err)
		}
		if err := p.show(w, told.status, "trouble", view{Title: "Trouble", Trouble: told.says}); err != nil {
			p.cfg.Log.Error("page failed", "path", r.URL.Path, "err", err)
		}
	})
}

// redirect leads to another page of ours. All of them begin with "/", and names
// are escaped in them.
func redirect(w http.ResponseWriter, r *http.Request, path string) {
	http.Redirect(w, r, path, http.StatusSeeOther) //nolint:gosec // see above
}

// asset gives a file of ours. The strip, which asks for its style sheet again and
// again, gets it from the browser's memory.
func asset(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "max-age=60")
	http.ServeFileFS(w, r, files, strings.TrimPrefix(r.URL.Path, "/"))
}
