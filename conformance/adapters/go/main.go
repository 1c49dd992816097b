// Published libraries for Go: the program's argument is the module's path.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"sort"
	"strconv"
	"strings"

	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
	hashicorp "github.com/hashicorp/go-uuid"
	gouuid "github.com/nu7hatch/gouuid"
	ulid1 "github.com/oklog/ulid"
	"github.com/oklog/ulid/v2"
	pborman "github.com/pborman/uuid"
	satori "github.com/satori/go.uuid"
	"go.jetify.com/typeid"
)

type question struct {
	ID                          int
	Format, Op, Text, Value, To string
	Prefix, Check               string
	Bytes                       *string
	Texts, Clock, Random        []string
}

type answer map[string]any

// Functions of one format, by operation; values are bytes.
type functions struct {
	parse func(text string) ([]byte, string, error)
	text  func(value []byte, prefix string) (string, error)
	time  func(value []byte) (int64, error)
	uuid  func(text string) (string, error)
	less  func(a, b string) bool
	next  func(clock []int64, random [][]byte) ([][]byte, error)
}

var errRejected = errors.New("rejected")

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func array(value []byte) (of [16]byte) {
	copy(of[:], value)
	return
}

// counting makes ids of given instants by the library's monotonic entropy.
func counting(clock []int64, random [][]byte) ([][]byte, error) {
	var made [][]byte
	var last int64 = -1
	var entropy *ulid.MonotonicEntropy
	for _, ms := range clock {
		if ms > last {
			last = ms
			entropy = ulid.Monotonic(bytes.NewReader(append(random[0], make([]byte, 64)...)), 1)
			random = random[1:]
		}
		id, err := ulid.New(uint64(ms), entropy)
		if err != nil {
			return made, err
		}
		made = append(made, append([]byte(nil), id[:]...))
	}
	return made, nil
}

var libraries = map[string]map[string]functions{
	"github.com/oklog/ulid/v2": {"ulid": {
		parse: func(text string) ([]byte, string, error) { id, err := ulid.ParseStrict(text); return id[:], "", err },
		text:  func(value []byte, _ string) (string, error) { return ulid.ULID(array(value)).String(), nil },
		time:  func(value []byte) (int64, error) { return int64(ulid.ULID(array(value)).Time()), nil },
		less:  func(a, b string) bool { return ulid.MustParseStrict(a).Compare(ulid.MustParseStrict(b)) < 0 },
		next:  counting,
	}},
	"github.com/oklog/ulid": {"ulid": {
		parse: func(text string) ([]byte, string, error) { id, err := ulid1.ParseStrict(text); return id[:], "", err },
		text:  func(value []byte, _ string) (string, error) { return ulid1.ULID(array(value)).String(), nil },
		time:  func(value []byte) (int64, error) { return int64(ulid1.ULID(array(value)).Time()), nil },
		less:  func(a, b string) bool { return ulid1.MustParse(a).Compare(ulid1.MustParse(b)) < 0 },
	}},
	"go.jetify.com/typeid": {"typeid": {
		parse: func(text string) ([]byte, string, error) {
			id, err := typeid.FromString(text)
			if err != nil {
				return nil, "", err
			}
			return id.UUIDBytes(), id.Prefix(), nil
		},
		text: func(value []byte, prefix string) (string, error) {
			id, err := typeid.FromUUIDBytesWithPrefix(prefix, value)
			return id.String(), err
		},
		uuid: func(text string) (string, error) { id, err := typeid.FromString(text); return id.UUID(), err },
	}},
	"github.com/google/uuid": {
		"uuid": {
			parse: func(text string) ([]byte, string, error) { id, err := google.Parse(text); return id[:], "", err },
			text:  func(value []byte, _ string) (string, error) { return google.UUID(array(value)).String(), nil },
		},
		"uuidv7": {time: func(value []byte) (int64, error) {
			seconds, nanoseconds := google.UUID(array(value)).Time().UnixTime()
			return seconds*1000 + nanoseconds/1_000_000, nil
		}},
	},
	"github.com/gofrs/uuid/v5": {
		"uuid": {
			parse: func(text string) ([]byte, string, error) { id, err := gofrs.FromString(text); return id[:], "", err },
			text:  func(value []byte, _ string) (string, error) { return gofrs.UUID(array(value)).String(), nil },
		},
		"uuidv7": {time: func(value []byte) (int64, error) {
			stamp, err := gofrs.TimestampFromV7(gofrs.UUID(array(value)))
			if err != nil {
				return 0, err
			}
			instant, err := stamp.Time()
			return instant.UnixMilli(), err
		}},
	},
	"github.com/hashicorp/go-uuid": {"uuid": {
		parse: func(text string) ([]byte, string, error) { id, err := hashicorp.ParseUUID(text); return id, "", err },
		text:  func(value []byte, _ string) (string, error) { return hashicorp.FormatUUID(value) },
	}},
	"github.com/satori/go.uuid": {"uuid": {
		parse: func(text string) ([]byte, string, error) { id, err := satori.FromString(text); return id[:], "", err },
		text:  func(value []byte, _ string) (string, error) { return satori.UUID(array(value)).String(), nil },
	}},
	"github.com/pborman/uuid": {"uuid": {
		parse: func(text string) ([]byte, string, error) {
			if id := pborman.Parse(text); id != nil {
				return id, "", nil
			}
			return nil, "", errRejected
		},
		text: func(value []byte, _ string) (string, error) { return pborman.UUID(value).String(), nil },
	}},
	"github.com/nu7hatch/gouuid": {"uuid": {
		parse: func(text string) ([]byte, string, error) {
			id, err := gouuid.ParseHex(text)
			if err != nil {
				return nil, "", err
			}
			return id[:], "", nil
		},
		text: func(value []byte, _ string) (string, error) { id, err := gouuid.Parse(value); return id.String(), err },
	}},
}

