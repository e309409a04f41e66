//go:build unix

package conform

import (
	"os/exec"
	"syscall"
)

// group makes a program, and what it starts, a process group.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends the process group of a program, even if the program has ended.
func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
