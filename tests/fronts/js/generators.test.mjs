// New ids: the rules of the formats with clocks and entropy of the test's own, the options, and the host's own sources.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect as shown } from 'node:util';
import { sortid } from './package.mjs';

const { Generator, GeneratorError, SortidError } = sortid;
const now = 1_800_000_000_000;
// By the host's clock, which may be set while a test runs.
const ofNow = (ms) => Math.abs(ms - Date.now()) < 3_600_000;
const generated = sortid.formats.filter((format) => format.generated);
// Where a number alone keeps ids apart.
const numberOf = ({ drawn }) => (drawn ? {} : { machine: 0 });
const increasing = (ids) => ids.every((id, i) => i === 0 || ids[i - 1] < id);

// The 128 bits that are drawn, as the two words that a generator asks for; 64 bits are the first.
const drawing = (high, low) => (bytes) => {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  [high, low].slice(0, bytes.length / 8).forEach((word, i) => words.setBigUint64(8 * i, word, true));
};

for (const format of generated) {
  const { name } = format;
  // A millisecond that begins with small random bits has room for what a test makes, always.
  const roomy = format.ordered ? { entropy: (bytes) => bytes.fill(1) } : {};
  // A counter of a few bits may begin at its end.
  const patient = format.counter?.bits < 32 ? { onOverflow: 'wait' } : undefined;
  const number = numberOf(format);
  test(`${name}: ids of one millisecond`, () => {
    const ids = new Generator(name, { clock: () => now, ...roomy, ...number }).many(50);
    assert.equal(ids.length, 50);
    if (format.ordered) assert.ok(increasing(ids), String(ids));
    assert.equal(new Set(ids).size, 50);
    for (const id of ids) {
      assert.equal(id.length, format.symbols);
      if (format.epochUnixMs !== null) assert.equal(sortid.parse(id, name).unixMs, now);
    }
  });
  test(`${name}: by the host's clock and crypto`, () => {
    const made = new Generator(name, { onOverflow: 'wait', ...number });
    const ids = made.many(5000);
    if (format.ordered) assert.ok(increasing(ids));
    assert.ok(new Set(ids).size > 4900); // xid draws 22 bits in a millisecond; all others are distinct
    if (format.ordered) assert.equal(new Set(ids).size, 5000);
    for (const id of format.epochUnixMs === null ? [] : ids) {
      const ms = sortid.parse(id, name).unixMs;
      assert.ok(ofNow(ms), String(ms));
    }
  });
  test(`${name}: values instead of texts`, () => {
    const values = format.bits === 64 ? new BigUint64Array(20) : new Uint8Array(320);
    const made = new Generator(name, { clock: () => now, ...roomy, ...number });
    assert.equal(made.fill(values), values);
    const ids = sortid.batch.toStrings(name, values);
    if (format.ordered) assert.ok(increasing([...ids, made.next()]));
    if (format.epochUnixMs !== null) assert.deepEqual([...new Set(sortid.batch.unixMs(name, values))], [now]);
    const other = format.bits === 64 ? new Uint8Array(16) : new BigUint64Array(2);
    assert.throws(() => made.fill(other), TypeError);
  });
  test(`${name}: the function and the class`, () => {
    const make = sortid[format.functionName];
    const words = (options) => (format.prefixed ? [undefined, options] : [options]);
    // Some formats have few ids in a millisecond.
    const soon = (call) => {
      for (;;) {
        try {
          return call();
        } catch (why) {
          assert.equal(why.fault, 'tail_overflow');
        }
      }
    };
    const one = () => (format.drawn ? make() : make(number));
    const [first, second] = [soon(one), soon(one)];
    assert.ok(sortid.isValid(first, name) && first !== second);
    if (format.ordered) assert.ok(first < second);
    const id = soon(() => new sortid[format.className](number));
    assert.equal(id.format.name, name);
    if (format.ordered) assert.ok(second < id.text);
    if (!format.drawn) return;
    assert.notEqual(sortid.newId(name, { random: true }), sortid.newId(name, { random: true }));
    if (format.epochUnixMs !== null) assert.equal(sortid.parse(make(...words({ at: now })), name).unixMs, now);
  });
}

