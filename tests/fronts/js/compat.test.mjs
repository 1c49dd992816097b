// sortid/compat beside npm's `ulid`: the same answers where that gives any, and errors where it takes what is no ULID.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { folder, sortid } from './package.mjs';

const ours = await import(pathToFileURL(join(folder, 'compat.js')).href);
const modules = createRequire(join(process.env.SORTID_SOURCE, 'build', 'js-tests', 'package.json'));
let theirs;
try {
  theirs = await import(pathToFileURL(modules.resolve('ulid')).href);
} catch {
  // Offline: their half of the tests is skipped.
}
const skip = theirs === undefined && 'ulid is not installed: tests/fronts/js/install.sh';
const text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const times = [1, 2024, 1717653966, 1469918176385, 2 ** 48 - 1];
const bitsOf = (id) => BigInt(`0x${sortid.ULID.parse(id).hex}`);

test('the names are those of ulid, and mean the same', { skip }, () => {
  for (const name of Object.keys(ours)) assert.ok(name in theirs, name);
  for (const name of ['MIN_ULID', 'MAX_ULID', 'TIME_MAX', 'TIME_LEN']) assert.equal(ours[name], theirs[name]);
  for (const at of [0, ...times]) assert.equal(ours.encodeTime(at), theirs.encodeTime(at));
  for (const id of [text, text.toLowerCase(), ours.MIN_ULID, ours.MAX_ULID, theirs.ulid(), ours.ulid()]) {
    assert.equal(ours.decodeTime(id), theirs.decodeTime(id));
    assert.equal(ours.isValid(id), theirs.isValid(id));
    assert.equal(ours.ulidToUUID(id), theirs.ulidToUUID(id));
    const uuid = theirs.ulidToUUID(id);
    for (const one of [uuid, uuid.toLowerCase()]) assert.equal(ours.uuidToULID(one), theirs.uuidToULID(one));
  }
  for (const wrong of ['', text.slice(1), `${text}0`, `U${text.slice(1)}`, undefined, null, 5, {}]) {
    assert.equal(ours.isValid(wrong), theirs.isValid(wrong));
    assert.equal(ours.isValid(wrong), false);
  }
});

test('new ids have the same times', { skip }, () => {
  for (const at of times) {
    assert.equal(theirs.decodeTime(ours.ulid(at)), at);
    assert.notEqual(ours.ulid(at), ours.ulid(at));
  }
  for (const now of [undefined, 0, NaN, null]) {
    const before = Date.now();
    const made = [ours.ulid(now), ours.monotonicFactory()(now)].map(theirs.decodeTime);
    for (const at of made) assert.ok(at >= before && at <= Date.now(), String(now));
  }
  for (const wrong of [-1, 1.5, 2 ** 48, Infinity, '5', new Date(5)]) {
    assert.throws(() => ours.ulid(wrong), { name: 'RangeError' });
    assert.throws(() => ours.monotonicFactory()(wrong), { name: 'RangeError' });
    assert.throws(() => ours.encodeTime(wrong), { name: 'RangeError' });
    if (typeof wrong === 'number') assert.throws(() => theirs.ulid(wrong));
  }
});

test('factories count as theirs do', { skip }, () => {
  const steps = [100, 100, 100, 99, 1, 101, 101, 50, 200, 0.5 * 400];
  const run = (lib) => {
    const next = lib.monotonicFactory();
    return steps.map((at) => next(at));
  };
  const [mine, other] = [run(ours), run(theirs)];
  assert.deepEqual(mine.map(ours.decodeTime), other.map(ours.decodeTime));
  for (let i = 1; i < steps.length; ++i) {
    const counted = bitsOf(other[i]) - bitsOf(other[i - 1]) === 1n;
    assert.equal(bitsOf(mine[i]) - bitsOf(mine[i - 1]) === 1n, counted, `${i}`);
    assert.ok(mine[i] > mine[i - 1]);
  }
  const [a, b] = [ours.monotonicFactory(), ours.monotonicFactory()];
  assert.notEqual(a(100).slice(10), b(100).slice(10));
});

test('stricter than ulid', () => {
  for (const junk of [`${text.slice(0, 10)}!!!!!!!!!!!!!!!!`, '8ZZZZZZZZZZZZZZZZZZZZZZZZZ']) {
    assert.throws(() => ours.decodeTime(junk), { name: 'SortidError' });
    assert.throws(() => ours.ulidToUUID(junk), { name: 'SortidError' });
    assert.equal(ours.isValid(junk), false);
  }
  assert.throws(() => ours.uuidToULID('no'), { name: 'SortidError' });
  assert.throws(() => ours.ulid(1, Math.random), { name: 'TypeError', message: /crypto/ });
  assert.throws(() => ours.monotonicFactory(Math.random), { name: 'TypeError' });
  assert.doesNotThrow(() => ours.ulid(1, null));
});

test('by require, and small', () => {
  const program = `const { decodeTime, monotonicFactory } = require('${folder}/compat.cjs'); console.log(decodeTime(monotonicFactory()(1469918176385)));`;
  assert.equal(execFileSync('node', ['--input-type=commonjs', '--eval', program], { encoding: 'utf8' }), '1469918176385\n');
  assert.ok(gzipSync(readFileSync(join(folder, 'compat.js'))).length < 2048);
});
