// sortid: ids that sort by the time they were made. Texts are strings, values BigInts, bytes Uint8Arrays, instants Dates
// or Unix milliseconds. No function accepts a wrong text: it throws a SortidError, or returns the reason.

// --- formats -------------------------------------------------------------------------------------------------------

// generated: names

/** A field of a format: some of the bits of each id. */
export interface Field {
  readonly name: string;
  /** How many bits the field has. */
  readonly bits: number;
  /** The field's lowest bit, counted from the value's lowest. */
  readonly shift: number;
  readonly role: Role;
  /** The value of a constant field, in decimal; null for other fields. */
  readonly value: string | null;
  /** The generator's option that sets the field, where there is one: `sid`, `machine`. */
  readonly option: string | null;
}

/** All that the core knows of a format; `sortid formats --json` prints the same. */
export interface Format {
  readonly name: FormatName;
  /** The name in a few words. */
  readonly title: string;
  /** The class of the format's ids, as the package exports it. */
  readonly className: string;
  /** The function that makes a new id, as the package exports it; null for `uuid`, which has none. */
  readonly functionName: string | null;
  /** What the format's types and functions of SQL begin with. */
  readonly sqlName: string;
  readonly bits: 64 | 128;
  readonly bytes: 8 | 16;
  /** The length of a text; for a TypeID, of what follows the prefix. */
  readonly symbols: number;
  readonly textForm: TextForm;
  /** The symbols of a text, by value. */
  readonly alphabet: string;
  /** The value of each symbol that a strict parse reads. */
  readonly reads: Readonly<Record<string, number>>;
  /** The text of the smallest id. */
  readonly minText: string;
  /** The text of the largest id. */
  readonly maxText: string;
  /** Whether a text may begin with a type prefix. */
  readonly prefixed: boolean;
  /** The longest type prefix; 0 for formats without one. */
  readonly maxPrefix: number;
  /** Whether a text ends with check digits. */
  readonly checked: boolean;
  /** Whether a lenient parse accepts more texts than a strict one. */
  readonly lenient: boolean;
  /** The instant of timestamp 0 in Unix milliseconds; null for formats without a timestamp. */
  readonly epochUnixMs: number | null;
  /** The first instant that an id can have, in Unix milliseconds. */
  readonly firstUnixMs: number | null;
  /** The first instant as RFC 3339. */
  readonly firstTime: string | null;
  /** The last instant that an id can have, in Unix milliseconds. */
  readonly lastUnixMs: number | null;
  /** The last instant as RFC 3339. */
  readonly lastTime: string | null;
  /** Whether there is a generator. */
  readonly generated: boolean;
  /** Whether the ids of one generator increase. */
  readonly ordered: boolean;
  /** Whether new ids have random bits, so that each can be an independent draw (`random`, `at`). */
  readonly drawn: boolean;
  readonly detection: Detection;
  /** Whether the constant fields must have their values when an id is parsed. */
  readonly constantsRequired: boolean;
  /** The bits that count within a millisecond; null for formats that are not ordered. */
  readonly counter: { readonly low: number; readonly bits: number; readonly stepBytes: number; readonly maxStepBytes: number } | null;
  /** The fields, the most significant first. */
  readonly fields: readonly Field[];
}

/** A format: its name, or the class of its ids. */
export type FormatLike = FormatName | IdClass<Id>;
/** The format whose texts have a prefix, by its name or its class. */
type Prefixed = 'typeid' | PrefixedIdClass;

/** Every format. A text that several formats accept is taken for the earliest in this list. */
export const formats: readonly Format[];
/** The format of that name or class; undefined for another. */
export function formatOf(kind: string | IdClass<Id>): Format | undefined;
/** The version of the package. */
export const version: string;

// --- errors ------------------------------------------------------------------------------------------------------

// generated: reasons

