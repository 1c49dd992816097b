// What the package offers, beside the classes and functions by format (ids.js, generated). sortid.d.ts
// describes it. What others did to Object.prototype or to the iteration of arrays changes nothing here: own
// properties are defined, not set, and no array is spread or taken apart once the package is loaded.
import * as core from './core.js';
import { ErrorDetails, GeneratorError, SortidError } from './errors.js';
import { formats as list } from './formats.js';
import {
  copyOf, elementsEach, given, givenEach, having, inWords, isBytes, isRecord, knownOptions, lengthOf, none, timeOf, valuesOf, viewOf,
} from './given.js';

const { NONE } = core;

// --- formats -----------------------------------------------------------------------------------------------

function frozen(value) {
  if (value !== null && typeof value === 'object') Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
export const formats = frozen(list);
const places = new Map(formats.flatMap(({ name, className }, place) => [[name, place], [className, place]]));

// By its name or by its class, which idClass adds.
export const formatOf = (kind) => formats[places.get(kind)];

function placeOf(kind) {
  const place = places.get(kind);
  if (place !== undefined) return place;
  if (typeof kind === 'string') throw new TypeError(`there is no format ${inWords(kind)}; there are ${formatNames}`);
  throw new TypeError(`a format is a name such as 'ulid', or its class ULID; found ${inWords(kind)}`);
}
const formatNames = formats.map((format) => format.name).join(', ');

let versionText;
export const versionOfCore = () => (versionText ??= core.output(core.wasm.version()));

// --- errors ----------------------------------------------------------------------------------------------

// Why the last call rejected what it was given.
function detailsOf(place) {
  const { why, position, expected, found } = core.lastError();
  const format = place === NONE ? null : formats[place].name;
  return new ErrorDetails(core.words('reason')[why], position, expected, found, format, core.sentence(place));
}

const reject = (place) => {
  throw new SortidError(detailsOf(place));
};

// --- options -----------------------------------------------------------------------------------------------

function truth(name, value) {
  if (value !== undefined && typeof value !== 'boolean') throw new TypeError(`${name} is true or false, found ${inWords(value)}`);
  return value;
}

const generalOptions = ['onOverflow', 'onClockBack', 'maxWaitMs', 'stepBytes', 'epoch', 'clock', 'entropy'];
const optionOf = (format, role) => format.fields.find((field) => field.role === role)?.option ?? undefined;
const nodeOptions = formats.map((format) => optionOf(format, 'node'));
const ownOptions = (format) => [
  ...(format.prefixed ? ['prefix'] : []),
  ...(format.checked ? ['check'] : []),
  ...format.fields.flatMap(({ role, option }) => (role === 'node' ? [option] : role === 'extension' ? [role] : [])),
];
const readOptions = knownOptions('prefix', 'lenient');
const anyReadOptions = knownOptions('format', 'prefix', 'lenient');
const inspectOptions = knownOptions('format', 'prefix', 'lenient', 'epoch');
const prefixOption = knownOptions('prefix');
const convertOptions = knownOptions('from', 'prefix');
const batchOptions = knownOptions('prefix', 'stride');
const intoOptions = knownOptions('prefix', 'stride', 'into');
const epochOption = knownOptions('epoch');
// What a format's generator may be told, and what a new id.
const counted = ({ fields }) => fields.some(({ role }) => role === 'sequence');
const generatorOptions = formats.map((format) => knownOptions(...generalOptions, ...(counted(format) ? ['sequence'] : []), ...ownOptions(format)));
const newOptions = formats.map((format) => knownOptions('at', 'random', ...ownOptions(format)));

// `parse(text, 'xid')` and `parse(text, XID)` name a format alone.
const isKind = (value) => typeof value === 'string' || typeof value === 'function';
const givenAny = (options, known = anyReadOptions) => (isKind(options) ? having({ format: options }) : givenEach(options, known));

// --- instants ----------------------------------------------------------------------------------------------

function rejectInstant(shown) {
  const error = detailsOf(NONE);
  throw new SortidError(error, `${shown}: ${error.message}`);
}
function asNumber(instant) {
  const ms = typeof instant === 'object' ? timeOf(instant) : typeof instant === 'bigint' ? Number(instant) : instant;
  if (typeof ms !== 'number' || Number.isNaN(ms)) throw new TypeError('an instant is a Date, Unix milliseconds, or a text such as RFC 3339');
  return ms;
}
// Unix milliseconds, with a fraction where it is finer: the core says what that means as an end. A Date is never doubted.
function instantOf(instant) {
  const isText = typeof instant === 'string';
  const ms = isText ? ofText(core.wasm.parse_instant, instant) : asNumber(instant);
  const taken = isText || typeof instant === 'object' ? ms : core.wasm.take_instant(ms);
  return Number.isNaN(taken) ? rejectInstant(isText ? inWords(instant) : instant) : taken;
}
const milliseconds = (instant) => Math.floor(instantOf(instant));
const epochOf = (epoch) => (epoch === undefined ? NaN : milliseconds(epoch));

export const parseInstant = (text) => milliseconds(String(text));
export function instantText(instant) {
  const ms = typeof instant === 'string' ? milliseconds(instant) : Math.floor(asNumber(instant));
  if (!Number.isSafeInteger(ms)) throw new RangeError('an instant that far away has no text');
  return core.output(core.wasm.instant_text(ms));
}

// --- reading -----------------------------------------------------------------------------------------------

// What a function of the core answers of a text.
function ofText(call, text) {
  const size = core.put(textOf(text));
  return call(core.from, size);
}
// An id is as good as its text.
const textOf = (given) => (given instanceof Id ? given.text : given);

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
  if (ofText(core.wasm.check_prefix, prefix) !== 0) reject(prefixedPlace);
  if (prefixes.size >= 1000) prefixes.clear();
  const separated = prefix === '' ? '' : prefix + separator;
  prefixes.set(prefix, separated);
  return separated;
}
const prefixedPlace = formats.findIndex((format) => format.prefixed);
const separator = '_';

