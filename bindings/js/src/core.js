// The WebAssembly instance, and how texts, values and refusals cross to it and back. The offsets and numbers that it states
// are those of exchange.hpp; every fact of a format comes from the core.
import { formats, textReaders } from './formats.js';

export const NONE = -1; // no_format and not_given of exchange.hpp, as WebAssembly sees a 32-bit integer
export const AS_ANOTHER = 64; // parse: taken, but the id's own text is another one

export let wasm;
export let bytes;
let view;
let base;
let fieldsAt, valueAt, prefixAt, optionsAt, inputAt, outputAt;
let inputBytes;
export let room; // of the input and of the output
const encoder = new TextEncoder();
const decoder = new TextDecoder();

// --- the host --------------------------------------------------------------------------------------------------

let crypto;
const sources = new Map(); // the callers' own sources of entropy, by number; 0 is the host's
let lastSource = 0;
let clock = null; // of the generator that is running, where it has one of its own
let thrown = null; // by a clock or a source; an exception must not pass through WebAssembly

export function addSource(fill) {
  sources.set(++lastSource, fill);
  return lastSource;
}
export const dropSource = (source) => sources.delete(source);

// Any host can wait by looking at the time; some threads may sleep.
const sleeper = typeof SharedArrayBuffer === 'function' ? new Int32Array(new SharedArrayBuffer(4)) : null;
function sleep(us) {
  const begun = performance.now();
  const spent = () => (performance.now() - begun) * 1000;
  try {
    if (sleeper) Atomics.wait(sleeper, 0, 0, us / 1000);
  } catch {
    // the main thread of a page
  }
  while (spent() < us);
  return spent();
}
// Where time stands still while a program computes, waiting would have no end: it passes as if it had been waited for.
export const standstill = (us) => us;
let pause;

// A clock or a source of the caller's may make and read ids itself while a generator waits for it inside WebAssembly,
// whose ids so far stand in the output. The stack in there is small, so not without end.
export const idsAtOnce = 256;
const idsRoom = idsAtOnce * Math.max(16, ...formats.map(({ symbols }) => symbols));
const deepest = 16;
const outputs = []; // as they were, by depth
let depth = 0;
function outside(call) {
  if (depth === deepest) throw new RangeError('clocks and sources of entropy that ask generators with others of their own: too deep');
  const outerClock = clock;
  const made = (outputs[depth] ??= new Uint8Array(idsRoom));
  made.set(bytes.subarray(outputAt, outputAt + idsRoom));
  clock = null;
  ++depth;
  try {
    return call();
  } finally {
    --depth;
    clock = outerClock;
    bytes.set(made, outputAt);
  }
}

function readClock(now) {
  const ms = Math.floor(now());
  if (Number.isSafeInteger(ms)) return ms;
  throw new TypeError('a clock tells Unix milliseconds as a number');
}

const host = {
  now() {
    try {
      const own = clock;
      return own ? outside(() => readClock(own)) : Date.now();
    } catch (error) {
      thrown = { error, byClock: true };
      return Infinity; // outside the time of every format, so the generator stays as it is
    }
  },
  // A clock of the caller's goes on by itself, or is asked as often as the limit allows.
  pause: (us) => (clock ? us : pause(us)),
  entropy(source, to, size) {
    try {
      const target = new Uint8Array(wasm.memory.buffer, to, size);
      if (source === 0) {
        crypto.getRandomValues(target);
      } else {
        // A copy: a source must not keep hold of the memory, nor meet it after it grew.
        const drawn = new Uint8Array(size);
        const answer = outside(() => sources.get(source)(drawn));
        if (typeof answer?.then === 'function') throw new TypeError('a source of entropy fills the bytes before it returns: no promise');
        new Uint8Array(wasm.memory.buffer).set(drawn, to);
      }
      return 1;
    } catch (error) {
      thrown = { error, byClock: false };
      return 0;
    }
  },
};
export const imports = { host };

