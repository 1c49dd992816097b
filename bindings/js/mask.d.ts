// sortid/mask: public ids that hide their time (docs/mask.md).
import type { FormatName, Id, IdClass, UUID, UUIDv7, Values } from 'sortid';

/** What masked ids of a class are: UUIDs for UUIDv7, else ids of the same class. */
export type Masked<T extends Id> = T extends UUIDv7 ? UUID : T;

/** What a masker is told. */
export interface MaskOptions {
  /** The version of masked UUIDs and TypeIDs. Default: 8. */
  uuidVersion?: 8 | 4;
}

/**
 * Maps ids one to one to public ids of the same format that hide when they were made. Equal ids have equal masks. Formats
 * and prefixes have masks of their own under one key. It is no authentication: any valid id unmasks to some id.
 */
export class Masker<T extends Id> {
  /**
   * For ids of a class, such as ULID. The key is a secret of 16 or 32 bytes, or a string of twice as many hexadecimal digits;
   * another size is a RangeError.
   */
  constructor(kind: IdClass<T> | FormatName, key: Uint8Array | string, options?: MaskOptions);
  /** The class of the ids that are stored. */
  readonly kind: IdClass<T>;
  /** The class of masked ids: UUID for UUIDv7, otherwise `kind`. */
  readonly maskedKind: IdClass<Masked<T>>;
  /**
   * The public id that hides the time of an id, under the key; of a TypeID with its prefix. Throws a SortidError (`range`) for a
   * UUID or TypeID of another version than 7.
   */
  mask<Own extends T>(id: Own | string | Uint8Array): Masked<Own>;
  /**
   * The id that was masked, under the same key; look it up before you trust it. Throws a SortidError (`range`) for a UUID or
   * TypeID of another version than masked ones have.
   */
  unmask<Own extends Masked<T>>(id: Own | string | Uint8Array): Own extends T ? Own : T;
  /** The masked values in a new array: of 16 bytes each, or of 64 bits. `prefix` is that of these TypeIDs. Throws at the first that is rejected. */
  maskMany<V extends Values>(values: V, options?: { prefix?: string }): V;
  /** The values that were masked, in a new array. */
  unmaskMany<V extends Values>(values: V, options?: { prefix?: string }): V;
}