// The symbols of the longest text of each format, strictly read.
const longest = formats.map(({ symbols, prefixed, maxPrefix }) => symbols + (prefixed ? maxPrefix + separator.length : 0));
const longestOfAll = Math.max(...longest);
// Of a text, which has as many bytes or more; undefined for anything else.
const leastLength = (text) => (typeof text === 'string' ? text.length : isBytes(text) ? lengthOf(text) : undefined);

// The id whose value is in the exchange, by its own text and the place of its format; null: another value may
// be.
let loadedText = null;
let loadedPlace = NONE;

// The id's own text; null when it is rejected. The value is in the exchange then.
function readText(place, given, how = none) {
  const text = textOf(given);
  const lenient = truth('lenient', how.lenient) ? 1 : 0;
  const prefix = how.prefix === undefined ? NONE : putExpectedPrefix(place, how.prefix);
  const size = core.put(text);
  loadedText = null; // whatever happens
  const outcome = core.wasm.parse(place, core.from, size, lenient, prefix);
  loadedPlace = core.place();
  if (outcome === 0) loadedText = core.putText(text, size);
  else if (outcome === core.AS_ANOTHER) loadedText = core.output(formats[loadedPlace].symbols);
  return loadedText;
}

// Only one format has prefixes, so whoever expects one means it. An id is of its own format.
function placeIn({ format, prefix }, given) {
  if (format !== undefined) return placeOf(format);
  if (prefix !== undefined) return prefixedPlace;
  return given instanceof Id ? placeOf(given.formatName) : NONE;
}

// Ids by format, filled in by idClass.
const classes = [];

function parsed(place, text, how) {
  const own = readText(place, text, how);
  return own === null ? reject(loadedPlace) : new classes[loadedPlace](own, asText);
}
function tried(place, text, how) {
  const own = readText(place, text, how);
  if (own === null) return { id: null, error: detailsOf(loadedPlace) };
  return { id: new classes[loadedPlace](own, asText), error: null };
}
export function parse(text, options) {
  const how = givenAny(options);
  return parsed(placeIn(how, text), text, how);
}
export function tryParse(text, options) {
  const how = givenAny(options);
  return tried(placeIn(how, text), text, how);
}
export function isValid(text, options) {
  const size = leastLength(textOf(text));
  if (size === undefined || (options === undefined && size > longestOfAll)) return false;
  const how = givenAny(options);
  return readText(placeIn(how, text), text, how) !== null;
}

export function detect(text) {
  const found = ofText(core.wasm.detect, text);
  return formats.filter((_, place) => (found >> place) & 1).map((format) => format.name);
}

// --- ids ---------------------------------------------------------------------------------------------------

const asText = Symbol('a text that was read'); // says to a constructor that its argument is the id's own text

// Puts the value of an id into the exchange, and gives the format's place. An id is its own properties,
// whoever made it and whatever a class of a user's says; each is read once.
function load({ formatName, text }) {
  if (text !== null && loadedText === text && formats[loadedPlace].name === formatName) return loadedPlace;
  const place = placeOf(formatName);
  return readText(place, text) === null ? reject(place) : place;
}
// Of the id that was loaded.
const loadedPrefix = ({ prefixed, symbols }) => (prefixed ? loadedText.slice(0, Math.max(0, loadedText.length - symbols - 1)) : null);

