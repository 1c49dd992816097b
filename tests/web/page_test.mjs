// The page in a real browser: what a person can do on it, against the vectors and the command line.
//   SORTID_PAGE          the built page          SORTID_BIN       the command line
//   SORTID_VECTORS       the vectors             SORTID_SHOTS     where screenshots go
//   SORTID_WEB_MODULES   node_modules of playwright-core and axe-core     CHROMIUM   the browser
//   SORTID_PICTURE       the guides' picture of the page
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';

const { SORTID_PAGE: folder, SORTID_BIN: program, SORTID_VECTORS: vectorFolder, SORTID_SHOTS: shots, SORTID_WEB_MODULES: modules, SORTID_PICTURE: picture } = process.env;
const load = createRequire(join(modules, 'from.js'));
const { chromium } = load('playwright-core');
const axe = readFileSync(load.resolve('axe-core/axe.min.js'), 'utf8');

const read = (name) => JSON.parse(readFileSync(join(vectorFolder, name), 'utf8'));
const vectors = readdirSync(vectorFolder).filter((name) => name.endsWith('.json') && name !== 'detect.json').map(read);
const { detect } = read('detect.json');
const vectorsOf = (format) => vectors.find((file) => file.format === format);
const sortid = (...words) => execFileSync(program, words, { encoding: 'utf8', maxBuffer: 2 ** 26 });
const sortidOf = (input, ...words) => execFileSync(program, words, { encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'ignore'] });

let server, base, browser, context, page;
const served = [];
const unexpected = []; // console errors, exceptions, requests that left

// The server that `make web` starts; it ends by itself should this process not come to end it.
function startServer() {
  server = spawn('timeout', ['3600', 'python3', '-u', '-m', 'http.server', '--bind', '127.0.0.1', '--directory', folder, '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  server.stderr.on('data', (lines) => served.push(...String(lines).split('\n').filter(Boolean)));
  return new Promise((resolve, reject) => {
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    server.stdout.on('data', (text) => {
      const address = /\((http:[^)]*)\)/.exec(text);
      if (address) resolve(address[1]);
    });
  });
}

function watch(watched) {
  watched.on('request', (request) => {
    if (!request.url().startsWith(base)) unexpected.push(`request: ${request.url()}`);
  });
  watched.on('page', (opened) => {
    opened.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) unexpected.push(`console: ${message.text()} ${message.location().url}`);
    });
    opened.on('pageerror', (error) => unexpected.push(`exception: ${error.stack}`));
  });
  return watched;
}

// A page of its own, closed at the end of the test.
async function opened(t, options, hash = '') {
  const own = watch(await browser.newContext({ timezoneId: 'America/Caracas', ...options }));
  t.after(() => own.close());
  const view = await own.newPage();
  view.setDefaultTimeout(600_000);
  await view.goto(base + hash);
  await view.locator('section:not([hidden])').waitFor();
  return view;
}

before(async () => {
  base = await startServer();
  mkdirSync(shots, { recursive: true });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    timeout: 600_000,  // a busy machine takes its time
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
  });
  context = watch(await browser.newContext({ viewport: { width: 1180, height: 900 }, timezoneId: 'America/Caracas', permissions: ['clipboard-read', 'clipboard-write'] }));
  page = await context.newPage();
  page.setDefaultTimeout(600_000);
  await page.goto(base);
  await page.locator('section:not([hidden])').waitFor();
});
after(async () => {
  await browser?.close();
  server?.removeAllListeners('exit');
  server?.kill();
});
beforeEach(() => { unexpected.length = 0; });
const quiet = () => assert.deepEqual(unexpected, []);

const view = (word, on = page) => on.locator(`section[data-view="${word}"]`);
const shot = (name, on = page, more = {}) => on.screenshot({ path: join(shots, `${name}.png`), ...more });
const sorted = (list, ...by) => [...list].sort(...by);
const hashOf = (pairs) => `#${new URLSearchParams(pairs)}`;

// Follows an address within the page and waits until the page has answered it.
async function go(hash, on = page) {
  await on.evaluate((to) => new Promise((resolve) => {
    if (location.hash === to) { resolve(); return; }
    addEventListener('hashchange', () => resolve(), { once: true });
    location.hash = to;
  }), hash);
}
// Follows many addresses; what `look` sees at each.
const tour = (hashes, look) => page.evaluate(async ([all, source]) => {
  const see = new Function(`return (${source})()`);
  const seen = [];
  for (const hash of all) {
    if (location.hash !== hash) {
      const changed = new Promise((resolve) => { addEventListener('hashchange', resolve, { once: true }); });
      location.hash = hash;
      await changed;
    }
    seen.push(see());
  }
  return seen;
}, [hashes, String(look)]);
// The rows of the list, or the one card, as plain data.
const listed = (word) => page.evaluate((name) => [...(document.querySelector(`section[data-view="${name}"] .results tbody`)?.rows ?? [])].map((row) => {
    const mark = row.querySelector('mark');
    const plain = (node) => [...node.childNodes].filter((child) => !child.classList?.contains('unseen')).map((child) => child.textContent).join('');
    return {
      cells: [...row.cells].map((cell) => cell.textContent.trim()),
      reason: row.querySelector('.reason')?.textContent ?? null,
      place: mark ? Number(mark.querySelector('.place').textContent) : null,
      before: mark ? [...mark.parentElement.childNodes].slice(0, [...mark.parentElement.childNodes].indexOf(mark)).map((node) => node.textContent).join('') : null,
      marked: mark ? plain(mark).slice(0, -mark.querySelector('.place').textContent.length) : null,
    };
  }), word);
const facts = (on = page) => on.evaluate(() => {
  const card = document.querySelector('section[data-view="id"] .card');
  const terms = Object.fromEntries([...card.querySelectorAll('.facts dt')].map((dt) => [dt.textContent, dt.nextElementSibling.querySelector('code')?.textContent ?? dt.nextElementSibling.textContent]));
  const fields = Object.fromEntries([...card.querySelectorAll('.fields-table tbody tr')].map((row) => [row.cells[0].textContent, row.cells[2].textContent]));
  const written = Object.fromEntries([...card.querySelectorAll('.written li')].flatMap((line) =>
    line.querySelector('.what').textContent.split(', ').map((name) => [name, line.querySelector('code').textContent])));
  const bits = [...card.querySelectorAll('.bits .bit')].map((bit) => bit.textContent).join('');
  return { format: card.querySelector('.badge')?.textContent, terms, fields, written, bits };
});

test('opens with every tool and every format', async () => {
  assert.equal(await page.title(), 'Inspect · sortid');
  assert.equal(await page.locator('#unstarted').count(), 0);
  assert.deepEqual(await page.locator('nav a').allTextContents(), ['Inspect', 'Find', 'New', 'Convert', 'Mask', 'Range', 'Formats']);
  const names = await view('id').locator('select[name=as] option').evaluateAll((list) => list.map(({ value }) => value).filter(Boolean));
  assert.deepEqual(sorted(names), sorted(vectors.map(({ format }) => format)));
  assert.match(await page.locator('#version').textContent(), /^sortid \d+\.\d+\.\d+/);
  quiet();
});

