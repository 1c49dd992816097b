// The entries of one format: the vectors, and in each answer what the main entry gives, which has another module and script.
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { folder, sortid } from './package.mjs';

globalThis.crypto ??= webcrypto; // as every page has it, and Node 18 does not
const require = createRequire(join(folder, 'from.js'));
const { exports: entries } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
// As a page has it, and as Node does.
const entryOf = (name, ...conditions) => {
  const { default: file } = (conditions.length ? conditions : ['module']).reduce((found, condition) => found[condition], entries[`./${name}`]);
  return import(pathToFileURL(join(folder, file)).href);
};
const errorOf = (work) => {
  try {
    work();
  } catch (error) {
    const { name, reason, position, expected, found, format, fault } = error;
    return { name, reason, position, expected, found, format, fault };
  }
  return null;
};
const shown = (id) => ({
  formatName: id.formatName, text: id.text, value: id.value, bytes: [...id.bytes], hex: id.hex, uuid: id.uuid, unixMs: id.unixMs,
  time: id.time, prefix: id.prefix, suffix: id.suffix, json: JSON.stringify({ id }), string: `${id}`,
});
// Short formats have milliseconds without a next id.
function again(work) {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (error.fault !== 'tail_overflow') throw error;
    }
  }
}
const textOf = (vector) => vector.text ?? Buffer.from(vector.bytes, 'hex');

