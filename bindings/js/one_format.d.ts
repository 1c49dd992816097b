// sortid/PATH: the ids of one format in 8 KB. Names and answers are those of sortid; an error's message is shorter.
import type { CLASS as Whole, Index, NewOptions, Outcome, ReadOptions } from 'sortid';
// prefixed: import type { PrefixedText } from 'sortid';
export { GeneratorError, SortidError } from 'sortid';

type Own = 'formatName' | 'text' | 'value' | 'bytes' | 'hex' | 'uuid' | 'prefix' | 'suffix' | 'unixMs' | 'time' | 'equals' | 'toJSON' | 'valueOf';
interface Common {
  /** The text. */
  toString(): string;
  /** Negative where this id is before the other, positive where it is behind it, 0 where they are equal. */
  compare(other: CLASS): number;
}
/** An id of the format PATH. It is frozen, and compares with `<` as its value does. */
// plain: export type CLASS = Pick<Whole, Own & keyof Whole> & Common;
// prefixed: export type CLASS<Prefix extends string = string> = Pick<Whole<Prefix>, Own> & Common;
/** A text, its bytes as they were read from somewhere, or an id, which is read as its text. */
export type Text = string | Uint8Array | CLASS;
// generated: /** What a new id is told. */
// generated: export interface Options extends Pick<NewOptions, OPTIONS> {
// generated_drawn:   /** Makes a new id with the timestamp of an instant, in no order. */
// generated_drawn:   at?: Date;
// generated: }

/** Reads ids of the format PATH. */
export const CLASS: {
// generated_plain:   /** A new id, from the module's own generator. */
// generated_plain:   new (options?: Options): CLASS;
// generated_plain:   /** The same. */
// generated_plain:   'new'(options?: Options): CLASS;
// prefixed:   /** A new id, from the module's own generator. */
// prefixed:   new <Prefix extends string>(options: Options & { prefix: Prefix }): CLASS<Prefix>;
// prefixed:   new <Prefix extends string = ''>(prefix?: Prefix, options?: Options): CLASS<Prefix>;
// prefixed:   /** The same. */
// prefixed:   'new'<Prefix extends string>(options: Options & { prefix: Prefix }): CLASS<Prefix>;
// prefixed:   'new'<Prefix extends string = ''>(prefix?: Prefix, options?: Options): CLASS<Prefix>;
  readonly prototype: CLASS;
  readonly parse: typeof parse;
  readonly tryParse: typeof tryParse;
  readonly isValid: typeof isValid;
  /** The id with these bits. Throws a SortidError where the format does not allow them. */
// plain:   fromValue(value: bigint, options?: Index): CLASS;
// prefixed:   fromValue<Prefix extends string = string>(value: bigint, options?: { prefix?: Prefix } | Index): CLASS<Prefix>;
  /** The id with these bytes in network order. */
// plain:   fromBytes(bytes: Uint8Array, options?: Index): CLASS;
// prefixed:   fromBytes<Prefix extends string = string>(bytes: Uint8Array, options?: { prefix?: Prefix } | Index): CLASS<Prefix>;
  /** The id with these bytes in hexadecimal. */
// plain:   fromHex(hex: string, options?: Index): CLASS;
// prefixed:   fromHex<Prefix extends string = string>(hex: string, options?: { prefix?: Prefix } | Index): CLASS<Prefix>;
// wide:   /** The id with the bits of a UUID. */
// wide_plain:   fromUUID(uuid: Text, options?: Index): CLASS;
// prefixed:   fromUUID<Prefix extends string = string>(uuid: Text, options?: { prefix?: Prefix } | Index): CLASS<Prefix>;
  /** Compares two ids, for `sort`. */
  compare(one: CLASS, other: CLASS): number;
};
// generated_plain: /** A new id, as its text. */
// generated_plain: export function FUNCTION(options?: Options): string;
// prefixed: /** A new id, as its text behind the prefix. */
// prefixed: export function FUNCTION<Prefix extends string>(options: Options & { prefix: Prefix }): PrefixedText<Prefix>;
// prefixed: export function FUNCTION<Prefix extends string = ''>(prefix?: Prefix, options?: Options): PrefixedText<Prefix>;
/** The id that the text is. Throws a SortidError for any other text. */
// plain: export function parse(text: Text, options?: Pick<ReadOptions, 'lenient'> | Index): CLASS;
// prefixed: export function parse<Prefix extends string = string>(text: Text, options?: (Omit<ReadOptions, 'prefix'> & { prefix?: Prefix }) | Prefix | Index): CLASS<Prefix>;
/** As `parse`, but returns the reason instead of throwing it. */
// plain: export function tryParse(text: Text, options?: Pick<ReadOptions, 'lenient'> | Index): Outcome<CLASS>;
// prefixed: export function tryParse<Prefix extends string = string>(text: Text, options?: (Omit<ReadOptions, 'prefix'> & { prefix?: Prefix }) | Prefix | Index): Outcome<CLASS<Prefix>>;
/** Whether `parse` accepts the text; false for what is no text. */
// plain: export function isValid(text: unknown, options?: Pick<ReadOptions, 'lenient'> | Index): boolean;
// prefixed: export function isValid(text: unknown, options?: ReadOptions | string | Index): boolean;
