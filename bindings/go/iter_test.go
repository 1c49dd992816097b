//go:build go1.23

package sortid

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

func TestIterators(t *testing.T) {
	var last ULID
	count := 0
	for id, err := range Must(NewGenerator[ULID](Options{OnOverflow: OverflowWait})).All() {
		if err != nil || id.Compare(last) <= 0 {
			t.Fatal(id, err)
		}
		if last = id; count == 100 {
			break
		}
		count++
	}
	for _, err := range Must(NewGenerator[ULID](Options{Entropy: strings.NewReader("")})).All() {
		if err == nil {
			t.Fatal("an id without entropy")
		}
	}
	for found := range FindAll("a " + last.String() + " b") {
		if found.ID != last.ID() || found.Start != 2 {
			t.Error(found)
		}
	}
	var out bytes.Buffer
	slog.New(slog.NewTextHandler(&out, nil)).Info("made", "id", last, "any", last.ID())
	if strings.Count(out.String(), last.String()) != 2 {
		t.Error(out.String())
	}
}
