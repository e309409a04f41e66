package conform_test

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"tidemark/model/conform"
	"tidemark/model/conform/examples/lesson"
)

// TestMain runs the test binary as an implementation where the environment says
// which.
func TestMain(m *testing.M) {
	if address, is := os.LookupEnv("HOLD"); is {
		hold(address)
	}
	if name, is := os.LookupEnv("LESSON"); is {
		os.Exit(lesson.Serve(name, os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// command is one that starts a program of the lesson.
func command(t *testing.T, name string) conform.Command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return conform.Command{Args: []string{self}, Env: append(os.Environ(), "LESSON="+name)}
}

func program(t *testing.T, name string) conform.Implementation {
	t.Helper()
	return conform.NewProcess(command(t, name))
}

func local(m lesson.Mistake) conform.Implementation {
	return conform.NewLocal(func(p conform.Partition) conform.Leader { return lesson.New(p, m) })
}

func (r *recorder) Perform(ctx context.Context, lines []string, patience time.Duration) ([]string, *conform.Fault) {
	r.lines = append(r.lines, slices.Clone(lines)...)
	return r.Implementation.Perform(ctx, lines, patience)
}
