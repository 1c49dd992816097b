// As embedded.js, for programs of Node that were bundled: Node 18 has no global crypto.
import { webcrypto } from 'node:crypto';
import { imports, start, started } from './core.js';
import { module } from './module.js';
import { versionOfCore } from './sortid.js';

if (!started()) start(new WebAssembly.Instance(module(), imports), webcrypto);
export const version = versionOfCore();
export * from './public.js';
