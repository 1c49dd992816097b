// What texts look like that are none of ours: examples of the others' own documentation, as in looks_like_test.cpp.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { folder } from './package.mjs';

const { looksLike } = await import(pathToFileURL(join(folder, 'looks_like.js')).href);
const brief = (text, options) => looksLike(text, options).map(({ name, time }) => (time ? `${name} ${time.toISOString()}` : name));

test('ids of others', () => {
  // README of github.com/segmentio/ksuid.
  assert.deepEqual(looksLike('0ujtsYcgvSTl8PAuAdqWYSMnLOv'), [{
    name: 'ksuid', title: 'a KSUID', unixMs: 1507608047000, time: new Date('2017-10-10T04:00:47Z'), uuid: null,
    fields: { timestamp: 107608047n, payload: 0xb5a1cd34b5f99d1154fb6853345c9735n },
  }]);
  // MongoDB's manual on ObjectId.getTimestamp(), id_test.go of github.com/rs/xid, Discord's reference of its API.
  assert.deepEqual(brief('507f191e810c19729de860ea'), ['objectid 2012-10-17T20:46:22.000Z']);
  assert.deepEqual(brief('9m4e2mr0ui3e8a215n4g'), ['rs-xid 2011-03-22T17:50:19.000Z']);
  assert.ok(brief('175928847299117063').includes('snowflake-discord 2016-04-30T11:18:25.796Z'));
  // READMEs of github.com/paralleldrive/cuid2 and github.com/ai/nanoid.
  assert.deepEqual(['tz4a98xxat96iws9zmbrgj3a', 'V1StGXR8_Z5jdHi6B-myT'].map((text) => looksLike(text)[0].name), ['cuid2', 'nanoid']);
});

test('UUIDs in every notation: RFC 9562, appendices A and B', () => {
  const uuid = 'c232ab00-9414-11ec-b3c8-9f6bdeced846';
  for (const text of [uuid, uuid.replaceAll('-', ''), `{${uuid}}`, `urn:uuid:${uuid}`, Buffer.from(uuid.toUpperCase())]) {
    const [look] = looksLike(text);
    assert.deepEqual([look.name, look.uuid, look.unixMs, look.fields.clock_seq], ['uuidv1', uuid, Date.UTC(2022, 1, 22, 19, 22, 22), 13256n]);
  }
  assert.deepEqual(['919108f7-52d1-4320-9bac-f847db4148a8', '2489e9ad-2ee2-8e00-8ec9-32d5f69181c0'].flatMap((text) => brief(text)), ['uuidv4', 'uuidv8']);
});

test('a time is not after `latest`', () => {
  // Wikipedia, "Snowflake ID".
  const tweet = '1541815603606036480';
  const [made] = looksLike(tweet, { latest: new Date(1656432460105) });
  assert.deepEqual([made.name, made.unixMs], ['snowflake-twitter', 1656432460105]);
  assert.ok(!brief(tweet, { latest: 1656432460104 }).some((text) => text.includes('twitter')));
  assert.deepEqual(looksLike('0ujtsYcgvSTl8PAuAdqWYSMnLOv', { latest: -Infinity }), []);
  assert.equal(looksLike('0ujtsYcgvSTl8PAuAdqWYSMnLOv', { latest: Infinity }).length, 1);
});

test('nothing of other texts, and what is no text', () => {
  for (const text of ['', 'hello', 'internationalizations', '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'é'.repeat(12), '0'.repeat(27) + '0ujtsYcgvSTl8PAuAdqWYSMnLOv', 'a'.repeat(100_000)]) {
    assert.deepEqual(looksLike(text), [], text.slice(0, 40));
  }
  assert.equal(['0ujtsYcgvSTl8PAuAdqWYSMnLOv'].map(looksLike)[0].length, 1);
  for (const wrong of [undefined, null, 7, {}, new Uint16Array(2)]) assert.throws(() => looksLike(wrong), TypeError);
  for (const wrong of [null, 'x', { now: 1 }, { latest: '2024' }, { latest: new Date(NaN) }]) assert.throws(() => looksLike('', wrong), TypeError);
});

test('the entries for CommonJS and for Workers', async () => {
  const program = `console.log(require('${folder}/looks_like.cjs').looksLike('0ujtsYcgvSTl8PAuAdqWYSMnLOv')[0].title);`;
  assert.equal(execFileSync('node', ['--input-type=commonjs', '--eval', program], { encoding: 'utf8' }), 'a KSUID\n');
  // Workers import the compiled module; here what their entry does with it.
  const { foreignOf } = await import(pathToFileURL(join(folder, 'foreign.js')).href);
  const compiled = new WebAssembly.Module(readFileSync(join(folder, 'looks_like.wasm')));
  assert.deepEqual(WebAssembly.Module.imports(compiled), []);
  assert.equal(foreignOf(() => compiled)('0ujtsYcgvSTl8PAuAdqWYSMnLOv')[0].name, 'ksuid');
});
