// What callers give: arrays, dates and options, each read once and as the engine has it. A class of a user's may say
// otherwise, and an array of another realm is one too. A test's own Date, which may be there before this package, has the
// engine's behind it.
const read = (Class, name) => {
  let holder = Class.prototype;
  while (!Object.hasOwn(holder, name)) holder = Object.getPrototypeOf(holder);
  const { get, value } = Object.getOwnPropertyDescriptor(holder, name);
  return Function.prototype.call.bind(get ?? value);
};
const TypedArray = Object.getPrototypeOf(Uint8Array);
const tagOf = read(TypedArray, Symbol.toStringTag); // undefined for what is no typed array
const bufferOf = read(TypedArray, 'buffer');
const offsetOf = read(TypedArray, 'byteOffset');
export const lengthOf = read(TypedArray, 'length');
const getTime = read(Date, 'getTime'); // throws for what is no Date
// Milliseconds of a Date, or of an instant of Temporal, with a fraction where that is finer; NaN for all else.
export function timeOf(date) {
  try {
    return getTime(date);
  } catch {
    const ns = date?.epochNanoseconds;
    return typeof ns === 'bigint' ? Number(ns / 1_000_000n) + Math.sign(Number(ns % 1_000_000n)) / 2 : NaN;
  }
}
export const isBytes = (value) => tagOf(value) === 'Uint8Array';
export const isWords = (value) => tagOf(value) === 'BigUint64Array';

// An array of our own over the caller's elements, as many as it has now: a buffer may grow and shrink.
const classOf = (array) => (isWords(array) ? BigUint64Array : Uint8Array);
export function viewOf(array) {
  const length = lengthOf(array);
  return length === 0 ? new (classOf(array))(0) : new (classOf(array))(bufferOf(array), offsetOf(array), length);
}
export const copyOf = (array) => new (classOf(array))(viewOf(array));

// A text as it is read, by whoever it is put where.
export function textGiven(text) {
  if (typeof text === 'string' || isBytes(text)) return text;
  throw new TypeError('a text is a string or a Uint8Array');
}

// The values of an array of the caller's, in a view of our own.
export const elementsEach = ({ bits, bytes }) => (bits === 64 ? 1 : bytes); // of an array, an id takes
export function valuesOf(format, array) {
  const words = isWords(array);
  if (!words && !isBytes(array)) throw new TypeError('values are a Uint8Array or a BigUint64Array');
  if (words !== (format.bits === 64)) {
    throw new TypeError(`${format.name} has ${format.bits} bits: ${format.bits === 64 ? 'a BigUint64Array' : 'a Uint8Array'} expected`);
  }
  const values = viewOf(array);
  if (values.length % elementsEach(format) !== 0) throw new RangeError(`${values.length} bytes are no whole number of ids`);
  return values;
}

const shortened = (text) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
export function inWords(value) {
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  if (typeof value === 'function') return value.name ? `the function ${shortened(String(value.name))}` : 'a function';
  if (value === null || typeof value !== 'object') return String(value);
  return `an object of ${value.constructor?.name ?? 'no class'}`;
}

// --- options -----------------------------------------------------------------------------------------------

// What is read of no options, and what stands behind those that are given. Each name is its own, since what
// every object has may be others' work. Not frozen: what stands before it could not be set.
export const none = {};
export function knownOptions(...names) {
  const known = Object.fromEntries(names.map((name) => [name, undefined]));
  Object.assign(none, known);
  return known;
}
export const having = (told, others) => Object.assign(Object.create(none), told, others);

// An object that is a list of names and values, of this realm or of another.
export function isRecord(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
// The options that were given, each read once, and of the object alone; those that are not known would be
// unheard. `of` has them; `advice(found, isOption)` says more
// of an option, or of what is no list of them. A text alone is the prefix, where there is one.
export function given(options, known, of, advice = () => '') {
  if (options === undefined) return none;
  if (typeof options === 'string' && Object.hasOwn(known, 'prefix')) return having({ prefix: options });
  if (!isRecord(options)) {
    const sample = Object.keys(known).slice(0, 2).map((name) => `{ ${name} }`).join(' or ');
    throw new TypeError(`options are an object such as ${sample}, found ${inWords(options)}${advice(options, false)}`);
  }
  const found = Object.create(none);
  const names = Object.getOwnPropertyNames(options);
  for (let i = 0; i < names.length; ++i) {
    const name = names[i];
    const value = options[name];
    if (Object.hasOwn(known, name)) found[name] = value;
    else if (value !== undefined) {
      throw new TypeError(`${of === undefined ? 'there is' : `${of} has`} no option ${name}: ${Object.keys(known).join(', ')}${advice(name, true)}`);
    }
  }
  return found;
}
// Of a function that `map` may call, with an index.
export const givenEach = (options, known, of) => (typeof options === 'number' ? none : given(options, known, of));