/** Why a text was rejected. Frozen; its own properties are all of it, so that a clone or a message to a worker has them too. */
export interface ErrorDetails {
  readonly reason: Reason;
  /** The 0-based byte of the text (in UTF-8) where the reason shows. */
  readonly position: number;
  /** What was expected: symbols for `length`, the byte for `character` and `prefix`, check digits for `checksum`. */
  readonly expected: number;
  /** What was found, in the same terms. */
  readonly found: number;
  /** The format that the text was read as; null when it has the shape of no format. */
  readonly format: FormatName | null;
  /** A sentence, which does not repeat the text. */
  readonly message: string;
  /** The message. */
  toString(): string;
}

/** Thrown for a text, a value or an option that is rejected. `structuredClone` keeps only the message; send `toJSON()`. */
export class SortidError extends Error implements ErrorDetails {
  private constructor();
  readonly reason: Reason;
  readonly position: number;
  readonly expected: number;
  readonly found: number;
  readonly format: FormatName | null;
  /** The error as a plain object, its name and message included. */
  toJSON(): { name: string; message: string; reason: Reason; position: number; expected: number; found: number; format: FormatName | null };
}

// generated: faults

/** Thrown when a generator made no id. The generator is as it was. `cause` is what its own `entropy` threw. */
export class GeneratorError extends Error {
  private constructor();
  readonly fault: Fault;
  readonly format: FormatName;
  /** The error as a plain object, its name and message included. */
  toJSON(): { name: string; message: string; fault: Fault; format: FormatName };
}

// --- ids -----------------------------------------------------------------------------------------------------------

/**
 * An instant: a Date, one of Temporal, Unix milliseconds, or a text (RFC 3339, or milliseconds in decimal). A number that could be a year, a
 * date or seconds (2024, 20240606, 1717653966) is rejected; a Date says which milliseconds are meant.
 */
export type Instant = Date | { readonly epochNanoseconds: bigint } | number | bigint | string;
/** The index that `texts.map(parse)` passes; it is ignored. */
export type Index = number;
/** A text, its bytes as they were read from somewhere, or an id, which is read as its text. */
export type Text = string | Uint8Array | Id;

/** How to read a text. */
export interface ReadOptions {
  /** Read what people type, hyphens anywhere and Crockford's aliases, where the format has them. */
  lenient?: boolean;
  /** For TypeIDs: reject any other prefix. */
  prefix?: string;
}
/** How to read a text of any format. */
export interface AnyReadOptions extends ReadOptions {
  /** The format to read it as; by default the likeliest. */
  format?: FormatLike;
}

/**
 * An id. It is frozen. It compares with `<` as its value does (TypeIDs within one prefix), and it is its text as a string
 * and in JSON. Its own properties are `formatName` and `text`: deep comparisons, logs and `structuredClone` see these.
 * A clone or a message to a worker is a plain object of the two; `parse(clone.text, clone.formatName)` is the id again.
 */
export class Id {
  protected constructor();
  /** The facts of its format. */
  readonly format: Format;
  readonly formatName: FormatName;
  /** The canonical text. */
  readonly text: string;
  /** The bits as a number. */
  readonly value: bigint;
  /** The 8 or 16 bytes in network order; a new array each time. */
  readonly bytes: Uint8Array;
  /** All bits in hexadecimal digits. */
  readonly hex: string;
  /** The bits as the text of a UUID; null for 64 bits. */
  readonly uuid: string | null;
  /** A TypeID's prefix, which may be empty; null for other formats. */
  readonly prefix: string | null;
  /** A TypeID without its prefix; null for other formats. */
  readonly suffix: string | null;
  /** When it was made, in Unix milliseconds; null for an id without an instant. UUIDs of version 1, 2, 6 and 7 have one. */
  readonly unixMs: number | null;
  /** When it was made; null for an id without an instant. */
  readonly time: Date | null;
  /** The fields by name. A field without a value is null (an EUID's extension); one that says nothing about this id is left out. */
  readonly fields: Readonly<Record<string, bigint | null>>;
  /** The text; its bits in hexadecimal, or as the text of another format, where one is named. */
  toString(form?: 'hex' | FormatLike): string;
  /** The text. */
  toJSON(): string;
  /** The text, so that `<` and `>` compare ids. */
  valueOf(): string;
  /** Whether the other is an id of the same format and text. `==` and `===` compare objects. */
  equals(other: unknown): boolean;
  /** Negative where this id is before the other, positive where it is behind it, 0 where they are equal. */
  compare(other: Id): number;
  /** The same of two ids, for `sort`. */
  static compare(one: Id, other: Id): number;
  /** The same bits as an id of another format. Throws a SortidError where that format cannot hold them. */
  as<Prefix extends string>(format: Prefixed, options: { prefix: Prefix }): TypeID<Prefix>;
  as<T extends Id>(format: IdClass<T>, options?: { prefix?: string }): T;
  as(format: FormatName, options?: { prefix?: string }): Id;
}

