// find, around a WebAssembly module of its own, which few programs need. finder.cpp has the offsets.
import * as sortid from './public.js';
import { givenEach, knownOptions, textGiven, viewOf } from './given.js';
import { decoder, exportsOf, placeOf } from './keyed.js';

const { formats, parse } = sortid;
const known = knownOptions('formats');
const foundSize = 16;

// The formats as bits; a format that is none is parse's to reject.
function wantedOf(kinds) {
  if (!Array.isArray(kinds)) throw new TypeError("formats are an array of formats, such as ['xid']");
  let wanted = 0;
  for (let i = 0; i < kinds.length; ++i) {
    const place = placeOf(kinds[i]);
    if (place < 0) parse('', { format: kinds[i] });
    wanted |= 1 << place;
  }
  return wanted;
}

// The function for a compiled module, which `module` gives at the first call.
export function finderOf(module) {
  let wasm;

  return function find(text, options) {
    const isString = typeof textGiven(text) === 'string';
    const kinds = givenEach(options, known, 'find').formats;
    const wanted = kinds === undefined ? 0 : wantedOf(kinds);
    wasm ??= exportsOf(module());
    const { buffer } = wasm.memory;
    const piece = new Uint8Array(buffer, wasm.piece(), wasm.room());
    const view = new DataView(buffer, wasm.found());
    const whole = isString ? text : viewOf(text).slice();
    const ids = [];
    const take = (count) => {
      for (let at = 0; at < count * foundSize; at += foundSize) {
        const start = view.getFloat64(at, true);
        const end = start + view.getUint32(at + 8, true);
        const own = isString ? whole.slice(start, end) : decoder.decode(whole.subarray(start, end));
        ids.push({ id: parse(own, formats[view.getUint32(at + 12, true)].name), start, end });
      }
    };
    wasm.begin(wanted, kinds === undefined ? 0 : 1);
    for (let begin = 0; begin < whole.length; begin += piece.length) {
      const size = Math.min(piece.length, whole.length - begin);
      // Each byte beyond ASCII ends a word, so one in place of a symbol of a string does, and places stay the string's.
      if (isString) for (let i = 0; i < size; ++i) piece[i] = Math.min(whole.charCodeAt(begin + i), 128);
      else piece.set(whole.subarray(begin, begin + size));
      take(wasm.feed(size));
    }
    take(wasm.finish());
    return ids;
  };
}
