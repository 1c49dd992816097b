// What the vectors do not say: odd arguments, errors, ids as JavaScript values, many ids at once.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect as shown } from 'node:util';
import { folder, sortid } from './package.mjs';

const { batch, ULID, TypeID, XID } = sortid;
const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

test('the formats are those of the core, with a class and a function each', () => {
  const listed = JSON.parse(execFileSync(process.env.SORTID_BIN, ['formats', '--json'], { encoding: 'utf8' }));
  assert.deepEqual(sortid.formats.map(({ name }) => name), listed.map(({ name }) => name));
  for (const [i, format] of sortid.formats.entries()) {
    assert.deepEqual([format.bits, format.symbols, format.alphabet, format.maxText, format.lastUnixMs],
      [listed[i].bits, listed[i].symbols, listed[i].alphabet, listed[i].max_text, listed[i].last_unix_ms]);
    assert.equal(format.fields.reduce((sum, { bits }) => sum + bits, 0), format.bits);
    const Class = sortid[format.className];
    assert.equal(Class.name, format.className);
    assert.equal(Class.format, format);
    assert.deepEqual([Class.min.text, Class.max.text], [format.minText, format.maxText]);
    if (format.functionName) assert.equal(typeof sortid[format.functionName], 'function');
  }
  assert.throws(() => { sortid.formats[0].fields[0].bits = 1; }, TypeError);
  assert.equal(sortid.formatOf('guid'), undefined);
});

test('the version is that of the repository', () => {
  assert.equal(sortid.version, readFileSync(join(process.env.SORTID_SOURCE, 'VERSION'), 'utf8').trim());
});

