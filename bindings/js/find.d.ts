// sortid/find: the ids inside a text (docs/guide.md).
import type { FormatLike, Id, Index } from 'sortid';

/** An id and where it stands: in symbols of a string as `slice` counts them, or in bytes. */
export interface Found {
  readonly id: Id;
  readonly start: number;
  readonly end: number;
}

/**
 * The ids inside a text, such as a log, JSON, CSV or a URL, each a whole word that its format parses strictly. By default those of
 * 128 bits: shorter ones look like words and numbers, so name their `formats` where you know that there are some.
 */
export function find(text: string | Uint8Array, options?: { formats?: readonly FormatLike[] } | Index): Found[];
