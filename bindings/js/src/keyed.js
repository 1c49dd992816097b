// What the entries that need a secret key share: masker.js and named_ids.js.
import * as sortid from './public.js';
import { copyOf, isBytes } from './given.js';

const { formatOf, formats } = sortid;
export const encoder = new TextEncoder();
export const decoder = new TextDecoder();

export const classAt = (place) => sortid[formats[place].className];
// Of a class or a name in the list of formats; -1 for anything else.
export const placeOf = (kind) => formats.indexOf(formatOf(kind));

const mostSymbols = 65536; // no key has so many: what is behind them is not read
// A copy of the bytes, or the digits as bytes.
export function secretOf(key) {
  if (typeof key === 'string') return encoder.encode(key.slice(0, mostSymbols));
  if (!isBytes(key)) throw new TypeError('a key is a Uint8Array, or a string of hexadecimal digits');
  return copyOf(key);
}

export function exportsOf(module) {
  const wasm = new WebAssembly.Instance(module, {}).exports;
  wasm._initialize?.();
  return wasm;
}