test('ulid: the first draw, then plus one', () => {
  const made = new Generator('ulid', { clock: () => 1469922850259, entropy: drawing(0xd676n, 0x4c61efb99302bd5bn) });
  assert.equal(made.next(), '01ARZ3NDEKTSV4RRFFQ69G5FAV');
  assert.equal(made.next(), '01ARZ3NDEKTSV4RRFFQ69G5FAW');
});

test('ulid: the randomness overflows, and nothing changes', () => {
  const all = 2n ** 64n - 1n;
  const made = new Generator('ulid', { clock: () => now, entropy: drawing(all, all - 1n) });
  const [first, second] = [made.next(), made.next()];
  assert.ok(first < second && second.endsWith('Z'.repeat(16)));
  const full = (why) => why instanceof GeneratorError && why.fault === 'tail_overflow' && why.format === 'ulid';
  assert.throws(() => made.next(), full);
  assert.throws(() => made.many(3), full);
  assert.throws(() => made.nextAt(now), full);
  assert.equal(sortid.parse(made.nextAt(now + 1)).unixMs, now + 1);
});

test('a full millisecond: fail, wait, run ahead', () => {
  const room = 4096; // snowish's sequence
  let ms = now;
  const stopped = (onOverflow, clock = () => ms) => {
    const made = new Generator('uid11-snowish', { clock, onOverflow, machine: 5 });
    const ids = made.many(room);
    assert.equal(sortid.parse(ids.at(-1), 'uid11-snowish').sequence, 4095n);
    return made;
  };
  assert.throws(() => stopped('fail').next(), { fault: 'tail_overflow', message: /onOverflow 'wait'/ });
  const ahead = stopped('run_ahead');
  assert.equal(sortid.parse(ahead.next(), 'uid11-snowish').unixMs, now + 1);
  assert.equal(ahead.ahead(), 1);
  assert.throws(() => stopped('wait').next(), { fault: 'tail_overflow' }); // the clock stands still: after maxWaitMs
  let readings = 0;
  const waiting = stopped('wait', () => (++readings > 100 ? now + 1 : now));
  for (;;) {
    const id = sortid.parse(waiting.next(), 'uid11-snowish');
    if (id.unixMs === now) continue;
    assert.deepEqual([id.unixMs, id.sequence, id.machine], [now + 1, 0n, 5n]);
    break;
  }
});

test('a full millisecond of the real clock is waited out', () => {
  const made = new Generator('uid11-snowish', { onOverflow: 'wait', machine: 0 });
  const ids = made.many(20_000);
  assert.ok(increasing(ids));
});

test('a clock that goes back: hold, wait, fail', () => {
  let ms = now;
  const clock = () => ms;
  const back = (onClockBack) => {
    ms = now;
    const made = new Generator('ulid', { clock, onClockBack });
    const first = made.next();
    ms = now - 5000;
    return [made, first];
  };
  const [held, first] = back('hold');
  assert.ok(first < held.next());
  const [failing] = back('fail');
  assert.throws(() => failing.next(), { name: 'GeneratorError', fault: 'clock_back' });
  ms = now + 1;
  assert.equal(sortid.parse(failing.next()).unixMs, now + 1);
  const [waiting] = back('wait');
  assert.throws(() => waiting.next(), { fault: 'clock_back' });
});

test('entropy that fails makes no id, and changes nothing', () => {
  const cause = new Error('no bits today');
  let fails = true;
  const made = new Generator('ulid', { clock: () => now, entropy: (bytes) => { if (fails) throw cause; bytes.fill(7); } });
  assert.throws(() => made.next(), (why) => why instanceof GeneratorError && why.fault === 'entropy' && why.cause === cause);
  fails = false;
  const id = made.next();
  fails = true;
  assert.throws(() => made.random(), { fault: 'entropy' });
  assert.ok(id < made.next()); // the next of a millisecond draws nothing
});

test('entropy that comes later is none', () => {
  const made = new Generator('ulid', { clock: () => now, entropy: async (bytes) => { await null; bytes.fill(7); } });
  for (const call of [() => made.next(), () => made.many(3), () => made.random()]) {
    assert.throws(call, (why) => why.fault === 'entropy' && why.cause instanceof TypeError && /no promise/.test(why.cause.message));
  }
});

