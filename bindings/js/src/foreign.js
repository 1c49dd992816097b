// looksLike, around a WebAssembly module of its own, which few programs need. foreign.cpp has the offsets.
import { givenEach, knownOptions, textGiven, timeOf, viewOf } from './given.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const idSize = 232;
const fieldsAt = 40;
const fieldSize = 24;
const known = knownOptions('latest');

function latestOf({ latest }) {
  if (latest === undefined) return undefined;
  const ms = typeof latest === 'object' ? timeOf(latest) : latest;
  if (typeof ms !== 'number' || Number.isNaN(ms)) throw new TypeError('latest is a Date or Unix milliseconds');
  return Math.floor(ms);
}

// The function for a compiled module, which `module` gives at the first call.
export function foreignOf(module) {
  let wasm;

  return function looksLike(given, options) {
    const isString = typeof textGiven(given) === 'string';
    const latest = latestOf(givenEach(options, known, 'looksLike'));
    if (wasm === undefined) {
      wasm = new WebAssembly.Instance(module(), {}).exports;
      wasm._initialize?.();
    }
    const { buffer } = wasm.memory;
    const room = wasm.room(); // a text that fills it looks like nothing
    const text = isString ? encoder.encode(given.slice(0, room)) : viewOf(given);
    const size = Math.min(text.length, room);
    new Uint8Array(buffer, wasm.text(), room).set(text.subarray(0, size));
    const count = wasm.looks_like(size, latest ?? Date.now(), latest === undefined ? 1 : 0);

    const view = new DataView(buffer, wasm.foreign_ids(), count * idSize);
    const textAt = (at) => decoder.decode(new Uint8Array(buffer, view.getUint32(at, true), view.getUint32(at + 4, true)));
    return Array.from({ length: count }, (_, index) => {
      const at = index * idSize;
      const fields = {};
      for (let i = 0; i < view.getUint32(at + 28, true); ++i) {
        const field = at + fieldsAt + i * fieldSize;
        fields[textAt(field)] = (view.getBigUint64(field + 16, true) << 64n) | view.getBigUint64(field + 8, true);
      }
      const unixMs = view.getUint32(at + 24, true) === 0 ? null : view.getFloat64(at + 32, true);
      return {
        name: textAt(at), title: textAt(at + 8), unixMs, time: unixMs === null ? null : new Date(unixMs),
        uuid: textAt(at + 16) || null, fields,
      };
    });
  };
}
