package sortid

// NoInstant stands in place of the Unix milliseconds of an id that has none.
const NoInstant = -1 << 63

// ParseMany parses texts into ids, which has room for them, until one is rejected. It returns how many were parsed.
func ParseMany[T Kind[T]](texts []string, ids []T) (int, error) {
	var none T
	return none.parseMany(texts, ids[:len(texts)])
}

// ParseColumn parses the texts of a column, which begin `stride` bytes apart, into ids until one is rejected. It returns how many were
// parsed. The texts of a column have the size of the type's texts; bytes between them have no effect.
func ParseColumn[T Kind[T]](texts []byte, stride int, ids []T) (int, error) {
	var none T
	return none.parseColumn(texts, stride, ids)
}

// What there is of a text in a column.
func textAt(texts []byte, at, size int) string {
	text := texts[min(at, len(texts)):]
	return string(text[:min(size, len(text))])
}

// AppendColumn appends the texts of the ids, one behind the other.
func AppendColumn[T Kind[T]](to []byte, ids []T) []byte {
	for _, id := range ids {
		to = id.appendText(to)
	}
	return to
}

// UnixMsOf writes the Unix milliseconds of the ids, or NoInstant.
func UnixMsOf[T Kind[T]](ids []T, to []int64) {
	to = to[:len(ids)]
	for i, id := range ids {
		ms, ok := id.UnixMs()
		if !ok {
			ms = NoInstant
		}
		to[i] = ms
	}
}

func sizeOfText[T Kind[T]]() int {
	var none T
	size := formats[none.Format()].Symbols
	if prefix := none.ownPrefix(); prefix != "" {
		size += len(prefix) + 1
	}
	return size
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}
