package sortid

import "fmt"

// Reason says why a text or a value was rejected.
type Reason int32

// Fault says why a generator made no id.
type Fault int32

// String is the core's word for it.
func (r Reason) String() string { return statusName(int32(r)) }

// String is the core's word for it.
func (f Fault) String() string { return statusName(int32(f)) }

func statusName(status int32) string {
	c := borrow()
	defer c.giveBack()
	return c.text(uint32(c.Xsortid_status_name(status)))
}

// Error says why a text, a value or an option was rejected. errors.As finds it in what Parse and the others return.
type Error struct {
	// One of the reasons; another number for a wrong call.
	Reason Reason
	// The format that rejected it; the zero Format when none did.
	Format Format
	// The 0-based byte of the text at which it shows.
	Position int
	// Symbols for ReasonLength, the byte for ReasonCharacter and ReasonPrefix, check digits for ReasonChecksum; else 0.
	Expected, Found uint32

	detail   string
	sentence string
}

// Error is the core's sentence. It does not contain the text that was rejected.
func (e *Error) Error() string {
	if e.sentence != "" {
		return e.sentence
	}
	return sentence(int32(e.Reason), e)
}

// GeneratorError says why a generator made no id. The generator is as it was.
type GeneratorError struct {
	Fault  Fault
	Format Format
}

// Error is the core's sentence.
func (e *GeneratorError) Error() string {
	return sentence(int32(e.Fault), &Error{Format: e.Format})
}

func sentence(status int32, e *Error) string {
	c := borrow()
	defer c.giveBack()
	c.setU32(atError, uint32(status))
	c.setU32(atError+4, uint32(e.Format.number()))
	c.setU32(atError+8, uint32(e.Position))
	c.setU32(atError+12, e.Expected)
	c.setU32(atError+16, e.Found)
	c.setU32(atError+20, 0)
	detail, _, done := c.put(e.detail + "\x00")
	defer done()
	if e.detail == "" {
		detail = 0
	}
	c.setU32(atError+24, uint32(detail))
	return c.written(c.Xsortid_message(c.place(atError), c.place(atText+1024), 512, c.place(atSize)), atText+1024)
}

// The error that the last call wrote.
func (c *instance) error() error {
	status := int32(c.u32(atError))
	format := formatOf(c.u32(atError + 4))
	if status >= int32(FaultTailOverflow) && status <= lastFault {
		return &GeneratorError{Fault(status), format}
	}
	return &Error{
		Reason: Reason(status), Format: format, Position: int(c.u32(atError + 8)),
		Expected: c.u32(atError + 12), Found: c.u32(atError + 16), detail: c.text(c.u32(atError + 24)),
	}
}

// An error of a call that tells its status alone.
func statusError(status int32, format Format) error {
	return &Error{Reason: Reason(status), Format: format}
}

func otherPrefix(wanted, found string, format Format) error {
	c := borrow()
	defer c.giveBack()
	const room = 2 * prefixRoom
	wanted, found = wanted[:min(len(wanted), room)], found[:min(len(found), room)]
	m := c.memory(atText)
	copy(m, wanted)
	copy(m[room:], found)
	status := c.Xother_prefix(c.place(atText), int32(len(wanted)), c.place(atText+room), int32(len(found)), c.place(atOptions))
	if status == 0 {
		return nil
	}
	return &Error{
		Reason: Reason(status), Format: format, Position: int(c.u32(atOptions)),
		Expected: c.u32(atOptions + 4), Found: c.u32(atOptions + 8),
	}
}

// Must is the id, for places where an error is a fault of the program.
func Must[T any](id T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("sortid: %v", err))
	}
	return id
}