test("the sentence of an error is the command line's", () => {
  const wrong = [
    ['ulid', '01ARZ3NDEKTSV4RRFFQ69G5FA'], ['ulid', '01ARZ3NDEKTSV4RRFFQ69G5FAU'], ['ulid', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ'],
    ['euid', 'C8X2HA87098A0W837DX13FEAWVV'], ['typeid', 'User_01h2xcejqtf2nbrexx3vqjhp41'], ['typeid', '_01h2xcejqtf2nbrexx3vqjhp41'],
    ['uuidv7', '0188bac7-4afa-48aa-bc3b-bd1eef28d881'], ['uuidv7', '0188bac7x4afa-48aa-bc3b-bd1eef28d881'], ['xid', 'jpXCZedGfVR'],
    ['ulid-flake', '8000000000000'], ['ulid', '01ARZ3NDEKTSV4RRFFQ69G5FAé'],
  ];
  const reasons = new Set();
  for (const [format, text] of wrong) {
    const { error } = sortid.tryParse(text, format);
    const { stderr, status } = spawnSync(process.env.SORTID_BIN, ['inspect', '--format', format, text], { encoding: 'utf8' });
    assert.notEqual(status, 0);
    assert.ok(stderr.includes(error.message), `${error.message}\n${stderr}`);
    reasons.add(error.reason);
  }
  assert.deepEqual([...reasons].sort(), ['character', 'checksum', 'length', 'overflow', 'prefix', 'range']);
});

test('errors', () => {
  const thrown = assert.throws(() => ULID.parse('no'), (why) => {
    assert.ok(why instanceof sortid.SortidError);
    assert.deepEqual({ ...why }, { reason: 'length', position: 2, expected: 26, found: 2, format: 'ulid' });
    assert.equal(String(why), 'SortidError: ulid has 26 symbols, found 2');
    return true;
  });
  assert.equal(thrown, undefined);
  const first = sortid.tryParse('no').error;
  const second = ULID.tryParse(`${ulid}V`).error;
  assert.equal(first.message, 'no format without a prefix has texts of 2 symbols'); // built late, and still its own
  assert.equal(first.format, null);
  assert.equal(second.message, 'ulid has 26 symbols, found 27');
  assert.deepEqual(JSON.parse(JSON.stringify(second)),
    { reason: 'length', position: 26, expected: 26, found: 27, format: 'ulid', message: second.message });
});

// What a test, a log or a worker sees of an error is all of it.
test('errors: equal when all is, whole in a clone and in print', () => {
  const errors = [sortid.tryParse('no').error, ULID.tryParse('no').error, ULID.tryParse(`${ulid}V`).error, XID.tryParse('').error,
    TypeID.tryParse('user_x', { prefix: 'org' }).error, batch.check('ulid', [ulid, 'x']).error];
  for (const [i, one] of errors.entries()) {
    for (const [j, other] of errors.entries()) (i === j ? assert.deepStrictEqual : assert.notDeepEqual)(one, other);
    assert.deepEqual(Object.keys(one), ['reason', 'position', 'expected', 'found', 'format', 'message']);
    assert.deepEqual(structuredClone(one), { ...one });
    assert.deepEqual(JSON.parse(JSON.stringify(one)), { ...one });
    assert.equal(String(one), one.message);
    assert.ok(shown(one).includes(one.message) && shown(one).includes(one.reason));
    assert.ok(Object.isFrozen(one));
  }
  assert.deepStrictEqual(ULID.tryParse('no').error, ULID.tryParse('on').error);
});

test('errors: all of them in JSON and in print, the sentence in a clone', () => {
  for (const [call, name, fields] of [
    [() => ULID.parse('no'), 'SortidError', { reason: 'length', position: 2, expected: 26, found: 2, format: 'ulid' }],
    [() => sortid.ulid({ at: -1 }), 'GeneratorError', { fault: 'out_of_range', format: 'ulid' }],
  ]) {
    assert.throws(call, (why) => {
      assert.deepEqual(JSON.parse(JSON.stringify(why)), { name, message: why.message, ...fields });
      assert.deepEqual({ ...why }, fields);
      for (const [field, value] of Object.entries(fields)) assert.ok(shown(why).includes(`${field}: ${shown(value)}`), shown(why));
      assert.equal(structuredClone(why).message, why.message);
      assert.deepEqual(structuredClone(why.toJSON()), why.toJSON());
      return true;
    });
  }
  assert.throws(() => ULID.parse('no'), (one) => {
    try {
      ULID.parse('not');
    } catch (other) {
      assert.notDeepStrictEqual(one, other);
    }
    return true;
  });
  assert.throws(() => sortid.ulid({ at: -1 }), { message: 'no new ulid: the format has no such instant' });
});

test('everything else that the package gives is plain', () => {
  const of = (text) => [sortid.range('ulid', { at: text.length }), sortid.inspect(text), batch.fromText('ulid', [text]), batch.check('ulid', [text, text.slice(1)]),
    sortid.tryParse(text), sortid.formatOf(text.length === 26 ? 'ulid' : 'typeid')];
  const [ones, others] = [of(ulid), of(`user_${ulid.toLowerCase()}`)];
  for (const [i, one] of ones.entries()) {
    assert.notDeepEqual(one, others[i]);
    assert.deepStrictEqual(one, of(ulid)[i]);
    assert.deepEqual(JSON.parse(JSON.stringify(structuredClone({ ...one, value: null, fields: null, id: null }))), JSON.parse(JSON.stringify({ ...one, value: null, fields: null, id: null })));
  }
});

test('options that are not known are named, with those that are', () => {
  const unknown = (call, message) => assert.throws(call, { name: 'TypeError', message });
  const id = ULID.parse(ulid);
  for (const call of [(o) => sortid.parse(ulid, o), (o) => sortid.tryParse(ulid, o), (o) => sortid.isValid(ulid, o)]) {
    unknown(() => call({ lenien: true }), /no option lenien: format, prefix, lenient$/);
  }
  for (const call of [(o) => ULID.parse(ulid, o), (o) => ULID.tryParse(ulid, o), (o) => ULID.isValid(ulid, o)]) unknown(() => call({ format: 'ulid' }), /no option format: prefix, lenient$/);
  for (const call of [(o) => ULID.fromValue(1n, o), (o) => ULID.fromBytes(id.bytes, o), (o) => ULID.fromHex(id.hex, o), (o) => ULID.fromUUID(id.uuid, o),
    (o) => id.as('uuid', o), (o) => batch.toStrings('ulid', id.bytes, o)]) unknown(() => call({ prefx: 'a' }), /no option prefx: prefix$/);
  unknown(() => sortid.convert(ulid, 'uuid', { form: 'ulid' }), /no option form: from, prefix$/);
  unknown(() => sortid.inspect(ulid, { epok: 0 }), /no option epok: format, prefix, lenient, epoch$/);
  for (const call of [batch.check, batch.fromText]) unknown(() => call('ulid', [ulid], { strid: 27 }), /no option strid: prefix, stride$/);
  unknown(() => batch.toText('ulid', id.bytes, { strid: 27 }), /no option strid: prefix, stride, into$/);
  unknown(() => batch.unixMs('ulid', id.bytes, { epok: 27 }), /no option epok: epoch$/);
  for (const lenient of ['no', 0, null]) unknown(() => sortid.parse(ulid, { lenient }), /^lenient is true or false, found /);
  assert.equal(sortid.parse(ulid, { lenien: undefined }).text, ulid);
  // What a class has is no list of options; what every object has been given by others is none either.
  class Options {
    lenient = true;
  }
  unknown(() => sortid.parse(ulid, new Options()), /found an object of Options$/);
  Object.prototype.lenient = true;
  Object.prototype.prefix = 'user';
  try {
    assert.equal(sortid.isValid('O1ARZ3NDEKTSV4RRFFQ69G5FAV', { format: 'ulid' }), false);
    assert.equal(sortid.isValid('O1ARZ3NDEKTSV4RRFFQ69G5FAV', 'ulid'), false);
    assert.equal(ULID.isValid('O1ARZ3NDEKTSV4RRFFQ69G5FAV', {}), false);
    assert.equal(TypeID.fromValue(1n).prefix, '');
    assert.equal(sortid.range('typeid', { at: 0 }).first.length, 26);
  } finally {
    delete Object.prototype.lenient;
    delete Object.prototype.prefix;
  }
});

test('bytes that another thread changes give no id that was not read', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(26));
  shared.set(Buffer.from(ulid));
  assert.equal(ULID.parse(shared).text, ulid);
  assert.equal(sortid.inspect(shared).input, ulid);
  assert.deepEqual(batch.fromText('ulid', shared).values, ULID.parse(ulid).bytes);
  // One without its buffer has no bytes.
  const gone = Buffer.from(ulid).buffer.slice(0, 26);
  const view = new Uint8Array(gone);
  structuredClone(gone, { transfer: [gone] });
  assert.throws(() => ULID.tryParse(view), TypeError);
  assert.throws(() => ULID.fromBytes(view), RangeError);
  assert.deepEqual(batch.check('ulid', view), { count: 0, error: null });
  // What an option does when it is read changes the bytes before they are.
  const shrinking = new ArrayBuffer(16, { maxByteLength: 16 });
  if (shrinking.resizable) {
    assert.throws(() => TypeID.fromBytes(new Uint8Array(shrinking), { get prefix() { shrinking.resize(2); return 'user'; } }), RangeError);
  }
  // A class may say that it has more bytes than it has.
  class Longer extends Uint8Array {
    get length() {
      return 16;
    }
  }
  assert.throws(() => ULID.fromBytes(new Longer(2)), { name: 'RangeError', message: 'ulid has 16 bytes, found 2' });
  assert.equal(ULID.tryParse(new Longer(2)).error.found, 2);
  // What an object of the class has not read is no id.
  const forged = Object.create(ULID.prototype, { formatName: { value: 'ulid' }, text: { value: 'U'.repeat(26) } });
  assert.throws(() => forged.value, sortid.SortidError);
});

