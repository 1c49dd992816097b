// What the entry of one format exports, around a WebAssembly module of its own that starts with the first call: the names of the
// package's main entry and its answers, for a page that loads little. one_format.hpp has the offsets; the facts of a format are from
// the list of formats.
import { ErrorDetails, GeneratorError, SortidError } from './errors.js';

const page = 65536; // of WebAssembly's memory
const mostRead = 128 * page; // bytes of a text
const leastRoom = 256; // for texts; short ones have a third of it in symbols
const positionAt = 4, valueAt = 16, textAt = 32;
const greatest = 0xffffffff;
const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder();
const { getPrototypeOf } = Object;
const isRecord = (value) => value !== null && typeof value === 'object' && getPrototypeOf(getPrototypeOf(value) ?? none) === null;
// By what the host knows of an object, not by what it says of itself.
const tagOf = Object.getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
const isBytes = (value) => tagOf.call(value) === 'Uint8Array';
const { getTime } = Date.prototype; // throws for what is no Date
const none = { __proto__: null };

// A loop over the digits: an array of them takes several times as long.
function bytesOf(hex) {
  const digit = (at) => (hex.charCodeAt(at) & 15) + (hex.charCodeAt(at) > 64 ? 9 : 0);
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = 16 * digit(2 * i) + digit(2 * i + 1);
  return bytes;
}
// What a bundle for Node has in place of the global crypto, which Node 18 lacks.
export const host = { crypto: undefined };
export const moduleOf = (hex) => new WebAssembly.Module(bytesOf(hex));

