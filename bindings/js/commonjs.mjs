// Puts modules of this package together as one CommonJS script, each a function that returns what it exports.
//   node commonjs.mjs to.cjs a.js b.js …     each after those that it imports; what the last one exports, the script does
//   … public.js=./node.cjs …                 in place of a module, the script that is required for it
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const [to, ...paths] = process.argv.slice(2);
const requiredFor = (path) => /^(\w+\.js)=(.+)$/.exec(path) ?? [];
const nameOf = (path) => `$${basename(requiredFor(path)[1] ?? path, '.js')}`; // no name of the modules' own
const exportsOf = {};

function scriptOf(path) {
  const own = []; // { name, is: an expression, changes }
  const add = (list, from, changes = false) => list.split(',').map((name) => name.trim()).filter(Boolean)
    .forEach((name) => own.push({ name, is: from === undefined ? name : `${from}.${name}`, changes }));
  const body = readFileSync(path, 'utf8')
    .replace(/^\/\/.*\n/gm, '')
    .replace(/^import \* as (\w+) from '\.\/(\w+)\.js';/gm, 'const $1 = $$$2;')
    .replace(/^import (\{[^}]*\}) from '\.\/(\w+)\.js';/gm, (_, names, from) => `const ${names.replaceAll(' as ', ': ')} = $${from};`)
    .replace(/^import (\{[^}]*\}) from '(node:\w+|sortid)';/gm, (_, names, from) => `const ${names.replaceAll(' as ', ': ')} = require('${from}');`)
    .replace(/^export \* from '\.\/(\w+)\.js';\n/gm, (_, from) => {
      add(exportsOf[`$${from}`].join(), `$${from}`);
      return '';
    })
    .replace(/^export \{([^}]*)\} from '\.\/(\w+)\.js';\n/gm, (_, list, from) => {
      add(list, `$${from}`);
      return '';
    })
    .replace(/^export \{([^}]*)\};\n/gm, (_, list) => {
      add(list);
      return '';
    })
    .replace(/^export ((class|function|const|let) (\w+))/gm, (_, declaration, kind, name) => {
      add(name, undefined, kind === 'let');
      return declaration;
    });
  const missed = /^(?:import|export)\b.*/m.exec(body);
  if (missed) throw new Error(`${path}: not understood: ${missed[0]}`);
  exportsOf[nameOf(path)] = own.map(({ name }) => name);
  return { body, own };
}

const parts = paths.map((path, index) => {
  const [, , required] = requiredFor(path);
  if (required) return `const ${nameOf(path)} = require('${required}');\n`;
  const { body, own } = scriptOf(path);
  // The last one's in the form in which Node finds the names for `import`.
  if (index === paths.length - 1) return `${body}${own.map(({ name, is }) => `exports.${name} = ${is};\n`).join('')}`;
  const returned = own.map(({ name, is, changes }) => (changes ? `  get ${name}() { return ${is}; },\n` : `  ${name}: ${is},\n`));
  return `const ${nameOf(path)} = (() => {\n${body}return {\n${returned.join('')}};\n})();\n`;
});
// jsdom, in which tests of pages run, has none of these two.
writeFileSync(to, `'use strict';\nconst { TextDecoder, TextEncoder } = require('node:util');\n${parts.join('')}`);
