package module

import (
	"io/fs"
	"sync"

	"tidemark/spec"
	"tidemark/spec/tla"
)

// embedded is the module of the native model, which is read when it is needed.
var embedded = sync.OnceValues(func() (*tla.Spec, error) {
	return tla.Load("Partition.tla", tla.Options{ReadFile: func(name string) ([]byte, error) {
		if src, found := spec.File(name); found {
			return src, nil
		}
		return nil, fs.ErrNotExist
	}})
})

// EmbeddedPlace is [Module.Place] for the module of the native model.
func EmbeddedPlace(name string) string {
	s, err := embedded()
	if err != nil {
		return ""
	}
	return place(s, name)
}