// `number` is the option that new ids have as a number, and `unset` what stands for it where it is left out.
export function formatOf(compiled, { name, className, bits, prefixed, checked, drawn, generated, number, unset }) {
  const size = bits / 8;
  const asText = Symbol();
  let wasm, bytes, shared, stack;
  let free = 0, from, room = 0; // of the memory, and of it for texts
  let input; // the beginning of the latter
  let thrown; // by the source of random bits; an exception must not pass through WebAssembly
  const generators = new Map(); // by their number
  let next; // memory for the next one
  let drawing = false;

  function entropy(_, to, count) {
    drawing = true;
    try {
      const into = (host.crypto ?? crypto).getRandomValues(bytes.subarray(to, to + count));
      if (into.every((byte) => byte === 0)) throw new Error('no random bytes');
      return 1;
    } catch (error) {
      thrown = { error };
      return 0;
    } finally {
      drawing = false;
    }
  }
  function start() {
    if (drawing) throw new Error('an id is being made');
    // An exception through WebAssembly, such as that of a stack which is full, leaves the stack pointer in there as it was.
    if (wasm) return wasm.stackRestore(stack);
    wasm = new WebAssembly.Instance(compiled(), { host: { entropy } }).exports;
    wasm._initialize?.();
    shared = wasm.shared();
    stack = wasm.stackSave();
    makeRoom(leastRoom);
  }
  // A piece of the memory.
  function take(count) {
    if (!free || bytes.length < free + count) {
      free = wasm.memory.grow((count >> 16) + 1) * page;
      bytes = new Uint8Array(wasm.memory.buffer);
      input = bytes.subarray(from, from + leastRoom);
    }
    const at = free;
    free += (count + 15) & -16;
    return at;
  }

  function makeRoom(size) {
    from = take(size);
    room = size;
    input = bytes.subarray(from, from + leastRoom);
  }

  // Puts a text where the module reads it, with a prefix behind it, and returns the size of both.
  function put(text, behind = '') {
    const given = text instanceof Class ? text.text : text;
    const isText = typeof given === 'string';
    if (!isText && !isBytes(given)) throw new TypeError('a text is a string or a Uint8Array');
    start();
    if (isText && given.length <= leastRoom / 3 && !behind) return [encoder.encodeInto(given, input).written, 0];
    const data = isText ? encoder.encode(given.slice(0, mostRead + 1)) : new Uint8Array(given);
    const read = Math.min(data.length, mostRead);
    const prefix = encoder.encode(behind.slice(0, mostRead));
    const wanted = read + prefix.length;
    if (wanted > room) makeRoom(2 * wanted);
    bytes.set(data.subarray(0, read), from);
    // No text may have it: the part that was cut off is not to be taken for the whole.
    if (read < data.length) bytes[from + read - 1] = 0;
    bytes.set(prefix, from + read);
    return [read, prefix.length];
  }
  const output = (count) => decoder.decode(bytes.subarray(shared + textAt, shared + textAt + count));

  function details(format = name) {
    const view = new DataView(bytes.buffer, shared + positionAt);
    const [position, expected, found] = [0, 4, 8].map((at) => view.getUint32(at, true));
    return rejected(output(wasm.word_of_reason()), position, expected, found, format);
  }
  const rejected = (reason, position, expected, found, format) =>
    new ErrorDetails(reason, position, expected, found, format, `${format}: ${reason} at position ${position}`);
  function answer(outcome) {
    if (outcome < 0) throw new SortidError(details());
    return output(outcome);
  }

  // The options that were given, each read once; those that are not known would be unheard.
  function told(options, known) {
    if (options === undefined) return none;
    const found = { __proto__: null };
    const names = known.join(', ') || 'none';
    if (!isRecord(options)) throw new TypeError(`options are an object: ${names}`);
    for (const key of Object.getOwnPropertyNames(options)) {
      const value = options[key];
      if (known.includes(key)) found[key] = value;
      else if (value !== undefined) throw new TypeError(`${name} has no option ${key}: ${names}`);
    }
    if (found.prefix !== undefined && typeof found.prefix !== 'string') throw new TypeError('a prefix is a string');
    return found;
  }
  const prefixOption = prefixed ? ['prefix'] : [];
  const readOptions = [...prefixOption, 'lenient'];
  const newOptions = [...(drawn ? ['at', 'random'] : []), ...(checked ? ['check'] : []), ...(number ? [number] : [])];
  const asOptions = (given) => (prefixed && typeof given === 'string' ? { prefix: given } : given);
  // `texts.map(parse)` gives an index.
  const toldEach = (options, known) => told(typeof options === 'number' ? undefined : asOptions(options), known);
  function truth(option, value) {
    if (value !== undefined && typeof value !== 'boolean') throw new TypeError(`${option} is true or false`);
    return value;
  }

  function read(text, options) {
    const how = toldEach(options, readOptions);
    const leniently = truth('lenient', how.lenient);
    const [count, wanted] = put(text, how.prefix);
    return wasm.parse(from, count, leniently ? 1 : 0, how.prefix === undefined ? -1 : wanted);
  }
  const parse = (text, options) => new Class(answer(read(text, options)), asText);
  function tryParse(text, options) {
    const outcome = read(text, options);
    return outcome < 0 ? { id: null, error: details() } : { id: new Class(output(outcome), asText), error: null };
  }
  const isValid = (text, options) => (typeof text === 'string' || isBytes(text) || text instanceof Class) && read(text, options) >= 0;
  const prefixes = new Set(); // that the module has taken
  function behind(prefix, text) {
    if (!prefix) return text;
    const whole = `${prefix}_${text}`;
    if (!prefixes.has(prefix)) {
      answer(read(whole));
      if (prefixes.size > 999) prefixes.clear();
      prefixes.add(prefix);
    }
    return whole;
  }

  function generatorOf(given = unset) {
    if (!generators.has(given)) {
      if (given !== undefined && !(Number.isInteger(given) && given >= 0)) throw new TypeError(`${number} is a whole number, 0 or more`);
      next ??= take(wasm.generator_size());
      answer(wasm.make(next, Math.min(given ?? 0, greatest), given === undefined ? 0 : 1));
      generators.set(given, next);
      next = undefined;
    }
    return generators.get(given);
  }
  function fresh(given, options) {
    if (!generated) throw new TypeError(`no new ${name}`);
    const isPrefix = prefixed && typeof given === 'string';
    const { prefix = isPrefix ? given : undefined, at, random, check, [number]: own } =
      isPrefix ? told(options, newOptions) : told(given, [...prefixOption, ...newOptions]);
    const drawing = truth('random', random);
    const unchecked = truth('check', check) === false;
    const now = at === undefined ? Date.now() : getTime.call(at);
    if (Number.isNaN(now)) throw new TypeError('an invalid Date');
    start();
    const generator = generatorOf(own);
    const outcome = (at || drawing ? wasm.random_at : wasm.next)(generator, now, unchecked ? 1 : 0);
    if (outcome < 0) {
      const fault = output(wasm.word_of_fault(-outcome));
      const cause = thrown;
      thrown = undefined;
      throw new GeneratorError(fault, name, `no new ${name}: ${fault}`, cause);
    }
    return behind(prefix, output(outcome));
  }

  // The value of an id, where the module has it.
  function loaded(id) {
    answer(read(id.text));
    return bytes.slice(shared + valueAt, shared + valueAt + size);
  }

  class Class {
    formatName = name;
    text;
    constructor(given, key) {
      this.text = key === asText ? given : fresh(given, key);
      Object.freeze(this);
    }
    toString() {
      return this.text;
    }
    valueOf() {
      return this.text;
    }
    toJSON() {
      return this.text;
    }
    get bytes() {
      return loaded(this);
    }
    get hex() {
      return Array.from(loaded(this), (byte) => byte.toString(16).padStart(2, '0')).join('');
    }
    get value() {
      return BigInt(`0x${this.hex}`);
    }
    get uuid() {
      return bits === 128 ? this.hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : null;
    }
    get unixMs() {
      loaded(this);
      const ms = wasm.unix_ms();
      return Number.isNaN(ms) ? null : ms;
    }
    get time() {
      const ms = this.unixMs;
      return ms === null ? null : new Date(ms);
    }
    get prefix() {
      return prefixed ? this.text.slice(0, -27) : null;
    }
    get suffix() {
      return prefixed ? this.text.slice(-26) : null;
    }
    equals(other) {
      return other instanceof Class && other.text === this.text;
    }
    compare(other) {
      return Class.compare(this, other);
    }
    static compare(one, other) {
      if (!(one instanceof Class && other instanceof Class)) throw new TypeError('ids are compared with ids');
      return one.text < other.text ? -1 : one.text > other.text ? 1 : 0;
    }
    static new(given, options) {
      return new Class(given, options);
    }
    static fromBytes(data, options) {
      const { prefix } = toldEach(options, prefixOption);
      if (!isBytes(data)) throw new TypeError('bytes are a Uint8Array');
      const own = new Uint8Array(data);
      if (own.length !== size) throw new RangeError(`${name} has ${size} bytes, found ${own.length}`);
      start();
      bytes.set(own, shared + valueAt);
      return new Class(behind(prefix, answer(wasm.write())), asText);
    }
    static fromHex(hex, options) {
      if (typeof hex !== 'string' || hex.length !== 2 * size || /[^0-9a-f]/i.test(hex)) throw new TypeError(`${2 * size} hexadecimal digits expected`);
      return Class.fromBytes(bytesOf(hex), options);
    }
    static fromValue(value, options) {
      if (typeof value !== 'bigint') throw new TypeError('a value is a BigInt');
      if (value !== BigInt.asUintN(bits, value)) throw new SortidError(rejected('overflow', 0, 0, 0, name));
      return Class.fromHex(value.toString(16).padStart(2 * size, '0'), options);
    }
    static fromUUID(uuid, options) {
      const { prefix } = toldEach(options, prefixOption);
      const [count] = put(uuid);
      if (wasm.read_uuid(from, count) < 0) throw new SortidError(details('uuid'));
      return new Class(behind(prefix, answer(wasm.write())), asText);
    }
  }
  if (bits !== 128) delete Class.fromUUID;
  Object.assign(Class, { parse, tryParse, isValid });
  Object.defineProperty(Class, 'name', { value: className });
  return { Class, fresh, parse, tryParse, isValid };
}
