// sortid: ids that sort by the time they were made. Texts are strings, values BigInts, bytes Uint8Arrays, instants Dates
// or Unix milliseconds. Nothing here accepts a wrong text: it throws a SortidError, or says why.

// --- formats -------------------------------------------------------------------------------------------------------

// <!-- generated: names -->
export type FormatName =
  | 'ulid'
  | 'typeid'
  | 'uuidv7'
  | 'uuid'
  | 'euid'
  | 'ulid-flake'
  | 'ulid-flake-scalable'
  | 'xid'
  | 'uid11'
  | 'uid11-fullrand'
  | 'uid11-snowish'
  | 'uid11-ts-seq-rand';
export type TextForm =
  | 'crockford_upper'
  | 'crockford_lower'
  | 'uuid_hex'
  | 'crockford_checked'
  | 'base58';
/** When a text alone is taken for the format. */
export type Detection =
  | 'by_text'
  | 'fallback'
  | 'by_name';
/** What the bits of a field are for. */
export type Role =
  | 'timestamp'
  | 'random'
  | 'constant'
  | 'extension'
  | 'extension_length'
  | 'sign'
  | 'node'
  | 'payload'
  | 'reserved'
  | 'sequence';
// <!-- end generated -->

export interface Field {
  readonly name: string;
  readonly bits: number;
  /** The field's lowest bit, counted from the value's lowest. */
  readonly shift: number;
  readonly role: Role;
  /** Of a constant field, in decimal. */
  readonly value: string | null;
  /** The generator's option that gives it, where it has one: `sid`, `machine`. */
  readonly option: string | null;
}

/** All that the core knows of a format; `sortid formats --json` prints the same. */
export interface Format {
  readonly name: FormatName;
  readonly title: string;
  readonly bits: 64 | 128;
  readonly bytes: 8 | 16;
  /** Length of the text; of a TypeID, of what follows the prefix. */
  readonly symbols: number;
  readonly textForm: TextForm;
  readonly alphabet: string;
  readonly minText: string;
  readonly maxText: string;
  /** Texts have a type prefix. */
  readonly prefixed: boolean;
  /** Texts carry a check-mod. */
  readonly checked: boolean;
  /** There is a lenient parse. */
  readonly lenient: boolean;
  readonly epochUnixMs: number | null;
  readonly firstUnixMs: number | null;
  readonly firstTime: string | null;
  readonly lastUnixMs: number | null;
  readonly lastTime: string | null;
  /** There is a generator. */
  readonly generated: boolean;
  /** Ids of one generator are increasing. */
  readonly ordered: boolean;
  readonly detection: Detection;
  readonly constantsRequired: boolean;
  readonly counter: { readonly low: number; readonly bits: number; readonly stepBytes: number; readonly maxStepBytes: number } | null;
  /** Most significant first. */
  readonly fields: readonly Field[];
  /** The class of the format's ids, and the function that makes one (none for `uuid`), as they are exported. */
  readonly className: string;
  readonly functionName: string | null;
}

export const formats: readonly Format[];
/** The format of that name; undefined for another name. */
export function formatOf(name: string): Format | undefined;
export const version: string;

// --- refusals ------------------------------------------------------------------------------------------------------

/** The six reasons, the same in every front end of sortid. */
export type Reason = 'length' | 'character' | 'overflow' | 'checksum' | 'prefix' | 'range';

export interface Refusal {
  readonly reason: Reason;
  /** 0-based byte of the text (in UTF-8) at which the reason shows. */
  readonly position: number;
  /** What the reason is about: symbols for `length`, the byte for `character` and `prefix`, check-mods for `checksum`. */
  readonly expected: number;
  readonly found: number;
  /** The format that the text was read as; null when it has no format's shape. */
  readonly format: FormatName | null;
  /** A sentence, without the text itself. */
  readonly message: string;
}

