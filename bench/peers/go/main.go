// Times the Go peers and puts them to the tests; prints JSON lines. The operations, the tests and the shape of a line are
// described in run.py, the folder above. No fork here: a Go program has threads of its own, which a fork would not have.
package main

import (
	"bufio"
	crypto "crypto/rand"
	"encoding/hex"
	"encoding/json"
	"io"
	"math/rand"
	"os"
	"runtime/debug"
	"sort"
	"strconv"
	"strings"
	"time"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	"github.com/mr-tron/base58"
	"github.com/oklog/ulid/v2"
	"go.jetify.com/typeid"
)

const count = 4096

// What is stored here is not optimized away.
var (
	sinkULID   ulid.ULID
	sinkGoogle google.UUID
	sinkGofrs  gofrs.UUID
	sinkTypeID typeid.AnyID
	sinkBytes  []byte
	sinkText   string
)

type row struct {
	Bench    string  `json:"bench"`
	Peer     string  `json:"peer"`
	Version  string  `json:"version"`
	Language string  `json:"language"`
	NsPerID  float64 `json:"ns_per_id"`
	Note     string  `json:"note"`
	found
}

// What the tests found.
type found struct {
	Takes    *[]string `json:"takes,omitempty"`
	Disorder *int      `json:"disorder,omitempty"`
}

