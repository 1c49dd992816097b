// Each line of the section JavaScript of docs/conventions.md: what people write by the conventions of other packages, and what it gives.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sortid } from './package.mjs';

const page = readFileSync(join(process.env.SORTID_SOURCE, 'docs', 'conventions.md'), 'utf8');
const [, section] = /^## JavaScript\n(.*?)(?=^## |(?![^]))/ms.exec(page);
const rows = [...section.matchAll(/^\| (.+) \| (.+) \|$/gm)].slice(1).map(([, guess, is]) => [guess, is]).filter(([guess]) => guess.startsWith('`'));
const [, setup] = /```js\n(.*?)```/s.exec(section);
const run = (code) => {
  const scope = { ...sortid };
  return new Function(...Object.keys(scope), `${setup.replace(/^import .*\n/gm, '')}\nreturn ${code};`)(...Object.values(scope));
};
const plain = (value) => (value instanceof sortid.Id ? { ...value } : Array.isArray(value) ? value.map(plain) : value);

let working = 0;
for (const [guess, is] of rows) {
  const [, code] = /^`(.+)`$/.exec(guess);
  const [, how, told] = /^(a new |says )?`(.+)`$/.exec(is);
  test(code, () => {
    if (how === 'says ') return assert.throws(() => run(code), (why) => why.message.includes(told) || assert.fail(why.message));
    ++working;
    if (how === undefined) return assert.deepEqual(plain(run(code)), plain(run(told)));
    return assert.equal(sortid.parse(run(code), { format: told }).formatName, told);
  });
}
test('three of four guesses work', () => assert.ok(rows.length >= 40 && working >= 0.75 * rows.length, `${working} of ${rows.length}`));