/** A text, a value or an option that is refused. */
export class SortidError extends Error implements Refusal {
  readonly reason: Reason;
  readonly position: number;
  readonly expected: number;
  readonly found: number;
  readonly format: FormatName | null;
}

/** Why no id was made. */
export type Fault = 'tail_overflow' | 'clock_back' | 'out_of_range' | 'entropy';

/** No id was made; the generator is as it was. */
export class GeneratorError extends Error {
  readonly fault: Fault;
  readonly format: FormatName;
}

// --- ids -----------------------------------------------------------------------------------------------------------

/** An instant: a Date, Unix milliseconds, or a text (RFC 3339, or milliseconds in decimal). */
export type Instant = Date | number | bigint | string;
/** The index that `texts.map(parse)` gives; it means nothing. Whatever else is no object of options is a TypeError. */
export type Index = number;
/** A text, or its bytes as they were read from somewhere. */
export type Text = string | Uint8Array;

export interface ReadOptions {
  /** Also hyphens and Crockford's aliases, where the format has them. */
  lenient?: boolean;
  /** TypeID: another prefix is refused. */
  prefix?: string;
}
export interface AnyReadOptions extends ReadOptions {
  /** Default: the likeliest that the text tells. */
  format?: FormatName;
}

/**
 * An id. Immutable (frozen); compares with `<` as its value does (TypeIDs within one prefix), and turns into its text as a string or in JSON.
 * `formatName` and `text` are its own properties: what deep comparisons, logs and `structuredClone` see. A clone or a
 * message to a worker is a plain object of these two, and `parse(clone.text, clone.formatName)` is the id again.
 */
export class Id {
  protected constructor();
  readonly format: Format;
  readonly formatName: FormatName;
  /** The canonical text. */
  readonly text: string;
  readonly value: bigint;
  /** 8 or 16 bytes in network order; a fresh copy. */
  readonly bytes: Uint8Array;
  readonly hex: string;
  /** The bits in the text form of a UUID; null for 64 bits. */
  readonly uuid: string | null;
  /** TypeID's prefix; null for other formats. */
  readonly prefix: string | null;
  /** Null for an id without an instant. UUIDs of version 1, 2, 6 and 7 have one. */
  readonly unixMs: number | null;
  readonly time: Date | null;
  /** The value of each field that says something about this id, by name; null where it has none (an EUID's extension). */
  readonly fields: Readonly<Record<string, bigint | null>>;
  toString(): string;
  toJSON(): string;
  valueOf(): string;
  /** Of the same format and text; `==` and `===` tell whether it is the same object. */
  equals(other: unknown): boolean;
  /** The same bits as an id of another format; refused where it cannot hold them. */
  as(format: FormatName, options?: { prefix?: string }): Id;
}

export type Outcome<T> = { readonly id: T; readonly error: null } | { readonly id: null; readonly error: Refusal };

export interface IdClass<T extends Id> {
  readonly prototype: T;
  readonly format: Format;
  readonly min: T;
  readonly max: T;
  /** Throws a SortidError for what is no id of the format. */
  parse(text: Text, options?: ReadOptions | Index): T;
  /** The same without throwing. */
  tryParse(text: Text, options?: ReadOptions | Index): Outcome<T>;
  isValid(text: unknown, options?: ReadOptions | Index): boolean;
  fromValue(value: bigint, options?: { prefix?: string } | Index): T;
  fromBytes(bytes: Uint8Array, options?: { prefix?: string } | Index): T;
  fromHex(hex: string, options?: { prefix?: string } | Index): T;
  /** From a UUID in its text form, for formats of 128 bits. */
  fromUUID(uuid: Text, options?: { prefix?: string } | Index): T;
}
export interface MintedIdClass<T extends Id> extends IdClass<T> {
  /** A new id: of the module's generator of the format, or as the options say. */
  new (options?: NewOptions): T;
  generator(options?: GeneratorOptions): Generator;
}