// Calls with the clock of a generator, and throws on what its clock or source threw.
export function withClock(own, call) {
  const now = readClock(own);
  clock = own;
  try {
    return call(now);
  } finally {
    clock = null;
  }
}
// The exception of the clock or the source, once.
export function takeThrown() {
  const was = thrown;
  thrown = null;
  return was;
}

// --- start -----------------------------------------------------------------------------------------------------

function renewViews() {
  bytes = new Uint8Array(wasm.memory.buffer);
  view = new DataView(wasm.memory.buffer);
  inputBytes = bytes.subarray(inputAt, inputAt + room);
}

export const started = () => wasm !== undefined;
export function start(instance, hostCrypto, hostPause = sleep) {
  wasm = instance.exports;
  crypto = hostCrypto;
  pause = hostPause;
  wasm._initialize?.();
  base = wasm.exchange();
  room = wasm.exchange_room();
  [, fieldsAt, valueAt, prefixAt, optionsAt, inputAt, outputAt] =
    Array.from({ length: 7 }, (_, part) => base + wasm.offset_of(part));
  renewViews();
  for (let place = 0; place < Math.max(formats.length, wasm.format_count()); ++place) {
    const name = place < wasm.format_count() ? output(wasm.name_of_format(place)) : undefined;
    if (formats[place]?.name !== name) throw new Error('sortid: formats.js and sortid.wasm are of different builds');
  }
}

// --- texts -----------------------------------------------------------------------------------------------------

const page = 65536; // of WebAssembly's memory
// Where put() put the text.
export let from;
let long = { at: 0, size: 0 }; // for texts longer than any id, kept for the next one

function putLong(data, length = data.length) {
  if (length > long.size) {
    const end = wasm.memory.buffer.byteLength;
    const inPlace = long.at + long.size === end;
    // Elsewhere by doubling, so that ever longer texts take no more than a few times the longest.
    const pages = Math.ceil((inPlace ? length - long.size : Math.max(length, 2 * long.size)) / page);
    wasm.memory.grow(pages);
    long = inPlace ? { at: long.at, size: long.size + pages * page } : { at: end, size: pages * page };
    renewViews();
  }
  bytes.set(data, long.at);
  from = long.at;
  return length;
}

// As many as it has: a class of a user's may say otherwise, and what is put is no more than what it has.
const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length');
export const lengthOf = (data) => Reflect.apply(get, data, []);

// Puts a text where the core reads it and returns its size in bytes.
export function put(text) {
  if (typeof text === 'string') {
    const done = encoder.encodeInto(text, inputBytes);
    if (done.read !== text.length) return putLong(encoder.encode(text));
    from = inputAt;
    return done.written;
  }
  if (!(text instanceof Uint8Array)) throw new TypeError('a text is a string or a Uint8Array');
  const size = lengthOf(text);
  if (size > room) return putLong(text, size);
  bytes.set(text, inputAt);
  from = inputAt;
  return size;
}

// The text of so many symbols that stands in the output.
export const output = (size) => (textReaders[size] ? textReaders[size](bytes, outputAt) : decoder.decode(bytes.subarray(outputAt, outputAt + size)));
export const readerOf = (format) => textReaders[format.symbols];
export const outputText = (reader, index, stride) => reader(bytes, outputAt + index * stride);

// The text that put() put last. A caller's bytes may be another's too, and change.
export const putText = (text, size) => (typeof text === 'string' ? text : decoder.decode(bytes.subarray(from, from + size)));

export function putPrefix(prefix) {
  const { written } = encoder.encodeInto(prefix, bytes.subarray(prefixAt, optionsAt));
  return written;
}

// --- values ----------------------------------------------------------------------------------------------------

export function value(bits, which = 0) {
  const at = valueAt + 16 * which;
  const high = view.getBigUint64(at);
  return bits === 64 ? high : (high << 64n) | view.getBigUint64(at + 8);
}
export function putValue(bits, number) {
  const words = BigInt.asUintN(bits, number);
  if (bits === 64) {
    view.setBigUint64(valueAt, words);
  } else {
    view.setBigUint64(valueAt, words >> 64n);
    view.setBigUint64(valueAt + 8, BigInt.asUintN(64, words));
  }
}
export const valueBytes = (size) => bytes.slice(valueAt, valueAt + size);
export const putValueBytes = (data) => bytes.set(data, valueAt);