function define(object, name, value) {
  Object.defineProperty(object, name, { __proto__: null, value, enumerable: true });
}

// Its own properties are what tests, workers and logs see of an id, and enough to read it again.
export class Id {
  formatName;
  text;
  constructor(text, key, formatName) {
    if (key !== asText) throw new TypeError('ids come from parse, from a value, or from their class');
    this.formatName = formatName;
    this.text = text;
    Object.freeze(this);
  }
  toString(form) {
    if (form === undefined) return this.text;
    return form === 'hex' ? this.hex : this.as(form).text;
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
    return core.value(formats[load(this)].bits);
  }
  get bytes() {
    return core.valueBytes(formats[load(this)].bytes);
  }
  get hex() {
    const { bits } = formats[load(this)];
    return core.value(bits).toString(16).padStart(bits / 4, '0');
  }
  get uuid() {
    if (formats[load(this)].bits !== formats[uuidPlace].bits) return null;
    return core.output(core.wasm.text_of_value(uuidPlace));
  }
  get prefix() {
    return loadedPrefix(formats[load(this)]);
  }
  get suffix() {
    const { prefixed, symbols } = formats[load(this)];
    return prefixed ? loadedText.slice(-symbols) : null;
  }
  get unixMs() {
    const ms = core.wasm.unix_ms(load(this), NaN);
    return Number.isNaN(ms) ? null : ms;
  }
  get time() {
    const ms = core.wasm.unix_ms(load(this), NaN);
    return Number.isNaN(ms) ? null : new Date(ms);
  }
  get fields() {
    const place = load(this);
    core.wasm.read_fields(place);
    const found = {};
    formats[place].fields.forEach(({ name }, index) => {
      const { shown, value } = core.field(index);
      if (!shown) return;
      if (name in found) define(found, name, value);
      else found[name] = value;
    });
    return found;
  }
  equals(other) {
    return other instanceof Id && other.formatName === this.formatName && other.text === this.text;
  }
  compare(other) {
    return Id.compare(this, other);
  }
  // In the order of their values, as `<` has it; for sort().
  static compare(one, other) {
    if (!(one instanceof Id) || !(other instanceof Id)) throw new TypeError('ids are compared with ids');
    return one.text < other.text ? -1 : one.text > other.text ? 1 : 0;
  }
  static new(given, options) {
    return new this(given, options);
  }
  as(format, options) {
    const to = placeOf(format);
    // Before the value is in the exchange: it may be a getter.
    const wanted = given(options, prefixOption).prefix;
    const from = load(this);
    return new classes[to](converted(from, to, loadedPrefix(formats[from]), wanted), asText);
  }
}
const uuidPlace = formats.findIndex((format) => !format.generated);

// The text in another format of the value in the exchange. A prefix is the one asked for, or the id's own.
function converted(from, to, ownPrefix, prefix) {
  const target = formats[to];
  if (core.wasm.check_width(from, to) !== 0) {
    throw new SortidError(detailsOf(to), `${formats[from].name} has ${formats[from].bits} bits, ${target.name} has ${target.bits}`);
  }
  if (prefix !== undefined) onlyPrefixed(target);
  const size = core.wasm.text_of_value(to);
  if (size === 0) reject(to);
  const text = core.output(size);
  return target.prefixed ? checkedPrefix(prefix ?? ownPrefix ?? '') + text : text;
}

function onlyPrefixed(format) {
  if (!format.prefixed) throw new TypeError(`${format.name} has no prefix`);
}

export function convert(text, to, options) {
  const target = placeOf(to);
  const { from, prefix: wanted } = given(options, convertOptions);
  if (readText(placeIn(having({ format: from }), text), text) === null) reject(loadedPlace);
  const source = loadedPlace;
  return converted(source, target, loadedPrefix(formats[source]), wanted);
}

