package sortid

import (
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestErrors(t *testing.T) {
	_, err := ParseULID("01ARZ3NDEKTSV4RRFFQ69G5FAU")
	var why *Error
	if !errors.As(fmt.Errorf("row 7: %w", err), &why) || why.Reason != ReasonCharacter || why.Position != 25 || why.Format != formatULID {
		t.Fatal(err)
	}
	if why.Error() != "'U' at position 25 is not a symbol of ulid" {
		t.Error(why)
	}
	if _, err := FromBytes[ULID](make([]byte, 15)); err.Error() != "ulid has 16 bytes, found 15" {
		t.Error(err)
	}
	if _, err := ParseAny(strings.Repeat("x", 100_000)); err == nil {
		t.Error("a text longer than the memory of the core")
	}
	_, err = ParseTypeID[user]("org_01h455vb4pex5vsknk084sn02q")
	if !errors.As(err, &why) || why.Reason != ReasonPrefix || why.Position != 0 || why.Expected != 'u' || why.Found != 'o' {
		t.Errorf("%#v", err)
	}
	if _, err := NewGenerator[ULID](Options{Node: new(uint32)}); err == nil {
		t.Error("a ULID has no node")
	}
	if _, err := ParseTypeID[shouting]("USER_01h455vb4pex5vsknk084sn02q"); err == nil {
		t.Error("a prefix in upper case")
	}
	if _, err := FromID[UUIDv7](Must(ParseAny("01ARZ3NDEKTSV4RRFFQ69G5FAV"))); err == nil {
		t.Error("a ULID is no UUIDv7")
	}
}

type shouting struct{}

func (shouting) Prefix() string { return "USER" }

type withNUL struct{}

func (withNUL) Prefix() string { return "user\x00s" }

func ordered[T Kind[T]](t *testing.T) {
	t.Helper()
	g := Must(NewGenerator[T](Options{OnOverflow: OverflowRunAhead}))
	var none T
	info := none.Format().Info()
	last := Must(g.Next())
	for i := 0; i < 5000; i++ {
		id, err := g.Next()
		if err != nil {
			t.Fatal(none.Format(), err)
		}
		if info.Ordered && id.Compare(last) <= 0 || id == last {
			t.Fatalf("%v after %v", id, last)
		}
		if Must(Parse[T](id.String())) != id {
			t.Fatal(id)
		}
		last = id
	}
	many := Must(g.Many(1000))
	if !sort.SliceIsSorted(many, func(i, j int) bool { return many[i].Compare(many[j]) < 0 }) && info.Ordered {
		t.Errorf("%v: not in order", none.Format())
	}
	if g.Ahead() < 0 {
		t.Error(g.Ahead())
	}
	if info.Drawn && info.Timed {
		at := time.UnixMilli(1_760_000_000_000)
		id := Must(g.RandomAt(at))
		first, last := Must(First[T](at)), Must(Last[T](at))
		if id.Compare(first) < 0 || last.Compare(id) < 0 {
			t.Errorf("%v: %v is not of its instant", none.Format(), id)
		}
		if _, err := g.NextAt(at); err == nil && info.Ordered {
			t.Errorf("%v: an earlier instant in the order", none.Format())
		}
		if next := Must(g.NextAt(time.Now().Add(time.Hour))); next.Compare(many[len(many)-1]) <= 0 && info.Ordered {
			t.Error(next)
		}
		_ = Must(NewAt[T](at))
		_ = Must(NewRandom[T]())
	}
}

func TestGenerators(t *testing.T) {
	ordered[ULID](t)
	ordered[TypeID[user]](t)
	ordered[UUIDv7](t)
	ordered[EUID](t)
	ordered[UlidFlake](t)
	ordered[UlidFlakeScalable](t)
	ordered[XID](t)
	ordered[UID11](t)
	ordered[UID11Fullrand](t)
	ordered[UID11TsSeqRand](t)
	if _, err := NewGenerator[UUID](Options{}); err == nil {
		t.Error("UUIDs are not made")
	}
	if _, err := NewGenerator[UID11Snowish](Options{}); err == nil {
		t.Error("only a number keeps these apart")
	}
	node := uint32(7)
	if id := Must(Must(NewGenerator[UID11Snowish](Options{Node: &node})).Next()); !strings.Contains(fmt.Sprint(id.Fields()), " 7 ") {
		t.Error(id.Fields())
	}
}

func TestPolicies(t *testing.T) {
	now := time.UnixMilli(1_700_000_000_000)
	clock := func() time.Time { return now }
	g := Must(NewGenerator[ULID](Options{Clock: clock, OnClockBack: ClockBackFail}))
	first := Must(g.Next())
	if at, _ := first.Time(); !at.Equal(now) {
		t.Error(at)
	}
	now = now.Add(-time.Second)
	var fault *GeneratorError
	if _, err := g.Next(); !errors.As(err, &fault) || fault.Fault != FaultClockBack || fault.Error() == "" {
		t.Error(err)
	}
	held := Must(NewGenerator[ULID](Options{Clock: clock}))
	before := Must(held.Next())
	now = now.Add(-time.Second)
	if after := Must(held.Next()); after.Compare(before) <= 0 {
		t.Error("the order went back with the clock")
	}
	if _, err := Must(NewGenerator[ULID](Options{Entropy: strings.NewReader("")})).Next(); !errors.As(err, &fault) || fault.Fault != FaultEntropy {
		t.Error(err)
	}
	epoch := int64(1_600_000_000_000)
	since := Must(NewGenerator[ULID](Options{Clock: clock, Epoch: &epoch}))
	if ms, ok := Must(since.Next()).ID().UnixMsSince(epoch); !ok || ms != now.UnixMilli() {
		t.Error(ms)
	}
}

// What the memory of the core has no room for is rejected like what is wrong otherwise.
func TestOptionsOfAnySize(t *testing.T) {
	for prefix, position := range map[string]int{"user\x00s": 4, strings.Repeat("a", 100_000): 63} {
		var why *Error
		if _, err := NewGenerator[TypeID[noPrefix]](Options{Prefix: prefix}); !errors.As(err, &why) || why.Position != position {
			t.Errorf("%.10q: %v", prefix, err)
		}
	}
	var why *Error
	if _, err := NewGenerator[TypeID[withNUL]](Options{}); !errors.As(err, &why) || why.Position != 4 {
		t.Error(err)
	}
	for _, size := range []int{0, 15, 17, 100_000} {
		names, err := NewNamedIDs[ULID](make([]byte, size), Options{})
		if err == nil {
			_, err = names.At(time.UnixMilli(1_700_000_000_000), "a")
		}
		if err == nil {
			t.Errorf("a key of %d bytes", size)
		}
	}
	if id, err := ParseULID("01ARZ3NDEKTSV4RRFFQ69G5FAV"); err != nil || id.ID().Hex() != "01563e3ab5d3d6764c61efb99302bd5b" {
		t.Error(id, err)
	}
}

// A prefix that the type has not is an error before the first id.
func TestPrefixOfAnother(t *testing.T) {
	check := func(making error, sentence string) {
		t.Helper()
		if making == nil || making.Error() != sentence {
			t.Error(making)
		}
	}
	key := make([]byte, 16)
	_, err := NewGenerator[TypeID[user]](Options{Prefix: "org"})
	check(err, "'o' at position 0 belongs to another prefix than the one expected")
	_, err = NewGenerator[TypeID[noPrefix]](Options{Prefix: "user"})
	check(err, "'u' at position 0 belongs to another prefix than the one expected")
	_, err = NewGenerator[ULID](Options{Prefix: "user"})
	check(err, "ulid: not supported")
	_, err = NewNamedIDs[TypeID[user]](key, Options{Prefix: "org"})
	check(err, "'o' at position 0 belongs to another prefix than the one expected")
	for _, options := range []Options{{}, {Prefix: "user"}} {
		if id := Must(Must(NewGenerator[TypeID[user]](options)).Next()); id.Prefix() != "user" {
			t.Error(id)
		}
		if id := Must(Must(NewNamedIDs[TypeID[user]](key, options)).At(time.UnixMilli(1_700_000_000_000), "a")); id.Prefix() != "user" {
			t.Error(id)
		}
	}
}

func TestLooksLike(t *testing.T) {
	now := time.UnixMilli(1_800_000_000_000)
	ksuid := LooksLike("0ujtsYcgvSTl8PAuAdqWYSMnLOv", now)
	if len(ksuid) == 0 || ksuid[0].Name != "ksuid" || !ksuid[0].HasTime || ksuid[0].Time.Year() != 2017 || len(ksuid[0].Fields) == 0 ||
		ksuid[0].Fields[0].Name != "timestamp" {
		t.Errorf("%+v", ksuid)
	}
	uuid := LooksLike("{0188bac7-4afa-78aa-bc3b-bd1eef28d881}", now)
	if len(uuid) == 0 || !uuid[0].HasUUID || UUID(uuid[0].UUID).String() != "0188bac7-4afa-78aa-bc3b-bd1eef28d881" {
		t.Errorf("%+v", uuid)
	}
	if seen := LooksLike("?", now); len(seen) != 0 {
		t.Errorf("%+v", seen)
	}
	if f, ok := Meant("01ARZ3NDEKTSV4RRFFQ69G5FAU"); !ok || f != formatULID {
		t.Error(f)
	}
}

func TestTypeIDs(t *testing.T) {
	id := Must(NewTypeID[user]())
	if !strings.HasPrefix(id.String(), "user_") || id.Prefix() != "user" || id.Suffix() != id.String()[5:] {
		t.Error(id)
	}
	uuid := Must(Convert[UUIDv7](id))
	if Must(Convert[TypeID[user]](uuid)) != id {
		t.Error(uuid)
	}
	a, b := Must(ParseAny("user_01h455vb4pex5vsknk084sn02q")), Must(ParseAny("org_7zzzzzzzzzzzzzzzzzzzzzzzzz"))
	if a.Compare(b) <= 0 || map[ID]int{a: 1}[Must(a.Format().Parse(a.String()))] != 1 {
		t.Error("prefixes come first, and equal ids are equal keys")
	}
	column := AppendColumn(nil, []TypeID[user]{id, id})
	ids := make([]TypeID[user], 2)
	if n, err := ParseColumn(column, len(id.String()), ids); n != 2 || err != nil || ids[1] != id {
		t.Error(n, err)
	}
}

func TestColumns(t *testing.T) {
	ids := Must(Must(NewGenerator[ULID](Options{})).Many(1000))
	column := AppendColumn(nil, ids)
	again := make([]ULID, len(ids))
	if n, err := ParseColumn(column, 26, again); n != len(ids) || err != nil || fmt.Sprint(again) != fmt.Sprint(ids) {
		t.Fatal(n, err)
	}
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = id.String()
	}
	texts[7] = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ" // both halves are what typed.cpp does not decide
	if n, err := ParseMany(texts, again); n != len(ids) || err != nil || again[7] != Max[ULID]() {
		t.Fatal(n, err)
	}
	texts[500] = "wrong"
	if n, err := ParseMany(texts, again); n != 500 || err == nil {
		t.Fatal(n, err)
	}
	times := make([]int64, len(ids))
	UnixMsOf(ids, times)
	if ms, _ := ids[999].UnixMs(); times[999] != ms {
		t.Error(times[999])
	}
	if n, err := ParseColumn(column[:30], 26, again); n != 1 || err == nil {
		t.Error(n, err)
	}
	if Min[UUIDv7]().Compare(Max[UUIDv7]()) >= 0 {
		t.Error("the smallest is not below the largest")
	}
}