const fieldSize = 24;
export function field(index) {
  const at = fieldsAt + index * fieldSize;
  const present = view.getUint32(at + 4, true) !== 0;
  return {
    shown: view.getUint32(at, true) !== 0,
    value: present ? (view.getBigUint64(at + 16, true) << 64n) | view.getBigUint64(at + 8, true) : null,
  };
}

// --- what a call left behind -----------------------------------------------------------------------------------

const word = (index) => view.getUint32(base + 4 * index, true);
export const refusal = () => ({ why: word(0), position: word(1), expected: word(2), found: word(3) });
export const why = () => word(0);
export const place = () => word(4) | 0;
export const prefixSize = () => word(5);
export const unchecked = () => word(6) !== 0;
export const sentence = (formatPlace) => output(wasm.message(formatPlace));
export const sentenceOfFault = (fault) => output(wasm.message_of_fault(fault));

// The words of the core by their numbers there.
const lists = ['reason', 'fault', 'onOverflow', 'onClockBack'];
const known = {};
export const words = (list) => (known[list] ??= wordsOf(wasm.word, lists.indexOf(list), output));
export function wordsOf(word, list, read) {
  const found = [];
  for (let size; (size = word(list, found.length)) !== 0;) found.push(read(size));
  return found;
}

const optionWords = ['extension', 'node', 'stepBytes', 'overflow', 'clockBack', 'source', 'unchecked'];
export function putOptions(options) {
  view.setFloat64(optionsAt, options.epoch, true);
  view.setFloat64(optionsAt + 8, options.maxWaitMs, true);
  optionWords.forEach((name, index) => view.setUint32(optionsAt + 16 + 4 * index, options[name] ?? NONE, true));
}

// --- memory for generators -------------------------------------------------------------------------------------

const freeSlots = [];
export function takeSlot() {
  if (freeSlots.length === 0) {
    const size = wasm.generator_size();
    const begin = wasm.memory.grow(1) * page;
    renewViews();
    for (let at = begin; at + size <= begin + page; at += size) freeSlots.push(at);
  }
  return freeSlots.pop();
}
export const giveSlot = (slot) => freeSlots.push(slot);

// --- many ------------------------------------------------------------------------------------------------------

const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
// WebAssembly's integers are little-endian; a host's array of them may not be.
function copyWords(to, words) {
  to.set(words);
  if (littleEndian) return;
  for (let at = 0; at < to.length; at += 8) to.subarray(at, at + 8).reverse();
}
const bytesOf = (array, begin, end) =>
  new Uint8Array(array.buffer, array.byteOffset + begin * array.BYTES_PER_ELEMENT, (end - begin) * array.BYTES_PER_ELEMENT);

// Elements begin … end of an array to the input, or from the output.
export function putElements(array, begin, end) {
  const data = bytesOf(array, begin, end);
  const to = bytes.subarray(inputAt, inputAt + data.length);
  if (array instanceof Uint8Array) to.set(data);
  else copyWords(to, data);
}
export function takeElements(array, begin, end) {
  const to = bytesOf(array, begin, end);
  const data = bytes.subarray(outputAt, outputAt + to.length);
  if (array instanceof Uint8Array) to.set(data);
  else copyWords(to, data);
}
export const takeFloat = (index) => view.getFloat64(outputAt + 8 * index, true);
export const putInput = (data, at) => bytes.set(data, inputAt + at);
export const encodeInput = (text, at, size) => encoder.encodeInto(text, bytes.subarray(inputAt + at, inputAt + at + size));
export const outputBytes = (begin, end) => bytes.subarray(outputAt + begin, outputAt + end);
export const clearOutput = (size) => bytes.fill(0, outputAt, outputAt + size);
