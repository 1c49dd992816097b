// Elements, copy buttons, the live region. Nothing here reads markup: what a text holds stays text.

/** An element with attributes, listeners (`onclick`), and children; null children are left out. */
export function h(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The same for SVG, whose attributes alone are set. */
export function svg(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Shadows at the edges behind which there is more (page.css).
function shade(element) {
  const { scrollLeft, scrollWidth, clientWidth } = element;
  element.classList.toggle('more-left', scrollLeft > 1);
  element.classList.toggle('more-right', scrollWidth - clientWidth - scrollLeft > 1);
}
const resized = new ResizeObserver((entries) => entries.forEach(({ target }) => shade(target)));

/** A region that scrolls sideways where it is too narrow, and shows so. */
export function scrollable(name, label, attributes, ...children) {
  const region = h(name, { ...attributes, tabindex: 0, role: 'region', 'aria-label': label, onscroll: () => shade(region) }, ...children);
  resized.observe(region);
  return region;
}

let announcement;

/** Says a sentence to a screen reader once the input has come to rest. */
export function announce(text) {
  clearTimeout(announcement);
  announcement = setTimeout(() => { document.getElementById('status').textContent = text; }, 250);
}

// Away from https and localhost a page has no clipboard, but may copy what is selected.
function copySelected(text) {
  const area = h('textarea', { class: 'unseen', readonly: true, 'aria-hidden': 'true', tabindex: -1 });
  const before = document.activeElement;
  area.value = text;
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  before?.focus();
  return copied;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** `what` is read out behind the label; `text` may be a function, whose answer may take a while. */
export function copyButton(text, what, label = 'Copy') {
  const button = h('button', { type: 'button', class: 'copy', 'aria-label': `${label} ${what}`.trim(), onclick: async () => {
    const copied = await copy(typeof text === 'function' ? await text() : text);
    button.textContent = copied ? 'Copied' : 'Not copied';
    announce(copied ? `Copied ${what}`.trim() : 'It could not be copied');
    setTimeout(() => { button.textContent = label; }, 1500);
  } }, label);
  return button;
}

/** Prose from the documentation: strings, {code}, {em}. */
export const prose = (spans) => spans.map((span) =>
  typeof span === 'string' ? span : span.code !== undefined ? h('code', {}, span.code) : h('em', {}, span.em));

export const plural = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;

export const options = (list) => list.map(([value, text]) => h('option', { value }, text));

/** Runs `work` when a form changes, once its input has rested a moment. */
export function onChange(form, work) {
  let timer;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(work, 120);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    work();
  });
}

/** What is in the address: the view's own word first, then what is set. */
export function writeHash(pairs) {
  const hash = new URLSearchParams(pairs.filter(([, value], i) => i === 0 || (value !== '' && value !== null && value !== undefined)));
  const text = `#${hash}`.replace(/=$/, '');
  // Browsers and chat programs cut longer addresses.
  history.replaceState(null, '', text.length <= 4000 ? text : `#${pairs[0][0]}`);
}

/** The ids of a text as people paste it: ASCII spaces, commas and semicolons are between them, quotes and brackets around. */
export function split(text) {
  return text.split(/[ \t\r\n\f\v,;]+/).map((piece) => piece.replace(/^["'`[({]+|["'`\])}]+$/g, '')).filter((piece) => piece !== '');
}
