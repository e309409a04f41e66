package cfg

import "strings"

// EachSetting calls set for each text of the form NAME=VALUE, such as a command line
// has them. It refuses a text of another form, for which it gives an example, and a
// name that comes twice. An error of its own is an *[Error] without a file.
func EachSetting(texts []string, example string, set func(name, value string) error) error {
	seen := map[string]bool{}
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		name = strings.TrimSpace(name)
		switch {
		case !ok || name == "":
			return &Error{Message: "expected NAME=VALUE, found " + text, Hint: example}
		case seen[name]:
			return &Error{Message: name + " is set twice, expected it at most once", Hint: "leave one of them out"}
		}
		seen[name] = true
		if err := set(name, value); err != nil {
			return err
		}
	}
	return nil
}
