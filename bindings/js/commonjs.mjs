// Puts a module of this package and those that it imports together as one CommonJS script, each a function that returns what it
// exports; the script exports what the module does. For `import` in Node a module requires that script, so that a program has one
// core, and loads one file in place of ten.
//   node commonjs.mjs FOLDER/to.cjs from.js [FOLDER/module.js]
// In the scripts beside node.cjs, that one is required in place of what it is made of; and the errors have one class in all.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

const [to, entry, module] = process.argv.slice(2);
const elsewhere = { 'public.js': './node.cjs', 'errors.js': './errors.cjs' };
const made = { 'node.cjs': 'public.js', 'errors.cjs': 'errors.js' }[basename(to)];
const required = Object.fromEntries(Object.entries(elsewhere).filter(([file]) => file !== made));
const nameOf = (file) => `$${basename(file, '.js')}`; // no name of the modules' own
const exportsOf = {};

function scriptOf(file, text) {
  const own = []; // { name, is: an expression, changes, all: the module whose exports it is one of }
  const add = (list, from, changes = false, all = undefined) => list.split(',').map((name) => name.trim()).filter(Boolean)
    .forEach((name) => own.push({ name, is: from === undefined ? name : `${from}.${name}`, changes, all }));
  const body = text
    .replace(/^\/\/.*\n/gm, '')
    .replace(/^import \* as (\w+) from '\.\/(\w+)\.js';/gm, 'const $1 = $$$2;')
    .replace(/^import (\{[^}]*\}) from '\.\/(\w+)\.js';/gm, (_, names, from) => `const ${names.replaceAll(' as ', ': ')} = $${from};`)
    .replace(/^import (\{[^}]*\}) from '(node:\w+|sortid)';/gm, (_, names, from) => `const ${names.replaceAll(' as ', ': ')} = require('${from}');`)
    .replace(/^export \* from '\.\/(\w+)\.js';\n/gm, (_, from) => {
      add(exportsOf[`$${from}`].join(), `$${from}`, false, `$${from}`);
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
  if (missed) throw new Error(`${file}: not understood: ${missed[0]}`);
  exportsOf[nameOf(file)] = own.map(({ name }) => name);
  return { body, own };
}

const parts = [];
const seen = new Set();
// The modules that a module imports, then itself.
function add(file) {
  if (seen.has(file)) return;
  seen.add(file);
  if (required[file]) {
    parts.push(`const ${nameOf(file)} = require('${required[file]}');\n`);
    return;
  }
  const text = readFileSync(resolve(dirname(to), file), 'utf8');
  for (const [, imported] of text.matchAll(/ from '\.\/(\w+\.js)';/g)) add(imported);
  const { body, own } = scriptOf(file, text);
  // The last one's in the form in which Node finds the names for `import`.
  if (file === entry) {
    parts.push(`${body}${own.map(({ name, is }) => `exports.${name} = ${is};\n`).join('')}`);
    return;
  }
  const returned = own.map(({ name, is, changes, all }) =>
    (all ? `  ...${all},\n` : changes ? `  get ${name}() { return ${is}; },\n` : name === is ? `  ${name},\n` : `  ${name}: ${is},\n`));
  parts.push(`const ${nameOf(file)} = (() => {\n${body}return {\n${[...new Set(returned)].join('')}};\n})();\n`);
}
add(entry);
// jsdom, in which tests of pages run, has none of these; nor has Node 18 the crypto, which takes long to load.
writeFileSync(to, `'use strict';
const { TextDecoder, TextEncoder } = require('node:util');
const crypto = { getRandomValues: (bytes) => require('node:crypto').webcrypto.getRandomValues(bytes) };
${parts.join('')}`);
if (module) {
  const names = exportsOf[nameOf(entry)].join(', ');
  writeFileSync(module, `import { createRequire } from 'node:module';\nexport const { ${names} } = createRequire(import.meta.url)('./${basename(to)}');\n`);
}
