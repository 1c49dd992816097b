package core

// What core.go takes from the language, which has it since Go 1.21.
func min(a, b uint64) uint64 {
	if a < b {
		return a
	}
	return b
}
