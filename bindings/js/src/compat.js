// The entry sortid/compat: the names of npm's `ulid`, for programs that change their import and nothing else.
import { range, ulid as next, ULID } from 'sortid';

export const MIN_ULID = ULID.min.text;
export const MAX_ULID = ULID.max.text;
export const TIME_MAX = ULID.max.unixMs;
export const TIME_LEN = 10;

function refuse(prng) {
  if (prng !== undefined && prng !== null) throw new TypeError("ids of sortid are drawn by the host's crypto: there is no prng to give");
}
// A Date, so that no number is doubted: there 1717653966 are milliseconds.
function dateOf(seedTime) {
  if (!Number.isInteger(seedTime) || seedTime < 0 || seedTime > TIME_MAX) {
    throw new RangeError(`a time is a whole number of milliseconds from 0 to ${TIME_MAX}, not ${String(seedTime)}`);
  }
  return new Date(seedTime);
}
// Neither is 0 a time there.
const isNow = (seedTime) => !seedTime || Number.isNaN(seedTime);

export function ulid(seedTime, prng) {
  refuse(prng);
  return isNow(seedTime) ? next() : next({ at: dateOf(seedTime) });
}

export function monotonicFactory(prng) {
  refuse(prng);
  let now;
  const ids = ULID.generator({ clock: () => now });
  return (seedTime) => {
    now = isNow(seedTime) ? Date.now() : dateOf(seedTime).getTime();
    return ids.next();
  };
}

export const encodeTime = (now) => range('ulid', { at: dateOf(now) }).first.slice(0, TIME_LEN);
export const decodeTime = (id) => ULID.parse(id).unixMs;
export const isValid = (id) => typeof id === 'string' && ULID.isValid(id);
export const ulidToUUID = (id) => ULID.parse(id).uuid.toUpperCase();
export const uuidToULID = (uuid) => ULID.fromUUID(uuid).text;
