package sortid

import (
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"math/big"
	"time"
)

// Format is a kind of id. The zero Format is none.
type Format uint8

// Field is a field of a format: some of the bits of each id.
type Field struct {
	Name  string
	Role  string
	Bits  int
	Shift int
	// The generator's option that sets it; empty where there is none.
	Option string
}

// FormatInfo is what the core knows of a format.
type FormatInfo struct {
	Name, Title string
	Bits        int
	Symbols     int // of a text; of a TypeID, behind the prefix
	MinText     string
	MaxText     string
	Prefixed    bool
	Generated   bool
	Ordered     bool
	Drawn       bool
	Lenient     bool
	Timed       bool
	Fields      []Field // the most significant first

	number uint32 // in sortid.h
}

// Formats lists every format. A text that several formats take is the earlier one's.
func Formats() []Format {
	all := make([]Format, len(formats)-1)
	for i := range all {
		all[i] = Format(i + 1)
	}
	return all
}

// FormatNamed is the format of that name; false where there is none.
func FormatNamed(name string) (Format, bool) {
	for i := 1; i < len(formats); i++ {
		if formats[i].Name == name {
			return Format(i), true
		}
	}
	return 0, false
}

// Info has the facts of the format.
func (f Format) Info() FormatInfo { return formats[f] }

// String is the name of the format.
func (f Format) String() string { return formats[f].Name }
func (f Format) number() uint32 { return formats[f].number }
func (f Format) bytes() int     { return formats[f].Bits / 8 }
func (f Format) isSmall() bool  { return formats[f].Bits == 64 }

func formatOf(number uint32) Format {
	for i := 1; i < len(formats); i++ {
		if formats[i].number == number {
			return Format(i)
		}
	}
	return 0
}

// ID is an id of any format. It is comparable: equal ids are ==.
type ID struct {
	prefix string
	hi, lo uint64
	format Format
}

// Format is the format of the id.
func (id ID) Format() Format { return id.format }

// Prefix is a TypeID's prefix; empty in other formats.
func (id ID) Prefix() string { return id.prefix }

// Suffix is the text of a TypeID without its prefix; of another id its text.
func (id ID) Suffix() string { id.prefix = ""; return id.String() }

// Number is the bits as a number.
func (id ID) Number() *big.Int { return new(big.Int).SetBytes(id.Bytes()) }

// Bytes are the 8 or 16 bytes in network order.
func (id ID) Bytes() []byte {
	all := make([]byte, 16)
	binary.BigEndian.PutUint64(all, id.hi)
	binary.BigEndian.PutUint64(all[8:], id.lo)
	return all[16-id.format.bytes():]
}

// String is the canonical text.
func (id ID) String() string {
	c := borrow()
	defer c.giveBack()
	return c.written(c.Xsortid_to_text(c.writeID(atID, id), c.place(atText), textRoom, c.place(atSize)), atText)
}

// TextUnchecked is the text with "no check" in place of the check digits, where the format has them.
func (id ID) TextUnchecked() string {
	c := borrow()
	defer c.giveBack()
	return c.written(c.Xsortid_to_text_unchecked(c.writeID(atID, id), c.place(atText), textRoom, c.place(atSize)), atText)
}

// Hex is all bits in hexadecimal digits.
func (id ID) Hex() string {
	c := borrow()
	defer c.giveBack()
	return c.written(c.Xsortid_to_hex(c.writeID(atID, id), c.place(atText), textRoom, c.place(atSize)), atText)
}

// MarshalText gives the canonical text.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText parses a text of any format, as Parse does.
func (id *ID) UnmarshalText(text []byte) (err error) {
	read, err := ParseAny(string(text))
	if err == nil {
		*id = read
	}
	return err
}

// Scan takes a text of any format from a database.
func (id *ID) Scan(src any) error {
	switch text := src.(type) {
	case string:
		return id.UnmarshalText([]byte(text))
	case []byte:
		return id.UnmarshalText(text)
	}
	return fmt.Errorf("sortid: a %T is no id", src)
}

// Value is the canonical text, for a database.
func (id ID) Value() (driver.Value, error) { return id.String(), nil }

// Compare is negative, 0 or positive: by format, then prefix, then value, which is the order of ids.
func (id ID) Compare(other ID) int {
	switch {
	case id.format != other.format:
		return compare(id.format, other.format)
	case id.prefix != other.prefix:
		return compare(id.prefix, other.prefix)
	case id.hi != other.hi:
		return compare(id.hi, other.hi)
	}
	return compare(id.lo, other.lo)
}

