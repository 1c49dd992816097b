// Writes the entries that have a WebAssembly of their own, those of one format with their declarations, and the package.json that
// names every entry.
//   node entries.mjs FOLDER VERSION TYPE…
// FOLDER has formats.js; the types of the formats name their entries' files, in the order of the list.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, version, ...types] = process.argv.slice(2);
// By its text, since no package.json says yet that it is a module.
const { formats } = await import(`data:text/javascript,${encodeURIComponent(readFileSync(join(folder, 'formats.js'), 'utf8'))}`);

// The module that makes what the entry exports of its compiled WebAssembly, the function that does, and the export. Each is
// beside any entry of the package; columns.js is imported for its effect. `node` is the module for Node, whose core has the columns.
const own = {
  columns: { from: 'core', by: 'vectorize', node: 'node.js' },
  find: { from: 'finder', by: 'finderOf', name: 'find', node: 'find_node.js' },
  looks_like: { from: 'foreign', by: 'foreignOf', name: 'looksLike' },
  mask: { from: 'masker', by: 'maskerOf', name: 'Masker', node: 'mask_node.js' },
  named: { from: 'named_ids', by: 'namedIdsOf', name: 'NamedIds', node: 'named_node.js' },
};
// Workers compile the WebAssembly at deployment; elsewhere an entry has it with it.
const script = ({ from, by, name }, wasm, compiled) =>
  `${wasm}\nimport { ${by} } from './${from}.js';\n\n${name ? `export const ${name} = /* @__PURE__ */ ` : ''}${by}(${compiled});\n`;
function writeEntry(entry, scriptOf) {
  writeFileSync(join(folder, `${entry}.js`), scriptOf(`import { module as compiled } from './${entry}_module.js';`, 'compiled'));
  writeFileSync(join(folder, `${entry}_edge.js`), scriptOf(`import compiled from './${entry}.wasm';`, '() => compiled'));
}
for (const [entry, made] of Object.entries(own)) writeEntry(entry, (wasm, compiled) => script(made, wasm, compiled));

// One format: the name of its function, where it makes ids, and what one_format.js is told.
const ofFormats = formats.map((format, place) => {
  const { name, className, functionName, bits, prefixed, checked, drawn, generated, fields } = format;
  const number = fields.find(({ role }) => role === 'node' || role === 'extension');
  // The draws beside it keep ids apart where no number is given.
  const unset = number?.role === 'node' && drawn ? 0 : undefined;
  return { entry: types[place], path: name, functionName, className, generated, prefixed,
    facts: { name, className, bits, prefixed, checked, drawn, generated, number: number?.option ?? number?.name, unset } };
});
const scriptOfFormat = ({ className, functionName, facts }) => (wasm, compiled) => `${wasm}
import { formatOf } from './one_format.js';
export { GeneratorError, SortidError } from './errors.js';

const own = /* @__PURE__ */ formatOf(${compiled}, ${JSON.stringify(facts)});
export const ${className} = own.Class;
${functionName ? `export const ${functionName} = own.fresh;\n` : ''}export const parse = own.parse;
export const tryParse = own.tryParse;
export const isValid = own.isValid;
`;
const template = readFileSync(new URL('one_format.d.ts', import.meta.url), 'utf8');
function declarationsOf({ path, className, functionName, generated, prefixed, facts: { bits, checked, drawn, number } }) {
  const options = [...(checked ? ['check'] : []), ...(drawn ? ['random'] : []), ...(number ? [number] : [])].map((option) => `'${option}'`);
  const kept = new Set([...(generated ? ['generated'] : []), prefixed ? 'prefixed' : 'plain', ...(drawn ? ['drawn'] : []), ...(bits === 128 ? ['wide'] : [])]);
  return template
    .replace(/^\/\/ (\w+): (.*)\n/gm, (_, when, line) => (when.split('_').every((word) => kept.has(word)) ? `${line}\n` : ''))
    .replaceAll('PATH', path).replaceAll('CLASS', className).replaceAll('FUNCTION', functionName).replaceAll('OPTIONS', options.join(' | ') || 'never');
}
for (const one of ofFormats) {
  writeEntry(one.entry, scriptOfFormat(one));
  writeFileSync(join(folder, `${one.entry}_node_embedded.js`),
    `import { webcrypto } from 'node:crypto';\nimport { host } from './one_format.js';\n\nhost.crypto = webcrypto;\nexport * from './${one.entry}.js';\n`);
  for (const kind of ['ts', 'cts']) writeFileSync(join(folder, `${one.entry}.d.${kind}`), declarationsOf(one));
}

