// Statements that find the ids of a range. What the PostgreSQL extension calls its functions is said here alone.
const quoted = (text) => `'${text.replaceAll("'", "''")}'`;
// Names are left as typed where SQL takes them so; it folds their case then.
const named = (name) => name.split('.').map((part) => (/^[A-Za-z_]\w*$|^".*"$/.test(part) ? part : `"${part.replaceAll('"', '""')}"`)).join('.');

const largestSigned = (1n << 63n) - 1n;
// The extension has no type of its own for what is a UUID, and one for all that is written in base 58.
const typeOf = ({ textForm, sqlName }) => (textForm === 'uuid_hex' ? 'uuid' : textForm === 'base58' ? 'uid11' : sqlName);

function byExtension({ format, prefix, from, to, at }) {
  const kind = format.sqlName;
  const first = format.prefixed ? `${quoted(prefix)}, ` : '';
  if (at !== undefined) {
    const instant = `timestamptz ${quoted(at)}`; // a text alone could also be a range
    return (column) => `${column} BETWEEN ${kind}_first(${first}${instant}) AND ${kind}_last(${first}${instant})`;
  }
  const bound = (instant) => (instant === undefined ? 'NULL' : quoted(instant));
  const interval = `tstzrange(${bound(from)}, ${bound(to)})`;
  if (format.prefixed) return (column) => `${column} BETWEEN ${kind}_first_in(${first}${interval}) AND ${kind}_last_in(${first}${interval})`;
  // The operator means what the type alone means; for profiles that a text is never taken for there is a function.
  if (format.detection === 'by_name') return (column) => `${kind}_during(${column}, ${interval})`;
  return (column) => `${column} <@ ${interval}`;
}

/**
 * What to paste: [{title, sql}], or {title, note} where a column cannot be searched so. `first`, `last` are ids; the
 * instants are texts, and none of them is given where the range is none of the extension's (leading symbols, own epoch).
 */
export function statements({ format, first, last, from, to, at, prefix, extension, table, column }) {
  const where = (condition) => `SELECT * FROM ${named(table)}\nWHERE ${condition(named(column))};`;
  const between = (low, high) => (name) => `${name} BETWEEN ${low} AND ${high}`;
  const list = [];
  if (extension) {
    list.push({ title: `PostgreSQL with the extension, column of type ${typeOf(format)}`,
      sql: where(byExtension({ format, prefix, from, to, at })) });
  }
  if (format.bits === 128) {
    list.push({ title: 'PostgreSQL, column of type uuid', sql: where(between(quoted(first.uuid), quoted(last.uuid))) });
  } else if (last.value <= largestSigned) {
    list.push({ title: 'PostgreSQL or SQLite, column of type bigint or INTEGER', sql: where(between(first.value, last.value)) });
  } else {
    list.push({ title: 'PostgreSQL or SQLite, column of type bigint or INTEGER',
      note: 'This range reaches past the largest signed number of 64 bits, above which such a column is in another order. Keep these ids as text or as bytes.' });
  }
  list.push(
    { title: 'PostgreSQL, column of type text', sql: where((name) => between(quoted(first.text), quoted(last.text))(`${name} COLLATE "C"`)) },
    { title: 'PostgreSQL, column of type bytea', sql: where(between(`'\\x${first.hex}'`, `'\\x${last.hex}'`)) },
    { title: 'SQLite, column of type TEXT', sql: where(between(quoted(first.text), quoted(last.text))) },
    { title: 'SQLite, column of type BLOB', sql: where(between(`x'${first.hex}'`, `x'${last.hex}'`)) });
  return list;
}
