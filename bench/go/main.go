// The Go package beside oklog/ulid and google/uuid, in nanoseconds of this thread's processor time an id: the fastest of 40 rounds, in
// each of which every row has its turn. Linux alone.
//
//	cd bench/go && go run .
package main

import (
	"fmt"
	"runtime"
	"syscall"
	"time"
	"unsafe"

	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	"sortid.example/sortid"
)

const (
	count  = 4096
	rounds = 40
)

// What is stored here is not optimized away.
var (
	text string
	bits [16]byte
	made int
)

func processorTime() time.Duration {
	const ofThread = 3 // CLOCK_THREAD_CPUTIME_ID
	var at syscall.Timespec
	if _, _, why := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, ofThread, uintptr(unsafe.Pointer(&at)), 0); why != 0 {
		panic(why)
	}
	return time.Duration(at.Nano())
}

type row struct {
	operation   string
	own, theirs func()
	peer        string
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	runtime.LockOSThread()
	before := processorTime()
	first := must(sortid.NewULID())
	fmt.Printf("first id after %v: %v\n\n", processorTime()-before, first)

	ulids, theirULIDs, ulidTexts := make([]sortid.ULID, count), make([]ulid.ULID, count), make([]string, count)
	uuids, theirUUIDs, uuidTexts := make([]sortid.UUID, count), make([]uuid.UUID, count), make([]string, count)
	var column []byte
	for i := range ulids {
		theirULIDs[i], theirUUIDs[i] = ulid.Make(), must(uuid.NewV7())
		ulids[i], uuids[i] = sortid.ULID(theirULIDs[i]), sortid.UUID(theirUUIDs[i])
		ulidTexts[i], uuidTexts[i] = theirULIDs[i].String(), theirUUIDs[i].String()
		column = append(column, ulidTexts[i]...)
	}
	own := make([]sortid.ULID, count)
	theirs := make([]ulid.ULID, count)
	generator := must(sortid.NewGenerator[sortid.ULID](sortid.Options{}))
	parsed := func() {
		for i := range ulidTexts {
			theirs[i] = must(ulid.ParseStrict(ulidTexts[i]))
		}
	}
	made := func() {
		for range ulids {
			bits = ulid.Make()
		}
	}
	rows := []row{
		{"ULID parse", func() {
			for i := range ulidTexts {
				bits = must(sortid.ParseULID(ulidTexts[i]))
			}
		}, func() {
			for i := range ulidTexts {
				bits = must(ulid.ParseStrict(ulidTexts[i]))
			}
		}, "oklog/ulid"},
		{"ULID text", func() {
			for i := range ulids {
				text = ulids[i].String()
			}
		}, func() {
			for i := range theirULIDs {
				text = theirULIDs[i].String()
			}
		}, "oklog/ulid"},
		{"ULID new", func() {
			for range ulids {
				bits = must(sortid.NewULID())
			}
		}, made, "oklog/ulid"},
		{"ULID new, Fill", func() { must(generator.Fill(own)) }, made, "oklog/ulid"},
		{"ULID batch, strings", func() { must(sortid.ParseMany(ulidTexts, own)) }, parsed, "oklog/ulid, a loop"},
		{"ULID batch, column", func() { must(sortid.ParseColumn(column, 26, own)) }, parsed, "oklog/ulid, a loop"},
		{"UUID parse", func() {
			for i := range uuidTexts {
				bits = must(sortid.ParseUUID(uuidTexts[i]))
			}
		}, func() {
			for i := range uuidTexts {
				bits = must(uuid.Parse(uuidTexts[i]))
			}
		}, "google/uuid"},
		{"UUID text", func() {
			for i := range uuids {
				text = uuids[i].String()
			}
		}, func() {
			for i := range theirUUIDs {
				text = theirUUIDs[i].String()
			}
		}, "google/uuid"},
		{"UUIDv7 new", func() {
			for range uuids {
				bits = must(sortid.NewUUIDv7())
			}
		}, func() {
			for range uuids {
				bits = must(uuid.NewV7())
			}
		}, "google/uuid"},
	}
	best := make([][2]time.Duration, len(rows))
	for round := 0; round < rounds; round++ {
		for i, r := range rows {
			for side, work := range []func(){r.own, r.theirs} {
				start := processorTime()
				work()
				if spent := processorTime() - start; round == 0 || spent < best[i][side] {
					best[i][side] = spent
				}
			}
		}
	}
	fmt.Println("| operation | ns | peer | its ns | ratio |\n| --- | --- | --- | --- | --- |")
	for i, r := range rows {
		ns := func(side int) float64 { return float64(best[i][side].Nanoseconds()) / count }
		fmt.Printf("| %s | %.0f | %s | %.0f | %.2f |\n", r.operation, ns(0), r.peer, ns(1), ns(0)/ns(1))
	}
}