for (const { format, valid, invalid } of vectors) {
  test(`${format}: ids of the vectors`, async () => {
    await go(hashOf([['id', ''], ['as', format]]));
    await page.locator('#ids').fill(valid.map(({ text }) => text).join('\n'));
    await view('id').getByRole('heading', { name: new RegExp(`^${valid.length} ids: ${valid.length} ${format}$`) }).waitFor();
    const rows = await listed('id');
    assert.deepEqual(rows.map(({ cells }) => [cells[1], cells[2], cells[3]]), valid.map(({ text, time }) => [text, format, time ?? '–']));

    // The first, one in the middle and the last one whole.
    for (const sample of [valid[0], valid[valid.length >> 1], valid.at(-1)]) {
      await go(hashOf([['id', sample.text], ['as', format]]));
      const shown = await facts();
      assert.equal(shown.format, format);
      assert.equal(shown.written.hexadecimal, sample.hex);
      assert.equal(shown.written.decimal, sample.int);
      assert.equal(shown.written['canonical text'], sample.canonical ?? sample.text);
      if (sample.uuid && format !== 'uuid' && format !== 'uuidv7') assert.equal(shown.written.uuid, sample.uuid);
      assert.equal(BigInt(`0b${shown.bits}`), BigInt(sample.int));
      assert.equal(shown.bits.length, sample.hex.length * 4);
      for (const [name, value] of Object.entries(sample.fields)) assert.equal(shown.fields[name], value ?? 'none', name);
      if (sample.time) {
        assert.equal(shown.terms.UTC, sample.time);
        assert.equal(shown.terms['Unix ms'], String(sample.unix_ms));
      } else {
        assert.equal(shown.terms.UTC, undefined);
      }
    }
    quiet();
  });

  test(`${format}: bad ids, why and where`, async () => {
    const cases = invalid.filter(({ text }) => text !== undefined && text !== '' && text.length < 200);
    assert.ok(cases.length > 50);
    await go(hashOf([...cases.map(({ text }) => ['id', text]), ['as', format]]));
    const rows = await listed('id');
    assert.deepEqual(rows.map(({ reason, place }, i) => [cases[i].text, reason, place]), cases.map(({ text, reason, position }) => [text, reason, position]));
    for (const [i, { text, position }] of cases.entries()) {
      if (!/^[!-~]*$/.test(text)) continue;
      assert.equal(rows[i].before.replace(/^…/, ''), text.slice(Math.max(0, position - 48), position), text);
      assert.equal(rows[i].marked, text[position] ?? '', text);
    }
    quiet();
  });
}

test('a text is taken for what it is likeliest to be, the others are named', async () => {
  const cases = detect.filter(({ text }) => text);
  const seen = await tour(cases.map(({ text }) => hashOf([['id', text]])), () => {
    const card = document.querySelector('section[data-view="id"] .card');
    if (card.querySelector('h2').textContent === 'Not an id') return [];
    return [card.querySelector('.badge'), ...[...card.querySelectorAll('h3')].at(-1).nextElementSibling.querySelectorAll('a')].map((one) => one.textContent);
  });
  assert.deepEqual(seen.map((formats, i) => [cases[i].text, formats]), cases.map(({ text, formats }) => [text, formats]));
  quiet();
});

test('the time in UTC, here, and how long ago', async (t) => {
  const own = await opened(t, {}, '');
  await own.clock.setFixedTime(new Date('2026-05-12T23:00:00Z'));
  await go('#id=5TK7MT834rx', own);
  const { terms } = await facts(own);
  assert.equal(terms.Age, '2 days ago');
  assert.equal(terms.UTC, '2026-05-10T22:41:37.826Z');
  assert.equal(terms.Local, '2026-05-10T18:41:37.826-04:00');
  quiet();
});

test('pointing at a field shows it in the band, the bits and the table', async () => {
  await go('#id=01ARZ3NDEKTSV4RRFFQ69G5FAV');
  const hot = () => page.evaluate(() => Object.fromEntries(['.segment', '.bit', 'tbody tr'].map((what) =>
    [what, [...document.querySelectorAll(`.anatomy ${what}.hot`)].map((one) => one.dataset.field)])));
  await page.locator('.segment').nth(1).hover();
  let shown = await hot();
  assert.deepEqual(shown['.segment'], ['1']);
  assert.equal(shown['.bit'].length, 80);
  await page.locator('.fields-table tbody tr').first().hover();
  shown = await hot();
  assert.deepEqual([shown['.segment'], shown['.bit'].length, shown['tbody tr']], [['0'], 48, ['0']]);
  await page.mouse.move(2, 2);
  assert.deepEqual((await hot())['.segment'], []);
  quiet();
});

test('a double click selects a text whole, of a UUID what is between two hyphens', async (t) => {
  const context = await browser.newContext();
  t.after(() => context.close());
  const own = await context.newPage();
  const texts = vectors.map(({ format, valid }) => [format, valid.find(({ text }) => format !== 'typeid' || text.includes('_')).text]);
  await own.setContent(texts.map(([format, text]) => `<p>order <span id="${format}">${text}</span>: paid</p>`).join(''));
  for (const [format, text] of texts) {
    await own.locator(`#${format}`).dblclick({ position: { x: 4, y: 6 } });
    const selected = await own.evaluate(() => getSelection().toString().trim());
    if (format.startsWith('uuid')) assert.ok(text.split('-').includes(selected), selected);
    else assert.equal(selected, text);
  }
});

test('hundreds of ids as people paste them', async () => {
  const made = sortid('new', 'ulid', '-n', '300').trim().split('\n');
  await go('#id');
  await page.locator('#ids').fill(`["${made.slice(0, 100).join('", "')}"]\n(${made.slice(100, 200).map((id) => `'${id}'`).join(',')})\n${made.slice(200).join(' ')}\nnonsense`);
  await view('id').getByRole('heading', { name: '301 ids: 300 ulid, 1 rejected' }).waitFor();
  assert.deepEqual((await listed('id')).slice(0, 300).map(({ cells }) => cells[1]), made);
  // The list comes first, then the id that is chosen in it.
  assert.ok(await page.evaluate(() => document.querySelector('.results .many').getBoundingClientRect().bottom <= document.querySelector('.results .card').getBoundingClientRect().top));
  await view('id').getByRole('button', { name: 'Show id 301' }).click();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Not an id');
  await view('id').getByRole('button', { name: 'Copy all as TSV' }).click();
  const table = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(table.split('\n').length, 302);
  assert.equal(table.split('\n').at(-1).split('\t')[4], 'length');
  await shot('many');
  quiet();
});

test('the page ends below a list, whatever is wrong in it', async (t) => {
  const texts = Array.from({ length: 400 }, (_, i) => (i % 2 ? '01ARZ3NDEKTSV4RRFFQ69G5FAU' : `01ARZ3NDEKTSV4RRFFQ69G5F${i % 10}`));
  for (const [name, width] of [['desktop', 1280], ['phone', 390]]) {
    for (const view of ['id', 'convert']) {
      const own = await opened(t, { viewport: { width, height: 900 } }, `#${view}=`);
      await own.locator(view === 'id' ? '#ids' : '#sources').fill(texts.join('\n'));
      await own.locator('.rejected-text').first().waitFor();
      const { page: whole, end } = await own.evaluate(() => ({
        page: document.documentElement.scrollHeight, end: document.querySelector('footer').getBoundingClientRect().bottom + scrollY,
      }));
      assert.ok(whole <= Math.ceil(end) + 1, `${view}, ${name}: the page is ${whole} high, its last line ends at ${end}`);
      await own.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await shot(`rejected-list-${view}-${name}`, own);
    }
  }
});

test('what is pasted is never markup, and what is bad may be read leniently when asked', async () => {
  await go(hashOf([['id', '<img src=x onerror=alert(1)>']]));
  assert.equal(await page.locator('.results img').count(), 0);
  await go(hashOf([['id', 'o1arz3ndektsv4rrffq69g5fav']]));
  await page.getByRole('link', { name: 'leniently, as 01ARZ3NDEKTSV4RRFFQ69G5FAV' }).click();
  await page.locator('.badge').waitFor();
  assert.equal((await facts()).written['canonical text'], '01ARZ3NDEKTSV4RRFFQ69G5FAV');
  assert.equal(await page.locator('input[name=lenient]').isChecked(), true);
  await go(hashOf([['id', '01ARZ3NDEKTSV4RRFFQ69G5FA\u0410']])); // a Cyrillic A
  assert.match(await page.locator('.card .facts').innerText(), /U\+0410/);
  quiet();
});