test('a clock that throws, or tells no time, is told', () => {
  let broken = false;
  const made = new Generator('ulid', { clock: () => { if (broken) throw new Error('no clock'); return now; } });
  const first = made.next();
  broken = true;
  assert.throws(() => made.next(), /no clock/);
  broken = false;
  assert.ok(first < made.next());
  for (const wrong of [NaN, Infinity, 'now', undefined]) {
    assert.throws(() => new Generator('ulid', { clock: () => wrong }).next(), TypeError);
  }
  assert.throws(() => new Generator('ulid', { clock: () => -1 }).next(), { fault: 'out_of_range' });
});

test('a clock may make ids itself', () => {
  const made = new Generator('ulid', { clock: () => sortid.parse(sortid.ulid()).unixMs });
  assert.ok(increasing(made.many(10)));
});

// Ids in the shape that a source of the same bytes gives, whatever else it does.
test('a source of entropy may make and read ids itself', () => {
  const busy = (bytes) => {
    sortid.ulid();
    sortid.parse('01ARZ3NDEKTSV4RRFFQ69G5FAV').fields;
    sortid.XID.generator().many(300);
    new Generator('ulid', { clock: () => 5 }).next();
    new Generator('uid11-snowish', { machine: 3 }).fill(new BigUint64Array(20));
    sortid.batch.toStrings('ulid', new Uint8Array(1600));
    assert.throws(() => sortid.parse('no'), SortidError);
    assert.equal(sortid.tryParse(`user_${'é'.repeat(100_000)}`).id, null); // WebAssembly's memory grows
  };
  for (const { name, bits, drawn } of generated) {
    const number = numberOf({ drawn });
    const filled = (also) => {
      let draws = 0;
      const entropy = (bytes) => {
        also();
        bytes.fill(++draws);
      };
      // By a clock of its own, and within an hour of the host's.
      const [own, hosts] = [{ clock: () => now, entropy, onOverflow: 'run_ahead', ...number }, { entropy, onOverflow: 'run_ahead', ...number }];
      const values = bits === 64 ? new BigUint64Array(30) : new Uint8Array(16 * 30);
      const made = new Generator(name, own);
      const ids = [made.many(30), made.next(), drawn && made.random(), made.nextAt(now + 1), drawn && made.randomAt(now), new Generator(name, own).fill(values)];
      assert.ok(sortid.batch.check(name, new Generator(name, hosts).many(30)).error === null);
      return ids;
    };
    assert.deepEqual(filled(busy), filled(() => {}), name);
  }
});

test('a clock may make ids while a generator waits', () => {
  const made = (also) => {
    let readings = 0;
    const clock = () => {
      also();
      return ++readings > 100 ? now + 1 : now;
    };
    return new Generator('uid11-snowish', { clock, onOverflow: 'wait', machine: 5 }).many(4096 + 100);
  };
  assert.deepEqual(made(() => sortid.XID.generator().many(300)), made(() => {}));
  // One without a clock of its own goes by the host's.
  let ms = null;
  const entropy = (bytes) => {
    ms = sortid.parse(new Generator('uid11-snowish', { onOverflow: 'wait', machine: 0 }).many(9000).at(-1), 'uid11-snowish').unixMs;
    bytes.fill(1);
  };
  assert.equal(sortid.parse(new Generator('ulid', { clock: () => now, entropy }).next()).unixMs, now);
  assert.ok(ofNow(ms), String(ms));
});

test('a generator in the middle of an id makes no other', () => {
  const asks = (how) => {
    let inside = false;
    const made = new Generator('ulid', { clock: () => now, entropy: (bytes) => {
      if (inside) return bytes.fill(1);
      inside = true;
      how(made);
    } });
    return made;
  };
  for (const how of [(made) => made.next(), (made) => made.random(), (made) => made.many(2), (made) => made.nextAt(now), (made) => made.fill(new Uint8Array(16))]) {
    const made = asks(how);
    assert.throws(() => made.next(), (why) => why.fault === 'entropy' && /in the middle|is making an id/.test(why.cause.message));
    assert.equal(sortid.parse(made.next()).unixMs, now); // and is as it was
  }
  const byClock = new Generator('ulid', { clock: () => sortid.parse(byClock.next()).unixMs });
  assert.throws(() => byClock.next(), /is making an id/);
  const deeper = (bytes) => new Generator('ulid', { entropy: deeper }).next() && bytes.fill(1);
  assert.throws(() => new Generator('ulid', { entropy: deeper }).next(), (why) => {
    while (why.cause) why = why.cause;
    return why instanceof RangeError && /too deep/.test(why.message);
  });
  assert.equal(sortid.ulid().length, 26);
});