/** The id that the text is, read strictly as the likeliest format or as the one named. Throws a SortidError. */
export function parse(text: Text, options?: AnyReadOptions | FormatName | Index): Id;
/** The same without throwing. */
export function tryParse(text: Text, options?: AnyReadOptions | FormatName | Index): Outcome<Id>;
/** Whether `parse` would read it; false for what is no text. */
export function isValid(text: unknown, options?: AnyReadOptions | FormatName | Index): boolean;
/**
 * Every format that the text alone is taken for (`Format.detection`), the likeliest first. Eleven symbols are xid alone:
 * uid11 and its other profiles look the same and are read by name.
 */
export function detect(text: Text): FormatName[];

/** The same bits in another format. */
export function convert(text: Text, to: FormatName, options?: { from?: FormatName; prefix?: string }): string;

export interface InspectedField {
  readonly name: string;
  readonly role: Role;
  readonly bits: number;
  readonly shift: number;
  /** Null where the field has no value, or says nothing about this id. */
  readonly value: bigint | null;
  /** Whether the field says something about this id. */
  readonly shown: boolean;
}
export interface Inspection {
  readonly input: string;
  readonly format: FormatName;
  /** The input is the id's own text. */
  readonly canonical: boolean;
  readonly text: string;
  readonly value: bigint;
  readonly hex: string;
  readonly bytes: Uint8Array;
  readonly uuid: string | null;
  readonly prefix: string | null;
  readonly unixMs: number | null;
  readonly time: Date | null;
  /** RFC 3339 in UTC; years past 9999 have more digits. */
  readonly instant: string | null;
  readonly fields: readonly InspectedField[];
  /** EUID: whether the text carries its check-mod. */
  readonly check: 'valid' | 'none' | null;
  /** What else the text could be. */
  readonly also: readonly FormatName[];
  readonly id: Id;
}
/** All that can be said of an id. `epoch`: where it was made with one of your own. */
export function inspect(text: Text, options?: (AnyReadOptions & { epoch?: Instant }) | FormatName | Index): Inspection;

// --- ranges --------------------------------------------------------------------------------------------------------

/** Both ends belong to the range, ready for BETWEEN. */
export interface Range {
  readonly first: string;
  readonly last: string;
}
/**
 * The smallest and the largest id of an instant (`at`), of a half-open interval (`from`, `to`; an open end is the format's),
 * or of the texts that begin with some symbols (`textPrefix`, base 58). `prefix`: of both TypeIDs.
 * An end that is undefined is refused; leave an open one out.
 */
export function range(
  format: FormatName,
  of: { at: Instant; epoch?: Instant; prefix?: string } | { from?: Instant; to?: Instant; epoch?: Instant; prefix?: string } | { textPrefix: string },
): Range;

/** Unix milliseconds of an instant as people write it. */
export function parseInstant(text: string): number;
/** RFC 3339 in UTC with milliseconds. */
export function instantText(instant: Instant): string;

// --- new ids -------------------------------------------------------------------------------------------------------

export interface GeneratorOptions {
  /** TypeID. */
  prefix?: string;
  /** EUID: 0 … 32767. */
  extension?: number;
  /** EUID: false makes texts without a check-mod. */
  check?: boolean;
  /** Ulid-Flake, scalable. */
  sid?: number;
  /** uid11-snowish. */
  machine?: number;
  /** Bytes of the step within a millisecond; 0: a step of 1. */
  stepBytes?: number;
  /** In place of the format's. */
  epoch?: Instant;
  /** When a millisecond has no id left. Default: fail. */
  onOverflow?: 'fail' | 'wait' | 'run-ahead';
  /** When the clock reads earlier than it did. Default: hold, so that ids stay increasing. */
  onClockBack?: 'hold' | 'wait' | 'fail';
  /** Of both kinds of waiting together; 0 or more. Default: 1000. */
  maxWaitMs?: number;
  /** Unix milliseconds; default: Date.now. Like `entropy`, it may use this package, but not the generator that asks it. */
  clock?: () => number;
  /** Fills all bytes or throws; default: the host's crypto.getRandomValues. */
  entropy?: (bytes: Uint8Array) => void;
}
export interface NewOptions extends GeneratorOptions {
  /** The id's instant, in place of now; the id is a draw of its own. */
  at?: Instant;
  /** A draw of its own, out of all order. */
  random?: boolean;
}

