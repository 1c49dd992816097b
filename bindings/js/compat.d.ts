// sortid/compat: the names of npm's `ulid`. Parsing is strict: an invalid ULID throws a SortidError.

/** The smallest ULID. */
export const MIN_ULID: string;
/** The largest ULID. */
export const MAX_ULID: string;
/** The last Unix millisecond that a ULID can hold. */
export const TIME_MAX: number;
/** The number of symbols of the time. */
export const TIME_LEN: number;

/**
 * A new ULID. Without a time it is greater than every one that this thread made so before; with one, in Unix milliseconds, its
 * random bits are drawn for it alone. 0 and NaN mean now. A random number generator throws TypeError.
 */
export function ulid(seedTime?: number): string;
/**
 * A function that makes increasing ULIDs, in an order of its own: at `seedTime`, or the previous time if later. Throws a
 * GeneratorError when a millisecond has no id left.
 */
export function monotonicFactory(): (seedTime?: number) => string;
/** The first ten symbols of the ULIDs of a Unix millisecond. */
export function encodeTime(now: number): string;
/** When a ULID was made, in Unix milliseconds. */
export function decodeTime(id: string): number;
/** Whether the text is a ULID, in any case. */
export function isValid(id: string): boolean;
/** The bits of a ULID as a UUID, in upper case. */
export function ulidToUUID(id: string): string;
/** The ULID with the bits of a UUID. */
export function uuidToULID(uuid: string): string;