test('what is no text is no id', () => {
  for (const wrong of [undefined, null, 7, {}, [], Symbol('x'), 7n, new Date(), { formatName: 'ulid', text: ulid }]) {
    assert.throws(() => sortid.parse(wrong), TypeError);
    assert.throws(() => ULID.parse(wrong), TypeError);
    assert.equal(sortid.isValid(wrong), false);
    assert.equal(ULID.isValid(wrong), false);
  }
  assert.throws(() => sortid.parse(ulid, 'guid'), TypeError);
  assert.throws(() => sortid.parse(ulid, { format: 7 }), TypeError);
  assert.throws(() => sortid.parse(ulid, { format: 'ulid', prefix: 'user' }), TypeError);
});

test('positions are bytes, whatever the characters', () => {
  const at = (text, format = 'ulid') => {
    const { reason, position, found } = sortid.tryParse(text, format).error;
    return [reason, position, found];
  };
  assert.deepEqual(at('0é' + '0'.repeat(23)), ['character', 1, 0xc3]);
  assert.deepEqual(at('0é' + '0'.repeat(24)), ['length', 26, 27]);
  assert.deepEqual(at('0\ud800' + '0'.repeat(22)), ['character', 1, 0xef]); // a lone surrogate
  assert.deepEqual(at('０'.repeat(26)), ['length', 26, 78]);
  assert.deepEqual(at('\u0130'.repeat(13)), ['character', 0, 0xc4]);
});

test('texts of any length are rejected for their own reason', () => {
  for (const size of [65_535, 65_536, 65_537, 3_000_000]) {
    assert.deepEqual(ULID.tryParse('0'.repeat(size)).error.found, size);
    const { reason, position } = TypeID.tryParse(`${'a'.repeat(size)}_${ulid.toLowerCase()}`).error;
    assert.deepEqual([reason, position], ['prefix', 63]);
    assert.deepEqual(TypeID.tryParse(`user_${'é'.repeat(size)}`).error.found, 2 * size);
    assert.deepEqual(ULID.tryParse(new Uint8Array(size).fill(48)).error.found, size);
  }
  assert.equal(ULID.parse(ulid).text, ulid); // and the next one is read as ever
  assert.equal(sortid.ulid().length, 26);
});

test('options that are none are rejected', () => {
  for (const wrong of [true, 7n, Symbol('x'), () => {}]) {
    for (const call of [sortid.parse, sortid.tryParse, sortid.inspect, sortid.isValid]) assert.throws(() => call(ulid, wrong), TypeError);
  }
  assert.equal(sortid.parse(ulid, undefined).text, ulid);
  assert.deepEqual([ulid, ulid].map(sortid.parse).map(String), [ulid, ulid]); // map gives an index too
});

