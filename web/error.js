// What is wrong with a text, and where: the place is a byte, the mark is on the symbol that this byte belongs to.
import { h, prose } from './dom.js';
import { reasons } from './explanations.js';

const around = 48; // symbols shown before and behind the mark

const encoder = new TextEncoder();

/** The symbols of a text, and which of them holds a byte; the number of symbols where the byte is behind the last. */
export function locate(text, position) {
  const symbols = [...text];
  let bytes = 0;
  let at = 0;
  while (at < symbols.length && bytes + encoder.encode(symbols[at]).length <= position) bytes += encoder.encode(symbols[at++]).length;
  return { symbols, at };
}

// What cannot be seen, or only looks like a symbol of some format, has its number beside it.
function visible(symbol) {
  if (symbol === ' ') return '␣';
  if (isPlain(symbol)) return symbol;
  return h('span', { class: 'foreign' }, /^[\p{C}\p{Z}\p{M}]$/u.test(symbol) ? '' : `${symbol} `, codePoint(symbol));
}

const codePoint = (symbol) => `U+${symbol.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
const isPlain = (symbol) => /^[!-~]$/.test(symbol);

/** The text with its wrong symbol marked. */
export function marked(text, position) {
  const { symbols, at } = locate(text, position);
  const before = symbols.slice(Math.max(0, at - around), at);
  const behind = symbols.slice(at + 1, at + 1 + around);
  const wrong = symbols[at];
  const what = wrong === undefined ? 'the end of the text' : isPlain(wrong) ? wrong : codePoint(wrong);
  return h('code', { class: 'rejected-text' },
    at > around ? '…' : '', before.map(visible),
    h('mark', { class: wrong === undefined ? 'end' : null },
      h('span', { class: 'unseen' }, ` wrong at position ${position}: `),
      wrong === undefined ? h('span', { class: 'unseen' }, 'the end') : visible(wrong),
      h('span', { class: 'unseen' }, ' '),
      h('span', { class: 'place', 'aria-hidden': 'true' }, String(position))),
    behind.map(visible), symbols.length > at + 1 + around ? '…' : '', h('span', { class: 'unseen' }, `. Marked: ${what}`));
}

const made = ({ title, time }) => [title, time && `, made ${time.toISOString()}`].filter(Boolean).join('');

/** What the text may be of others, as a sentence; empty where it looks like nothing. */
export const looksSentence = (looks) => (looks.length === 0 ? '' : `It looks like ${looks.map(made).join(', or ')}.`);

/** The parts of a look, under a heading; false where it has none. */
export const partsOf = ({ title, fields }) => Object.keys(fields).length > 0 && [
  h('h3', {}, `The parts of ${title}`),
  h('dl', { class: 'facts' }, Object.entries(fields).map(([name, value]) => [h('dt', {}, name), h('dd', {}, h('code', {}, String(value)))])),
];

/** The whole error; `ways` are links to readings that would be accepted, `looks` what it may be of others. */
export function errorCard(text, error, ways, looks) {
  const { symbols, at } = locate(text, error.position);
  const symbol = symbols[at];
  return h('article', { class: 'card rejected', 'aria-label': 'Rejected id' },
    h('h2', { tabindex: -1 }, 'Not an id'),
    marked(text, error.position),
    h('p', { class: 'message' }, h('strong', { class: 'reason' }, error.reason), ' ', error.message),
    looks.length > 0 && h('p', { class: 'looks' }, looksSentence(looks)),
    h('dl', { class: 'facts' },
      h('dt', {}, 'Reason'), h('dd', {}, prose(reasons[error.reason].wrong)),
      h('dt', {}, 'Position'), h('dd', {}, `byte ${error.position}, counted from 0`,
        symbol !== undefined && !isPlain(symbol) ? `: ${codePoint(symbol)}` : '', symbol === undefined ? ': the end of the text' : ''),
      h('dt', {}, 'Read as'), h('dd', {}, error.format ?? 'nothing: no format has such a text')),
    ways.length > 0 && h('p', {}, 'It can be read ', ways.map(([href, how], i) => [i > 0 ? ', ' : '', h('a', { href }, how)]), '.'),
    looks.length > 0 && partsOf(looks[0]));
}
