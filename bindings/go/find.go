package sortid

import (
	"encoding/binary"
	"time"
)

// Detect lists the formats that take the text, the likeliest first.
func Detect(text string) []Format {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(text)
	defer done()
	numbers := c.Xmalloc(int32(4 * len(formats)))
	defer c.Xfree(numbers)
	if c.Xsortid_detect(at, size, numbers, int32(len(formats)), c.place(atSize)) != 0 {
		return nil
	}
	return c.formats(numbers, int(c.u32(atSize)))
}

func (c *instance) formats(at int32, count int) []Format {
	all := make([]Format, count)
	for i := range all {
		all[i] = formatOf(binary.LittleEndian.Uint32((*c.Slice())[int(at)+4*i:]))
	}
	return all
}

// Meant is the format that a text of this length and shape is meant to be, whether it is valid or not.
func Meant(text string) (Format, bool) {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(text)
	defer done()
	f := formatOf(uint32(c.Xsortid_meant(at, size)))
	return f, f != 0
}

// Found is an id inside a text: text[Start:End] is its text there.
type Found struct {
	ID         ID
	Start, End int
}

// Find lists the ids inside a text, in its order: whole words that Parse takes in one of the formats; without formats, in one of
// those of 128 bits that a text alone tells.
func Find(text string, formats ...Format) []Found {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(text)
	defer done()
	numbers := int32(0)
	if len(formats) != 0 {
		numbers = c.Xmalloc(int32(4 * len(formats)))
		defer c.Xfree(numbers)
		for i, f := range formats {
			binary.LittleEndian.PutUint32((*c.Slice())[int(numbers)+4*i:], f.number())
		}
	}
	const each = 104
	room := int32(len(text)/11 + 1) // no format's text is shorter
	if room > 64 {
		room = 64
	}
	for {
		to := c.Xmalloc(each * room)
		status := c.Xsortid_find(at, size, numbers, int32(len(formats)), to, room, c.place(atSize))
		count := int32(c.u32(atSize))
		if status != 0 {
			c.Xfree(to)
			return nil
		}
		if count > room {
			c.Xfree(to)
			room = count
			continue
		}
		found := make([]Found, count)
		for i := range found {
			m := (*c.Slice())[int(to)+each*i:]
			start := int(binary.LittleEndian.Uint64(m[88:]))
			found[i] = Found{idIn(m), start, start + int(binary.LittleEndian.Uint64(m[96:]))}
		}
		c.Xfree(to)
		return found
	}
}

// ForeignID is what a text may be that others make.
type ForeignID struct {
	Name    string // for programs: "ksuid", "uuidv1"
	Title   string // for a sentence: "a KSUID"
	HasTime bool
	Time    time.Time
	HasUUID bool
	UUID    [16]byte
	Fields  []ForeignField // the most significant first
}

// ForeignField is a field of a ForeignID.
type ForeignField struct {
	Name   string
	Hi, Lo uint64
}

// LooksLike lists what a text may be that no format takes, the likeliest first: UUIDs of every version and notation, KSUIDs, ObjectIds,
// snowflakes and others. A hint for people; nothing is parsed. A kind that tells its time only fits when that is not after `latest`.
func LooksLike(text string, latest time.Time) []ForeignID {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(text)
	defer done()
	const each, room = 232, 16
	to := c.Xmalloc(each * room)
	defer c.Xfree(to)
	if c.Xsortid_looks_like(at, size, latest.UnixMilli(), to, room, c.place(atSize)) != 0 {
		return nil
	}
	count := int(c.u32(atSize))
	if count > room {
		count = room
	}
	all := make([]ForeignID, count)
	for i := range all {
		m := (*c.Slice())[int(to)+each*i:]
		u32, u64 := binary.LittleEndian.Uint32, binary.LittleEndian.Uint64
		seen := ForeignID{Name: c.text(u32(m)), Title: c.text(u32(m[4:]))}
		if has := u32(m[32:]); has&1 != 0 {
			seen.HasTime, seen.Time = true, time.UnixMilli(int64(u64(m[8:]))).UTC()
		}
		for n := uint32(0); n < u32(m[36:]); n++ {
			field := m[40+24*n:]
			seen.Fields = append(seen.Fields, ForeignField{c.text(u32(field)), u64(field[8:]), u64(field[16:])})
		}
		if has := u32(m[32:]); has&2 != 0 {
			seen.HasUUID = true
			binary.BigEndian.PutUint64(seen.UUID[:], u64(m[16:]))
			binary.BigEndian.PutUint64(seen.UUID[8:], u64(m[24:]))
		}
		all[i] = seen
	}
	return all
}
