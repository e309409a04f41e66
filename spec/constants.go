package spec

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tidemark/model"
	"tidemark/spec/cfg"
)

// A constant is a constant of the module, and a field of the bounds.
type constant struct {
	name     string
	example  string   // a value, for hints
	elements cfg.Kind // of a set
	field    func(*model.Bounds) any
}

// required are the constants without a default.
var required = []string{"Replicas", "MaxRecords", "MaxEpoch"}

var constants = []constant{
	{"Replicas", "{r1, r2, r3}", cfg.ModelValue, func(b *model.Bounds) any { return &b.Replicas }},
	{"MaxRecords", "2", 0, func(b *model.Bounds) any { return &b.MaxRecords }},
	{"MaxEpoch", "2", 0, func(b *model.Bounds) any { return &b.MaxEpoch }},
	{"LagMax", "1", 0, func(b *model.Bounds) any { return &b.LagMax }},
	{"MinISR", "2", 0, func(b *model.Bounds) any { return &b.MinISR }},
	{"MaxCrashes", "1", 0, func(b *model.Bounds) any { return &b.MaxCrashes }},
	{"FetchMax", "1", 0, func(b *model.Bounds) any { return &b.FetchMax }},
	{"Retention", "2", 0, func(b *model.Bounds) any { return &b.Retention }},
	{"Lease", "1", 0, func(b *model.Bounds) any { return &b.Lease }},
	{"Acks", `{"1", "all"}`, cfg.String, func(b *model.Bounds) any { return &b.Acks }},
	{"Drop", "TRUE", 0, func(b *model.Bounds) any { return &b.Drop }},
	{"Duplicate", "TRUE", 0, func(b *model.Bounds) any { return &b.Duplicate }},
	{"TimeOuts", "TRUE", 0, func(b *model.Bounds) any { return &b.TimeOuts }},
	{"Durability", `"lossy"`, 0, func(b *model.Bounds) any { return &b.Durability }},
	{"Variant", `{"count-before-fsync"}`, cfg.String, func(b *model.Bounds) any { return &b.Variant }},
}

func constantNames() []string {
	var names []string
	for _, c := range constants {
		names = append(names, c.name)
	}
	return names
}

// assign puts a value into the bounds, or returns an error without a place.
func (c constant) assign(b *model.Bounds, v cfg.Value) *cfg.Error {
	switch field := c.field(b).(type) {
	case *int:
		if v.Kind != cfg.Number {
			return c.mismatch("a number", v.Describe())
		}
		*field = v.Number
	case *bool:
		if v.Kind != cfg.Bool {
			return c.mismatch("TRUE or FALSE", v.Describe())
		}
		*field = v.Bool
	case *string:
		if v.Kind != cfg.String {
			return c.mismatch("a string", v.Describe())
		}
		*field = v.Text
	case *[]string:
		return c.assignSet(field, v)
	}
	return nil
}

func (c constant) assignSet(field *[]string, v cfg.Value) *cfg.Error {
	expected := fmt.Sprintf("a set of %ss", c.elements)
	if v.Kind != cfg.Set {
		return c.mismatch(expected, v.Describe())
	}
	var texts []string
	for _, e := range v.Elements {
		if e.Kind != c.elements {
			return c.mismatch(expected, e.Describe()+" in it")
		}
		texts = append(texts, e.Text)
	}
	*field = texts
	return nil
}

func (c constant) mismatch(expected, found string) *cfg.Error {
	return &cfg.Error{
		Message: fmt.Sprintf("%s: expected %s, found %s", c.name, expected, found),
		Hint:    plainHint(c),
	}
}

// A binding is bounds in the making.
type binding struct {
	file   *cfg.File
	bounds model.Bounds
	given  map[string]cfg.Pos // constants of the file, and where
	set    map[string]bool    // constants that were changed since
}

// bindConstants returns the bounds that a file and the changes to it give.
func bindConstants(f *cfg.File, changes Changes) (model.Bounds, error) {
	b := binding{file: f, bounds: model.DefaultBounds(), given: map[string]cfg.Pos{}, set: map[string]bool{}}
	for _, c := range f.Constants {
		if err := b.constant(c); err != nil {
			return b.bounds, err
		}
	}
	if err := cfg.EachSetting(changes.Set, "MaxRecords=2", b.change); err != nil {
		return b.bounds, err
	}
	for _, v := range changes.Variants {
		if !slices.Contains(b.bounds.Variant, v) {
			b.bounds.Variant = append(b.bounds.Variant, v)
		}
		b.set["Variant"] = true
	}
	return b.bounds, b.validate()
}