test('a number is asked for where it alone keeps ids apart', () => {
  const message = 'uid11-snowish: only a number keeps its ids apart: give one (0, too), a pool of numbers, or an order that all share';
  assert.equal(new sortid.UID11Snowish({ machine: 0 }).machine, 0n);
  for (const none of [() => sortid.uid11Snowish(), () => new sortid.UID11Snowish(), () => sortid.newId('uid11-snowish', { machine: undefined }),
    () => new Generator('uid11-snowish'), () => new Generator('uid11-snowish', { sequence: 'random' })]) {
    assert.throws(none, { name: 'SortidError', reason: 'range', message });
  }
});

// A draw of 22 bits, none of them random, was one of the 1 024 × 4 096 that a millisecond has: a third of them came twice.
test('where nothing of an id is random, no id is drawn', () => {
  const drawn = generated.filter((format) => format.fields.some(({ role }) => role === 'random' || role === 'payload'));
  assert.deepEqual(generated.filter((format) => !drawn.includes(format)).map(({ name }) => name), ['uid11-snowish']);
  const rejected = (what, call) => assert.throws(call, { name: 'TypeError',
    message: `${what} is not for uid11-snowish; it is for ${drawn.map(({ name }) => name).join(', ')}` });
  const made = new Generator('uid11-snowish', { clock: () => now, machine: 7 });
  rejected('a random id', () => made.random());
  rejected('a random id', () => made.randomAt(now));
  for (const make of [sortid.uid11Snowish, (options) => new sortid.UID11Snowish(options), (options) => sortid.newId('uid11-snowish', options)]) {
    rejected('a random id', () => make({ random: true }));
    rejected('at', () => make({ at: now }));
    assert.ok(sortid.isValid(String(make({ random: false, machine: 7 })), 'uid11-snowish'));
  }
  // In the order of the others there are ids of an instant.
  assert.equal(sortid.UID11Snowish.parse(made.nextAt(now + 5)).unixMs, now + 5);
});

test('two generators are not equal, and neither has a clone', () => {
  const [one, same] = [new Generator('ulid', { onOverflow: 'wait' }), new Generator('ulid', { onOverflow: 'wait' })];
  assert.notDeepEqual(one, same);
  assert.notDeepStrictEqual(one, same);
  assert.deepStrictEqual(one, one);
  assert.throws(() => structuredClone(one), { name: 'DataCloneError' });
  assert.deepEqual([one.formatName, one.options, typeof one.order], ['ulid', { onOverflow: 'wait' }, 'symbol']);
  assert.equal(shown(one), "Generator {\n  formatName: 'ulid',\n  options: { onOverflow: 'wait' },\n  order: Symbol(ulid)\n}");
  for (const change of [() => { one.formatName = 'xid'; }, () => { one.options.onOverflow = 'fail'; }, () => { one.order = null; }]) assert.throws(change, TypeError);
  // One of a user's class may have more.
  class Numbered extends Generator {
    count = 0;
  }
  assert.equal(new Numbered('xid').count, 0);
});

test('options that differ never share an order', () => {
  assert.ok(sortid.ulidFlakeScalable({ sid: 1 }));
  assert.throws(() => sortid.ulidFlakeScalable({ sid: '1' }), TypeError);
  assert.ok(sortid.euid({ check: false }));
  assert.throws(() => sortid.euid({ check: 'false' }), { name: 'TypeError', message: 'check is true or false, found "false"' });
  assert.throws(() => sortid.euid({ extension: '5' }), TypeError);
});

test('numbers that are too great are named as they were given', () => {
  assert.throws(() => sortid.euid({ extension: 2 ** 32 }), { name: 'SortidError', reason: 'range', found: 2 ** 32, message: 'extension is 0 to 32767 for euid' });
  assert.throws(() => sortid.ulidFlakeScalable({ sid: 2 ** 40 }), { reason: 'range', found: 2 ** 40, message: 'sid is 0 to 31 for ulid-flake-scalable' });
  assert.throws(() => new Generator('ulid', { stepBytes: 2 ** 33 }), { reason: 'range', found: 2 ** 33 });
  assert.throws(() => sortid.euid({ extension: 32768 }), { reason: 'range', found: 32768 });
  for (const count of [2 ** 32, 2 ** 53]) assert.throws(() => new Generator('ulid').many(count), RangeError);
  for (const maxWaitMs of [NaN, -1, 'abc', '5', 5n, {}]) assert.throws(() => new Generator('ulid', { maxWaitMs }), TypeError);
  for (const maxWaitMs of [0, 0.5, Infinity, undefined]) assert.ok(new Generator('ulid', { maxWaitMs }).next());
});

