// Command tidemark checks replication protocols: see its help.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"tidemark/cmd/tidemark/internal/cli"
)

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal ends the search, which then says what it knows. Without
	// a handler the second one ends the process.
	context.AfterFunc(ctx, stop)
	return int(cli.Main(ctx, cli.Env{
		Args:           os.Args[1:],
		Stdout:         os.Stdout,
		Stderr:         os.Stderr,
		StdoutTerminal: terminal(os.Stdout),
		StderrTerminal: terminal(os.Stderr),
		Getenv:         os.Getenv,
		Root:           os.DirFS("/"),
		TempDir:        os.TempDir(),
		Processors:     runtime.GOMAXPROCS(0),
	}))
}

// terminal reports whether a file is a terminal, or at least a device that
// takes characters.
func terminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
