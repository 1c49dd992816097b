package sortid

import (
	"sync"
	"time"
)

// More bytes than a key has.
const keyRoom = 64

// NamedIDs makes the ids that an instant and a name determine under a secret key: an import that is run again makes the same ids.
type NamedIDs[T Kind[T]] struct {
	key     []byte
	options Options
}

// NewNamedIDs takes a key of 16 or 32 bytes. Of the options, Extension, Epoch and Prefix count.
func NewNamedIDs[T Kind[T]](key []byte, options Options) (*NamedIDs[T], error) {
	options, err := optionsOf[T](options)
	if err != nil {
		return nil, err
	}
	if len(key) > keyRoom {
		key = key[:keyRoom] // which the core rejects too
	}
	return &NamedIDs[T]{append([]byte(nil), key...), options}, nil
}

// At is the one id of the instant and the name.
func (n *NamedIDs[T]) At(at time.Time, name string) (T, error) {
	c := borrow()
	defer c.giveBack()
	c.writeOptions(formatOfKind[T](), n.options)
	key := int32(atText + 512)
	copy(c.memory(key), n.key)
	defer c.erase(key, len(n.key))
	text := c.Xmalloc(int32(len(name)) + 1)
	defer c.Xfree(text)
	copy((*c.Slice())[text:], name)
	return into[T](c.answer(c.Xsortid_named_at(c.place(atOptions), c.place(key), int32(len(n.key)), at.UnixMilli(), text,
		int32(len(name)), c.place(atID), c.place(atError))))
}

func (c *instance) erase(at int32, size int) {
	m := c.memory(at)[:size]
	for i := range m {
		m[i] = 0
	}
}

// Masker maps the ids of a format one to one to ids that tell neither when they were made nor which came next, under a secret key. It
// is no authentication: any valid id unmasks to some id. Goroutines may share it.
type Masker struct {
	mutex  sync.Mutex
	core   *instance
	handle int32
}

// NewMasker takes a key of 16 or 32 bytes. uuidVersion is that of masked UUIDs and TypeIDs: 8, or 4; 0 means 8.
func NewMasker(format Format, key []byte, uuidVersion int) (*Masker, error) {
	c := newInstance(nil, nil)
	if len(key) > textRoom {
		key = key[:textRoom] // which is rejected too
	}
	copy(c.memory(atText), key)
	defer c.erase(atText, len(key))
	if c.Xsortid_masker_create(int32(format.number()), c.place(atText), int32(len(key)), int32(uuidVersion), c.place(atSize),
		c.place(atError)) != 0 {
		return nil, c.error()
	}
	return &Masker{core: c, handle: int32(c.u32(atSize))}, nil
}

// NewMaskerFromFile takes what a key file has in it: 16 or 32 raw bytes, or twice as many hexadecimal digits, maybe with a line end.
func NewMaskerFromFile(format Format, contents []byte, uuidVersion int) (*Masker, error) {
	c := newInstance(nil, nil)
	if len(contents) > textRoom {
		contents = contents[:textRoom]
	}
	copy(c.memory(atText), contents)
	defer c.erase(atText, len(contents))
	if c.Xsortid_masker_create_from_file_contents(int32(format.number()), c.place(atText), int32(len(contents)), int32(uuidVersion),
		c.place(atSize), c.place(atError)) != 0 {
		return nil, c.error()
	}
	return &Masker{core: c, handle: int32(c.u32(atSize))}, nil
}

// Mask is the masked id; of a UUIDv7 it is a UUID.
func (m *Masker) Mask(id ID) (ID, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	c := m.core
	return c.answer(c.Xsortid_mask(m.handle, c.writeID(atOther, id), c.place(atID), c.place(atError)))
}

// Unmask is the id that was masked.
func (m *Masker) Unmask(masked ID) (ID, error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	c := m.core
	return c.answer(c.Xsortid_unmask(m.handle, c.writeID(atOther, masked), c.place(atID), c.place(atError)))
}

// Close erases the key.
func (m *Masker) Close() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.core.Xsortid_masker_destroy(m.handle)
	m.handle = 0
}
