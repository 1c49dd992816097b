// The tables of docs/coming-from.md: both sides of each row, by the packages that they name.
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { sortid } from './package.mjs';

globalThis.crypto ??= webcrypto; // npm's uuid wants it, Node 18 has none; sortid, imported above, does without
const source = process.env.SORTID_SOURCE;
const modules = createRequire(join(source, 'build', 'js-tests', 'package.json'));
const guide = readFileSync(join(source, 'docs', 'coming-from.md'), 'utf8');
const sections = [...guide.matchAll(/<!-- not run: [^\n]* -->\n```js\n(.*?)^```\n\n((?:\|[^\n]*\n)+)/gms)];

const instant = (id) => Number(BigInt(`0x${sortid.parse(id).uuid.replaceAll('-', '')}`) >> 80n);
const comparable = (value) => (value instanceof Uint8Array ? [...value] : typeof value === 'object' ? String(value) : value);

assert.ok(sections.length >= 3);
for (const [, setup, table] of sections) {
  const scope = {};
  const imports = [...setup.matchAll(/^import (?:\* as (\w+)|\{ (.*?) \}) from '([\w-]+)';/gm)];
  let installed = true;
  for (const [, all, names, from] of imports) {
    let found = sortid;
    if (from !== 'sortid') {
      try {
        found = await import(pathToFileURL(modules.resolve(from)).href);
      } catch {
        installed = false;
        break;
      }
    }
    if (all) scope[all] = found;
    for (const name of names?.split(', ') ?? []) {
      const [theirs, here = theirs] = name.split(' as ');
      assert.ok(theirs in found, `${from} has ${theirs}`);
      scope[here] = found[theirs];
    }
  }
  const begin = setup.replace(/^import .*$/gm, '');
  for (const line of table.trim().split('\n').slice(2)) {
    const [there, here] = [...line.matchAll(/\| `(.*?)`/g)].map(([, code]) => code);
    test(there, { skip: !installed && 'the package is not installed' }, () => {
      const run = (code) => new Function(...Object.keys(scope), `${begin}\nreturn ${code};`)(...Object.values(scope));
      const before = Date.now();
      const theirs = comparable(run(there)), ours = comparable(run(here));
      if (JSON.stringify(theirs) === JSON.stringify(ours)) return;
      // New ids: their random bits differ.
      assert.match(here, /^(ulid|typeid|uuidv7)\(|\.next\(\)$/);
      const when = [instant(theirs), instant(ours)];
      assert.ok(when[0] === when[1] || when.every((ms) => ms >= before && ms <= Date.now()), `${theirs} ${ours}`);
    });
  }
}