// constant binds a line of a CONSTANT statement.
func (b *binding) constant(c cfg.Constant) error {
	name := c.Name.Text
	known, err := find(name)
	switch {
	case c.Override != nil:
		return b.file.ErrorAt(c.Name.Pos, fmt.Sprintf("%s: expected a value, found a definition to put in its place: the native model has no definitions", name), plainHint(known))
	case err != nil:
		err.File, err.Line, err.Column = b.file.Name, c.Name.Pos.Line, c.Name.Pos.Column
		return err
	case c.Module != nil:
		return b.file.ErrorAt(c.Module.Pos, fmt.Sprintf("%s: expected a value, found the module %s: the native model has no modules", name, c.Module.Text), plainHint(known))
	case c.Arguments != nil:
		return b.file.ErrorAt(c.Name.Pos, fmt.Sprintf("%s: expected no arguments", name), plainHint(known))
	}
	if _, twice := b.given[name]; twice {
		return b.file.ErrorAt(c.Name.Pos, fmt.Sprintf("%s is given twice, expected it at most once", name), "leave one of them out")
	}
	b.given[name] = c.Name.Pos
	if err := known.assign(&b.bounds, c.Value); err != nil {
		return b.file.ErrorAt(c.ValuePos, err.Message, err.Hint)
	}
	return nil
}

// plainHint shows a constant that is known with a plain value.
func plainHint(c constant) string {
	if c.name == "" {
		return ""
	}
	return c.name + " = " + c.example
}

// withoutModule replaces a hint to define something in the module: the native
// model has no definitions, so that following it would be the next error.
func withoutModule(err error) error {
	var e *cfg.Error
	if !errors.As(err, &e) || e.Constant == "" {
		return err
	}
	known, unknown := find(e.Constant)
	e.Hint = plainHint(known)
	if unknown != nil {
		e.Hint = unknown.Hint
	}
	return e
}

// find returns the constant of that name, or an error without a place.
func find(name string) (constant, *cfg.Error) {
	for _, c := range constants {
		if c.name == name {
			return c, nil
		}
	}
	return constant{}, &cfg.Error{
		Message: fmt.Sprintf("the model has no constant %s, expected one of %s", name, strings.Join(constantNames(), ", ")),
		Hint:    cfg.DidYouMean(name, constantNames(), ""),
	}
}

// change gives a constant another value.
func (b *binding) change(name, value string) error {
	c, err := find(name)
	if err != nil {
		return err
	}
	b.set[name] = true
	v, failure := cfg.ParseValue(value)
	if failure != nil {
		return &cfg.Error{Message: name + ": " + failure.(*cfg.Error).Message, Hint: plainHint(c)}
	}
	if err := c.assign(&b.bounds, v); err != nil {
		return err
	}
	return nil
}

// validate checks the bounds as a whole.
func (b *binding) validate() error {
	var missing, examples []string
	for _, name := range required {
		if _, given := b.given[name]; !given && !b.set[name] {
			c, _ := find(name)
			missing, examples = append(missing, name), append(examples, plainHint(c))
		}
	}
	if len(missing) > 0 {
		return b.file.ErrorAt(start, "expected a value for every constant without a default, found none for "+strings.Join(missing, ", "), "CONSTANTS "+strings.Join(examples, " "))
	}
	var problem *model.BoundError
	err := b.bounds.Validate()
	if !errors.As(err, &problem) {
		return err
	}
	if len(b.set) > 0 && (b.set[problem.Constant] || b.validAsGiven()) {
		return &cfg.Error{Message: problem.Error(), Hint: b.hint(problem)}
	}
	at, given := b.given[problem.Constant]
	if !given {
		at = start
	}
	return b.file.ErrorAt(at, problem.Error(), b.hint(problem))
}

// validAsGiven reports whether the file alone has bounds that a model can be
// made of, so that only the changes can be to blame.
func (b *binding) validAsGiven() bool {
	alone, err := bindConstants(b.file, Changes{})
	return err == nil && alone.Validate() == nil
}

// hint returns the model's hint, or a better one for a misspelt variant.
func (b *binding) hint(problem *model.BoundError) string {
	if problem.Constant != "Variant" {
		return problem.Hint
	}
	known := model.VariantNames()
	for _, name := range b.bounds.Variant {
		if slices.Contains(known, name) {
			continue
		}
		if near := cfg.Nearest(name, known); near != "" {
			return fmt.Sprintf("did you mean %q?", near)
		}
		break
	}
	return problem.Hint
}