/** What `tryParse` returns: an id, or the reason why there is none. */
export type Outcome<T> = { readonly id: T; readonly error: null } | { readonly id: null; readonly error: ErrorDetails };

/** The class of a format's ids. */
export interface IdClass<T extends Id> {
  readonly prototype: T;
  /** The facts of the format. */
  readonly format: Format;
  /** The smallest id. */
  readonly min: T;
  /** The largest id. */
  readonly max: T;
  /** The id that the text is. Throws a SortidError for any other text. */
  parse(text: Text, options?: ReadOptions | Index): T;
  /** As `parse`, but returns the reason instead of throwing it. */
  tryParse(text: Text, options?: ReadOptions | Index): Outcome<T>;
  /** Whether `parse` accepts the text; false for what is no text. */
  isValid(text: unknown, options?: ReadOptions | Index): boolean;
  /** The id with these bits. Throws a SortidError where the format does not allow them. */
  fromValue(value: bigint, options?: { prefix?: string } | Index): T;
  /** The id with these 8 or 16 bytes in network order. */
  fromBytes(bytes: Uint8Array, options?: { prefix?: string } | Index): T;
  /** The id with these bytes in hexadecimal. */
  fromHex(hex: string, options?: { prefix?: string } | Index): T;
  /** The id with the bits of a UUID, for formats of 128 bits. */
  fromUUID(uuid: Text, options?: { prefix?: string } | Index): T;
  /** Compares two ids, for `sort`. */
  compare(one: Id, other: Id): number;
  /** As the function `range` for this format. */
  range(of: RangeOf): Range;
}
/** The class of a format that has a generator. */
export interface NewIdClass<T extends Id, Options = NewOptions> extends IdClass<T> {
  /** A new id, from the module's own generator of the format. */
  new (options?: Options): T;
  /** The same. */
  'new'(options?: Options): T;
  /** A generator with an order of its own. */
  generator(options?: GeneratorOptions): Generator;
}

