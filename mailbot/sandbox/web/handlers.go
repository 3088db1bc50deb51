package web

import (
	"context"
	_ "embed"
	"errors"
	"net/http"

	"github.com/emersion/go-imap/v2"

	"unlurbot/templates/look"
)

//go:embed style.css
var rules string

// A failure is an error that is an answer to the reader.
type failure struct {
	status int
	says   string
}

// Error gives the sentence for the reader.
func (f failure) Error() string { return f.says }

// handler is the whole site: the pages of the tables below, and those of a mailbox
// and of a mail, which get it open.
func (p *Page) handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, serve := range sitePages {
		mux.Handle(pattern, p.answering(func(w http.ResponseWriter, r *http.Request) error { return serve(p, w, r) }))
	}
	for pattern, serve := range boxPages {
		mux.Handle(pattern, p.answering(func(w http.ResponseWriter, r *http.Request) error {
			name, box, err := p.enter(r)
			if err != nil {
				return err
			}
			defer box.close()
			return serve(p, w, r, name, box)
		}))
	}
	for pattern, serve := range mailPages {
		mux.Handle(pattern, p.answering(func(w http.ResponseWriter, r *http.Request) error {
			uid, err := number(r.PathValue("uid"))
			if err != nil {
				return err
			}
			name, box, err := p.enter(r)
			if err != nil {
				return err
			}
			raw, at, err := box.read(imap.UID(uid))
			box.close()
			if err != nil {
				return err
			}
			return serve(p, w, r, opened{name: name, uid: imap.UID(uid), raw: raw, at: at})
		}))
	}
	if p.cfg.Forward != nil {
		mux.Handle("POST /clock", p.answering(p.forward))
	}
	mux.Handle("GET /style.css", asset("text/css; charset=utf-8", look.Sheet(rules)))
	mux.Handle("GET /icon.svg", asset("image/svg+xml", look.Icon()))
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
func asset(kind string, content []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "max-age=60")
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(content) // a browser that has gone away is no fault
	}
}
