// The page's statements for PostgreSQL, on a server: whether they find the ids of a time among others.
//   usage: page_sql_test.mjs PACKAGE SQL_JS, beside a server with the extension (with_cluster.py)
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [packageFolder, sqlModule] = process.argv.slice(2);
const { formats, Generator, parse, range } = await import(join(packageFolder, 'node.js'));
// Node takes a .js file without a package for CommonJS; this one is a browser's.
const { statements } = await import(`data:text/javascript,${encodeURIComponent(readFileSync(sqlModule, 'utf8'))}`);

const day = (n) => Date.UTC(2026, 0, n);
const at = (ms) => new Date(ms).toISOString();
const made = (format, instants, prefix) => instants.map((ms) => parse(new Generator(format.name, format.drawn ? { prefix } : { machine: 0 }).nextAt(ms), format.name));
const quoted = (text) => `'${text.replaceAll("'", "''")}'`;

// What the page asks for: the question, the ids that it finds, others that it does not.
function* questions(format) {
  const prefix = format.prefixed ? 'user' : undefined;
  const of = (set) => ({ prefix, ...set });
  if (format.epochUnixMs !== null) {
    const [before, inside, behind] = [[day(1) - 1, day(1) - 1000], [day(1), day(3), day(5) - 1], [day(5), day(9)]].map((instants) => made(format, instants, prefix));
    const strangers = prefix ? made(format, [day(3)], 'team') : [];
    const [from, to] = [at(day(1)), at(day(5))];
    yield { of: of({ from, to }), instants: { from, to }, extension: true, found: inside, others: [...before, ...behind], strangers };
    yield { of: of({ from }), instants: { from }, extension: true, found: [...inside, ...behind], others: before, strangers };
    yield { of: of({ to }), instants: { to }, extension: true, found: [...before, ...inside], others: behind, strangers };
    const [one] = made(format, [day(3)], prefix);
    yield { of: of({ at: at(day(3)) }), instants: { at: at(day(3)) }, extension: true, found: [one], others: made(format, [day(3) - 1, day(3) + 1], prefix), strangers };
  }
  if (format.textForm === 'base58') {
    const ids = ['5TK', '5TJ', '5TL', '1TK', '9TK'].map((begin) => parse(begin.padEnd(format.symbols, '4'), format.name));
    yield { of: { textPrefix: '5TK' }, instants: {}, extension: false, found: ids.slice(0, 1), others: ids.slice(1), strangers: [] };
  }
}

const script = [`CREATE EXTENSION sortid;
CREATE FUNCTION expect(what text, wanted text[], answer text[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  IF answer IS DISTINCT FROM wanted THEN RAISE EXCEPTION '%: found %, not %', what, answer, wanted; END IF;
END $$;`];
let asked = 0;
const types = new Set();
for (const format of formats.filter(({ generated }) => generated)) {
  for (const { of, instants, extension, found, others, strangers } of questions(format)) {
    const { first, last } = range(format.name, of);
    // A name that SQL takes as it is, and one that it does not.
    const [table, column] = asked % 2 ? ['app.my "things', 'Thing Id'] : ['orders', 'id'];
    const list = statements({ format, first: parse(first, format.name), last: parse(last, format.name), prefix: of.prefix, extension, ...instants, table, column });
    for (const { title, sql } of list.filter((one) => one.title.startsWith('PostgreSQL') && one.sql)) {
      const [, type] = /column of type (\w+)/.exec(title);
      const stored = { bigint: ({ value }) => String(value), bytea: ({ hex }) => `\\x${hex}`, uuid: ({ uuid }) => uuid }[type] ?? (({ text }) => text);
      // Where the column keeps no prefix, an id of another one is found as well.
      const rows = [...found, ...others, ...(['text', 'typeid'].includes(type) ? strangers : [])].map(stored);
      const names = table === 'orders' ? ['orders', 'id'] : ['app."my ""things"', '"Thing Id"'];
      script.push(`BEGIN; CREATE SCHEMA app; CREATE TABLE ${names[0]} (${names[1]} ${type} PRIMARY KEY);
INSERT INTO ${names[0]} VALUES ${rows.map((row) => `(${quoted(row)})`).join(', ')};
CREATE TEMP TABLE answer AS ${sql}
SELECT expect(${quoted(`${format.name}, ${title}, ${JSON.stringify(of)}`)}, ARRAY[${found.map(stored).map(quoted).sort().join(', ')}],
  (SELECT array_agg(${names[1]}::text ORDER BY ${names[1]}::text COLLATE "C") FROM answer)); ROLLBACK;`);
      types.add(type);
      asked += 1;
    }
  }
}
assert.ok(asked > 100, `${asked} statements`);
assert.ok(['ulid', 'typeid', 'euid', 'ulid_flake', 'uid11', 'uuid', 'bigint', 'text', 'bytea'].every((type) => types.has(type)), [...types].join());
execFileSync(join(process.env.PG_BINDIR, 'psql'), ['-Xq', '-o', '/dev/null', '-v', 'ON_ERROR_STOP=1'], { input: script.join('\n'), stdio: ['pipe', 'inherit', 'inherit'] });
console.log(`${asked} statements`);
