// The WebAssembly instance, and how texts, values and errors cross to it and back. The offsets and numbers
// that it states are those of exchange.hpp; every fact of a format comes from the core.
//
// The exchange is shared by all calls. So a function reads whatever is the caller's (options, elements,
// bytes) before it puts anything there, each once, and nothing of the caller's runs until it has taken its
// answer. What the core itself asks of the caller, a clock or entropy, runs by outside().
import { formats, textReaders } from './formats.js';
import { isBytes, lengthOf, textGiven, viewOf } from './given.js';

export const NONE = -1; // no_format and not_given of exchange.hpp, as WebAssembly sees a 32-bit integer
export const AS_ANOTHER = 64; // parse: taken, but the id's own text is another one

export let wasm; // its functions, guarded
let memory;
let bytes;
let view;
let base;
let fieldsAt, valueAt, prefixAt, optionsAt, inputAt, outputAt;
let inputBytes, valuePart;
export let room; // of the input and of the output
const encoder = new TextEncoder();
const decoder = new TextDecoder();

// --- the host ----------------------------------------------------------------------------------------------

let crypto;
let clock, entropy; // of the generator that is running; null: the host's
let thrown = null; // by a clock or a source; an exception must not pass through WebAssembly

// Any host can wait by looking at the time; some threads may sleep. Tests replace clocks by others, which may
// stand still: so nobody looks for ever.
const sleeper = typeof SharedArrayBuffer === 'function' ? new Int32Array(new SharedArrayBuffer(4)) : null;
const stopwatch = globalThis.performance?.now.bind(performance) ?? Date.now;
function sleep(us) {
  const begun = stopwatch();
  const spent = () => (stopwatch() - begun) * 1000;
  let looks = 100 * us;
  try {
    if (sleeper && Atomics.wait(sleeper, 0, 0, us / 1000) === 'timed-out') looks = 0;
  } catch {
    // the main thread of a page
  }
  while (--looks > 0 && spent() < us);
  const took = spent();
  return took > us ? took : us;
}
// Where time stands still while a program computes, waiting would have no end: it passes as if it had been
// waited for.
export const standstill = (us) => us;
let pause;

// A clock or a source of the caller's (and the host's are, where somebody replaced them) may make and read
// ids itself while a generator waits for it inside WebAssembly, whose ids so far stand in the output. The
// stack in there is small, so not without end. What ends a script from outside (a time limit of node:vm) ends
// these calls without their `finally`, so that the depth stays; the host's own clock and entropy have a place
// beyond the deepest.
export const idsAtOnce = 256;
const idsRoom = idsAtOnce * Math.max(16, ...formats.map(({ symbols }) => symbols));
const deepest = 16;
const outputs = []; // as they were, by depth
let depth = 0;
let stack; // what WebAssembly's stack pointer was when the outermost call of this depth began
function outside(call, isHosts) {
  if (depth >= deepest + (isHosts ? 1 : 0)) throw new RangeError('clocks and sources of entropy that ask generators with others of their own: too deep');
  const outerClock = clock;
  const outerEntropy = entropy;
  const outerStack = stack;
  const made = (outputs[depth] ??= new Uint8Array(idsRoom));
  made.set(bytes.subarray(outputAt, outputAt + idsRoom));
  stack = wasm.stackSave();
  ++depth;
  try {
    return call();
  } finally {
    --depth;
    clock = outerClock;
    entropy = outerEntropy;
    stack = outerStack;
    bytes.set(made, outputAt);
  }
}

// An exception through WebAssembly, such as that of a stack which is full, leaves the stack pointer in there
// as it was.
const guarded = (call, restore) => (a, b, c, d, e) => {
  try {
    return call(a, b, c, d, e);
  } catch (error) {
    restore(stack);
    throw error;
  }
};

const hostClock = () => Date.now(); // a test may have replaced it
function readClock(now) {
  const told = now();
  const ms = typeof told === 'number' ? Math.floor(told) : NaN; // null would be 1970
  if (Number.isSafeInteger(ms)) return ms;
  throw new TypeError('a clock tells Unix milliseconds as a number');
}

const unwritten = 0xa5, other = 0x5a;
const endsWith = (drawn, byte) => drawn.subarray(-4).every((last) => last === byte);

