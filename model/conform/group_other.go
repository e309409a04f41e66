//go:build !unix

package conform

import "os/exec"

// group does nothing: there are no process groups.
func group(*exec.Cmd) {}

// kill ends a program, but not what it started.
func kill(cmd *exec.Cmd) { cmd.Process.Kill() }