// The class of a format's ids; `accessors` tells which field each of its properties is.
export function idClass(name, accessors) {
  const place = placeOf(name);
  const format = formats[place];
  const { bits, bytes: size, className } = format;
  const fresh = newOf(name);

  // Of the value that `load` puts into the exchange.
  const ofValue = (options, load) => {
    const { prefix } = givenEach(options, prefixOption);
    if (prefix !== undefined) onlyPrefixed(format);
    loadedText = null;
    load();
    const length = core.wasm.text_of_value(place);
    if (length === 0) reject(place);
    const text = core.output(length);
    return new Class(prefix ? checkedPrefix(prefix) + text : text, asText);
  };

  const Class = class extends Id {
    constructor(given, key) {
      super(key === asText ? given : fresh(given, key), asText, name);
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
      return parsed(place, text, givenEach(options, readOptions));
    }
    static tryParse(text, options) {
      return tried(place, text, givenEach(options, readOptions));
    }
    static isValid(text, options) {
      const given = leastLength(textOf(text));
      if (given === undefined) return false;
      if (options !== undefined) return readText(place, text, givenEach(options, readOptions)) !== null;
      if (given > longest[place]) return false;
      const length = core.put(textOf(text));
      return core.wasm.is_valid(place, core.from, length) !== 0;
    }
    static fromValue(value, options) {
      if (typeof value !== 'bigint') throw new TypeError('a value is a BigInt');
      if (value !== BigInt.asUintN(bits, value)) {
        core.wasm.reject_width();
        const error = detailsOf(place);
        throw new SortidError(error, value < 0n ? `a negative number is no ${name}` : error.message);
      }
      return ofValue(options, () => core.putValue(bits, value));
    }
    static fromBytes(data, options) {
      if (!isBytes(data)) throw new TypeError('bytes are a Uint8Array');
      return ofValue(options, () => {
        const length = lengthOf(data);
        if (length !== size) throw new RangeError(`${name} has ${size} bytes, found ${length}`);
        core.putValueBytes(data);
      });
    }
    static fromHex(hex, options) {
      if (typeof hex !== 'string' || hex.length !== 2 * size || /[^0-9a-f]/i.test(hex)) {
        throw new TypeError(`${2 * size} hexadecimal digits expected`);
      }
      return Class.fromValue(BigInt(`0x${hex}`), options);
    }
    static fromUUID(uuid, options) {
      if (typeof options === 'string' && options.length === 36) [uuid, options] = [options, uuid]; // as typeid-js has it
      const { prefix: wanted } = givenEach(options, prefixOption);
      if (readText(uuidPlace, uuid) === null) reject(uuidPlace);
      return new Class(converted(uuidPlace, place, undefined, wanted), asText);
    }
    static generator(options) {
      return new Generator(name, options);
    }
    static range(of) {
      return range(name, of);
    }
  };
  places.set(Class, place);
  Object.defineProperty(Class, 'name', { value: className });
  Object.defineProperty(Class.prototype, 'format', { value: format });
  for (const [property, field] of Object.entries(accessors)) {
    const index = format.fields.findIndex(({ name: one }) => one === field);
    Object.defineProperty(Class.prototype, property, {
      get() {
        if (load(this) !== place) throw new TypeError(`${property} of another format than ${name}`);
        core.wasm.read_fields(place);
        const { shown, value } = core.field(index);
        return shown ? value : null;
      },
    });
  }
  classes[place] = Class;
  return Class;
}

// --- all that can be said ----------------------------------------------------------------------------------

export function inspect(given, options) {
  const how = givenAny(options, inspectOptions);
  const epoch = epochOf(how.epoch);
  const text = isBytes(given) ? viewOf(given).slice(0, core.mostRead + 1) : textOf(given);
  const own = readText(placeIn(how, given), text, how);
  if (own === null) reject(loadedPlace);
  const place = loadedPlace;
  const format = formats[place];
  const input = typeof text === 'string' ? text : core.decode(text);
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
    instant: timed ? instantText(ms) : null, fields, check, also: detect(input).filter((name) => name !== format.name), id,
  };
}

// --- ranges ------------------------------------------------------------------------------------------------

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

const timed = ({ epochUnixMs, generated }) => generated && epochUnixMs !== null;
const inBase58 = ({ textForm }) => textForm === 'base58';
const onlyFor = (what, { name }, fits) =>
  `${what} is not for ${name}; it is for ${formats.filter(fits).map((format) => format.name).join(', ')}`;
function textPrefixRejected(format, length) {
  if (!inBase58(format)) return onlyFor('textPrefix', format, inBase58);
  if (length === 0 || length > format.symbols) return `a textPrefix of ${format.name} has 1 to ${format.symbols} symbols, found ${length}`;
  return undefined;
}

