// The package as it is published: its size, its installation, its types, and where it runs.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { folder, sortid } from './package.mjs';

const source = process.env.SORTID_SOURCE;
const scratch = mkdtempSync(join(tmpdir(), 'sortid-js-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const npm = (words, cwd) => execFileSync('npm', [...words, '--offline', '--no-audit', '--no-fund'], { cwd, encoding: 'utf8' });
const packed = join(scratch, npm(['pack', folder, '--silent'], scratch).trim());
execFileSync('npm', ['init', '--yes'], { cwd: scratch, stdio: 'ignore' });
npm(['install', packed], scratch);
const installed = join(scratch, 'node_modules', 'sortid');

// What a program loads of the package, by each way in: the files that an entry names, and those that they name.
function loadedBy(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(join(installed, file))) return seen;
  seen.add(file);
  if (!file.endsWith('.wasm')) for (const [, name] of readFileSync(join(installed, file), 'utf8').matchAll(/'(?:\.\/)?(\w+\.(?:js|cjs|wasm))'/g)) loadedBy(name, seen);
  return seen;
}

test('each entry is at most 60 KB, with all that it loads', () => {
  const withTheFirstColumn = 'columns.wasm';
  const most = 60_000;
  for (const entry of ['node.js', 'node.cjs', 'web.js', 'edge.js', 'embedded.js', 'node_embedded.js']) {
    const files = [...loadedBy(entry)].filter((file) => file !== withTheFirstColumn);
    assert.ok(files.includes('sortid.wasm') || files.includes('module.js'), `${entry}: ${files}`);
    const sum = files.reduce((bytes, file) => bytes + gzipSync(readFileSync(join(installed, file)), { level: 9 }).length, 0);
    assert.ok(sum <= most, `${entry}: ${sum} bytes, each file by itself`);
    assert.ok(!files.some((file) => /^(columns|find|mask|named|look|foreign|keyed|compat)/.test(file)), `${entry} loads more than it needs: ${files}`);
  }
});

test('what is asked of the host is what the package gives', () => {
  const compiled = new WebAssembly.Module(readFileSync(join(installed, 'sortid.wasm')));
  assert.deepEqual(WebAssembly.Module.imports(compiled).map((wanted) => `${wanted.module}.${wanted.name}`).sort(),
    ['host.entropy', 'host.now', 'host.pause']);
});

test('the quickstart, in a folder where it was installed', () => {
  const program = readFileSync(join(source, 'examples', 'js', 'quickstart.mjs'), 'utf8');
  const { stdout, stderr, status } = spawnSync('node', ['--input-type=module', '--eval', program], { cwd: scratch, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^user_[0-7][0-9a-z]{25}\n2016-07-30T23:54:10\.259Z\n01563e3a-b5d3-d676-4c61-efb99302bd5b\n/);
  assert.match(stdout, /overflow 0\n01HK153X000000000000000000 01HNGZE5ZZZZZZZZZZZZZZZZZZ\n$/);
});

test("the guide's examples, in a folder where it was installed", () => {
  const ids = Array.from({ length: 3 }, () => sortid.ulid());
  writeFileSync(join(scratch, 'ids.txt'), ids.map((text) => `${text}\n`).join(''));
  const told = `console.log(JSON.stringify([id.text === clone.text, id instanceof ULID, count, error, values.length, ids.formatName,
    look.name, shown.startsWith('user_'), masker.unmask(shown).text, line.slice(found.start, found.end)]));`;
  const program = readFileSync(join(source, 'examples', 'js', 'guide.mjs'), 'utf8');
  const { stdout, stderr, status } = spawnSync('node', ['--input-type=module', '--eval', program + told], { cwd: scratch, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout.split('\n').at(-2)), [true, true, 3, null, 48, 'ulid', 'ksuid', true, 'user_01h2xcejqtf2nbrexx3vqjhp41',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV']);
});

// As docs/mask.md has it.
const maskOne = "console.log(String(new Masker(ULID, '000102030405060708090a0b0c0d0e0f').mask('01ARZ3NDEKTSV4RRFFQ69G5FAV')));";
const masked = '07ATRTZWPF4KY4AZE1NFC2VQF3\n';
// Of every format: what its columns give for the vectors, good and bad, and for many values, as JSON.
const columnsOf = `
  const { readFileSync, readdirSync } = await import('node:fs');
  const { createHash } = await import('node:crypto');
  const found = formats.map((format) => {
    const { name, bits, bytes, prefixed, epochUnixMs } = format;
    const plain = (one) => (one instanceof Error ? [one.reason, one.position, one.message] : one);
    const all = (one) => Object.fromEntries(Object.entries(one).map(([key, value]) => [key, ArrayBuffer.isView(value) ? [...value].map(String).join() : plain(value)]));
    const tried = (work) => { try { return all({ made: work() }); } catch (error) { return plain(error); } };
    const file = readdirSync(folder).find((one) => one === name + '.json');
    const { valid = [], invalid = [] } = file ? JSON.parse(readFileSync(folder + '/' + file, 'utf8')) : {};
    const texts = [...valid, ...invalid].map(({ text }) => text).filter((text) => typeof text === 'string');
    const answers = texts.map((text) => all(batch.fromText(name, [texts.find((one) => batch.check(name, [one]).error === null) ?? text, text])));
    // A generator of numbers that needs no seed: SHA-256 of a counter.
    const draw = new Uint8Array(3000 * bytes);
    for (let i = 0; i * 32 < draw.length; ++i) draw.set(createHash('sha256').update(name + i).digest().subarray(0, Math.min(32, draw.length - i * 32)), i * 32);
    const values = bits === 64 ? new BigUint64Array(draw.buffer) : draw;
    const each = bits === 64 ? 1 : bytes;
    const at = (i) => values.slice(i * each, (i + 1) * each);
    const written = Array.from({ length: 3000 }, (_, i) => tried(() => batch.toText(name, at(i))));
    const good = written.map((one, i) => (Array.isArray(one) ? [] : [i])).flat();
    const column = values.constructor.from(good.flatMap((i) => [...at(i)]));
    const prefix = prefixed ? { prefix: 'some_prefix' } : {};
    const text = batch.toText(name, column, { ...prefix, stride: 99 });
    const strings = batch.toStrings(name, column, prefix);
    return { answers, written, text: tried(() => text), strings, back: all(batch.fromText(name, text, { ...prefix, stride: 99 })), same: all(batch.fromText(name, strings, prefix)),
      other: prefixed && all(batch.check(name, strings, { prefix: 'some_prefiy' })), wide: all(batch.fromText(name, [...strings.slice(0, 5), strings[0] + 'é'], prefix)),
      marked: all(batch.fromText(name, [strings[0], strings[1].slice(0, -1) + 'é'], prefix)), times: epochUnixMs === null ? null : [...batch.unixMs(name, column)], count: good.length };
  });
  console.log(createHash('sha256').update(JSON.stringify(found)).digest('hex'), found.every(({ count }) => count > 0), JSON.stringify(found.map(({ count }) => count)));`;
test('columns are the same with vectors, without them, and where the engine has none', () => {
  const wasm = pathToFileURL(join(installed, 'columns.wasm')).href;
  const folder = JSON.stringify(process.env.SORTID_VECTORS);
  const ways = {
    vectors: "import { batch, formats } from 'sortid';",
    embedded: "import { batch, formats } from 'sortid/embedded';",
    'embedded, with vectors': "import { batch, formats } from 'sortid/embedded'; import 'sortid/columns';",
    'an old engine': `
      const { Module } = WebAssembly;
      const { readFileSync: read } = await import('node:fs');
      globalThis.asked = 0;
      WebAssembly.Module = function (bytes) {
        if (Buffer.compare(Buffer.from(bytes), read(new URL('${wasm}'))) !== 0) return new Module(bytes);
        ++asked;
        throw new WebAssembly.CompileError('no vectors');
      };
      process.on('exit', () => { if (asked !== 1) process.exitCode = 1; });
      const { batch, formats } = await import('sortid');`,
  };
  const answers = Object.entries(ways).map(([way, begin]) => {
    const { stdout, stderr, status } = spawnSync('node', ['--input-type=module', '--eval', `${begin} const folder = ${folder}; ${columnsOf}`], { cwd: scratch, encoding: 'utf8' });
    assert.equal(status, 0, `${way}: ${stderr}`);
    return stdout;
  });
  assert.match(answers[0], /^[0-9a-f]{64} true /);
  for (const answer of answers) assert.equal(answer, answers[0]);
});

test('masks, by import and by require', () => {
  for (const [kind, program] of [
    ['module', `import { ULID } from 'sortid'; import { Masker } from 'sortid/mask'; ${maskOne}`],
    ['commonjs', `const { ULID } = require('sortid'); const { Masker } = require('sortid/mask'); ${maskOne}`]]) {
    assert.equal(execFileSync('node', [`--input-type=${kind}`, '--eval', program], { cwd: scratch, encoding: 'utf8' }), masked);
  }
});

test('require and import: the same names, and one instance', () => {
  const program = `
    const required = require('sortid');
    import('sortid').then((imported) => console.log(JSON.stringify([required.ulid().length, imported.ulid().length,
      Object.keys(required).sort().join() === Object.keys(imported).sort().join(), required.ULID === imported.ULID])));`;
  const answer = JSON.parse(execFileSync('node', ['--input-type=commonjs', '--eval', program], { cwd: scratch, encoding: 'utf8' }));
  assert.deepEqual(answer, [26, 26, true, true]);
});

// Every entry that Node can load, by each way to load it.
test('every entry by import and by require, in any order, is around one core', () => {
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  // `embedded` is for bundlers, and has its own.
  const entries = Object.keys(exports).filter((name) => !/edge|embedded|web|wasm|json/.test(name)).map((name) => `sortid${name.slice(1)}`);
  assert.ok(entries.length >= 7);
  const count = `
    let cores = 0;
    const { Instance } = WebAssembly;
    WebAssembly.Instance = function (...given) {
      const made = new Instance(...given);
      if (made.exports.generator_make) ++cores;
      return made;
    };`;
  const run = (kind, program) => execFileSync('node', [`--input-type=${kind}`, '--eval', count + program], { cwd: scratch, encoding: 'utf8' });
  for (const first of entries) {
    const imports = `[${JSON.stringify(first)}, ...${JSON.stringify(entries)}].reduce((before, name) => before.then(() => import(name)), Promise.resolve())`;
    const requires = `for (const name of ${JSON.stringify([first, ...entries])}) require(name);`;
    // sortid/schema alone has no core.
    assert.equal(run('module', `await ${imports}; console.log(cores);`), '1\n', `import ${first}`);
    assert.equal(run('commonjs', `${requires} console.log(cores);`), '1\n', `require ${first}`);
    assert.equal(run('commonjs', `${requires} ${imports}.then(() => console.log(cores));`), '1\n', `both, ${first}`);
  }
});

// As Jest's timers of a test and its jsdom are there before what a test requires.
test('the globals of a test runner', () => {
  const begin = `
    globalThis.Date = class extends Date {
      static now() { return 1772323200000; }
    };
    for (const name of ['TextEncoder', 'TextDecoder', 'crypto', 'fetch']) delete globalThis[name];`;
  const program = `
    const { Generator, inspect, range, ULID, ulid } = require('sortid');
    require('sortid/columns');
    const { Masker } = require('sortid/mask');
    const { NamedIds } = require('sortid/named');
    const { looksLike } = require('sortid/looks-like');
    const id = ulid();
    console.log(JSON.stringify([inspect(id).unixMs, range('ulid', { at: new Date(5) }).first.slice(0, 10), new Masker(ULID, new Uint8Array(16)).mask(id).text.length,
      new NamedIds(ULID, new Uint8Array(16)).at(new Date(5), 'é').unixMs, looksLike('0ujtsYcgvSTl8PAuAdqWYSMnLOv').length, new Generator('ulid').many(2).length]));`;
  // Without `require` of modules, as Jest has none.
  const cannot = process.features.require_module ? ['--no-experimental-require-module'] : [];
  const { stdout, stderr } = spawnSync('node', [...cannot, '--input-type=commonjs', '--eval', begin + program], { cwd: scratch, encoding: 'utf8' });
  assert.equal(stdout, '[1772323200000,"0000000005",26,5,1,2]\n', stderr);
});

test('every entry: the same names, and a failure that is told', async () => {
  const entry = (file) => pathToFileURL(join(installed, file)).href;
  const program = `
    const asked = [];
    globalThis.crypto ??= (await import('node:crypto')).webcrypto;
    globalThis.fetch = async (url) => {
      asked.push(String(url));
      const { readFileSync } = await import('node:fs');
      return asked.length === 1 ? new Response('', { status: 404 }) : new Response(readFileSync(url));
    };
    const failure = await import('${entry('web.js')}').catch((error) => error.message);
    const web = await import('${entry('web.js')}?again');
    const names = (module) => Object.keys(module).sort().join();
    const others = await Promise.all(['node.js', 'node.cjs', 'embedded.js', 'node_embedded.js'].map((file) => import(new URL(file, '${entry('web.js')}'))));
    console.log(JSON.stringify([failure, asked.length, web.ulid().length,
      others.every((other) => names(other).replace(/,?\\b(default|module\\.exports)\\b/g, '') === names(web))]));`;
  const { stdout, stderr } = spawnSync('node', ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.deepEqual(JSON.parse(stdout), ['sortid.wasm: 404 Not Found'.replace(' Not Found', ' '), 2, 26, true]);
});

test('what deflates the module and what inflates it agree', async () => {
  const { inflate } = await import(pathToFileURL(join(installed, 'inflate.js')).href);
  const wasm = readFileSync(join(installed, 'sortid.wasm'));
  for (const data of [wasm, Buffer.alloc(0), Buffer.from('a'), Buffer.alloc(100_000), randomBytes(200_000), Buffer.from('ab'.repeat(40))]) {
    // Dynamic, fixed and no codes.
    for (const options of [{ level: 9 }, { level: 1 }, { strategy: constants.Z_FIXED }, { strategy: constants.Z_HUFFMAN_ONLY }, { level: 0 }]) {
      assert.ok(data.equals(inflate(deflateRawSync(data, options), data.length)), `${data.length} ${JSON.stringify(options)}`);
    }
  }
  assert.throws(() => inflate(Uint8Array.of(0xfd, 0xff, 0xff), 10), /DEFLATE/);
});

const modules = join(source, 'build', 'js-tests', 'node_modules');
const missing = (name) => (existsSync(join(modules, name)) ? false : `${name} is not installed: tests/fronts/js/install.sh`);
test('bundled by esbuild, for Node and for browsers', { skip: missing('esbuild') }, () => {
  const { buildSync } = createRequire(join(modules, 'from.js'))('esbuild');
  const stdin = { contents: "import { parse } from 'sortid'; console.log(parse('01ARZ3NDEKTSV4RRFFQ69G5FAV').unixMs);", resolveDir: scratch };
  const masking = { contents: `import { ULID } from 'sortid'; import { Masker } from 'sortid/mask'; ${maskOne}`, resolveDir: scratch };
  const alone = mkdtempSync(join(tmpdir(), 'sortid-js-alone-'));
  try {
    for (const [platform, format] of [['node', 'esm'], ['node', 'cjs'], ['browser', 'iife'], ['browser', 'esm']]) {
      const outfile = join(alone, `${platform}.${format === 'esm' ? 'mjs' : 'cjs'}`);
      buildSync({ stdin, bundle: true, minify: true, platform, format, outfile });
      // A bundle for browsers runs here too: nothing but standard names is in it.
      assert.equal(execFileSync('node', [outfile], { cwd: alone, encoding: 'utf8' }), '1469922850259\n', `${platform} ${format}`);
      assert.ok(gzipSync(readFileSync(outfile), { level: 9 }).length <= 60_000);
      const columns = { contents: "require('sortid/columns'); console.log(require('sortid').batch.check('ulid', ['01ARZ3NDEKTSV4RRFFQ69G5FAV']).count);", resolveDir: scratch };
      buildSync({ stdin: columns, bundle: true, platform, format, outfile, allowOverwrite: true });
      assert.equal(execFileSync('node', [outfile], { cwd: alone, encoding: 'utf8' }), '1\n', `columns, ${platform} ${format}`);
      buildSync({ stdin: masking, bundle: true, minify: true, platform, format, outfile, allowOverwrite: true });
      assert.equal(execFileSync('node', [outfile], { cwd: alone, encoding: 'utf8' }), masked, `masks, ${platform} ${format}`);
    }
  } finally {
    rmSync(alone, { recursive: true, force: true });
  }
});

test('the entry of one format is at most 8 KB', { skip: missing('esbuild') }, () => {
  const { buildSync } = createRequire(join(modules, 'from.js'))('esbuild');
  // As Node 18 is.
  const withoutCrypto = ['--no-experimental-global-webcrypto'].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag));
  for (const { name, functionName, drawn, maxText } of sortid.formats) {
    for (const [platform, format] of [['browser', 'esm'], ['node', 'cjs'], ['node', 'esm']]) {
      const tried = !drawn ? 'true' : platform === 'node' ? `isValid(${functionName}())` : `${functionName} !== undefined`;
      const contents = `import { isValid${drawn ? `, ${functionName}` : ''} } from 'sortid/${name}'; console.log(isValid('${maxText}'), ${tried});`;
      const outfile = join(scratch, `one.${format === 'esm' ? 'mjs' : 'cjs'}`);
      buildSync({ stdin: { contents, resolveDir: scratch }, bundle: true, minify: true, platform, format, outfile, allowOverwrite: true });
      const flags = platform === 'node' ? withoutCrypto : [];
      assert.equal(execFileSync('node', [...flags, outfile], { cwd: scratch, encoding: 'utf8' }), 'true true\n', name);
      const size = gzipSync(readFileSync(outfile), { level: 9 }).length;
      if (platform === 'browser') assert.ok(size <= 8192, `${name}: ${size} bytes`);
    }
  }
});

test('in a worker of node', async () => {
  const env = { ...process.env, SORTID_ENTRY: pathToFileURL(join(folder, 'node.js')).href };
  const run = () => new Promise((resolve, reject) => {
    const worker = new Worker(new URL('worker.mjs', import.meta.url), { env });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const answers = await Promise.all([run(), run()]);
  const ids = [...sortid.ULID.generator().many(100), ...answers.flatMap((answer) => answer.ids)];
  assert.equal(new Set(ids).size, 300);
  assert.deepEqual(answers.map(({ reason }) => reason), ['overflow', 'overflow']);
});

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
test('in a page and its worker', { skip: chromium ? false : 'no chromium on this machine' }, async () => {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/octet-stream' };
  const roots = { package: installed, tests: join(source, 'tests', 'fronts', 'js') };
  let told;
  const result = new Promise((resolve) => { told = resolve; });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://host');
    if (request.method === 'POST' && pathname === '/result') {
      let body = '';
      request.on('data', (data) => { body += data; }).on('end', () => told(body));
      return response.end();
    }
    const [, root, ...rest] = normalize(pathname).split('/');
    const path = roots[root] && join(roots[root], ...rest);
    if (!path || !existsSync(path)) return response.writeHead(404).end();
    return response.writeHead(200, { 'Content-Type': types[extname(path)] }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = spawn(chromium, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage',
    `--user-data-dir=${join(scratch, 'chromium')}`, '--remote-debugging-port=0',
    `http://127.0.0.1:${server.address().port}/tests/page.html`], { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => browser.on('close', resolve));
  ended.then(() => told('"the browser ended by itself"'));
  try {
    assert.deepEqual(JSON.parse(await result),
      { distinct: 1100, snowish: 10_000, reason: 'overflow', read: '2016-07-30T23:54:10.259Z', masked: masked.trim() });
  } finally {
    process.kill(-browser.pid, 'SIGKILL'); // with the processes that it started
    await ended;
    server.closeAllConnections?.();
    server.close();
  }
});

test('a class as a Standard Schema, and the recipes for Zod, Valibot, Drizzle and Prisma', { skip: missing('zod') || missing('valibot') || missing('drizzle-orm') }, async () => {
  for (const name of ['zod', 'valibot', 'drizzle-orm']) symlinkSync(join(modules, name), join(scratch, 'node_modules', name));
  writeFileSync(join(scratch, 'recipes.mjs'), readFileSync(join(source, 'examples', 'js', 'recipes.mjs')));
  const { order, orders, ulidInValibot, userId, withIds } = await import(pathToFileURL(join(scratch, 'recipes.mjs')).href);
  const text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const why = sortid.ULID.tryParse(`${text}0`).error.message;

  const { validate } = userId['~standard'];
  assert.deepEqual([userId['~standard'].version, userId['~standard'].vendor], [1, 'sortid']);
  assert.equal(validate('user_01h2xcejqtf2nbrexx3vqjhp41').value.prefix, 'user');
  assert.match(validate('order_01h2xcejqtf2nbrexx3vqjhp41').issues[0].message, /order/);
  for (const other of [undefined, null, 7, {}, ['user_01h2xcejqtf2nbrexx3vqjhp41']]) assert.equal(validate(other).issues.length, 1);
  const { createRequire: required } = await import('node:module');
  assert.equal(typeof required(join(scratch, 'from.js'))('sortid/schema').schema, 'function');

  assert.equal(order.parse({ id: text, note: '' }).id.unixMs, 1469922850259);
  const refused = order.safeParse({ id: `${text}0`, note: '' });
  assert.deepEqual(refused.error.issues.map(({ path, message }) => [path, message]), [[['id'], why]]);

  const v = await import(pathToFileURL(join(scratch, 'node_modules', 'valibot', 'dist', 'index.mjs')).href);
  assert.equal(v.parse(ulidInValibot, text).unixMs, 1469922850259);
  assert.deepEqual(v.safeParse(ulidInValibot, `${text}0`).issues.map(({ message }) => message), [why]);

  const { drizzle } = await import(pathToFileURL(required(join(scratch, 'from.js')).resolve('drizzle-orm/pg-proxy').replace(/cjs$/, 'js')).href);
  const asked = [];
  const db = drizzle(async (sql, parameters) => {
    asked.push([sql, parameters]);
    return { rows: [['01563e3a-b5d3-d676-4c61-efb99302bd5b', 'a note']] };
  });
  assert.equal((await db.select().from(orders))[0].id.text, text);
  await db.insert(orders).values({ note: 'a note' });
  assert.match(asked[1][1][0], /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

  const { create, createMany } = withIds.query.$allModels;
  assert.match(create({ args: { data: { note: 'a' }, select: {} }, query: (args) => args }).data.id, /^[0-9a-f-]{36}$/);
  assert.equal(create({ args: { data: { id: 'mine' } }, query: (args) => args }).data.id, 'mine');
  assert.equal(new Set(createMany({ args: { data: [{}, {}, {}] }, query: (args) => args }).data.map(({ id }) => id)).size, 3);
});

test('a field that is said to be the same in every id is so', () => {
  const declared = readFileSync(join(installed, 'sortid.d.ts'), 'utf8');
  for (const { className, constantsRequired, fields } of sortid.formats) {
    const [, body] = new RegExp(`^export interface ${className}\\b[^\n]*\\{\n(.*?)^\\}`, 'ms').exec(declared);
    assert.equal(body.includes('The same in every id'), constantsRequired && fields.some(({ role }) => role === 'constant'), className);
  }
  const versions = ['01563e3a-b5d3-4676-8c61-efb99302bd5b', '01563e3a-b5d3-7676-8c61-efb99302bd5b'].map((text) => sortid.UUID.parse(text).version);
  assert.notEqual(...versions);
});

const tsc = join(modules, 'typescript', 'bin', 'tsc');
const compile = (...words) => spawnSync('node', [tsc, '--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', ...words],
  { cwd: scratch, encoding: 'utf8' });
test('the types, from a module and from CommonJS', { skip: missing('typescript') }, () => {
  for (const kind of ['mts', 'cts']) {
    const program = join(scratch, `types_test.${kind}`);
    execFileSync('cp', [join(source, 'tests', 'fronts', 'js', 'types_test.ts'), program]);
    for (const how of [['--module', 'node16'], ['--module', 'nodenext'], ...(kind === 'mts' ? [['--module', 'esnext', '--moduleResolution', 'bundler']] : [])]) {
      assert.equal(compile('--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', ...how, program).stdout, '', `${kind} ${how}`);
    }
  }
});

test('every name has a declaration, and every declaration a name', async () => {
  for (const name of ['sortid', 'schema', 'mask', 'named', 'compat', 'find', 'looks_like']) {
    const module = name === 'sortid' ? sortid : await import(pathToFileURL(join(installed, `${name}.js`)).href);
    const declared = readFileSync(join(installed, `${name}.d.ts`), 'utf8').matchAll(/^export (?:const|function|class|\{ \w+ as) (\w+)/gm);
    assert.deepEqual([...new Set([...declared].map(([, name]) => name))].sort(), Object.keys(module).sort());
  }
});
