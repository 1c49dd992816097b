// Times the Go peers; prints JSON lines. The operations and the shape of a line are described in run.py, the folder above.
package main

import (
	"bufio"
	crypto "crypto/rand"
	"encoding/json"
	"io"
	"math/rand"
	"os"
	"runtime/debug"
	"strconv"
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

func main() {
	versions := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			versions[module.Path] = module.Version
		}
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	bench := func(name, peer, module, note string, pass func()) {
		must(out.Encode(row{name, peer, versions[module], "Go", nsPerID(pass), note}))
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
	bench("one/ulid/parse", "oklog/ulid", oklog, "ParseStrict", func() {
		for i := range ulids {
			id, err := ulid.ParseStrict(ulids[i])
			must(err)
			sinkULID = id
		}
	})
	fresh := func(source io.Reader) func() {
		return func() {
			for range ids {
				id, err := ulid.New(ulid.Now(), source)
				must(err)
				sinkULID = id
			}
		}
	}
	bench("new/ulid/increasing", "oklog/ulid", oklog, "Monotonic, increment 1", fresh(ulid.Monotonic(crypto.Reader, 1)))
	bench("new/ulid/random", "oklog/ulid", oklog, "crypto/rand", fresh(crypto.Reader))
	bench("new/ulid/random", "oklog/ulid", oklog, "crypto/rand through bufio", fresh(bufio.NewReader(crypto.Reader)))

	const jetify = "go.jetify.com/typeid"
	bench("one/typeid/to_text", "jetify typeid", jetify, "no prefix; from the UUID's bytes", func() {
		for i := range v7s {
			id, err := typeid.FromUUIDBytesWithPrefix("", v7s[i][:])
			must(err)
			sinkText = id.String()
		}
	})
	bench("one/typeid/parse", "jetify typeid", jetify, "no prefix; FromString, UUIDBytes", func() {
		for i := range typeIDs {
			id, err := typeid.FromString(typeIDs[i])
			must(err)
			sinkBytes = id.UUIDBytes()
		}
	})
	bench("new/typeid/random", "jetify typeid", jetify, "makes the text too", func() {
		for range ids {
			id, err := typeid.WithPrefix("")
			must(err)
			sinkTypeID = id
		}
	})

	const googleModule = "github.com/google/uuid"
	bench("one/uuidv7/to_text", "google/uuid", googleModule, "String", func() {
		for i := range v7s {
			sinkText = v7s[i].String()
		}
	})
	bench("one/uuidv7/parse", "google/uuid", googleModule, "takes other notations and versions too", func() {
		for i := range uuids {
			id, err := google.Parse(uuids[i])
			must(err)
			sinkGoogle = id
		}
	})
	google.EnableRandPool()
	newV7 := func() {
		for range ids {
			id, err := google.NewV7()
			must(err)
			sinkGoogle = id
		}
	}
	bench("new/uuidv7/increasing", "google/uuid", googleModule, "random pool; order by 12 bits of the clock", newV7)
	bench("new/uuidv7/random", "google/uuid", googleModule, "the same call; 62 random bits", newV7)

	const gofrsModule = "github.com/gofrs/uuid/v5"
	bench("one/uuidv7/to_text", "gofrs/uuid", gofrsModule, "String", func() {
		for i := range v7s {
			sinkText = gofrs.UUID(v7s[i]).String()
		}
	})
	bench("one/uuidv7/parse", "gofrs/uuid", gofrsModule, "takes other notations and versions too", func() {
		for i := range uuids {
			id, err := gofrs.FromString(uuids[i])
			must(err)
			sinkGofrs = id
		}
	})
	bench("new/uuidv7/random", "gofrs/uuid", gofrsModule, "NewV7; 62 random bits", func() {
		for range ids {
			id, err := gofrs.NewV7()
			must(err)
			sinkGofrs = id
		}
	})

	const tron = "github.com/mr-tron/base58"
	bench("one/uid11/to_text", "mr-tron/base58", tron, "stands in: 8 bytes in base 58", func() {
		for i := range halves {
			sinkText = base58.Encode(halves[i])
		}
	})
	bench("one/uid11/parse", "mr-tron/base58", tron, "stands in: 8 bytes from base 58", func() {
		for i := range base58s {
			value, err := base58.Decode(base58s[i])
			must(err)
			sinkBytes = value
		}
	})
}
