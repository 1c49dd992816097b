// The cases of functions: the examples of docs/functions.json, and those of tests/oracle/vectors/functions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { folder, sortid } from './package.mjs';

const { Masker } = await import(pathToFileURL(join(folder, 'mask_node.js')).href);
const { find } = await import(pathToFileURL(join(folder, 'find_node.js')).href);
const { looksLike } = await import(pathToFileURL(join(folder, 'looks_like.js')).href);
const { NamedIds } = await import(pathToFileURL(join(folder, 'named_node.js')).href);
const read = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));
const { functions } = read(process.env.SORTID_SOURCE, 'docs', 'functions.json');
const cases = read(process.env.SORTID_VECTORS, 'functions', 'vectors.json');
cases.push(...functions.filter((entry) => entry.example).map((entry) => ({ function: entry.word, ...entry.example })));

const classOf = (name) => sortid[sortid.formatOf(name).className];
const id = ({ format, x }) => classOf(format).parse(x);
const both = ({ first, last }) => [first, last];
const digits = (fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === null ? null : String(value)]));
// How a case has what an entry gives.
const shown = {
  integer: String, bytes: (bytes) => Buffer.from(bytes).toString('hex'), fields: digits, instant: (at) => at.toISOString(),
  "milliseconds since the format's epoch": Number,
};
// The properties of an id, by their names.
const properties = functions.filter(({ example, takes, names }) => example && takes === 'id' && /^\w+\.\w+$/.test(names.JavaScript ?? ''))
  .map(({ word, gives, names }) => [word, (c) => (shown[gives] ?? ((same) => same))(id(c)[names.JavaScript.split('.')[1]])]);
const bodies = {
  ...Object.fromEntries(properties),
  uuid: (c) => id(c).uuid,
  parse: (c) => sortid.parse(c.x, c.format).text,
  lenient: (c) => sortid.parse(c.x, { format: c.format, lenient: true }).text,
  valid: (c) => sortid.isValid(c.x, { format: c.format }),
  check: (c) => {
    const { error } = sortid.tryParse(c.x, { format: c.format });
    return error && `${error.reason} at position ${error.position}`;
  },
  detect: (c) => sortid.parse(c.x).format.name,
  convert: (c) => sortid.convert(c.x, c.to, { from: c.format }),
  mask: (c) => new Masker(classOf(c.format), c.key).mask(id(c)).text,
  unmask: (c) => {
    const masker = new Masker(classOf(c.format), c.key);
    return masker.unmask(masker.maskedKind.parse(c.x)).text;
  },
  named: (c) => new NamedIds(classOf(c.format), c.key, { prefix: c.prefix }).at(c.t, c.name).text,
  first: (c) => sortid.range(c.format, { at: c.t }).first,
  last: (c) => sortid.range(c.format, { at: c.t }).last,
  between: (c) => both(sortid.range(c.format, { from: c.a, to: c.b })),
  'text prefix': (c) => both(sortid.range(c.format, { textPrefix: c.p })),
  find: (c) => find(c.x, c.format ? { formats: [c.format] } : {}).map((found) => found.id.text),
  'looks like': (c) => looksLike(c.x)[0].name,
};

for (const [word, body] of Object.entries(bodies)) {
  test(`the cases of ${word}`, () => {
    const own = cases.filter((c) => c.function === word);
    assert.ok(own.length > 0);
    for (const c of own) {
      const about = JSON.stringify(c);
      if (c.reason === undefined) {
        assert.deepEqual(body(c), c.answer, about);
      } else {
        assert.throws(() => body(c), (why) => why.reason === c.reason && (c.position === undefined || why.position === c.position), about);
      }
    }
  });
}
test('every case has a body', () => {
  assert.deepEqual(cases.filter((c) => !(c.function in bodies)), []);
});

test('the ids inside texts, and their places', () => {
  const { cases: texts } = read(process.env.SORTID_VECTORS, 'find', 'vectors.json');
  for (const { name, text, formats, found } of texts) {
    const told = (ids, slice) => ids.map(({ id, start, end }) => [id.formatName, slice(start, end), id.text]);
    const expected = found.map(([format, own]) => [format, own, sortid.parse(own, format).text]);
    const bytes = Buffer.from(text);
    for (const kinds of [formats, formats?.map(classOf)]) {
      assert.deepEqual(told(find(text, { formats: kinds }), (...ends) => text.slice(...ends)), expected, name);
      assert.deepEqual(told(find(bytes, { formats: kinds }), (...ends) => bytes.subarray(...ends).toString()), expected, name);
    }
  }
  // In every place of the pieces in which the text goes to the core, and as many as there is room for.
  const xid = '5TK7MT834rx';
  for (const text of [...Array.from({ length: 40 }, (_, at) => `${'é'.repeat(65_536 - at)}${xid}${'ü'.repeat(65_536)}${xid}`), `${xid}-`.repeat(30_000)]) {
    const ids = find(text, { formats: ['xid'] });
    assert.equal(ids.length, text.split(xid).length - 1);
    assert.ok(ids.every(({ id, start, end }) => id.text === xid && text.slice(start, end) === xid));
  }
  for (const wrong of [7, null, undefined, {}]) assert.throws(() => find(wrong), TypeError);
  for (const formats of ['xid', ['guid'], [7], null]) assert.throws(() => find('', { formats }), TypeError);
  assert.throws(() => find('', { format: 'xid' }), { name: 'TypeError', message: 'find has no option format: formats' });
  assert.equal([`a ${xid}`, sortid.ulid()].flatMap(find).length, 1);
});
