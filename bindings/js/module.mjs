// Writes the script that holds the compiled core, deflated and in base 64.
//   node module.mjs sortid.wasm module.js
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

const [from, to] = process.argv.slice(2);
const wasm = readFileSync(from);
// memLevel is also how long a block is: shorter ones, each with codes of its own, make code 3 % smaller than the longest.
const packed = deflateRawSync(wasm, { level: 9, memLevel: 5 }).toString('base64');
writeFileSync(to, `import { inflate } from './inflate.js';

const packed = '${packed}';
const unpacked = () => inflate(Uint8Array.from(atob(packed), (symbol) => symbol.charCodeAt(0)), ${wasm.length});
export const module = () => new WebAssembly.Module(unpacked());
`);