export function range(kind, asked) {
  const place = placeOf(kind);
  const format = formats[place];
  if (!isRecord(asked)) throw new TypeError(`a range is of { at }, of { from, to } or of { textPrefix }, found ${inWords(asked)}`);
  const of = { __proto__: null };
  Object.getOwnPropertyNames(asked).forEach((option) => (of[option] = asked[option]));
  onlyOneRange(format, of);
  const { from = -Infinity, to = Infinity, at, epoch, textPrefix, prefix } = of;
  const before = prefix === undefined ? '' : checkedPrefix(prefix);
  // What the core cannot know: to whom else the question could be put.
  let why, sentence;
  if (textPrefix !== undefined) {
    const size = core.put(textPrefix);
    loadedText = null;
    why = core.wasm.text_prefix_range(place, core.from, size);
    sentence = textPrefixRejected(format, size);
  } else {
    const zero = epochOf(epoch);
    const begin = instantOf(at === undefined ? from : at);
    const end = at === undefined ? instantOf(to) : NaN;
    loadedText = null;
    why = core.wasm.range(place, begin, end, zero);
    if (!timed(format)) sentence = onlyFor('a range of time', format, timed);
  }
  if (why !== 0) throw new SortidError(detailsOf(place), sentence);
  const first = before + core.output(core.wasm.write_text(place, 0));
  return { first, last: before + core.output(core.wasm.write_text(place, 1)) };
}

// --- new ids -----------------------------------------------------------------------------------------------

function wordPlace(name, word) {
  const place = word === undefined ? 0 : core.words(name).indexOf(word);
  if (place < 0) throw new TypeError(`${name} is one of ${core.words(name).join(', ')}, found ${inWords(word)}`);
  return place;
}
// A number that the core is to judge; what it could not be told is rejected here.
function whole(name, number) {
  if (!Number.isInteger(number) || number < 0) throw new TypeError(`${name} is a whole number, 0 or more`);
  return Math.min(number, greatest);
}
const wholeIfGiven = (name, number) => (number === undefined ? undefined : whole(name, number));
const greatest = 0xfffffffe; // that an option's word holds beside "not given"
function maxWaitOf(ms = 1000) {
  if (typeof ms !== 'number' || !(ms >= 0)) throw new TypeError('maxWaitMs is a number, 0 or more');
  return ms;
}
// Where a generator is not made, the option that is a number beyond what the format takes is to blame.
function rejectNumber(place, name, found, most) {
  if (found > most) throw new SortidError({ ...detailsOf(place), found }, `${name} is 0 to ${most} for ${formats[place].name}`);
}
function callable(name, given) {
  if (given !== undefined && typeof given !== 'function') throw new TypeError(`${name} is a function`);
  return given ?? null;
}

// What the core is told of a generator, checked as far as it cannot do that itself.
function settingsOf(format, options) {
  const node = nodeOptions[places.get(format.name)];
  return {
    epoch: epochOf(options.epoch),
    maxWaitMs: maxWaitOf(options.maxWaitMs),
    extension: wholeIfGiven('extension', options.extension),
    node: node && wholeIfGiven(node, options[node]),
    stepBytes: wholeIfGiven('stepBytes', options.stepBytes),
    overflow: wordPlace('onOverflow', options.onOverflow),
    clockBack: wordPlace('onClockBack', options.onClockBack),
    sequence: wordPlace('sequence', options.sequence),
    unchecked: truth('check', options.check) === false ? 1 : 0,
  };
}

const isDrawn = ({ drawn }) => drawn;
// Where nothing of an id is random, a draw would be one of few and soon come twice.
function onlyDrawn(what, place) {
  if (!isDrawn(formats[place])) throw new TypeError(onlyFor(what, formats[place], isDrawn));
}

const mostElements = 2 ** 32 - 1; // of an array of JavaScript's

// Some edge runtimes have no finalizers; a worker there lives shortly.
const slots = globalThis.FinalizationRegistry && new FinalizationRegistry(core.giveSlot);

// What others call options of a generator.
const meant = {
  monotonic: 'the ids of one generator increase', timestamp: 'nextAt(instant) makes an id of it', now: 'clock() gives the time', prng: 'entropy(bytes) fills them', seed: 'entropy(bytes) fills them',
};

