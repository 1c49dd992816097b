// A format's layout as coloured bands, and a value's bits and fields in the same colours. Pointing at one, or moving the
// focus to it, shows it in all three.
import { instantText } from './sortid/web.js';
import { h, scrollable } from './dom.js';

const meanings = {
  timestamp: (format, epoch) => `milliseconds since ${instantText(epoch ?? format.epochUnixMs).replace('T00:00:00.000Z', '')}`,
  random: () => 'random bits',
  sequence: () => 'counts within the millisecond',
  node: () => 'a number of the generator',
  constant: (format, _, field) => (format.generated ? `${field.value} in new ids` : 'says what kind it is'),
  sign: () => '0, so that the number is positive',
  reserved: () => 'kept as it is',
  extension: () => 'a number of the caller',
  extension_length: () => 'bits of the extension',
  payload: () => 'the number',
};

// Two fields of one role beside each other need two colours.
function colours(fields) {
  const seen = new Map();
  return fields.map(({ role }) => {
    const times = seen.get(role) ?? 0;
    seen.set(role, times + 1);
    return `role-${role}${times % 2 ? ' again' : ''}`;
  });
}

export const bitsOf = ({ bits, shift }) => (bits === 1 ? `${shift}` : `${shift + bits - 1}–${shift}`);

function band(format, shown, colour, interactive) {
  const segments = format.fields.map((field, i) => {
    const attributes = {
      class: `segment ${shown(i) ? colour[i] : 'role-none'}`, 'data-field': i,
      title: `${field.name}, ${field.bits} ${field.bits === 1 ? 'bit' : 'bits'}, ${bitsOf(field)}`,
    };
    const segment = h(interactive ? 'button' : 'span', interactive ? { ...attributes, type: 'button' } : attributes,
      h('span', { class: 'name' }, field.name), h('span', { class: 'unseen' }, ', '),
      h('span', { class: 'width' }, String(field.bits)),
      h('span', { class: 'unseen' }, ` ${field.bits === 1 ? 'bit' : 'bits'}, ${bitsOf(field)}`));
    segment.style.flexGrow = field.bits;
    return segment;
  });
  return interactive
    ? h('div', { class: 'band', role: 'group', 'aria-label': `Fields of ${format.name}` }, segments)
    : h('div', { class: 'band', role: 'img',
      'aria-label': `Layout: ${format.fields.map((field) => `${field.name} ${field.bits}`).join(', ')} bits` }, segments);
}

function bitGrid(format, value, shown, colour) {
  const digits = value.toString(2).padStart(format.bits, '0');
  const owner = (bit) => format.fields.findIndex(({ shift, bits }) => bit >= shift && bit < shift + bits);
  const bytes = Array.from({ length: format.bytes }, (_, byte) => h('span', { class: 'byte' }, [...digits.slice(byte * 8, byte * 8 + 8)].map((digit, i) => {
    const field = owner(format.bits - 1 - (byte * 8 + i));
    return h('span', { class: `bit ${field >= 0 && shown(field) ? colour[field] : 'role-none'} ${digit === '1' ? 'one' : 'zero'}`, 'data-field': field }, digit);
  })));
  return h('div', { class: 'bits', 'aria-hidden': 'true' }, bytes);
}

function fieldTable(format, inspection, shown, colour, epoch) {
  const rows = format.fields.map((field, i) => {
    const raw = (inspection.value >> BigInt(field.shift)) & ((1n << BigInt(field.bits)) - 1n);
    // A part of the extension's bits is random: its value is less than its bits.
    const { value } = inspection.fields.find(({ name }) => name === field.name);
    const none = field.role === 'extension' && value === null;
    const hex = raw.toString(16).padStart(Math.ceil(field.bits / 4), '0');
    return h('tr', { 'data-field': i },
      h('th', { scope: 'row' }, h('span', { class: `swatch ${shown(i) ? colour[i] : 'role-none'}` }), field.name),
      h('td', {}, bitsOf(field)),
      h('td', { class: 'number' }, !shown(i) ? '–' : none ? 'none' : String(value ?? raw)),
      h('td', { class: 'number' }, hex),
      h('td', { class: 'meaning' },
        !shown(i) ? 'has no meaning in this id' : none ? 'none: random bits' : meanings[field.role](format, epoch, field)));
  });
  return scrollable('div', 'Fields', { class: 'scroll' }, h('table', { class: 'fields-table' },
    h('thead', {}, h('tr', {}, ['Field', 'Bits', 'Value', 'Hex', 'Meaning'].map((title) => h('th', { scope: 'col' }, title)))),
    h('tbody', {}, rows)));
}

function linked(element) {
  const hot = (event) => {
    const field = event.type === 'pointerleave' || event.type === 'focusout' ? null : event.target.closest('[data-field]')?.dataset.field;
    for (const other of element.querySelectorAll('[data-field]')) {
      other.classList.toggle('hot', other.dataset.field === field);
    }
    element.classList.toggle('choosing', field !== null && field !== undefined);
  };
  for (const type of ['pointerover', 'pointerleave', 'focusin', 'focusout']) element.addEventListener(type, hot);
  return element;
}

/** The layout of a format alone. */
export const layout = (format) => band(format, () => true, colours(format.fields), false);

/** The layout, the bits and the fields of one id. */
export function anatomy(format, inspection, epoch) {
  const colour = colours(format.fields);
  const says = new Map(inspection.fields.map(({ name, shown }) => [name, shown]));
  // The sign and the reserved bit are in the layout of each id without being among what is said of it.
  const shown = (i) => ['sign', 'reserved'].includes(format.fields[i].role) || says.get(format.fields[i].name);
  return linked(h('div', { class: 'anatomy' },
    band(format, shown, colour, true), bitGrid(format, inspection.value, shown, colour), fieldTable(format, inspection, shown, colour, epoch)));
}
