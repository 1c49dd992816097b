// The last part of node.cjs: starts the core with the WebAssembly beside it. commonjs.mjs gives what is of CommonJS and the crypto.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imports, start, vectorize } from './core.js';
import { versionOfCore } from './sortid.js';

const compiled = (name) => new WebAssembly.Module(readFileSync(join(__dirname, name)));
start(new WebAssembly.Instance(compiled('sortid.wasm'), imports), crypto);
vectorize(() => compiled('columns.wasm'));
export const version = versionOfCore();
export * from './public.js';
