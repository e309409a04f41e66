package cfg

import (
	"strings"
	"unicode/utf8"
)

// Words longer than this are not compared with anything: no name that one
// could have meant is that long, and the comparison takes quadratic time.
const longestSuggestion = 64

// Nearest returns the candidate that word most likely was meant to be, to be
// offered in a hint: the one that takes the fewest edits, case aside, the
// first of several. It returns "" when none is near: at most one edit for
// every three characters is.
func Nearest(word string, candidates []string) string {
	if len(word) > longestSuggestion {
		return ""
	}
	best, least := "", max(1, utf8.RuneCountInString(word)/3)+1
	for _, c := range candidates {
		if len(c) > longestSuggestion {
			continue
		}
		if d := distance([]rune(strings.ToLower(word)), []rune(strings.ToLower(c))); d < least {
			best, least = c, d
		}
	}
	return best
}

// DidYouMean is the hint for a name that is not known: the nearest of those that
// are, or else another hint.
func DidYouMean(name string, known []string, otherwise string) string {
	if near := Nearest(name, known); near != "" {
		return "did you mean " + near + "?"
	}
	return otherwise
}

// distance is the number of characters to insert, delete, replace or swap with
// their neighbour that turn a into b.
func distance(a, b []rune) int {
	// Three rows of the usual table: a swap looks back two rows.
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}

// NearestKeyword returns the keyword that word is a likely misspelling of, and
// "" when there is none. After a statement that takes names a misspelt keyword
// is a name to the grammar, so it is for those who know the names to ask.
func NearestKeyword(word string) string { return Nearest(word, keywords) }