// Makes ids by the form; the ids that it lists, or what it says is wrong.
async function makeIds(format, options = {}, count = 5) {
  await go('#new');
  await view('new').locator('select[name=format]').selectOption(format);
  await view('new').locator('input[name=n]').fill(String(count));
  await view('new').locator('details').evaluate((element) => { element.open = true; });
  for (const [name, value] of Object.entries(options)) {
    const control = view('new').locator(`[name=${name}]`);
    if (value === true) await control.check();
    else if (await control.evaluate((element) => element.tagName === 'SELECT')) await control.selectOption(value);
    else await control.fill(value);
  }
  await view('new').getByRole('button', { name: 'Make ids' }).click();
  return { ids: await view('new').locator('.generated code').allTextContents(), wrong: await view('new').locator('.wrong').allTextContents() };
}
const parts = (id, ...words) => JSON.parse(sortid('inspect', '--json', ...words, id));

test('makes ids of every format', async () => {
  await go('#new');
  const generated = await view('new').locator('select[name=format] option').evaluateAll((list) => list.map(({ value }) => value));
  assert.deepEqual(sorted(generated), sorted(vectors.map(({ format }) => format).filter((name) => name !== 'uuid')));
  for (const format of generated) {
    const { ids } = await makeIds(format, format === 'uid11-snowish' ? { machine: '0' } : {}, 20);
    assert.equal(new Set(ids).size, 20, format);
    sortid('check', '--format', format, ...ids);
    const drawn = ['xid', 'uid11', 'uid11-fullrand'].includes(format);
    if (!drawn) assert.deepEqual(ids, sorted(ids), format);
    const { unix_ms: at } = parts(ids[0], '--format', format);
    if (at !== null) assert.ok(Math.abs(at - Date.now()) < 3_600_000, format);
  }
  quiet();
});

test('makes ids with the options of each format', async () => {
  const { ids: users } = await makeIds('typeid', { prefix: 'user' });
  assert.ok(users.every((id) => parts(id).prefix === 'user'));
  await shot('new');
  const { ids: [extended] } = await makeIds('euid', { extension: '4711' }, 1);
  assert.equal(parts(extended).fields.extension, '4711');
  const { ids: [unchecked] } = await makeIds('euid', { unchecked: true }, 1);
  assert.equal(parts(unchecked).check, 'none');
  const { ids: [flake] } = await makeIds('ulid-flake-scalable', { sid: '31' }, 1);
  assert.equal(parts(flake, '--format', 'ulid-flake-scalable').fields.scalability, '31');
  const { ids: [snow] } = await makeIds('uid11-snowish', { machine: '1023' }, 1);
  assert.equal(parts(snow, '--format', 'uid11-snowish').fields.machine, '1023');
  const { ids: then } = await makeIds('ulid', { at: '2026-01-01' }, 3);
  assert.ok(then.every((id) => parts(id).time === '2026-01-01T00:00:00.000Z'));
  assert.deepEqual(then, sorted(then));
  const { ids: [own] } = await makeIds('ulid-flake', { epoch: '2020-01-01', at: '2020-01-02' }, 1);
  assert.equal(parts(own, '--epoch', '2020-01-01').time, '2020-01-02T00:00:00.000Z');
  assert.equal(parts(own).fields.timestamp, '86400000');
  const { ids: random } = await makeIds('ulid', { random: true, at: '2026-01-01' }, 50);
  assert.notDeepEqual(random, sorted(random));
  const { ids: stepped } = await makeIds('ulid-flake', { stepBytes: '0', at: '2026-01-01', onOverflow: 'fail' }, 3);
  const [one, two, three] = stepped.map((id) => BigInt(parts(id).fields.randomness));
  assert.deepEqual([two - one, three - two], [1n, 1n]);
  const bad = await makeIds('typeid', { prefix: 'User' });
  assert.deepEqual(bad.ids, []);
  assert.match(bad.wrong[0], /^prefix/);
  const late = await makeIds('xid', { at: '1999-01-01' });
  assert.match(late.wrong[0], /no such instant/);
  quiet();
});

test('a link to more ids than are made, or fewer, says so', async (t) => {
  const own = await opened(t, {}, '#new=ulid&n=0');
  const said = async (hash) => {
    await go(hash, own);
    return own.evaluate(() => [document.querySelectorAll('.generated li').length, document.querySelector('section[data-view="new"] .wrong')?.textContent ?? null]);
  };
  for (const n of ['0', '-1', '10001', '1.5', 'x', '']) {
    assert.deepEqual(await said(`#new=ulid&n=${n}`), [0, 'How many: a whole number from 1 to 10000 is needed'], n);
  }
  assert.deepEqual(await said('#new=ulid&n=10'), [10, null]);
  assert.deepEqual(await said('#new=ulid-flake-scalable&n=1&sid=32'), [0, 'sid: a whole number from 0 to 31 is needed']);
  await go('#new=ulid&n=0', own);
  assert.deepEqual(await said('#new=ulid'), [5, null]);
  quiet();
});

test('converts', async () => {
  const some = vectorsOf('ulid').valid.filter(({ canonical }) => !canonical).slice(0, 40);
  await go('#convert');
  await page.locator('#sources').fill([...some.map(({ text }) => text), 'nonsense'].join('\n'));
  await view('convert').locator('select[name=from]').selectOption('ulid');
  await view('convert').getByText('40 of 41 as uuid').waitFor();
  let rows = await listed('convert');
  assert.deepEqual(rows.slice(0, 40).map(({ cells }) => cells[1]), some.map(({ uuid }) => uuid));
  assert.deepEqual([rows[40].reason, rows[40].place], ['length', 8]);
  for (const [to, expected] of [['decimal', 'int'], ['hexadecimal', 'hex']]) {
    await view('convert').locator('select[name=to]').selectOption(to);
    await view('convert').getByText(`40 of 41 as ${to}`).waitFor();
    assert.deepEqual((await listed('convert')).slice(0, 40).map(({ cells }) => cells[1]), some.map((one) => one[expected]));
  }
  for (const to of ['typeid', 'euid', 'uuidv7']) {
    await view('convert').locator('select[name=to]').selectOption(to);
    await view('convert').getByText(new RegExp(`\\d+ of 41 as ${to}`)).waitFor();
    const shown = (await listed('convert')).slice(0, 40);
    assert.ok(shown.every(({ reason }) => reason === null || (to === 'uuidv7' && reason === 'range')));
    const taken = shown.filter(({ reason }) => reason === null).map(({ cells }) => cells);
    const expected = taken.length > 0 ? sortid('convert', '--to', to, '--from', 'ulid', ...taken.map(([text]) => text)).trim().split('\n') : [];
    assert.deepEqual(taken.map(([, made]) => made), expected);
  }
  await view('convert').locator('select[name=to]').selectOption('typeid');
  await view('convert').locator('input[name=prefix]').fill('order_item');
  await view('convert').locator('td', { hasText: `order_item_${some[0].text.toLowerCase()}` }).waitFor();
  await shot('convert');
  await view('convert').getByRole('button', { name: 'Copy all results' }).click();
  assert.equal((await page.evaluate(() => navigator.clipboard.readText())).split('\n').length, 40);
  quiet();
});

