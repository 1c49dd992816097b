// The smallest and the largest id of a time, or of some leading symbols, and the SQL that finds what lies between.
import { formatOf, formats, instantText, parse, range } from './sortid/web.js';
import { announce, copyButton, h, onChange, options, scrollable, writeHash } from './dom.js';
import { statements } from './sql.js';
import { equip, instantIn, isRejectedTime, unixMsIn } from './when.js';

const timed = (format) => format.epochUnixMs !== null;
const byText = (format) => format.textForm === 'base58';
const searchable = formats.filter((format) => format.generated && (timed(format) || byText(format)));

// Whole days, months and years in UTC around now.
function presets(now = new Date()) {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const date = (...parts) => new Date(Date.UTC(...parts)).toISOString().slice(0, 10);
  return [
    ['today', date(year, month, day), date(year, month, day + 1)],
    ['yesterday', date(year, month, day - 1), date(year, month, day)],
    ['this month', date(year, month, 1), date(year, month + 1, 1)],
    ['last month', date(year, month - 1, 1), date(year, month, 1)],
    ['this year', date(year, 0, 1), date(year + 1, 0, 1)],
  ];
}

export function mount(section) {
  const form = section.querySelector('form');
  const results = section.querySelector('.results');
  const inputs = form.elements;
  inputs.format.append(...options(searchable.map(({ name, title }) => [name, `${name}: ${title}`])));
  form.querySelector('p.samples').append(...presets().map(([name, from, to]) => h('button', { type: 'button', class: 'chip', onclick: () => {
    inputs.from.value = from;
    inputs.to.value = to;
    tellTimes();
    form.requestSubmit();
  } }, name)));
  const told = [inputs.from, inputs.to, inputs.at].map(equip);
  const tellTimes = () => told.forEach((tell) => tell());

  function asked(format) {
    const epoch = inputs.epoch.value.trim() || undefined;
    if (inputs.by.value === 'symbols') return { of: { textPrefix: inputs.symbols.value.trim() } };
    if (inputs.by.value === 'at') {
      const at = instantIn(inputs.at);
      return { of: { at, epoch }, instants: { at: instantText(at) }, extension: !epoch };
    }
    const [from, to] = [inputs.from, inputs.to].map((input) => instantIn(input, { isEnd: true }));
    const bound = (input) => (input.value.trim() === '' ? undefined : instantText(unixMsIn(input, { isEnd: true })));
    return { of: { ...(from !== null && { from }), ...(to !== null && { to }), epoch }, instants: { from: bound(inputs.from), to: bound(inputs.to) }, extension: !epoch && format.generated };
  }

  // Which inputs the choice needs.
  function arrange(format) {
    for (const option of inputs.by.options) option.hidden = option.disabled = option.value === 'symbols' ? !byText(format) : !timed(format);
    if (inputs.by.selectedOptions[0].disabled) inputs.by.value = [...inputs.by.options].find(({ disabled }) => !disabled).value;
    for (const part of form.querySelectorAll('[data-by]')) part.hidden = !part.dataset.by.split(' ').includes(inputs.by.value);
    inputs.prefix.parentElement.hidden = !format.prefixed;
    inputs.epoch.parentElement.hidden = inputs.by.value === 'symbols';
  }

  function show() {
    const format = formatOf(inputs.format.value);
    arrange(format);
    const empty = { at: inputs.at, symbols: inputs.symbols }[inputs.by.value];
    if (empty?.value.trim() === '') {
      results.replaceChildren();
      return;
    }
    try {
      const { of, instants = {}, extension = false } = asked(format);
      const prefix = format.prefixed ? inputs.prefix.value.trim() : '';
      const bounds = range(format.name, { ...of, prefix: prefix || undefined });
      const [first, last] = [bounds.first, bounds.last].map((text) => parse(text, format.name));
      const block = ({ title, sql, note }) => h('div', { class: 'sql' }, h('div', { class: 'actions' }, h('h3', {}, title), sql ? copyButton(sql, `SQL for ${title}`) : ''),
        sql ? scrollable('pre', `SQL for ${title}`, {}, h('code', {}, sql)) : h('p', { class: 'hint' }, note));
      const bound = (name, value) => h('tr', {}, h('th', { scope: 'row' }, name), [value.text, value.uuid ?? String(value.value), value.hex].map((text) =>
        h('td', {}, h('code', {}, text), ' ', copyButton(text, `${name} id`))));
      results.replaceChildren(
        scrollable('div', 'Bounds', { class: 'scroll' }, h('table', { class: 'bounds' },
          h('thead', {}, h('tr', {}, h('td', {}), ['Text', format.bits === 128 ? 'UUID' : 'Decimal', 'Hex'].map((title) => h('th', { scope: 'col' }, title)))),
          h('tbody', {}, bound('first', first), bound('last', last)))),
        h('p', { class: 'hint' }, 'Both belong to the range, as BETWEEN takes them.'),
        h('h2', {}, 'SQL'),
        ...statements({ format, first, last, prefix, extension, ...instants, table: inputs.table.value.trim() || 'orders', column: inputs.column.value.trim() || 'id' }).map(block));
      announce(`From ${first.text} to ${last.text}`);
    } catch (error) {
      if (!isRejectedTime(error)) throw error;
      results.replaceChildren(h('p', { class: 'wrong' }, h('strong', { class: 'reason' }, error.reason), ` ${error.message}`));
      announce(`No range: ${error.message}`);
    }
  }

  const kept = ['by', 'from', 'to', 'at', 'symbols', 'prefix', 'epoch', 'table', 'column'];
  onChange(form, () => {
    arrange(formatOf(inputs.format.value));
    writeHash([['range', inputs.format.value], ...kept.filter((name) => !inputs[name].closest('[hidden]') && inputs[name].value !== inputs[name].defaultValue)
      .map((name) => [name, inputs[name].value.trim()])]);
    show();
  });

  return (parameters) => {
    if (searchable.some(({ name }) => name === parameters.get('range'))) inputs.format.value = parameters.get('range');
    if (parameters.get('range')) {
      for (const name of kept) if (parameters.has(name)) inputs[name].value = parameters.get(name);
    } else if (inputs.from.value === '' && inputs.to.value === '') {
      const [, from, to] = presets().find(([name]) => name === 'this month');
      inputs.from.value = from;
      inputs.to.value = to;
    }
    tellTimes();
    show();
    return 'Range';
  };
}
