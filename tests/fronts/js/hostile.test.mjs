// What others do to the built-in objects, to arrays and to ids changes no id: none is wrong and none comes twice. What
// the package does not take is an exception.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { folder, sortid } from './package.mjs';

const { batch, Generator, TypeID, ULID, XID } = sortid;
const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const value = 1777027686520646174104517696511196507n;
const now = 1_720_000_000_000; // later than every format's epoch

// Runs with a property of an object as it is described, and puts back what was there.
function patched(object, name, descriptor, run) {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { ...before, configurable: true, ...descriptor });
  try {
    return run(before);
  } finally {
    delete object[name];
    if (before) Object.defineProperty(object, name, before);
  }
}
const resizable = 'resize' in ArrayBuffer.prototype ? false : 'this Node has no buffers that change their size';

// --- one order for each node -----------------------------------------------------------------------------------

test('calls with the same node share one order, however it is told and however many there are', () => {
  const ids = [];
  const told = [{ machine: 0 }, { machine: -0 }, { machine: 0, random: false }];
  for (let machine = 1; machine < 1024; ++machine) told.push({ machine });
  for (let round = 0; round < 20; ++round) {
    for (const options of told) ids.push(sortid.uid11Snowish(options), String(new sortid.UID11Snowish(options)), sortid.newId('uid11-snowish', options));
  }
  assert.equal(new Set(ids).size, ids.length);
});

// --- what runs in the middle -----------------------------------------------------------------------------------

test("a clock of the host's that asks for ids: no id twice, and no other's time", () => {
  for (const name of ['uid11-snowish', 'ulid-flake', 'ulid']) {
    const number = name === 'uid11-snowish' ? { machine: 0 } : {};
    const made = new Generator(name, { onOverflow: 'wait', ...number });
    const own = new Generator(name, { clock: () => now, onOverflow: 'run_ahead', ...number });
    const ids = [];
    let inside = false;
    patched(Date, 'now', { value: () => {
      if (!inside) {
        inside = true;
        own.next();
        try {
          ids.push(made.next());
        } catch {
          // it is making one
        }
        inside = false;
      }
      return new Date().getTime();
    } }, () => ids.push(...made.many(15_000)));
    assert.equal(new Set(ids).size, ids.length);
    const hour = 3_600_000;
    for (const id of ids) assert.ok(Math.abs(sortid.parse(id, name).unixMs - Date.now()) < hour);
  }
});

test('the memory of the core is shown to nobody', () => {
  const seen = [];
  const { crypto } = globalThis;
  if (crypto) {
    const proto = Object.getPrototypeOf(crypto);
    patched(proto, 'getRandomValues', { value(array) {
      seen.push(array);
      return array.fill(5);
    } }, () => new Generator('ulid').many(10) && Array.from({ length: 1000 }, () => sortid.ulid({ random: true })));
  }
  class Listening extends Uint8Array {
    set(array, at) {
      seen.push(array);
      super.set(array, at);
    }
    subarray(...ends) {
      const part = super.subarray(...ends);
      seen.push(part);
      return part;
    }
  }
  const into = new Listening(26);
  assert.equal(batch.toText('ulid', ULID.parse(ulid).bytes, { into }), into);
  assert.equal(Buffer.from(into).toString(), ulid);
  assert.equal(batch.fromText('ulid', into).count, 1);
  new Generator('ulid', { entropy: (bytes) => seen.push(bytes.fill(1)) }).fill(new Listening(160));
  for (const { buffer } of seen) assert.ok(buffer.byteLength <= 4096, String(buffer.byteLength));
});

test("a host whose random bits are none makes no id", { skip: globalThis.crypto ? false : 'no global crypto' }, () => {
  patched(Object.getPrototypeOf(crypto), 'getRandomValues', { value: (array) => array }, () => {
    assert.throws(() => {
      for (let i = 0; i < 1000; ++i) sortid.ulid({ random: true });
    }, { fault: 'entropy' });
  });
  assert.notEqual(sortid.ulid({ random: true }).slice(10), '0'.repeat(16));
});

