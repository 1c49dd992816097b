// Every vector of tests/oracle/vectors through the JavaScript package.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sortid } from './package.mjs';

const read = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));
const textOf = (vector) => vector.text ?? Buffer.from(vector.bytes, 'hex');
const big = (hex) => BigInt(`0x${hex}`);
const named = (vector) => `${vector.name}: ${vector.text ?? vector.bytes}`;

function classOf(name) {
  const format = sortid.formatOf(name);
  assert.ok(format, `a format called ${name}`);
  return sortid[format.className];
}

// An error by each way to ask for it.
function rejected(name, text, options, reason, position, about) {
  const how = { ...options, format: name };
  const { id, error } = sortid.tryParse(text, how);
  assert.equal(id, null, about);
  assert.equal(error.reason, reason, about);
  if (position !== undefined) assert.equal(error.position, position, about);
  assert.equal(error.format, name, about);
  assert.equal(sortid.isValid(text, how), false, about);
  const { message } = error;
  const like = (thrown) => {
    assert.ok(thrown instanceof sortid.SortidError && thrown instanceof Error, about);
    assert.deepEqual([thrown.reason, thrown.position, thrown.message], [reason, error.position, message], about);
    return true;
  };
  assert.throws(() => sortid.parse(text, how), like, about);
  const Class = classOf(name);
  assert.equal(Class.isValid(text, options), false, about);
  assert.throws(() => Class.parse(text, options), like, about);
  assert.equal(Class.tryParse(text, options).error.position, error.position, about);
}

const sections = {
  valid(name, vector) {
    const Class = classOf(name);
    const format = Class.format;
    const about = named(vector);
    const own = vector.canonical ?? vector.text;
    const id = Class.parse(vector.text);
    assert.ok(id instanceof Class && id instanceof sortid.Id, about);
    assert.equal(String(id), own, about);
    assert.equal(JSON.stringify({ id }), JSON.stringify({ id: own }), about);
    assert.equal(id.value, big(vector.hex), about);
    assert.equal(id.value, BigInt(vector.int), about);
    assert.equal(id.hex, vector.hex, about);
    assert.deepEqual(Buffer.from(id.bytes), Buffer.from(vector.hex, 'hex'), about);
    assert.equal(Class.isValid(vector.text), true, about);
    assert.equal(sortid.parse(vector.text, name).text, own, about);
    // Back from each form.
    const prefix = vector.prefix === undefined ? undefined : { prefix: vector.prefix };
    assert.equal(id.prefix, vector.prefix ?? null, about);
    for (const again of [Class.fromValue(id.value, prefix), Class.fromBytes(id.bytes, prefix), Class.fromHex(id.hex, prefix)]) {
      assert.ok(again.equals(id), about);
    }
    if (format.bits === 128) {
      if (vector.uuid !== undefined) assert.equal(id.uuid, vector.uuid, about);
      assert.ok(Class.fromUUID(id.uuid, prefix).equals(id), about);
      assert.equal(id.as('uuid').text, id.uuid, about);
      assert.equal(sortid.convert(vector.text, 'uuid', { from: name }), id.uuid, about);
    } else {
      assert.equal(id.uuid, null, about);
    }
    const seen = sortid.inspect(vector.text, name);
    assert.equal(seen.text, own, about);
    assert.equal(seen.canonical, own === vector.text, about);
    if ('check' in vector) assert.equal(seen.check, vector.check, about);
    if ('unix_ms' in vector) {
      assert.equal(id.unixMs, vector.unix_ms, about);
      assert.equal(id.time === null ? null : id.time.getTime(), vector.unix_ms, about);
      assert.equal(seen.unixMs, vector.unix_ms, about);
      const times = sortid.batch.unixMs(name, sortid.batch.fromText(name, [own], prefix).values);
      assert.equal(Number.isNaN(times[0]) ? null : times[0], vector.unix_ms, about);
    }
    if ('time' in vector) assert.equal(seen.instant, vector.time, about);
    if (vector.fields) {
      const fields = Object.fromEntries(Object.entries(vector.fields).map(([key, value]) => [key, value === null ? null : BigInt(value)]));
      assert.deepEqual(id.fields, fields, about);
      const bands = seen.fields.filter(({ shown }) => shown).map((field) => [field.name, field.value]);
      assert.deepEqual(Object.fromEntries(bands), fields, about);
    }
  },
  invalid(name, vector) {
    rejected(name, textOf(vector), undefined, vector.reason, vector.position, named(vector));
  },
  lenient(name, vector) {
    const seen = sortid.inspect(vector.text, { format: name, lenient: true });
    assert.equal(seen.text, vector.canonical, named(vector));
    assert.equal(seen.hex, vector.hex, named(vector));
    if ('check' in vector) assert.equal(seen.check, vector.check, named(vector));
    assert.equal(classOf(name).parse(vector.text, { lenient: true }).text, vector.canonical, named(vector));
  },
  lenient_invalid(name, vector) {
    rejected(name, textOf(vector), { lenient: true }, vector.reason, vector.position, named(vector));
  },
  invalid_values(name, vector) {
    const Class = classOf(name);
    for (const make of [() => Class.fromValue(big(vector.hex)), () => Class.fromBytes(Buffer.from(vector.hex, 'hex'))]) {
      assert.throws(make, { name: 'SortidError', reason: vector.reason }, named(vector));
    }
  },
  instants(name, vector) {
    for (const at of [vector.unix_ms, new Date(vector.unix_ms), BigInt(vector.unix_ms), String(vector.unix_ms)]) {
      const { first, last } = sortid.range(name, { at });
      assert.equal(sortid.parse(first, name).hex, vector.first);
      assert.equal(sortid.parse(last, name).hex, vector.last);
    }
  },
  invalid_instants(name, vector) {
    assert.throws(() => sortid.range(name, { at: vector.unix_ms }), { name: 'SortidError', reason: vector.reason });
  },
  intervals(name, vector) {
    const { first, last } = sortid.range(name, { from: vector.from_ms, to: vector.to_ms });
    assert.equal(sortid.parse(first, name).hex, vector.first);
    assert.equal(sortid.parse(last, name).hex, vector.last);
  },
  invalid_intervals(name, vector) {
    assert.throws(() => sortid.range(name, { from: vector.from_ms, to: vector.to_ms }), { name: 'SortidError', reason: vector.reason });
  },
  prefixes(name, vector) {
    const { first, last } = sortid.range(name, { textPrefix: vector.prefix });
    assert.equal(sortid.parse(first, name).value, BigInt(vector.lower));
    assert.equal(sortid.parse(last, name).value, BigInt(vector.upper));
    assert.equal(sortid.parse(first, 'xid').unixMs, vector.from_unix_ms);
    assert.equal(sortid.parse(last, 'xid').unixMs, vector.to_unix_ms);
  },
  invalid_prefixes(name, vector) {
    assert.throws(() => sortid.range(name, { textPrefix: textOf(vector) }),
      { name: 'SortidError', reason: vector.reason, ...(vector.position === undefined ? {} : { position: vector.position }) }, named(vector));
  },
  extensions(name, vector) {
    // The 128 bits that a generator draws, as two words; it takes those that are random.
    const entropy = (bytes) => {
      const words = new DataView(bytes.buffer);
      const drawn = (BigInt(vector.random15) << 68n) | big(vector.random64);
      words.setBigUint64(0, drawn >> 64n, true);
      words.setBigUint64(8, BigInt.asUintN(64, drawn), true);
    };
    const make = () => new sortid.Generator(name, { extension: vector.extension ?? undefined, entropy }).randomAt(vector.timestamp);
    if (vector.reason) {
      // An option is rejected, an instant is no instant of the format's.
      assert.throws(make, (why) => why.reason === vector.reason || (vector.reason === 'range' && why.fault === 'out_of_range'));
    } else {
      assert.equal(sortid.parse(make(), name).hex, vector.hex);
    }
  },
  detect(_, vector) {
    assert.deepEqual(sortid.detect(textOf(vector)), vector.formats, named(vector));
    const { id, error } = sortid.tryParse(textOf(vector));
    assert.equal(id?.format.name, vector.formats[0], named(vector));
    assert.equal(error === null, vector.formats.length > 0, named(vector));
  },
};

