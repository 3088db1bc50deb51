// Command sbom prints what a program is made of, as CycloneDX has it: the modules that Go has
// written into it, and that Go. packaging/build calls it for each program of a release.
// The list has no time and no number of its own, so that the same program gives the same list.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// A component is one of CycloneDX's, as far as a Go program has such things to tell.
type component struct {
	Type    string `json:"type"`
	Ref     string `json:"bom-ref"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl,omitempty"`
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom VERSION PROGRAM")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// write prints the list for a program, which is of a version.
func write(version, program string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	self := component{"application", info.Path, "unlurbot", version, ""}
	parts := []component{module("std", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		parts = append(parts, module(m.Path, m.Version))
	}
	refs := []string{}
	for _, p := range parts {
		refs = append(refs, p.Ref)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata":     map[string]any{"component": self},
		"components":   parts,
		"dependencies": []any{map[string]any{"ref": self.Ref, "dependsOn": refs}},
	})
}

// module is a module of Go under the name by which lists of faults have it.
func module(path, version string) component {
	purl := "pkg:golang/" + path + "@" + version
	return component{"library", purl, path, version, purl}
}
