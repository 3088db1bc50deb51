package site_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"unlurbot/mailbot/site"
	"unlurbot/mailbot/site/folder"
	"unlurbot/mailbot/site/page"
)

// english is what the site of a club says of it.
var english = page.Club{Language: "en", Address: "unlur@example.org", RunBy: "the chess club of Girona"}

// written writes the site of a club into a new directory.
func written(t *testing.T, c *clubhouse, club page.Club) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "site")
	write(t, c, club, dir)
	return dir
}

func write(t *testing.T, c *clubhouse, club page.Club, dir string) folder.Report {
	t.Helper()
	report, err := site.Write(t.Context(), c.store, club, &folder.Folder{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// content gives all files below a directory, by their paths with slashes.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	check(fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		all[path] = string(text)
		return err
	}))
	return all
}

// pagesIn lists the pages of a site.
func pagesIn(t *testing.T, dir string) (pages []string) {
	for path := range content(t, dir) {
		if strings.HasSuffix(path, ".html") {
			pages = append(pages, path)
		}
	}
	slices.Sort(pages)
	return pages
}
