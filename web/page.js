// The views and their addresses: the first word behind the # names the view, the rest is what its form holds.
import { version } from './sortid/web.js';
import * as convert from './convert.js';
import * as explain from './explain.js';
import * as find from './find.js';
import * as inspect from './inspect.js';
import * as mask from './mask.js';
import * as newIds from './new.js';
import * as range from './range.js';

const mounts = { id: inspect, find, new: newIds, convert, mask, range, formats: explain };
const views = new Map(Object.entries(mounts).map(([word, { mount }]) => {
  const section = document.querySelector(`[data-view=${word}]`);
  return [word, { section, show: mount(section) }];
}));

function open() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const [asked] = parameters.keys();
  const word = views.has(asked) ? asked : 'id';
  for (const [name, { section }] of views) section.hidden = name !== word;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.hash === `#${word}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const { section, show } = views.get(word);
  document.title = `${show(parameters)} · sortid`;
  return section;
}

document.getElementById('unstarted').remove();
document.getElementById('version').textContent = `sortid ${version}`;
open();
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault(); // the address says what is shown, not where the focus is
  document.getElementById('main').focus();
});
addEventListener('hashchange', () => {
  const section = open();
  // An address followed is a new page to who cannot see it; one with ids leads to what is said of them.
  (section.querySelector('.results h2[tabindex]') ?? section.querySelector('h1')).focus();
});

// The page's own files are kept, so that it opens without a network too.
if ('serviceWorker' in navigator) navigator.serviceWorker.register('offline.js').catch(() => {});
