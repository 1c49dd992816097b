// Masks and name-based ids: their vectors, arrays, what is rejected, and the entries.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { folder, sortid } from './package.mjs';

const { Masker } = await import(pathToFileURL(join(folder, 'mask_node.js')).href);
const { NamedIds } = await import(pathToFileURL(join(folder, 'named_node.js')).href);
const cases = JSON.parse(readFileSync(join(process.env.SORTID_VECTORS, 'mask', 'vectors.json'), 'utf8'));
const encoder = new TextEncoder();
const key = Uint8Array.from({ length: 16 }, (_, i) => i);
const digits = '000102030405060708090a0b0c0d0e0f';
const classOf = (name) => sortid[sortid.formatOf(name).className];

test('the frozen vectors, with the key as bytes and in hexadecimal', () => {
  assert.ok(cases.length > 0);
  for (const { key: hex, format, version, text, masked } of cases) {
    for (const secret of [Buffer.from(hex, 'hex'), hex.toUpperCase()]) {
      const masker = new Masker(classOf(format), secret, { uuidVersion: version });
      assert.equal(masker.mask(text).text, masked);
      assert.equal(masker.unmask(masked).text, text);
      const id = masker.kind.parse(text);
      const shown = masker.mask(id);
      assert.ok(shown instanceof masker.maskedKind && masker.unmask(shown).equals(id));
    }
  }
});

test('arrays are masked as ids are', () => {
  for (const format of sortid.formats.filter(({ generated }) => generated)) {
    const masker = new Masker(classOf(format.name), key);
    const prefix = format.prefixed ? { prefix: 'user' } : undefined;
    const ids = new sortid.Generator(format.name, { onOverflow: 'run_ahead', machine: format.drawn ? undefined : 0 });
    // More than one block.
    const values = ids.fill(format.bits === 64 ? new BigUint64Array(9000) : new Uint8Array(16 * 5000));
    const before = values.slice();
    const masked = masker.maskMany(values, prefix);
    assert.deepEqual(values, before);
    assert.deepEqual(masker.unmaskMany(masked, prefix), values, format.name);
    const texts = sortid.batch.toStrings(masker.maskedKind.format.name, masked, prefix);
    const stored = sortid.batch.toStrings(format.name, values, prefix);
    for (const i of [0, 1, 4095, 4096, 4097, texts.length - 1]) assert.equal(masker.mask(stored[i]).text, texts[i], format.name);
  }
});

test('many maskers: each with its own key', () => {
  const maskers = Array.from({ length: 300 }, (_, i) => new Masker(sortid.ULID, new Uint8Array(32).fill(i % 256), undefined));
  const id = sortid.ULID.parse('01ARZ3NDEKTSV4RRFFQ69G5FAV');
  const masks = maskers.map((masker) => masker.mask(id).text);
  assert.equal(new Set(masks).size, 256);
  maskers.forEach((masker, i) => assert.ok(masker.unmask(masks[i]).equals(id)));
});

test('what is rejected', () => {
  for (const size of [0, 15, 17, 31, 33, 100_000]) {
    assert.throws(() => new Masker(sortid.ULID, new Uint8Array(size)), { name: 'RangeError', message: /^a key has 16 or 32 bytes/ });
  }
  assert.throws(() => new Masker(sortid.ULID, digits.slice(1)), { name: 'RangeError', message: /found 31 hexadecimal digits$/ });
  assert.throws(() => new Masker(sortid.ULID, `g${digits.slice(1)}`), { name: 'RangeError', message: /position 0$/ });
  for (const wrong of [undefined, null, 16, [1, 2], new Uint16Array(8), {}]) {
    assert.throws(() => new Masker(sortid.ULID, wrong), { name: 'TypeError', message: /^a key is/ });
  }
  for (const wrong of [undefined, null, 'guid', Object, sortid.Id]) assert.throws(() => new Masker(wrong, key), { name: 'TypeError' });
  for (const uuidVersion of [7, 8.5, '8', null]) {
    assert.throws(() => new Masker(sortid.UUIDv7, key, { uuidVersion }), { name: 'RangeError', message: 'uuidVersion is 8 or 4' });
  }
  assert.throws(() => new Masker(sortid.UUIDv7, key, { version: 8 }), { name: 'TypeError', message: /no option version/ });

  const masker = new Masker(sortid.UUIDv7, key);
  assert.equal(masker.maskedKind, sortid.UUID);
  assert.throws(() => masker.unmask('018fb1c8-5d6e-7a2b-9c3d-4e5f60718293'),
    { name: 'SortidError', reason: 'range', position: 14, expected: 8, found: 7, format: 'uuid' });
  const users = new Masker(sortid.TypeID, key);
  assert.throws(() => users.unmask('user_01h455vb4pex5vsknk084sn02q'),
    { name: 'SortidError', reason: 'range', position: 15, expected: 8, found: 7, format: 'typeid' });
  assert.throws(() => users.unmask('01h455vb4pex5vsknk084sn02q'), { reason: 'range', position: 10, expected: 8, found: 7 });
  assert.throws(() => masker.mask(sortid.ULID.min), { name: 'TypeError', message: 'this masker takes uuidv7, found ulid' });
  assert.throws(() => masker.mask('01ARZ3NDEKTSV4RRFFQ69G5FAV'), { name: 'SortidError', format: 'uuidv7' });
  assert.throws(() => masker.maskMany(new Uint8Array(48)), { name: 'SortidError', reason: 'range', message: /^id 0: / });
  assert.throws(() => masker.maskMany(new Uint8Array(15)), { name: 'RangeError' });
  assert.throws(() => masker.maskMany(new BigUint64Array(2)), { name: 'TypeError' });
  assert.throws(() => masker.maskMany(new Uint8Array(16), { prefix: 'user' }), { name: 'TypeError' });
  const typed = new Masker(sortid.TypeID, key);
  assert.throws(() => typed.maskMany(new Uint8Array(16), { prefix: 'User' }), { name: 'SortidError', reason: 'prefix' });
});