function run(file, name, content, only = Object.keys(content)) {
  for (const section of only) {
    if (!Array.isArray(content[section])) continue;
    test(`${file} ${section} (${content[section].length})`, () => {
      assert.ok(content[section].length > 0);
      for (const vector of content[section]) sections[section](name, vector);
    });
  }
}

const home = process.env.SORTID_VECTORS;
for (const file of readdirSync(home).filter((entry) => entry.endsWith('.json'))) {
  const content = read(home, file);
  run(file, content.format, content);
}
test('a file of vectors for every format', () => {
  const there = new Set(readdirSync(home).map((entry) => entry.replace('.json', '')));
  for (const { name } of sortid.formats) assert.ok(there.has(name), name);
});

// [from, to) of intervals/vectors.json, whose ends are finer than a millisecond: as texts, and as numbers where these are exact.
test('intervals finer than a millisecond', () => {
  let count = 0;
  for (const { format, name, from_ns: from, to_ns: to, bounds, first, last } of read(home, 'intervals', 'vectors.json')) {
    if (bounds !== '[)') continue;
    const ms = (ns) => (BigInt(ns) - ((BigInt(ns) % 1000000n) + 1000000n) % 1000000n) / 1000000n;
    const rest = (ns) => Number(BigInt(ns) - ms(ns) * 1000000n);
    const text = (ns) => sortid.instantText(Number(ms(ns))).replace('Z', `${String(rest(ns)).padStart(6, '0')}Z`);
    const number = (ns) => Number(ms(ns)) + rest(ns) / 1e6;
    const isExact = (ns) => ns === null || Math.floor(number(ns)) === Number(ms(ns)) && (rest(ns) === 0) === Number.isInteger(number(ns));
    for (const given of [text, ...(isExact(from) && isExact(to) ? [number] : [])]) {
      const how = { ...(from !== null && { from: given(from) }), ...(to !== null && { to: given(to) }) };
      if (from === null && to === null) how.from = -Infinity;
      if (first === undefined) {
        assert.throws(() => sortid.range(format, how), (why) => why instanceof TypeError || why.reason === 'range' || why.reason === 'length', `${format}: ${name}`);
        continue;
      }
      const found = sortid.range(format, how);
      assert.deepEqual([found.first, found.last].map((id) => sortid.parse(id, format).hex), [first, last], `${format}: ${name}`);
      count += 1;
    }
  }
  assert.ok(count > 200);
});
