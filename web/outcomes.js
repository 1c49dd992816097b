// What became of ids, one a line: the new text, or why there is none.
import { SortidError } from './sortid/web.js';
import { announce, copyButton, h, scrollable } from './dom.js';
import { marked } from './error.js';

/** What `make` gives for a text, or why it is rejected, and where. */
export function outcomeOf(text, make) {
  try {
    return { text, made: make(text) };
  } catch (error) {
    if (error instanceof SortidError) return { text, error, position: error.position };
    throw error;
  }
}

/** `as` is what they became, `done` the same as a word behind their number. */
export function showOutcomes(results, outcomes, { as, done, title }) {
  const rejected = outcomes.filter(({ error }) => error).length;
  const count = outcomes.length - rejected;
  const line = ({ text, made, error, position }) => h('tr', { class: error ? 'rejected' : null },
    h('td', {}, position === undefined ? h('code', {}, text) : marked(text, position)),
    h('td', {}, error ? [h('strong', { class: 'reason' }, error.reason), ` ${error.message}`] : h('code', {}, made)),
    h('td', {}, error ? '' : copyButton(made, made)));
  results.replaceChildren(
    h('p', { class: 'actions' }, h('strong', {}, `${count} of ${outcomes.length} ${as}`), ' ',
      copyButton(() => outcomes.filter(({ error }) => !error).map(({ made }) => made).join('\n'), 'results', 'Copy all')),
    scrollable('div', title, { class: 'scroll' }, h('table', { class: 'outcomes' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Id'), h('th', { scope: 'col' }, as.replace(/^./, (letter) => letter.toUpperCase())), h('td', {}))),
      h('tbody', {}, outcomes.map(line)))));
  announce(`${count} ${done}${rejected > 0 ? `, ${rejected} rejected` : ''}`);
}
