//go:build go1.23

package sortid

import "iter"

// All gives the next ids for as long as the loop goes on, or until an error, which comes with the zero id.
func (g *Generator[T]) All() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			id, err := g.Next()
			if !yield(id, err) || err != nil {
				return
			}
		}
	}
}

// FindAll gives the ids inside a text, as Find does, one after the other.
func FindAll(text string, formats ...Format) iter.Seq[Found] {
	return func(yield func(Found) bool) {
		for _, found := range Find(text, formats...) {
			if !yield(found) {
				return
			}
		}
	}
}