// Its own properties tell tests and logs what it is: of no two generators are they equal, and none can be
// cloned.
export class Generator {
  #slot;
  #place;
  #clock; // null: the host's
  #entropy;
  #plain; // nothing is asked of others in the middle of an id
  #busy = false;
  #prefix;
  #reader;
  #symbols;
  constructor(kind, options) {
    const place = placeOf(kind);
    const format = formats[place];
    const { name } = format;
    const told = given(options, generatorOptions[place], name, (found) => (Object.hasOwn(meant, found) ? `; ${meant[found]}` : ''));
    this.#place = place;
    this.#clock = callable('clock', told.clock);
    this.#prefix = told.prefix === undefined ? '' : checkedPrefix(told.prefix);
    this.#reader = core.readerOf(format);
    this.#symbols = format.symbols;
    this.#entropy = callable('entropy', told.entropy);
    this.#plain = this.#clock === null && this.#entropy === null && told.onOverflow !== 'wait' && told.onClockBack !== 'wait';
    const settings = settingsOf(format, told);
    const slot = core.takeSlot();
    core.putOptions({ ...settings, source: this.#entropy === null ? 0 : 1 });
    if (core.wasm.generator_make(slot, place) !== 0) {
      core.giveSlot(slot);
      if (!format.generated) throw new SortidError(detailsOf(place), onlyFor('a generator', format, ({ generated }) => generated));
      const most = (name) => 2 ** format.fields.find(({ role }) => role === name)?.bits - 1;
      const node = optionOf(format, 'node');
      rejectNumber(place, 'extension', told.extension, most('extension'));
      if (node) rejectNumber(place, node, told[node], most('node'));
      rejectNumber(place, 'stepBytes', told.stepBytes, format.counter?.maxStepBytes ?? 0);
      reject(place);
    }
    slots?.register(this, slot);
    this.#slot = slot;
    const set = {};
    Object.keys(told).forEach((option) => told[option] !== undefined && define(set, option, told[option]));
    define(this, 'formatName', name);
    define(this, 'options', Object.freeze(set));
    define(this, 'order', Symbol(name));
  }
  get format() {
    return formats[this.#place];
  }
  // Calls with an instant, or with a reading of the clock. The clock or entropy may ask other generators, but
  // not the one that is in the middle of an id.
  #call(call, instant) {
    if (this.#plain) return call(instant ?? Date.now());
    if (this.#busy) throw new Error(`the ${this.formatName} generator is making an id: its own clock and entropy cannot ask it for another`);
    this.#busy = true;
    try {
      const ms = instant ?? core.reading(this.#clock);
      core.ask(this.#clock, this.#entropy);
      return call(ms);
    } finally {
      this.#busy = false;
    }
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
    const fault = core.words('fault')[why];
    const advice = fault === 'tail_overflow' ? "; a Generator with onOverflow 'wait' or 'run_ahead' goes on" : '';
    throw new GeneratorError(fault, this.formatName, core.sentenceOfFault(why, this.#place) + advice, thrown);
  }
  next() {
    if (this.#plain) return this.#text(core.wasm.next(this.#slot, Date.now()));
    return this.#call((now) => this.#text(core.wasm.next(this.#slot, now)));
  }
  nextAt(instant) {
    return this.#call((ms) => this.#text(core.wasm.next_at(this.#slot, ms)), milliseconds(instant));
  }
  random() {
    onlyDrawn('a random id', this.#place);
    return this.#call((now) => this.#text(core.wasm.random_at(this.#slot, now)));
  }
  randomAt(instant) {
    onlyDrawn('a random id', this.#place);
    return this.#call((ms) => this.#text(core.wasm.random_at(this.#slot, ms)), milliseconds(instant));
  }
  // Blocks of ids into the output; `use(begin, count)` while they are there.
  #blocks(total, stride, use) {
    for (let begin = 0; begin < total;) {
      const count = Math.min(core.idsAtOnce, total - begin);
      const made = this.#call((now) => core.wasm.fill(this.#slot, count, stride, now));
      const why = core.why();
      use(begin, made);
      if (made < count) this.#fail(why);
      begin += made;
    }
  }
  many(count) {
    whole('count', count);
    if (count > mostElements) throw new RangeError(`an array has at most ${mostElements} elements, found ${count}`);
    const ids = [];
    this.#blocks(count, this.#symbols, (_, made) => {
      for (let i = 0; i < made; ++i) ids.push(this.#prefix + core.outputText(this.#reader, i, this.#symbols));
    });
    return ids;
  }
  fill(to) {
    const format = formats[this.#place];
    const values = valuesOf(format, to);
    const each = elementsEach(format);
    this.#blocks(values.length / each, 0, (begin, made) => core.takeElements(core.outputOf, values, begin * each, (begin + made) * each));
    return to;
  }
  ahead() {
    return this.#call((now) => core.wasm.ahead(this.#slot, now));
  }
}

// The module's own generators, by what of their ids is told. None is given up, since another one would begin
// its order anew; there are as many as a node or an extension has values.
const own = formats.map(() => new Map());
function ownGenerator(place, told) {
  const { name } = formats[place];
  const node = nodeOptions[place];
  // Where a number alone keeps ids apart, the core rejects a generator without one.
  const asked = node === undefined ? told.extension : (told[node] ?? (isDrawn(formats[place]) ? 0 : undefined));
  const number = wholeIfGiven(node ?? 'extension', asked);
  const key = truth('check', told.check) === false ? `${number} unchecked` : number;
  let generator = own[place].get(key);
  if (generator === undefined) {
    generator = new Generator(name, { ...told, at: undefined, random: undefined, prefix: undefined });
    own[place].set(key, generator);
  }
  return generator;
}

function newBy(place, told) {
  const { at, random, prefix } = told;
  const before = prefix === undefined ? '' : checkedPrefix(prefix);
  const drawn = truth('random', random);
  if (at !== undefined) onlyDrawn('at', place);
  else if (drawn) onlyDrawn('a random id', place);
  const generator = ownGenerator(place, told);
  if (at !== undefined) return before + generator.randomAt(at);
  return before + (drawn ? generator.random() : generator.next());
}
// To whom else what is given could be told.
const adviceOf = formats.map(({ name, className }, place) => (found, isOption) => {
  if (isOption && Object.hasOwn(generatorOptions[place], found)) return `; new Generator('${name}', { ${found} }) takes it`;
  if (isOption) return found === 'monotonic' ? '; its ids increase always' : /time|date|now|ms/i.test(found) ? '; at is the instant of a new id' : '';
  return typeof found === 'string' || isBytes(found) ? `; ${className}.parse(text) reads an id` : '; { at } is the instant of a new id';
});
const givenNew = (place, options) => given(options, newOptions[place], formats[place].name, adviceOf[place]);

export function newId(kind, options) {
  const place = placeOf(kind);
  return newBy(place, givenNew(place, options));
}

// The function by a format's name: ulid(). That of a format with prefixes takes one first.
export function newOf(name) {
  const place = placeOf(name);
  let generator = null;
  const plain = () => (generator ??= ownGenerator(place, none)).next();
  if (formats[place].prefixed) {
    return (prefix, options) => {
      if (options === undefined) {
        if (prefix === undefined) return plain();
        return typeof prefix === 'string' ? checkedPrefix(prefix) + plain() : newId(name, prefix);
      }
      const told = givenNew(place, options);
      if (prefix !== undefined && told.prefix !== undefined) throw new TypeError(`the prefix is given twice; ${formats[place].className}.parse(text) reads an id`);
      return newBy(place, having(told, { prefix: told.prefix ?? prefix }));
    };
  }
  return (options) => (options === undefined ? plain() : newId(name, options));
}

// --- many ids ----------------------------------------------------------------------------------------------

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

// Reads texts block by block; `use(output, count)` with their values, which are in the output for that time.
function readMany(place, texts, options, use) {
  const format = formats[place];
  const { prefix = '', stride: between } = given(options, batchOptions);
  if (prefix !== '') onlyPrefixed(format);
  const lead = leadOf(prefix);
  const size = lead.length + format.symbols;
  const strings = Array.isArray(texts);
  if (!strings && !isBytes(texts)) throw new TypeError('texts are a Uint8Array or an array of strings');
  const stride = strideOf(size, strings ? undefined : between);
  const from = strings ? texts : viewOf(texts);
  const total = strings ? whole('length', from.length) : textsBegunIn(from.length, size, stride);
  const block = Math.floor((core.room - size) / stride) + 1;
  for (let begin = 0; begin < total;) {
    const most = Math.min(block, total - begin);
    let count = most;
    let all = '';
    let wrong;
    if (strings) {
      // Before any of it is in the input: an element may be a getter, which may use this package.
      for (count = 0; count < most; ++count) {
        wrong = from[begin + count];
        if (typeof wrong !== 'string') throw new TypeError('texts are strings');
        if (wrong.length !== size) break;
        all += wrong;
      }
      const other = all.search(/[^\0-\x7f]/); // is no symbol of any format
      if (other >= 0) {
        count = Math.floor(other / size);
        wrong = all.substr(count * size, size);
      }
    } else if (from.length < (begin + most - 1) * stride + size) {
      --count;
    }
    const { read, prefix: before, input, output } = core.columns();
    if (strings) core.encode(all, input(count * size));
    else if (count > 0) input((count - 1) * stride + size).set(from.subarray(begin * stride, (begin + count - 1) * stride + size));
    before(lead.length).set(lead);
    const done = count > 0 ? read(place, count, stride, lead.length) : 0;
    if (done > 0) use(output, done);
    begin += done;
    if (done < most) {
      // The single call says why.
      if (!strings) wrong = from.subarray(begin * stride, begin * stride + size);
      else if (done < count) wrong = all.substr(done * size, size);
      if (readText(place, wrong, format.prefixed ? having({ prefix }) : none) !== null) throw new Error('sortid: a text was read in two ways');
      return { count: begin, error: detailsOf(place) };
    }
  }
  return { count: total, error: null };
}

export const batch = Object.freeze({
  fromText(name, texts, options) {
    const place = placeOf(name);
    const format = formats[place];
    const pieces = [];
    let length = 0;
    const done = readMany(place, texts, options, (output, count) => {
      const piece = newValues(format, count);
      core.takeElements(output, piece, 0, piece.length);
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
    const told = given(options, intoOptions);
    const lead = prefixBytes(format, told.prefix);
    const size = lead.length + format.symbols;
    const stride = strideOf(size, told.stride);
    const own = valuesOf(format, values);
    const count = own.length / elementsEach(format);
    const needed = count === 0 ? 0 : (count - 1) * stride + size;
    if (told.into !== undefined && !isBytes(told.into)) throw new TypeError('texts are written into a Uint8Array');
    const into = told.into === undefined ? new Uint8Array(needed) : viewOf(told.into);
    if (into.length < needed) throw new RangeError(`${needed} bytes are needed, found ${into.length}`);
    // Of values that may lie where the texts go, a copy.
    const source = told.into === undefined ? own : copyOf(own);
    writeMany(place, source, lead, (begin, texts) => {
      if (stride === size) {
        into.set(texts, begin * size);
      } else {
        for (let at = 0; at < texts.length; at += size, ++begin) into.set(texts.subarray(at, at + size), begin * stride);
      }
    });
    return told.into ?? into;
  },
  toStrings(name, values, options) {
    const place = placeOf(name);
    const format = formats[place];
    const told = given(options, prefixOption);
    const lead = prefixBytes(format, told.prefix);
    const size = lead.length + format.symbols;
    const texts = [];
    writeMany(place, valuesOf(format, values), lead, (_, written) => {
      const all = core.decode(written);
      for (let at = 0; at < all.length; at += size) texts.push(all.slice(at, at + size));
    });
    return texts;
  },
  unixMs(name, values, options) {
    const place = placeOf(name);
    const epoch = epochOf(given(options, epochOption).epoch);
    const own = valuesOf(formats[place], values);
    const each = elementsEach(formats[place]);
    const times = new Float64Array(own.length / each);
    const { times: take, input, output } = core.columns();
    const block = Math.floor(core.room / 16);
    for (let begin = 0; begin < times.length; begin += block) {
      const count = Math.min(block, times.length - begin);
      core.putElements(input, own, begin * each, (begin + count) * each);
      take(place, count, epoch);
      core.takeElements(output, times, begin, begin + count);
    }
    return times;
  },
});

// What stands before each text of a column.
const leadOf = (prefix) => new TextEncoder().encode(prefix ? checkedPrefix(prefix) : '');
function prefixBytes(format, prefix) {
  if (prefix !== undefined) onlyPrefixed(format);
  return leadOf(prefix);
}

// Writes the texts of values block by block; `use(begin, texts)` while they are in the output.
function writeMany(place, values, lead, use) {
  const format = formats[place];
  const each = elementsEach(format);
  const total = values.length / each;
  const size = lead.length + format.symbols;
  const { write, prefix, input, output } = core.columns();
  const block = Math.floor(core.room / Math.max(size, 16));
  for (let begin = 0; begin < total; begin += block) {
    const count = Math.min(block, total - begin);
    core.putElements(input, values, begin * each, (begin + count) * each);
    prefix(lead.length).set(lead);
    const made = write(place, count, size, lead.length);
    use(begin, output(made * size));
    if (made === count) continue;
    loadedText = null;
    if (format.bits === 64) core.putValue(64, values[begin + made]);
    else core.putValueBytes(values.subarray((begin + made) * each, (begin + made + 1) * each));
    core.wasm.check_value(place);
    reject(place);
  }
}

// --- what other packages call the same ---------------------------------------------------------------------

// For guesses.js, which is made of the table in guesses.mjs.
export function says(name, call) {
  throw new TypeError(`there is no ${name}(): write ${call}`);
}
const gives = {
  '()': (own) => ({ value() { return this[own]; }, writable: true }),
  '.': (own) => ({ get() { return this[own]; } }),
  '=': (own) => ({ value(given, options) { return this[own](given, options); }, writable: true }),
  'of': (own) => ({ value(text) { return this.parse(text)[own]; }, writable: true }),
  'text': (_, name) => ({ value(...given) { return this.text[name](...given); }, writable: true }),
  'fn': (value) => ({ value, writable: true }),
  '!': (call, name) => ({ value: () => says(name, call), writable: true }),
};
export function give(object, how, names, here) {
  for (const name of names.split(' ')) Object.defineProperty(object, name, { ...gives[how](here, name), configurable: true });
}
Object.defineProperty(Generator.prototype, Symbol.iterator, { value: function* () { for (;;) yield this.next(); }, configurable: true, writable: true });
