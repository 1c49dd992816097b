// sortid/looks-like: what a text looks like that is no id of this library.
import type { Index } from 'sortid';

/** A kind of id of others that a text may be. */
export interface ForeignId {
  /** The kind, for programs: `ksuid`, `uuidv1`, `snowflake-discord`. */
  name: string;
  /** The kind, for a sentence: `a KSUID`. */
  title: string;
  /** When it was made, in Unix milliseconds; null where the text does not tell. */
  unixMs: number | null;
  /** When it was made; null where the text does not tell. */
  time: Date | null;
  /** The UUID that the text is in another notation; null for the other kinds. */
  uuid: string | null;
  /** Its parts, the most significant first. */
  fields: Record<string, bigint>;
}

/**
 * What a text may be that others make, the likeliest first: UUIDs of every version and notation, KSUIDs, ObjectIds, snowflakes,
 * rs/xids, CUID2s and NanoIDs. A hint for people, never an id. A kind that tells its time only fits when that is not after
 * `latest`; by default a day from now, for clocks that differ.
 */
export function looksLike(text: string | Uint8Array, options?: { latest?: Date | number } | Index): ForeignId[];