/** The text of an id whose prefix is part of the type: `user_…` for `'user'`. */
export type PrefixedText<Prefix extends string> = string extends Prefix ? string : Prefix extends '' ? string : `${Prefix}_${string}`;
/** The class of the format with prefixes. A prefix that is named is part of the id's type. */
export interface PrefixedIdClass extends NewIdClass<TypeID> {
  /** A new id, from the module's own generator of the format. */
  new <Prefix extends string>(options: NewOptions & { prefix: Prefix }): TypeID<Prefix>;
  new <Prefix extends string>(prefix: Prefix, options?: NewOptions): TypeID<Prefix>;
  new (options?: NewOptions): TypeID;
  'new'<Prefix extends string>(options: NewOptions & { prefix: Prefix }): TypeID<Prefix>;
  'new'<Prefix extends string>(prefix: Prefix, options?: NewOptions): TypeID<Prefix>;
  'new'(options?: NewOptions): TypeID;
  /** The id that the text is. Throws a SortidError for any other text. */
  parse<Prefix extends string>(text: Text, options: ReadOptions & { prefix: Prefix }): TypeID<Prefix>;
  parse(text: Text, options?: ReadOptions | Index): TypeID;
  /** As `parse`, but returns the reason instead of throwing it. */
  tryParse<Prefix extends string>(text: Text, options: ReadOptions & { prefix: Prefix }): Outcome<TypeID<Prefix>>;
  tryParse(text: Text, options?: ReadOptions | Index): Outcome<TypeID>;
  /** The id with these bits. */
  fromValue<Prefix extends string>(value: bigint, options: { prefix: Prefix }): TypeID<Prefix>;
  fromValue(value: bigint, options?: { prefix?: string } | Index): TypeID;
  /** The id with these 16 bytes in network order. */
  fromBytes<Prefix extends string>(bytes: Uint8Array, options: { prefix: Prefix }): TypeID<Prefix>;
  fromBytes(bytes: Uint8Array, options?: { prefix?: string } | Index): TypeID;
  /** The id with these bytes in hexadecimal. */
  fromHex<Prefix extends string>(hex: string, options: { prefix: Prefix }): TypeID<Prefix>;
  fromHex(hex: string, options?: { prefix?: string } | Index): TypeID;
  /** The id with the bits of a UUID. */
  fromUUID<Prefix extends string>(uuid: Text, options: { prefix: Prefix }): TypeID<Prefix>;
  fromUUID(uuid: Text, options?: { prefix?: string } | Index): TypeID;
  /** A generator with an order of its own. */
  generator<Prefix extends string = string>(options?: GeneratorOptions & { prefix?: Prefix }): Generator<Prefix>;
}

/** The id of a text, which must be valid in the likeliest format or in the one named. Throws a SortidError for any other text. */
export function parse<Prefix extends string>(text: Text, options: ReadOptions & { format?: Prefixed; prefix: Prefix }): TypeID<Prefix>;
export function parse<T extends Id>(text: T): T;
export function parse<T extends Id>(text: Text, kind: IdClass<T>): T;
export function parse(text: Text, options?: AnyReadOptions | FormatName | Index): Id;
/** As `parse`, but returns the reason instead of throwing it. */
export function tryParse<Prefix extends string>(text: Text, options: ReadOptions & { format?: Prefixed; prefix: Prefix }): Outcome<TypeID<Prefix>>;
export function tryParse<T extends Id>(text: Text, kind: IdClass<T>): Outcome<T>;
export function tryParse(text: Text, options?: AnyReadOptions | FormatName | Index): Outcome<Id>;
/** Whether a text is a valid id, one that `parse` accepts; false for what is no text. */
export function isValid(text: unknown, options?: AnyReadOptions | FormatLike | Index): boolean;
/**
 * Every format that the text alone is taken for (`Format.detection`), the likeliest first. Eleven symbols are xid alone:
 * uid11 and its other profiles look the same and are read by name.
 */
export function detect(text: Text): FormatName[];

/** The same bits as an id of another format: its text. `from` is the text's format; by default the likeliest. */
export function convert<Prefix extends string>(text: Text, to: Prefixed, options: { from?: FormatLike; prefix: Prefix }): PrefixedText<Prefix>;
export function convert(text: Text, to: FormatLike, options?: { from?: FormatLike; prefix?: string }): string;

