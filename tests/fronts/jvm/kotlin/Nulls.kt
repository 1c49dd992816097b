import sortid.ULID

fun nulls() {
  ULID.FORMAT.check("").reason() // error: only safe
  ULID.parse(null) // error: null cannot be
}