// TypeScript takes a module's kind from the name of its declarations.
const typed = (declared, file) => ({ types: `./${declared}.d.${file.endsWith('.cjs') ? 'cts' : 'ts'}`, default: `./${file}` });
const pathOf = (entry) => entry.replace('_', '-');
const inOrder = (conditions) => Object.fromEntries(Object.entries(conditions).filter(([, value]) => value));
// In Node the entries are those of the core that `require` has, which is one for the program. `bundled` is for what bundles for Node.
const entryOf = (entry, { edge, node, bundled = `${entry}.js`, required = `${entry}.cjs` } = {}) => inOrder({
  workerd: edge && typed(entry, edge), bun: edge && typed(entry, `${entry}.js`),
  node: node && { module: typed(entry, bundled), require: typed(entry, required), default: typed(entry, node) },
  module: typed(entry, `${entry}.js`), require: typed(entry, required), default: typed(entry, `${entry}.js`),
});
const main = (file) => typed('sortid', file);
const owned = Object.keys(own);
const exported = {
  '.': {
    workerd: main('edge.js'), bun: main('node_embedded.js'),
    node: { module: main('node_embedded.js'), require: main('node.cjs'), default: main('node.js') },
    module: main('embedded.js'), require: main('node.cjs'), default: main('embedded.js'),
  },
  // Where columns are required, node.cjs has them.
  ...Object.fromEntries(owned.map((entry) => [`./${pathOf(entry)}`,
    entryOf(entry, { edge: `${entry}_edge.js`, node: own[entry].node, required: own[entry].name ? undefined : 'node.cjs' })])),
  ...Object.fromEntries(ofFormats.map(({ entry, path }) => [`./${path}`, entryOf(entry, { edge: `${entry}_edge.js`, node: `${entry}_node.js`, bundled: `${entry}_node_embedded.js` })])),
  './compat': entryOf('compat'),
  './schema': entryOf('schema'),
  './embedded': { types: './sortid.d.ts', node: './node_embedded.js', default: './embedded.js' },
  './edge': main('edge.js'),
  ...Object.fromEntries([...owned.map((entry) => [pathOf(entry), entry]), ...ofFormats.map(({ path, entry }) => [path, entry])]
    .map(([path, entry]) => [`./edge/${path}`, typed(entry, `${entry}_edge.js`)])),
  './web.js': main('web.js'),
  ...Object.fromEntries([...owned, ...types, 'sortid'].map((entry) => [`./${entry}.wasm`, `./${entry}.wasm`])),
  './package.json': './package.json',
};

writeFileSync(join(folder, 'package.json'), `${JSON.stringify({
  name: 'sortid', version,
  description: 'Ids that sort by time: ULID, TypeID, UUIDv7, EUID, Ulid-Flake, uid11 and xid, by WebAssembly of one C++ core',
  license: 'MIT', type: 'module',
  sideEffects: ['columns.js', 'columns_edge.js', 'edge.js', 'embedded.js', 'guesses.js', 'ids.js', 'node.cjs', 'node.js', 'node_embedded.js', 'web.js', ...types.map((type) => `${type}_node_embedded.js`)]
    .map((file) => `./${file}`),
  engines: { node: '>=18' }, main: './node.cjs', module: './embedded.js', types: './sortid.d.ts', exports: exported,
  files: ['*.js', '*.cjs', '*.wasm', '*.d.ts', '*.d.cts'],
}, null, 2)}\n`);