for (const { name, className, functionName, prefixed, checked, drawn, generated, fields, bits } of sortid.formats) {
  const Whole = sortid[className];
  const whole = sortid[functionName];

  test(`${name}: texts and values`, async () => {
    const own = await entryOf(name);
    const Small = own[className];
    const file = join(process.env.SORTID_VECTORS, `${name}.json`);
    const vectors = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    const prefixOf = ({ prefix }) => (prefixed && prefix ? { prefix } : undefined);
    for (const vector of vectors.valid ?? []) {
      const id = own.parse(vector.text);
      assert.deepEqual([id.hex, id.text], [vector.hex, vector.canonical ?? vector.text], vector.name);
      assert.deepEqual(shown(id), shown(Whole.parse(vector.text)), vector.name);
      assert.deepEqual(Object.keys(id), Object.keys(Whole.parse(vector.text)));
      assert.ok(Object.isFrozen(id) && id instanceof Small && own.isValid(id) && own.parse(id).equals(id), vector.name);
      const uuids = bits === 128 ? [Small.fromUUID(id.uuid, prefixOf(vector))] : [];
      for (const again of [Small.fromValue(id.value, prefixOf(vector)), Small.fromBytes(id.bytes, prefixOf(vector)), Small.fromHex(id.hex, prefixOf(vector)), ...uuids, own.parse(Buffer.from(id.text))]) {
        assert.ok(again.equals(id), vector.name);
      }
    }
    for (const [kind, options] of [['invalid', undefined], ['lenient', { lenient: true }], ['lenient_invalid', { lenient: true }]]) {
      for (const vector of vectors[kind] ?? []) {
        const text = textOf(vector);
        const { id, error } = own.tryParse(text, options);
        const expected = Whole.tryParse(text, options);
        assert.equal(own.isValid(text, options), id !== null, vector.name);
        assert.deepEqual(errorOf(() => own.parse(text, options)), errorOf(() => Whole.parse(text, options)), vector.name);
        if (vector.reason === undefined) {
          assert.deepEqual([id.text, shown(id)], [vector.canonical, shown(expected.id)], vector.name);
          continue;
        }
        assert.equal(error.reason, vector.reason, vector.name);
        assert.deepEqual({ ...error, message: 0 }, { ...expected.error, message: 0 }, vector.name);
        assert.equal(error.message, `${name}: ${error.reason} at position ${error.position}`);
      }
    }
    for (const { hex } of vectors.invalid_values ?? []) {
      for (const make of [(Class) => Class.fromValue(BigInt(`0x${hex}`)), (Class) => Class.fromBytes(Buffer.from(hex, 'hex')), (Class) => Class.fromHex(hex)]) {
        assert.deepEqual(errorOf(() => make(Small)), errorOf(() => make(Whole)), hex);
      }
    }
    const uuids = bits === 128 ? ['01563e3a-b5d3-d676-4c61-efb99302bd5g', '01563e3a-b5d3-7676-8c61-efb99302bd5b', 'fF563e3a-b5d3-d676-4c61-efb99302bd5b', ''] : [];
    assert.equal('fromUUID' in Small, bits === 128);
    for (const make of [
      (Class) => Class.fromValue(-1n), (Class) => Class.fromValue(1n << BigInt(bits)), ...uuids.map((text) => (Class) => Class.fromUUID(text)), (Class) => Class.fromBytes(new Uint8Array(3)), (Class) => Class.fromBytes('x'), (Class) => Class.fromValue(5),
      (Class) => Class.fromHex('00'), (Class) => Class.parse(5), (Class) => Class.parse(null), (Class) => Class.parse('x'.repeat(9e6)), (Class) => Class.parse('é'.repeat(13)),
      (Class) => Class.parse('1', { lenient: 1 }), (Class) => Class.parse('1', { strict: true }), (Class) => Class.parse('1', []), (Class) => Class.compare(1, 2),
    ]) {
      const [small, expected] = [errorOf(() => make(Small)), errorOf(() => make(Whole))];
      // Of a text that is cut off, the two read other lengths.
      if (expected?.found > 1e6) small.found = expected.found;
      assert.deepEqual(small, expected, String(make));
    }
    assert.equal(own.isValid(5), false);
    assert.deepEqual([Whole.min.text, Whole.max.text].map((text, i) => own.parse(text, i).text), [Whole.min.text, Whole.max.text]);
  });

  if (generated) {
    test(`${name}: new ids`, async () => {
      const own = await entryOf(name);
      const Small = own[className];
      const made = (...given) => again(() => own[functionName](...given));
      const { option } = fields.find(({ role }) => role === 'node') ?? {};
      const number = option && !drawn ? { [option]: 3 } : undefined;
      const { ordered } = sortid.formatOf(name);
      // Without an order, draws of few bits may meet.
      const ids = Array.from({ length: ordered ? 2000 : 5 }, () => made(number));
      assert.equal(new Set(ids).size, ids.length);
      if (ordered) assert.deepEqual([...ids].sort(), ids);
      for (const id of [...ids.slice(0, 9), again(() => new Small(number)).text, again(() => Small.new(number)).text]) assert.ok(Whole.isValid(id), id);
      const { unixMs } = Small.parse(ids[0]);
      if (unixMs !== null) assert.ok(Math.abs(unixMs - Date.now()) < 60_000);
      if (option) assert.equal(Whole.parse(made({ [option]: 7 }))[option], 7n);
      if (drawn) {
        const at = new Date(1.75e12);
        assert.equal(own.parse(made({ at })).unixMs, unixMs === null ? null : 1.75e12);
        assert.ok(own.isValid(made({ random: true })));
        assert.equal(own.parse(made({ at: runInNewContext('new Date(1.75e12)') })).unixMs, unixMs === null ? null : 1.75e12);
        assert.deepEqual(errorOf(() => made({ at: new Date(8e15) })), errorOf(() => whole({ at: new Date(8e15) })));
      }
      if (checked) assert.equal(sortid.inspect(made({ check: false }), name).check, 'none');
      if (fields.some(({ role }) => role === 'extension')) {
        assert.equal(Whole.parse(made({ extension: 5 })).extension, 5n);
        assert.equal(errorOf(() => made({ extension: 40_000 })).reason, 'range');
      }
      for (const wrong of [5, [], null, () => 1, new Date(), { at: 5 }, { at: new Date(NaN) }, { random: 1 }, { check: 0 }, { monotonic: true }, { prefix: 5 }, { extension: -1 }, { [option ?? 'sid']: 1.5 }]) {
        assert.throws(() => made(wrong), TypeError, JSON.stringify(wrong));
      }
      if (option) assert.deepEqual(errorOf(() => made({ [option]: 1e9 })).reason, errorOf(() => whole({ [option]: 1e9 })).reason);
      if (option && !drawn) assert.equal(errorOf(() => made()).reason, errorOf(() => whole()).reason);
      if (prefixed) {
        assert.equal(own.parse(made('user')).prefix, 'user');
        assert.equal(own.parse(made({ prefix: 'user' }), 'user').prefix, 'user');
        assert.equal(new Small('user').prefix, 'user');
        for (const [text, prefix] of [[made('user'), 'users'], [made('user'), 'use'], [made(), 'user'], [made('a'), '']]) {
          assert.deepEqual(errorOf(() => own.parse(text, { prefix })), errorOf(() => Whole.parse(text, { prefix })), `${text} ${prefix}`);
          assert.equal(own.isValid(text, { prefix }), false);
        }
        for (const prefix of ['User', 'user_', '1', 'a'.repeat(64)]) assert.equal(errorOf(() => made(prefix)).reason, 'prefix', prefix);
        assert.throws(() => made('user', { prefix: 'user' }), TypeError);
        assert.throws(() => made('user', 5), TypeError);
      }
    });
  }

  test(`${name}: import and require in Node have one instance, and the errors of the package`, async () => {
    const imported = await entryOf(name, 'node', 'default');
    const required = require(join(folder, entries[`./${name}`].node.require.default));
    for (const key of Object.keys(required)) assert.equal(imported[key], required[key], key);
    assert.equal(required.SortidError, sortid.SortidError);
    assert.equal(required.GeneratorError, sortid.GeneratorError);
    assert.ok(errorOf(() => required.parse('!')) && required[className].min === undefined);
  });
}

