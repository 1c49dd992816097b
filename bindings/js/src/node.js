// The entry for Node and what behaves like it: ready when it is imported.
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { imports, start, started } from './core.js';
import { versionOfCore } from './sortid.js';

if (!started()) {
  const compiled = new WebAssembly.Module(readFileSync(new URL('sortid.wasm', import.meta.url)));
  start(new WebAssembly.Instance(compiled, imports), webcrypto);
}
export const version = versionOfCore();
export * from './public.js';