func TestJSON(t *testing.T) {
	type row struct {
		ID    ULID
		Owner *TypeID[user] `json:",omitempty"`
	}
	in := row{ID: Must(NewULID())}
	text, err := json.Marshal(in)
	if err != nil || string(text) != `{"ID":"`+in.ID.String()+`"}` {
		t.Fatal(string(text), err)
	}
	var out row
	if err := json.Unmarshal(text, &out); err != nil || out != in {
		t.Fatal(out, err)
	}
	if err := json.Unmarshal([]byte(`{"ID":"01ARZ3NDEKTSV4RRFFQ69G5FAU"}`), &out); err == nil {
		t.Error("an invalid id in JSON")
	}
	any := in.ID.ID()
	value, _ := any.Value()
	var scanned ID
	if err := scanned.Scan(value); err != nil || scanned != any {
		t.Error(scanned, err)
	}
	if scanned.Scan(7) == nil {
		t.Error("a number is no text")
	}
	var nothing ULID
	if err := nothing.Scan(nil); err == nil {
		t.Error("NULL")
	}
}

// Goroutines use one generator, one masker, and the functions that share an instance of the core.
func TestGoroutines(t *testing.T) {
	const goroutines, each = 16, 2000
	g := Must(NewGenerator[ULID](Options{OnOverflow: OverflowRunAhead}))
	masker := Must(NewMasker(formatULID, make([]byte, 16), 0))
	all := make([][]ULID, goroutines)
	var wait sync.WaitGroup
	for n := range all {
		n := n
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := 0; i < each; i++ {
				id, err := g.Next()
				if err != nil {
					t.Error(err)
					return
				}
				all[n] = append(all[n], id)
				if Must(ParseULID(id.String())) != id || i > 0 && id.Compare(all[n][i-1]) <= 0 {
					t.Errorf("%v after %v", id, all[n])
					return
				}
				_, _ = id.Time()
				_, _ = New[XID]()
				_, _ = NewEUID()
				euid := Must(NewEUID())
				uuid := Must(Convert[UUID](euid))
				if Must(ParseUUID(uuid.String())) != uuid || Must(ParseEUID(euid.String())) != euid {
					t.Error(uuid)
				}
				if i%100 == 0 {
					if masked := Must(masker.Mask(id.ID())); Must(masker.Unmask(masked)) != id.ID() {
						t.Error(masked)
					}
					if len(Find(id.String())) != 1 || len(Detect(id.String())) != 1 {
						t.Error(id)
					}
					_, err = ParseULID("?")
					if err.Error() == "" {
						t.Error("no sentence")
					}
				}
			}
		}()
	}
	wait.Wait()
	seen := map[ULID]bool{}
	for _, ids := range all {
		for _, id := range ids {
			seen[id] = true
		}
	}
	if len(seen) != goroutines*each {
		t.Errorf("%d ids of %d", len(seen), goroutines*each)
	}
}