test('a stopwatch that stands still ends no wait and lengthens none', () => {
  for (const stopped of [() => 0, () => NaN]) {
    patched(performance, 'now', { value: stopped, writable: true }, () => assert.equal(new Generator('uid11-snowish', { onOverflow: 'wait', machine: 0 }).many(40_000).length, 40_000));
  }
});

test('a stack that is full loses no id, and leaves the stack of WebAssembly as it was', () => {
  const program = `
    import { Generator, inspect, parse, tryParse, ULID, XID } from '${pathToFileURL(join(folder, 'node_embedded.js')).href}';
    import { wasm } from '${pathToFileURL(join(folder, 'core.js')).href}';
    const before = wasm.stackSave();
    const made = new Generator('ulid', { stepBytes: 2 });
    const ids = new Set();
    let [count, ends] = [0, 0];
    for (const call of [() => inspect('${ulid}'), () => new Generator('xid').many(3), () => made.random(), () => tryParse('x'), () => made.next()]) {
      const deeper = () => {
        call();
        ids.add(made.next());
        ++count;
        deeper();
      };
      for (let i = 0; i < 100; ++i) {
        try {
          deeper();
        } catch ({ name }) {
          if (name === 'RangeError') ++ends;
        }
      }
    }
    console.log(JSON.stringify([ends, count - ids.size, before - wasm.stackSave(), String(ULID.parse('${ulid}').value)]));`;
  const answer = execFileSync('node', ['--stack-size=120', '--input-type=module', '--eval', program], { encoding: 'utf8' });
  assert.deepEqual(JSON.parse(answer), [500, 0, 0, String(value)]);
});

test('a source of entropy that returns bytes of its own, or comes later, gives none', () => {
  for (const entropy of [(bytes) => new Uint8Array(bytes.length).fill(1), () => ({}), function* later(bytes) { bytes.fill(1); }, async (bytes) => bytes.fill(1)]) {
    assert.throws(() => new Generator('ulid', { entropy }).next(), (why) => why.fault === 'entropy' && why.cause instanceof TypeError);
  }
  for (const entropy of [(bytes) => bytes.fill(1), (bytes) => { bytes.fill(1); }, (bytes) => bytes.fill(1).length, (bytes) => { bytes.fill(1); return null; }]) {
    assert.ok(new Generator('ulid', { entropy }).next().endsWith(sortid.ULID.fromBytes(new Uint8Array(16).fill(1)).text.slice(10)));
  }
});

test('a source of entropy that leaves bytes as they were gives none', () => {
  const short = (size) => (bytes) => { bytes.subarray(0, size).fill(1); };
  for (const entropy of [() => {}, () => 0.5, () => 'abc', () => undefined, short(0), short(6), (bytes) => { bytes.slice().fill(1); }, (bytes) => { bytes = new Uint8Array(10).fill(1); },
    ({ buffer }) => buffer.slice(0)]) {
    for (const kind of ['ulid', 'ulid-flake', 'typeid']) {
      if (String(entropy).includes('subarray') && kind !== 'ulid') continue; // theirs may be no longer
      const made = new Generator(kind, { entropy });
      for (const call of [() => made.next(), () => made.random(), () => made.many(3)]) {
        assert.throws(call, (why) => why.fault === 'entropy' && why.cause instanceof TypeError && /fills/.test(why.cause.message), String(entropy));
      }
    }
  }
  // Any bytes that were written are taken, and what they are is the caller's.
  for (const byte of [0, 0xa5, 0x5a, 255]) {
    const made = new Generator('ulid', { entropy: (bytes) => { bytes.fill(byte); } });
    assert.deepEqual([...sortid.ULID.parse(made.next()).bytes.subarray(6)], Array(10).fill(byte));
  }
  // Asked once for each draw.
  let asked = 0;
  const counted = new Generator('ulid', { entropy: (bytes) => { ++asked; bytes.fill(0); } });
  for (let i = 0; i < 3; ++i) counted.random();
  assert.ok(asked <= 3);
});

