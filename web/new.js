// New ids of any format that has a generator, with the options that the format has.
import { Generator, GeneratorError, formatOf, formats } from './sortid/web.js';
import { announce, copyButton, h, options, writeHash } from './dom.js';
import { equip, instantIn, isRejectedTime } from './when.js';

const generated = formats.filter((format) => format.generated);
const most = ({ bits }) => String((1n << BigInt(bits)) - 1n);
const number = (name, label, max, placeholder) => ({ name, control: h('label', {}, `${label} `, h('input', { name, type: 'number', min: 0, max, placeholder })) });
const text = (name, label, placeholder) => ({ name, control: h('label', {}, `${label} `,
  h('input', { name, placeholder, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' })) });
const tick = (name, label) => ({ name, control: h('label', { class: 'check' }, h('input', { name, type: 'checkbox' }), ` ${label}`) });
const choice = (name, label, list) => ({ name, control: h('label', {}, `${label} `, h('select', { name }, options(list))) });

// What a format's layout says it can be told.
function ownOptions(format) {
  const extension = format.fields.find(({ role }) => role === 'extension');
  return [
    format.prefixed && text('prefix', 'Prefix', 'user'),
    extension && number('extension', `Extension, 0 to ${most(extension)}`, most(extension), 'none'),
    format.checked && tick('unchecked', 'Without a check-mod'),
    ...format.fields.filter(({ option }) => option !== null).map((field) => number(field.option, `${field.option}, 0 to ${most(field)}`, most(field), format.drawn ? '0' : 'needed')),
  ].filter(Boolean);
}

function rules(format) {
  return [
    format.epochUnixMs !== null && text('at', 'At the instant', 'now'),
    format.epochUnixMs !== null && text('epoch', 'Own epoch', '2020-01-01'),
    format.ordered && format.drawn && tick('random', 'Each an independent draw, in no order'),
    format.counter?.stepBytes > 0 && number('stepBytes', `Bytes of the random step, 0 to ${format.counter.maxStepBytes}`,
      format.counter.maxStepBytes, String(format.counter.stepBytes)),
    format.ordered && choice('onOverflow', 'When a millisecond has no id left', [['wait', 'wait for the next'], ['run_ahead', 'run ahead of the clock'], ['fail', 'fail']]),
  ].filter(Boolean);
}

function make(format, count, { at, random, ...given }) {
  // The clock does not move under ids of one instant: waiting for it would not help.
  const generator = new Generator(format.name, at !== undefined && given.onOverflow === 'wait' ? { ...given, onOverflow: 'fail' } : given);
  const drawn = random || !format.ordered;
  if (at !== undefined) return Array.from({ length: count }, () => (drawn ? generator.randomAt(at) : generator.nextAt(at)));
  return drawn ? Array.from({ length: count }, () => generator.random()) : generator.many(count);
}

export function mount(section) {
  const form = section.querySelector('form');
  const results = section.querySelector('.results');
  const { format: choose, n } = form.elements;
  const own = form.querySelector('.own');
  const more = form.querySelector('.rules');
  choose.append(...options(generated.map(({ name, title }) => [name, `${name}: ${title}`])));

  let tellTime;
  function build() {
    const format = formatOf(choose.value);
    own.replaceChildren(...ownOptions(format).map(({ control }) => control));
    more.replaceChildren(...rules(format).map(({ control }) => control));
    more.parentElement.hidden = more.children.length === 0;
    const at = form.elements.at;
    tellTime = at ? equip(at) : () => {};
  }

  // Every control of the options by its name; an empty one is left to the package.
  function given() {
    const set = {};
    for (const control of [...own.querySelectorAll('[name]'), ...more.querySelectorAll('[name]')]) {
      if (control.type === 'checkbox' ? control.checked : control.value !== '') {
        set[control.name] = control.type === 'checkbox' ? true : control.type === 'number' ? Number(control.value) : control.value.trim();
      }
    }
    return set;
  }

  function makeIds() {
    const format = formatOf(choose.value);
    const { unchecked, ...set } = given();
    try {
      if (set.at !== undefined) set.at = instantIn(form.elements.at);
      const ids = make(format, n.valueAsNumber, unchecked ? { ...set, check: false } : set);
      const as = (id) => `#${new URLSearchParams([['id', id], ...(format.detection === 'by_text' ? [] : [['as', format.name]])])}`;
      results.replaceChildren(
        h('p', { class: 'actions' }, h('strong', {}, `${ids.length} new ${format.name}`), ' ', copyButton(() => ids.join('\n'), 'new ids', 'Copy all')),
        h('ol', { class: 'generated' }, ids.map((id) => h('li', {}, h('a', { href: as(id) }, h('code', {}, id)), copyButton(id, id)))));
      announce(`${ids.length} new ${format.name}, the first ${ids[0]}`);
    } catch (error) {
      if (!(isRejectedTime(error) || error instanceof GeneratorError)) throw error;
      results.replaceChildren(h('p', { class: 'wrong' }, error.reason && h('strong', { class: 'reason' }, error.reason), ` ${error.message}`));
      announce(`None made: ${error.message}`);
    }
  }

  // Of a link; at the button the browser says so itself.
  function rejectNumber({ labels: [label], min, max }) {
    const sentence = `${label.textContent.trim().split(',')[0]}: a whole number from ${min} to ${max} is needed`;
    results.replaceChildren(h('p', { class: 'wrong' }, sentence));
    announce(`None made: ${sentence}`);
  }

  choose.addEventListener('change', () => { build(); results.replaceChildren(); });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    writeHash([['new', choose.value], ['n', n.value], ...Object.entries(given())]);
    makeIds();
  });

  return (parameters) => {
    const asked = formatOf(parameters.get('new'));
    if (asked?.generated) choose.value = asked.name;
    const count = Number(parameters.get('n'));
    if (parameters.has('n')) n.value = Number.isFinite(count) ? String(count) : '';
    else if (!n.validity.valid) n.value = n.defaultValue;
    build();
    for (const control of form.querySelectorAll('.own [name], .rules [name]')) {
      const value = parameters.get(control.name);
      if (value === null) continue;
      if (control.type === 'checkbox') control.checked = value === 'true';
      else control.value = value;
    }
    tellTime();
    more.parentElement.open = [...more.querySelectorAll('[name]')].some(({ name }) => parameters.has(name));
    const wrong = form.querySelector('input:invalid');
    if (!asked?.generated) results.replaceChildren();
    else if (wrong) rejectNumber(wrong);
    else makeIds();
    return 'New';
  };
}
