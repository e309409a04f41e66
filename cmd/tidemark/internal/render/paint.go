package render

// paint says whether text is coloured.
type paint bool

func (p paint) with(code, text string) string {
	if !p || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p paint) bold(text string) string   { return p.with("1", text) }
func (p paint) dim(text string) string    { return p.with("2", text) }
func (p paint) change(text string) string { return p.with("1;33", text) }
func (p paint) alarm(text string) string  { return p.with("1;31", text) }
