// One id taken apart, or a table of many.
import { SortidError, detect, formatOf, formats, inspect, tryParse } from './sortid/web.js';
import { looksLike } from './sortid/looks_like.js';
import { idCard, link, sampleOf } from './card.js';
import { announce, copyButton, h, onChange, options, plural, scrollable, split, writeHash } from './dom.js';
import { findIn, isLong } from './find.js';
import { looksSentence, marked, errorCard } from './error.js';
import { ago } from './time.js';

const mostTexts = 2000; // more are looked through at a glance, in find.js

function read(text, { as, lenient, epoch }) {
  try {
    const inspection = inspect(text, { format: as || undefined, lenient });
    const own = epoch && formatOf(inspection.format).epochUnixMs !== null;
    return { text, inspection: own ? inspect(text, { format: as || undefined, lenient, epoch }) : inspection };
  } catch (error) {
    if (error instanceof SortidError) return { text, error };
    throw error;
  }
}

function badCard(text, error, set) {
  const ways = detect(text).filter((name) => name !== set.as).map((name) => [link(text, { ...set, as: name }), `as ${name}`]);
  if (!set.lenient) {
    const { id } = tryParse(text, { format: set.as || undefined, lenient: true });
    if (id) ways.push([link(text, { ...set, lenient: true }), `leniently, as ${id.text}`]);
  }
  const looks = looksLike(text);
  const { uuid } = looks[0] ?? {};
  if (uuid && uuid !== text && !set.as) ways.push([link(uuid, {}), `as the UUID ${uuid}`]);
  return errorCard(text, error, ways, looks);
}

function summary(readings) {
  const counts = new Map();
  for (const { inspection } of readings) if (inspection) counts.set(inspection.format, (counts.get(inspection.format) ?? 0) + 1);
  const rejected = readings.filter(({ error }) => error).length;
  return [plural(readings.length, 'id'), ': ', [...counts].map(([name, count]) => `${count} ${name}`).join(', '),
    rejected > 0 ? `${counts.size > 0 ? ', ' : ''}${rejected} rejected` : ''].join('');
}

const tsv = (readings) => ['text\tformat\ttime\tunix_ms\treason\tposition', ...readings.map(({ text, inspection, error }) =>
  [text, inspection?.format ?? '', inspection?.instant ?? '', inspection?.unixMs ?? '', error?.reason ?? '', error?.position ?? ''].join('\t'))].join('\n');

function row(reading, i, choose) {
  const { text, inspection, error } = reading;
  return h('tr', { class: error ? 'rejected' : null },
    h('td', { class: 'number' }, String(i + 1)),
    h('td', {}, inspection ? h('code', {}, text) : marked(text, error.position)),
    h('td', {}, inspection ? inspection.format : h('strong', { class: 'reason' }, error.reason)),
    h('td', {}, inspection ? inspection.instant ?? '–' : `${error.message} ${looksSentence(looksLike(text))}`.trim()),
    h('td', {}, h('button', { type: 'button', 'aria-label': `Show id ${i + 1}`, onclick: () => choose(i) }, 'Show')));
}