test('what is ended from outside in its clock or entropy takes nothing with it', () => {
  const program = `
    import vm from 'node:vm';
    import { Generator, parse, ulid } from '${pathToFileURL(join(folder, 'node.js')).href}';
    let ended = 0;
    let endless = true;
    for (let i = 0; i < 40; ++i) {
      const spin = () => { while (endless); return 1; };
      const made = new Generator('ulid', i % 2 ? { clock: spin, onOverflow: 'wait' } : { entropy: spin });
      try {
        vm.runInContext('made.next()', vm.createContext({ made }), { timeout: 5 });
      } catch ({ code }) {
        if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') ++ended;
      }
    }
    endless = false;
    const ids = Array.from({ length: 20_000 }, () => ulid({ random: true }));
    const waited = new Generator('uid11-snowish', { onOverflow: 'wait', machine: 0 }).many(9000);
    const late = Math.abs(parse(waited.at(-1), 'uid11-snowish').unixMs - Date.now());
    console.log(JSON.stringify([ended > 20, new Set(ids).size, new Set(waited).size, late < 3_600_000]));`;
  const answer = execFileSync('node', ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  assert.deepEqual(JSON.parse(answer), [true, 20_000, 9000, true]);
});

// --- arrays ----------------------------------------------------------------------------------------------------

test('texts are written over their own values', () => {
  const count = 10_000;
  const values = new Generator('ulid').fill(new Uint8Array(16 * count));
  const texts = batch.toStrings('ulid', values).join('');
  for (const Buffer_ of [ArrayBuffer, SharedArrayBuffer]) {
    for (const at of [0, 5, 10 * count]) {
      const into = new Uint8Array(new Buffer_(26 * count));
      into.set(values, at);
      batch.toText('ulid', into.subarray(at, at + values.length), { into });
      assert.equal(Buffer.from(into).toString(), texts);
    }
  }
});

test('an array is what the engine has of it, whatever its class says', () => {
  class Liar extends Uint8Array {
    get length() {
      return 1600;
    }
    get byteOffset() {
      return 0;
    }
    get byteLength() {
      return 3;
    }
    get buffer() {
      return new ArrayBuffer(1600);
    }
    get BYTES_PER_ELEMENT() {
      return 3;
    }
    subarray() {
      return new Uint8Array(26);
    }
    get [Symbol.toStringTag]() {
      return 'BigUint64Array';
    }
  }
  const liar = new Liar(32);
  assert.equal(new Generator('ulid', { clock: () => now }).fill(liar), liar);
  const plain = Uint8Array.from({ length: 32 }, (_, i) => liar[i]);
  assert.deepEqual([...batch.unixMs('ulid', plain)], [now, now]);
  assert.deepEqual([...batch.unixMs('ulid', liar)], [now, now]);
  assert.deepEqual(batch.toStrings('ulid', liar), batch.toStrings('ulid', plain));
  assert.equal(batch.fromText('ulid', new Liar(Buffer.from(ulid))).count, 1);
  for (const forged of [Object.create(Uint8Array.prototype), Object.setPrototypeOf([0], Uint8Array.prototype), new Proxy(new Uint8Array(26), {})]) {
    for (const call of [() => ULID.parse(forged), () => ULID.fromBytes(forged), () => batch.check('ulid', forged), () => batch.unixMs('ulid', forged),
      () => new Generator('ulid').fill(forged), () => batch.toText('ulid', plain, { into: forged })]) assert.throws(call, TypeError);
    assert.equal(ULID.isValid(forged), false);
  }
  // Array.isArray knows a Proxy of one; its length may be anything.
  for (const length of [NaN, -1, 0.5, '2', undefined]) {
    assert.throws(() => batch.check('ulid', new Proxy([ulid], { get: (of, name) => (name === 'length' ? length : of[name]) })), TypeError);
  }
});

test('an array whose buffer shrinks while it is filled is not said to be full', { skip: resizable }, () => {
  for (const option of ['clock', 'entropy']) {
    for (const left of [0, 16, 16 * 999]) {
      const buffer = new ArrayBuffer(16_000, { maxByteLength: 16_000 });
      let calls = 0;
      const given = option === 'clock' ? { clock: () => { if (++calls === 2) buffer.resize(left); return now + calls; } }
        : { entropy: (bytes) => { bytes.fill(++calls); buffer.resize(left); } };
      assert.throws(() => new Generator('ulid', given).fill(new Uint8Array(buffer)), ({ name }) => name === 'RangeError' || name === 'TypeError');
    }
  }
  const buffer = new ArrayBuffer(16_000);
  const detaching = new Generator('ulid', { entropy: (bytes) => { bytes.fill(1); if (buffer.byteLength) structuredClone(buffer, { transfer: [buffer] }); } });
  assert.throws(() => detaching.fill(new Uint8Array(buffer)), TypeError);
});

// --- huge texts ------------------------------------------------------------------------------------------------

// Whatever takes a text from outside, and what it says of one that is no text of an id.
test('a huge text is read in part, is never an id, and leaves no memory behind', () => {
  const program = `
    const { Instance } = WebAssembly;
    const memories = [];
    WebAssembly.Instance = function (...given) {
      const made = new Instance(...given);
      if (made.exports.memory) memories.push(made.exports.memory);
      return made;
    };
    const most = 2 ** 23;
    let encoded = 0;
    for (const name of ['encode', 'encodeInto']) {
      const own = TextEncoder.prototype[name];
      TextEncoder.prototype[name] = function (text, into) {
        ++encoded;
        if (name === 'encode' && text.length > most) throw new Error('all of it is encoded');
        if (into?.length > most) throw new Error('room for all of it');
        return own.call(this, text, into);
      };
    }
    const from = (name) => import('${pathToFileURL(folder).href}/' + name);
    const { batch, convert, detect, inspect, instantText, isValid, newId, parse, parseInstant, range, tryParse, TypeID, typeid, ULID, UUID } = await from('node.js');
    const { looksLike } = await from('looks_like.js');
    const { Masker } = await from('mask_node.js');
    const { NamedIds } = await from('named_node.js');
    const id = '${ulid}';
    const key = '000102030405060708090a0b0c0d0e0f';
    const [masker, names] = [new Masker(ULID, key), new NamedIds(TypeID, key)];
    const size = 4e7;
    const texts = ['x'.repeat(size), 'é'.repeat(size / 2), id + '-'.repeat(size), '-'.repeat(size) + id, 'user_' + 'a'.repeat(size), 'a'.repeat(size) + '_' + id.toLowerCase(),
      id.repeat(size / 26), '2026-01-01T00:00:00.' + '0'.repeat(size) + 'Z', '2026-01-01T00:00:00.' + '0'.repeat(most - 21) + 'Z' + ' '.repeat(size), '\\ud800'.repeat(size),
      '0'.repeat(size), ' '.repeat(size), '\\0'.repeat(size)];
    const found = [];
    for (const text of texts) {
      const before = encoded;
      found.push(isValid(text), ULID.isValid(text), TypeID.isValid(text));
      if (encoded !== before) throw new Error('isValid encodes it');
      for (const lenient of [false, true]) found.push(isValid(text, { lenient }), tryParse(text, { lenient }).id !== null, ULID.tryParse(text, { lenient }).id !== null);
      found.push([text].map(isValid)[0], detect(text).length > 0, looksLike(text).length > 0);
      const rejected = [() => parse(text), () => parse(text, 'typeid'), () => UUID.parse(text), () => TypeID.fromUUID(text), () => TypeID.fromHex(text), () => convert(text, 'uuid'),
        () => inspect(text), () => inspect(text, { lenient: true }), () => parse(id, text), () => parse(id, { format: text }), () => ULID.parse(id, text), () => parse(id, { prefix: text }),
        () => range('typeid', { at: 0, prefix: text }), () => range('xid', { textPrefix: text }), () => range('ulid', { at: text }), () => range('ulid', { to: text }),
        () => parseInstant(text), () => instantText(text), () => newId('ulid', { at: text }), () => newId('typeid', { prefix: text }), () => newId(text), () => typeid(text),
        () => ULID.generator({ epoch: text }), () => ULID.generator({ onOverflow: text }), () => ULID.generator({ stepBytes: text }), () => TypeID.generator({ prefix: text }),
        () => batch.toStrings('typeid', new Uint8Array(16), { prefix: text }), () => masker.mask(text), () => masker.unmask(text), () => new Masker(ULID, text), () => new NamedIds(TypeID, text),
        () => names.at(0, text), () => names.at(text, 'name')];
      for (const call of rejected) {
        try {
          call();
          found.push(String(call));
        } catch (error) {
          if (error.message.length > 1000) found.push(error.message.length + ' in ' + call);
          found.push(!['SortidError', 'TypeError', 'RangeError'].includes(error.name));
        }
      }
      found.push(batch.check('ulid', [text]).count !== 0);
    }
    const bytes = new Uint8Array(size).fill(48);
    found.push(isValid(bytes), tryParse(bytes).id !== null, ULID.tryParse(bytes, { lenient: true }).id !== null, looksLike(bytes).length > 0, detect(bytes).length > 0);
    try { inspect(bytes); found.push('inspect'); } catch {}
    const wrong = found.filter((one) => one !== false);
    const grown = Math.max(...memories.map(({ buffer }) => buffer.byteLength));
    console.log(JSON.stringify([wrong, memories.length >= 4, grown <= 3 * most, ULID.parse(id).text === id, ULID.tryParse('0'.repeat(100_000)).error.found]));`;
  const answer = execFileSync('node', ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  assert.deepEqual(JSON.parse(answer), [[], true, true, true, 100_000]);
});

// --- ids -------------------------------------------------------------------------------------------------------

test('an id is its own properties, each read once', () => {
  const busy = (text) => {
    ULID.max.value;
    return text;
  };
  const forged = (properties, prototype = ULID.prototype) => Object.create(prototype, Object.getOwnPropertyDescriptors(properties));
  ULID.parse(ulid);
  const asking = forged({ formatName: 'ulid', get text() { return busy(ulid); } });
  assert.equal(asking.value, value);
  assert.equal(asking.as('uuid').value, value);
  // A class of a user's may say what it likes of itself.
  class Own extends ULID {
    get prefix() {
      return busy('nonsense');
    }
    get format() {
      return busy(sortid.formatOf('xid'));
    }
    get bytes() {
      return busy(new Uint8Array(3));
    }
    get unixMs() {
      return busy(5);
    }
  }
  const own = new Own({ at: now });
  assert.deepEqual([own.as('uuid').value, own.hex, own.time.getTime(), own.uuid], [own.value, own.value.toString(16).padStart(32, '0'), now, own.as('uuid').text]);
  // Wherever it came from, an id is what its two properties are read as; what cannot be read is an exception.
  for (const [properties, name] of [[{ formatName: 'ulid', text: 'U'.repeat(26) }, 'SortidError'], [{ text: ulid }, 'TypeError'], [{ formatName: 'guid', text: ulid }, 'TypeError'],
    [{ formatName: 'ulid', text: null }, 'TypeError'], [{ formatName: 'ulid' }, 'TypeError'], [{ formatName: 99, text: ulid }, 'TypeError'], [{ formatName: 'xid', text: ulid }, 'SortidError']]) {
    ULID.parse(ulid).value;
    for (const property of ['value', 'bytes', 'hex', 'uuid', 'unixMs', 'time', 'fields', 'timestamp', 'prefix']) {
      assert.throws(() => forged(properties)[property], { name }, `${JSON.stringify(properties)} ${property}`);
    }
    assert.throws(() => forged(properties).as('uuid'), { name });
  }
  const symbols = Object.getOwnPropertySymbols(ULID.prototype).map((symbol) => [symbol, { value: 1e6 }]);
  assert.equal(Object.create(ULID.prototype, { formatName: { value: 'ulid' }, text: { value: ulid }, ...Object.fromEntries(symbols) }).value, value);
  const other = Reflect.construct(ULID, [{ at: now }], XID);
  assert.deepEqual([other.formatName, sortid.parse(other.text).unixMs], ['ulid', now]);
  assert.throws(() => other.random, TypeError);
  assert.equal(sortid.parse(structuredClone(ULID.parse(ulid)).text).value, value);
  // Another one's property is no setter.
  assert.throws(() => { own.text = 'x'; }, TypeError);
});

test('what every object has is nothing of ours', () => {
  const names = ['get', 'set', 'text', 'formatName', 'reason', 'position', 'message', 'fault', 'format', 'prefix', 'lenient', 'epoch', 'extension', 'node', 'source', 'clock',
    'entropy', 'check', 'machine', 'sid', 'at', 'random', 'stride', 'into', 'from', 'to', 'textPrefix', 'maxWaitMs', 'onOverflow', 'byClock', 'error', 'undefined', 'timestamp',
    'randomness', 'options', 'order', 'bits', 'counter', 'writable'];
  const all = () => {
    const made = new Generator('euid', { clock: () => now });
    const id = ULID.parse(ulid);
    const { error } = ULID.tryParse('no');
    let thrown;
    try {
      new Generator('ulid', { clock: () => -1 }).next();
    } catch (why) {
      thrown = { ...why };
    }
    return [Object.entries(id), id.value, Object.entries(id.fields), Object.entries(error), Object.entries(thrown), Object.entries(made.options).map(([name]) => name),
      made.formatName, made.next().length, sortid.ulid({ at: now }).slice(0, 10), sortid.range('ulid', { at: now }), sortid.range('typeid', { from: now, prefix: 'a' }),
      batch.fromText('ulid', [ulid]).count, batch.unixMs('ulid', id.bytes), sortid.parse(ulid, { lenient: true }).text, sortid.typeid('a', { at: now }).length,
      sortid.convert(ulid, 'uuid'), sortid.detect(ulid), sortid.inspect(ulid).fields.length, sortid.parseInstant('2024-01-01'), TypeID.fromValue(5n).text];
  };
  const expected = all();
  // Those that a loop finds, too.
  assert.deepEqual(patched(Object.prototype, 'evil', { value: 5, enumerable: true }, all), expected);
  for (const name of names) {
    const accessor = { get: () => 5, set() {} };
    for (const descriptor of name === 'get' || name === 'set' ? [{ value: undefined, writable: true }] : [accessor, { value: 5, writable: true }]) {
      // Collected there and compared when it is as it was: the comparison itself may not like it.
      assert.deepEqual(patched(Object.prototype, name, descriptor, all), expected, name);
    }
  }
  assert.deepEqual(patched(Array.prototype, Symbol.iterator, { value: function* none() {} }, () => [sortid.range('ulid', { at: now }), sortid.detect(ulid),
    sortid.parseInstant('2024-01-01'), sortid.parse(ulid).fields, sortid.typeid('user', { at: now }).length, new Generator('ulid', { clock: () => now }).many(3).length]),
  [sortid.range('ulid', { at: now }), sortid.detect(ulid), sortid.parseInstant('2024-01-01'), sortid.parse(ulid).fields, 31, 3]);
});

test('instants and arrays of other realms', () => {
  const there = createContext({});
  const from = (code) => runInContext(code, there);
  assert.equal(sortid.range('ulid', { at: from(`new Date(${now})`) }).first, sortid.range('ulid', { at: now }).first);
  assert.equal(ULID.parse(from(`Uint8Array.from('${ulid}', (symbol) => symbol.charCodeAt(0))`)).value, value);
  assert.equal(batch.check('ulid', from(`['${ulid}']`)).count, 1);
  assert.equal(sortid.parse(ulid, from('({ lenient: true })')).value, value);
  assert.equal(new Generator('ulid').fill(from('new Uint8Array(32)')).length, 32);
  // A class of a user's is the instant that it has.
  class Lying extends Date {
    getTime() {
      return NaN;
    }
    valueOf() {
      return 'x';
    }
  }
  assert.equal(sortid.parse(sortid.ulid({ at: new Lying(now) })).unixMs, now);
  for (const none of [Object.create(Date.prototype), null, { getTime: () => now }, new Date(NaN), new Number(now), [now]]) {
    assert.throws(() => sortid.ulid({ at: none }), TypeError);
    for (const of of [{ at: none }, { from: none }, { to: none }]) assert.throws(() => sortid.range('ulid', of), TypeError);
  }
});