// Two milliseconds apart, as the ids of a service that makes few.
test('where a sequence begins', () => {
  for (const name of ['uid11-snowish', 'uid11-ts-seq-rand']) {
    const number = name === 'uid11-snowish' ? { machine: 0 } : {};
    const sequences = (sequence, count, entropy) => {
      let at = now;
      const made = new Generator(name, { ...number, sequence, clock: () => (at += 2), entropy });
      return Array.from({ length: count }, () => Number(sortid.parse(made.next(), name).fields.sequence));
    };
    assert.deepEqual(new Set([...sequences('zero', 40), ...sequences(undefined, 40)]), new Set([0]), name);
    // After the lower half of 4096 it begins at 0 again.
    assert.deepEqual(sequences('carry_on', 2050), [...Array(2048).keys(), 0, 1], name);
    const drawn = sequences('random', 400);
    assert.ok(drawn.every((number) => number < 2048), name);
    // One run of 10^10 leaves a remainder out.
    assert.equal(new Set(drawn.map((number) => number % 16)).size, 16, `${name}: ${drawn}`);
    assert.deepEqual(new Set(sequences('random', 3, (bytes) => bytes.fill(0xff))), new Set([2047]), name);

    const ids = new Generator(name, { ...number, sequence: 'random', clock: () => now, onOverflow: 'run_ahead' }).many(5000);
    assert.ok(increasing(ids), name);
    const rejected = (sequence, found) => assert.throws(() => new Generator(name, { sequence }), { name: 'TypeError',
      message: `sequence is one of zero, random, carry_on, found ${found}` });
    rejected('one', '"one"');
    rejected(0, '0');
    rejected(null, 'null');
  }
  // By modulus, the ids themselves: the sequence is the last field of a snowish.
  let at = now;
  const spread = new Generator('uid11-snowish', { sequence: 'carry_on', machine: 9, clock: () => (at += 2) });
  assert.deepEqual(Array.from({ length: 17 }, () => Number(sortid.UID11Snowish.parse(spread.next()).value % 16n)), [...Array(16).keys(), 0]);
  for (const { name, fields } of generated) {
    if (fields.some(({ role }) => role === 'sequence')) continue;
    assert.throws(() => new Generator(name, { sequence: 'zero' }), { name: 'TypeError', message: new RegExp(`^${name} has no option sequence: onOverflow, `) });
  }
  // Functions share an order by their machine, so it is a generator's.
  assert.throws(() => sortid.uid11Snowish({ sequence: 'random' }), { name: 'TypeError', message: "uid11-snowish has no option sequence: at, random, machine; new Generator('uid11-snowish', { sequence }) takes it" });
});