func number(argument int) int {
	value, err := strconv.Atoi(os.Args[argument])
	must(err)
	return value
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// The fastest repetition of `pass`, which handles `count` ids, per id.
func nsPerID(pass func()) float64 {
	repetitions, least := number(1), time.Duration(number(2))*time.Millisecond
	best := 0.0
	for i := 0; i < repetitions; i++ {
		passes, start, spent := 0, time.Now(), time.Duration(0)
		for ; passes == 0 || spent < least; passes++ {
			pass()
			spent = time.Since(start)
		}
		if ns := float64(spent.Nanoseconds()) / float64(passes) / count; i == 0 || ns < best {
			best = ns
		}
	}
	return best
}

// Why the texts that `parse` accepts are no ids of the format.
func accepted(format string, parse func(string) error) found {
	file, err := os.ReadFile(os.Args[3])
	must(err)
	takes := []string{}
	for _, line := range strings.Split(strings.TrimSuffix(string(file), "\n"), "\n") {
		parts := strings.Split(line, "\t")
		text, err := hex.DecodeString(parts[2])
		must(err)
		if parts[0] == format && parse(string(text)) == nil && !contains(takes, parts[1]) {
			takes = append(takes, parts[1])
		}
	}
	sort.Strings(takes)
	return found{Takes: &takes}
}

func contains(list []string, wanted string) bool {
	for _, one := range list {
		if one == wanted {
			return true
		}
	}
	return false
}

// How many ids are not above the one before.
func disorder(text func() string) found {
	unordered, last := 0, ""
	for i := 0; i < 16*count; i++ {
		next := text()
		if next <= last {
			unordered++
		}
		last = next
	}
	return found{Disorder: &unordered}
}

func main() {
	versions := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			versions[module.Path] = module.Version
		}
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	benchAnd := func(name, peer, module, note string, result found, pass func()) {
		must(out.Encode(row{name, peer, versions[module], "Go", nsPerID(pass), note, result}))
	}
	bench := func(name, peer, module, note string, pass func()) { benchAnd(name, peer, module, note, found{}, pass) }
	parse := func(name, peer, module, note string, texts []string, operation func(string) error) {
		benchAnd(name, peer, module, note, accepted(strings.Split(name, "/")[1], operation), func() {
			for i := range texts {
				must(operation(texts[i]))
			}
		})
	}
	// `text` is that of what `pass` made last.
	fresh := func(name, peer, module, note string, operation func(), text func() string) {
		benchAnd(name, peer, module, note, disorder(func() string { operation(); return text() }), func() {
			for i := 0; i < count; i++ {
				operation()
			}
		})
	}

	ids := make([]ulid.ULID, count) // 16 random bytes
	v7s := make([]google.UUID, count)
	halves := make([][]byte, count) // 8 random bytes, eleven symbols of base 58
	ulids, typeIDs, uuids, base58s := make([]string, count), make([]string, count), make([]string, count), make([]string, count)
	random := rand.New(rand.NewSource(20261121))
	for i := range ids {
		random.Read(ids[i][:])
		v7s[i] = google.UUID(ids[i])
		v7s[i][6], v7s[i][8] = v7s[i][6]&0x0f|0x70, v7s[i][8]&0x3f|0x80
		halves[i] = append([]byte{ids[i][0] | 0x80}, ids[i][1:8]...)
		ulids[i], uuids[i], base58s[i] = ids[i].String(), v7s[i].String(), base58.Encode(halves[i])
		id, err := typeid.FromUUIDBytesWithPrefix("", v7s[i][:])
		must(err)
		typeIDs[i] = id.String()
	}

	const oklog = "github.com/oklog/ulid/v2"
	var buffer [ulid.EncodedSize]byte
	bench("one/ulid/to_text", "oklog/ulid", oklog, "MarshalTextTo, to a buffer", func() {
		for i := range ids {
			must(ids[i].MarshalTextTo(buffer[:]))
		}
	})
	parse("one/ulid/parse", "oklog/ulid", oklog, "ParseStrict", ulids, func(text string) (err error) {
		sinkULID, err = ulid.ParseStrict(text)
		return
	})
	newULID := func(name, note string, source io.Reader) {
		next := func() {
			id, err := ulid.New(ulid.Now(), source)
			must(err)
			sinkULID = id
		}
		fresh(name, "oklog/ulid", oklog, note, next, func() string { return sinkULID.String() })
	}
	newULID("new/ulid/increasing", "Monotonic, increment 1", ulid.Monotonic(crypto.Reader, 1))
	newULID("new/ulid/random", "crypto/rand", crypto.Reader)
	newULID("new/ulid/random", "crypto/rand through bufio", bufio.NewReader(crypto.Reader))

	const jetify = "go.jetify.com/typeid"
	bench("one/typeid/to_text", "jetify typeid", jetify, "no prefix; from the UUID's bytes", func() {
		for i := range v7s {
			id, err := typeid.FromUUIDBytesWithPrefix("", v7s[i][:])
			must(err)
			sinkText = id.String()
		}
	})
	parse("one/typeid/parse", "jetify typeid", jetify, "no prefix; FromString, UUIDBytes", typeIDs, func(text string) error {
		id, err := typeid.FromString(text)
		if err == nil {
			sinkBytes = id.UUIDBytes()
		}
		return err
	})
	fresh("new/typeid/random", "jetify typeid", jetify, "makes the text too", func() {
		id, err := typeid.WithPrefix("")
		must(err)
		sinkTypeID = id
	}, func() string { return sinkTypeID.String() })

	const googleModule = "github.com/google/uuid"
	bench("one/uuidv7/to_text", "google/uuid", googleModule, "String", func() {
		for i := range v7s {
			sinkText = v7s[i].String()
		}
	})
	parse("one/uuidv7/parse", "google/uuid", googleModule, "takes other notations and versions too", uuids,
		func(text string) (err error) {
			sinkGoogle, err = google.Parse(text)
			return
		})
	google.EnableRandPool()
	newV7 := func() {
		id, err := google.NewV7()
		must(err)
		sinkGoogle = id
	}
	newText := func() string { return sinkGoogle.String() }
	fresh("new/uuidv7/increasing", "google/uuid", googleModule, "random pool; order by 12 bits of the clock", newV7, newText)
	fresh("new/uuidv7/random", "google/uuid", googleModule, "the same call; 62 random bits", newV7, newText)

	const gofrsModule = "github.com/gofrs/uuid/v5"
	bench("one/uuidv7/to_text", "gofrs/uuid", gofrsModule, "String", func() {
		for i := range v7s {
			sinkText = gofrs.UUID(v7s[i]).String()
		}
	})
	parse("one/uuidv7/parse", "gofrs/uuid", gofrsModule, "takes other notations and versions too", uuids,
		func(text string) (err error) {
			sinkGofrs, err = gofrs.FromString(text)
			return
		})
	fresh("new/uuidv7/random", "gofrs/uuid", gofrsModule, "NewV7; 62 random bits", func() {
		id, err := gofrs.NewV7()
		must(err)
		sinkGofrs = id
	}, func() string { return sinkGofrs.String() })

	const tron = "github.com/mr-tron/base58"
	bench("one/uid11/to_text", "mr-tron/base58", tron, "stands in: 8 bytes in base 58", func() {
		for i := range halves {
			sinkText = base58.Encode(halves[i])
		}
	})
	parse("one/uid11/parse", "mr-tron/base58", tron, "stands in: 8 bytes from base 58", base58s,
		func(text string) (err error) {
			sinkBytes, err = base58.Decode(text)
			return
		})
}
