// Every format in a paragraph, its layout drawn from the layout.
import { formatOf, formats, instantText } from './sortid/web.js';
import { layout } from './bands.js';
import { sampleOf } from './card.js';
import { copyButton, h, prose, scrollable } from './dom.js';
import { formats as paragraphs } from './explanations.js';

const day = (instant) => instant.replace(/T.*/, '');

function overview() {
  const row = ({ name, bits, symbols, prefixed, epochUnixMs, lastTime, generated, ordered }) => h('tr', {},
    h('th', { scope: 'row' }, h('a', { href: `#formats=${name}` }, name)),
    h('td', { class: 'number' }, String(bits)), h('td', { class: 'number' }, `${prefixed ? 'prefix + ' : ''}${symbols}`),
    h('td', {}, epochUnixMs === null ? '–' : day(instantText(epochUnixMs))), h('td', {}, lastTime === null ? '–' : day(lastTime)),
    h('td', {}, !generated ? 'not made' : ordered ? 'increasing' : 'drawn'));
  return scrollable('div', 'All formats', { class: 'scroll' }, h('table', {},
    h('thead', {}, h('tr', {}, ['Format', 'Bits', 'Symbols', 'Epoch', 'Until', 'New ids'].map((title) => h('th', { scope: 'col' }, title)))),
    h('tbody', {}, formats.map(row))));
}

function described(format) {
  const { name, title, alphabet, minText, maxText, epochUnixMs, firstTime, lastTime, generated, prefixed } = format;
  const fact = (term, ...text) => [h('dt', {}, term), h('dd', {}, text)];
  return h('article', { class: 'card', 'data-format': name, 'aria-label': name },
    h('h2', { tabindex: -1 }, name), h('p', { class: 'kind' }, title),
    (paragraphs[name] ?? []).map((spans) => h('p', {}, prose(spans))),
    layout(format),
    h('ol', { class: 'legend' }, format.fields.map(({ name: field, bits }) => h('li', {}, `${field} `, h('span', { class: 'number' }, String(bits))))),
    h('dl', { class: 'facts' },
      fact('Symbols', h('code', {}, alphabet)),
      fact('Smallest', h('code', {}, minText)), fact('Largest', h('code', {}, maxText)),
      epochUnixMs !== null && fact('Time', `${firstTime} to ${lastTime}`)),
    h('p', { class: 'actions' }, generated && [
      h('a', { class: 'chip', href: `#${new URLSearchParams({ new: name, ...(prefixed ? { prefix: 'user' } : {}) })}` }, 'Make some'),
      h('a', { class: 'chip', href: `#${new URLSearchParams({ id: sampleOf(format), as: name })}` }, 'Inspect a new one'),
      epochUnixMs !== null && h('a', { class: 'chip', href: `#range=${name}` }, 'Range')],
    copyButton(() => JSON.stringify(format, null, 1), `the facts of ${name}`, 'Copy as JSON')));
}

export function mount(section) {
  const results = section.querySelector('.results');
  return (parameters) => {
    if (results.children.length === 0) results.append(overview(), ...formats.map(described));
    const asked = formatOf(parameters.get('formats') ?? '');
    if (!asked) return 'Formats';
    // The section is only now being shown.
    requestAnimationFrame(() => {
      const heading = results.querySelector(`[data-format="${asked.name}"] h2`);
      heading.focus();
      heading.scrollIntoView();
    });
    return asked.name;
  };
}