/** A field of an id that was inspected. */
export interface InspectedField {
  readonly name: string;
  readonly role: Role;
  readonly bits: number;
  /** The field's lowest bit, counted from the value's lowest. */
  readonly shift: number;
  /** Null where the field has no value, or says nothing about this id. */
  readonly value: bigint | null;
  /** Whether the field says something about this id. */
  readonly shown: boolean;
}
/** All that can be said of an id. */
export interface Inspection {
  /** The text that was given. */
  readonly input: string;
  readonly format: FormatName;
  /** Whether the input is the id's own text. */
  readonly canonical: boolean;
  /** The id's own text. */
  readonly text: string;
  readonly value: bigint;
  readonly hex: string;
  readonly bytes: Uint8Array;
  readonly uuid: string | null;
  readonly prefix: string | null;
  readonly unixMs: number | null;
  readonly time: Date | null;
  /** The time as RFC 3339 in UTC; years past 9999 have more digits. */
  readonly instant: string | null;
  /** The fields, the most significant first. */
  readonly fields: readonly InspectedField[];
  /** For EUIDs: whether the text carries its check digits. */
  readonly check: 'valid' | 'none' | null;
  /** The other formats that the text is taken for. */
  readonly also: readonly FormatName[];
  readonly id: Id;
}
/** All that can be said of an id. `epoch` is the one it was made with, where that was your own. */
export function inspect(text: Text, options?: (AnyReadOptions & { epoch?: Instant }) | FormatLike | Index): Inspection;

// --- ranges --------------------------------------------------------------------------------------------------------

/** The smallest and the largest id of a millisecond or an interval; both belong to the range, ready for BETWEEN. */
export interface Range<Made extends string = string> {
  readonly first: Made;
  readonly last: Made;
}
/** An instant, or a half-open interval. */
type Times = { at: Instant; epoch?: Instant } | { from?: Instant; to?: Instant; epoch?: Instant };
/** What a range is of. */
export type RangeOf = (Times & { prefix?: string }) | { textPrefix: string };
/**
 * The smallest and the largest id of an instant (`at`), of a half-open interval (`from`, `to`), or of the texts that begin
 * with these symbols (`textPrefix`, base 58). Leave out an end that is open; one that is undefined is a TypeError. An end that
 * is finer than a millisecond moves up to the next one. `prefix` is the prefix of both TypeIDs. Throws a SortidError where the range has no ids.
 */
export function range<Prefix extends string>(format: Prefixed, of: Times & { prefix: Prefix }): Range<PrefixedText<Prefix>>;
export function range(format: FormatLike, of: RangeOf): Range;

/** The Unix milliseconds of an instant as people write it. */
export function parseInstant(text: string): number;
/** An instant as RFC 3339 in UTC with milliseconds. */
export function instantText(instant: Instant): string;

// --- new ids -------------------------------------------------------------------------------------------------------

// generated: policies

/** What one format or another has in its ids. An option that the format does not have is a TypeError. */
export interface FormatOptions {
  /** TypeID: the prefix of every text. */
  prefix?: string;
  /** EUID: 0 to 32767. */
  extension?: number;
  /** EUID: false makes texts without check digits. */
  check?: boolean;
  /** Ulid-Flake, scalable: 0 to 31. */
  sid?: number;
  /** uid11-snowish: 0 to 1023. */
  machine?: number;
}
/** What a generator is told. */
export interface GeneratorOptions extends FormatOptions {
  /** How many bytes the random step within a millisecond has; 0 makes each step 1. */
  stepBytes?: number;
  /** The instant of timestamp 0, in place of the format's own. */
  epoch?: Instant;
  /** Default: fail. */
  onOverflow?: OnOverflow;
  /** Default: hold. */
  onClockBack?: OnClockBack;
  /** uid11-snowish and uid11-ts-seq-rand. Default: zero. */
  sequence?: SequenceStart;
  /** How long one id may wait, in milliseconds, for both policies together. Default: 1000. */
  maxWaitMs?: number;
  /** Returns Unix milliseconds; default: Date.now. Like `entropy`, it may use this package, but not the generator that asks it. */
  clock?: () => number;
  /** Fills all bytes or throws; default: the host's crypto.getRandomValues. No id is made when the last bytes are as they were. */
  entropy?: (bytes: Uint8Array) => void;
}
/** What a new id is told. Policies, an epoch, a clock and entropy are a Generator's. */
export interface NewOptions extends FormatOptions {
  /** Makes a new id with the timestamp of an instant, in no order; `Generator.nextAt` keeps the order. */
  at?: Instant;
  /** Makes a new id that is drawn, in no order within a millisecond. */
  random?: boolean;
}