test('what is no object of options is a TypeError that names them', () => {
  const { Generator } = sortid;
  const user = 'user_01h2xcejqtf2nbrexx3vqjhp41';
  const id = ULID.parse(ulid);
  const everywhere = [
    ['{ at }', sortid.ulid, sortid.xid, (wrong) => sortid.typeid('user', wrong), (wrong) => new ULID(wrong), (wrong) => new TypeID(typeof wrong === 'string' ? null : wrong), (wrong) => sortid.newId('ulid', wrong)],
    ['{ prefix }', (wrong) => id.as('typeid', wrong), (wrong) => sortid.convert(user, 'uuid', wrong),
      (wrong) => TypeID.parse(user, wrong), (wrong) => TypeID.fromValue(1n, wrong), (wrong) => TypeID.fromBytes(id.bytes, wrong),
      (wrong) => TypeID.fromHex(id.hex, wrong), (wrong) => TypeID.fromUUID(id.uuid, wrong)],
    ['{ onOverflow }', (wrong) => new Generator('ulid', wrong), ULID.generator],
    ['{ prefix }', (wrong) => batch.toStrings('ulid', id.bytes, wrong)],
    ['{ stride }', (wrong) => batch.fromText('ulid', [ulid], wrong), (wrong) => batch.check('ulid', [ulid], wrong),
      (wrong) => batch.toText('ulid', id.bytes, wrong)],
    ['{ epoch }', (wrong) => batch.unixMs('ulid', id.bytes, wrong)],
  ];
  for (const [named, ...calls] of everywhere) {
    for (const call of calls) {
      for (const wrong of [new Date(), null, [], true, 7n, () => {}, id, new Map(), ...(named === '{ prefix }' ? [] : [1469918176385])]) {
        assert.throws(() => call(wrong), ({ name, message }) => name === 'TypeError' && message.includes(named), `${call} ${String(wrong)}`);
      }
    }
  }
  for (const call of [sortid.ulid, sortid.xid, (wrong) => new ULID(wrong), (wrong) => new Generator('ulid', wrong), ULID.generator]) {
    assert.throws(() => call('ulid'), { name: 'TypeError', message: /^options are an object such as/ });
  }
  // A text alone is the prefix, in either order of typeid-js and typeid-python.
  assert.deepEqual([TypeID.fromUUID(id.uuid, 'user'), TypeID.fromUUID('user', id.uuid), TypeID.fromBytes(id.bytes, 'user')].map(({ prefix }) => prefix), Array(3).fill('user'));
  assert.throws(() => sortid.convert(user, 'uuid', 'user'), { name: 'TypeError', message: 'uuid has no prefix' });
  assert.throws(() => sortid.ulid(1469918176385), { name: 'TypeError', message: 'options are an object such as { at } or { random }, found 1469918176385; { at } is the instant of a new id' });
  assert.equal(sortid.ulid(Object.assign(Object.create(null), { at: 1469918176385 })).slice(0, 10), sortid.ulid({ at: 1469918176385 }).slice(0, 10));
  // An index is what map gives.
  assert.deepEqual([ulid].map(ULID.parse).map(String), [ulid]);
  assert.deepEqual([5n].map(ULID.fromValue).map(({ value }) => value), [5n]);
});

test('another prefix is named, and so is the one expected', () => {
  const text = 'user_01h2xcejqtf2nbrexx3vqjhp41';
  const sentence = (read, prefix) => read(text, { prefix }).error.message;
  for (const read of [sortid.tryParse, TypeID.tryParse]) {
    assert.equal(sentence(read, 'org'), 'prefix "org" expected, found "user"');
    assert.equal(sentence(read, ''), 'no prefix expected, found "user"');
  }
  assert.throws(() => sortid.parse(text, { prefix: 'org' }), { name: 'SortidError', reason: 'prefix', message: 'prefix "org" expected, found "user"' });
  assert.equal(TypeID.tryParse(text.slice(5), { prefix: 'user' }).error.message, 'prefix "user" expected, found none');
  const many = batch.fromText('typeid', [text, text, text.replace('user', 'used')], { prefix: 'user' });
  assert.deepEqual([many.count, many.error.message], [2, 'prefix "user" expected, found "used"']);
  assert.deepEqual(batch.toStrings('typeid', many.values, { prefix: 'user' }), [text, text]);
  // The next error has its own.
  assert.equal(TypeID.tryParse('x').error.message, 'typeid has 26 symbols, found 1');
});

test('ids that differ are told apart by what looks at their properties', () => {
  const [one, same, other] = [ULID.parse(ulid), ULID.parse(ulid.toLowerCase()), ULID.max];
  assert.deepStrictEqual(one, same);
  assert.notDeepStrictEqual(one, other);
  assert.notDeepEqual(XID.parse('5TK7MT834rx'), sortid.UID11Snowish.parse('5TK7MT834rx'));
  assert.ok(Object.isFrozen(one));
  assert.throws(() => { one.other = 1; }, TypeError);
  for (const id of [one, new TypeID({ prefix: 'user' }), sortid.UID11Snowish.max, sortid.parse('0188bac7-4afa-18aa-bc3b-bd1eef28d881')]) {
    const clone = structuredClone(id);
    assert.deepEqual(clone, { formatName: id.format.name, text: id.text });
    assert.deepStrictEqual(sortid.parse(clone.text, clone.formatName), id);
  }
});

test('UUIDs of the versions that carry a time', () => {
  // The examples of RFC 9562, appendix A: one instant in three versions.
  const at = Date.UTC(2022, 1, 22, 19, 22, 22);
  for (const text of ['C232AB00-9414-11EC-B3C8-9F6BDECED846', '1EC9414C-232A-6B00-B3C8-9F6BDECED846', '017F22E2-79B0-7CC3-98C4-DC0C0C07398F']) {
    assert.equal(sortid.UUID.parse(text).unixMs, at);
    assert.equal(sortid.inspect(text, 'uuid').instant, '2022-02-22T19:22:22.000Z');
    assert.deepEqual([...batch.unixMs('uuid', sortid.UUID.parse(text).bytes)], [at]);
  }
  assert.equal(sortid.UUID.parse('919108f7-52d1-4320-9bac-f847db4148a8').time, null);
  assert.equal(sortid.UUID.parse('C232AB00-9414-11EC-B3C8-9F6BDECED846').as('typeid').time, null);
});