const sqlBlocks = () => page.evaluate(() => [...document.querySelectorAll('.sql')].map((block) => [block.querySelector('h3').textContent, block.querySelector('pre')?.textContent ?? null]));

// The key of the first vectors.
const maskKey = '000102030405060708090a0b0c0d0e0f';
test('masks and unmasks, and keeps the key to itself', async (t) => {
  const own = await opened(t, { viewport: { width: 1180, height: 900 } });
  const section = view('mask', own);
  const cases = JSON.parse(readFileSync(join(vectorFolder, 'mask', 'vectors.json'), 'utf8')).filter(({ key, format, prefix, version }) =>
    key === maskKey && version === 8 && (format !== 'typeid' || prefix) && !/^(ulid-flake-scalable|uid11)/.test(format));
  assert.ok(cases.length > 10);
  const shown = () => own.evaluate(() => [...document.querySelectorAll('section[data-view="mask"] .results tbody tr')].map((row) => row.cells[1].textContent));
  await go(hashOf(cases.map(({ text }) => ['mask', text])), own);
  await section.getByText('A key is needed.').waitFor();
  await section.locator('#key').fill(`${maskKey}0`);
  await section.getByText('a key has 16 or 32 bytes').waitFor();
  await section.locator('#key').fill(maskKey);
  await section.getByText(`${cases.length} of ${cases.length} masked`).waitFor();
  assert.deepEqual(await shown(), cases.map(({ masked }) => masked));
  // A masked text is taken for the same format, but for UUIDs, whose masks are the same by either name.
  await section.locator('#masked').fill(cases.map(({ masked }) => masked).join('\n'));
  await section.locator('select[name=direction]').selectOption('unmask');
  await section.getByText(`${cases.length} of ${cases.length} unmasked`).waitFor();
  assert.deepEqual(await shown(), cases.map(({ text }) => text));
  // Another version is rejected where the text says it.
  await section.locator('#masked').fill('018fb1c8-5d6e-7a2b-9c3d-4e5f60718293');
  await section.getByText('0 of 1 unmasked').waitFor();
  assert.equal(await section.locator('mark .place').textContent(), '14');
  await section.getByRole('button', { name: 'Draw a new key' }).click();
  assert.match(await section.locator('#key').inputValue(), /^[0-9a-f]{64}$/);
  await section.locator('#key').fill(maskKey);
  await section.locator('#masked').fill('01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await section.locator('#masked').press('Tab');
  await own.waitForFunction(() => location.hash === '#mask=01ARZ3NDEKTSV4RRFFQ69G5FAV&do=unmask');
  const kept = await own.evaluate(async () => [location.href, JSON.stringify(history.state), JSON.stringify({ ...localStorage, ...sessionStorage }), document.cookie,
    ...(await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url).join())))].join(' '));
  assert.ok(!kept.includes(maskKey), kept);
  assert.ok(!served.some((line) => line.includes(maskKey)));
  quiet();
});

test('says what a text of others looks like', async () => {
  // README of github.com/segmentio/ksuid, and RFC 9562, appendix A.
  await go('#id=0ujtsYcgvSTl8PAuAdqWYSMnLOv');
  await view('id').getByText('It looks like a KSUID, made 2017-10-10T04:00:47.000Z.').waitFor();
  assert.equal((await facts()).terms.payload, '241430389101445630615968514586504369973');
  await go('#id=urn:uuid:c232ab00-9414-11ec-b3c8-9f6bdeced846');
  await view('id').getByRole('link', { name: 'as the UUID c232ab00-9414-11ec-b3c8-9f6bdeced846' }).click();
  await view('id').locator('.badge', { hasText: /^uuid$/ }).waitFor();
  await view('id').getByRole('heading', { name: 'The parts of a UUID of version 1' }).waitFor();
  const { terms } = await facts();
  assert.deepEqual([terms.clock_seq, terms.node], ['13256', '175285648414790']);
  await go('#id=018fb1c8-5d6e-7a2b-9c3d-4e5f60718293');
  await view('id').locator('.badge', { hasText: /^uuidv7$/ }).waitFor();
  assert.equal(await view('id').getByText('The parts of').count(), 0);
  await go('#id=507f191e810c19729de860ea&id=hello');
  const rows = await listed('id');
  assert.match(rows[0].cells[3], /It looks like an ObjectId of MongoDB, made 2012-10-17T20:46:22\.000Z\.$/);
  assert.ok(!rows[1].cells[3].includes('looks like'));
  quiet();
});

test('ranges of every format', async () => {
  let total = 0;
  for (const { format, intervals = [], instants = [], invalid_intervals: bad = [], prefixes = [] } of vectors.filter(({ format: name }) => name !== 'uuid')) {
    // Numbers of more than 53 bits did not survive JSON.parse.
    const exact = (list) => list.filter((one) => Number.isSafeInteger(one.from_ms) && Number.isSafeInteger(one.to_ms));
    const interval = ({ from_ms: from, to_ms: to }) => hashOf([['range', format], ['by', 'interval'], ['from', from], ['to', to]]);
    const cases = [
      ...exact(intervals).map((one) => [interval(one), [one.first, one.last]]),
      ...instants.map((one) => [hashOf([['range', format], ['by', 'at'], ['at', one.unix_ms]]), [one.first, one.last]]),
      ...(intervals.length > 0 ? exact(bad).map((one) => [interval(one), one.reason]) : []),
      ...prefixes.slice(0, 20).map((one) => [hashOf([['range', format], ['by', 'symbols'], ['symbols', one.prefix]]),
        [one.lower, one.upper].map((bound) => BigInt(bound).toString(16).padStart(16, '0'))]),
    ];
    const seen = await tour(cases.map(([hash]) => hash), () => {
      const results = document.querySelector('section[data-view="range"] .results');
      return results.querySelector('.reason')?.textContent ?? [...results.querySelectorAll('.bounds tbody tr')].map((row) => row.querySelectorAll('code')[2].textContent);
    });
    assert.deepEqual(seen.map((shown, i) => [cases[i][0], shown]), cases);
    total += cases.length;
  }
  assert.ok(total > 150, `${total} ranges`);
  quiet();
});

// Runs the statements of the page where there is a database at hand: SQLite, by Python.
const inSqlite = (questions) => JSON.parse(execFileSync('python3', ['-c', `
import json, sqlite3, sys
answers = []
for kind, values, statement in json.load(sys.stdin):
    database = sqlite3.connect(":memory:")
    database.execute(f"CREATE TABLE orders (id {kind} PRIMARY KEY)")
    database.executemany("INSERT INTO orders VALUES (?)", [(bytes.fromhex(v) if kind == "BLOB" else int(v) if kind == "INTEGER" else v,) for v in values])
    answers.append([row[0].hex() if kind == "BLOB" else str(row[0]) for row in database.execute(statement)])
print(json.dumps(answers))
`], { encoding: 'utf8', input: JSON.stringify(questions) }));

test('ends finer than a millisecond mean the same in the SQL as in the bounds', async () => {
  await go(hashOf([['range', 'ulid'], ['by', 'interval'], ['from', '2026-03-01T00:00:59.0005Z'], ['to', '2026-03-01T00:01:59.000500Z']]));
  const statements = new Map(await sqlBlocks());
  const [first, last] = [1772323259001, 1772323319000].map((ms) => sortid('range', 'ulid', '--at', String(ms)).trim().split('\n'));
  assert.ok(statements.get('SQLite, column of type TEXT').includes(`BETWEEN '${first[0]}' AND '${last[1]}'`));
  assert.match(statements.get('PostgreSQL with the extension, column of type ulid'), /tstzrange\('2026-03-01T00:00:59\.001Z', '2026-03-01T00:01:59\.001Z'\)/);
  quiet();
});

