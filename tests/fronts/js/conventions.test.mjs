// The section JavaScript of docs/conventions.md, and the errors of conventions.json: what people write by the conventions of other
// packages, and what it gives.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sortid } from './package.mjs';

const page = readFileSync(join(process.env.SORTID_SOURCE, 'docs', 'conventions.md'), 'utf8');
const [, section] = /^## JavaScript\n(.*?)(?=^## |(?![^]))/ms.exec(page);
const rows = [...section.matchAll(/^\| (a new )?`(.+)` \| (.+) \|$/gm)];
const { JavaScript: says, works } = JSON.parse(readFileSync(join(process.env.SORTID_SOURCE, 'tests', 'fronts', 'conventions.json'), 'utf8'));
const [, setup] = /```js\n(.*?)```/s.exec(section);
const run = (code) => {
  const scope = { ...sortid };
  return new Function(...Object.keys(scope), `${setup.replace(/^import .*\n/gm, '')}\nreturn ${code};`)(...Object.values(scope));
};
const plain = (value) => (value instanceof sortid.Id ? { ...value } : Array.isArray(value) ? value.map(plain) : value);

let working = 0;
const expect = (code, isNew, told) => test(code, () => {
  ++working;
  if (!isNew) return assert.deepEqual(plain(run(code)), plain(run(told)));
  return assert.equal(sortid.parse(run(code), { format: told }).formatName, told);
});
for (const [, isNew, told, guesses] of rows) {
  for (const [, code] of guesses.matchAll(/`([^`]+)`/g)) expect(code, isNew, told);
}
for (const [code, here] of Object.entries(works.JavaScript)) expect(code, here.startsWith('new '), here.replace(/^new /, ''));
for (const [code, sentence] of Object.entries(says)) {
  test(code, () => assert.throws(() => run(code), (why) => why.message.includes(sentence) || assert.fail(why.message)));
}
test('both are read', () => assert.ok(working >= 140 && Object.keys(says).length > 10, `${working}`));