test('an error says what would have been taken', () => {
  const rejected = (call, message) => assert.throws(call, { name: 'SortidError', message });
  const { range } = sortid;
  for (const of of [{ at: 0 }, { from: 1, to: 0 }]) {
    for (const name of ['uuid', 'uid11', 'uid11-fullrand']) rejected(() => range(name, of), new RegExp(`^a range of time is not for ${name}; it is for ulid, .*, uid11-ts-seq-rand$`));
  }
  rejected(() => range('ulid', { from: 1, to: 0 }), 'the interval is empty: its end does not belong to it');
  rejected(() => range('ulid', { textPrefix: '01' }), /^textPrefix is not for ulid; it is for xid, uid11, /);
  for (const textPrefix of ['', '1'.repeat(12)]) rejected(() => range('xid', { textPrefix }), `a textPrefix of xid has 1 to 11 symbols, found ${textPrefix.length}`);
  for (const call of [() => sortid.newId('uuid'), () => new sortid.UUID()]) rejected(call, /^a generator is not for uuid; it is for ulid, typeid, uuidv7, /);
  for (const [call, message] of [
    [() => sortid.ulidFlakeScalable({ sid: 32 }), 'sid is 0 to 31 for ulid-flake-scalable'],
    [() => sortid.uid11Snowish({ machine: 2 ** 40 }), 'machine is 0 to 1023 for uid11-snowish'],
    [() => sortid.euid({ extension: 32768 }), 'extension is 0 to 32767 for euid'],
    [() => new sortid.Generator('ulid-flake', { stepBytes: 4 }), 'stepBytes is 0 to 3 for ulid-flake'],
  ]) {
    assert.throws(call, { name: 'SortidError', reason: 'range', message });
  }
  for (const [option, list] of [['onOverflow', 'fail, wait, run_ahead'], ['onClockBack', 'hold, wait, fail']]) {
    assert.throws(() => new sortid.Generator('ulid', { [option]: 'run-ahead' }), { name: 'TypeError', message: `${option} is one of ${list}, found "run-ahead"` });
  }
});

test('ids as values', () => {
  const id = ULID.parse(ulid.toLowerCase());
  assert.equal(id.text, ulid);
  assert.equal(`${id}`, ulid);
  assert.equal(shown(id), `ULID(${ulid})`);
  assert.notEqual(id, ULID.parse(ulid)); // objects: `equals` compares
  assert.ok(id.equals(ULID.parse(ulid)) && !id.equals(ulid) && !id.equals(new ULID()));
  assert.ok(ULID.min < id && id < ULID.max);
  assert.deepEqual([id.timestamp, id.randomness], [1469922850259n, 0xd6764c61efb99302bd5bn]);
  assert.deepEqual(id.time, new Date('2016-07-30T23:54:10.259Z'));
  assert.equal(new Map([[String(id), 1]]).get(ulid), 1);
  assert.throws(() => { id.text = 'x'; }, TypeError);
  assert.throws(() => new sortid.Id(ulid), TypeError);
  assert.throws(() => new sortid.UUID(), sortid.SortidError);
  const bytes = id.bytes;
  bytes[0] = 99;
  assert.equal(id.bytes[0], 1);
  // What is remembered of one id is never another's.
  const other = ULID.max;
  for (const [one, value] of [[id, id.value], [other, other.value], [XID.max, XID.max.value]]) {
    assert.equal(one.value, value);
    assert.equal(one.unixMs, sortid.parse(one.text).unixMs);
  }
  const flake = sortid.parse('00CMXB6TAK4SA', 'ulid-flake');
  const scalable = sortid.parse('00CMXB6TAK4SA', 'ulid-flake-scalable');
  assert.deepEqual([flake.fields.randomness, scalable.fields.randomness, flake.fields.randomness], [0x9932an, 0x9932an >> 5n, 0x9932an]);
});

test('values that are none', () => {
  for (const wrong of [-1n, 2n ** 128n, 2n ** 200n]) assert.throws(() => ULID.fromValue(wrong), { reason: 'overflow' });
  for (const wrong of [-1n, 2n ** 64n]) assert.throws(() => XID.fromValue(wrong), { reason: 'overflow' });
  for (const wrong of [-1n, 2n ** 63n]) assert.throws(() => sortid.UlidFlake.fromValue(wrong), { reason: 'overflow' });
  assert.throws(() => ULID.fromValue(-1n), { message: 'a negative number is no ulid' });
  assert.throws(() => XID.fromValue(2n ** 64n), { message: 'greater than the largest xid' });
  assert.throws(() => ULID.fromValue(7), TypeError);
  assert.throws(() => ULID.fromBytes(new Uint8Array(15)), RangeError);
  assert.throws(() => ULID.fromBytes([1, 2]), TypeError);
  assert.throws(() => ULID.fromHex('01'), TypeError);
  assert.throws(() => sortid.UlidFlake.fromHex('f'.repeat(16)), { reason: 'overflow' });
  assert.throws(() => ULID.fromHex(1), TypeError);
  assert.throws(() => ULID.fromUUID('01'), { reason: 'length', format: 'uuid' });
  assert.throws(() => ULID.fromValue(1n, { prefix: 'user' }), TypeError);
});

