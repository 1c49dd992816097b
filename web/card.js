// What there is to say of an id, as a card.
import { SortidError, formatOf, formats, newId, tryParse } from './sortid/web.js';
import { looksLike } from './sortid/looks_like.js';
import { anatomy } from './bands.js';
import { copyButton, h } from './dom.js';
import { partsOf } from './error.js';
import { ago, local, zone } from './time.js';

/** A new id to look at; who looks does not care which prefix and number it has. */
export const sampleOf = ({ name, prefixed, fields }) =>
  newId(name, Object.fromEntries([...(prefixed ? [['prefix', 'user']] : []), ...fields.filter(({ role }) => role === 'node').map(({ option }) => [option, 0])]));

/** The address of an id. */
export const link = (text, { as, lenient, epoch }) => {
  const pairs = Object.entries({ id: text, as, lenient: lenient ? '1' : '', epoch }).filter(([, value]) => value);
  return `#${new URLSearchParams(pairs)}`;
};

function times(inspection) {
  const { time, instant, unixMs } = inspection;
  if (time === null) return h('p', { class: 'hint' }, 'No time is in this id.');
  const row = (term, text, extra) => [h('dt', {}, term), h('dd', {}, h('code', {}, text), extra ? ` ${extra}` : '', ' ', copyButton(text, term))];
  return h('dl', { class: 'facts times' },
    h('dt', {}, 'Age'), h('dd', { class: 'age', 'data-unix-ms': unixMs }, ago(unixMs)),
    row('UTC', instant), row('Local', local(time), zone()), row('Unix ms', String(unixMs)));
}

function others(inspection) {
  const { id, text, value } = inspection;
  const format = formatOf(inspection.format);
  const list = [['canonical text', text], ['hexadecimal', inspection.hex], ['decimal', String(value)]];
  if (format.bits === 64 && BigInt.asIntN(64, value) !== value) list.push(['signed', String(BigInt.asIntN(64, value))]);
  const rejected = [];
  for (const other of formats.filter(({ name, bits }) => bits === format.bits && name !== format.name)) {
    try {
      list.push([other.name, id.as(other.name).text]);
    } catch (error) {
      if (!(error instanceof SortidError)) throw error;
      rejected.push([other.name, error.message]);
    }
  }
  // Formats that write the same text share a line.
  const lines = new Map();
  for (const [name, written] of list) lines.set(written, [...(lines.get(written) ?? []), name]);
  return [
    h('h3', {}, 'Other representations'),
    h('ul', { class: 'written' }, [...lines].map(([written, names]) =>
      h('li', {}, h('span', { class: 'what' }, names.join(', ')), h('code', {}, written), copyButton(written, names.join(', '))))),
    rejected.map(([name, message]) => h('p', { class: 'hint' }, `Not as ${name}: ${message}.`)),
  ];
}

// Of a UUID whose version has other parts than the layout.
function versionParts({ text, fields }) {
  const [look] = looksLike(text);
  return look?.uuid === text && !fields.every(({ shown }) => shown) && partsOf(look);
}

/** What there is to say of an id. */
export function idCard(text, inspection, set) {
  const format = formatOf(inspection.format);
  const notes = [
    inspection.check === 'valid' && 'Its check-mod is right.',
    inspection.check === 'none' && 'It carries no check-mod, so a slip in it would go unseen.',
    !inspection.canonical && 'This is not the canonical text; that stands below.',
    inspection.prefix && `Its prefix is ${inspection.prefix}.`,
  ].filter(Boolean);
  return h('article', { class: 'card', 'aria-label': `Id of format ${format.name}` },
    h('h2', { tabindex: -1, class: 'id' }, h('code', {}, text), ' ', copyButton(text, 'the id')),
    h('p', { class: 'kind' }, h('a', { class: 'badge', href: `#formats=${format.name}` }, format.name), ` ${format.title}, ${format.bits} bits`),
    notes.length > 0 && h('p', {}, notes.join(' ')),
    times(inspection),
    anatomy(format, inspection, set.epoch || undefined),
    versionParts(inspection),
    others(inspection),
    h('h3', {}, 'What else it could be'),
    h('p', {}, inspection.also.length === 0 ? 'Nothing else, by its text.'
      : ['By its text also ', inspection.also.map((name, i) => [i > 0 ? ', ' : '', h('a', { href: link(text, { ...set, as: name }) }, name)]), '.']),
    byName(text, inspection, set));
}

// Formats that a text is never taken for unless the caller says so.
function byName(text, inspection, set) {
  const more = formats.filter(({ name }) => name !== inspection.format && !inspection.also.includes(name)
    && tryParse(text, { format: name, lenient: set.lenient && formatOf(name).lenient }).error === null);
  if (more.length === 0) return null;
  return h('p', {}, 'When the caller says so, ', more.map(({ name }, i) => [i > 0 ? ', ' : '', h('a', { href: link(text, { ...set, as: name }) }, name)]), '.');
}
