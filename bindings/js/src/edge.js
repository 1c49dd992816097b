// The entry for Workers and other edge runtimes: they compile the WebAssembly at deployment, and reject to do
// it later.
import compiled from './sortid.wasm';
import { imports, standstill, start, started } from './core.js';
import { versionOfCore } from './sortid.js';

if (!started()) start(new WebAssembly.Instance(compiled, imports), globalThis.crypto, standstill);
export const version = versionOfCore();
export * from './public.js';
