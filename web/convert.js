// The same bits in another format, for one id or many.
import { SortidError, formatOf, formats, parse } from './sortid/web.js';
import { announce, copyButton, h, onChange, options, scrollable, split, writeHash } from './dom.js';
import { marked } from './refusal.js';

const numbers = [['hexadecimal', (id) => id.hex], ['decimal', (id) => String(id.value)]];

function convert(text, { from, to, prefix }) {
  try {
    const id = parse(text, { format: from || undefined });
    const number = numbers.find(([name]) => name === to);
    if (number) return { text, made: number[1](id) };
    try {
      return { text, made: id.as(to, formatOf(to).prefixed ? { prefix } : {}).text };
    } catch (error) {
      // The text is an id; what is wrong is what it should become.
      if (error instanceof SortidError) return { text, error };
      throw error;
    }
  } catch (error) {
    if (error instanceof SortidError) return { text, error, position: error.position };
    throw error;
  }
}

export function mount(section) {
  const form = section.querySelector('form');
  const results = section.querySelector('.results');
  const sources = form.querySelector('#sources');
  const { from, to, prefix } = form.elements;
  from.append(...options([['', 'what the text tells'], ...formats.map(({ name }) => [name, name])]));
  to.append(...options([...formats.map(({ name }) => name), ...numbers.map(([name]) => name)].map((name) => [name, name])));
  to.value = 'uuid';

  function show() {
    prefix.parentElement.hidden = !formatOf(to.value)?.prefixed;
    const texts = split(sources.value);
    if (texts.length === 0) {
      results.replaceChildren();
      return;
    }
    const made = texts.map((text) => convert(text, { from: from.value, to: to.value, prefix: prefix.value }));
    const rejected = made.filter(({ error }) => error).length;
    const line = ({ text, made: written, error, position }) => h('tr', { class: error ? 'rejected' : null },
      h('td', {}, position === undefined ? h('code', {}, text) : marked(text, position)),
      h('td', {}, error ? [h('strong', { class: 'reason' }, error.reason), ` ${error.message}`] : h('code', {}, written)),
      h('td', {}, error ? '' : copyButton(written, written)));
    results.replaceChildren(
      h('p', { class: 'actions' }, h('strong', {}, `${made.length - rejected} of ${made.length} as ${to.value}`), ' ',
        copyButton(() => made.filter(({ error }) => !error).map(({ made: written }) => written).join('\n'), 'results', 'Copy all')),
      scrollable('div', 'Converted ids', { class: 'scroll' }, h('table', {},
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Id'), h('th', { scope: 'col' }, `As ${to.value}`), h('td', {}))),
        h('tbody', {}, made.map(line)))));
    announce(`${made.length - rejected} converted${rejected > 0 ? `, ${rejected} rejected` : ''}`);
  }

  onChange(form, () => {
    const texts = split(sources.value);
    writeHash([...(texts.length > 0 ? texts : ['']).map((text) => ['convert', text]), ['from', from.value], ['to', to.value], ['prefix', prefix.value]]);
    show();
  });

  return (parameters) => {
    const texts = parameters.getAll('convert').filter((text) => text !== '');
    if (texts.length > 0) sources.value = texts.join('\n');
    for (const [control, name] of [[from, 'from'], [to, 'to']]) {
      if ([...control.options].some(({ value }) => value === parameters.get(name))) control.value = parameters.get(name);
    }
    if (parameters.has('prefix')) prefix.value = parameters.get('prefix');
    show();
    return 'Convert';
  };
}
