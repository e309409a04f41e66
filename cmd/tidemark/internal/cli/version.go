package cli

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"tidemark/cmd/tidemark/internal/exit"
)

func runVersion(_ context.Context, env *Env, args []string) (exit.Status, error) {
	flags := newFlags("version")
	if help, err := parse(env, flags, args); help || err != nil {
		return exit.OK, err
	}
	if err := atMost(0, flags, "no arguments"); err != nil {
		return 0, err
	}
	fmt.Fprintf(env.Stdout, "tidemark %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exit.OK, nil
}

// version is what the build recorded: a tag, or the revision of the source.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown version)"
	}
	return info.Main.Version
}