test('conversion keeps every bit, or rejects', () => {
  assert.equal(sortid.convert(ulid, 'uuid'), '01563e3a-b5d3-d676-4c61-efb99302bd5b');
  assert.equal(sortid.convert(ulid, 'typeid', { prefix: 'user' }), `user_${ulid.toLowerCase()}`);
  assert.equal(sortid.convert(`user_${ulid.toLowerCase()}`, 'typeid', { prefix: 'team' }), `team_${ulid.toLowerCase()}`);
  assert.equal(sortid.convert(`user_${ulid.toLowerCase()}`, 'typeid'), `user_${ulid.toLowerCase()}`);
  assert.equal(ULID.parse(ulid).as('typeid', { prefix: 'user' }).prefix, 'user');
  assert.equal(TypeID.parse(`user_${ulid.toLowerCase()}`).as('ulid').text, ulid);
  assert.throws(() => sortid.convert(ulid, 'uuidv7'), { reason: 'range', format: 'uuidv7' });
  assert.throws(() => sortid.convert(ulid, 'xid'), { name: 'SortidError', reason: 'range', message: 'ulid has 128 bits, xid has 64' });
  assert.throws(() => sortid.convert(ulid, 'uuid', { prefix: 'user' }), TypeError);
  assert.throws(() => sortid.convert(ulid, 'typeid', { prefix: 'User' }), { reason: 'prefix' });
  assert.throws(() => sortid.convert(ulid, 'guid'), TypeError);
});

test('instants and ranges', () => {
  assert.equal(sortid.parseInstant('2016-07-31T01:54:10.2599+02:00'), 1469922850259);
  assert.equal(sortid.instantText(1469922850259), '2016-07-30T23:54:10.259Z');
  assert.equal(sortid.instantText(281474976710655), '10889-08-02T05:31:50.655Z');
  assert.throws(() => sortid.parseInstant('2016-13-01'), { name: 'SortidError', reason: 'range', position: 5 });
  for (const wrong of [undefined, null, NaN, {}, new Date(NaN)]) assert.throws(() => sortid.instantText(wrong), TypeError);
  assert.deepEqual(sortid.range('ulid', {}), { first: ULID.min.text, last: ULID.max.text });
  const march = { from: '2016-03-01', to: new Date('2016-04-01') };
  const { first, last } = sortid.range('ulid', march);
  assert.equal(sortid.parse(first).unixMs, Date.UTC(2016, 2, 1));
  assert.equal(sortid.parse(last).unixMs, Date.UTC(2016, 3, 1) - 1);
  // An end within a millisecond is rounded up, an instant cut off.
  assert.equal(sortid.parse(sortid.range('ulid', { to: 1000.5 }).last).unixMs, 1000);
  assert.equal(sortid.parse(sortid.range('ulid', { at: 1000.5 }).first).unixMs, 1000);
  assert.throws(() => sortid.range('ulid', { at: 2 ** 80 }), { reason: 'range' });
  assert.throws(() => sortid.range('ulid', { textPrefix: '01' }), { reason: 'range' });
});

test("an instant that is none, in the core's sentence", () => {
  const hint = '; write 2026-01-01, 2026-01-01T10:00:00Z or 1767225600000 (milliseconds)';
  for (const [text, reason, sentence] of [
    ['x', 'character', `'x' at position 0 is not a symbol of an instant${hint}`], ['2016-13-01', 'range', `13 is outside the range for an instant${hint}`],
    ['2026-01-01T10', 'length', `the instant ends too early${hint}`], ['', 'length', `the instant ends too early${hint}`],
    ['2024', 'length', 'a year or milliseconds? Write 2024-01-01, or 1970-01-01T00:00:02.024Z for the milliseconds'],
    ['20240606', 'length', 'a date or milliseconds? Write 2024-06-06, or 1970-01-01T05:37:20.606Z for the milliseconds'],
  ]) {
    for (const call of [() => sortid.parseInstant(text), () => sortid.range('ulid', { at: text }), () => sortid.ulid({ at: text })]) {
      assert.throws(call, { name: 'SortidError', reason, format: null, message: `"${text}": ${sentence}` });
    }
  }
  // A number that people write for a year, a date or seconds is not taken for milliseconds of January 1970.
  for (const [number, sentence] of [
    [2024, 'a year or milliseconds? Write 2024-01-01, or 1970-01-01T00:00:02.024Z for the milliseconds'],
    [20240606, 'a date or milliseconds? Write 2024-06-06, or 1970-01-01T05:37:20.606Z for the milliseconds'],
    [1717653966, 'seconds or milliseconds? Write 2024-06-06T06:06:06.000Z, or 1970-01-20T21:07:33.966Z for the milliseconds'],
  ]) {
    for (const call of [(at) => sortid.ulid({ at }), (at) => sortid.range('ulid', { at }), (at) => ULID.generator().nextAt(at), (at) => sortid.ulid({ at: BigInt(at) }),
      (epoch) => new sortid.Generator('ulid', { epoch })]) {
      assert.throws(() => call(number), { name: 'SortidError', reason: 'length', message: `${number}: ${sentence}` });
    }
    assert.equal(ULID.parse(sortid.ulid({ at: new Date(number) })).unixMs, number);
    assert.equal(sortid.parseInstant(sortid.instantText(number)), number);
  }
  for (const at of [0, 1, 1000, 1899, 2200, 1717653966000]) assert.equal(ULID.parse(sortid.ulid({ at })).unixMs, at);
  // A number is not exact beyond.
  for (const sign of ['', '-']) {
    assert.equal(sortid.parseInstant(`${sign}9007199254740991`), Number(`${sign}9007199254740991`));
    for (const far of ['9007199254740992', '9007199254740993', '999999999999999999']) {
      assert.throws(() => sortid.parseInstant(sign + far), { name: 'SortidError', reason: 'range' });
    }
  }
});

