// Public ids that hide their time, and back. The key stays in its field: no address and no storage has it.
import * as sortid from './sortid/web.js';
import { Masker } from './sortid/mask.js';
import { announce, h, onChange, options, split, writeHash } from './dom.js';
import { outcomeOf, showOutcomes } from './outcomes.js';

const { formatOf, formats, parse } = sortid;

export function mount(section) {
  const form = section.querySelector('form');
  const results = section.querySelector('.results');
  const texts = form.querySelector('#masked');
  const { direction, from, version, key, shown } = form.elements;
  const wrongKey = form.querySelector('[data-for=key]');
  from.append(...options([['', 'what the text tells'], ...formats.map(({ name }) => [name, name])]));

  // A masker for each format that comes, under the key as it is.
  function maskersOf(secret) {
    const made = new Map();
    return (name) => {
      if (!made.has(name)) made.set(name, new Masker(sortid[formatOf(name).className], secret, { uuidVersion: Number(version.value) }));
      return made.get(name);
    };
  }

  function show() {
    const ids = split(texts.value);
    const secret = key.value.trim();
    wrongKey.hidden = true;
    results.replaceChildren();
    if (secret === '') {
      if (ids.length > 0) results.replaceChildren(h('p', { class: 'hint' }, 'A key is needed.'));
      return;
    }
    const maskerOf = maskersOf(secret);
    try {
      maskerOf(formats[0].name);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      wrongKey.textContent = error.message;
      wrongKey.hidden = false;
      announce(error.message);
      return;
    }
    if (ids.length === 0) return;
    const unmasks = direction.value === 'unmask';
    const outcomes = ids.map((id) => outcomeOf(id, (text) => {
      const masker = maskerOf(from.value || parse(text).formatName);
      return (unmasks ? masker.unmask(text) : masker.mask(text)).text;
    }));
    const done = unmasks ? 'unmasked' : 'masked';
    showOutcomes(results, outcomes, { as: done, done, title: `Ids, ${done}` });
  }

  const showKey = () => { key.type = shown.checked ? 'text' : 'password'; };
  shown.addEventListener('change', showKey);
  form.querySelector('.draw').addEventListener('click', () => {
    key.value = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    shown.checked = true;
    showKey();
    announce('A new key');
    show();
  });

  onChange(form, () => {
    const ids = split(texts.value);
    writeHash([...(ids.length > 0 ? ids : ['']).map((text) => ['mask', text]), ['do', direction.value === 'mask' ? '' : direction.value],
      ['from', from.value], ['version', version.value === '8' ? '' : version.value]]);
    show();
  });

  return (parameters) => {
    const ids = parameters.getAll('mask').filter((text) => text !== '');
    if (ids.length > 0) texts.value = ids.join('\n');
    for (const [control, name] of [[direction, 'do'], [from, 'from'], [version, 'version']]) {
      if ([...control.options].some(({ value }) => value === parameters.get(name))) control.value = parameters.get(name);
    }
    show();
    return 'Mask';
  };
}