test('the SQL finds the ids of a time', async () => {
  const questions = [];
  const times = ['2025-12-31T23:59:59.999Z', '2026-01-01', '2026-01-31T23:59:59.999Z', '2026-02-01'];
  for (const format of ['ulid', 'uuidv7', 'euid', 'ulid-flake', 'uid11-snowish']) {
    const number = format === 'uid11-snowish' ? ['--machine', '0'] : [];
    const made = times.map((at) => sortid('new', format, ...number, '--at', at).trim());
    const as = (form) => sortid('convert', '--from', format, '--to', form, ...made).trim().split('\n');
    await go(hashOf([['range', format], ['by', 'interval'], ['from', '2026-01-01'], ['to', '2026-02-01']]));
    const statements = new Map(await sqlBlocks());
    const forms = [['TEXT', made, 'SQLite, column of type TEXT'], ['BLOB', as('hex'), 'SQLite, column of type BLOB']];
    if (made[0].length < 26) forms.push(['INTEGER', as('int'), 'PostgreSQL or SQLite, column of type bigint or INTEGER']);
    questions.push(...forms.map(([type, values, title]) => [type, values, statements.get(title)]));
  }
  assert.deepEqual(inSqlite(questions), questions.map(([, values]) => values.slice(1, 3)));
  quiet();
});

test('the SQL names what the extension names', async () => {
  const first = async (...pairs) => {
    await go(hashOf([...pairs, ['from', '2026-01-01'], ['to', '2026-02-01'], ['by', 'interval']]));
    return (await sqlBlocks())[0];
  };
  const range = "tstzrange('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z')";
  assert.deepEqual(await first(['range', 'ulid']), ['PostgreSQL with the extension, column of type ulid', `SELECT * FROM orders\nWHERE id <@ ${range};`]);
  assert.deepEqual((await first(['range', 'uuidv7']))[0], 'PostgreSQL with the extension, column of type uuid');
  assert.deepEqual((await first(['range', 'uid11-ts-seq-rand']))[0], 'PostgreSQL with the extension, column of type uid11');
  assert.deepEqual((await first(['range', 'typeid'], ['prefix', 'user']))[1], `SELECT * FROM orders\nWHERE id BETWEEN typeid_first_in('user', ${range}) AND typeid_last_in('user', ${range});`);
  assert.deepEqual((await first(['range', 'uid11-snowish']))[1], `SELECT * FROM orders\nWHERE uid11_snowish_during(id, ${range});`);
  await go(hashOf([['range', 'uuidv7'], ['by', 'at'], ['at', '2026-01-01'], ['table', 'my "things'], ['column', 'thing_id']]));
  assert.equal((await sqlBlocks())[0][1], `SELECT * FROM "my ""things"\nWHERE thing_id BETWEEN uuid7_first(timestamptz '2026-01-01T00:00:00.000Z') AND uuid7_last(timestamptz '2026-01-01T00:00:00.000Z');`);
  // Past the signed numbers of 64 bits there is no such column to search.
  await go(hashOf([['range', 'uid11'], ['by', 'symbols'], ['symbols', 'j']]));
  assert.deepEqual((await sqlBlocks())[0], ['PostgreSQL or SQLite, column of type bigint or INTEGER', null]);
  await go(hashOf([['range', 'ulid'], ['by', 'interval'], ['from', '2026-01-01'], ['to', '2026-02-01'], ['table', 'orders'], ['column', 'id']]));
  await shot('range');
  quiet();
});

