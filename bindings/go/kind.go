package sortid

import (
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"time"
)

// Kind is a type of ids: ULID, UUIDv7, TypeID[User] and the others of this package.
type Kind[T any] interface {
	comparable
	driver.Valuer
	fmt.Stringer
	// Format is the format of the type; it is the same for each id, the zero one too.
	Format() Format
	// ID is the id as one of any format.
	ID() ID
	// Compare is negative, 0 or positive, in the order of ids.
	Compare(T) int
	// UnixMs is when the id was made, in Unix milliseconds; false for an id without an instant.
	UnixMs() (int64, bool)

	parse(text string) (T, error)
	parseBytes(text []byte) (T, error)
	parseMany(texts []string, ids []T) (int, error)
	parseColumn(texts []byte, stride int, ids []T) (int, error)
	of(hi, lo uint64) T
	from(id ID) (T, error)
	appendText(to []byte) []byte
	ownPrefix() string
}

// Format of a type.
func formatOfKind[T Kind[T]]() Format { var none T; return none.Format() }

// FromID is the id as its own type: rejected with ReasonRange when it is of another format, and with ReasonPrefix when it has another
// prefix than the type.
func FromID[T Kind[T]](id ID) (T, error) {
	var none T
	if id.format != none.Format() {
		return none, &Error{Reason: ReasonRange, Format: none.Format()}
	}
	return none.from(id)
}

func into[T Kind[T]](id ID, err error) (T, error) {
	var none T
	if err != nil {
		return none, err
	}
	return none.from(id)
}

// Parse is the id of the text, which must be valid.
func Parse[T Kind[T]](text string) (T, error) { var none T; return none.parse(text) }

// ParseLenient also takes what people write, hyphens and look-alike symbols; canonical says whether it is the id's own text.
func ParseLenient[T Kind[T]](text string) (id T, canonical bool, err error) {
	any, canonical, err := formatOfKind[T]().ParseLenient(text)
	id, err = into[T](any, err)
	return id, canonical && err == nil, err
}

// IsValid says whether Parse takes the text.
func IsValid[T Kind[T]](text string) bool { _, err := Parse[T](text); return err == nil }

// FromBytes is the id with these 8 or 16 bytes in network order.
func FromBytes[T Kind[T]](bytes []byte) (T, error) {
	return into[T](withOwnPrefix[T](formatOfKind[T]().FromBytes(bytes)))
}

// FromHex is the id with these bits in hexadecimal digits.
func FromHex[T Kind[T]](digits string) (T, error) {
	return into[T](withOwnPrefix[T](formatOfKind[T]().FromHex(digits)))
}

// FromNumber is the id with these bits; hi is 0 in a format of 64 bits.
func FromNumber[T Kind[T]](hi, lo uint64) (T, error) {
	return into[T](withOwnPrefix[T](formatOfKind[T]().FromNumber(hi, lo)))
}

// Convert gives the bits of an id as one of another type.
func Convert[T Kind[T], From Kind[From]](id From) (T, error) {
	return into[T](withOwnPrefix[T](id.ID().Convert(formatOfKind[T]())))
}

// Bits have no prefix; the type may.
func withOwnPrefix[T Kind[T]](id ID, err error) (ID, error) {
	var none T
	if prefix := none.ownPrefix(); err == nil && prefix != "" && id.prefix != prefix {
		return id.WithPrefix(prefix)
	}
	return id, err
}

// Range has the ends of a range of ids, both included.
type Range[T any] struct{ First, Last T }

// First is the smallest id of a millisecond.
func First[T Kind[T]](at time.Time) (T, error) {
	return into[T](withOwnPrefix[T](formatOfKind[T]().First(at)))
}

// Last is the largest id of a millisecond.
func Last[T Kind[T]](at time.Time) (T, error) {
	return into[T](withOwnPrefix[T](formatOfKind[T]().Last(at)))
}

// Between has the ids of the instants from ≤ t < to; the zero Time is an open end.
func Between[T Kind[T]](from, to time.Time) (Range[T], error) {
	return rangeOf[T](formatOfKind[T]().Between(from, to))
}

// TextPrefix has the ids whose texts begin with these symbols.
func TextPrefix[T Kind[T]](text string) (Range[T], error) {
	return rangeOf[T](formatOfKind[T]().TextPrefix(text))
}

func rangeOf[T Kind[T]](first, last ID, err error) (ends Range[T], _ error) {
	if err == nil {
		ends.First, err = into[T](withOwnPrefix[T](first, nil))
	}
	if err == nil {
		ends.Last, err = into[T](withOwnPrefix[T](last, nil))
	}
	return ends, err
}

// Min is the smallest id of the type.
func Min[T Kind[T]]() T { return edge[T](formats[formatOfKind[T]()].MinText) }

// Max is the largest id of the type.
func Max[T Kind[T]]() T { return edge[T](formats[formatOfKind[T]()].MaxText) }

func edge[T Kind[T]](text string) T {
	return Must(into[T](withOwnPrefix[T](formatOfKind[T]().Parse(text))))
}

// What of a value of the database is an id's text, or its bytes.
func scan[T Kind[T]](src any) (T, error) {
	var none T
	switch given := src.(type) {
	case string:
		return Parse[T](given)
	case []byte:
		if len(given) == none.Format().bytes() {
			return FromBytes[T](given)
		}
		return none.parseBytes(given)
	case [16]byte:
		return FromBytes[T](given[:])
	case int64:
		if none.Format().isSmall() {
			return FromNumber[T](0, uint64(given))
		}
	case nil:
		return none, fmt.Errorf("sortid: NULL is no %v: scan into a pointer to one, or a sql.Null", none.Format())
	}
	return none, fmt.Errorf("sortid: a %T is no %v", src, none.Format())
}

// --- words in texts ------------------------------------------------------------------------------------------------

// What typed.cpp's functions give where sortid_parse decides.
const undecided = ^int64(0)

// Eight bytes of a text, the first one lowest.
func word[Text string | []byte](text Text, at int) int64 {
	return int64(text[at]) | int64(text[at+1])<<8 | int64(text[at+2])<<16 | int64(text[at+3])<<24 |
		int64(text[at+4])<<32 | int64(text[at+5])<<40 | int64(text[at+6])<<48 | int64(text[at+7])<<56
}

func putWord(to []byte, word int64) { binary.LittleEndian.PutUint64(to, uint64(word)) }

// Parses anew, for an error or a value that is undecided.
func parseAgain[T Kind[T]](text string) (T, error) { return into[T](formatOfKind[T]().Parse(text)) }
