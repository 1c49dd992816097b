// Masker, around a WebAssembly module of its own, which few programs need. masker.cpp has the offsets.
import * as sortid from './public.js';
import { copyOf, elementsEach, given, knownOptions, valuesOf } from './given.js';
import { classAt, decoder, encoder, exportsOf, placeOf, secretOf } from './keyed.js';

const { Id, SortidError } = sortid;
const textAt = 20;
const known = knownOptions('uuidVersion');

// The class for a compiled module, which `module` gives when it is first used.
export function maskerOf(module) {
  let wasm;
  let view; // of its memory
  let bytes;
  let idsAt;
  const free = []; // places for maskers

  function renewViews() {
    bytes = new Uint8Array(wasm.memory.buffer);
    view = new DataView(wasm.memory.buffer);
  }
  function start() {
    if (wasm !== undefined) return;
    wasm = exportsOf(module());
    idsAt = wasm.shared() + wasm.offset_of_ids();
    renewViews();
  }
  const word = (index) => view.getUint32(wasm.shared() + 4 * index, true);
  const textOf = (size) => decoder.decode(bytes.subarray(wasm.shared() + textAt, wasm.shared() + textAt + size));
  function putText(data) {
    bytes.set(data, wasm.shared() + textAt);
    return data.length;
  }

  const page = 65536;
  function takePlace() {
    if (free.length === 0) {
      const size = wasm.masker_size();
      const begin = wasm.memory.grow(1) * page;
      renewViews();
      for (let at = begin; at + size <= begin + page; at += size) free.push(at);
    }
    return free.pop();
  }
  function givePlace(place) {
    wasm.erase(place);
    free.push(place);
  }
  // Some edge runtimes have no finalizers; a worker there lives shortly.
  const places = globalThis.FinalizationRegistry && new FinalizationRegistry(givePlace);

  // The ids that lie in the memory, in place.
  function run(place, direction, { name }, count, prefix) {
    const size = wasm.run(place, direction, count, putText(encoder.encode(prefix)));
    if (size === 0) return null;
    const [done, position, expected, found] = [word(0), word(1), word(2), word(3)];
    const message = textOf(size);
    return { done, error: { reason: 'range', position, expected, found, format: name, message } };
  }

  class Masker {
    #place;
    constructor(kind, key, options) {
      const place = placeOf(kind);
      if (place < 0) throw new TypeError('a Masker is of a class of ids, such as ULID');
      const secret = secretOf(key);
      const { uuidVersion = 8 } = given(options, known, 'a Masker');
      start();
      const at = takePlace();
      bytes.set(secret.subarray(0, wasm.room()), idsAt);
      const size = wasm.make(at, place, Math.min(secret.length, wasm.room()), typeof key === 'string' ? 1 : 0, Number.isInteger(uuidVersion) ? uuidVersion : 0);
      secret.fill(0);
      if (size !== 0) {
        free.push(at);
        throw new RangeError(textOf(size));
      }
      this.#place = at;
      places?.register(this, at);
      this.kind = classAt(place);
      this.maskedKind = classAt(word(4));
      Object.freeze(this);
    }

    #one(direction, from, to, shown) {
      const { format } = from;
      if (shown instanceof Id && shown.formatName !== format.name) throw new TypeError(`this masker takes ${format.name}, found ${shown.formatName}`);
      const id = from.parse(shown);
      const prefix = id.prefix ?? '';
      if (format.bits === 64) view.setBigUint64(idsAt, id.value, true);
      else bytes.set(id.bytes, idsAt);
      const failed = run(this.#place, direction, format, 1, prefix);
      if (failed) throw new SortidError(failed.error);
      const own = format.prefixed ? { prefix } : undefined;
      if (format.bits === 64) return to.fromValue(view.getBigUint64(idsAt, true), own);
      return to.fromBytes(bytes.slice(idsAt, idsAt + format.bytes), own);
    }
    mask(id) {
      return this.#one(0, this.kind, this.maskedKind, id);
    }
    unmask(id) {
      return this.#one(1, this.maskedKind, this.kind, id);
    }

    #many(direction, { format }, to, column, options) {
      const wide = format.bits !== 64;
      const values = copyOf(valuesOf(format, column));
      const each = elementsEach(format);
      // Rejects a prefix that breaks the rule, or that the format does not have.
      const prefix = options === undefined ? '' : (to.min.as(to, options).prefix ?? '');
      const total = values.length / each;
      const block = wasm.room() / format.bytes;
      for (let begin = 0; begin < total; begin += block) {
        const count = Math.min(block, total - begin);
        const some = values.subarray(begin * each, (begin + count) * each);
        if (wide) bytes.set(some, idsAt);
        else some.forEach((value, i) => view.setBigUint64(idsAt + 8 * i, value, true));
        const failed = run(this.#place, direction, format, count, prefix);
        if (failed) throw new SortidError(failed.error, `id ${begin + failed.done}: ${failed.error.message}`);
        if (wide) some.set(bytes.subarray(idsAt, idsAt + some.length));
        else some.forEach((_, i) => (some[i] = view.getBigUint64(idsAt + 8 * i, true)));
      }
      return values;
    }
    maskMany(values, options) {
      return this.#many(0, this.kind, this.maskedKind, values, options);
    }
    unmaskMany(values, options) {
      return this.#many(1, this.maskedKind, this.kind, values, options);
    }
  }

  return Masker;
}