test('every format is explained in the documentation’s words, its layout drawn', async () => {
  await go('#formats');
  await shot('formats', page, { fullPage: true });
  const shown = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll('[data-format]')].map((card) => [card.dataset.format, {
    words: [...card.querySelectorAll('p:not(.kind):not(.actions)')].map((p) => p.textContent).join(' '),
    widths: [...card.querySelectorAll('.segment')].map((one) => one.querySelector('.width').textContent),
  }])));
  assert.deepEqual(sorted(Object.keys(shown)), sorted(vectors.map(({ format }) => format)));
  for (const { name, bits, fields } of JSON.parse(sortid('formats', '--json'))) {
    assert.deepEqual(shown[name].widths, fields.map((field) => String(field.bits)));
    assert.equal(shown[name].widths.reduce((sum, width) => sum + Number(width), 0), bits);
    assert.ok(shown[name].words.length > 25, name);
    assert.doesNotMatch(shown[name].words, /[`\]]|\.md/, name);
  }
  assert.match(shown.typeid.words, /A UUID behind a type prefix\. .* ends at the last underscore/);
  await go('#formats=euid');
  await page.waitForFunction(() => document.activeElement.textContent === 'euid');
  quiet();
});

test('a link shows what it says, and the address follows the form', async (t) => {
  const own = await opened(t, {}, '#id=user_01h2xcejqtf2nbrexx3vqjhp41');
  assert.equal((await facts(own)).format, 'typeid');
  assert.equal(await own.title(), 'user_01h2xcejqtf2nbrexx3vqjhp41 · sortid');
  await own.locator('#ids').fill('5TK7MT834rx');
  await own.waitForFunction(() => location.hash === '#id=5TK7MT834rx');
  await own.locator('details.options').first().evaluate((element) => { element.open = true; });
  await view('id', own).locator('select[name=as]').selectOption('uid11-snowish');
  await own.waitForFunction(() => location.hash === '#id=5TK7MT834rx&as=uid11-snowish');
  await own.reload();
  await own.locator('.badge').waitFor();
  assert.deepEqual((await facts(own)).fields, { reserved: '0', timestamp: '457443026715', machine: '57', sequence: '1725' });
  await own.getByRole('link', { name: 'New', exact: true }).click();
  await own.waitForFunction(() => document.activeElement.textContent === 'New ids');
  assert.equal(await own.locator('nav a[aria-current=page]').textContent(), 'New');
  await own.goBack();
  assert.equal((await facts(own)).format, 'uid11-snowish');

  const links = { '#new=typeid&prefix=user&n=3': async (view) => assert.equal((await view.locator('.generated code').allTextContents()).filter((id) => id.startsWith('user_')).length, 3),
    '#convert=01ARZ3NDEKTSV4RRFFQ69G5FAV&to=uuid': async (view) => assert.equal(await view.locator('section:not([hidden]) .results td code').nth(1).textContent(), '01563e3a-b5d3-d676-4c61-efb99302bd5b'),
    '#range=ulid&from=2026-01-01&to=2026-02-01': async (view) => assert.equal(await view.locator('.bounds code').first().textContent(), '01KDVDNA000000000000000000') };
  for (const [hash, holds] of Object.entries(links)) {
    const view = await own.context().newPage();
    await view.goto(base + hash);
    await view.locator('section:not([hidden])').waitFor();
    await holds(view);
  }
  quiet();
});

test('by the keyboard alone', async (t) => {
  const own = await opened(t, { permissions: ['clipboard-read', 'clipboard-write'] });
  const focused = () => own.evaluate(() => document.activeElement.getAttribute('aria-label') || document.activeElement.id || document.activeElement.textContent);
  const press = async (key, until) => {
    for (let i = 0; i < 60; i++) {
      await own.keyboard.press(key);
      if (await own.evaluate(until)) return;
    }
    assert.fail(`${key} does not lead to ${until}`);
  };
  await own.keyboard.press('Tab');
  assert.equal(await own.evaluate(() => document.activeElement.className), 'skip');
  assert.ok(await own.evaluate(() => document.activeElement.getBoundingClientRect().left >= 0));
  await own.keyboard.press('Enter');
  assert.equal(await focused(), 'main');
  await own.keyboard.press('Tab');
  assert.equal(await focused(), 'ids');
  await own.keyboard.type('01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await own.locator('.badge').waitFor();
  await own.waitForFunction(() => document.getElementById('status').textContent === 'ulid, made 2016-07-30T23:54:10.259Z');
  await press('Tab', () => document.activeElement.matches('.copy'));
  await own.keyboard.press('Enter');
  await own.waitForFunction(() => document.activeElement.textContent === 'Copied');
  assert.equal(await own.evaluate(() => navigator.clipboard.readText()), '01ARZ3NDEKTSV4RRFFQ69G5FAV');
  await press('Tab', () => document.activeElement.matches('.segment'));
  assert.match(await focused(), /^timestamp, 48 bits/);
  assert.equal(await own.locator('.bit.hot').count(), 48);
  assert.notEqual(await own.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), 'none');
  // New ids too: along the tools, then by Enter in a field.
  await press('Shift+Tab', () => document.activeElement.hash === '#new');
  await own.keyboard.press('Enter');
  await press('Tab', () => document.activeElement.name === 'n');
  await own.keyboard.press('Enter');
  assert.equal(await own.locator('.generated li').count(), 5);
  quiet();
});

// What the list of the ids found shows, as plain data.
const finds = (on) => on.locator('.finds tbody tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
const ulidsAt = (...times) => times.map((at) => sortid('new', 'ulid', '--at', at).trim());

test('finds the ids of a log, as the command line does', async (t) => {
  const own = await opened(t, { viewport: { width: 1180, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] }, '#find');
  const [first, second, third] = ulidsAt('2026-01-01T00:00:00Z', '2026-01-01T00:00:10Z', '2026-01-01T02:00:00Z');
  const typeid = sortid('new', 'typeid', '--prefix', 'user', '--at', '2026-01-01T00:00:10Z').trim();
  const log = `GET /é?id%3D${first} 200\n${typeid} {"id":"${third}"}\nnothing\nagain ${second}, ${first}\n`;
  const told = sortidOf(log, 'grep', '--json').trim().split('\n').map((line) => JSON.parse(line));
  await view('find', own).locator('#text').fill(log);
  await view('find', own).getByRole('heading', { name: '5 ids: 1 duplicate, 2 out of order' }).waitFor();
  const rows = await finds(own);
  assert.deepEqual(rows.map(([line, offset, text, format]) => [line, offset, text.toLowerCase(), format]),
    told.map((one) => [String(one.line), `byte ${one.offset}`, one.input.toLowerCase(), one.format]));
  assert.deepEqual(rows.map((row) => row[6]), ['', '', '', 'out of order', 'duplicate of line 1out of order']);
  assert.deepEqual(rows.map((row) => row[5]), ['', '+10 seconds', '+1 hour 59 minutes', '\u22121 hour 59 minutes', '\u221210 seconds']);

  // Numbers, gaps and steps are those of `inspect --table`.
  const table = sortidOf(log, 'inspect', '--table', '--extract');
  const gaps = await own.locator('.gaps li').allTextContents();
  assert.deepEqual(gaps.map((gap) => gap.split(' between ')[0]), [...table.matchAll(/^ {2}.{13} (\S.*) between \d/gm)].map(([, words]) => words));
  await own.getByRole('button', { name: 'line 4' }).first().click();
  await own.waitForFunction((id) => document.activeElement.textContent === id, second);

  // The id that is chosen, in its line.
  await own.locator('.finds tbody .id').nth(2).click();
  await own.locator('.results .badge').waitFor();
  assert.equal(await own.locator('.context').textContent(), `${typeid} {"id":"${third}"}`);
  assert.equal(await own.locator('.context strong').textContent(), third);

  // Filters and orders.
  const listed = async () => (await finds(own)).map(([, , text]) => text);
  const become = async (expected) => {
    await own.waitForFunction((all) => JSON.stringify([...document.querySelectorAll('.finds tbody .id')].map((one) => one.textContent)) === JSON.stringify(all), expected);
  };
  assert.deepEqual(await listed(), [first, typeid, third, second, first]);
  await own.getByRole('button', { name: 'Time (UTC)' }).click();
  await become([first, first, typeid, second, third]);
  await own.getByRole('button', { name: 'Time (UTC)' }).click();
  await become([third, typeid, second, first, first]);
  assert.equal(await own.locator('.finds th.time').getAttribute('aria-sort'), 'descending');
  await own.locator('.filters select[name=marked]').selectOption('duplicates');
  await become([first]);
  await own.locator('.filters select[name=marked]').selectOption('all');
  await own.getByLabel('Contains').fill(typeid.slice(2, 18).toUpperCase());
  await become([typeid]);
  await own.getByLabel('Contains').fill('');
  await own.locator('.filters select[name=format]').selectOption('ulid');
  await become([third, second, first, first]);
  await own.getByRole('button', { name: 'Copy as TSV' }).click();
  await own.getByText('Copied', { exact: true }).waitFor();
  assert.deepEqual((await own.evaluate(() => navigator.clipboard.readText())).split('\n').slice(1).map((line) => line.split('\t')[2]), [third, second, first, first]);

  // A step of the histogram by the keyboard: the last one has the last id.
  await own.getByRole('slider').focus();
  await own.keyboard.press('End');
  assert.match(await own.getByRole('slider').getAttribute('aria-valuetext'), /^2026-01-01 02:00Z to 2026-01-01 02:0\dZ: 1 id$/);
  await own.keyboard.press('Enter');
  await become([third]);
  await own.getByRole('button', { name: 'All times' }).click();
  await become([third, second, first, first]);

  // Bounds in words of people, and a link that has them.
  await own.locator('details.options').nth(1).evaluate((element) => { element.open = true; });
  await view('find', own).locator('input[name=since]').fill('2026-01-01T00:00:10Z');
  await view('find', own).getByRole('heading', { name: '3 ids: 0 duplicates, 1 out of order' }).waitFor();
  const address = await own.evaluate(() => location.href);
  await own.goto('about:blank');
  await own.goto(address);
  await view('find', own).getByRole('heading', { name: '3 ids: 0 duplicates, 1 out of order' }).waitFor();
  await view('find', own).locator('input[name=since]').fill('noon');
  await view('find', own).getByText(/^character: /).first().waitFor();
  quiet();
});

test('says what nodes and sequences the ids have, and finds short ids by name', async (t) => {
  const own = await opened(t, {}, '#find');
  const made = [7, 7, 9].map((machine, i) => sortid('new', 'uid11-snowish', '--machine', String(machine), '--at', `2026-01-0${i + 1}`).trim());
  await view('find', own).locator('#text').fill(made.join(' '));
  await view('find', own).getByRole('heading', { name: 'No ids' }).waitFor();
  await own.evaluate(() => { location.hash = `${location.hash}&as=uid11-snowish`; });
  await view('find', own).getByRole('heading', { name: '3 ids: 0 duplicates, 0 out of order' }).waitFor();
  const bars = await own.locator('table[aria-label="machine of uid11-snowish"] tr').evaluateAll((rows) => rows.map((row) => [row.cells[0].textContent, row.cells[2].textContent]));
  assert.deepEqual(bars, [['7', '2'], ['9', '1']]);
  quiet();
});

test('a file of 100,000 ids beside the page, which answers meanwhile', async (t) => {
  const own = await opened(t, { viewport: { width: 1180, height: 900 } }, '#find');
  const made = sortid('new', 'ulid', '-n', '100000').trim().split('\n');
  made[70_000] = made[10];
  const lines = made.map((id, i) => `2026-11-22T00:00:00Z level=info request=${i} id=${id} done`);
  // The longest that a task of the page may take, so that nobody feels it; the worker's own are not the page's.
  await own.evaluate(() => {
    globalThis.held = 0;
    new PerformanceObserver((all) => { for (const { duration } of all.getEntries()) globalThis.held = Math.max(globalThis.held, duration); }).observe({ entryTypes: ['longtask'] });
  });
  const log = join(mkdtempSync(join(tmpdir(), 'sortid-web-')), 'app.log');
  t.after(() => rmSync(dirname(log), { recursive: true }));
  writeFileSync(log, `${lines.join('\n')}\n`);
  await view('find', own).locator('input[name=file]').setInputFiles(log);
  await view('find', own).getByRole('heading', { name: '100,000 ids: 1 duplicate, 1 out of order' }).waitFor();
  t.diagnostic(`the longest task of the page took ${await own.evaluate(() => Math.round(globalThis.held))} ms`);
  assert.equal(await own.locator('.finds tbody tr').count(), 100);
  await own.getByRole('button', { name: 'Last' }).click();
  await own.waitForFunction((id) => [...document.querySelectorAll('.finds tbody .id')].at(-1).textContent === id, made.at(-1));
  assert.equal(await own.locator('.pages .where').textContent(), '99,901–100,000 of 100,000');
  const offset = Buffer.byteLength(lines.slice(0, -1).join('\n')) + 1 + lines.at(-1).indexOf(made.at(-1));
  assert.deepEqual((await finds(own)).at(-1).slice(0, 2), ['100,000', `byte ${offset.toLocaleString('en')}`]);
  await own.locator('.filters select[name=marked]').selectOption('marked');
  await own.getByText('1–1 of 1').waitFor();
  await own.locator('.finds').getByRole('button', { name: 'line 11' }).click();
  await own.waitForFunction((id) => document.activeElement.textContent === id, made[10]);
  assert.equal(await own.locator('.pages .where').textContent(), '1–100 of 100,000');
  await shot('find-file', own, { fullPage: true });
  quiet();
});

test('from what is pasted under Inspect to all of it at a glance', async (t) => {
  const own = await opened(t, {}, '#id');
  const paste = (id, text) => own.evaluate(([where, what]) => {
    const field = document.getElementById(where);
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', what);
    if (field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }))) {
      field.value = what; // as the browser would
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }, [id, text]);
  const made = sortid('new', 'ulid', '-n', '2001').trim().split('\n');
  await own.locator('#ids').evaluate((field, text) => {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, made.join('\n'));
  await own.getByRole('heading', { name: '2,001 texts' }).waitFor();
  await own.getByRole('button', { name: 'Find the ids, all at a glance' }).click();
  await own.getByRole('heading', { name: '2,001 ids: 0 duplicates, 0 out of order' }).waitFor();
  for (const [hash, field, count, size] of [['#id', 'ids', 20_000, '540.0'], ['#find', 'text', 30_000, '810.0']]) {
    await go(hash, own);
    await paste(field, sortid('new', 'ulid', '-n', String(count)));
    await own.getByRole('heading', { name: `${count.toLocaleString('en')} ids: 0 duplicates, 0 out of order` }).waitFor();
    assert.equal(await own.locator('.opened').textContent(), `The pasted text, ${size} kB`);
  }
  await go('#id', own);
  await own.locator('#ids').fill(`https://example.org/${made[0]}.json`);
  await own.getByRole('button', { name: 'Find the ids inside this text' }).click();
  await own.getByRole('heading', { name: /^1 id:/ }).waitFor();
  quiet();
});

test('times in words of people, and from a picker', async (t) => {
  const own = await opened(t, {}, '#range=ulid');
  await own.clock.setFixedTime(new Date('2026-05-12T23:00:00Z'));
  const section = view('range', own);
  const bounds = async (from, to) => {
    await section.locator('input[name=from]').fill(from);
    await section.locator('input[name=to]').fill(to);
    await own.waitForFunction(([a, b]) => location.hash === `#${new URLSearchParams([['range', 'ulid'], ['by', 'interval'], ...(a ? [['from', a]] : []), ...(b ? [['to', b]] : [])])}`, [from, to]);
    return section.locator('.results').evaluate((results) => results.querySelector('.wrong')?.textContent ?? [...results.querySelectorAll('.bounds tbody tr')].map((row) => row.querySelector('code').textContent));
  };
  // The zone of the tests is four hours behind UTC.
  const between = (from, to) => sortid('range', 'ulid', from || '..', to || '..').trim().split('\n');
  for (const [from, to, instants] of [
    ['yesterday', 'today', ['2026-05-11T04:00:00Z', '2026-05-12T04:00:00Z']], ['-1h', 'now', ['2026-05-12T22:00:00Z', '2026-05-12T23:00:00Z']],
    ['2026-01', '2026-02', ['2026-01-01', '2026-02-01']], ['2026-01-31T10:00', '', ['2026-01-31T14:00:00Z', '']], ['', '-2d', ['', '2026-05-10T23:00:00Z']]]) {
    assert.deepEqual(await bounds(from, to), between(...instants), `${from} ${to}`);
  }
  assert.match(await bounds('1h', ''), /write -1h, before now, or \+1h/);
  assert.match(await bounds('2026', ''), /year/);
  await bounds('2026-03-01', '');
  assert.equal(await section.locator('#range-from-means').textContent(), '2026-03-01T00:00:00.000Z, here 2026-02-28 20:00 (America/Caracas)');
  await section.locator('.picker').first().fill('2026-03-02T08:30');
  await own.waitForFunction(() => location.hash === '#range=ulid&by=interval&from=2026-03-02T08%3A30');
  assert.equal(await section.locator('#range-from-means').textContent(), '2026-03-02T12:30:00.000Z, here 2026-03-02 08:30 (America/Caracas)');
  await section.getByRole('button', { name: 'Pick a date and a time: From' }).click();
  await go('#new=ulid&n=1&at=yesterday', own);
  await view('new', own).locator('.generated code').first().waitFor();
  assert.equal(parts(await view('new', own).locator('.generated code').first().textContent()).time, '2026-05-11T04:00:00.000Z');
  quiet();
});

// Two machines in twelve hours, one id twice, and one gap.
const textOfFinds = [0, 1, 2, 3, 4, 12, 4, 3].map((hours, i) =>
  `${new Date(Date.UTC(2026, 4, 10, hours)).toISOString()} saved ${sortid('new', 'uid11-snowish', '--machine', String(40 + (i % 2)), '--at', new Date(Date.UTC(2026, 4, 10, hours)).toISOString()).trim()}`).join('\n');
const scenes = {
  page: '#id=user_01h2xcejqtf2nbrexx3vqjhp41', rejected: '#id=01ARZ3NDEKTSV4RRFFQ69G5FAU', short: '#id=01ARZ3NDEKTSV4RRFFQ69',
  several: '#id=01ARZ3NDEKTSV4RRFFQ69G5FAV&id=5TK7MT834rx&id=C8X2HA87098A0W837DX13FEAWVV&id=00CMXB6TAK4SA', empty: '#id', new: '#new=typeid&prefix=user',
  convert: '#convert=01ARZ3NDEKTSV4RRFFQ69G5FAV&to=uuid', mask: '#mask=01ARZ3NDEKTSV4RRFFQ69G5FAV&mask=user_01h2xcejqtf2nbrexx3vqjhp41',
  other: '#id=0ujtsYcgvSTl8PAuAdqWYSMnLOv', range: '#range=uid11-ts-seq-rand&from=2026-01-01&to=2026-02-01', formats: '#formats',
  find: hashOf([['find', textOfFinds], ['as', 'uid11-snowish']]),
};
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
for (const [name, [options, rules, some]] of Object.entries({
  light: [{ viewport: { width: 1180, height: 900 } }, everyRule],
  dark: [{ viewport: { width: 1180, height: 900 }, colorScheme: 'dark' }, { type: 'rule', values: ['color-contrast'] }, ['page', 'several', 'new', 'formats', 'mask', 'other', 'find', 'range']],
  phone: [{ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, { type: 'rule', values: ['target-size', 'scrollable-region-focusable'] }],
})) {
  test(`${name}: accessible, nothing wider than the screen`, async (t) => {
    const own = await opened(t, { ...options, bypassCSP: true });
    await own.evaluate(axe);
    await own.locator('#key').evaluate((field, key) => { field.value = key; }, maskKey);
    for (const [scene, hash] of Object.entries(scenes).filter(([one]) => some?.includes(one) ?? true)) {
      await go(hash, own);
      if (scene === 'find') await own.locator('.finds tbody tr').first().waitFor();
      await own.mouse.move(1, 1);
      await shot(`${scene}-${name}`, own, { fullPage: scene !== 'formats' });
      const found = await own.evaluate(async (runOnly) => (await axe.run({ runOnly })).violations
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.any[0]?.message ?? ''}`).slice(0, 4).join(' | ')}`), rules);
      assert.deepEqual(found, [], `${scene} ${name}`);
      const width = await own.evaluate(() => document.scrollingElement.scrollWidth);
      assert.ok(width <= options.viewport.width, `${scene} ${name}: ${width} wide`);
    }
    quiet();
  });
}

