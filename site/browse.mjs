// Opens every page of a site from its folder, as narrow as a phone, in a browser without a network: nothing is wider than the
// page, asked of elsewhere or complained of, each page has one visible h1, and pictures have words; axe has nothing serious to say
// of a page of each kind. Then what readers do.
//   usage: browse.mjs SITE NODE_MODULES     (of playwright-core and axe-core)
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, modules] = process.argv.slice(2).map((path) => resolve(path));
const load = createRequire(`${modules}/from.js`);
const { chromium } = load('playwright-core');
const axe = readFileSync(load.resolve('axe-core/axe.min.js'), 'utf8');
const base = `${pathToFileURL(folder)}/`;
// What is looked for, and one of the first three answers.
const SEARCHES = {
  'migrate from uuid': 'docs/postgresql.html',
  'snowish': 'docs/formats.html#uid11-snowish',
  'fork': 'docs/generators.html#fork',
  'overflow': 'docs/errors.html',
  'is not a symbol of ulid': 'docs/errors.html',
  'kubernetes': 'docs/kubernetes.html',
  'basic_id::parse': 'reference/cpp/basic_id.html#basic-id-parse',
  'sortid_new': 'reference/c.html#sortid-new',
  'ULID.new': 'reference/python/sortid.html#ulid-new',
  'tryParse': 'reference/js/sortid.html#tryparse',
  'ulid_generate': 'reference/postgresql.html#ulid-generate',
  'ulid_first': 'reference/sqlite.html#ulid-first',
  'id_convert': 'reference/duckdb.html#id-convert',
};
// One of each kind: they come of the same templates.
const KINDS = ['index.html', 'docs/formats.html', 'docs/errors.html', 'docs/generators.html', 'reference/c.html', 'reference/cpp/generator.html',
  'reference/python/sortid.numpy.html', 'reference/js/mask.html', 'reference/sqlite.html', 'search.html', 'inspector/index.html'];
const wrong = [];
const executablePath = process.env.CHROMIUM ?? ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`).find(existsSync);
if (!executablePath) throw new Error('no browser: tools/deps.sh test installs Chromium');
const browser = await chromium.launch({
  executablePath,
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--proxy-server=127.0.0.1:9'],
  timeout: 600_000,
});

for (const colorScheme of ['light', 'dark']) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme });
  const page = await context.newPage();
  page.setDefaultTimeout(600_000);
  let at = '';
  const say = (what) => wrong.push(`${at}, ${colorScheme}: ${what}`);
  page.on('request', (request) => { if (!/^(file|data|blob):/.test(request.url())) say(`asks for ${request.url()}`); });
  page.on('requestfailed', (request) => { if (request.failure()?.errorText !== 'net::ERR_ABORTED') say(`has no ${request.url()}`); });
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) say(message.text()); });
  page.on('pageerror', (error) => say(error.stack));

  const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html')).sort();
  for (at of pages) {
    await page.goto(base + at);
    const seen = await page.evaluate(() => ({
      // The theme's content scrolls in a box of its own.
      width: Math.max(...[document.documentElement, document.body, ...document.querySelectorAll('.content')].map((box) => box.scrollWidth)),
      headings: [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility()).length,
      wordless: [...document.images].filter((image) => !image.hasAttribute('alt') || !image.complete || !image.naturalWidth).map((image) => image.src),
      light: getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).map(Number).every((part) => part > 127),
    }));
    if (seen.width > 390) say(`is ${seen.width} wide`);
    if (seen.headings !== 1 && !at.startsWith('inspector')) say(`has ${seen.headings} h1`);
    if (seen.wordless.length) say(`has pictures without words, or that are not there: ${seen.wordless}`);
    if (KINDS.includes(at)) {
      await page.evaluate(axe);
      const grave = await page.evaluate(async () => (await globalThis.axe.run(document, { preload: false })).violations.filter((violation) => ['serious', 'critical'].includes(violation.impact))
        .map((violation) => `${violation.help}: ${violation.nodes[0].html}`));
      grave.forEach(say);
    }
    if (seen.light !== (colorScheme === 'light')) say('has the other scheme\'s background');
  }

  if (colorScheme === 'light') {
    for (const [words, wanted] of Object.entries(SEARCHES)) {
      at = `search.html?q=${encodeURIComponent(words)}`;
      await page.goto(base + at);
      await page.locator('#search-results .search-summary').filter({ hasText: /found|did not/ }).waitFor();
      await page.locator('#search-results li').first().waitFor();
      const found = await page.locator('#search-results li > a').evaluateAll((links) => links.slice(0, 3).map((link) => link.getAttribute('href').replace(/\?[^#]*/, '')));
      if (!found.includes(wanted)) say(`finds ${found}, and not ${wanted}`);
    }
    at = 'inspector/index.html#id=01ARZ3NDEKTSV4RRFFQ69G5FAV';
    await page.goto(base + at);
    await page.getByText('2016-07-30T23:54:10.259Z').first().waitFor();
    at = 'index.html';
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(base + at);
    await page.getByRole('link', { name: 'Inspect an id' }).click();
    await page.getByRole('heading', { name: 'Inspect ids' }).waitFor();
    await page.getByRole('link', { name: 'sortid' }).click();
    await page.getByRole('heading', { name: 'Which format should I choose?' }).waitFor();
  }
  await context.close();
  if (colorScheme === 'dark') console.log(`browser: ${pages.length} pages, ${Object.keys(SEARCHES).length} searches, ${wrong.length} problems`);
}
await browser.close();
console.log(wrong.join('\n'));
process.exit(wrong.length ? 1 : 0);