// The build has put it into the program, so it cannot differ from what answers.
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

func answerTo(library map[string]functions, q question) (said answer, err error) {
	defer func() {
		if stopped := recover(); stopped != nil {
			said, err = nil, errRejected
		}
	}()
	unsupported := answer{"unsupported": true}
	of := library[q.Format]
	if q.Check != "" {
		return unsupported, nil
	}
	switch {
	case q.Op == "about":
		return answer{"name": os.Args[1], "version": version(os.Args[1]), "language": "Go"}, nil
	case q.Op == "parse" && of.parse != nil:
		text := q.Text
		if q.Bytes != nil { // a Go string has any bytes
			text = string(must(hex.DecodeString(*q.Bytes)))
		}
		value, prefix, err := of.parse(text)
		return answer{"value": hex.EncodeToString(value), "prefix": prefix}, err
	case q.Op == "text" && of.text != nil:
		text, err := of.text(must(hex.DecodeString(q.Value)), q.Prefix)
		return answer{"text": text}, err
	case q.Op == "time" && of.time != nil:
		ms, err := of.time(must(hex.DecodeString(q.Value)))
		return answer{"unix_ms": ms}, err
	case q.Op == "convert" && q.To == "uuid" && of.uuid != nil:
		text, err := of.uuid(q.Text)
		return answer{"text": text}, err
	case q.Op == "order" && of.less != nil:
		sort.Slice(q.Texts, func(i, k int) bool { return of.less(q.Texts[i], q.Texts[k]) })
		return answer{"texts": q.Texts}, nil
	case q.Op == "next" && of.next != nil:
		var clock []int64
		for _, ms := range q.Clock {
			clock = append(clock, must(strconv.ParseInt(ms, 10, 64)))
		}
		var random [][]byte
		for _, bits := range q.Random {
			random = append(random, must(hex.DecodeString(bits)))
		}
		made, err := of.next(clock, random)
		values := []string{}
		for _, value := range made {
			values = append(values, hex.EncodeToString(value))
		}
		return answer{"values": values, "error": err != nil}, nil
	}
	return unsupported, nil
}

func main() {
	if len(os.Args) < 2 || libraries[os.Args[1]] == nil {
		os.Stderr.WriteString("usage: " + os.Args[0] + " MODULE (" + runtime.Version() + ")\n")
		os.Exit(2)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var q question
		if err := json.NewDecoder(strings.NewReader(in.Text())).Decode(&q); err != nil {
			continue
		}
		said, err := answerTo(libraries[os.Args[1]], q)
		if err != nil {
			said = answer{"error": true}
		}
		said["id"] = q.ID
		line, _ := json.Marshal(said)
		out.Write(append(line, '\n'))
	}
}
