package sortid

import (
	"encoding/binary"
	"io"
	"strings"
	"sync"
	"time"
)

// Options of a generator. The zero Options are the format's own.
type Options struct {
	// What happens when a millisecond has no id left, and when the clock reads earlier than it did.
	OnOverflow  OnOverflow
	OnClockBack OnClockBack
	// Where the sequence of a new millisecond begins, in formats that have one.
	Sequence SequenceStart
	// The limit of waiting for one id; a second unless it is given.
	MaxWait time.Duration
	// EUID: the caller's data, 0 … 32767.
	Extension *uint16
	// The number of this process: Ulid-Flake's sid, uid11-snowish's machine.
	Node *uint32
	// Bytes of the step within a millisecond; 0 for a step of 1.
	StepBytes *uint32
	// The instant of timestamp 0, in Unix milliseconds.
	Epoch *int64
	// Of TypeIDs; one that is not their type's own is rejected.
	Prefix string
	// For tests: the clock and the source of random bits. Nil for the system's.
	Clock   func() time.Time
	Entropy io.Reader
}

// Generator makes ids in one order, for the formats that have one. Goroutines may share it.
type Generator[T Kind[T]] struct{ source }

// What a generator is for every type. Its ids are words, which calls return in registers; arrays go through memory each time.
type source struct {
	mutex  sync.Mutex
	core   *instance
	handle int32
	result int32 // the place of an id's bits
	format Format
}

// NewGenerator makes a generator, with an order of its own.
func NewGenerator[T Kind[T]](options Options) (*Generator[T], error) {
	options, err := optionsOf[T](options)
	if err != nil {
		return nil, err
	}
	format := formatOfKind[T]()
	c := newInstance(options.Clock, options.Entropy)
	c.writeOptions(format, options)
	if c.Xsortid_generator_create(c.place(atOptions), c.place(atSize), c.place(atError)) != 0 {
		return nil, c.error()
	}
	return &Generator[T]{source{core: c, handle: int32(c.u32(atSize)), result: c.place(atID), format: format}}, nil
}

// The options with the type's prefix. Ids of the type have no place for another one, which is rejected as in an id.
func optionsOf[T Kind[T]](options Options) (Options, error) {
	var none T
	if own := none.ownPrefix(); options.Prefix == "" {
		options.Prefix = own
	} else if options.Prefix != own {
		f := none.Format()
		_, err := into[T](Must(f.Parse(formats[f].MinText)).WithPrefix(options.Prefix))
		return options, err
	}
	return options, nil
}

const (
	givenExtension = 1 << iota
	givenNode
	givenStepBytes
	givenEpoch
	givenMaxWait
)

// sortid_generator_options at their place.
func (c *instance) writeOptions(format Format, o Options) {
	const size = 80
	for i := int32(0); i < size; i += 8 {
		c.setU64(atOptions+i, 0)
	}
	given := uint32(0)
	set := func(bit uint32, at int32, value *uint32) {
		if value != nil {
			given |= bit
			c.setU32(at, *value)
		}
	}
	c.setU32(atOptions, size)
	c.setU32(atOptions+4, format.number())
	c.setU32(atOptions+12, uint32(o.OnOverflow))
	c.setU32(atOptions+16, uint32(o.OnClockBack))
	if o.Extension != nil {
		extension := uint32(*o.Extension)
		set(givenExtension, atOptions+24, &extension)
	}
	set(givenNode, atOptions+28, o.Node)
	set(givenStepBytes, atOptions+32, o.StepBytes)
	if o.Epoch != nil {
		given |= givenEpoch
		c.setU64(atOptions+40, uint64(*o.Epoch))
	}
	if o.MaxWait != 0 {
		given |= givenMaxWait
		c.setU64(atOptions+48, uint64(o.MaxWait.Milliseconds()))
	}
	c.setU32(atOptions+20, given)
	if o.Prefix != "" {
		// A string of C ends at its first NUL. Another byte that no prefix has is rejected at the same place, and so is a prefix
		// that is cut where it is too long already.
		prefix := strings.ReplaceAll(o.Prefix[:min(len(o.Prefix), 2*prefixRoom)], "\x00", "\x01")
		at, _, _ := c.put(prefix + "\x00")
		c.setU32(atOptions+56, uint32(at))
	}
	c.setU32(atOptions+68, uint32(o.Sequence))
}

