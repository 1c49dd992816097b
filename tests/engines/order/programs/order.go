// Sorts the lines of standard input as the first word says, and prints their numbers in order.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"sort"
	"strconv"
)

func main() {
	var lines []string
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		lines = append(lines, in.Text())
	}
	order := make([]int, len(lines))
	for i := range order {
		order[i] = i
	}
	unsigned := func(i int) uint64 {
		value, err := strconv.ParseUint(lines[i], 10, 64)
		if err != nil {
			panic(err)
		}
		return value
	}
	raw := func(i int) []byte {
		value, err := hex.DecodeString(lines[i])
		if err != nil {
			panic(err)
		}
		return value
	}
	less := map[string]func(a, b int) bool{
		"string":        func(a, b int) bool { return lines[a] < lines[b] },
		"bytes.Compare": func(a, b int) bool { return bytes.Compare(raw(a), raw(b)) < 0 },
		"uint64":        func(a, b int) bool { return unsigned(a) < unsigned(b) },
		"int64":         func(a, b int) bool { return int64(unsigned(a)) < int64(unsigned(b)) },
	}[os.Args[1]]
	sort.Slice(order, func(a, b int) bool { return less(order[a], order[b]) })
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, i := range order {
		fmt.Fprintln(out, i)
	}
}