func compare[T ~string | ~uint64 | ~uint8](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// UnixMs is when the id was made, in Unix milliseconds; false for an id without an instant.
func (id ID) UnixMs() (int64, bool) { return id.unixMs(nil) }

// UnixMsSince is UnixMs of an id that was made with that epoch, in Unix milliseconds.
func (id ID) UnixMsSince(epoch int64) (int64, bool) { return id.unixMs(&epoch) }

func (id ID) unixMs(epoch *int64) (int64, bool) {
	c := borrow()
	defer c.giveBack()
	if c.Xsortid_unix_ms(c.writeID(atID, id), optional(epoch, c), c.place(atNumber)) != 0 {
		return 0, false
	}
	return int64(c.u64(atNumber)), true
}

// Time is when the id was made, in UTC; false for an id without an instant.
func (id ID) Time() (time.Time, bool) { return timeOf(id.UnixMs()) }

func timeOf(ms int64, ok bool) (time.Time, bool) {
	if !ok {
		return time.Time{}, false
	}
	return time.UnixMilli(ms).UTC(), true
}

// FieldValue is a field of an id.
type FieldValue struct {
	Field
	Hi, Lo  uint64
	Present bool // an EUID's extension may have no value
}

// Fields are the fields that say something about the id, the most significant first.
func (id ID) Fields() []FieldValue {
	c := borrow()
	defer c.giveBack()
	info := &formats[id.format]
	const size = 24
	if c.Xsortid_fields(c.writeID(atID, id), c.place(atText), int32(len(info.Fields)), c.place(atSize)) != 0 {
		return nil
	}
	var all []FieldValue
	for i, field := range info.Fields {
		at := atText + int32(i)*size
		if c.u32(at+16) != 0 {
			all = append(all, FieldValue{field, c.u64(at), c.u64(at + 8), c.u32(at+20) != 0})
		}
	}
	return all
}

// Convert gives the same bits as an id of another format.
func (id ID) Convert(to Format) (ID, error) {
	c := borrow()
	defer c.giveBack()
	return c.answer(c.Xsortid_convert(c.writeID(atOther, id), int32(to.number()), c.place(atID), c.place(atError)))
}

// WithPrefix is the TypeID with another prefix; an empty one removes it.
func (id ID) WithPrefix(prefix string) (ID, error) {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(prefix)
	defer done()
	return c.answer(c.Xsortid_set_prefix(c.writeID(atID, id), at, size, c.place(atError)))
}

// ParseAny parses a text of any format strictly, as the likeliest one.
func ParseAny(text string) (ID, error) {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(text)
	defer done()
	return c.answer(c.Xsortid_parse_any(at, size, c.place(atID), c.place(atError)))
}

// Parse is the id of the text, which must be valid.
func (f Format) Parse(text string) (ID, error) {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(text)
	defer done()
	return c.answer(c.Xsortid_parse(int32(f.number()), at, size, c.place(atID), c.place(atError)))
}

// ParseLenient also takes what people write, hyphens and look-alike symbols; canonical says whether it is the id's own text.
func (f Format) ParseLenient(text string) (id ID, canonical bool, err error) {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(text)
	defer done()
	id, err = c.answer(c.Xsortid_parse_lenient(int32(f.number()), at, size, c.place(atID), c.place(atSize), c.place(atError)))
	return id, err == nil && c.u32(atSize) != 0, err
}

// ParseSkippingCheck parses strictly, but ignores check digits: the id may be damaged. For salvage, not for input.
func (f Format) ParseSkippingCheck(text string) (ID, error) {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(text)
	defer done()
	return c.answer(c.Xsortid_parse_skipping_check(int32(f.number()), at, size, c.place(atID), c.place(atError)))
}

// CheckOf says whether the text, parsed leniently, has check digits.
func (f Format) CheckOf(text string) (bool, error) {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(text)
	defer done()
	if c.Xsortid_check_of(int32(f.number()), at, size, c.place(atSize), c.place(atError)) != 0 {
		return false, c.error()
	}
	return c.u32(atSize) != 0, nil
}

// IsValid says whether Parse takes the text.
func (f Format) IsValid(text string) bool { _, err := f.Parse(text); return err == nil }

// Check is why a text is not valid; nil for a valid one.
func (f Format) Check(text string) error { _, err := f.Parse(text); return err }

// FromBytes is the id with these 8 or 16 bytes in network order.
func (f Format) FromBytes(bytes []byte) (ID, error) {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(string(bytes))
	defer done()
	return c.answer(c.Xsortid_from_bytes(int32(f.number()), at, size, c.place(atID), c.place(atError)))
}

// FromNumber is the id with these bits; hi is 0 in a format of 64 bits.
func (f Format) FromNumber(hi, lo uint64) (ID, error) {
	c := borrow()
	defer c.giveBack()
	return c.answer(c.Xsortid_from_number(int32(f.number()), int64(hi), int64(lo), c.place(atID), c.place(atError)))
}

// FromHex is the id with these bits in hexadecimal digits.
func (f Format) FromHex(digits string) (ID, error) {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(digits)
	defer done()
	return c.answer(c.Xsortid_from_hex(int32(f.number()), at, size, c.place(atID), c.place(atError)))
}

// Version is the version of the core.
func Version() string {
	c := borrow()
	defer c.giveBack()
	return c.text(uint32(c.Xsortid_version()))
}