/** Ids in one order, for the formats that have one. */
export class Generator {
  constructor(format: FormatName, options?: GeneratorOptions);
  readonly format: Format;
  /** The next id, greater than all before it. */
  next(): string;
  /** The next one with the timestamp of that instant, which is not before the last one's. */
  nextAt(instant: Instant): string;
  /** An id that is a draw of its own. A TypeError where nothing of an id is random: uid11-snowish. */
  random(): string;
  randomAt(instant: Instant): string;
  /** The next `count` ids. */
  take(count: number): string[];
  /** Fills the array with the values of the next ids: 16 bytes in network order each, or 64-bit integers. */
  fill<T extends Uint8Array | BigUint64Array>(to: T): T;
  /** Milliseconds by which the last id is ahead of the clock. */
  ahead(): number;
}

/** A new id of the format, of the module's own generator unless options ask for another. */
export function newId(format: FormatName, options?: NewOptions): string;

// --- many ids ------------------------------------------------------------------------------------------------------

/** Values in a row: 16 bytes in network order each, or 64-bit integers, as the format is wide. */
export type Values = Uint8Array | BigUint64Array;
export interface BatchOptions {
  /** Bytes from one text to the next; default: a text's length. The bytes in between are neither read nor written. */
  stride?: number;
  /** TypeID: of every text. Its length counts in the text's. */
  prefix?: string;
}
/** `count` items are done; item `count` is the one refused, if any. */
export interface Progress {
  readonly count: number;
  readonly error: Refusal | null;
}
export const batch: {
  /** Reads texts, in bytes at a fixed distance or as strings, until one is refused. */
  fromText(format: FormatName, texts: Uint8Array | readonly string[], options?: BatchOptions): Progress & { readonly values: Values };
  /** Validation alone. */
  check(format: FormatName, texts: Uint8Array | readonly string[], options?: BatchOptions): Progress;
  /** Writes texts, one after the other or `stride` apart; the bytes in between are 0, or as they stand in `into`. */
  toText(format: FormatName, values: Values, options?: BatchOptions & { into?: Uint8Array }): Uint8Array;
  toStrings(format: FormatName, values: Values, options?: { prefix?: string }): string[];
  /** Unix milliseconds; NaN for a UUID without an instant. */
  unixMs(format: FormatName, values: Values, options?: { epoch?: Instant }): Float64Array;
};

// --- by format -----------------------------------------------------------------------------------------------------

// <!-- generated: classes -->
/** Universally Unique Lexicographically Sortable Identifier: 128 bits in 26 symbols. */
export interface ULID extends Id {
  /** 48 bits. */
  readonly timestamp: bigint;
  /** 80 bits. */
  readonly randomness: bigint;
}
export const ULID: MintedIdClass<ULID>;
export function ulid(options?: NewOptions): string;

/** TypeID on UUIDv7: 128 bits in 26 symbols. */
export interface TypeID extends Id {
  /** 48 bits. */
  readonly timestamp: bigint | null;
  /** 4 bits. */
  readonly version: bigint;
  /** 12 bits. */
  readonly randA: bigint | null;
  /** 2 bits. */
  readonly variant: bigint | null;
  /** 62 bits. */
  readonly randB: bigint | null;
}
export const TypeID: MintedIdClass<TypeID>;
export function typeid(prefix?: string, options?: NewOptions): string;

