// Instants as people read them.
const units = [
  ['year', 365.2425 * 86400e3], ['month', 30.436875 * 86400e3], ['day', 86400e3], ['hour', 3600e3], ['minute', 60e3], ['second', 1e3],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

export function ago(unixMs, now = Date.now()) {
  const distance = unixMs - now;
  if (Math.abs(distance) < 1000) return 'now';
  const [unit, length] = units.find(([, size]) => Math.abs(distance) >= size);
  return relative.format(Math.trunc(distance / length), unit);
}

const two = (number) => String(number).padStart(2, '0');

/** RFC 3339 with the offset of this machine's zone at that instant. */
export function local(date) {
  const offset = -date.getTimezoneOffset();
  const sign = offset < 0 ? '-' : '+';
  const away = Math.abs(offset);
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}` +
    `T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}` +
    `${sign}${two(Math.trunc(away / 60))}:${two(Math.trunc(away % 60))}`;
}

export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
