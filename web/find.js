// The ids inside a text or a file: what they have in common as numbers, gaps and bars, and a list of them. The work is done in
// find_worker.js, so that the page answers meanwhile.
import { formatOf, formats, inspect, instantText } from './sortid/web.js';
import { announce, copyButton, h, onChange, options, plural, scrollable, writeHash } from './dom.js';
import { idCard } from './card.js';
import { histogram, valueBars } from './charts.js';
import { equip, isRejectedTime, unixMsIn } from './when.js';

const pageSize = 100;
const mostGaps = 5;
const mostValues = 12;
const mostTyped = 50_000; // of more symbols a field for text would keep the browser busy for seconds
const aroundId = 120; // bytes of the text shown before and behind an id

const number = (value) => value.toLocaleString('en');
const bytesInWords = (bytes) => (bytes < 1000 ? plural(bytes, 'byte') : bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
const listOf = (names) => formats.filter(({ name }) => names.has(name));

/** A thread that looks through one text; `call` asks it for something, `end` ends it and what was asked of it. */
function searcher(onProgress) {
  // The page as one file (site/build.py) has the worker's script in it.
  const own = document.getElementById('find-worker');
  const script = own ? URL.createObjectURL(new Blob([own.textContent], { type: 'text/javascript' })) : new URL('find_worker.js', import.meta.url);
  const worker = new Worker(script, { type: own ? 'classic' : 'module' });
  const waiting = new Map();
  let last = 0;
  worker.addEventListener('message', ({ data: { progress, id, answer, error } }) => {
    if (progress) return onProgress(progress);
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    return error === undefined ? resolve(answer) : reject(new Error(error));
  });
  // A script that cannot be loaded answers no question.
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'the worker did not start'));
    waiting.clear();
  });
  return {
    call: (what, asked) => new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      worker.postMessage({ id: last, what, ...asked });
    }),
    end() {
      worker.terminate();
      if (own) URL.revokeObjectURL(script);
      waiting.clear();
    },
  };
}

// The line that an id is in, with the id marked.
async function context(blob, { offset, text }) {
  const begin = Math.max(0, offset - aroundId);
  const bytes = new Uint8Array(await blob.slice(begin, offset + text.length + aroundId).arrayBuffer());
  const at = offset - begin;
  const newline = 10;
  const first = bytes.subarray(0, at).lastIndexOf(newline) + 1;
  const behind = bytes.indexOf(newline, at);
  const decode = (from, to) => new TextDecoder().decode(bytes.subarray(from, to)).replace(/^\uFFFD+|\uFFFD+$/g, '');
  return h('p', { class: 'context' }, h('code', {}, first === 0 && begin > 0 ? '…' : '', decode(first, at),
    h('strong', {}, decode(at, at + text.length)), decode(at + text.length, behind < 0 ? bytes.length : behind),
    behind < 0 && offset + text.length + aroundId < blob.size ? '…' : ''));
}

const tsv = (rows) => ['line\toffset\tid\tformat\ttime\tunix_ms\tduplicate_of_line\tout_of_order', ...rows.map((row) =>
  [row.line, row.offset, row.text, row.format, row.time ?? '', row.unixMs ?? '', row.duplicateOf?.line ?? '', row.outOfOrder ? 1 : ''].join('\t'))].join('\n');