test('a range of a prefix, and what is not understood of a range', () => {
  const of = { from: '2026-01-01', to: '2026-02-01' };
  const words = (...more) => execFileSync(process.env.SORTID_BIN, ['range', '--format', ...more], { encoding: 'utf8' }).trim().split('\n');
  assert.deepEqual(Object.values(sortid.range('typeid', { ...of, prefix: 'user' })), words('typeid', '--prefix', 'user', of.from, of.to));
  assert.deepEqual(Object.values(sortid.range('typeid', { at: of.from, prefix: 'user' })), words('typeid', '--prefix', 'user', '--at', of.from));
  assert.deepEqual(sortid.range('typeid', { ...of, prefix: '' }), sortid.range('typeid', of));
  assert.throws(() => sortid.range('typeid', { ...of, prefix: 'User' }), { reason: 'prefix', position: 0 });
  for (const wrong of [{ ...of, prefix: 'user' }, { from: of.from, until: of.to }, { begin: of.from }, { ...of, at: of.from },
    { textPrefix: '5TK', from: of.from }, { textPrefix: '5TK', epoch: of.from }, of.from, new Date(), null, undefined, 7]) {
    assert.throws(() => sortid.range('xid', wrong), TypeError, JSON.stringify(wrong));
  }
  assert.throws(() => sortid.range('ulid', { form: of.from }), { name: 'TypeError', message: /no range of form: from, to, epoch; or/ });
  assert.equal(sortid.range('ulid', { ...of, until: undefined, epoch: undefined }).first, sortid.range('ulid', of).first);
  // What was never set is no open end.
  for (const unset of ['at', 'from', 'to', 'textPrefix']) {
    assert.throws(() => sortid.range('xid', { [unset]: undefined }), { name: 'TypeError', message: new RegExp(`^${unset} of a range is undefined`) });
    assert.throws(() => sortid.range('xid', { ...of, [unset]: undefined }), TypeError);
  }
});

