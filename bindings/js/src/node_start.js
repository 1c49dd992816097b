// The last part of node.cjs: starts the core with the WebAssembly beside it.
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { imports, start } from './core.js';
import { versionOfCore } from './sortid.js';

start(new WebAssembly.Instance(new WebAssembly.Module(readFileSync(join(__dirname, 'sortid.wasm'))), imports), webcrypto);
export const version = versionOfCore();
export * from './public.js';