const host = {
  now() {
    try {
      const own = clock ?? hostClock;
      return outside(() => readClock(own), own === hostClock);
    } catch (error) {
      thrown = { error, byClock: true };
      return Infinity; // outside the time of every format, so the generator stays as it is
    }
  },
  // A clock of the caller's goes on by itself, or is asked as often as the limit allows.
  pause: (us) => (clock ? us : pause(us)),
  entropy(isOwn, to, size) {
    try {
      // A copy: a source must not keep hold of the memory, nor meet it after it grew.
      const drawn = new Uint8Array(size).fill(isOwn ? unwritten : 0);
      const own = entropy;
      const fill = (given) => {
        const answer = outside(() => (isOwn ? own(given) : crypto.getRandomValues(given)), !isOwn);
        if (typeof answer === 'object' && answer !== given && answer !== null) {
          throw new TypeError('a source of entropy fills the bytes that it is given before it returns: no promise, and no other bytes');
        }
      };
      fill(drawn);
      if (isOwn && endsWith(drawn, unwritten)) {
        // A source draws these bytes by chance at most once in 65,536 draws, so other bytes decide.
        const others = new Uint8Array(Math.max(size, 16)).fill(other);
        fill(others);
        if (endsWith(others, other)) throw new TypeError('a source of entropy fills all bytes that it is given: the last ones are as they were');
      }
      if (!isOwn && drawn.every((byte) => byte === 0)) throw new Error('crypto.getRandomValues gave no random bytes');
      bytes.set(drawn, to);
      drawn.fill(0);
      return 1;
    } catch (error) {
      thrown = { error, byClock: false };
      return 0;
    }
  },
};
export const imports = { host };

export const reading = (own) => readClock(own ?? hostClock);
// Until the next call of a generator that has any.
export function ask(ownClock, ownEntropy) {
  clock = ownClock;
  entropy = ownEntropy;
  thrown = null;
}
// The exception of the clock or the source, once.
export function takeThrown() {
  const was = thrown;
  thrown = null;
  return was;
}

// --- start -------------------------------------------------------------------------------------------------

// Whatever is copied to a part of the memory ends with it: the caller's bytes may become more, in another
// thread.
function renewViews() {
  bytes = new Uint8Array(memory.buffer);
  view = new DataView(memory.buffer);
  inputBytes = bytes.subarray(inputAt, inputAt + room);
  valuePart = bytes.subarray(valueAt, valueAt + 16);
}