export function mount(section) {
  const form = section.querySelector('form');
  const input = form.querySelector('#ids');
  const results = section.querySelector('.results');
  const { as, epoch, lenient } = form.elements;
  const wrongEpoch = form.querySelector('[data-for=epoch]');
  const samples = form.querySelector('.samples');
  as.append(...options([['', 'what the text tells'], ...formats.map(({ name }) => [name, name])]));

  const atAGlance = (words) => h('button', { type: 'button', class: 'copy', onclick: () => findIn(input.value) }, words);

  function offerSamples(none) {
    samples.hidden = !none;
    if (!none) return;
    samples.replaceChildren('New ones to try: ', ...formats.filter(({ generated }) => generated).map((format) => {
      const { name } = format;
      const text = sampleOf(format);
      return h('a', { class: 'chip', href: link(text, { as: detect(text)[0] === name ? '' : name }) }, name);
    }));
  }

  function show(texts) {
    const set = { as: as.value, lenient: lenient.checked, epoch: epoch.value.trim() };
    wrongEpoch.hidden = true;
    if (set.epoch) {
      // A timed format tells whether the epoch can be read at all.
      const timed = formats.find(({ epochUnixMs, generated }) => epochUnixMs !== null && generated);
      try {
        inspect(timed.minText, { format: timed.name, epoch: set.epoch });
      } catch (error) {
        wrongEpoch.textContent = error.message;
        wrongEpoch.hidden = false;
        set.epoch = '';
      }
    }
    offerSamples(texts.length === 0);
    if (texts.length === 0) {
      results.replaceChildren();
      announce('');
      return;
    }
    if (texts.length > mostTexts) {
      results.replaceChildren(h('h2', { tabindex: -1 }, `${plural(texts.length, 'text')}`),
        h('p', {}, `One by one there is room for ${mostTexts.toLocaleString('en')}. `, atAGlance('Find the ids, all at a glance')));
      announce(`${plural(texts.length, 'text')}, too many for a list`);
      return;
    }
    const readings = texts.map((text) => read(text, set));
    const card = ({ text, inspection, error }) => (inspection ? idCard(text, inspection, set) : badCard(text, error, set));
    const holder = h('div', {}, card(readings[0]));
    if (readings.length === 1) {
      const { inspection, error } = readings[0];
      results.replaceChildren(holder, error ? h('p', { class: 'actions' }, atAGlance('Find the ids inside this text')) : '');
      announce(inspection ? `${inspection.format}${inspection.instant ? `, made ${inspection.instant}` : ''}`
        : `Not an id: ${error.reason} at position ${error.position}. ${error.message} ${looksSentence(looksLike(readings[0].text))}`.trim());
      return;
    }
    const choose = (i) => {
      holder.replaceChildren(card(readings[i]));
      holder.querySelector('h2').focus();
      holder.scrollIntoView({ block: 'start' });
    };
    results.replaceChildren(
      h('h2', { tabindex: -1 }, summary(readings)),
      h('p', { class: 'actions' }, atAGlance('At a glance: over time, gaps, duplicates'), copyButton(() => tsv(readings), '', 'Copy all as TSV')),
      scrollable('div', 'All ids', { class: 'scroll many' }, h('table', {},
        h('thead', {}, h('tr', {}, ['', 'Id', 'Format', 'Time, or what is wrong', ''].map((title) => h(title ? 'th' : 'td', title ? { scope: 'col' } : {}, title)))),
        h('tbody', {}, readings.map((reading, i) => row(reading, i, choose))))),
      holder);
    announce(summary(readings));
  }

  input.addEventListener('paste', (event) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isLong(text)) return;
    event.preventDefault();
    findIn(text);
  });
  onChange(form, () => {
    const texts = split(input.value);
    writeHash([...(texts.length > 0 && texts.length <= mostTexts ? texts : ['']).map((text) => ['id', text]), ['as', as.value], ['lenient', lenient.checked ? '1' : ''], ['epoch', epoch.value.trim()]]);
    show(texts);
  });

  // An age grows while one looks at it.
  setInterval(() => {
    for (const element of results.querySelectorAll('.age')) element.textContent = ago(Number(element.dataset.unixMs));
  }, 5000);

  return (parameters) => {
    // A link's ids are taken as they are, whatever they contain.
    const texts = parameters.getAll('id').filter((text) => text !== '');
    input.value = texts.join('\n');
    as.value = formatOf(parameters.get('as') ?? '')?.name ?? '';
    lenient.checked = parameters.get('lenient') === '1';
    epoch.value = parameters.get('epoch') ?? '';
    form.querySelector('details').open = as.value !== '' || lenient.checked || epoch.value !== '';
    show(texts);
    return texts.length === 1 ? texts[0] : 'Inspect';
  };
}