test("a range that there is not, in the core's sentence", () => {
  const epoch = '2020-01-01';
  for (const [format, of, ...words] of [
    ['xid', { from: '2200-01-01', to: '2201-01-01' }, '2200-01-01', '2201-01-01'], ['ulid', { at: '1969-12-31' }, '--at', '1969-12-31'],
    ['ulid-flake', { at: '2019-12-31', epoch }, '--at', '2019-12-31', '--epoch', epoch],
  ]) {
    const { stderr, status } = spawnSync(process.env.SORTID_BIN, ['range', '--format', format, ...words], { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.throws(() => sortid.range(format, of), (why) => {
      assert.ok(why instanceof sortid.SortidError);
      assert.deepEqual([why.reason, why.format], ['range', format]);
      assert.equal(stderr.trim().split(': range: ').at(-1), why.message);
      return true;
    });
  }
});

test('many ids at once', () => {
  const texts = Array.from({ length: 10_000 }, (_, i) => ULID.fromValue(BigInt(i) * 0x123456789abcdef01234n).text);
  const { values, count, error } = batch.fromText('ulid', texts);
  assert.deepEqual([count, error, values.length], [10_000, null, 160_000]);
  assert.deepEqual(batch.toStrings('ulid', values), texts);
  const lines = Buffer.from(texts.map((text) => `${text}\n`).join(''));
  assert.deepEqual(batch.fromText('ulid', lines, { stride: 27 }).values, values);
  const into = new Uint8Array(lines.length).fill(10);
  assert.equal(batch.toText('ulid', values, { stride: 27, into }), into);
  assert.ok(lines.equals(into));
  assert.deepEqual(batch.check('ulid', texts), { count: 10_000, error: null });
  for (const at of [0, 1, 2519, 2520, 9999]) {
    const damaged = Buffer.from(lines);
    damaged[at * 27 + 9] = 85; // U
    for (const done of [batch.check('ulid', damaged, { stride: 27 }), batch.fromText('ulid', damaged, { stride: 27 })]) {
      assert.deepEqual([done.count, done.error.reason, done.error.position], [at, 'character', 9]);
    }
    const some = texts.with ? texts.with(at, 'short') : texts.map((text, i) => (i === at ? 'short' : text));
    const { count: read, error: why, values: before } = batch.fromText('ulid', some);
    assert.deepEqual([read, why.reason, why.position, before.length], [at, 'length', 5, 16 * at]);
  }
  // What is left at the end and no text.
  assert.equal(batch.check('ulid', lines.subarray(0, lines.length - 1), { stride: 27 }).count, 10_000);
  const cut = batch.check('ulid', lines.subarray(0, lines.length - 2), { stride: 27 });
  assert.deepEqual([cut.count, cut.error.reason, cut.error.found], [9_999, 'length', 25]);
  assert.deepEqual(batch.check('ulid', new Uint8Array(0)), { count: 0, error: null });
  assert.deepEqual(batch.check('ulid', []), { count: 0, error: null });
  assert.equal(batch.toText('ulid', new Uint8Array(0)).length, 0);
});

test('what an array does when it is read changes no id', () => {
  const texts = Array.from({ length: 3000 }, (_, i) => ULID.fromValue(BigInt(i) << 70n).text);
  const { values } = batch.fromText('ulid', texts);
  const other = Array(2600).fill(ULID.max.text);
  for (const at of [0, 1, 5, 2519, 2520, 2999]) {
    const watched = [...texts];
    let reads = 0;
    Object.defineProperty(watched, at, { get() {
      ++reads;
      batch.fromText('ulid', other);
      batch.fromText('typeid', ['user_01h2xcejqtf2nbrexx3vqjhp41'], { prefix: 'user' });
      return texts[at];
    } });
    const done = batch.fromText('ulid', watched);
    assert.deepEqual([done.count, done.error, reads], [3000, null, 1]);
    assert.deepEqual(done.values, values);
    assert.deepEqual(batch.check('ulid', watched), { count: 3000, error: null });
  }
  // One that is another text each time is what it was first.
  let reads = 0;
  const fickle = Object.defineProperty([ulid, ''], 1, { get: () => (++reads === 1 ? 'short' : ulid) });
  const { count, error } = batch.fromText('ulid', fickle);
  assert.deepEqual([count, error.reason, error.found], [1, 'length', 5]);
  assert.throws(() => batch.toText('ulid', values, { into: { length: 1e6, set() {} } }), TypeError);
});

test('what an option does when it is read changes no id', () => {
  const busy = (name, given) => Object.defineProperty({}, name, { get() {
    ULID.max.value;
    sortid.ulid();
    batch.check('ulid', [ULID.max.text]);
    return given;
  } });
  const id = ULID.parse(ulid);
  const user = `user_${ulid.toLowerCase()}`;
  assert.equal(sortid.parse(ulid, busy('lenient', false)).value, id.value);
  assert.equal(sortid.convert(ulid, 'typeid', busy('prefix', 'user')), user);
  assert.equal(id.as('typeid', busy('prefix', 'user')).text, user);
  assert.equal(TypeID.fromValue(id.value, busy('prefix', 'user')).text, user);
  assert.equal(TypeID.fromBytes(id.bytes, busy('prefix', 'user')).text, user);
  assert.equal(TypeID.fromUUID(id.uuid, busy('prefix', 'user')).text, user);
});

test('many 64-bit ids, and many with a prefix', () => {
  const numbers = BigUint64Array.from([0n, 1n, 1918655116723066557n, 2n ** 64n - 1n]);
  assert.deepEqual(batch.toStrings('xid', numbers), [...numbers].map((number) => XID.fromValue(number).text));
  assert.deepEqual(batch.fromText('xid', batch.toText('xid', numbers)).values, numbers);
  assert.throws(() => batch.toText('ulid-flake', numbers), { reason: 'overflow' });
  assert.throws(() => batch.toText('xid', new Uint8Array(16)), TypeError);
  assert.throws(() => batch.toText('ulid', new Uint8Array(17)), RangeError);
  const users = TypeID.generator({ prefix: 'user' }).many(500);
  const { values, count } = batch.fromText('typeid', users, { prefix: 'user' });
  assert.equal(count, 500);
  assert.deepEqual(batch.toStrings('typeid', values, { prefix: 'user' }), users);
  assert.equal(Buffer.from(batch.toText('typeid', values, { prefix: 'user' })).toString(), users.join(''));
  const other = batch.fromText('typeid', users, { prefix: 'used' });
  assert.deepEqual([other.count, other.error.reason, other.error.position], [0, 'prefix', 3]);
  const bare = batch.fromText('typeid', users);
  assert.deepEqual([bare.count, bare.error.reason], [0, 'prefix']);
  assert.throws(() => batch.toStrings('ulid', values, { prefix: 'user' }), TypeError);
});

test('a schema says at once what it does not take', async () => {
  const { schema } = await import(pathToFileURL(join(folder, 'schema.js')).href);
  for (const kind of [undefined, null, 'ulid', {}]) assert.throws(() => schema(kind), { name: 'TypeError', message: /class of ids/ });
  assert.throws(() => schema(ULID, { prefix: 'user' }), TypeError);
  assert.throws(() => schema(sortid.TypeID, { prefix: 'User' }), { name: 'SortidError', reason: 'prefix' });
  assert.throws(() => schema(ULID, { strict: true }), TypeError);
  assert.equal(schema(sortid.TypeID, { prefix: 'user' })['~standard'].validate('user_01h2xcejqtf2nbrexx3vqjhp41').value.prefix, 'user');
});