test('options', () => {
  assert.equal(new sortid.UlidFlakeScalable({ sid: 31 }).sid, 31n);
  assert.throws(() => sortid.ulidFlakeScalable({ sid: 32 }), { name: 'SortidError', reason: 'range' });
  assert.equal(new sortid.UID11Snowish({ machine: 1023 }).machine, 1023n);
  assert.throws(() => sortid.uid11Snowish({ machine: 1024 }), { reason: 'range' });
  const euid = new sortid.EUID({ extension: 32767 });
  assert.deepEqual([euid.extension, euid.extensionLength], [32767n, 15n]);
  assert.equal(new sortid.EUID().extension, null);
  for (const extension of [32768, 65536, 2 ** 40]) assert.throws(() => sortid.euid({ extension }), { reason: 'range' });
  assert.equal(sortid.inspect(sortid.euid({ check: false }), 'euid').check, 'none');
  assert.equal(sortid.inspect(sortid.euid(), 'euid').check, 'valid');
  assert.throws(() => new Generator('ulid', { stepBytes: 9 }), { reason: 'range' });
  for (const wrong of [{ sid: 1 }, { extension: 1 }, { check: false }, { machine: 1 }, { nonsense: 1 }, { prefix: 'a' }]) {
    assert.throws(() => sortid.ulid(wrong), TypeError, JSON.stringify(wrong));
  }
  for (const wrong of [-1, 1.5, NaN, '1']) assert.throws(() => sortid.ulidFlakeScalable({ sid: wrong }), TypeError);
  assert.throws(() => sortid.ulid({ foo: 1 }), { name: 'TypeError',
    message: 'ulid has no option foo: at, random' });
  const generators = ['onOverflow', 'onClockBack', 'maxWaitMs', 'stepBytes', 'epoch', 'clock', 'entropy'];
  for (const option of generators) {
    for (const { name, className, functionName, prefixed } of generated) {
      const options = { [option]: option === 'clock' ? Date.now : 1 };
      for (const make of [() => sortid[functionName](...(prefixed ? ['a', options] : [options])), () => new sortid[className](options), () => sortid.newId(name, options)]) {
        assert.throws(make, ({ name: kind, message }) => kind === 'TypeError' && message.startsWith(`${name} has no option ${option}: at, random`) &&
          message.endsWith(`; new Generator('${name}', { ${option} }) takes it`));
      }
    }
  }
  assert.throws(() => sortid.typeid('user', { prefix: 'org' }), { name: 'TypeError', message: 'the prefix is given twice; TypeID.parse(text) reads an id' });
  assert.throws(() => new Generator('ulid', { at: now }), { name: 'TypeError', message: /^ulid has no option at: onOverflow, / });
  for (const random of ['no', 0, 1, null]) assert.throws(() => sortid.ulid({ random }), { name: 'TypeError', message: /^random is true or false, found / });
  assert.throws(() => new Generator('ulid', { onOverflow: 'perhaps' }), TypeError);
  assert.throws(() => new Generator('uuid'), SortidError);
  assert.throws(() => new Generator('guid'), TypeError);
  const epoch = Date.UTC(2020, 0, 1);
  const own = new Generator('ulid-flake', { epoch }).randomAt(now);
  assert.equal(sortid.inspect(own, { format: 'ulid-flake', epoch }).unixMs, now);
  assert.throws(() => sortid.ulid({ at: -1 }), { fault: 'out_of_range' });
});

test('typeid: prefixes', () => {
  const id = sortid.typeid('user');
  assert.match(id, /^user_[0-7][0-9a-z]{25}$/);
  const read = sortid.TypeID.parse(id, { prefix: 'user' });
  assert.deepEqual([read.prefix, read.version, read.variant], ['user', 7n, 2n]);
  assert.throws(() => sortid.TypeID.parse(id, { prefix: 'used' }), { reason: 'prefix', position: 3 });
  assert.throws(() => sortid.TypeID.parse(id, { prefix: 'users' }), { reason: 'prefix', position: 4 });
  assert.equal(sortid.typeid('').length, 26);
  assert.equal(sortid.typeid().length, 26);
  assert.equal(sortid.typeid('a'.repeat(63)).length, 90);
  assert.throws(() => sortid.typeid('a'.repeat(64)), { name: 'SortidError', reason: 'prefix', position: 63 });
  assert.throws(() => sortid.typeid('User'), { reason: 'prefix', position: 0 });
  assert.throws(() => sortid.typeid('us€r'), { reason: 'prefix', position: 2 });
  assert.throws(() => sortid.typeid(7), TypeError);
  assert.equal(new sortid.TypeID({ prefix: 'a_b' }).prefix, 'a_b');
  assert.ok(increasing(sortid.TypeID.generator({ prefix: 'team' }).many(100)));
  assert.ok(sortid.typeid('user').slice(5) < sortid.typeid('team').slice(5)); // one order for all prefixes
});

test('generators are many, and independent', () => {
  const all = Array.from({ length: 3000 }, () => new Generator('ulid', { clock: () => now }));
  assert.equal(new Set(all.map((made) => made.next())).size, all.length);
});

test('a clock that tells no number', () => {
  for (const told of [null, undefined, '', '5', [], [1], true, 5n, NaN, new Date(now)]) {
    assert.throws(() => new Generator('ulid', { clock: () => told }).next(), { name: 'TypeError', message: /^a clock tells/ });
  }
});
