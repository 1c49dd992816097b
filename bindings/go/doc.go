// Package sortid makes, parses and converts sortable unique ids: ULID, TypeID, UUIDv7, EUID, Ulid-Flake and uid11. It is the C++ core of
// sortid, translated to Go source: every text is accepted or rejected as it is everywhere, with the same reason and position.
package sortid
