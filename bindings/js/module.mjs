// Writes the script that holds a compiled module, deflated and in base 64; or in hexadecimal digits, which are shorter where what
// inflates is longer than what it saves, and the page is sent compressed.
//   node module.mjs sortid.wasm module.js [--hex]
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

const [from, to, how] = process.argv.slice(2);
const wasm = readFileSync(from);
const inHex = () => `import { moduleOf } from './one_format.js';

export const module = () => moduleOf('${wasm.toString('hex')}');
`;
// memLevel is also how long a block is: shorter ones, each with codes of its own, make code 3 % smaller than the longest.
const packed = () => deflateRawSync(wasm, { level: 9, memLevel: 5 }).toString('base64');
const deflated = () => `import { inflate } from './inflate.js';

const packed = '${packed()}';
const unpacked = () => inflate(Uint8Array.from(atob(packed), (symbol) => symbol.charCodeAt(0)), ${wasm.length});
export const module = () => new WebAssembly.Module(unpacked());
`;
writeFileSync(to, how === '--hex' ? inHex() : deflated());