test('on a phone what is cut off shows that it scrolls, and no word of a band is cut', async (t) => {
  const own = await opened(t, { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });
  const edges = (name) => own.getByRole('region', { name, exact: true }).first().evaluate((region) => [region.classList.contains('more-left'), region.classList.contains('more-right'), getComputedStyle(region).boxShadow !== 'none']);
  const scrolled = async (name, left) => {
    await own.getByRole('region', { name, exact: true }).first().evaluate((region, to) => new Promise((resolve) => {
      region.addEventListener('scroll', resolve, { once: true });
      region.scrollLeft = to;
    }), left);
    return edges(name);
  };
  const cases = { Fields: '#id=user_01h2xcejqtf2nbrexx3vqjhp41', Bounds: '#range=ulid&from=2026-01-01&to=2026-02-01', 'All ids': '#id=01ARZ3NDEKTSV4RRFFQ69G5FAV&id=5TK7MT834rx' };
  for (const [name, hash] of Object.entries(cases)) {
    await go(hash, own);
    await own.waitForFunction(() => document.querySelector('section:not([hidden]) .results .more-right'));
    assert.deepEqual(await edges(name), [false, true, true], name);
    assert.deepEqual(await scrolled(name, 40), [true, true, true], name);
    assert.deepEqual(await scrolled(name, 10000), [true, false, true], name);
    await shot(`${name.toLowerCase().replace(' ', '-')}-scrolled-phone`, own);
  }
  for (const width of [320, 375, 1180]) {
    await own.setViewportSize({ width, height: 740 });
    await go('#formats', own);
    // A name is whole within its segment, or all of it is outside of what is seen of its line.
    const cut = await own.evaluate(() => [...document.querySelectorAll('section:not([hidden]) .segment .name')].filter((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      const [word, line, segment] = [range, name, name.parentElement].map((one) => one.getBoundingClientRect());
      const unseen = getComputedStyle(name).clipPath !== 'none' || word.top >= line.bottom - 0.5;
      return !unseen && (word.right > segment.right + 0.5 || word.right > line.right + 0.5);
    }).map((name) => name.textContent));
    assert.deepEqual(cut, [], String(width));
    const shown = await view('formats', own).locator('.segment .name', { hasText: /^timestamp$/ }).first().evaluate((name) => {
      const range = document.createRange();
      range.selectNodeContents(name);
      return range.getBoundingClientRect().top < name.getBoundingClientRect().bottom - 5;
    });
    assert.ok(shown, `timestamp at ${width}`);
  }
  quiet();
});

