// What the entries that need a secret key share: masker.js and named_ids.js.
import * as sortid from './public.js';

const { formats } = sortid;
export const encoder = new TextEncoder();
export const decoder = new TextDecoder();

export const classAt = (place) => sortid[formats[place].className];
// Of a class in the list of formats; -1 for anything else.
export const placeOf = (kind) => formats.findIndex((_, at) => classAt(at) === kind);

// A copy, by the engine's own reading of an array.
export function copyOf(array, Class) {
  const isOne = ArrayBuffer.isView(array) && Object.prototype.toString.call(array) === `[object ${Class.name}]`;
  return isOne ? new Class(array) : null;
}

const mostSymbols = 65536; // no key has so many: what is behind them is not read
// A copy of the bytes, or the digits as bytes.
export function secretOf(key) {
  const secret = typeof key === 'string' ? encoder.encode(key.slice(0, mostSymbols)) : copyOf(key, Uint8Array);
  if (secret === null) throw new TypeError('a key is a Uint8Array, or a string of hexadecimal digits');
  return secret;
}

export function exportsOf(module) {
  const wasm = new WebAssembly.Instance(module, {}).exports;
  wasm._initialize?.();
  return wasm;
}
