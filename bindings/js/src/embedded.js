// The entry that carries the WebAssembly with it, for bundlers: ready when it is imported, and nothing is
// loaded.
import { imports, start, started } from './core.js';
import { module } from './module.js';
import { versionOfCore } from './sortid.js';

if (!started()) start(new WebAssembly.Instance(module(), imports), globalThis.crypto);
export const version = versionOfCore();
export * from './public.js';