/** UUID version 7: 128 bits in 36 symbols. */
export interface UUID7 extends Id {
  /** 48 bits. */
  readonly timestamp: bigint;
  /** 4 bits. */
  readonly version: bigint;
  /** 12 bits. */
  readonly randA: bigint;
  /** 2 bits. */
  readonly variant: bigint;
  /** 62 bits. */
  readonly randB: bigint;
}
export const UUID7: MintedIdClass<UUID7>;
export function uuidv7(options?: NewOptions): string;

/** UUID of any version: 128 bits in 36 symbols. */
export interface UUID extends Id {
  /** 48 bits. */
  readonly timestamp: bigint | null;
  /** 4 bits. */
  readonly version: bigint;
  /** 12 bits. */
  readonly randA: bigint | null;
  /** 2 bits. */
  readonly variant: bigint | null;
  /** 62 bits. */
  readonly randB: bigint | null;
}
export const UUID: IdClass<UUID>;

/** Extendable Universally Unique Identifier: 128 bits in 27 symbols. */
export interface EUID extends Id {
  /** 45 bits. */
  readonly timestamp: bigint;
  /** 15 bits. */
  readonly extension: bigint | null;
  /** 4 bits. */
  readonly extensionLength: bigint;
  /** 64 bits. */
  readonly randomness: bigint;
}
export const EUID: MintedIdClass<EUID>;
export function euid(options?: NewOptions): string;

/** Ulid-Flake, stand-alone version: 64 bits in 13 symbols. */
export interface UlidFlake extends Id {
  /** 43 bits. */
  readonly timestamp: bigint;
  /** 20 bits. */
  readonly randomness: bigint;
}
export const UlidFlake: MintedIdClass<UlidFlake>;
export function ulidFlake(options?: NewOptions): string;

/** Ulid-Flake, scalable version: 64 bits in 13 symbols. */
export interface UlidFlakeScalable extends Id {
  /** 43 bits. */
  readonly timestamp: bigint;
  /** 15 bits. */
  readonly randomness: bigint;
  /** 5 bits. */
  readonly scalability: bigint;
  /** 5 bits. */
  readonly sid: bigint;
}
export const UlidFlakeScalable: MintedIdClass<UlidFlakeScalable>;
export function ulidFlakeScalable(options?: NewOptions): string;

/** uid11, profile xid: 64 bits in 11 symbols. */
export interface XID extends Id {
  /** 42 bits. */
  readonly timestamp: bigint;
  /** 22 bits. */
  readonly random: bigint;
}
export const XID: MintedIdClass<XID>;
export function xid(options?: NewOptions): string;

/** uid11 without a profile: 64 bits in 11 symbols. */
export interface UID11 extends Id {
  /** 64 bits. */
  readonly payload: bigint;
}
export const UID11: MintedIdClass<UID11>;
export function uid11(options?: NewOptions): string;

/** uid11, profile fullrand: 64 bits in 11 symbols. */
export interface Uid11Fullrand extends Id {
  /** 64 bits. */
  readonly random: bigint;
}
export const Uid11Fullrand: MintedIdClass<Uid11Fullrand>;
export function uid11Fullrand(options?: NewOptions): string;

/** uid11, profile snowish: 64 bits in 11 symbols. */
export interface Uid11Snowish extends Id {
  /** 41 bits. */
  readonly timestamp: bigint;
  /** 10 bits. */
  readonly machine: bigint;
  /** 12 bits. */
  readonly sequence: bigint;
}
export const Uid11Snowish: MintedIdClass<Uid11Snowish>;
export function uid11Snowish(options?: NewOptions): string;

/** uid11, profile ts-seq-rand: 64 bits in 11 symbols. */
export interface Uid11TsSeqRand extends Id {
  /** 42 bits. */
  readonly timestamp: bigint;
  /** 12 bits. */
  readonly sequence: bigint;
  /** 10 bits. */
  readonly random: bigint;
}
export const Uid11TsSeqRand: MintedIdClass<Uid11TsSeqRand>;
export function uid11TsSeqRand(options?: NewOptions): string;
// <!-- end generated -->
