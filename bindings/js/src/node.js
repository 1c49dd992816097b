// The entry for Node and what behaves like it: ready when it is imported.
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { imports, start, started, vectorize } from './core.js';
import { versionOfCore } from './sortid.js';

if (!started()) {
  const compiled = (name) => new WebAssembly.Module(readFileSync(new URL(name, import.meta.url)));
  start(new WebAssembly.Instance(compiled('sortid.wasm'), imports), webcrypto);
  vectorize(() => compiled('columns.wasm'));
}
export const version = versionOfCore();
export * from './public.js';
