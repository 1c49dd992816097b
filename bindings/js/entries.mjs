// Writes the entries that have a WebAssembly of their own, and the package.json that names every entry.
//   node entries.mjs FOLDER VERSION
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, version] = process.argv.slice(2);

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
for (const [entry, made] of Object.entries(own)) {
  writeFileSync(join(folder, `${entry}.js`), script(made, `import { module as compiled } from './${entry}_module.js';`, 'compiled'));
  writeFileSync(join(folder, `${entry}_edge.js`), script(made, `import compiled from './${entry}.wasm';`, '() => compiled'));
}

// TypeScript takes a module's kind from the name of its declarations.
const typed = (declared, file) => ({ types: `./${declared}.d.${file.endsWith('.cjs') ? 'cts' : 'ts'}`, default: `./${file}` });
const pathOf = (entry) => entry.replace('_', '-');
const inOrder = (conditions) => Object.fromEntries(Object.entries(conditions).filter(([, value]) => value));
// In Node the entries are those of the core that `require` has, which is one for the program.
const entryOf = (entry, { edge, node, required = `${entry}.cjs` } = {}) => inOrder({
  workerd: edge && typed(entry, edge), bun: edge && typed(entry, `${entry}.js`), module: typed(entry, `${entry}.js`),
  node: node && { require: typed(entry, required), default: typed(entry, node) },
  require: typed(entry, required), default: typed(entry, `${entry}.js`),
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
  './compat': entryOf('compat'),
  './schema': entryOf('schema'),
  './embedded': { types: './sortid.d.ts', node: './node_embedded.js', default: './embedded.js' },
  './edge': main('edge.js'),
  ...Object.fromEntries(owned.map((entry) => [`./edge/${pathOf(entry)}`, typed(entry, `${entry}_edge.js`)])),
  './web.js': main('web.js'),
  ...Object.fromEntries([...owned, 'sortid'].map((entry) => [`./${entry}.wasm`, `./${entry}.wasm`])),
  './package.json': './package.json',
};

writeFileSync(join(folder, 'package.json'), `${JSON.stringify({
  name: 'sortid', version,
  description: 'Ids that sort by time: ULID, TypeID, UUIDv7, EUID, Ulid-Flake, uid11 and xid, by WebAssembly of one C++ core',
  license: 'MIT', type: 'module',
  sideEffects: ['columns.js', 'columns_edge.js', 'edge.js', 'embedded.js', 'guesses.js', 'ids.js', 'node.cjs', 'node.js', 'node_embedded.js', 'web.js'].map((file) => `./${file}`),
  engines: { node: '>=18' }, main: './node.cjs', module: './embedded.js', types: './sortid.d.ts', exports: exported,
  files: ['*.js', '*.cjs', '*.wasm', '*.d.ts', '*.d.cts'],
}, null, 2)}\n`);
