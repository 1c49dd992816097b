package sortid

import (
	"crypto/rand"
	"encoding/binary"
	"io"
	"sync"
	"time"

	"sortid.example/sortid/internal/core"
)

// What the core asks of its host.
type host struct {
	module  *core.Module
	clock   func() time.Time // nil: the system's
	entropy io.Reader
	brought int64 // a reading of the clock for the next question, which is then used up
	fresh   bool
}

func (h *host) Init(m any) { h.module = m.(*core.Module) }
func (h *host) Xnow() int64 {
	if h.fresh {
		h.fresh = false
		return h.brought
	}
	return h.read()
}
func (h *host) read() int64 {
	if h.clock != nil {
		return h.clock().UnixMilli()
	}
	return time.Now().UnixMilli()
}
func (h *host) Xpause(us int64) int64 {
	if h.clock == nil {
		time.Sleep(time.Duration(us) * time.Microsecond)
	}
	return us
}
func (h *host) Xentropy(to, size int32) int32 {
	if _, err := io.ReadFull(h.entropy, (*h.module.Slice())[to:to+size]); err != nil {
		return 0
	}
	return 1
}

// One copy of the core, for one goroutine at a time.
type instance struct {
	*core.Module
	host *host
	at   int32 // of the scratch memory
}

// The scratch memory: structs of sortid.h as WebAssembly lays them out, then room for texts.
const (
	atID      = 0
	atOther   = 96
	atError   = 192
	atSize    = 224
	atNumber  = 232
	atOptions = 256
	atText    = 512
	scratch   = 8192
	textRoom  = scratch - atText

	idSize     = 88
	idFormat   = 16
	idPrefix   = 20
	prefixRoom = 64
)

func newInstance(clock func() time.Time, entropy io.Reader) *instance {
	if entropy == nil {
		entropy = rand.Reader
	}
	h := &host{clock: clock, entropy: entropy}
	c := &instance{Module: core.New(h), host: h}
	c.X_initialize()
	c.at = c.Xmalloc(scratch)
	return c
}

// For the functions of typed.cpp, which write nothing: every goroutine uses it at once.
var shared = newInstance(nil, nil).Module

var instances = sync.Pool{New: func() any { return newInstance(nil, nil) }}

func borrow() *instance       { return instances.Get().(*instance) }
func (c *instance) giveBack() { instances.Put(c) }

func (c *instance) memory(at int32) []byte { return (*c.Slice())[c.at+at:] }
func (c *instance) u32(at int32) uint32    { return binary.LittleEndian.Uint32(c.memory(at)) }
func (c *instance) u64(at int32) uint64    { return binary.LittleEndian.Uint64(c.memory(at)) }
func (c *instance) setU32(at int32, v uint32) {
	binary.LittleEndian.PutUint32(c.memory(at), v)
}
func (c *instance) setU64(at int32, v uint64) {
	binary.LittleEndian.PutUint64(c.memory(at), v)
}
func (c *instance) place(at int32) int32 { return c.at + at }

// A text for the core: its address and size, and what ends its use.
func (c *instance) put(text string) (at, size int32, done func()) {
	if len(text) <= textRoom {
		copy(c.memory(atText), text)
		return c.place(atText), int32(len(text)), func() {}
	}
	at = c.Xmalloc(int32(len(text)))
	if at == 0 {
		panic("sortid: a text too long for the memory of the core")
	}
	copy((*c.Slice())[at:], text)
	return at, int32(len(text)), func() { c.Xfree(at) }
}

// The text of a C string.
func (c *instance) text(at uint32) string {
	if at == 0 {
		return ""
	}
	all := (*c.Slice())[at:]
	for i, b := range all {
		if b == 0 {
			return string(all[:i])
		}
	}
	return ""
}

func (c *instance) writeID(at int32, id ID) int32 {
	m := c.memory(at)[:idSize]
	for i := range m {
		m[i] = 0
	}
	binary.LittleEndian.PutUint64(m, id.hi)
	binary.LittleEndian.PutUint64(m[8:], id.lo)
	binary.LittleEndian.PutUint32(m[idFormat:], uint32(id.format.number()))
	copy(m[idPrefix:idPrefix+prefixRoom], id.prefix)
	return c.place(at)
}
func (c *instance) readID(at int32) ID { return idIn(c.memory(at)) }
func idIn(m []byte) ID {
	id := ID{
		hi:     binary.LittleEndian.Uint64(m),
		lo:     binary.LittleEndian.Uint64(m[8:]),
		format: formatOf(binary.LittleEndian.Uint32(m[idFormat:])),
	}
	if m[idPrefix] != 0 {
		prefix := m[idPrefix : idPrefix+prefixRoom]
		size := 0
		for prefix[size] != 0 {
			size++
		}
		id.prefix = string(prefix[:size])
	}
	return id
}

// What a call that writes an id and an error gives.
func (c *instance) answer(status int32) (ID, error) {
	if status != 0 {
		return ID{}, c.error()
	}
	return c.readID(atID), nil
}

// A text that a function writes, of at most the scratch memory's room.
func (c *instance) written(status int32, at int32) string {
	if status != 0 {
		return ""
	}
	return string(c.memory(at)[:c.u32(atSize)])
}

func optional(t *int64, c *instance) int32 {
	if t == nil {
		return 0
	}
	c.setU64(atNumber+8, uint64(*t))
	return c.place(atNumber + 8)
}