/**
 * Makes ids in one order, for the formats that have one. No two generators are deeply equal, since their ids differ;
 * `structuredClone` throws a DataCloneError. A prefix that is named is part of the texts' type.
 */
export class Generator<Prefix extends string = string, Made extends string = PrefixedText<Prefix>> {
  constructor(format: FormatLike, options?: GeneratorOptions & { prefix?: Prefix });
  /** The facts of its format. */
  readonly format: Format;
  readonly formatName: FormatName;
  /** The options that it was given; frozen. */
  readonly options: Readonly<GeneratorOptions>;
  /** Stands for the order of its ids; every generator has another. */
  readonly order: symbol;
  /** The next id, greater than all before it. Throws a GeneratorError where the policies allow none. */
  next(): Made;
  /** The next id with the timestamp of that instant, which must not be before the last one's. */
  nextAt(instant: Instant): Made;
  /** An independent draw, out of all order. Throws a TypeError for formats without random bits (`Format.drawn`). */
  random(): Made;
  /** An independent draw with the timestamp of that instant. */
  randomAt(instant: Instant): Made;
  /** The next `count` new ids, one greater than the other. */
  many(count: number): Made[];
  /** Fills the array with the values of the next ids: 16 bytes in network order each, or 64-bit integers. */
  fill<T extends Uint8Array | BigUint64Array>(to: T): T;
  /** By how many milliseconds the last id is ahead of the clock; 0 when it is not. */
  ahead(): number;
}

/** A new id of the format as its text, from the module's own generator. */
export function newId<Prefix extends string>(format: Prefixed, options: NewOptions & { prefix: Prefix }): PrefixedText<Prefix>;
export function newId(format: FormatLike, options?: NewOptions): string;

// --- many ids ------------------------------------------------------------------------------------------------------

/** Values in a row: 16 bytes in network order each for 128 bits, or 64-bit integers. */
export type Values = Uint8Array | BigUint64Array;
/** How texts lie in a row. */
export interface BatchOptions {
  /** Bytes from one text to the next; default: a text's length. The bytes in between are neither read nor written. */
  stride?: number;
  /** TypeID: the prefix of every text. Its length counts in the text's. */
  prefix?: string;
}
/** How far a batch came: `count` items are done, and item `count` was rejected, if any was. */
export interface Progress {
  readonly count: number;
  readonly error: ErrorDetails | null;
}
/** Functions of many ids at once. */
export const batch: {
  /** Reads texts until one is rejected. They are strings, or bytes at a fixed distance. */
  fromText(format: FormatLike, texts: Uint8Array | readonly string[], options?: BatchOptions): Progress & { readonly values: Values };
  /** Why a text is not valid: its reason and position. Checks texts until one is rejected. */
  check(format: FormatLike, texts: Uint8Array | readonly string[], options?: BatchOptions): Progress;
  /** Writes texts as bytes, `stride` apart; the bytes in between are 0, or as they stand in `into`. */
  toText(format: FormatLike, values: Values, options?: BatchOptions & { into?: Uint8Array }): Uint8Array;
  /** Writes texts as strings. */
  toStrings<Prefix extends string>(format: Prefixed, values: Values, options: { prefix: Prefix }): PrefixedText<Prefix>[];
  toStrings(format: FormatLike, values: Values, options?: { prefix?: string }): string[];
  /** The Unix milliseconds of each id; NaN for a value without an instant. */
  unixMs(format: FormatLike, values: Values, options?: { epoch?: Instant }): Float64Array;
};

// --- by format -----------------------------------------------------------------------------------------------------

// generated: classes

// --- what other packages call the same -------------------------------------------------------------------------------

// generated: guesses
