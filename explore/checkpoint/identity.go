package checkpoint

// A Field is one of the facts that searches must have in common for one to go
// on where the other has stopped.
type Field struct{ Name, Value string }

// compare returns the first difference between what was expected and what a
// checkpoint says.
func compare(dir string, expected, found []Field) error {
	for i, want := range expected {
		switch {
		case i >= len(found):
			return other(dir, "%s: expected %s, found nothing", want.Name, want.Value)
		case found[i].Name != want.Name:
			return other(dir, "expected %s (%s), found %s (%s)", want.Name, want.Value, found[i].Name, found[i].Value)
		case found[i].Value != want.Value:
			return other(dir, "%s: expected %s, found %s", want.Name, want.Value, found[i].Value)
		}
	}
	if n := len(expected); n < len(found) {
		return other(dir, "%s: expected nothing, found %s", found[n].Name, found[n].Value)
	}
	return nil
}

func other(dir, format string, args ...any) error {
	return errorf(dir, "the checkpoint is of another search: "+format, args...)
}