// The bits of the next id.
func (s *source) bits() (hi, lo uint64, err error) {
	c := s.core
	if status := c.Xnext_bits(s.handle, s.result, s.result+8); status != 0 {
		return 0, 0, &GeneratorError{Fault(status), s.format}
	}
	bits := (*c.Slice())[s.result : s.result+16]
	return binary.LittleEndian.Uint64(bits), binary.LittleEndian.Uint64(bits[8:]), nil
}
func (s *source) lockedBits() (hi, lo uint64, err error) {
	s.mutex.Lock()
	hi, lo, err = s.bits()
	s.mutex.Unlock()
	return hi, lo, err
}

func made[T Kind[T]](hi, lo uint64, err error) (id T, _ error) {
	if err == nil {
		id = id.of(hi, lo)
	}
	return id, err
}

func (g *Generator[T]) answer(status int32) (T, error) {
	var none T
	c := g.core
	if status != 0 {
		return none, c.error()
	}
	return none.of(c.u64(atID), c.u64(atID+8)), nil
}

// Next is the next id, greater than all before it in formats with an order.
func (g *Generator[T]) Next() (id T, err error) {
	return made[T](g.lockedBits())
}

// NextAt is the next id with the timestamp of that instant, in the order of the others; an instant before the last one's is rejected.
func (g *Generator[T]) NextAt(at time.Time) (T, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	c := g.core
	return g.answer(c.Xsortid_generator_next_at(g.handle, at.UnixMilli(), c.place(atID), c.place(atError)))
}

// Random is an id that is drawn, in no order.
func (g *Generator[T]) Random() (T, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	c := g.core
	return g.answer(c.Xsortid_generator_random(g.handle, c.place(atID), c.place(atError)))
}

// RandomAt is such an id with the timestamp of an instant, for rows that exist already.
func (g *Generator[T]) RandomAt(at time.Time) (T, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	c := g.core
	return g.answer(c.Xsortid_generator_random_at(g.handle, at.UnixMilli(), c.place(atID), c.place(atError)))
}

// Fill fills the slice with the next ids and returns how many they are: all, or those before an error. The clock is read once for 256.
func (g *Generator[T]) Fill(ids []T) (int, error) {
	const block = 256
	g.mutex.Lock()
	defer g.mutex.Unlock()
	c := g.core
	defer func() { c.host.fresh = false }()
	now := int64(0)
	for i := range ids {
		if i%block == 0 {
			now = c.host.read()
		}
		c.host.brought, c.host.fresh = now, true
		id, err := made[T](g.bits())
		if err != nil {
			return i, err
		}
		ids[i] = id
	}
	return len(ids), nil
}

// Many is the next ids.
func (g *Generator[T]) Many(count int) ([]T, error) {
	ids := make([]T, count)
	made, err := g.Fill(ids)
	return ids[:made], err
}

// Ahead is by how much the last id's timestamp is later than the clock.
func (g *Generator[T]) Ahead() time.Duration {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	c := g.core
	c.Xsortid_generator_ahead(g.handle, c.place(atNumber))
	return time.Duration(c.u64(atNumber)) * time.Millisecond
}

// The generator of the program for a type, made with its first id.
type ownGenerator[T Kind[T]] struct {
	once sync.Once
	made *Generator[T]
	err  error
}

func (own *ownGenerator[T]) get() (*Generator[T], error) {
	own.once.Do(func() { own.made, own.err = NewGenerator[T](Options{}) })
	return own.made, own.err
}
func (own *ownGenerator[T]) bits() (hi, lo uint64, err error) {
	g, err := own.get()
	if err != nil {
		return 0, 0, err
	}
	return g.lockedBits()
}

var ownGenerators sync.Map // by the type's zero value

// New is a new id, greater than the one before it in this program.
func New[T Kind[T]]() (id T, err error) {
	own, there := ownGenerators.Load(id)
	if !there {
		own, _ = ownGenerators.LoadOrStore(id, new(ownGenerator[T]))
	}
	return made[T](own.(*ownGenerator[T]).bits())
}

// NewAt is a new id with the timestamp of an instant, in no order.
func NewAt[T Kind[T]](at time.Time) (id T, err error) {
	own, _ := ownGenerators.LoadOrStore(id, new(ownGenerator[T]))
	g, err := own.(*ownGenerator[T]).get()
	if err != nil {
		return id, err
	}
	return g.RandomAt(at)
}

// NewRandom is a new id that is drawn, in no order within a millisecond.
func NewRandom[T Kind[T]]() (id T, err error) {
	own, _ := ownGenerators.LoadOrStore(id, new(ownGenerator[T]))
	g, err := own.(*ownGenerator[T]).get()
	if err != nil {
		return id, err
	}
	return g.Random()
}
