//go:build realservers

package realservers

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// sessionProcesses finds the living processes of a session. The servers' own
// notes of what they started would not do: they go away with their first
// process, and a process that stays behind is just what is looked for.
func sessionProcesses(session int) ([]int, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile(filepath.Join("/proc", e.Name(), "stat"))
		if err != nil {
			continue // it ended between the two looks
		}
		of, state, err := parseStat(stat)
		if err != nil {
			return nil, fmt.Errorf("process %d: %w", pid, err)
		}
		// A zombie does nothing any more. In a container, where the first
		// process does not collect orphans, it stays for ever.
		if of == session && state != "Z" && state != "X" {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

// parseStat reads the session and the state from /proc/PID/stat: the number,
// the program's name in parentheses, the state, the parent, the process group,
// the session, and more. The name may hold blanks and parentheses itself.
func parseStat(stat []byte) (session int, state string, err error) {
	end := bytes.LastIndexByte(stat, ')')
	fields := strings.Fields(string(stat[end+1:]))
	if end < 0 || len(fields) < 4 {
		return 0, "", fmt.Errorf("unexpected stat line %q", stat)
	}
	session, err = strconv.Atoi(fields[3])
	return session, fields[0], err
}