export const started = () => wasm !== undefined;
export function start(instance, hostCrypto, hostPause = sleep) {
  const { memory: own, ...functions } = instance.exports;
  memory = own;
  wasm = functions;
  const { stackRestore } = functions;
  for (const name of Object.keys(wasm)) wasm[name] = guarded(functions[name], stackRestore);
  stack = wasm.stackSave();
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

// --- texts -------------------------------------------------------------------------------------------------

const page = 65536; // of WebAssembly's memory
// Bytes that are read of a text, so that no text takes more of the memory, which never becomes smaller.
export const mostRead = 128 * page;
// Where put() put the text.
export let from;
let long = { at: 0, size: 0 }; // for texts longer than any id, kept for the next one

function longRoom(wanted) {
  const size = Math.min(wanted, mostRead);
  if (size > long.size) {
    // By doubling, so that ever longer texts take no more than twice the longest.
    const pages = Math.min(Math.ceil(Math.max(size, 2 * long.size) / page), mostRead / page);
    long = { at: memory.grow(pages) * page, size: pages * page };
    renewViews();
  }
  from = long.at;
  return bytes.subarray(from, from + size);
}
// Ends a text that was cut off with a byte that no text may have: the core is not to take the part for the whole.
function endCut(into, size) {
  into[size - 1] = 0;
  return size;
}

// Puts a text where the core reads it and returns its size in bytes.
export function put(text) {
  if (typeof text === 'string') {
    const done = encoder.encodeInto(text, inputBytes);
    from = inputAt;
    if (done.read === text.length) return done.written;
    const into = longRoom(3 * text.length);
    const { read, written } = encoder.encodeInto(text, into);
    return read === text.length ? written : endCut(into, written);
  }
  const size = lengthOf(textGiven(text));
  if (size > room) {
    const into = longRoom(size);
    into.set(viewOf(text).subarray(0, into.length));
    return into.length === size ? size : endCut(into, into.length);
  }
  inputBytes.set(text);
  from = inputAt;
  return size;
}

// The text of so many symbols that stands in the output.
export const output = (size) => (textReaders[size] ? textReaders[size](bytes, outputAt) : decoder.decode(bytes.subarray(outputAt, outputAt + size)));
export const readerOf = (format) => textReaders[format.symbols];
export const outputText = (reader, index, stride) => reader(bytes, outputAt + index * stride);

// The text that put() put last. A caller's bytes may be another's too, and change.
export const putText = (text, size) => (typeof text === 'string' ? text : decode(bytes.subarray(from, from + size)));
export const decode = (data) => decoder.decode(data);

export function putPrefix(prefix) {
  const { written } = encoder.encodeInto(prefix, bytes.subarray(prefixAt, optionsAt));
  return written;
}

// --- values ------------------------------------------------------------------------------------------------

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
export const putValueBytes = (data) => valuePart.set(data);

const fieldSize = 24;
export function field(index) {
  const at = fieldsAt + index * fieldSize;
  const present = view.getUint32(at + 4, true) !== 0;
  return {
    shown: view.getUint32(at, true) !== 0,
    value: present ? (view.getBigUint64(at + 16, true) << 64n) | view.getBigUint64(at + 8, true) : null,
  };
}

// --- what a call left behind -------------------------------------------------------------------------------

const word = (index) => view.getUint32(base + 4 * index, true);
export const lastError = () => ({ why: word(0), position: word(1), expected: word(2), found: word(3) });
export const why = () => word(0);
export const place = () => word(4) | 0;
export const unchecked = () => word(6) !== 0;
export const sentence = (formatPlace) => output(wasm.message(formatPlace));
export const sentenceOfFault = (fault, formatPlace) => output(wasm.message_of_fault(fault, formatPlace));

// The words of the core by their numbers there.
const lists = ['reason', 'fault', 'onOverflow', 'onClockBack', 'sequence'];
const known = { __proto__: null };
export const words = (list) => (known[list] ??= wordsOf(wasm.word, lists.indexOf(list), output));
export function wordsOf(word, list, read) {
  const found = [];
  for (let size; (size = word(list, found.length)) !== 0;) found.push(read(size));
  return found;
}

const optionWords = ['extension', 'node', 'stepBytes', 'overflow', 'clockBack', 'source', 'unchecked', 'sequence'];
export function putOptions(options) {
  view.setFloat64(optionsAt, options.epoch, true);
  view.setFloat64(optionsAt + 8, options.maxWaitMs, true);
  optionWords.forEach((name, index) => view.setUint32(optionsAt + 16 + 4 * index, options[name] ?? NONE, true));
}

// --- memory for generators ---------------------------------------------------------------------------------

const freeSlots = [];
export function takeSlot() {
  if (freeSlots.length === 0) {
    const size = wasm.generator_size();
    const begin = memory.grow(1) * page;
    renewViews();
    for (let at = begin; at + size <= begin + page; at += size) freeSlots.push(at);
  }
  return freeSlots.pop();
}
export const giveSlot = (slot) => freeSlots.push(slot);

// --- many --------------------------------------------------------------------------------------------------

// What reads and writes columns: this instance, or that of a module with vectors, which has a memory of its
// own. Both have their functions under the same names.
let vectors; // gives a compiled module of the latter; null once it was asked
let many; // of that instance: its functions, its memory, and where its parts are
export function vectorize(module) {
  if (vectors === undefined) vectors = module;
}
export function columns() {
  if (vectors) {
    try {
      const { exports } = new WebAssembly.Instance(vectors(), {});
      exports._initialize?.();
      many = [exports, exports.memory, exports.prefix_at(), exports.input_at(), exports.output_at()];
    } catch {
      // an engine without vectors
    }
    vectors = null;
  }
  const [functions, { buffer }, ...places] = many ?? [wasm, memory, prefixAt, inputAt, outputAt];
  const [prefix, input, output] = places.map((at) => (size) => new Uint8Array(buffer, at, size));
  return { read: functions.read_many, write: functions.write_many, times: functions.times_of_many, prefix, input, output };
}

const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
// WebAssembly's integers are little-endian; a host's array of them may not be.
function copy(array, to, data) {
  to.set(data);
  if (littleEndian || isBytes(array)) return;
  for (let at = 0; at < to.length; at += 8) to.subarray(at, at + 8).reverse();
}
// Elements begin … end of an array of viewOf; throws where its buffer has less of it by now.
const bytesOf = (array, begin, end) =>
  new Uint8Array(array.buffer, array.byteOffset + begin * array.BYTES_PER_ELEMENT, (end - begin) * array.BYTES_PER_ELEMENT);

// To an input, or from an output, each a function that gives so many bytes of it.
export function putElements(input, array, begin, end) {
  const data = bytesOf(array, begin, end);
  copy(array, input(data.length), data);
}
export function takeElements(output, array, begin, end) {
  const to = bytesOf(array, begin, end);
  copy(array, to, output(to.length));
}
export const outputOf = (size) => bytes.subarray(outputAt, outputAt + size);
export const encode = (text, into) => encoder.encodeInto(text, into);
