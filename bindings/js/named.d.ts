// sortid/named: ids of names, which an import can make again (docs/named.md).
import type { EUID, FormatName, IdClass, Instant, TypeID, ULID, UUIDv7 } from 'sortid';

/**
 * Makes the one id that an instant and a name determine, under a key: an import that is run again makes the same ids. For
 * classes of ids with enough random bits to keep names apart.
 */
export class NamedIds<T extends ULID | TypeID | UUIDv7 | EUID, Prefix extends string = string, Made = T extends TypeID ? TypeID<Prefix> : T> {
  /**
   * The key is a secret of 16 or 32 bytes, or a string of twice as many hexadecimal digits; another size is a RangeError.
   * `prefix` is that of TypeIDs.
   */
  constructor(kind: IdClass<T> | FormatName, key: Uint8Array | string, options?: { prefix?: Prefix });
  /** The class of the ids. */
  readonly kind: IdClass<T>;
  /**
   * The one id that the instant and the name, a string or bytes, determine under the key. Throws a SortidError (`range`) where the
   * format has no such instant, and a TypeError for a string with half of a surrogate pair, which UTF-8 does not have.
   */
  at(instant: Instant, name: string | Uint8Array): Made;
}
