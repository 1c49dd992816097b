// NamedIds, around a WebAssembly module of its own. named.cpp has the offsets.
import * as sortid from './public.js';
import { copyOf, isBytes } from './given.js';
import { classAt, decoder, encoder, exportsOf, placeOf, secretOf } from './keyed.js';

const { formats, range } = sortid;

// The class for a compiled module, which `module` gives when it is first used.
export function namedIdsOf(module) {
  let wasm;
  let bytes; // of its memory
  let textAt, roomAt;
  function start() {
    if (wasm !== undefined) return;
    wasm = exportsOf(module());
    bytes = new Uint8Array(wasm.memory.buffer);
    textAt = wasm.shared();
    roomAt = textAt + wasm.offset_of_room();
  }

  class NamedIds {
    #place;
    #secret;
    #inHex;
    #prefix = '';
    constructor(kind, key, options) {
      start();
      this.#place = placeOf(kind);
      if (this.#place < 0 || wasm.is_named(this.#place) === 0) {
        const some = formats.filter((_, place) => wasm.is_named(place) !== 0).map(({ className }) => className);
        throw new TypeError(`NamedIds are of a class of ids with 64 random bits or more: ${some.join(', ')}`);
      }
      this.#secret = secretOf(key);
      this.#inHex = typeof key === 'string' ? 1 : 0;
      // Rejects a prefix that breaks the rule, or that the format does not have.
      this.kind = classAt(this.#place);
      if (options !== undefined) this.#prefix = this.kind.min.as(this.kind, options).prefix ?? '';
      this.#write(0, new Uint8Array());
      Object.freeze(this);
    }

    #fits(size) {
      if (this.#secret.length + size > wasm.room()) throw new RangeError(`key and name have at most ${wasm.room()} bytes`);
    }
    #write(unixMs, name) {
      const secret = this.#secret;
      this.#fits(name.length);
      bytes.set(secret, roomAt);
      bytes.set(name, roomAt + secret.length);
      const prefix = encoder.encode(this.#prefix);
      bytes.set(prefix, textAt);
      const size = wasm.named_at(this.#place, prefix.length, secret.length, this.#inHex, name.length, unixMs);
      if (size !== 0) throw new RangeError(decoder.decode(bytes.subarray(textAt, textAt + size)));
    }
    at(instant, name) {
      if (typeof name === 'string') this.#fits(name.length); // before it is copied
      else if (!isBytes(name)) throw new TypeError('a name is a string, or a Uint8Array');
      const data = typeof name === 'string' ? encoder.encode(name) : copyOf(name);
      // In UTF-8 all of them are U+FFFD, so that two names would have one id.
      const half = typeof name === 'string' ? name.search(/\p{Surrogate}/u) : -1;
      if (half >= 0) throw new TypeError(`a name has no half of a surrogate pair, as at position ${half}`);
      const { format } = this.kind;
      // Rejects what is no instant, and one that the format does not have.
      this.#write(this.kind.parse(range(this.kind, { at: instant }).first).unixMs, data);
      return this.kind.fromBytes(bytes.slice(roomAt, roomAt + format.bytes), format.prefixed ? { prefix: this.#prefix } : undefined);
    }
  }

  return NamedIds;
}
