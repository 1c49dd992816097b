package sortid

import "time"

// First is the smallest id of a millisecond.
func (f Format) First(at time.Time) (ID, error) { return f.firstAt(at.UnixMilli(), nil) }

// Last is the largest id of a millisecond.
func (f Format) Last(at time.Time) (ID, error) { return f.lastAt(at.UnixMilli(), nil) }

// FirstSince is First of ids that were made with that epoch, in Unix milliseconds.
func (f Format) FirstSince(epoch int64, at time.Time) (ID, error) {
	return f.firstAt(at.UnixMilli(), &epoch)
}

// LastSince is Last of ids that were made with that epoch, in Unix milliseconds.
func (f Format) LastSince(epoch int64, at time.Time) (ID, error) {
	return f.lastAt(at.UnixMilli(), &epoch)
}

func (f Format) firstAt(ms int64, epoch *int64) (ID, error) {
	c := borrow()
	defer c.giveBack()
	return c.answer(c.Xsortid_first_at(int32(f.number()), ms, optional(epoch, c), c.place(atID), c.place(atError)))
}
func (f Format) lastAt(ms int64, epoch *int64) (ID, error) {
	c := borrow()
	defer c.giveBack()
	return c.answer(c.Xsortid_last_at(int32(f.number()), ms, optional(epoch, c), c.place(atID), c.place(atError)))
}

// Between has the smallest and the largest id of the instants from ≤ t < to. An end within a millisecond counts as the beginning of
// the next one. The zero Time is an open end.
func (f Format) Between(from, to time.Time) (first, last ID, err error) {
	return f.between(from, to, nil)
}

// BetweenSince is Between of ids that were made with that epoch, in Unix milliseconds.
func (f Format) BetweenSince(epoch int64, from, to time.Time) (first, last ID, err error) {
	return f.between(from, to, &epoch)
}

func (f Format) between(from, to time.Time, epoch *int64) (first, last ID, err error) {
	c := borrow()
	defer c.giveBack()
	put := func(at int32, t time.Time) int32 {
		if t.IsZero() {
			return 0
		}
		c.setU64(at, uint64(t.Unix()))
		c.setU64(at+8, uint64(t.Nanosecond()))
		return c.place(at)
	}
	return c.ends(c.Xsortid_ids_between_instants(int32(f.number()), put(atText, from), put(atText+16, to), optional(epoch, c),
		c.place(atID), c.place(atOther), c.place(atError)))
}

// TextPrefix has the smallest and the largest id whose text begins with these symbols.
func (f Format) TextPrefix(text string) (first, last ID, err error) {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(text)
	defer done()
	return c.ends(c.Xsortid_ids_with_text_prefix(int32(f.number()), at, size, c.place(atID), c.place(atOther), c.place(atError)))
}

func (c *instance) ends(status int32) (first, last ID, err error) {
	if status != 0 {
		return ID{}, ID{}, c.error()
	}
	return c.readID(atID), c.readID(atOther), nil
}

// ParseInstant parses Unix milliseconds, RFC 3339 with any offset, or a date. Digits finer than milliseconds are cut off.
func ParseInstant(text string) (time.Time, error) {
	c := borrow()
	defer c.giveBack()
	at, size, done := c.put(text)
	defer done()
	if c.Xsortid_parse_instant(at, size, 0, c.place(atNumber), c.place(atError)) != 0 {
		return time.Time{}, c.error()
	}
	return time.UnixMilli(int64(c.u64(atNumber))).UTC(), nil
}

// InstantText is an instant of Unix milliseconds as RFC 3339 in UTC with three decimals.
func InstantText(unixMs int64) string {
	c := borrow()
	defer c.giveBack()
	return c.written(c.Xsortid_instant_to_text(unixMs, c.place(atText), textRoom, c.place(atSize)), atText)
}
