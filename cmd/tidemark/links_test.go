package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeNamesAll wants the README to name every command, list and page.
func TestReadmeNamesAll(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var wanted []string
	for _, page := range pages {
		wanted = append(wanted, "](docs/"+filepath.Base(page)+")")
	}
	for _, name := range commandsInHelp() {
		wanted = append(wanted, "tidemark "+name)
	}
	for _, text := range wanted {
		if !strings.Contains(string(readme), text) {
			t.Errorf("the README does not name %s", text)
		}
	}
}

// TestLinks wants the links between pages to lead somewhere.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]*))?\)`)
	for _, name := range append(pages, "../../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			target := name
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(name), m[1])
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: %s leads nowhere", filepath.Base(name), m[0])
			} else if m[2] != "" && !anchored(t, target, m[2]) {
				t.Errorf("%s: %s has no such heading", filepath.Base(name), m[0])
			}
		}
	}
}

// anchored reports whether a page has a heading with that anchor.
func anchored(t *testing.T, name, anchor string) bool {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	punctuation := regexp.MustCompile(`[^a-z0-9 _-]`)
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(text), -1) {
		slug := punctuation.ReplaceAllString(strings.ToLower(m[1]), "")
		if strings.ReplaceAll(slug, " ", "-") == anchor {
			return true
		}
	}
	return false
}
