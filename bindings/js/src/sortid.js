// What the package offers, beside the classes and functions by format (ids.js, generated). sortid.d.ts describes it.
import * as core from './core.js';
import { formats as list } from './formats.js';

const { NONE } = core;

// --- formats ---------------------------------------------------------------------------------------------------

function frozen(value) {
  if (value !== null && typeof value === 'object') Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
export const formats = frozen(list);
const places = new Map(formats.map((format, place) => [format.name, place]));

export const formatOf = (name) => formats[places.get(name)];

function placeOf(name) {
  const place = places.get(name);
  if (place === undefined) throw new TypeError(`no format is called ${JSON.stringify(name)}: ${[...places.keys()].join(', ')}`);
  return place;
}

let versionText;
export const versionOfCore = () => (versionText ??= core.output(core.wasm.version()));

// --- refusals --------------------------------------------------------------------------------------------------

const reasons = [];
const reasonName = (why) => (reasons[why] ??= core.output(core.wasm.name_of_reason(why)));
const faults = [];
const faultName = (why) => (faults[why] ??= core.output(core.wasm.name_of_fault(why)));

// What the last call refused. Its sentence is made when it is asked for.
class Refusal {
  #refused;
  #place;
  #sentence;
  constructor(place) {
    this.#refused = core.refusal();
    this.#place = place;
    this.#sentence = core.ownSentence();
  }
  get reason() {
    return reasonName(this.#refused.why);
  }
  get position() {
    return this.#refused.position;
  }
  get expected() {
    return this.#refused.expected;
  }
  get found() {
    return this.#refused.found;
  }
  get format() {
    return this.#place === NONE ? null : formats[this.#place].name;
  }
  get message() {
    return (this.#sentence ??= core.sentence(this.#refused, this.#place));
  }
  toJSON() {
    const { reason, position, expected, found, format, message } = this;
    return { reason, position, expected, found, format, message };
  }
}

export class SortidError extends Error {
  constructor(refusal, sentence = refusal.message) {
    super(sentence);
    const { reason, position, expected, found, format } = refusal;
    Object.assign(this, { reason, position, expected, found, format });
  }
}
Object.defineProperty(SortidError.prototype, 'name', { value: 'SortidError' });

export class GeneratorError extends Error {
  constructor(fault, format, cause) {
    super(`no ${format} was made: ${fault}`, cause ? { cause: cause.error } : undefined);
    Object.assign(this, { fault, format });
  }
}
Object.defineProperty(GeneratorError.prototype, 'name', { value: 'GeneratorError' });

const refuse = (place) => {
  throw new SortidError(new Refusal(place));
};

// --- instants --------------------------------------------------------------------------------------------------

// The end of an interval is the first millisecond that is not before it; an instant is the millisecond it lies in.
function milliseconds(instant, isEnd = false) {
  if (typeof instant === 'string') {
    const ms = core.wasm.parse_instant(...put(instant), isEnd ? 1 : 0);
    return Number.isNaN(ms) ? refuseInstant(instant) : ms;
  }
  const ms = instant instanceof Date ? instant.getTime() : Number(instant);
  const known = instant instanceof Date || typeof instant === 'number' || typeof instant === 'bigint';
  if (!known || Number.isNaN(ms)) throw new TypeError('an instant is a Date, Unix milliseconds, or a text such as RFC 3339');
  return isEnd ? Math.ceil(ms) : Math.floor(ms);
}
function refuseInstant(text) {
  const refusal = new Refusal(NONE);
  const expected = 'an instant expected, as 2026-01-01, 2026-01-01T10:00:00Z or 1767225600000 (milliseconds)';
  throw new SortidError(refusal, `"${text}": ${refusal.reason} at position ${refusal.position}: ${expected}`);
}
const epochOf = (epoch) => (epoch === undefined ? NaN : milliseconds(epoch));

export const parseInstant = (text) => milliseconds(String(text));
export function instantText(instant) {
  const ms = milliseconds(instant);
  if (!Number.isSafeInteger(ms)) throw new RangeError('an instant that far away has no text');
  return core.output(core.wasm.instant_text(ms));
}

// --- reading ---------------------------------------------------------------------------------------------------

const put = (text) => {
  const size = core.put(text);
  return [core.from, size];
};

function putExpectedPrefix(place, prefix) {
  onlyPrefixed(formats[place]);
  checkedPrefix(prefix);
  return core.putPrefix(prefix);
}

const prefixes = new Map(); // those that the core has looked at
// The prefix with its separator.
function checkedPrefix(prefix) {
  const known = prefixes.get(prefix);
  if (known !== undefined) return known;
  if (typeof prefix !== 'string') throw new TypeError('a prefix is a string');
  if (core.wasm.check_prefix(...put(prefix)) !== 0) refuse(prefixedPlace);
  if (prefixes.size >= 1000) prefixes.clear();
  const separated = prefix === '' ? '' : prefix + separator;
  prefixes.set(prefix, separated);
  return separated;
}
const prefixedPlace = formats.findIndex((format) => format.prefixed);
const separator = '_';

// The text whose value is in the exchange, read as the format whose place is there too; null: another value may be.
let loadedText = null;

// The id's own text; null when it is refused. The value is in the exchange then.
function readText(place, text, options) {
  const lenient = options?.lenient ? 1 : 0;
  const prefix = options?.prefix === undefined ? NONE : putExpectedPrefix(place, options.prefix);
  const size = core.put(text);
  const outcome = core.wasm.parse(place, core.from, size, lenient, prefix);
  if (outcome === 0) return (loadedText = core.asString(text));
  loadedText = outcome === core.AS_ANOTHER ? core.output(formats[core.place()].symbols) : null;
  return loadedText;
}

// What is no object of options would be unheard: an instant, say, is one only as { at }.
function onlyOptions(options, sample) {
  if (options === undefined || isRecord(options)) return options;
  throw new TypeError(`options are an object such as ${sample}, found ${inWords(options)}`);
}
function isRecord(value) {
  if (value === null || typeof value !== 'object') return false;
  if (Object.getPrototypeOf(value) === Object.prototype) return true;
  return !(value instanceof Id) && Object.prototype.toString.call(value) === '[object Object]';
}
function inWords(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (value === null || typeof value !== 'object') return String(value);
  return `an object of ${value.constructor?.name ?? 'no class'}`;
}
// Of a function that `map` may call, with an index.
const ofEach = (options, sample) => (typeof options === 'number' ? undefined : onlyOptions(options, sample));
const readOptions = (options) => ofEach(options, '{ prefix } or { lenient }');
const valueOptions = (options) => ofEach(options, '{ prefix }');
const anyReadOptions = (options) =>
  (typeof options === 'string' ? { format: options } : ofEach(options, "{ format } or { prefix }, or a format's name"));
const manyOptions = (options) => onlyOptions(options, '{ prefix } or { stride }');
const newOptions = ({ prefixed }, options) => onlyOptions(options, prefixed ? '{ at } or { prefix }' : '{ at }');

// Only one format has prefixes, so whoever expects one means it.
function placeIn(options) {
  if (options?.format !== undefined) return placeOf(options.format);
  return options?.prefix === undefined ? NONE : prefixedPlace;
}

// Ids by format, filled in by idClass.
const classes = [];

export function parse(text, options) {
  const how = anyReadOptions(options);
  const own = readText(placeIn(how), text, how);
  return own === null ? refuse(core.place()) : new classes[core.place()](own, asText);
}
export function tryParse(text, options) {
  const how = anyReadOptions(options);
  const own = readText(placeIn(how), text, how);
  if (own === null) return { id: null, error: new Refusal(core.place()) };
  return { id: new classes[core.place()](own, asText), error: null };
}
export function isValid(text, options) {
  if (typeof text !== 'string' && !(text instanceof Uint8Array)) return false;
  const how = anyReadOptions(options);
  return readText(placeIn(how), text, how) !== null;
}

const namesIn = (bits) => formats.filter((_, place) => (bits >> place) & 1).map((format) => format.name);
export const detect = (text) => namesIn(core.wasm.detect(...put(text)));

// --- ids -------------------------------------------------------------------------------------------------------

const placeKey = Symbol('place'); // of the class's format on the list
const asText = Symbol('a text that was read'); // says to a constructor that its argument is the id's own text

const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

// Puts the value of an id into the exchange, and gives the format's place.
function load(id) {
  const place = id[placeKey];
  if (loadedText !== id.text || core.place() !== place) {
    const size = core.put(id.text);
    core.wasm.parse(place, core.from, size, 0, NONE);
    loadedText = id.text;
  }
  return place;
}

// Its own properties are what tests, workers and logs see of an id, and enough to read it again.
export class Id {
  constructor(text, key) {
    if (key !== asText) throw new TypeError('ids come from parse, from a value, or from their class');
    this.formatName = this.format.name;
    this.text = text;
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
  [Symbol.for('nodejs.util.inspect.custom')]() {
    return `${this.format.className}(${this.text})`;
  }
  get value() {
    load(this);
    return core.value(this.format.bits);
  }
  get bytes() {
    load(this);
    return core.valueBytes(this.format.bytes);
  }
  get hex() {
    let text = '';
    for (const byte of this.bytes) text += hexDigits[byte];
    return text;
  }
  get uuid() {
    if (this.format.bits !== formats[uuidPlace].bits) return null;
    load(this);
    return core.output(core.wasm.text_of_value(uuidPlace));
  }
  get prefix() {
    const { prefixed, symbols } = this.format;
    return prefixed ? this.text.slice(0, Math.max(0, this.text.length - symbols - 1)) : null;
  }
  get unixMs() {
    const ms = core.wasm.unix_ms(load(this), NaN);
    return Number.isNaN(ms) ? null : ms;
  }
  get time() {
    const ms = this.unixMs;
    return ms === null ? null : new Date(ms);
  }
  get fields() {
    core.wasm.read_fields(load(this));
    const shown = this.format.fields.map(({ name }, index) => [name, core.field(index)]).filter(([, field]) => field.shown);
    return Object.fromEntries(shown.map(([name, field]) => [name, field.value]));
  }
  equals(other) {
    return other instanceof Id && other.format === this.format && other.text === this.text;
  }
  as(format, options) {
    const place = placeOf(format);
    const wanted = onlyOptions(options, '{ prefix }')?.prefix; // before the value is in the exchange: it may be a getter
    const own = converted(load(this), place, this.prefix, wanted);
    return new classes[place](own, asText);
  }
}
const uuidPlace = formats.findIndex((format) => !format.generated);

// The text in another format of the value in the exchange. A prefix is the one asked for, or the id's own.
function converted(from, to, ownPrefix, prefix) {
  const [source, target] = [formats[from], formats[to]];
  if (core.wasm.check_width(from, to) !== 0) {
    throw new SortidError(new Refusal(to), `${source.name} has ${source.bits} bits, ${target.name} has ${target.bits}`);
  }
  if (prefix !== undefined) onlyPrefixed(target);
  const size = core.wasm.text_of_value(to);
  if (size === 0) refuse(to);
  const text = core.output(size);
  return target.prefixed ? checkedPrefix(prefix ?? ownPrefix ?? '') + text : text;
}

function onlyPrefixed(format) {
  if (!format.prefixed) throw new TypeError(`${format.name} has no prefix`);
}

export function convert(text, to, options) {
  const target = placeOf(to);
  const wanted = onlyOptions(options, '{ from } or { prefix }')?.prefix;
  const own = readText(options?.from === undefined ? NONE : placeOf(options.from), text);
  if (own === null) refuse(core.place());
  const source = core.place();
  const prefix = formats[source].prefixed ? own.slice(0, core.prefixSize()) : undefined;
  return converted(source, target, prefix, wanted);
}

// The class of a format's ids; `accessors` tells which field each of its properties is.
export function idClass(name, accessors) {
  const place = placeOf(name);
  const format = formats[place];
  const { bits, bytes: size, className } = format;

  // Of the value that `load` puts into the exchange.
  const ofValue = (options, load) => {
    const prefix = valueOptions(options)?.prefix;
    if (prefix !== undefined) onlyPrefixed(format);
    loadedText = null;
    load();
    const length = core.wasm.text_of_value(place);
    if (length === 0) refuse(place);
    const text = core.output(length);
    return new Class(prefix ? checkedPrefix(prefix) + text : text, asText);
  };

  const Class = class extends Id {
    constructor(given, key) {
      super(key === asText ? given : newId(name, given), asText);
    }
    static get format() {
      return format;
    }
    static get min() {
      return new Class(format.minText, asText);
    }
    static get max() {
      return new Class(format.maxText, asText);
    }
    static parse(text, options) {
      const own = readText(place, text, readOptions(options));
      return own === null ? refuse(place) : new Class(own, asText);
    }
    static tryParse(text, options) {
      const own = readText(place, text, readOptions(options));
      return own === null ? { id: null, error: new Refusal(place) } : { id: new Class(own, asText), error: null };
    }
    static isValid(text, options) {
      if (typeof text === 'string' && options === undefined) {
        const length = core.put(text);
        return core.wasm.is_valid(place, core.from, length) !== 0;
      }
      return isValid(text, { ...readOptions(options), format: name });
    }
    static fromValue(value, options) {
      if (typeof value !== 'bigint') throw new TypeError('a value is a BigInt');
      if (value !== BigInt.asUintN(bits, value)) {
        core.wasm.refuse_width();
        refuse(place);
      }
      return ofValue(options, () => core.putValue(bits, value));
    }
    static fromBytes(data, options) {
      if (!(data instanceof Uint8Array)) throw new TypeError('bytes are a Uint8Array');
      if (data.length !== size) throw new RangeError(`${name} has ${size} bytes, found ${data.length}`);
      return ofValue(options, () => core.putValueBytes(data));
    }
    static fromHex(hex, options) {
      if (typeof hex !== 'string' || hex.length !== 2 * size || /[^0-9a-f]/i.test(hex)) {
        throw new TypeError(`${2 * size} hexadecimal digits expected`);
      }
      return Class.fromValue(BigInt(`0x${hex}`), options);
    }
    static fromUUID(uuid, options) {
      const wanted = valueOptions(options)?.prefix;
      const own = readText(uuidPlace, uuid);
      if (own === null) refuse(uuidPlace);
      return new Class(converted(uuidPlace, place, undefined, wanted), asText);
    }
    static generator(options) {
      return new Generator(name, options);
    }
  };
  Object.defineProperty(Class, 'name', { value: className });
  Object.defineProperty(Class.prototype, 'format', { value: format });
  Object.defineProperty(Class.prototype, placeKey, { value: place });
  for (const [property, field] of Object.entries(accessors)) {
    Object.defineProperty(Class.prototype, property, {
      get() {
        return this.fields[field] ?? null;
      },
    });
  }
  classes[place] = Class;
  return Class;
}

// --- all that can be said --------------------------------------------------------------------------------------

export function inspect(text, options) {
  const how = anyReadOptions(options);
  const epoch = epochOf(how?.epoch);
  const own = readText(placeIn(how), text, how);
  if (own === null) refuse(core.place());
  const place = core.place();
  const format = formats[place];
  const input = core.asString(text);
  const check = format.checked ? (core.unchecked() ? 'none' : 'valid') : null;
  core.wasm.read_fields(place);
  const fields = format.fields.map(({ name, role, bits, shift }, index) => {
    const { shown, value } = core.field(index);
    return { name, role, bits, shift, value: shown ? value : null, shown };
  });
  const ms = core.wasm.unix_ms(place, epoch);
  const timed = !Number.isNaN(ms);
  const id = new classes[place](own, asText);
  return {
    input, format: format.name, canonical: own === input, text: own, value: id.value, hex: id.hex, bytes: id.bytes,
    uuid: id.uuid, prefix: id.prefix, unixMs: timed ? ms : null, time: timed ? new Date(ms) : null,
    instant: timed ? instantText(ms) : null, fields, check, also: detect(text).filter((name) => name !== format.name), id,
  };
}

// --- ranges ----------------------------------------------------------------------------------------------------

// What a range may be of; options that belong to different ones would leave some unheard.
const rangeOptions = [['from', 'to', 'epoch'], ['at', 'epoch'], ['textPrefix']];

function onlyOneRange({ name, prefixed }, of) {
  // A variable that was never set would select every id.
  const unset = ['from', 'to', 'at', 'textPrefix'].find((option) => Object.hasOwn(of, option) && of[option] === undefined);
  if (unset) throw new TypeError(`${unset} of a range is undefined; leave it out for an open end`);
  const given = Object.keys(of).filter((option) => of[option] !== undefined && !(prefixed && option === 'prefix'));
  if (rangeOptions.some((known) => given.every((option) => known.includes(option)))) return;
  throw new TypeError(`${name} has no range of ${given.join(', ')}: ${rangeOptions.map((known) => known.join(', ')).join('; or ')}${prefixed ? '; each with prefix' : ''}`);
}

function instantsOf({ name, epochUnixMs, lastUnixMs }, epoch) {
  const begin = Number.isNaN(epoch) ? epochUnixMs : epoch;
  if (!Number.isSafeInteger(begin + lastUnixMs)) return undefined; // they have no text
  return `${name} has the instants ${instantText(begin)} to ${instantText(begin + lastUnixMs - epochUnixMs)}`;
}

const timed = ({ epochUnixMs, generated }) => generated && epochUnixMs !== null;
const inBase58 = ({ textForm }) => textForm === 'base58';
const onlyFor = (what, { name }, fits) =>
  `${what} is not for ${name}; it is for ${formats.filter(fits).map((format) => format.name).join(', ')}`;
function textPrefixRefused(format, { length }) {
  if (!inBase58(format)) return onlyFor('textPrefix', format, inBase58);
  if (length === 0 || length > format.symbols) return `a textPrefix of ${format.name} has 1 to ${format.symbols} symbols, found ${length}`;
  return undefined;
}

export function range(name, of) {
  const place = placeOf(name);
  const format = formats[place];
  if (!isRecord(of)) throw new TypeError('a range is of { at }, of { from, to } or of { textPrefix }');
  onlyOneRange(format, of);
  const before = of.prefix === undefined ? '' : checkedPrefix(of.prefix);
  loadedText = null;
  // The sentences are the command line's; `message` would not know what was asked for.
  let why, sentence;
  if (of.textPrefix !== undefined) {
    why = core.wasm.text_prefix_range(place, ...put(of.textPrefix));
    sentence = textPrefixRefused(format, of.textPrefix);
  } else {
    const epoch = epochOf(of.epoch);
    const [begin, end] = of.at !== undefined ? [milliseconds(of.at), NaN]
      : [of.from ?? -Infinity, of.to ?? Infinity].map((instant) => milliseconds(instant, true));
    why = core.wasm.range(place, begin, end, epoch);
    if (!timed(format)) sentence = onlyFor('a range of time', format, timed);
    else if (begin >= end) sentence = 'it is empty: TO does not belong to it and must be later than FROM';
    else if (why !== 0) sentence = instantsOf(format, epoch);
  }
  if (why !== 0) throw new SortidError(new Refusal(place), sentence);
  const [first, last] = [0, 1].map((which) => before + core.output(core.wasm.write_text(place, which, 0)));
  return { first, last };
}

// --- new ids ---------------------------------------------------------------------------------------------------

const overflowWords = ['fail', 'wait', 'run-ahead'];
const clockBackWords = ['hold', 'wait', 'fail'];

function wordPlace(name, word, words) {
  const place = word === undefined ? 0 : words.indexOf(word);
  if (place < 0) throw new TypeError(`${name} is one of ${words.join(', ')}, found ${inWords(word)}`);
  return place;
}
// A number that the core is to judge; what it could not be told is refused here.
function whole(name, number) {
  if (number === undefined) return undefined;
  if (!Number.isInteger(number) || number < 0) throw new TypeError(`${name} is a whole number, 0 or more`);
  return Math.min(number, greatest);
}
const greatest = 0xfffffffe; // that an option's word holds beside "not given"
function maxWaitOf(ms = 1000) {
  if (typeof ms !== 'number' || !(ms >= 0)) throw new TypeError('maxWaitMs is a number, 0 or more');
  return ms;
}
// Of the options that are numbers, each with the greatest that the format takes.
function refuseNumber(place, numbers) {
  const [name, found, most] = numbers.find(([, number, greatestOne]) => number > greatestOne) ?? [];
  if (name === undefined) refuse(place);
  throw new SortidError({ ...new Refusal(place).toJSON(), found }, `${name} ${found}: ${formats[place].name} takes 0 to ${most}`);
}
function callable(name, given) {
  if (given !== undefined && typeof given !== 'function') throw new TypeError(`${name} is a function`);
  return given ?? null;
}

const generalOptions = ['stepBytes', 'epoch', 'onOverflow', 'onClockBack', 'maxWaitMs', 'clock', 'entropy'];
const optionOf = (format, role) => format.fields.find((field) => field.role === role)?.option ?? undefined;

// What a format's generator may be told.
const knownOptions = formats.map((format) => [
  ...generalOptions,
  ...(format.prefixed ? ['prefix'] : []),
  ...(format.checked ? ['check'] : []),
  ...format.fields.flatMap(({ role, option }) => (role === 'node' ? [option] : role === 'extension' ? [role] : [])),
]);

function onlyKnown(format, place, options) {
  for (const name of Object.keys(options)) {
    if (options[name] !== undefined && !knownOptions[place].includes(name)) {
      throw new TypeError(`${format.name} has no option ${name}: ${knownOptions[place].join(', ')}`);
    }
  }
}

const isDrawn = ({ generated, fields }) => generated && fields.some(({ role }) => role === 'random' || role === 'payload');
function onlyDrawn(place) {
  if (!isDrawn(formats[place])) throw new TypeError(onlyFor('a random id', formats[place], isDrawn));
}

const mostElements = 2 ** 32 - 1; // of an array of JavaScript's

// Some edge runtimes have no finalizers; a worker there lives shortly.
const slots = globalThis.FinalizationRegistry && new FinalizationRegistry(({ slot, source }) => {
  core.giveSlot(slot);
  core.dropSource(source);
});

export class Generator {
  #slot;
  #clock;
  #plain; // the host's clock and entropy
  #busy = false;
  #prefix;
  #reader;
  #name;
  #symbols;
  constructor(name, options = {}) {
    const place = placeOf(name);
    const format = formats[place];
    onlyKnown(format, place, onlyOptions(options, '{ onOverflow } or { epoch }'));
    this.#name = name;
    this.#clock = callable('clock', options.clock);
    this.#prefix = options.prefix === undefined ? '' : checkedPrefix(options.prefix);
    this.#reader = core.readerOf(format);
    this.#symbols = format.symbols;
    const entropy = callable('entropy', options.entropy);
    this.#plain = this.#clock === null && entropy === null;
    const node = optionOf(format, 'node');
    const words = {
      epoch: epochOf(options.epoch),
      maxWaitMs: maxWaitOf(options.maxWaitMs),
      extension: whole('extension', options.extension),
      node: node && whole(node, options[node]),
      stepBytes: whole('stepBytes', options.stepBytes),
      overflow: wordPlace('onOverflow', options.onOverflow, overflowWords),
      clockBack: wordPlace('onClockBack', options.onClockBack, clockBackWords),
      source: entropy ? core.addSource(entropy) : 0,
      unchecked: options.check === false ? 1 : 0,
    };
    const slot = core.takeSlot();
    core.putOptions(words);
    if (core.wasm.generator_make(slot, place) !== 0) {
      core.giveSlot(slot);
      core.dropSource(words.source);
      if (!format.generated) throw new SortidError(new Refusal(place), onlyFor('a generator', format, ({ generated }) => generated));
      const mostIn = (name) => 2 ** format.fields.find(({ role }) => role === name)?.bits - 1;
      refuseNumber(place, [['extension', options.extension, mostIn('extension')], [node, options[node], mostIn('node')],
        ['stepBytes', options.stepBytes, format.counter?.maxStepBytes ?? 0]]);
    }
    slots?.register(this, { slot, source: words.source });
    this.#slot = slot;
  }
  get format() {
    return formatOf(this.#name);
  }
  // Its clock or entropy may ask other generators, but not the one that is in the middle of an id.
  #alone(call) {
    if (this.#busy) throw new Error(`the ${this.#name} generator is making an id: its own clock and entropy cannot ask it for another`);
    this.#busy = true;
    try {
      return call();
    } finally {
      this.#busy = false;
    }
  }
  #call(call) {
    if (this.#plain) return call(Date.now());
    return this.#alone(() => (this.#clock === null ? call(Date.now()) : core.withClock(this.#clock, call)));
  }
  // The text that a call left in the output, by its size; a negative one is a fault.
  #text(size) {
    if (size < 0) this.#fail(-size);
    const text = core.outputText(this.#reader, 0, 0);
    return this.#prefix === '' ? text : this.#prefix + text;
  }
  #fail(why) {
    const thrown = core.takeThrown();
    if (thrown?.byClock) throw thrown.error;
    throw new GeneratorError(faultName(why), this.#name, thrown);
  }
  next() {
    if (this.#plain) return this.#text(core.wasm.next(this.#slot, Date.now()));
    return this.#call((now) => this.#text(core.wasm.next(this.#slot, now)));
  }
  nextAt(instant) {
    const ms = milliseconds(instant);
    return this.#alone(() => this.#text(core.wasm.next_at(this.#slot, ms)));
  }
  random() {
    onlyDrawn(placeOf(this.#name));
    return this.#call((now) => this.#text(core.wasm.random_at(this.#slot, now)));
  }
  randomAt(instant) {
    onlyDrawn(placeOf(this.#name));
    const ms = milliseconds(instant);
    return this.#alone(() => this.#text(core.wasm.random_at(this.#slot, ms)));
  }
  // Blocks of ids into the output; what `take` does with `count` of them, from `begin` on.
  #blocks(total, stride, take) {
    for (let begin = 0; begin < total;) {
      const count = Math.min(core.idsAtOnce, total - begin);
      const made = this.#call((now) => core.wasm.fill(this.#slot, count, stride, now));
      const why = core.why();
      take(begin, made);
      if (made < count) this.#fail(why);
      begin += made;
    }
  }
  take(count) {
    if (whole('count', count) === undefined) throw new TypeError('how many?');
    if (count > mostElements) throw new RangeError(`an array has at most ${mostElements} elements, found ${count}`);
    const ids = [];
    this.#blocks(count, this.#symbols, (_, made) => {
      for (let i = 0; i < made; ++i) ids.push(this.#prefix + core.outputText(this.#reader, i, this.#symbols));
    });
    return ids;
  }
  fill(to) {
    const each = elementsEach(this.format, to);
    this.#blocks(to.length / each, 0, (begin, made) => core.takeElements(to, begin * each, (begin + made) * each));
    return to;
  }
  ahead() {
    return this.#call((now) => core.wasm.ahead(this.#slot, now));
  }
}

// Generators of the module, by format and options.
const own = formats.map(() => null);
const ownGenerator = (place) => (own[place] ??= new Generator(formats[place].name));
const withOptions = new Map();

function generatorFor(place, options) {
  const { clock, entropy, ...plain } = options;
  const { name } = formats[place];
  if (clock || entropy) return new Generator(name, options);
  const given = Object.entries(plain).filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
  if (given.length === 0) return ownGenerator(place);
  const key = `${name} ${given.map(([word, value]) => `${word}=${value instanceof Date ? value.getTime() : value}`).join(' ')}`;
  let found = withOptions.get(key);
  if (!found) {
    found = new Generator(name, plain);
    // Whoever needs more of them keeps them himself.
    if (withOptions.size >= 256) withOptions.delete(withOptions.keys().next().value);
    withOptions.set(key, found);
  }
  return found;
}

export function newId(name, options) {
  const place = placeOf(name);
  if (newOptions(formats[place], options) === undefined) return ownGenerator(place).next();
  const { at, random, prefix, ...rest } = options;
  if (prefix !== undefined) onlyPrefixed(formats[place]);
  const before = prefix === undefined ? '' : checkedPrefix(prefix);
  const generator = generatorFor(place, rest);
  if (at !== undefined) return before + generator.randomAt(at);
  return before + (random ? generator.random() : generator.next());
}

// The function by a format's name: ulid(). That of a format with prefixes takes one first.
export function newOf(name) {
  const place = placeOf(name);
  let generator = null;
  const plain = () => (generator ??= ownGenerator(place)).next();
  if (formats[place].prefixed) {
    return (prefix, options) => {
      if (newOptions(formats[place], options) !== undefined) return newId(name, prefix === undefined ? options : { ...options, prefix });
      return prefix === undefined ? plain() : checkedPrefix(prefix) + plain();
    };
  }
  return (options) => (options === undefined ? plain() : newId(name, options));
}

// --- many ids --------------------------------------------------------------------------------------------------

// How many elements of the array an id takes.
function elementsEach(format, values) {
  const words = values instanceof BigUint64Array;
  if (!words && !(values instanceof Uint8Array)) throw new TypeError('values are a Uint8Array or a BigUint64Array');
  if (words !== (format.bits === 64)) {
    throw new TypeError(`${format.name} has ${format.bits} bits: ${format.bits === 64 ? 'a BigUint64Array' : 'a Uint8Array'} expected`);
  }
  const each = words ? 1 : format.bytes;
  if (values.length % each !== 0) throw new RangeError(`${values.length} bytes are no whole number of ids`);
  return each;
}
const newValues = (format, count) => (format.bits === 64 ? new BigUint64Array(count) : new Uint8Array(count * format.bytes));

function strideOf(size, stride = size) {
  if (!Number.isInteger(stride) || stride < size) throw new RangeError(`a stride is at least ${size}, the length of a text`);
  return stride;
}

// How many texts there are, one more where a text is cut off at the end.
function textsBegunIn(length, size, stride) {
  const whole = length < size ? 0 : Math.floor((length - size) / stride) + 1;
  return whole + (length > whole * stride ? 1 : 0);
}

// Reads texts block by block; `take(begin, count)` while their values are in the output.
function readMany(place, texts, options, take) {
  const format = formats[place];
  const prefix = manyOptions(options)?.prefix ?? '';
  if (prefix !== '') onlyPrefixed(format);
  const prefixSize = prefix === '' ? 0 : checkedPrefix(prefix).length;
  const size = prefixSize + format.symbols;
  const strings = Array.isArray(texts);
  if (!strings && !(texts instanceof Uint8Array)) throw new TypeError('texts are a Uint8Array or an array of strings');
  const stride = strideOf(size, strings ? undefined : options?.stride);
  const total = strings ? texts.length : textsBegunIn(texts.length, size, stride);
  const block = Math.floor(core.room / size);
  for (let begin = 0; begin < total;) {
    let count = 0;
    // All of them before any is in the exchange: an element may be a getter, which may use this package.
    const some = [];
    for (let i = begin; i < Math.min(begin + block, total); ++i) some.push(strings ? texts[i] : texts.subarray(i * stride, i * stride + size));
    for (; count < some.length; ++count) {
      const text = some[count];
      if (strings ? !encodedWhole(text, count * size, size) : text.length !== size) break;
      if (!strings) core.putInput(text, count * size);
    }
    core.putPrefix(prefix);
    const done = count === 0 ? 0 : core.wasm.read_many(place, count, size, size, Math.max(0, prefixSize - 1));
    if (done > 0) take(begin, done);
    const error = done < count ? new Refusal(place) : null;
    begin += done;
    if (error) return { count: begin, error };
    if (count < some.length) {
      // A text of another length: the single call says why.
      if (readText(place, some[count], format.prefixed ? { prefix } : undefined) !== null) throw new Error('sortid: a text was read in two ways');
      return { count: begin, error: new Refusal(place) };
    }
  }
  return { count: total, error: null };
}

function encodedWhole(text, at, size) {
  if (typeof text !== 'string') throw new TypeError('texts are strings');
  if (text.length !== size) return false;
  const done = core.encodeInput(text, at, size);
  return done.read === size;
}

export const batch = Object.freeze({
  fromText(name, texts, options) {
    const place = placeOf(name);
    const format = formats[place];
    const pieces = [];
    let length = 0;
    const done = readMany(place, texts, options, (_, count) => {
      const piece = newValues(format, count);
      core.takeElements(piece, 0, piece.length);
      pieces.push(piece);
      length += count;
    });
    const values = newValues(format, length);
    let at = 0;
    for (const piece of pieces) {
      values.set(piece, at);
      at += piece.length;
    }
    return { ...done, values };
  },
  check(name, texts, options) {
    return readMany(placeOf(name), texts, options, () => {});
  },
  toText(name, values, options) {
    const place = placeOf(name);
    const format = formats[place];
    const prefix = prefixBytes(format, manyOptions(options)?.prefix);
    const size = prefix.length + format.symbols;
    const stride = strideOf(size, options?.stride);
    const count = values.length / elementsEach(format, values);
    const needed = count === 0 ? 0 : (count - 1) * stride + size;
    const into = options?.into ?? new Uint8Array(needed);
    if (!(into instanceof Uint8Array)) throw new TypeError('texts are written into a Uint8Array');
    if (into.length < needed) throw new RangeError(`${needed} bytes are needed, found ${into.length}`);
    writeMany(place, values, (begin, made) => {
      for (let i = 0; i < made; ++i) {
        const at = (begin + i) * stride;
        into.set(prefix, at);
        into.set(core.outputBytes(i * format.symbols, (i + 1) * format.symbols), at + prefix.length);
      }
    });
    return into;
  },
  toStrings(name, values, options) {
    const place = placeOf(name);
    const format = formats[place];
    if (manyOptions(options)?.prefix !== undefined) onlyPrefixed(format);
    const prefix = options?.prefix ? checkedPrefix(options.prefix) : '';
    const reader = core.readerOf(format);
    const texts = [];
    writeMany(place, values, (_, made) => {
      for (let i = 0; i < made; ++i) texts.push(prefix + core.outputText(reader, i, format.symbols));
    });
    return texts;
  },
  unixMs(name, values, options) {
    const place = placeOf(name);
    const each = elementsEach(formats[place], values);
    const epoch = epochOf(onlyOptions(options, '{ epoch }')?.epoch);
    const times = new Float64Array(values.length / each);
    const block = Math.floor(core.room / 16);
    for (let begin = 0; begin < times.length; begin += block) {
      const count = Math.min(block, times.length - begin);
      core.putElements(values, begin * each, (begin + count) * each);
      core.wasm.times_of_many(place, count, epoch);
      for (let i = 0; i < count; ++i) times[begin + i] = core.takeFloat(i);
    }
    return times;
  },
});

function prefixBytes(format, prefix) {
  if (prefix !== undefined) onlyPrefixed(format);
  return new TextEncoder().encode(prefix ? checkedPrefix(prefix) : '');
}

// Writes the texts of values block by block; `take(begin, count)` while they are in the output.
function writeMany(place, values, take) {
  const format = formats[place];
  const each = elementsEach(format, values);
  const total = values.length / each;
  const block = Math.floor(core.room / Math.max(format.symbols, 16));
  for (let begin = 0; begin < total; begin += block) {
    const count = Math.min(block, total - begin);
    core.putElements(values, begin * each, (begin + count) * each);
    const made = core.wasm.write_many(place, count, format.symbols);
    if (made < count) refuse(place);
    take(begin, made);
  }
}