test('asks for nothing but its own files, and could not', async (t) => {
  const own = await opened(t, {}, '#id=01ARZ3NDEKTSV4RRFFQ69G5FAV');
  quiet();
  const blocked = await own.evaluate(async () => {
    const violated = new Promise((resolve) => { addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true }); });
    const failed = await fetch('http://192.0.2.1/').then(() => false, () => true);
    return [failed, await violated];
  });
  assert.deepEqual(blocked, [true, 'connect-src']);
  const asked = new Set(served.map((line) => /"GET (\S+) HTTP[^"]*" (\d+)/.exec(line)).filter(Boolean).map(([, path, status]) => `${status} ${path.replace(/^\/$/, '/index.html')}`));
  const files = new Set(readdirSync(folder, { recursive: true }).map((name) => `/${name}`));
  for (const line of asked) {
    const [status, path] = line.split(' ');
    assert.ok(['200', '304'].includes(status) && files.has(path), line);
  }
  assert.ok(asked.size > 10);
});

// Pixels depend on the browser and its fonts, so a picture carries what it was made of: a hash of all words and styles, in a
// PNG text chunk before the last chunk, which has twelve bytes.
test('the guides show the page as it is', async () => {
  const own = watch(await browser.newContext({ viewport: { width: 1000, height: 1000 }, timezoneId: 'Europe/Berlin' }));
  const it = await own.newPage();
  await it.clock.setFixedTime('2026-07-01T12:00:00Z');
  await it.goto(`${base}#id=user_01h2xcejqtf2nbrexx3vqjhp41`);
  await it.locator('section:not([hidden]) .badge').waitFor();
  await it.locator('#status:not(:empty)').waitFor({ state: 'attached' }); // it is written a moment after the card
  await it.mouse.move(1, 1);
  const words = await it.evaluate(() => document.body.innerText.replace(document.getElementById('version').innerText, ''));
  const hash = createHash('sha256').update(words).update(readFileSync(join(folder, 'page.css'))).digest('hex');
  const png = await it.screenshot();
  const data = Buffer.from(`tEXtpage\0${hash}`, 'latin1');
  const crc = gzipSync(data).subarray(-8, -4).reverse();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length - 4);
  const made = join(shots, 'picture.png');
  writeFileSync(made, Buffer.concat([png.subarray(0, -12), length, data, crc, png.subarray(-12)]));
  await own.close();
  assert.ok(readFileSync(picture, 'latin1').includes(hash), `${picture} shows an older page; copy ${made} there`);
  quiet();
});

test('no script of the page imports itself by way of others', () => {
  const seen = new Set();
  const walk = (file, above) => {
    assert.ok(!above.includes(file), [...above, file].join(' → '));
    if (seen.has(file)) return;
    for (const [, imported] of readFileSync(join(folder, file), 'utf8').matchAll(/ from '\.\/([\w/]+\.js)'/g)) walk(join(file, '..', imported), [...above, file]);
    seen.add(file);
  };
  for (const file of readdirSync(folder)) if (file.endsWith('.js')) walk(file, []);
  assert.ok(seen.size > 20);
});

test('opens without a network once it was open', async (t) => {
  const own = await opened(t, {});
  await own.evaluate(() => navigator.serviceWorker.ready);
  await own.waitForFunction(async () => navigator.serviceWorker.controller !== null);
  quiet();
  server.removeAllListeners('exit');
  server.kill();
  await new Promise((resolve) => { server.on('exit', resolve); });
  await own.goto(`${base}#id=5TK7MT834rx`);
  await own.reload();
  await own.locator('.badge').waitFor();
  assert.equal((await facts(own)).terms.UTC, '2026-05-10T22:41:37.826Z');
});