test('a masker shows no key', () => {
  const masker = new Masker(sortid.ULID, digits);
  assert.ok(Object.isFrozen(masker));
  assert.deepEqual(Object.keys(masker), ['kind', 'maskedKind']);
  assert.ok(!inspect(masker, { showHidden: true, depth: 9 }).includes(digits));
  assert.throws(() => structuredClone(masker), { name: 'DataCloneError' });
});

test('the entries for CommonJS and for Workers', async () => {
  const program = `
    const { ULID } = require('${folder}/node.cjs');
    const { Masker } = require('${folder}/mask.cjs');
    console.log(new Masker(ULID, '${digits}').mask('01ARZ3NDEKTSV4RRFFQ69G5FAV').text);`;
  const shown = new Masker(sortid.ULID, key).mask('01ARZ3NDEKTSV4RRFFQ69G5FAV').text;
  assert.equal(execFileSync('node', ['--input-type=commonjs', '--eval', program], { encoding: 'utf8' }).trim(), shown);
  // Workers import the compiled module; here what their entry does with it, beside the core that is not Node's.
  const { ULID } = await import(pathToFileURL(join(folder, 'node_embedded.js')).href);
  const { maskerOf } = await import(pathToFileURL(join(folder, 'masker.js')).href);
  const compiled = new WebAssembly.Module(readFileSync(join(folder, 'mask.wasm')));
  assert.deepEqual(WebAssembly.Module.imports(compiled), []);
  const Own = maskerOf(() => compiled);
  assert.equal(new Own(ULID, key).mask('01ARZ3NDEKTSV4RRFFQ69G5FAV').text, shown);
});

test('name-based ids are those of the vectors', () => {
  const all = JSON.parse(readFileSync(join(process.env.SORTID_VECTORS, 'named', 'vectors.json'), 'utf8')).filter(({ extension }) => extension === null);
  assert.ok(all.length > 100);
  for (const { key: hex, format, prefix, unix_ms: at, name, text } of all) {
    const options = format === 'typeid' ? { prefix } : undefined;
    for (const secret of [Buffer.from(hex, 'hex'), hex]) {
      const ids = new NamedIds(classOf(format), secret, options);
      assert.equal(ids.at(new Date(at), name).text, text);
      assert.equal(ids.at(new Date(at), encoder.encode(name)).text, text);
    }
  }
});

test('the entries of name-based ids for CommonJS and for Workers', async () => {
  const wanted = new NamedIds(sortid.ULID, key).at(new Date(0), 'a').text;
  const program = `
    const { ULID } = require('${folder}/node.cjs');
    const { NamedIds } = require('${folder}/named.cjs');
    console.log(new NamedIds(ULID, '${digits}').at(new Date(0), 'a').text);`;
  assert.equal(execFileSync('node', ['--input-type=commonjs', '--eval', program], { encoding: 'utf8' }).trim(), wanted);
  const { ULID } = await import(pathToFileURL(join(folder, 'node_embedded.js')).href);
  const { namedIdsOf } = await import(pathToFileURL(join(folder, 'named_ids.js')).href);
  const compiled = new WebAssembly.Module(readFileSync(join(folder, 'named.wasm')));
  assert.deepEqual(WebAssembly.Module.imports(compiled), []);
  const Own = namedIdsOf(() => compiled);
  assert.equal(new Own(ULID, key).at(new Date(0), 'a').text, wanted);
});

test('what name-based ids reject', () => {
  const ids = new NamedIds(sortid.ULID, key);
  assert.ok(Object.isFrozen(ids));
  assert.deepEqual(Object.keys(ids), ['kind']);
  assert.throws(() => ids.at(-1n, 'a'), { name: 'SortidError', reason: 'range' });
  assert.throws(() => ids.at('noon', 'a'));
  assert.throws(() => ids.at(new Date(0)), { name: 'TypeError', message: /^a name is/ });
  assert.throws(() => ids.at(new Date(0), 'x'.repeat(65_536)), { name: 'RangeError' });
  // Written in UTF-8, each of these is U+FFFD.
  for (const [at, name] of [[0, '\ud800'], [0, '\udfff'], [3, '\ud800\udc00a\udc00\ud800']]) {
    assert.throws(() => ids.at(new Date(0), name), { name: 'TypeError', message: `a name has no half of a surrogate pair, as at position ${at}` });
  }
  assert.notEqual(ids.at(new Date(0), '\ufffd').text, ids.at(new Date(0), '\ud800\udc00').text);
  assert.throws(() => new NamedIds(sortid.ULID, key.slice(1)), { name: 'RangeError', message: /^a key has 16 or 32 bytes/ });
  assert.throws(() => new NamedIds(sortid.ULID, 16), { name: 'TypeError', message: /^a key is/ });
  assert.throws(() => new NamedIds(sortid.ULID, key, { prefix: 'user' }), { name: 'TypeError' });
  assert.throws(() => new NamedIds(sortid.TypeID, key, { prefix: 'User' }), { name: 'SortidError', reason: 'prefix' });
  for (const kind of [sortid.XID, sortid.UlidFlake, sortid.UUID, undefined]) {
    assert.throws(() => new NamedIds(kind, key), { name: 'TypeError', message: /64 random bits/ });
  }
});
