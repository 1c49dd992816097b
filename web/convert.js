// The same bits in another format, for one id or many.
import { formatOf, formats, parse } from './sortid/web.js';
import { onChange, options, split, writeHash } from './dom.js';
import { outcomeOf, showOutcomes } from './outcomes.js';

const numbers = [['hexadecimal', (id) => id.hex], ['decimal', (id) => String(id.value)]];

function convert(text, { from, to, prefix }) {
  // Once the text is read, what is wrong is what it should become.
  let id;
  const outcome = outcomeOf(text, () => {
    id = parse(text, { format: from || undefined });
    const number = numbers.find(([name]) => name === to);
    return number ? number[1](id) : id.as(to, formatOf(to).prefixed ? { prefix } : {}).text;
  });
  return id === undefined ? outcome : { ...outcome, position: undefined };
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
    showOutcomes(results, made, { as: `as ${to.value}`, done: 'converted', title: 'Converted ids' });
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
