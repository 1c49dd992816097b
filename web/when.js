// Inputs for instants: in words, as text, or from the browser's picker; below them what they mean.
import { SortidError, instantText, parseInstant } from './sortid/web.js';
import { h, svg } from './dom.js';
import { TimeError, timeOfPeople } from './page_core.js';
import { local, zone } from './time.js';

export { TimeError };
export const isRejectedTime = (error) => error instanceof SortidError || error instanceof TimeError;

/** What an input says: null where it is empty, Unix milliseconds for words, else the text, which the package reads. */
export function instantIn(input, how) {
  const text = input.value.trim();
  return text === '' ? null : timeOfPeople(text, how);
}
/** The same as Unix milliseconds; of an end of an interval those that it means. */
export function unixMsIn(input, { isEnd = false } = {}) {
  const instant = instantIn(input, { isEnd, all: true });
  return typeof instant === 'string' ? parseInstant(instant) : instant; // which says why it is none
}

function meaning(input) {
  if (input.value.trim() === '') return '';
  try {
    const ms = unixMsIn(input);
    const date = new Date(ms);
    return Number.isNaN(date.getTime()) ? instantText(ms) : `${instantText(ms)}, here ${local(date).slice(0, 16).replace('T', ' ')} (${zone()})`;
  } catch (error) {
    if (!isRejectedTime(error)) throw error;
    return `${error.reason}: ${error.message}`;
  }
}

const calendar = () => svg('svg', { viewBox: '0 0 16 16', width: 18, height: 18, 'aria-hidden': 'true', fill: 'none', stroke: 'currentColor', 'stroke-width': 1.4 },
  svg('rect', { x: 1.5, y: 3, width: 13, height: 11.5, rx: 2 }), svg('path', { d: 'M1.5 6.5h13M5 1v3.5M11 1v3.5' }));

/** Gives an input of an instant its picker, and a line that says what it means. */
export function equip(input) {
  const label = input.closest('label');
  const words = label.textContent.trim();
  const said = h('span', { class: 'means', id: `${input.form.closest('section').dataset.view}-${input.name}-means` });
  const picker = h('input', { type: 'datetime-local', step: 1, tabindex: -1, 'aria-hidden': 'true', class: 'picker' });
  const button = h('button', { type: 'button', class: 'pick', 'aria-label': `Pick a date and a time: ${words}`, onclick: () => {
    try {
      const ms = unixMsIn(input);
      if (ms !== null) picker.value = local(new Date(ms)).slice(0, 19);
    } catch {
      // what is no instant leaves the picker as it is
    }
    picker.showPicker();
  } }, calendar());
  picker.addEventListener('input', (event) => {
    event.stopPropagation();
    input.value = picker.value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const tell = () => { said.textContent = meaning(input); };
  input.setAttribute('aria-describedby', said.id);
  input.addEventListener('input', tell);
  // Not inside the label, whose words would be all of these.
  const holder = h('div', { class: 'when' });
  label.replaceWith(holder);
  holder.append(label, picker, button, said);
  return tell;
}
