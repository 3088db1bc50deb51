//go:build cluster

package main

import replicas "unlurbot/mailbot/machines"

func init() { machines = &clustering{run: replicas.Run, look: replicas.Look} }
