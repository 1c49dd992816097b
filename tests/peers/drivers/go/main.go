// Answers for the Go peers; the line protocol is described in protocol.md in the folder above.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/oklog/ulid/v2"
	"go.jetify.com/typeid"
)

type peer struct {
	encode func(hexText, prefix string) (string, error)
	decode func(text string) (string, error)
	checks map[string]func(text string) error
}

var peers = map[string]peer{
	"github.com/oklog/ulid/v2": {
		encode: func(hexText, _ string) (string, error) {
			var id ulid.ULID
			if _, err := hex.Decode(id[:], []byte(hexText)); err != nil {
				return "", err
			}
			return id.String(), nil
		},
		decode: func(text string) (string, error) {
			id, err := ulid.ParseStrict(text)
			return hex.EncodeToString(id[:]), err
		},
		checks: map[string]func(string) error{
			"Parse": func(text string) error {
				_, err := ulid.Parse(text)
				return err
			},
		},
	},
	"go.jetify.com/typeid": {
		encode: func(hexText, prefix string) (string, error) {
			bytes, err := hex.DecodeString(hexText)
			if err != nil {
				return "", err
			}
			id, err := typeid.FromUUIDBytesWithPrefix(prefix, bytes)
			return id.String(), err
		},
		decode: func(text string) (string, error) {
			id, err := typeid.FromString(text)
			if err != nil {
				return "", err
			}
			return hex.EncodeToString(id.UUIDBytes()) + " " + id.Prefix(), nil
		},
	},
}

// version is what the build has put into the program, so it cannot differ from what answers.
func version(module string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dependency := range info.Deps {
			if dependency.Path == module {
				return dependency.Version
			}
		}
	}
	return "unknown"
}

func answer(p peer, line string) (string, error) {
	field := append(strings.Split(line, "\t"), "", "")
	switch field[0] {
	case "e":
		return p.encode(field[2], field[3])
	case "d":
		return p.decode(field[2])
	case "c":
		return "accepts", p.checks[field[1]](field[2])
	}
	return "", fmt.Errorf("no such operation: %s", field[0])
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	p, ok := peers[os.Args[1]]
	if !ok {
		fmt.Fprintf(out, "!no such peer: %s\n", os.Args[1])
		return
	}
	fmt.Fprintf(out, "=%s\n", version(os.Args[1]))
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		got, err := answer(p, in.Text())
		if err != nil {
			fmt.Fprintf(out, "!%s\n", strings.SplitN(err.Error(), "\n", 2)[0])
			continue
		}
		fmt.Fprintf(out, "=%s\n", got)
	}
}