test('a crypto that gives no random bytes makes no id, and the next one is made', async () => {
  const own = await import(`${pathToFileURL(join(folder, 'one_format.js')).href}?again`);
  const { module } = await import(pathToFileURL(join(folder, 'ulid_module.js')).href);
  const { fresh, isValid } = own.formatOf(module, { name: 'ulid', className: 'ULID', bits: 128, drawn: true, generated: true });
  const { getRandomValues } = crypto;
  const why = new Error('no entropy today');
  try {
    for (const [broken, cause] of [[() => { throw why; }, /no entropy today/], [(bytes) => bytes, /no random bytes/]]) {
      crypto.getRandomValues = broken;
      assert.throws(() => fresh(), (error) => error.name === 'GeneratorError' && error.fault === 'entropy' && cause.test(error.cause.message));
    }
  } finally {
    crypto.getRandomValues = getRandomValues;
  }
  // One that asks for an id in the midst of one.
  crypto.getRandomValues = (bytes) => {
    fresh();
    return bytes.fill(1);
  };
  let rejected = 0; // the bytes that were drawn before last for some ids
  try {
    for (let i = 0; i < 1000; ++i) {
      try {
        fresh({ random: true });
      } catch (error) {
        assert.match(String(error.cause), /an id is being made/);
        ++rejected;
      }
    }
  } finally {
    crypto.getRandomValues = getRandomValues;
  }
  assert.ok(rejected > 0 && isValid(fresh()));
});

test('what is of another realm is read, and what only says that it is bytes is not', async () => {
  const { isValid, parse, ULID } = await entryOf('ulid');
  const text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  assert.equal(parse(runInNewContext(`Uint8Array.from('${text}', (symbol) => symbol.charCodeAt())`)).text, text);
  assert.equal(parse(text, runInNewContext('({ lenient: true })')).text, text);
  const saysSo = Object.defineProperty(new Uint16Array(16).fill(0x1ff), Symbol.toStringTag, { value: 'Uint8Array' });
  assert.throws(() => ULID.fromBytes(saysSo), TypeError);
  assert.equal(isValid(saysSo), false);
  class Short extends Uint8Array {
    get length() { return 16; }
  }
  assert.throws(() => ULID.fromBytes(new Short(1000)), RangeError);
  // Nothing of a text that was read before, or while it is read, is part of another one.
  assert.equal(parse(text, { get lenient() { parse('7ZZZZZZZZZZZZZZZZZZZZZZZZZ'); return true; } }).text, text);
  assert.equal(isValid(`${text}${'Z'.repeat(9e6)}`), false);
  assert.equal(isValid(text.slice(0, 25)), false);
  assert.equal(isValid('é'.repeat(85)), false);
});

test('a stack that is full loses no id and repeats none', async () => {
  const { ulid } = await entryOf('ulid');
  const seen = [];
  const deep = () => {
    seen.push(ulid());
    deep();
  };
  for (let i = 0; i < 50; ++i) assert.throws(deep, RangeError);
  assert.ok(new Set(seen).size === seen.length && sortid.ULID.isValid(ulid()));
});
