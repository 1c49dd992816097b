// Bars: ids over time, as SVG, and how many have which value of a field.
import { h, plural, svg } from './dom.js';

const number = (value) => value.toLocaleString('en');

const height = 120;
const percent = (part) => `${(part * 100).toFixed(4)}%`;

/**
 * How many ids were made in each step of time. Pointing at a bar, or the arrow keys, say what it has; pressing it, or Enter,
 * chooses its time (`onChoose` with its begin, its end and words for both), dragging or Shift with the arrows several.
 */
export function histogram({ begin, step, words, counts }, instantText, onChoose) {
  const most = Math.max(...counts);
  const each = 1 / counts.length;
  const start = (i) => begin + i * step;
  const text = (ms) => instantText(ms).replace(/(:00)?\.000Z$/, 'Z').replace('T', ' ');
  const saidOf = (i, j = i) => `${text(start(i))} to ${text(start(j + 1))}`;
  const sum = (i, j) => counts.slice(i, j + 1).reduce((all, count) => all + count, 0);

  const bars = counts.map((count, i) => {
    const size = count === 0 ? 0 : Math.max(2, (count / most) * height);
    return svg('g', { class: 'bar' },
      svg('rect', { class: 'reach', x: percent(i * each), width: percent(each), y: 0, height }),
      svg('rect', { class: 'fill', x: percent((i + 0.07) * each), width: percent(0.86 * each), y: height - size, height: size, rx: 1.5 }));
  });
  const drawn = svg('svg', { width: '100%', height, 'aria-hidden': 'true', focusable: 'false' },
    ...[0.5, 1].map((part) => svg('line', { x1: 0, x2: '100%', y1: height - part * height + 0.5, y2: height - part * height + 0.5 })), ...bars);
  const said = h('p', { class: 'said' });
  const slider = h('div', { class: 'plot', role: 'slider', tabindex: 0, 'aria-label': 'Ids over time; Enter lists those of the step alone',
    'aria-valuemin': 0, 'aria-valuemax': counts.length - 1 }, drawn);

  let at = 0; // where one looks
  let anchor = 0;
  let chosen = false;
  const ends = () => [Math.min(at, anchor), Math.max(at, anchor)];
  function look(i, extend = false) {
    at = Math.max(0, Math.min(counts.length - 1, i));
    if (!extend) anchor = at;
    const [from, to] = ends();
    const sentence = `${saidOf(from, to)}: ${plural(sum(from, to), 'id')}`;
    said.textContent = sentence;
    slider.setAttribute('aria-valuenow', at);
    slider.setAttribute('aria-valuetext', sentence);
    bars.forEach((bar, place) => bar.classList.toggle('looked', place >= from && place <= to));
  }
  function unlook() {
    bars.forEach((bar) => bar.classList.remove('looked'));
    said.textContent = chosen ? said.textContent : `At most ${number(most)} in ${words}. Press a bar, or drag over several, to list these alone.`;
  }
  function choose() {
    const [from, to] = ends();
    chosen = true;
    bars.forEach((bar, place) => bar.classList.toggle('chosen', place >= from && place <= to));
    slider.classList.add('choosing');
    onChoose(start(from), start(to + 1), saidOf(from, to));
  }
  function clear() {
    chosen = false;
    slider.classList.remove('choosing');
    for (const bar of bars) bar.classList.remove('chosen');
    unlook();
  }

  const placeOf = ({ clientX }) => {
    const { left, width } = drawn.getBoundingClientRect();
    return Math.floor(((clientX - left) / width) * counts.length);
  };
  let pressed = false;
  slider.addEventListener('pointermove', (event) => look(placeOf(event), pressed));
  slider.addEventListener('pointerdown', (event) => {
    pressed = true;
    look(placeOf(event));
    slider.setPointerCapture(event.pointerId);
  });
  slider.addEventListener('pointerup', () => {
    if (pressed) choose();
    pressed = false;
  });
  slider.addEventListener('pointercancel', () => { pressed = false; });
  slider.addEventListener('pointerleave', () => { if (!pressed) unlook(); });
  slider.addEventListener('focus', () => { if (slider.matches(':focus-visible')) look(at); });
  slider.addEventListener('blur', unlook);
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };
  slider.addEventListener('keydown', (event) => {
    if (event.key in steps) look(at + steps[event.key], event.shiftKey);
    else if (event.key === 'Enter' || event.key === ' ') choose();
    else return;
    event.preventDefault();
  });

  look(0);
  unlook();
  const middle = Math.floor(counts.length / 2);
  const tick = (i) => h('span', {}, text(start(i)));
  const element = h('figure', { class: 'histogram' },
    h('figcaption', {}, h('h3', {}, 'Made over time, in steps of ', words)), slider,
    h('div', { class: 'ticks', 'aria-hidden': 'true' }, tick(0), counts.length > 4 && tick(middle), tick(counts.length)), said);
  return { element, clear };
}

/** How many ids have which value of a field, the most frequent first. */
export function valueBars({ field, format, values, most }) {
  const row = ({ value, count }) => {
    const bar = h('span', { class: 'length' });
    bar.style.width = percent(count / most[0].count);
    return h('tr', {}, h('th', { scope: 'row', class: 'number' }, String(value)), h('td', { class: 'share' }, bar), h('td', { class: 'number' }, number(count)));
  };
  return h('div', {}, h('h3', {}, `${field} of ${format}`),
    h('table', { class: 'bars', 'aria-label': `${field} of ${format}` }, h('tbody', {}, most.map(row))),
    h('p', { class: 'hint' }, `${plural(values, 'value')}${values > most.length ? `, the ${most.length} most frequent` : ''}`));
}