/** The list of one search: its filters, its pages, and the id that is chosen in it. */
function list(found, { search, blob, epoch }) {
  const body = h('tbody', {});
  const card = h('div', {});
  const told = h('span', { class: 'where' });
  const only = h('p', { class: 'actions', hidden: true });
  const state = { by: 'line', descending: false, from: null, until: null, first: 0, total: 0 };
  const heads = new Map();

  const names = new Set(found.orders.map(({ name }) => name.split(' ')[0]));
  const several = names.size > 1;
  const filters = h('form', { class: 'fields filters', 'aria-label': 'What is listed' },
    h('label', {}, 'Contains ', h('input', { name: 'text', type: 'search', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' })),
    h('label', {}, 'List ', h('select', { name: 'marked' }, options([['all', 'all ids'], ['marked', 'what stands out'],
      ['duplicates', `duplicates (${number(found.duplicates)})`], ['disorder', `out of order (${number(found.outOfOrder)})`]]))),
    several && h('label', {}, 'Format ', h('select', { name: 'format' }, options([['', 'all formats'], ...listOf(names).map(({ name }) => [name, name])]))));
  const wanted = () => ({
    by: state.by, descending: state.descending, from: state.from ?? undefined, until: state.until ?? undefined,
    marked: filters.elements.marked.value, text: filters.elements.text.value.trim(),
    place: filters.elements.format?.value ? formats.indexOf(formatOf(filters.elements.format.value)) : undefined,
  });

  async function choose(row) {
    const { text, format } = row;
    const inspection = inspect(text, { format });
    const timed = epoch !== undefined && formatOf(format).epochUnixMs !== null;
    card.replaceChildren(await context(blob, row), idCard(text, timed ? inspect(text, { format, epoch }) : inspection, { as: format, epoch }));
    card.querySelector('h2').focus();
    card.scrollIntoView({ block: 'start' });
  }

  // Where it is not among those that are listed, all of them are.
  async function goTo(row) {
    let place = await search.call('place', { row });
    if (place === null) {
      filters.reset();
      bound(null, null);
      await refresh(0);
      place = await search.call('place', { row });
    }
    await turnTo(Math.floor(place / pageSize) * pageSize);
    const line = body.querySelector(`[data-row="${row}"]`);
    line.querySelector('button').focus({ preventScroll: true });
    line.scrollIntoView({ block: 'center' });
    line.classList.add('sought');
    setTimeout(() => line.classList.remove('sought'), 2500);
  }

  const stands = (row) => [
    row.duplicateOf && h('span', { class: 'mark' }, 'duplicate of ', h('button', { type: 'button', class: 'plain', onclick: () => goTo(row.duplicateOf.row) }, `line ${number(row.duplicateOf.line)}`)),
    row.outOfOrder && h('span', { class: 'mark' }, 'out of order')];
  const line = (row) => h('tr', { 'data-row': row.row, class: row.duplicateOf || row.outOfOrder ? 'marked' : null },
    h('td', { class: 'number line' }, number(row.line)),
    h('td', { class: 'number offset' }, h('span', { class: 'narrow' }, 'byte '), number(row.offset)),
    h('td', { class: 'found' }, h('button', { type: 'button', class: 'plain id', 'aria-label': `Show ${row.text}`, onclick: () => choose(row) }, h('code', {}, row.text))),
    several && h('td', { class: 'format' }, row.format),
    h('td', { class: 'time' }, row.time ?? '–'),
    h('td', { class: 'step' }, row.step ?? ''),
    h('td', { class: 'marks' }, stands(row)));

  function put(first, rows) {
    state.first = first;
    body.replaceChildren(...rows.map(line));
    const end = first + rows.length;
    told.textContent = state.total === 0 ? 'None is like that.' : `${number(first + 1)}–${number(end)} of ${number(state.total)}`;
    for (const [name, to] of [['First', 0], ['Previous', first - pageSize], ['Next', first + pageSize], ['Last', Math.floor((state.total - 1) / pageSize) * pageSize]]) {
      const can = to >= 0 && to < state.total && to !== first;
      buttons[name].setAttribute('aria-disabled', String(!can));
      buttons[name].dataset.to = can ? to : '';
    }
  }
  async function turnTo(first) {
    put(first, await search.call('rows', { first, count: pageSize }));
    holder.scrollTop = 0;
  }
  async function refresh() {
    const { total, rows } = await search.call('list', { ...wanted(), first: 0, count: pageSize });
    state.total = total;
    put(0, rows);
    holder.scrollTop = 0;
    announce(`${plural(total, 'id')} listed`);
  }
  const buttons = Object.fromEntries(['First', 'Previous', 'Next', 'Last'].map((name) => [name, h('button', { type: 'button', class: 'copy', onclick: (event) => {
    const { to } = event.currentTarget.dataset;
    if (to !== '') turnTo(Number(to));
  } }, name)]));

  /** Lists the ids of an interval alone; all where it is null. */
  function bound(from, until, words) {
    Object.assign(state, { from, until });
    only.hidden = from === null;
    if (from !== null) only.replaceChildren('Only those made ', words, ' ', h('button', { type: 'button', class: 'copy', onclick: () => { onUnbound(); bound(null, null); refresh(); } }, 'All times'));
  }
  let onUnbound = () => {};

  const sortable = { line: 'Line', id: 'Id', time: 'Time (UTC)' };
  function head(by, title) {
    if (!(by in sortable)) return h('th', { scope: 'col', class: by }, title);
    const cell = h('th', { scope: 'col', class: by, 'aria-sort': by === state.by ? 'ascending' : null }, h('button', { type: 'button', class: 'plain', onclick: () => {
      state.descending = state.by === by && !state.descending;
      state.by = by;
      for (const [name, one] of heads) {
        if (name === by) one.setAttribute('aria-sort', state.descending ? 'descending' : 'ascending');
        else one.removeAttribute('aria-sort');
      }
      refresh();
    } }, sortable[by]));
    heads.set(by, cell);
    return cell;
  }
  const holder = scrollable('div', 'Ids found', { class: 'scroll many listed' }, h('table', { class: 'finds' },
    h('thead', {}, h('tr', {}, head('line'), head('offset', 'Offset'), head('id'), several && head('format', 'Format'), head('time'), head('step', 'Since the one before'), head('marks', 'What stands out'))),
    body));
  onChange(filters, refresh);

  const element = h('section', { 'aria-label': 'List' }, h('h2', {}, 'All of them'), filters, only, holder,
    h('p', { class: 'actions pages' }, Object.values(buttons).slice(0, 2), told, Object.values(buttons).slice(2),
      copyButton(async () => tsv(await search.call('rows', { first: 0, count: state.total })), 'what is listed', 'Copy as TSV')),
    found.kept < found.count && h('p', { class: 'hint' }, `The first ${number(found.kept)} are listed; duplicates, times and gaps are theirs.`), card);
  return { element, refresh, goTo, bound, whenUnbound(act) { onUnbound = act; } };
}

function overview(found, goTo, of) {
  const fact = (term, ...text) => [h('dt', {}, term), h('dd', {}, text)];
  const place = ({ row, line }) => h('button', { type: 'button', class: 'plain', onclick: () => goTo(row) }, `line ${number(line)}`);
  return h('dl', { class: 'facts glance' },
    fact('Formats', found.orders.map(({ name, count }, i) => [i > 0 ? ', ' : '', `${number(count)} ${name}`]), found.others > 0 && `, ${number(found.others)} others`),
    fact('Size', of),
    found.first && fact('First made', h('code', {}, found.first.time), ', ', place(found.first.at)),
    found.last && fact('Last made', h('code', {}, found.last.time), ', ', place(found.last.at), found.span && `; ${found.span} in all`),
    found.gaps?.length > 0 && fact('Longest gaps', h('ul', { class: 'gaps' }, found.gaps.map(({ words, before, behind }) =>
      h('li', {}, h('strong', {}, words), ' between ', place(before), ' and ', place(behind))))));
}

// So many bars as there is room for, each wide enough to be pointed at.
const barsFor = (width) => Math.max(12, Math.min(80, Math.floor(width / 14)));

/** Whether a text is too long for a field. */
export const isLong = (text) => text.length > mostTyped;
/** Where another view sends a text that has many ids. */
export let findIn;

export function mount(section) {
  const form = section.querySelector('form');
  const results = section.querySelector('.results');
  const input = form.querySelector('#text');
  const { as, since, until, epoch, file } = form.elements;
  const progress = section.querySelector('.progress');
  const wrong = form.querySelector('.wrong');
  let search = null;
  let opened = null; // a file, which is looked through instead of what is typed
  as.append(...options([['', 'those that a text alone tells'], ...formats.map(({ name }) => [name, name])]));
  const tell = [since, until].map(equip);

  function asked() {
    wrong.hidden = true;
    try {
      return {
        since: unixMsIn(since, { isEnd: true }) ?? undefined, until: unixMsIn(until, { isEnd: true }) ?? undefined,
        epoch: unixMsIn(epoch) ?? undefined, place: as.value ? formats.indexOf(formatOf(as.value)) : undefined,
      };
    } catch (error) {
      if (!isRejectedTime(error)) throw error;
      wrong.textContent = `${error.reason}: ${error.message}`;
      wrong.hidden = false;
      return null;
    }
  }

  function stop() {
    search?.end();
    search = null;
    progress.hidden = true;
  }

  async function show() {
    stop();
    const how = asked();
    const blob = opened ?? new Blob([input.value]);
    form.querySelector('.opened').textContent = opened ? `${opened.name}, ${bytesInWords(opened.size)}` : '';
    form.querySelector('.close').hidden = !opened;
    if (how === null || blob.size === 0) {
      results.replaceChildren();
      if (blob.size === 0) announce('');
      return;
    }
    const bar = progress.querySelector('progress');
    bar.max = blob.size;
    bar.value = 0;
    const mine = searcher(({ read, found }) => {
      progress.hidden = false;
      bar.value = read;
      progress.querySelector('span').textContent = `${bytesInWords(read)} of ${bytesInWords(blob.size)}, ${plural(found, 'id')}`;
    });
    search = mine;
    let found;
    try {
      found = await mine.call('find', { blob, ...how, bars: barsFor(section.clientWidth), gaps: mostGaps, values: mostValues });
    } catch (error) {
      if (search !== mine) return;
      stop();
      results.replaceChildren(h('p', { class: 'wrong' }, `The text could not be read: ${error.message}`));
      announce('The text could not be read');
      return;
    }
    if (search !== mine) return;
    progress.hidden = true;
    if (found.count === 0) {
      results.replaceChildren(h('h2', { tabindex: -1 }, 'No ids'), h('p', {}, as.value
        ? `Nothing in the text is a ${as.value}.`
        : 'Only ids of 128 bits are found by themselves: shorter ones look like words and numbers. Name their format under “Which ids”.'));
      announce('No ids');
      return;
    }
    const title = `${plural(found.count, 'id')}: ${plural(found.duplicates, 'duplicate')}, ${number(found.outOfOrder)} out of order`;
    const listed = list(found, { search: mine, blob, epoch: how.epoch });
    const several = found.histogram && found.histogram.counts.length > 1;
    const times = several && histogram(found.histogram, instantText, (from, to, words) => {
      listed.bound(from, to, words);
      listed.refresh();
    });
    if (times) listed.whenUnbound(times.clear);
    await listed.refresh();
    if (search !== mine) return;
    results.replaceChildren(
      h('h2', { tabindex: -1 }, title),
      h('div', { class: 'card' }, overview(found, listed.goTo, opened ? `${opened.name}, ${bytesInWords(blob.size)}` : bytesInWords(blob.size)),
        times && times.element,
        found.fields.length > 0 && h('div', { class: 'values' }, found.fields.map(valueBars))),
      listed.element);
    announce(title);
  }

  const pasted = (text) => Object.assign(new Blob([text]), { name: 'The pasted text' });
  function take(given) {
    [opened] = given;
    if (!opened) return;
    input.value = '';
    writeHash([['find', '']]);
    show();
  }
  form.querySelector('.open').addEventListener('click', () => file.click());
  file.addEventListener('input', (event) => {
    event.stopPropagation();
    take(file.files);
    file.value = '';
  });
  form.querySelector('.close').addEventListener('click', () => {
    opened = null;
    show();
    input.focus();
  });
  progress.querySelector('button').addEventListener('click', () => {
    stop();
    announce('Stopped');
  });
  for (const type of ['dragover', 'dragleave', 'drop']) {
    section.addEventListener(type, (event) => {
      if (![...event.dataTransfer.types].includes('Files')) return;
      event.preventDefault();
      section.classList.toggle('dropping', type === 'dragover');
      if (type === 'drop') take(event.dataTransfer.files);
    });
  }
  input.addEventListener('input', () => { opened = null; });
  input.addEventListener('paste', (event) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isLong(text)) return;
    event.preventDefault();
    take([pasted(text)]);
  });
  onChange(form, () => {
    writeHash([['find', isLong(input.value) ? '' : input.value], ['as', as.value], ['since', since.value.trim()], ['until', until.value.trim()], ['epoch', epoch.value.trim()]]);
    show();
  });

  let sent = null;
  findIn = (text) => {
    sent = text;
    location.hash = '#find';
  };

  return (parameters) => {
    const text = sent ?? parameters.get('find');
    if (text) {
      input.value = isLong(text) ? '' : text;
      opened = isLong(text) ? pasted(text) : null;
    }
    sent = null;
    as.value = formatOf(parameters.get('as') ?? '')?.name ?? '';
    for (const [control, name] of [[since, 'since'], [until, 'until'], [epoch, 'epoch']]) control.value = parameters.get(name) ?? '';
    for (const one of tell) one();
    form.querySelector('details').open = [as, since, until, epoch].some(({ value }) => value !== '');
    show();
    return 'Find';
  };
}
